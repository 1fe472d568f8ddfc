//! What the player of a page shows: a solution move by move, with where the graph is at each.
//!
//! The moves come from what the run has kept, or are traced from its records. Every position is looked at
//! anew for its depth and its fingerprint; the FCCs are those that the path leads through.

use super::html::compact;
use fcc::board::Board;
use fcc::convert::state_of;
use fcc::game::Game;
use fcc::solution::{MoveJson, Solution};
use fcc::trace::Stage;
use serde::Serialize;

/// A solution, ready to be shown.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerData {
    /// The board it begins with, in one line.
    pub start: String,
    /// Where the graph is at the start.
    pub at_start: Standing,
    pub steps: Vec<PlayerStep>,
}

/// One move.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerStep {
    #[serde(flatten)]
    pub one: MoveJson,
    /// The board after it, in one line. The script makes the moves itself; this is for others.
    #[serde(skip)]
    pub board: String,
    #[serde(flatten)]
    pub at: Standing,
}

/// Where the graph is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    pub depth: u32,
    pub fingerprint: String,
    /// The smallest key of the FCC; nothing between two of them, and where the game plays itself out.
    pub fcc: Option<String>,
}

impl PlayerData {
    /// A solution of the game, with where the graph is at each of its positions.
    pub fn of(game: &Game, solution: &Solution) -> Result<PlayerData, String> {
        let mut stages = solution.stages().iter().copied().peekable();
        let mut stage: Option<Stage> = None;
        let mut standing = |board: &Board, moves: usize| -> Result<Standing, String> {
            while let Some(next) = stages.next_if(|next| next.moves <= moves) {
                stage = Some(next);
            }
            let state = state_of(game, board).map_err(|error| error.to_string())?;
            let inside = stage.filter(|stage| stage.fingerprint == state.fingerprint);
            Ok(Standing {
                depth: game.depth(state.fingerprint),
                fingerprint: state.fingerprint.to_string(),
                fcc: inside.map(|stage| format!("{:x}", stage.smallest)),
            })
        };
        let (board, moves) = (solution.board(), solution.singles());
        let (start, at_start) = (compact(board), standing(board, 0)?);
        let mut steps = Vec::with_capacity(moves.len());
        for (one, board) in moves.iter().zip(board.after_each(moves)) {
            let at = standing(&board, steps.len() + 1)?;
            steps.push(PlayerStep { one: one.into(), board: compact(&board), at });
        }
        Ok(PlayerData { start, at_start, steps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::board::ReadOptions;
    use fcc::rules::Prune;

    #[test]
    fn a_way_is_played_board_by_board() {
        let text = "Foundations: H-Q C-K D-Q S-J\nFreecells: --\n: KS\n: KD QS\n: KH\n:\n";
        let board = Board::read(text, &ReadOptions::default()).expect("a board");
        let game = Game::new(board.clone(), Prune::None);
        let names = ["2a", "ah", "2h", "1h", "3h"];
        let solution = Solution::of_names(&board, &names).expect("legal moves");
        let player = PlayerData::of(&game, &solution).expect("a solution");
        assert_eq!(player.start, "KS/KDQS/KH/|..|KQQJ");
        assert_eq!(player.steps[0].board, "KS/KD/KH/|QS|KQQJ");
        assert_eq!(player.steps[4].board, "///|..|KKKK");
        assert_eq!(player.steps[4].at.fingerprint, "8vLy8vLy8vLy8tg");
    }
}
