//! The parts of a solution in JSON.

use super::numbered::words;
use fcc::notation::Move;
use fcc::solution::{Counts, MoveJson, Solution};
use fcc::trace::Stage;
use serde::Serialize;

/// The moves of single cards.
pub fn moves_json(solution: &Solution) -> Vec<MoveJson> {
    solution.singles().iter().map(MoveJson::from).collect()
}

/// A move, told in every way.
#[derive(Serialize)]
pub struct HintedJson {
    /// In standard notation.
    pub standard: String,
    /// The cards and places in words.
    pub words: String,
    cards: Vec<String>,
    from: String,
    to: String,
}

impl From<&Move> for HintedJson {
    fn from(one: &Move) -> HintedJson {
        HintedJson {
            standard: one.to_string(),
            words: words(one),
            cards: one.cards.iter().map(ToString::to_string).collect(),
            from: one.from.to_string(),
            to: one.to.to_string(),
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

/// The FCCs on the way.
pub fn stages_json(solution: &Solution) -> Vec<StageJson> {
    let json = |stage: &Stage| StageJson {
        depth: stage.depth,
        fingerprint: stage.fingerprint.to_string(),
        smallest_key: format!("{:x}", stage.smallest),
        moves: stage.moves,
    };
    solution.stages().iter().map(json).collect()
}

/// The number of moves, counted in the three ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CountsJson {
    /// Every card that is moved.
    pub cards: usize,
    /// Sequences as one move.
    pub sequences: usize,
    /// The same, less the foundation moves that any program for players makes by itself.
    pub without_automatic: usize,
}

impl From<Counts> for CountsJson {
    fn from(counts: Counts) -> CountsJson {
        let Counts { cards, sequences, without_automatic } = counts;
        CountsJson { cards, sequences, without_automatic }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_are_three_numbers() {
        let counts = Counts { cards: 120, sequences: 90, without_automatic: 50 };
        let json = serde_json::to_string(&CountsJson::from(counts)).expect("plain numbers");
        assert_eq!(json, r#"{"cards":120,"sequences":90,"without_automatic":50}"#);
    }
}
