//! What the player of a page shows: a solution move by move, with where the graph is at each.
//!
//! The moves come from what the run has kept, or are traced from its records. Either way they are played
//! here on the board, one after the other, and every position is looked at anew for its depth and its
//! fingerprint; the FCCs are those that the path leads through.

use super::html::compact;
use crate::exit::Failure;
use crate::kept::KeptRun;
use crate::run::tracing;
use fcc::board::Board;
use fcc::card::Card;
use fcc::convert::state_of;
use fcc::fingerprint::Fingerprint;
use fcc::game::Game;
use fcc::planes::Place;
use fcc::replay::{is_won, replay};
use fcc::state::State;
use fcc::trace::{Path as Way, Stage, Step, To, Tracer};
use serde::Serialize;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use storage::solution::{SOLUTION, Solution};

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
    /// The solution of a run; nothing where it has none.
    pub fn of_run(dir: &Path, run: &KeptRun) -> Result<Option<PlayerData>, Failure> {
        let way = match kept(dir, run)? {
            Some(way) => way,
            None => {
                let layers = run.manifest.layers.iter().filter(|layer| layer.won);
                let won: Vec<u32> = layers.map(|layer| layer.depth).collect();
                if won.is_empty() {
                    return Ok(None);
                }
                let symmetry = run.manifest.identity.symmetry;
                tracing(|control, memory_bytes| {
                    Tracer::new(&run.game, &run.exists, symmetry, memory_bytes, control)
                        .solution(&won)
                })?
            }
        };
        PlayerData::of_way(&run.game, &way).map(Some).map_err(Failure::of_machine)
    }

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

/// The solution that the run has kept.
fn kept(dir: &Path, run: &KeptRun) -> Result<Option<Way>, Failure> {
    let path = dir.join(SOLUTION);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(Failure::of_machine(format!("can't read {}: {error}", path.display())));
        }
    };
    let damaged = |what: String| Failure::of_machine(format!("{}: {what}", path.display()));
    let solution = Solution::from_bytes(&bytes).map_err(|error| damaged(error.to_string()))?;
    way_of(&run.game, &solution).map(Some).map_err(damaged)
}

/// The way that was kept, as it was before it was written.
fn way_of(game: &Game, solution: &Solution) -> Result<Way, String> {
    let mut board = game.deal().clone();
    let mut steps = Vec::with_capacity(solution.moves.len());
    for (card, name) in &solution.moves {
        let foreign = || format!("{name} of {card} is no move here");
        let step = step_of(&board, card, name).ok_or_else(foreign)?;
        let (played, next) = replay(&board, &[step]).map_err(|illegal| illegal.to_string())?;
        if played[0].to_string() != *name {
            return Err(foreign());
        }
        board = next;
        steps.push(step);
    }
    let stage = |stage: &storage::solution::StoredStage| {
        let fingerprint: Fingerprint = stage.fingerprint.parse().ok()?;
        let entry = State { fingerprint, a: stage.entry[0], b: stage.entry[1] };
        let (depth, smallest) = (stage.depth, stage.smallest);
        Some(Stage { depth, fingerprint, smallest, entry, moves: stage.moves.try_into().ok()? })
    };
    let stages: Option<Vec<Stage>> = solution.stages.iter().map(stage).collect();
    Ok(Way { steps, stages: stages.ok_or("an FCC of the solution can't be read")? })
}

/// The move of this card with this name: `26`, `a5`, `3h`, `10-a`.
fn step_of(board: &Board, card: &str, name: &str) -> Option<Step> {
    let card = Card::all().find(|one| one.to_string() == card)?;
    let to = match name.rsplit_once('-') {
        Some((_, to)) => to,
        None => name.get(name.len().checked_sub(1)?..)?,
    };
    let to = match to.parse::<usize>() {
        Ok(column) => {
            let column = board.columns().get(column.checked_sub(1)?)?;
            To::Place(column.last().map_or(Place::Bottom, |&parent| Place::on(parent)))
        }
        Err(_) if to == "h" => To::Up,
        Err(_) => To::Place(Place::Cell),
    };
    Some(Step { card, to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::board::ReadOptions;
    use fcc::rules::Prune;

    #[test]
    fn names_of_moves_are_understood() {
        let text = "Foundations: H-Q C-K D-Q S-J\nFreecells: --\n: KS\n: KD QS\n: KH\n:\n";
        let board = Board::read(text, &ReadOptions { freecells: None }).expect("a board");
        let game = Game::new(board, Prune::None);
        let named = |names: &[(&str, &str)]| Solution {
            moves: names.iter().map(|&(card, name)| (card.into(), name.into())).collect(),
            stages: Vec::new(),
        };
        let moves =
            [("QS", "2a"), ("QS", "a3"), ("QS", "34"), ("QS", "4h"), ("KD", "2h"), ("KS", "1h")];
        let mut moves = moves.to_vec();
        let short = way_of(&game, &named(&moves)).expect("legal moves");
        assert!(PlayerData::of_way(&game, &short).expect_err("not won").contains("does not win"));
        moves.push(("KH", "3h"));
        let way = way_of(&game, &named(&moves)).expect("legal moves");
        let player = PlayerData::of_way(&game, &way).expect("a solution");
        assert_eq!(player.start, "KS/KDQS/KH/|..|KQQJ");
        assert_eq!(player.steps[0].board, "KS/KD/KH/|QS|KQQJ");
        assert_eq!(player.steps[6].board, "///|..|KKKK");
        assert_eq!(player.steps[6].at.fingerprint, "8vLy8vLy8vLy8tg");
        for wrong in [("QS", "1a"), ("QS", "29"), ("QS", ""), ("1X", "2a"), ("QS", "2h")] {
            let refused = way_of(&game, &named(&[wrong]));
            assert_eq!(refused.is_err(), wrong != ("QS", "2h"), "{wrong:?}");
        }
    }
}
