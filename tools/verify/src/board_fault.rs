//! What can be wrong with board text, and the words for it.
//!
//! Every message names the line and the token where there is one, what was expected, and the cure
//! where it is not plain. Tokens are kept as [`crate::faults::quoted`] made them: short and
//! printable.

use std::fmt;

use crate::card::{CARDS, Card, Suit};
use crate::position::{COLUMNS_MAX, FREECELLS_MAX};

/// One fault of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardFault {
    /// A token in a column or cell that names no card.
    NotACard { line: usize, token: String },
    /// A token on the foundations' line that is not suit, dash, rank.
    NotAFoundation { line: usize, token: String },
    /// A suit that the foundations' line names again.
    SuitTwice { line: usize, token: String, suit: Suit },
    /// A second line of foundations or cells.
    SecondLine { line: usize, label: &'static str, first_line: usize },
    /// A `# freecells:` comment without a number in range.
    FreecellsComment { line: usize, written: String },
    /// A `# freecells:` comment that contradicts an earlier one.
    FreecellsContradicted { line: usize, before: usize, number: usize },
    /// A number of columns out of range.
    Columns(usize),
    /// Cards that are nowhere on the board.
    Missing(Vec<Card>),
    /// A card that is on the board more than once; the lines are those of the first two.
    Duplicate { card: Card, times: usize, lines: [usize; 2] },
    /// More freecells than the notation can name.
    TooManyFreecells(usize),
    /// More cards in cells than there are cells.
    TooManyInCells { cards: usize, freecells: usize },
    /// A card in a place of the cells' line that the game does not have.
    BeyondLastCell { card: Card, freecells: usize },
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
            BoardFault::SuitTwice { line, token, suit } => {
                write!(f, "line {line}: {token} names the foundation of {} again", suit.word())
            }
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
            BoardFault::Columns(0) => {
                f.write_str("there are no columns: needs one line per column")
            }
            BoardFault::Columns(columns) => write!(
                f,
                "there are {columns} columns: at most {COLUMNS_MAX} \
                (a blank line between columns is an empty column)"
            ),
            BoardFault::Missing(cards) => write_missing(f, cards),
            BoardFault::Duplicate { card, times, lines: [first, second] } => {
                write!(
                    f,
                    "duplicate card: {card} is there {times} times, \
                    on line {first} and on line {second}"
                )?;
                if *times > 2 { f.write_str(" and further on") } else { Ok(()) }
            }
            BoardFault::TooManyFreecells(freecells) => {
                write!(f, "there are {freecells} freecells: at most {FREECELLS_MAX}")
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

fn write_missing(f: &mut fmt::Formatter<'_>, cards: &[Card]) -> fmt::Result {
    if cards.len() == CARDS {
        return f.write_str("missing: all 52 cards");
    }
    f.write_str("missing:")?;
    cards.iter().try_for_each(|card| write!(f, " {card}"))
}
