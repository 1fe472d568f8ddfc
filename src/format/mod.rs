//! A solution as text, in the forms that people and other programs read, and its parts in JSON. Nothing is
//! solved or played here, and nothing is printed: [`Solution`] was played when it was made, and knows all
//! that is written. Each form has its file.

mod boards;
pub mod fc_solve;
mod json;
pub mod numbered;
pub mod standard;

pub use fcc::solution::MoveJson;
pub use json::{CountsJson, HintedJson, StageJson, moves_json, stages_json};

use fcc::numbers::count;
use fcc::solution::Solution;

/// The forms of a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// Numbered moves, with the cards and places in words
    #[default]
    Moves,
    /// Standard notation: `26 a5 3h`, sequences as one move
    Standard,
    /// Every position, as boards that can be read again
    Boards,
    /// What `fc-solve -p -t -sam` prints
    FcSolve,
    /// What `fc-solve -p -t -sam -sn` prints
    FcSolveSn,
}

impl Format {
    /// The whole text, each line ended by a newline.
    pub fn text(self, solution: &Solution) -> String {
        match self {
            Format::Moves => numbered::text(solution.moves()),
            Format::Standard => standard::text(&solution.spelled()),
            Format::Boards => boards::text(solution),
            Format::FcSolve => fc_solve::text(
                solution.board(),
                solution.moves(),
                fc_solve::Form::whole(fc_solve::Naming::Words),
            ),
            Format::FcSolveSn => {
                let moves: Vec<_> = solution.spelled().into_iter().map(|word| word.one).collect();
                fc_solve::text(
                    solution.board(),
                    &moves,
                    fc_solve::Form::whole(fc_solve::Naming::Standard),
                )
            }
        }
    }
}

/// How long a solution is.
pub fn size_text(solution: &Solution) -> String {
    let moves = format!("{} of single cards", count(solution.counts().cards as u128, "move"));
    match solution.stages().len() {
        0 => moves,
        fccs => format!("{moves} through {}", count(fccs as u128, "FCC")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::board::{Board, ReadOptions};

    /// Moves by their names from a board of a test.
    pub fn solution(board: &str, names: &str) -> Solution {
        let board = Board::read(board, &ReadOptions::default()).expect("a board");
        let names: Vec<&str> = names.split(' ').collect();
        Solution::of_names(&board, &names).expect("legal moves")
    }

    #[cfg(feature = "cli")]
    #[test]
    fn the_names_of_the_forms_are_those_of_the_command_line() {
        use clap::ValueEnum;
        let names: Vec<String> = Format::value_variants()
            .iter()
            .map(|form| form.to_possible_value().expect("not hidden").get_name().to_owned())
            .collect();
        assert_eq!(names, ["moves", "standard", "boards", "fc-solve", "fc-solve-sn"]);
        assert_eq!(Format::default(), Format::Moves);
    }
}
