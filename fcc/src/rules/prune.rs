//! Which foundation moves are made at once: a matter of the search, not of the game.

use std::fmt;

/// Which foundation moves are made without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prune {
    /// Safe foundation moves are made at once; states that have one are not counted.
    Safe,
    /// Every move is a choice, every state is counted.
    None,
}

impl fmt::Display for Prune {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Prune::Safe => "safe",
            Prune::None => "none",
        })
    }
}
