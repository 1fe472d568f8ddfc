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
            Format::FcSolve => {
                fc_solve::text(solution.board(), solution.moves(), fc_solve::Naming::Words)
            }
            Format::FcSolveSn => {
                let moves: Vec<_> = solution.spelled().into_iter().map(|word| word.one).collect();
                fc_solve::text(solution.board(), &moves, fc_solve::Naming::Standard)
            }
        }
    }
}

/// The form that a command is asked for.
#[cfg(feature = "cli")]
#[derive(Clone, Copy, clap::Args)]
pub struct FormatArg {
    /// What to print of a solution [default of `solve`: moves]
    #[arg(long, value_enum, conflicts_with = "json")]
    pub format: Option<Format>,
}

#[cfg(feature = "cli")]
impl FormatArg {
    /// A solution as a command prints it: single cards where no form was asked for. Lines for people stand
    /// around these and around numbered moves; other forms stand alone.
    pub fn told(self, solution: &Solution, before: &str, after: &str) -> String {
        match self.format {
            None => format!("{before}\n{}{after}", standard::singles_text(solution)),
            Some(Format::Moves) => format!("{before}\n{}{after}", Format::Moves.text(solution)),
            Some(form) => form.text(solution),
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

    #[test]
    fn lines_for_people_stand_around_moves_for_people() {
        let start = "Foundations: H-K C-K D-K S-Q\nFreecells: --\n: KS\n";
        let solution = solution(start, "1h");
        let told = |format| FormatArg { format }.told(&solution, "before\n", "after\n");
        assert_eq!(told(None), "before\n\n1h\nafter\n");
        let words = "1  1h  KS from column 1 to the foundations\n";
        assert_eq!(told(Some(Format::Moves)), format!("before\n\n{words}after\n"));
        assert_eq!(told(Some(Format::Standard)), "1h\n");
        assert_eq!(size_text(&solution), "1 move of single cards");
    }
}
