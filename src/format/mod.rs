//! A solution as text, in the forms that people and other programs read. Nothing is solved here, and nothing
//! is printed.
//!
//! A search ends in a list of moves of single cards. [`Solution::of`] plays it on the board, joins what
//! belongs together into moves of sequences, and refuses what does not win; every form is made from
//! that, so no form can show what was not replayed. [`table`] is the board while the moves are made,
//! and each form has its file.

mod boards;
pub mod fc_solve;
mod json;
pub mod numbered;
pub mod standard;
pub mod table;

pub use json::CountsJson;

use crate::solved::MoveJson;
use fcc::board::Board;
use fcc::replay::{Played, is_won, replay};
use fcc::solve::counts::{Counts, Move, join_played};
use fcc::trace::Step;

/// Moves from a board that win, single and joined.
#[derive(Clone, Debug)]
pub struct Solution {
    pub board: Board,
    /// The moves of single cards.
    pub played: Vec<Played>,
    /// The same with sequences as one.
    pub moves: Vec<Move>,
    pub counts: Counts,
}

impl Solution {
    /// Plays the moves of a search.
    ///
    /// # Panics
    /// When a move is illegal or the game is not won at the end: a bug, and nothing may be printed.
    pub fn of(board: Board, steps: &[Step]) -> Solution {
        let (played, end) = replay(&board, steps)
            .unwrap_or_else(|illegal| panic!("the solution is wrong: {illegal}"));
        assert!(is_won(&end), "the solution does not win:\n{end}");
        let moves = join_played(&board, &played);
        let automatic = moves.iter().filter(|one| one.automatic).count();
        let (cards, sequences) = (played.len(), moves.len());
        let counts = Counts { cards, sequences, without_automatic: sequences - automatic };
        Solution { board, played, moves, counts }
    }

    /// The moves that `strata-verify` reads from JSON: single cards.
    pub fn moves_json(&self) -> Vec<MoveJson> {
        self.played.iter().map(MoveJson::of).collect()
    }
}

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
        let Solution { board, moves, .. } = solution;
        match self {
            Format::Moves => numbered::text(board, moves),
            Format::Standard => standard::text(board, &standard::spelled(solution)),
            Format::Boards => boards::text(board, moves),
            Format::FcSolve => fc_solve::text(board, moves, fc_solve::Naming::Words),
            Format::FcSolveSn => {
                fc_solve::text(board, &standard::spelled(solution), fc_solve::Naming::Standard)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::table::tests::{board, steps};

    const BOARD: &str =
        "Foundations: H-J C-K D-K S-T\nFreecells: -- --\n: KS\n: KH QS\n: QH JS\n:\n";

    #[test]
    fn a_solution_is_played_joined_and_counted() {
        let moves = "JS cell, QH bottom, JS high, JS up, QS up, QH up, KS up, KH up";
        let solution = Solution::of(board(BOARD), &steps(moves));
        assert_eq!((solution.played.len(), solution.moves.len()), (8, 6));
        assert_eq!(solution.moves[0].steps, 3);
        assert_eq!(solution.counts.sequences, 6);
        assert_eq!(solution.counts.without_automatic, 1);
        assert_eq!(solution.moves_json().len(), 8);
    }

    #[test]
    #[should_panic(expected = "the solution does not win")]
    fn moves_that_do_not_win_are_refused() {
        Solution::of(board(BOARD), &steps("JS up, QS up, KS up"));
    }

    #[test]
    #[should_panic(expected = "the solution is wrong: move 2, of KS")]
    fn illegal_moves_are_refused() {
        Solution::of(board(BOARD), &steps("JS up, KS up"));
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
