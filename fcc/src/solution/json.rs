//! A move as JSON has it.

use crate::notation::Move;
use serde::Serialize;

/// The move of one card, as `strata-verify` reads it; where sequences move as one, of a card and what lies
/// on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveJson {
    /// The card, or the deepest one of a sequence that moves as one.
    pub card: String,
    /// Where it comes from: a column by its number, a cell by its letter.
    pub from: String,
    /// Where it goes: the same, or `h` for the foundation.
    pub to: String,
}

impl From<&Move> for MoveJson {
    fn from(one: &Move) -> MoveJson {
        let (from, to) = (one.from.to_string(), one.to.to_string());
        MoveJson { card: one.card().to_string(), from, to }
    }
}
