//! `--format`: the form of a solution that a command is asked for.

use crate::format::{Format, standard};
use fcc::solution::Solution;

/// The form that a command is asked for.
#[derive(Clone, Copy, clap::Args)]
pub struct FormatArg {
    /// What to print of a solution [default of `solve`: moves]
    #[arg(long, value_enum, conflicts_with = "json")]
    pub format: Option<Format>,
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::board::{Board, ReadOptions};

    #[test]
    fn lines_for_people_stand_around_moves_for_people() {
        let start = "Foundations: H-K C-K D-K S-Q\nFreecells: --\n: KS\n";
        let board = Board::read(start, &ReadOptions::default()).expect("a board");
        let solution = Solution::of_names(&board, &["1h"]).expect("legal moves");
        let told = |format| FormatArg { format }.told(&solution, "before\n", "after\n");
        assert_eq!(told(None), "before\n\n1h\nafter\n");
        let words = "1  1h  KS from column 1 to the foundations\n";
        assert_eq!(told(Some(Format::Moves)), format!("before\n\n{words}after\n"));
        assert_eq!(told(Some(Format::Standard)), "1h\n");
        assert_eq!(crate::format::size_text(&solution), "1 move of single cards");
    }
}
