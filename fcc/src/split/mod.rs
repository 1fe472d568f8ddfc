//! The split solver: one group at a time, with the moves to each state.
//!
//! The census counts a group and forgets how it got there. Here every entry comes with the moves that
//! lead to it from the deal, and every exit leaves with the moves that lead to it, so that a group can be
//! explored by a process that knows nothing but its entries. What it reads and writes is text ([`text`],
//! [`suits`], [`way`]); files are not the business of this room.
//!
//! [`explore`] visits states. **What a number of moves means there**: moves are of single cards, or of
//! sequences where those move as one, and the number that an exit leaves with is the smallest one over all ways that go through the layers: through states
//! that the search visits, with the safe moves made as soon as there are any. With `--prune none` that is
//! every way there is. It follows by induction over the depths: a way to a state of a group enters the
//! group once, at an entry whose number is the smallest by induction, and then goes by reversible moves.
//!
//! [`explore_classes`] walks classes: an entry is a piece of one, with a way that can be played to every
//! state of the piece ([`way`]). The number of moves is that to one state, its witness.

mod class_entry;
mod classes;
mod flood;
mod parts;
pub mod suits;
#[cfg(test)]
mod tests;
pub mod text;
mod tree;
pub mod way;

pub use class_entry::ClassEntry;
pub use classes::{ClassExit, ClassesFound, Fccs, explore_classes};
pub use flood::{Entry, Exit, Fcc, Found, explore};

use crate::arrival::Arrival;
use crate::game::Game;
use crate::state::State;
use crate::trace::{Step, carry};
use std::fmt;

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The first of its FCC, or the first of some of its FCCs.
    Initial,
    /// Reached from another entry in no more moves than it was recorded with.
    Consumed,
    /// Reached from another entry in more moves.
    Reachable,
}

/// More states or classes than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyStates {
    /// The limit, of states or of classes.
    pub states_max: usize,
    /// What there were too many of: `states` or `classes`.
    pub what: &'static str,
}

impl fmt::Display for TooManyStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} {}", self.states_max, self.what)
    }
}

impl std::error::Error for TooManyStates {}

/// The first entry of all: the deal, carried through its safe moves, and those.
pub fn first_entry(game: &Game) -> (State, Vec<Step>) {
    let mut steps = Vec::new();
    let state = carry(game, Arrival::of_state(game, game.start()), &mut steps);
    (state, steps)
}
