//! Reading a solution in whichever format it is.
//!
//! A first character `{` or `[` means JSON; no other format starts with either. A line that only
//! `fc-solve` prints means its output, with or without positions; other lines of a board mean a
//! solution of positions; and anything else is a list of moves. An input without any moves is a
//! solution of no moves, which the replay then judges.

use std::fmt;

use crate::board_fault::BoardFault;
use crate::faults::Faults;
use crate::moves::{MOVES_MAX, Step};
use crate::position::COLUMNS_MAX;
use crate::read::boards::{is_of_a_board, read_boards};
use crate::read::fc_solve::{is_of_fc_solve, read_fc_solve};
use crate::read::json::read_json;
use crate::read::listing::read_listing;
use crate::rules::RulesFault;

/// One fault of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolutionFault {
    /// A token of the notation that is no move.
    NotAMove {
        /// The line of the text, from 1.
        line: usize,
        /// What stands there.
        token: String,
    },
    /// A line that looks like a move and cannot be read as one.
    NotASentence {
        /// The line of the text, from 1.
        line: usize,
        /// The whole line, shortened where it is long.
        found: String,
        /// What a move would look like, in words.
        needed: &'static str,
    },
    /// A line that tells a move twice, and not the same.
    Contradiction {
        /// The line of the text, from 1.
        line: usize,
        /// The move by its name.
        name: String,
        /// The move by the words beside it.
        words: String,
    },
    /// A name that means one of two moves.
    TwoMoves {
        /// The line of the text, from 1.
        line: usize,
        /// The name that has two readings.
        token: String,
    },
    /// A line that says that there is no solution.
    NoSolution {
        /// The line of the text, from 1.
        line: usize,
        /// What the line says.
        found: String,
    },
    /// A position with a fault; these know their lines.
    Board(BoardFault),
    /// A position that is not drawn as `fc-solve` does it.
    Drawing {
        /// The line that can't be read, or the first one of the position.
        line: usize,
        /// What its lines should be like, in words.
        needed: &'static str,
    },
    /// The JSON cannot be parsed or has another shape.
    Json(String),
    /// A JSON move without one of its keys.
    MissingKey {
        /// The number of the move, from 1.
        number: usize,
        /// The key that is missing: `card`, `from` or `to`.
        key: &'static str,
    },
    /// A JSON move whose `card` is no card.
    NotACard {
        /// The number of the move, from 1.
        number: usize,
        /// What stands there for a card.
        found: String,
    },
    /// A JSON move whose `from` or `to` is no place.
    NotAPlace {
        /// The number of the move, from 1.
        number: usize,
        /// The key with the fault: `from` or `to`.
        key: &'static str,
        /// What stands there for a place.
        found: String,
    },
    /// A JSON solution whose `rules` are none.
    Rules(RulesFault),
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
            SolutionFault::NotASentence { line, found, needed } => {
                write!(f, "line {line}: {found} is not a move: needs {needed}")
            }
            SolutionFault::Contradiction { line, name, words } => {
                write!(f, "line {line}: {name} and the words beside it, {words}, differ")
            }
            SolutionFault::TwoMoves { line, token } => write!(
                f,
                "line {line}: {token} has two readings: needs a dash, as in 1-11, \
                or a position before and after it"
            ),
            SolutionFault::NoSolution { line, found } => {
                write!(f, "line {line}: {found}: there is no solution in this text")
            }
            SolutionFault::Board(fault) => write!(f, "a position: {fault}"),
            SolutionFault::Drawing { line, needed } => {
                write!(f, "line {line}: a position cannot be read: needs {needed}")
            }
            SolutionFault::Json(message) => write!(f, "not the JSON of a solution: {message}"),
            SolutionFault::MissingKey { number, key } => write!(f, "move {number}: no \"{key}\""),
            SolutionFault::NotACard { number, found } => {
                write!(f, "move {number}: \"card\" is {found}: needs a card such as \"5H\"")
            }
            SolutionFault::NotAPlace { number, key, found } => {
                write!(
                    f,
                    "move {number}: \"{key}\" is {found}: \
                    needs a column \"1\" to \"{COLUMNS_MAX}\", a cell's letter or \"h\""
                )
            }
            SolutionFault::Rules(fault) => write!(f, "\"rules\": {fault}"),
            SolutionFault::TooManyMoves => write!(f, "more than {MOVES_MAX} moves"),
        }
    }
}

/// Reads the moves of a solution.
pub fn read_solution(text: &str) -> Result<Vec<Step>, Faults<SolutionFault>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let steps = match Format::of(text) {
        Format::Json => read_json(text),
        Format::FcSolve => read_fc_solve(text),
        Format::Boards => read_boards(text),
        Format::Listing => read_listing(text),
    }?;
    if steps.len() > MOVES_MAX { Err(SolutionFault::TooManyMoves.into()) } else { Ok(steps) }
}

/// The kinds of text that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Json,
    FcSolve,
    Boards,
    Listing,
}

impl Format {
    fn of(text: &str) -> Format {
        if text.trim_start().starts_with(['{', '[']) {
            return Format::Json;
        }
        let mut lines = text.lines().map(str::trim);
        if lines.clone().any(is_of_fc_solve) {
            Format::FcSolve
        } else if lines.any(is_of_a_board) {
            Format::Boards
        } else {
            Format::Listing
        }
    }
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
