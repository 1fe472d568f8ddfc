//! Moves as a solution writes them: from a place, to a place.
//!
//! Both formats come down to the same [`Move`]. What differs is the card: JSON names the one card
//! that moves, the standard notation names none and leaves the number of cards between two columns
//! to the rules.

use std::fmt;

use crate::card::Card;
use crate::position::{COLUMNS_MAX, FREECELLS_MAX};

/// The most moves a solution may have. Solutions take a hundred moves, wandering ones thousands;
/// this bounds memory.
pub const MOVES_MAX: usize = 1_000_000;

/// The letters of the cells; `h` is the foundations.
const CELL_LETTERS: &[u8; FREECELLS_MAX] = b"abcdefgijklm";

/// A place that cards move between. Columns and cells count from 0 and may be absent from a given
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Column(usize),
    Cell(usize),
    Foundations,
}

impl Place {
    /// Reads `1` to `13`, a cell's letter or `h`, in any case.
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

/// A move of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The move as the solution has it, for messages.
    pub written: Box<str>,
    pub from: Place,
    pub to: Place,
    /// The one card that moves; `None` when the notation leaves that to the rules.
    pub card: Option<Card>,
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
        for name in ["", "0", "14", "01", "+1", "-1", "n", "aa", "é", "99999999999999999999999"] {
            assert_eq!(Place::read(name), None, "{name}");
        }
    }
}
