//! A move as JSON has it.

use crate::notation::Move;
use serde::Serialize;

/// The move of one card, as `strata-verify` reads it; where sequences move as one, of a card and what lies
/// on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveJson {
    pub card: String,
    pub from: String,
    pub to: String,
}

impl From<&Move> for MoveJson {
    fn from(one: &Move) -> MoveJson {
        let (from, to) = (one.from.to_string(), one.to.to_string());
        MoveJson { card: one.card().to_string(), from, to }
    }
}
