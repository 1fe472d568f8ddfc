//! What the player of a page shows: a solution move by move, with where the graph is at each.
//!
//! The moves come from what the run has kept, or are traced from its records. Either way they are played
//! here on the board, one after the other, and every position is looked at anew for its depth and its
//! fingerprint; the FCCs are those that the path leads through.

use super::html::compact;
use fcc::board::Board;
use fcc::convert::state_of;
use fcc::game::Game;
use fcc::replay::{is_won, replay};
use fcc::trace::{Path as Way, Stage};
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
    pub card: String,
    pub from: String,
    pub to: String,
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
    /// Plays a way that wins.
    pub fn of_way(game: &Game, way: &Way) -> Result<PlayerData, String> {
        let mut board = game.deal().clone();
        let mut stages = way.stages.iter().copied().peekable();
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
        let (start, at_start) = (compact(&board), standing(&board, 0)?);
        let mut steps = Vec::with_capacity(way.steps.len());
        for (index, &step) in way.steps.iter().enumerate() {
            let (played, next) = replay(&board, &[step])
                .map_err(|illegal| format!("move {} of the solution: {illegal}", index + 1))?;
            board = next;
            steps.push(PlayerStep {
                card: played[0].card.to_string(),
                from: played[0].from.to_string(),
                to: played[0].to.to_string(),
                board: compact(&board),
                at: standing(&board, index + 1)?,
            });
        }
        match is_won(&board) {
            true => Ok(PlayerData { start, at_start, steps }),
            false => Err(format!("the solution does not win:\n{board}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::board::ReadOptions;
    use fcc::card::Card;
    use fcc::planes::Place;
    use fcc::rules::Prune;
    use fcc::trace::{Step, To};

    #[test]
    fn a_way_is_played_board_by_board() {
        let text = "Foundations: H-Q C-K D-Q S-J\nFreecells: --\n: KS\n: KD QS\n: KH\n:\n";
        let board = Board::read(text, &ReadOptions::default()).expect("a board");
        let game = Game::new(board, Prune::None);
        let step = |&(name, to): &(&str, To)| {
            let card = Card::all().find(|card| card.to_string() == name);
            Step { card: card.expect("a card"), to }
        };
        let way = |moves: &[(&str, To)]| Way {
            steps: moves.iter().map(step).collect(),
            stages: Vec::new(),
        };
        let cell = To::Place(Place::Cell);
        let mut moves = vec![("QS", cell), ("QS", To::Up), ("KD", To::Up), ("KS", To::Up)];
        let short = way(&moves);
        assert!(PlayerData::of_way(&game, &short).expect_err("not won").contains("does not win"));
        moves.push(("KH", To::Up));
        let player = PlayerData::of_way(&game, &way(&moves)).expect("a solution");
        assert_eq!(player.start, "KS/KDQS/KH/|..|KQQJ");
        assert_eq!(player.steps[0].board, "KS/KD/KH/|QS|KQQJ");
        assert_eq!(player.steps[4].board, "///|..|KKKK");
        assert_eq!(player.steps[4].at.fingerprint, "8vLy8vLy8vLy8tg");
    }
}
