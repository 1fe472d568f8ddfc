//! What a flood counts. Manifests hold it as it is: the order of these fields is a part of their format
//! (storage/FORMAT.md).

use crate::digest::Digest;
use serde::{Deserialize, Serialize};

/// How many FCCs there are of each size, by powers of two: place *i* counts those with at least
/// 2^i and fewer than 2^(i+1) states.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizeCounts(Vec<u128>);

impl SizeCounts {
    /// Adds `fccs` components of `states` states each.
    pub fn add(&mut self, states: u128, fccs: u128) {
        assert!(states > 0, "an FCC without states");
        let place = states.ilog2() as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] += fccs;
    }

    /// Adds the counts of other FCCs.
    pub fn join(&mut self, other: &SizeCounts) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, more) in self.0.iter_mut().zip(&other.0) {
            *mine += more;
        }
    }

    /// Counts by powers of two, up to the largest size there is.
    pub fn as_slice(&self) -> &[u128] {
        &self.0
    }
}

/// What was found in one group, or in several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupTally {
    /// Groups that were finished.
    pub groups: u64,
    /// What was walked: classes, or states where a class is a state.
    pub classes: u128,
    /// FCCs of all components.
    pub fccs: u128,
    /// Live states of all FCCs.
    pub states: u128,
    /// States among the entries, each once; the pieces of a class count as the states they stand for.
    pub entries: u128,
    /// Moves that leave a group, counted at every state that has them.
    pub exits: u128,
    /// States of the largest FCC.
    pub largest_fcc: u128,
    /// FCCs by the number of their states.
    pub sizes: SizeCounts,
    /// The sum over all states; zero if it was not wanted.
    pub digest: Digest,
}

impl GroupTally {
    /// Counts a component: so many FCCs, which are alike, with so many states together.
    pub fn add_component(&mut self, states: u128, fccs: u128) {
        assert!(states.is_multiple_of(fccs), "the FCCs of a component are alike");
        self.fccs += fccs;
        self.states += states;
        self.largest_fcc = self.largest_fcc.max(states / fccs);
        self.sizes.add(states / fccs, fccs);
    }

    /// Adds what was found elsewhere. The largest FCC is that of both.
    pub fn join(&mut self, other: &GroupTally) {
        self.groups += other.groups;
        self.classes += other.classes;
        self.fccs += other.fccs;
        self.states += other.states;
        self.entries += other.entries;
        self.exits += other.exits;
        self.largest_fcc = self.largest_fcc.max(other.largest_fcc);
        self.sizes.join(&other.sizes);
        self.digest.join(other.digest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_counted_by_powers_of_two() {
        let mut sizes = SizeCounts::default();
        for states in [1, 2, 3, 4, 7, 8] {
            sizes.add(states, 1);
        }
        sizes.add(1 << 100, 10);
        assert_eq!(sizes.as_slice()[..4], [1, 2, 2, 1]);
        assert_eq!(sizes.as_slice()[100], 10);
        let mut sum = SizeCounts::default();
        sum.add(1, 5);
        sum.join(&sizes);
        assert_eq!(sum.as_slice()[0], 6);
        assert_eq!(sum.as_slice().len(), 101);
    }
}
