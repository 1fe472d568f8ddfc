//! What can be wrong with a board's text.
//!
//! A refused board names every fault at once, so that a text typed by hand is mended in one go. The
//! faults are values, for tests and programs; the message is for people. It stays readable and
//! harmless whatever the text was: words are cut, characters that do not print are escaped, and
//! long lists end in "and N more".

use std::error::Error;
use std::fmt;

use super::Rules;
use crate::card::{CARDS, Card, Suit};
use crate::rules::RulesError;

/// A longer text is refused without being read.
pub const TEXT_BYTES_MAX: usize = 64 * 1024;

/// Faults listed in a message.
const FAULTS_LISTED_MAX: usize = 20;
/// Places listed for a card that is there more than once.
const PLACES_LISTED_MAX: usize = 5;
/// Characters shown of a word that is wrong.
const WORD_CHARACTERS_MAX: usize = 20;

/// Where a word begins: line and character, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The line of the text, from 1.
    pub line: usize,
    /// The character of the line, from 1; not the byte.
    pub character: usize,
}

/// Where a card was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenAt {
    /// It is in the column or the freecells line of this number.
    Line(usize),
    /// The foundations line says that its foundation has it.
    Foundation,
}

/// The lines that a text has at most once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineName {
    /// `Foundations:`, or `Founds:` for short.
    Foundations,
    /// `Freecells:`, or `FC:` for short.
    Freecells,
    /// `# freecells: N`.
    FreecellsComment,
    /// `# columns: N`.
    ColumnsComment,
    /// `# game: NAME` or `# rules: TEXT`.
    RulesComment,
}

/// One thing that is wrong with a board's text. The words in it are cut to a readable length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The text is longer than [`TEXT_BYTES_MAX`] and was not read.
    TextTooLong {
        /// The length of the text.
        bytes: usize,
    },
    /// A word of a column is no card.
    NotACard {
        /// Where the word begins.
        spot: Spot,
        /// What stands there.
        word: String,
    },
    /// A word of the freecells line is neither a card nor an empty cell.
    NotASlot {
        /// Where the word begins.
        spot: Spot,
        /// What stands there.
        word: String,
    },
    /// A word of the foundations line is no suit with a rank.
    NotAFoundation {
        /// Where the word begins.
        spot: Spot,
        /// What stands there.
        word: String,
    },
    /// A line begins with a name that no line of a board has.
    UnknownLine {
        /// The number of the line.
        line: usize,
        /// What stands before its colon.
        name: String,
    },
    /// A line that is there at most once is there again.
    LineTwice {
        /// Which line it is.
        name: LineName,
        /// The number of the line that counts.
        first: usize,
        /// The number of the one that came again.
        line: usize,
    },
    /// The foundations or freecells line has columns before and after it.
    LineAmongColumns {
        /// Which line it is.
        name: LineName,
        /// The number of the line.
        line: usize,
    },
    /// The foundations line has a suit twice.
    SuitTwice {
        /// Where the second one begins.
        spot: Spot,
        /// The suit that it names again.
        suit: Suit,
        /// The decks that there are.
        decks: u8,
    },
    /// No line of the text is a column.
    NoColumns,
    /// The lines make more columns than [`Rules::COLUMNS_MAX`].
    TooManyColumns {
        /// The columns that they make.
        found: usize,
    },
    /// The caller asks for a number of columns that there may not be.
    TooManyColumnsAsked {
        /// The number that was asked for, none or too many.
        columns: u8,
    },
    /// The text tells a number of columns that there may not be.
    TooManyColumnsTold {
        /// The number of the comment's line.
        line: usize,
        /// What stands there for a number.
        found: String,
    },
    /// The lines do not make the number of columns that was told: so many from the first to the last
    /// one, and so many blank lines around them.
    ColumnsNotAsTold {
        /// The columns that there should be.
        told: usize,
        /// The lines from the first to the last column.
        found: usize,
        /// The blank lines around them.
        blank: usize,
    },
    /// Blank lines before the first or after the last column may be empty columns.
    BlankAroundColumns {
        /// The numbers of the blank lines.
        lines: Vec<usize>,
        /// The columns if these lines mean nothing.
        without: usize,
        /// The columns if each of them is an empty one.
        with: usize,
    },
    /// A blank line among columns of which some are written with colons.
    BlankAmongColons {
        /// The number of the first blank line.
        line: usize,
    },
    /// Every second line is blank.
    DoubleSpaced {
        /// The columns if blank lines mean nothing.
        without: usize,
        /// The columns if each of them is an empty one.
        with: usize,
    },
    /// The caller asks for more freecells than there may be.
    TooManyFreecellsAsked {
        /// The number that was asked for.
        freecells: u8,
    },
    /// The text asks for more freecells than there may be.
    TooManyFreecells {
        /// The number of the comment or of the freecells line.
        line: usize,
        /// The number as the text has it, or the cells of the line.
        found: String,
    },
    /// The text names a game that there is not.
    UnknownGame {
        /// The number of the comment's line.
        line: usize,
        /// What stands there for a game.
        name: String,
    },
    /// The text tells rules that there are not.
    NotRules {
        /// The number of the comment's line.
        line: usize,
        /// What is wrong with the rules.
        error: RulesError,
    },
    /// The freecells line has blanks that may be empty cells.
    BlanksInCells {
        /// The number of the line.
        line: usize,
        /// The cells that the line has room for.
        by_width: usize,
        /// The cells if blanks mean nothing.
        by_words: usize,
    },
    /// The freecells line has more cards than there are freecells.
    TooManyCardsInCells {
        /// The number of the line.
        line: usize,
        /// The cards in it.
        cards: usize,
        /// The freecells that the board has.
        freecells: usize,
    },
    /// These cards are nowhere, in deck order; with two decks, each as often as it is missing.
    CardsMissing {
        /// At least one card.
        cards: Vec<Card>,
        /// The decks that there are.
        decks: usize,
    },
    /// A card is in more than one place.
    CardTwice {
        /// The card, which is there at least twice.
        card: Card,
        /// Every place it was seen at, the foundation last.
        places: Vec<SeenAt>,
        /// The decks that there are, less than the places.
        decks: usize,
    },
    /// Most cards are there twice, and the board is to have one deck.
    TwoDecks {
        /// How many of them.
        twice: usize,
    },
    /// Each card is there once, and the board is to have two decks.
    OneDeck,
    /// A number of decks is asked for that there may not be.
    DecksAsked {
        /// That number.
        decks: u8,
    },
}

/// A word as faults keep it: cut, and with everything escaped that does not print.
pub(super) fn shown(word: &str) -> String {
    let mut shown = String::new();
    for (index, character) in word.chars().enumerate() {
        if index == WORD_CHARACTERS_MAX {
            shown.push_str("...");
            break;
        }
        match character {
            '\'' | '"' | '\\' => shown.push(character),
            _ => shown.extend(character.escape_debug()),
        }
    }
    shown
}

/// Why a text is no board: at least one fault, first the ones of single lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    faults: Vec<Fault>,
}

impl BoardError {
    pub(super) fn new(faults: Vec<Fault>) -> BoardError {
        assert!(!faults.is_empty(), "a board without faults is not refused");
        BoardError { faults }
    }

    /// Every fault, also those that the message leaves out.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl Error for BoardError {}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.faults.len();
        write!(f, "the board has {}:", counted(count, "fault"))?;
        for fault in self.faults.iter().take(FAULTS_LISTED_MAX) {
            write!(f, "\n  {fault}")?;
        }
        if count > FAULTS_LISTED_MAX {
            write!(f, "\n  and {} more", count - FAULTS_LISTED_MAX)?;
        }
        Ok(())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns_max = Rules::COLUMNS_MAX;
        let freecells_max = Rules::FREECELLS_MAX;
        match self {
            Fault::TextTooLong { bytes } => {
                write!(f, "the text has {bytes} bytes, a board at most {TEXT_BYTES_MAX}")
            }
            Fault::NotACard { spot, word } => {
                write!(f, "{spot}: `{word}` is no card (a rank A 2-9 T J Q K and a suit C D H S)")
            }
            Fault::NotASlot { spot, word } => {
                write!(f, "{spot}: `{word}` is no card and no empty cell (`--`)")
            }
            Fault::NotAFoundation { spot, word } => write!(
                f,
                "{spot}: `{word}` is no foundation (a suit C D H S, a dash and a rank 0 A 2-9 T J \
                 Q K, as in `H-0`)"
            ),
            Fault::UnknownLine { line, name } => write!(
                f,
                "line {line}: `{name}:` begins no line of a board (`Foundations:`, `Freecells:`, \
                 or `:` for a column)"
            ),
            Fault::LineTwice { name, first, line } => {
                write!(f, "line {line}: a second {name} line (the first is line {first})")
            }
            Fault::LineAmongColumns { name, line } => write!(
                f,
                "line {line}: the {name} line stands between columns (put it before or after them)"
            ),
            Fault::SuitTwice { spot, suit, decks: 1 } => {
                write!(f, "{spot}: the foundation of suit {} is given twice", suit.letter())
            }
            Fault::SuitTwice { spot, suit, .. } => {
                let suit = suit.letter();
                write!(
                    f,
                    "{spot}: two decks have two foundations of suit {suit}, and this is one more"
                )
            }
            Fault::NoColumns => {
                write!(f, "there is no column (a line of cards, or a lone `:` for an empty one)")
            }
            Fault::TooManyColumns { found } => {
                write!(f, "there are {found} columns, at most {columns_max} are possible")
            }
            Fault::TooManyColumnsAsked { columns } => {
                write!(f, "{columns} columns are asked for, 1 to {columns_max} are possible")
            }
            Fault::TooManyColumnsTold { line, found } => {
                write!(f, "line {line}: {found} columns, 1 to {columns_max} are possible")
            }
            Fault::ColumnsNotAsTold { told, found, blank } => write!(
                f,
                "there are to be {}, and the columns take {}, blank lines among them included, with \
                 {} around them (each of the lines that follow `Foundations:` and `Freecells:` is a \
                 column)",
                counted(*told, "column"),
                counted(*found, "line"),
                counted(*blank, "blank line"),
            ),
            Fault::BlankAroundColumns { lines, without, with } => write!(
                f,
                "{} blank: {} if {}, {} if {} nothing (say which with --columns {with} or --columns \
                 {without}, or write a lone `:` for each empty column)",
                listed_lines(lines),
                counted(*with, "column"),
                if lines.len() == 1 { "it is an empty column" } else { "they are empty columns" },
                counted(*without, "column"),
                if lines.len() == 1 { "it means" } else { "they mean" },
            ),
            Fault::BlankAmongColons { line } => write!(
                f,
                "line {line}: a blank line among columns with colons (write a lone `:` if it is an \
                 empty column, delete it if not, or say how many columns there are with --columns N)"
            ),
            Fault::DoubleSpaced { without, with } => write!(
                f,
                "every second line is blank: {} if the lines are double-spaced, {} if blank ones are \
                 empty columns (say so with --columns {with}, or delete the blank lines)",
                counted(*without, "column"),
                counted(*with, "column"),
            ),
            Fault::TooManyFreecellsAsked { freecells } => {
                write!(f, "{freecells} freecells are asked for, 0 to {freecells_max} are possible")
            }
            Fault::TooManyFreecells { line, found } => {
                write!(f, "line {line}: {found} freecells, 0 to {freecells_max} are possible")
            }
            Fault::UnknownGame { line, name } => {
                write!(f, "line {line}: `{name}` is no game (`strata games` lists them)")
            }
            Fault::NotRules { line, error } => write!(f, "line {line}: {error}"),
            Fault::BlanksInCells { line, by_width, by_words } => write!(
                f,
                "line {line}: {} if its blanks are empty cells, {} if they mean nothing (say which with \
                 --freecells {by_width} or --freecells {by_words}, or write `--` for each empty cell)",
                counted(*by_width, "freecell"),
                counted(*by_words, "freecell"),
            ),
            Fault::TooManyCardsInCells { line, cards, freecells } => {
                let cards = counted(*cards, "card");
                let freecells = counted(*freecells, "freecell");
                write!(f, "line {line}: {cards} in the cells of a board with {freecells}")
            }
            Fault::CardsMissing { cards, decks } => write_missing(f, cards, *decks),
            Fault::CardTwice { card, places, decks } => {
                write_places(f, *card, places)?;
                if *decks == 1 { Ok(()) } else { write!(f, "; two decks have it twice") }
            }
            Fault::TwoDecks { twice } => write!(
                f,
                "{twice} of {CARDS} cards are there twice: these are two decks. Say so with --decks 2, --game or \
                 a line `# game: NAME`"
            ),
            Fault::OneDeck => write!(
                f,
                "each card is there once: this is one deck, and the board is to have two (--decks, --game or a \
                 line `# game: NAME` say so)"
            ),
            Fault::DecksAsked { decks } => {
                write!(f, "{decks} decks are asked for, 1 or 2 are possible")
            }
        }
    }
}

fn write_missing(f: &mut fmt::Formatter<'_>, cards: &[Card], decks: usize) -> fmt::Result {
    match cards.len() {
        count if count == CARDS * decks => return write!(f, "all {count} cards are missing"),
        1 => write!(f, "1 card is missing:")?,
        count => write!(f, "{count} cards are missing:")?,
    }
    cards.iter().try_for_each(|card| write!(f, " {card}"))?;
    if decks == 1 { Ok(()) } else { write!(f, "; two decks have each card twice") }
}

fn write_places(f: &mut fmt::Formatter<'_>, card: Card, places: &[SeenAt]) -> fmt::Result {
    write!(f, "{card} is on the board {} times:", places.len())?;
    for (index, place) in places.iter().take(PLACES_LISTED_MAX).enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(f, "{comma} {place}")?;
    }
    if places.len() > PLACES_LISTED_MAX {
        write!(f, " and {} more", places.len() - PLACES_LISTED_MAX)?;
    }
    Ok(())
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, character {}", self.line, self.character)
    }
}

impl fmt::Display for SeenAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeenAt::Line(line) => write!(f, "line {line}"),
            SeenAt::Foundation => write!(f, "the foundation"),
        }
    }
}

impl fmt::Display for LineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LineName::Foundations => "`Foundations:`",
            LineName::Freecells => "`Freecells:`",
            LineName::FreecellsComment => "`# freecells: N`",
            LineName::ColumnsComment => "`# columns: N`",
            LineName::RulesComment => "`# game:` or `# rules:`",
        })
    }
}

/// "line 3 is", "lines 2 to 8 are" or "lines 1, 2 and 11 are".
fn listed_lines(lines: &[usize]) -> String {
    match lines {
        [line] => format!("line {line} is"),
        [first, .., last] if last - first + 1 == lines.len() => {
            format!("lines {first} to {last} are")
        }
        [others @ .., last] => {
            let others: Vec<String> = others.iter().map(ToString::to_string).collect();
            format!("lines {} and {last} are", others.join(", "))
        }
        [] => unreachable!("some line is blank"),
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
