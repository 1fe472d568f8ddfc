//! A solution: traced moves, played on the board and found to win.

use crate::print::count;
use fcc::board::Board;
use fcc::game::Game;
use fcc::replay::{Played, is_won, replay};
use fcc::trace::{Path, Stage};
use serde::Serialize;
use std::fmt::Write;
use storage::solution::{Solution, StoredStage};

/// Moves on a line.
const MOVES_A_LINE: usize = 15;

/// A path from the deal with its moves named.
pub struct Solved {
    pub moves: Vec<Played>,
    pub stages: Vec<Stage>,
    /// The position at the end.
    pub end: Board,
}

/// One move, as `strata-verify` reads it.
#[derive(Serialize)]
pub struct MoveJson {
    card: String,
    from: String,
    to: String,
}

impl MoveJson {
    pub fn of(step: &Played) -> MoveJson {
        MoveJson {
            card: step.card.to_string(),
            from: step.from.to_string(),
            to: step.to.to_string(),
        }
    }
}

/// An FCC on the way.
#[derive(Serialize)]
pub struct StageJson {
    depth: u32,
    fingerprint: String,
    smallest_key: String,
    moves: usize,
}

impl Solved {
    /// Plays a path that leads to a win.
    ///
    /// # Panics
    /// When a move is illegal or the game is not won at the end: a bug, and nothing may be printed.
    pub fn of(game: &Game, path: Path) -> Solved {
        let solved = Solved::of_way(game, path);
        assert!(is_won(&solved.end), "the traced path does not win:\n{}", solved.end);
        solved
    }

    /// Plays a path that leads somewhere.
    ///
    /// # Panics
    /// When a move is illegal.
    pub fn of_way(game: &Game, path: Path) -> Solved {
        let Path { steps, stages } = path;
        let (moves, end) = replay(game.deal(), &steps)
            .unwrap_or_else(|illegal| panic!("the traced path is wrong: {illegal}"));
        Solved { moves, stages, end }
    }

    pub fn moves_json(&self) -> Vec<MoveJson> {
        self.moves.iter().map(MoveJson::of).collect()
    }

    pub fn stages_json(&self) -> Vec<StageJson> {
        let json = |stage: &Stage| StageJson {
            depth: stage.depth,
            fingerprint: stage.fingerprint.to_string(),
            smallest_key: format!("{:x}", stage.smallest),
            moves: stage.moves,
        };
        self.stages.iter().map(json).collect()
    }

    /// The moves in standard notation, each of a single card, some to a line.
    pub fn moves_text(&self) -> String {
        let mut text = String::new();
        for line in self.moves.chunks(MOVES_A_LINE) {
            let names: Vec<String> = line.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{}", names.join(" "));
        }
        text
    }

    /// How long it is.
    pub fn size_text(&self) -> String {
        format!(
            "{} of single cards through {}",
            count(self.moves.len() as u128, "move"),
            count(self.stages.len() as u128, "FCC")
        )
    }

    /// What a directory keeps of it.
    pub fn to_stored(&self) -> Solution {
        let stage = |stage: &Stage| StoredStage {
            depth: stage.depth,
            fingerprint: stage.fingerprint.to_string(),
            smallest: stage.smallest,
            entry: [stage.entry.a, stage.entry.b],
            moves: stage.moves as u64,
        };
        Solution {
            moves: self
                .moves
                .iter()
                .map(|step| (step.card.to_string(), step.to_string()))
                .collect(),
            stages: self.stages.iter().map(stage).collect(),
        }
    }
}
