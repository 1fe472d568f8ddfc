//! What can be wrong with board text, and the words for it.
//!
//! Every message names the line and the token where there is one, what was expected, and the cure
//! where it is not plain. Tokens are kept as [`crate::faults::quoted`] made them: short and
//! printable.

use std::fmt;

use crate::card::{CARDS, Card, Suit};
use crate::illegal::counted;
use crate::position::{COLUMNS_MAX, FREECELLS_MAX};
use crate::rules::RulesFault;
use crate::rules::games::names;

/// Blank lines of a text that belong together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlankLines {
    /// How many; comments and named lines between the first and the last do not count.
    pub count: usize,
    /// The number of the first line; 0 if there is none.
    pub first: usize,
    /// The number of the last line; 0 if there is none.
    pub last: usize,
}

impl BlankLines {
    /// Adds blank lines that come later.
    pub(crate) fn join(&mut self, later: BlankLines) {
        if later.count > 0 {
            let first = if self.count == 0 { later.first } else { self.first };
            *self = BlankLines { count: self.count + later.count, first, last: later.last };
        }
    }
}

/// One fault of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardFault {
    /// A token in a column or cell that names no card.
    NotACard {
        /// The line of the text, from 1.
        line: usize,
        /// What stands there, as [`crate::faults::quoted`] made it.
        token: String,
    },
    /// A token on the foundations' line that is not suit, dash, rank.
    NotAFoundation {
        /// The line of the text, from 1.
        line: usize,
        /// What stands there, as [`crate::faults::quoted`] made it.
        token: String,
    },
    /// A suit that the foundations' line names again.
    SuitTwice {
        /// The line of the text, from 1.
        line: usize,
        /// The token that names it again.
        token: String,
        /// The suit that it names.
        suit: Suit,
        /// How many decks there are, each with one foundation of the suit.
        decks: usize,
    },
    /// A second line of foundations or cells.
    SecondLine {
        /// The second of the two lines.
        line: usize,
        /// The word that both begin with, `Foundations` or `Freecells`.
        label: &'static str,
        /// The first of the two lines.
        first_line: usize,
    },
    /// A `# freecells:` comment without a number in range.
    FreecellsComment {
        /// The line of the comment.
        line: usize,
        /// What stands there for a number.
        written: String,
    },
    /// A `# freecells:` comment that contradicts an earlier one.
    FreecellsContradicted {
        /// The line of the later comment.
        line: usize,
        /// The number that an earlier one says.
        before: usize,
        /// The number that this one says.
        number: usize,
    },
    /// A `# columns:` comment without a number in range.
    ColumnsComment {
        /// The line of the comment.
        line: usize,
        /// What stands there for a number.
        written: String,
    },
    /// A second `# columns:` comment.
    ColumnsTwice {
        /// The line of the later comment.
        line: usize,
        /// The number that the earlier one says.
        before: usize,
        /// The number that this one says.
        number: usize,
    },
    /// A `# game:` comment with a name that no game has.
    NoSuchGame {
        /// The line of the comment.
        line: usize,
        /// What stands there for a game.
        name: String,
    },
    /// A `# rules:` comment that is no rules.
    RulesComment {
        /// The line of the comment.
        line: usize,
        /// What is wrong with the rules.
        fault: RulesFault,
    },
    /// A second comment that tells the game or the rules.
    RulesTwice {
        /// The line of the second comment.
        line: usize,
        /// The line of the first one.
        first_line: usize,
    },
    /// A number of columns out of range.
    Columns(usize),
    /// More column lines than there are columns.
    MoreColumns {
        /// The columns that were told.
        columns: usize,
        /// The columns from the first to the last column line, blank lines in between included.
        span: usize,
        /// The first column line.
        first_line: usize,
        /// The last column line.
        last_line: usize,
    },
    /// Column lines and blank lines around them that do not make the number of columns.
    ColumnsDoNotFit {
        /// The columns that were told.
        columns: usize,
        /// The columns from the first to the last column line, blank lines in between included.
        span: usize,
        /// The blank lines before them.
        leading: usize,
        /// The blank lines after them.
        trailing: usize,
    },
    /// Blank lines between columns that are marked by colons.
    BlankAmongColons(BlankLines),
    /// Blank lines around the columns that may be columns.
    BlankAround {
        /// Those before the first column line.
        leading: BlankLines,
        /// Those after the last column line.
        trailing: BlankLines,
        /// The columns if none of these lines is one.
        span: usize,
    },
    /// A blank line between every two columns.
    DoubleSpacing {
        /// The columns if blank lines mean nothing.
        lines: usize,
        /// The columns if each blank line is one.
        span: usize,
    },
    /// Cards that are nowhere on the board.
    Missing {
        /// The cards, one that lacks in both decks twice.
        cards: Vec<Card>,
        /// How many decks there are.
        decks: usize,
    },
    /// Each card is there twice, and there is to be one deck.
    TwoDecks,
    /// A card that is on the board more often than there are decks.
    Duplicate {
        /// The card that is there again.
        card: Card,
        /// How often it is there.
        times: usize,
        /// The first lines that it is on, one more than there are decks; one may come twice.
        lines: Vec<usize>,
    },
    /// More freecells than the notation can name.
    TooManyFreecells(usize),
    /// Blanks in the cells' line that may be empty cells.
    BlankCells {
        /// The cells if blanks are empty cells.
        drawn: usize,
        /// The cells if blanks mean nothing.
        by_line: usize,
    },
    /// More cards in cells than there are cells.
    TooManyInCells {
        /// The cards in cells.
        cards: usize,
        /// The cells that the game has.
        freecells: usize,
    },
    /// A card in a place of the cells' line that the game does not have.
    BeyondLastCell {
        /// The first of the cards that lie too far.
        card: Card,
        /// The cells that the game has.
        freecells: usize,
    },
}

impl fmt::Display for BoardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardFault::NotACard { line, token } => {
                write!(
                    f,
                    "line {line}: {token} is not a card: \
                    needs a rank (A 2-9 T or 10 J Q K) and a suit (C D H S)"
                )
            }
            BoardFault::NotAFoundation { line, token } => {
                write!(
                    f,
                    "line {line}: {token} is not a foundation: \
                    needs a suit, a dash and a rank, such as H-0 or C-A"
                )
            }
            BoardFault::SuitTwice { line, token, suit, decks: 1 } => {
                write!(f, "line {line}: {token} names the foundation of {} again", suit.word())
            }
            BoardFault::SuitTwice { line, token, suit, decks } => write!(
                f,
                "line {line}: {token} is one more than the {decks} foundations of {}",
                suit.word()
            ),
            BoardFault::SecondLine { line, label, first_line } => {
                write!(f, "line {line}: a second `{label}:` line, the first is line {first_line}")
            }
            BoardFault::FreecellsComment { line, written } => {
                write!(
                    f,
                    "line {line}: {written} is not a number of freecells: \
                    needs 0 to {FREECELLS_MAX}"
                )
            }
            BoardFault::FreecellsContradicted { line, before, number } => {
                write!(f, "line {line}: {number} freecells, but an earlier comment says {before}")
            }
            BoardFault::NoSuchGame { line, name } => {
                write!(f, "line {line}: there is no game {name}: there are {}", names())
            }
            BoardFault::RulesComment { line, fault } => write!(f, "line {line}: {fault}"),
            BoardFault::RulesTwice { line, first_line } => write!(
                f,
                "line {line}: the game or the rules are told a second time, the first is line \
                {first_line}"
            ),
            BoardFault::ColumnsComment { .. }
            | BoardFault::ColumnsTwice { .. }
            | BoardFault::Columns(_)
            | BoardFault::MoreColumns { .. }
            | BoardFault::ColumnsDoNotFit { .. }
            | BoardFault::BlankAmongColons(_)
            | BoardFault::BlankAround { .. }
            | BoardFault::DoubleSpacing { .. } => write_columns_fault(f, self),
            BoardFault::Missing { cards, decks } => write_missing(f, cards, *decks),
            BoardFault::TwoDecks => f.write_str(
                "each card is there twice: these are two decks (say so with --decks 2 or --game, or \
                in a line `# game: NAME`)",
            ),
            BoardFault::Duplicate { card, times, lines } => write_duplicate(f, *card, *times, lines),
            BoardFault::TooManyFreecells(freecells) => {
                write!(f, "there are {freecells} freecells: at most {FREECELLS_MAX}")
            }
            BoardFault::BlankCells { drawn, by_line } => {
                write!(
                    f,
                    "the cells' line has blanks: {drawn} freecells if they are empty cells, {by_line} \
                    if they mean nothing (say which with --freecells, or write -- for an empty cell)"
                )
            }
            BoardFault::TooManyInCells { cards, freecells } => {
                write!(
                    f,
                    "too many cells: {cards} cards lie in cells, \
                    but the game has {freecells} (see --freecells)"
                )
            }
            BoardFault::BeyondLastCell { card, freecells } => {
                write!(
                    f,
                    "{card} lies beyond the last cell: the game has {freecells} (see --freecells)"
                )
            }
        }
    }
}

/// Names the lines of a card that is there once more than the decks have it, or oftener.
fn write_duplicate(
    f: &mut fmt::Formatter<'_>,
    card: Card,
    times: usize,
    lines: &[usize],
) -> fmt::Result {
    let (last, others) = lines.split_last().expect("at least two lines");
    let others: Vec<String> = others.iter().map(|line| format!("on line {line}")).collect();
    let others = others.join(", ");
    write!(f, "duplicate card: {card} is there {times} times, {others} and on line {last}")?;
    let more = if times > lines.len() { " and further on" } else { "" };
    write!(f, "{more}{}", if lines.len() > 2 { "; two decks have 2 of it" } else { "" })
}

fn write_missing(f: &mut fmt::Formatter<'_>, cards: &[Card], decks: usize) -> fmt::Result {
    if cards.len() == CARDS * decks {
        return write!(f, "missing: all {} cards", cards.len());
    }
    f.write_str("missing:")?;
    cards.iter().try_for_each(|card| write!(f, " {card}"))
}

/// The faults of the number of columns.
fn write_columns_fault(f: &mut fmt::Formatter<'_>, fault: &BoardFault) -> fmt::Result {
    match fault {
        BoardFault::ColumnsComment { line, written } => {
            write!(f, "line {line}: {written} is not a number of columns: needs 1 to {COLUMNS_MAX}")
        }
        BoardFault::ColumnsTwice { line, before, number } => {
            write!(f, "line {line}: {number} columns, but an earlier comment says {before}")
        }
        BoardFault::Columns(0) => f.write_str("there are no columns: needs one line per column"),
        BoardFault::Columns(columns) => write!(
            f,
            "there are {columns} columns: at most {COLUMNS_MAX} \
            (a blank line between columns is an empty column)"
        ),
        BoardFault::MoreColumns { columns, span, first_line, last_line } => write!(
            f,
            "lines {first_line} to {last_line} are {} (a blank line between columns is an empty \
            column), but the board is said to have {columns}",
            counted(*span, "column")
        ),
        BoardFault::ColumnsDoNotFit { columns, span, leading, trailing } => write!(
            f,
            "the board is said to have {}, but there are {}, with {} before and {trailing} after",
            counted(*columns, "column"),
            counted(*span, "column line"),
            counted(*leading, "blank line")
        ),
        BoardFault::BlankAmongColons(blank) => write!(
            f,
            "{} between columns that have colons: write `:` for an empty column, or say --columns N",
            are_blank(&[*blank])
        ),
        BoardFault::BlankAround { leading, trailing, span } => {
            write_blank_around(f, *leading, *trailing, *span)
        }
        BoardFault::DoubleSpacing { lines, span } => write!(
            f,
            "a blank line stands between every two columns: {span} columns if they are empty \
            columns, {lines} if they mean nothing (say --columns {span}, or take them out)"
        ),
        other => unreachable!("{other:?} is no fault of the number of columns"),
    }
}

fn write_blank_around(
    f: &mut fmt::Formatter<'_>,
    leading: BlankLines,
    trailing: BlankLines,
    span: usize,
) -> fmt::Result {
    let all = leading.count + span + trailing.count;
    let (they_are, they_mean) = match leading.count + trailing.count {
        1 => ("it is an empty column", "it means"),
        _ => ("they are empty columns", "they mean"),
    };
    write!(
        f,
        "{}: {} if {they_are}, {} if {they_mean} nothing (say which with ",
        are_blank(&[leading, trailing]),
        counted(all, "column"),
        counted(span, "column")
    )?;
    if all <= COLUMNS_MAX {
        write!(f, "--columns {all} or ")?;
    }
    write!(f, "--columns {span}, or write a lone \":\" for each empty column)")
}

/// `line 3 is blank`, `lines 2 to 4 and 9 are blank`.
fn are_blank(groups: &[BlankLines]) -> String {
    let groups = groups.iter().filter(|group| group.count > 0);
    let lines = groups.clone().map(|group| match group.count {
        1 => format!("{}", group.last),
        _ => format!("{} to {}", group.first, group.last),
    });
    let lines: Vec<String> = lines.collect();
    let is_one = groups.map(|group| group.count).sum::<usize>() == 1;
    let (noun, verb) = if is_one { ("line", "is") } else { ("lines", "are") };
    format!("{noun} {} {verb} blank", lines.join(" and "))
}
