//! How far a group has come whose flood is under way.

use std::sync::Arc;

/// Which entries of a group have been reached, by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consumed {
    /// Number of entries of the group.
    pub entries: u64,
    /// A bit for each, 64 to a word.
    pub bits: Arc<Vec<u64>>,
}

impl Consumed {
    /// Whether there is a bit for each entry and no other one, and some are left.
    pub fn is_sound(&self) -> bool {
        let Consumed { entries, bits } = self;
        let spare = (bits.len() as u64 * 64).checked_sub(*entries);
        spare.is_some_and(|spare| {
            spare < 64 && bits.last().is_none_or(|&last| spare == 0 || last >> (64 - spare) == 0)
        })
    }
}
