//! The digest: a fingerprint of a whole set of states that does not depend on their order.
//!
//! Every live state adds a fixed 128-bit hash of its fingerprint and its class, wrapping. A state
//! counted twice or left out shows. The hash is taken of the canonical member of the class, so a walk
//! over classes can add it as often as the class has states without making them, and gives the
//! same sum as the walk over states.
//!
//! The hash is a chain of 64-bit finalisers (multiply and shift, bijective), two lanes with different
//! constants. It is for catching mistakes, not for defending against an adversary. ENCODING.md has
//! the formula; golden values pin it.

use crate::fingerprint::Fingerprint;
use crate::planes::Planes;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A sum of state hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest(pub u128);

impl Digest {
    /// Adds the hash of one state.
    #[inline]
    pub fn add(&mut self, hash: u128) {
        self.0 = self.0.wrapping_add(hash);
    }

    /// Adds a hash as often as a class has states.
    #[inline]
    pub fn add_times(&mut self, hash: u128, times: u128) {
        self.0 = self.0.wrapping_add(hash.wrapping_mul(times));
    }

    /// Adds the digest of other states: the sum is that of both sets together.
    pub fn join(&mut self, other: Digest) {
        self.add(other.0);
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The part of the hash that all states of a group share.
#[derive(Clone, Copy, Debug)]
pub struct GroupHash {
    lanes: [u64; 2],
}

const LANES: [u64; 2] = [0x2545_f491_4f6c_dd1d, 0xd6e8_feb8_6659_fd93];

impl GroupHash {
    /// Mixes in the fingerprint, once for the whole group.
    pub fn new(fingerprint: Fingerprint) -> GroupHash {
        GroupHash {
            lanes: LANES
                .map(|lane| mix(mix(fingerprint.stuck ^ lane).wrapping_add(fingerprint.founded))),
        }
    }

    /// The hash of the class whose canonical member has these planes.
    #[inline]
    pub fn class(self, Planes { a, b }: Planes) -> u128 {
        let [first, second] = self.lanes.map(|lane| mix(mix(a ^ lane).wrapping_add(b)));
        u128::from(first) << 64 | u128::from(second)
    }
}

/// A bijective scrambling of 64 bits, every input bit reaching every output bit.
#[inline]
const fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_hashes() {
        let hash = GroupHash::new(Fingerprint { stuck: 0, founded: 0 });
        assert_eq!(
            format!("{:032x}", hash.class(Planes { a: 0, b: 0 })),
            "1f810ad27e9209df8fd2a664be1458c9"
        );
        let hash = GroupHash::new(Fingerprint { stuck: 0xf_0000_1234_0000, founded: 0xf });
        assert_eq!(
            format!("{:032x}", hash.class(Planes { a: 0xff00, b: 0x1200 })),
            "60cc70ecfb8a8bfdd75b4da73fcd5d99"
        );
    }

    #[test]
    fn order_does_not_matter_and_repeats_show() {
        let hash = GroupHash::new(Fingerprint { stuck: 5, founded: 0 });
        let (one, two) = (hash.class(Planes { a: 1, b: 2 }), hash.class(Planes { a: 2, b: 1 }));
        let mut left = Digest::default();
        let mut right = Digest::default();
        left.add(one);
        left.add(two);
        right.add(two);
        right.add(one);
        assert_eq!(left, right);
        right.add(one);
        assert_ne!(left, right);
        left.add_times(one, 1);
        assert_eq!(left, right);
    }
}
