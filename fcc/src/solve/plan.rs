//! Plans: which scans are run, with which moves and weights, and for how long in turn.
//!
//! No single scan is good at every deal: where one is lost in a corner for a hundred thousand states
//! another walks through. So a plan is a list of scans that take turns, each for its quota of
//! iterations, and when all had theirs the round begins again with quotas that have grown. Each scan
//! keeps its own states and goes on where it stopped.
//!
//! A scan whose moves are complete and that runs dry has proved the deal impossible. One that
//! leaves moves out proves nothing when it runs dry; it only drops out.

use super::kinds::{Complete, MoveSet};
use super::run::Scan;
use super::weights::Weights;
use crate::rules::Prune;

/// One scan of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The order in which positions are expanded.
    pub scan: Scan,
    /// The moves that it makes.
    pub set: MoveSet,
    /// How a best-first scan judges positions.
    pub weights: Weights,
    /// Iterations in the first round.
    pub quota: u64,
}

/// What is done to a solution before it is given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shorten {
    /// Nothing.
    None,
    /// Moves that it can do without are left out: a few microseconds.
    Path,
    /// The shortest way among all states that its scan has seen is looked for first: as long again
    /// as the search.
    States,
}

impl Shorten {
    /// Every way to shorten, the least work first.
    pub const ALL: [Shorten; 3] = [Shorten::None, Shorten::Path, Shorten::States];

    /// The word of plans.
    pub const fn name(self) -> &'static str {
        match self {
            Shorten::None => "none",
            Shorten::Path => "path",
            Shorten::States => "states",
        }
    }
}

/// Scans that take turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What `--plan` calls it.
    pub name: String,
    /// What it is good for, in a paragraph without line breaks.
    pub about: String,
    /// Whether safe foundation moves are made at once.
    pub prune: Prune,
    /// What quotas are multiplied by from round to round, in percent: at least 100.
    pub growth_percent: u32,
    /// Whether solutions are shortened before they are given out.
    pub shorten: Shorten,
    /// The scans that take turns, in this order.
    pub turns: Vec<Turn>,
}

impl Plan {
    /// The witness, if a scan of the plan leaves no move out.
    pub fn complete(&self) -> Option<Complete> {
        self.turns.iter().find_map(|turn| turn.set.complete())
    }

    /// Iterations that a turn has in a round.
    pub fn quota(&self, turn: usize, round: u32) -> u64 {
        let mut quota = u128::from(self.turns[turn].quota.max(1));
        for _ in 0..round {
            quota = (quota * u128::from(self.growth_percent.max(100)) / 100).min(u64::MAX.into());
        }
        quota as u64
    }
}
