//! How many FCCs there are of each size, for quantiles.

use std::collections::BTreeMap;

/// Different sizes that are told apart; with more of them, sizes are rounded.
const SIZES_MAX: usize = 1 << 16;

/// Leading bits that a rounded size keeps.
const BITS_KEPT: u32 = 12;

/// Sizes of FCCs and how often they occur. Exact for up to 65,536 different sizes; with more, sizes are
/// rounded down to twelve leading bits, which is less than one part in two thousand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    fccs_of: BTreeMap<u128, u128>,
    largest: u128,
    states: u128,
    is_rounded: bool,
}

impl Sizes {
    /// Adds `fccs` FCCs of `states` states each.
    pub fn add(&mut self, states: u128, fccs: u128) {
        self.largest = self.largest.max(states);
        self.states += states * fccs;
        self.put(states, fccs);
    }

    /// Adds the FCCs of another part. If its sizes were rounded, all sizes are from here on.
    pub fn join(&mut self, other: &Sizes) {
        self.largest = self.largest.max(other.largest);
        self.states += other.states;
        if other.is_rounded {
            self.round();
        }
        for (&states, &fccs) in &other.fccs_of {
            self.put(states, fccs);
        }
    }

    fn put(&mut self, states: u128, fccs: u128) {
        let size = if self.is_rounded { rounded(states) } else { states };
        *self.fccs_of.entry(size).or_default() += fccs;
        if self.fccs_of.len() > SIZES_MAX && !self.is_rounded {
            self.round();
        }
    }

    fn round(&mut self) {
        self.is_rounded = true;
        for (states, fccs) in std::mem::take(&mut self.fccs_of) {
            *self.fccs_of.entry(rounded(states)).or_default() += fccs;
        }
    }

    /// How many FCCs were added.
    pub fn fccs(&self) -> u128 {
        self.fccs_of.values().sum()
    }

    /// States of the largest FCC, which is never rounded; 0 if there is none.
    pub fn largest(&self) -> u128 {
        self.largest
    }

    /// States of the smallest FCC, rounded where all sizes are; 0 if there is none.
    pub fn smallest(&self) -> u128 {
        self.fccs_of.keys().next().copied().unwrap_or(0)
    }

    /// States of an FCC in the mean.
    pub fn mean(&self) -> f64 {
        let fccs = self.fccs();
        if fccs == 0 { 0.0 } else { self.states as f64 / fccs as f64 }
    }

    /// The least size that at least so many parts of a hundred of the FCCs do not exceed.
    pub fn percentile(&self, percent: u32) -> u128 {
        let fccs = self.fccs();
        let wanted = (fccs / 100 * u128::from(percent)
            + (fccs % 100 * u128::from(percent)).div_ceil(100))
        .max(1);
        let mut so_far = 0;
        for (&states, &count) in &self.fccs_of {
            so_far += count;
            if so_far >= wanted {
                return states;
            }
        }
        self.largest
    }
}

fn rounded(states: u128) -> u128 {
    let bits = u128::BITS - states.leading_zeros();
    let dropped = bits.saturating_sub(BITS_KEPT);
    states >> dropped << dropped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_list() {
        let mut sizes = Sizes::default();
        let list: Vec<u128> = (0..137u128).map(|i| 1 + (i * i * 7919) % 60).collect();
        list.iter().for_each(|&size| sizes.add(size, 1));
        let mut sorted = list.clone();
        sorted.sort_unstable();
        for percent in [1, 10, 25, 50, 75, 90, 99, 100] {
            let place = (sorted.len() * percent).div_ceil(100) - 1;
            assert_eq!(sizes.percentile(percent as u32), sorted[place], "{percent}");
        }
        assert_eq!(sizes.mean(), list.iter().sum::<u128>() as f64 / list.len() as f64);
        assert_eq!((sizes.smallest(), sizes.largest()), (sorted[0], *sorted.last().unwrap()));
    }

    #[test]
    fn too_many_sizes_are_rounded_and_none_is_lost() {
        let (mut sizes, mut other) = (Sizes::default(), Sizes::default());
        let count = 2 * SIZES_MAX as u128;
        for size in 1..=count {
            sizes.add(size, 3);
        }
        other.add(7, 1);
        other.join(&sizes);
        assert_eq!(other.fccs(), 3 * count + 1);
        assert!(other.fccs_of.len() <= SIZES_MAX);
        assert_eq!(other.largest(), count);
        let median = other.percentile(50) as f64;
        assert!((median / (count / 2) as f64 - 1.0).abs() < 0.001, "{median}");
    }
}
