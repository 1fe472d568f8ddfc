//! The counts of a solution in JSON.

use fcc::solve::counts::Counts;
use serde::Serialize;

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
