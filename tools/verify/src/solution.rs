//! Reading a solution in whichever of the two formats it is.
//!
//! A first character `{` or `[` means JSON; no move of the notation starts with either. An input
//! without any moves is a solution of no moves, which the replay then judges.

use std::fmt;

use crate::faults::Faults;
use crate::json::read_json;
use crate::moves::{MOVES_MAX, Move};
use crate::notation::read_notation;

/// One fault of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionFault {
    /// A token of the notation that is no move.
    NotAMove { line: usize, token: String },
    /// The JSON cannot be parsed or has another shape.
    Json(String),
    /// A JSON move without one of its keys.
    MissingKey { number: usize, key: &'static str },
    /// A JSON move whose `card` is no card.
    NotACard { number: usize, found: String },
    /// A JSON move whose `from` or `to` is no place.
    NotAPlace { number: usize, key: &'static str, found: String },
    /// More moves than [`MOVES_MAX`].
    TooManyMoves,
}

impl fmt::Display for SolutionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolutionFault::NotAMove { line, token } => write!(
                f,
                "line {line}: {token} is not a move: \
                needs two places (1-9, a cell's letter, h), such as 26, a5, 3h or 10-12"
            ),
            SolutionFault::Json(message) => write!(f, "not the JSON of a solution: {message}"),
            SolutionFault::MissingKey { number, key } => write!(f, "move {number}: no \"{key}\""),
            SolutionFault::NotACard { number, found } => {
                write!(f, "move {number}: \"card\" is {found}: needs a card such as \"5H\"")
            }
            SolutionFault::NotAPlace { number, key, found } => {
                write!(
                    f,
                    "move {number}: \"{key}\" is {found}: \
                    needs a column \"1\" to \"13\", a cell's letter or \"h\""
                )
            }
            SolutionFault::TooManyMoves => write!(f, "more than {MOVES_MAX} moves"),
        }
    }
}

/// Reads the moves of a solution.
pub fn read_solution(text: &str) -> Result<Vec<Move>, Faults<SolutionFault>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with(['{', '[']) { read_json(text) } else { read_notation(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number_of_moves(text: &str) -> usize {
        read_solution(text).expect("a solution").len()
    }

    #[test]
    fn the_first_character_tells_the_format() {
        assert_eq!(number_of_moves("26 a5"), 2);
        assert_eq!(number_of_moves("\u{feff} \r\n[]"), 0);
        assert_eq!(
            number_of_moves("\n{\"moves\":[{\"card\":\"5H\",\"from\":\"3\",\"to\":\"a\"}]}"),
            1
        );
        assert_eq!(number_of_moves(""), 0);
    }
}
