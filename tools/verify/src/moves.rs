//! Moves as a solution writes them, and the positions that some formats show in between.
//!
//! Every format comes down to the same [`Step`]s: a move from a place to a place, or a position. What
//! differs is how much is said about the cards of a move ([`Cards`]): JSON names one card, the
//! standard notation leaves the number of cards between two columns to the rules.
//!
//! A position after a move must be the one that the move leads to, and one at the beginning must be
//! the board. A position right after another stands for the move between them. Rules that a solution
//! tells must be those of the board.

use std::fmt;

use crate::card::Card;
use crate::position::{COLUMNS_MAX, FREECELLS_MAX, Position};
use crate::rules::Rules;

/// The most steps a solution may have. Solutions take a hundred moves, wandering ones thousands;
/// this bounds memory.
pub const MOVES_MAX: usize = 1_000_000;

/// The letters of the cells; `h` is the foundations.
const CELL_LETTERS: &[u8; FREECELLS_MAX] = b"abcdefgijklm";

/// A place that cards move between. Columns and cells count from 0 and may be absent from a given
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A column; its name is one higher.
    Column(usize),
    /// A cell, which is named by a letter.
    Cell(usize),
    /// All foundations: the card tells which.
    Foundations,
}

impl Place {
    /// Reads `1` to `18`, a cell's letter or `h`, in any case.
    pub fn read(name: &str) -> Option<Place> {
        if let &[byte] = name.as_bytes() {
            let letter = byte.to_ascii_lowercase();
            if letter == b'h' {
                return Some(Place::Foundations);
            }
            if let Some(cell) = CELL_LETTERS.iter().position(|&known| known == letter) {
                return Some(Place::Cell(cell));
            }
        }
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit()) && !name.starts_with('0');
        let number = name.parse::<usize>().ok().filter(|_| is_number)?;
        (1..=COLUMNS_MAX).contains(&number).then(|| Place::Column(number - 1))
    }

    /// The place in a sentence: `column 4`, `cell a`, `the foundations`.
    pub fn words(self) -> String {
        match self {
            Place::Column(_) => format!("column {self}"),
            Place::Cell(_) => format!("cell {self}"),
            Place::Foundations => "the foundations".to_owned(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Place::Column(column) => write!(f, "{}", column + 1),
            Place::Cell(cell) => write!(f, "{}", char::from(CELL_LETTERS[cell])),
            Place::Foundations => f.write_str("h"),
        }
    }
}

/// What a solution says about the cards of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cards {
    /// Nothing; onto an empty column the longest run that fits is meant: standard notation.
    Longest,
    /// Nothing; onto an empty column any number may be meant: `fc-solve -sn`.
    Any,
    /// Nothing; onto an empty column one card is meant: `fc-solve -snx`.
    OneOntoEmpty,
    /// How many there are.
    Count(usize),
    /// Which they are, the highest first.
    Named(Vec<Card>),
    /// Which is the highest. It is alone, unless sequences move as one, or whole suits go up: then all
    /// that lies on it goes with it.
    From(Card),
}

/// A move of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The move as the solution has it, for messages.
    pub written: Box<str>,
    /// Where its cards lie.
    pub from: Place,
    /// Where they go.
    pub to: Place,
    /// Which cards these are, as far as the solution says.
    pub cards: Cards,
}

/// A position that a solution shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The line that it begins on.
    pub line: usize,
    /// What the text shows; it has the rules of FreeCell where it tells none.
    pub position: Position,
    /// Whether the text tells the rules of the position.
    pub tells_rules: bool,
}

/// What a solution consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move that is written.
    Move(Move),
    /// A position that is shown between moves, or instead of one.
    Shown(Box<Shown>),
    /// The rules that it is for; they come before everything else.
    Rules(Rules),
}

/// The moves among the steps, those that only positions tell included.
pub fn number_of_moves(steps: &[Step]) -> usize {
    let is_shown = |step: &Step| matches!(step, Step::Shown(_));
    let moves = steps.iter().filter(|step| matches!(step, Step::Move(_))).count();
    moves + steps.windows(2).filter(|pair| is_shown(&pair[0]) && is_shown(&pair[1])).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_back_from_their_names() {
        let columns = (0..COLUMNS_MAX).map(Place::Column);
        let cells = (0..FREECELLS_MAX).map(Place::Cell);
        for place in columns.chain(cells).chain([Place::Foundations]) {
            assert_eq!(Place::read(&place.to_string()), Some(place));
            assert_eq!(Place::read(&place.to_string().to_uppercase()), Some(place));
        }
        assert_eq!(Place::read("i"), Some(Place::Cell(7)));
    }

    #[test]
    fn other_names_are_no_places() {
        for name in ["", "0", "19", "01", "+1", "-1", "n", "aa", "é", "99999999999999999999999"] {
            assert_eq!(Place::read(name), None, "{name}");
        }
    }
}
