//! What a scan is: the order in which states that were seen are expanded.
//!
//! Everything else is the same for all scans ([`super::run`]): take a state from the frontier, make
//! its moves, put the results that are new into the table, offer them to the frontier. A state is
//! taken once, so a scan that has run dry has expanded every state that its moves lead to.

/// The states that were seen and not yet expanded.
pub trait Frontier {
    /// Whether [`Frontier::offer`] looks at the value: if not, none is worked out.
    const WEIGHS: bool;
    /// Whether moves that can be left out without losing a way to win are made all the same, since the
    /// fewest moves are wanted.
    const ALL_MOVES: bool = false;

    /// Forgets everything, and keeps the memory. `seed` is the plan's.
    fn clear(&mut self, seed: u64);

    /// The state to expand next. `seen` is the number of states in the table.
    fn take(&mut self, seen: u32) -> Option<u32>;

    /// A new state, in the order of being found: its number, the group of the move that led to it,
    /// and its value.
    fn offer(&mut self, number: u32, group: u8, value: i32);

    /// All results of one state have been offered.
    fn end_offers(&mut self);

    /// Bytes in use.
    fn bytes(&self) -> usize;
}
