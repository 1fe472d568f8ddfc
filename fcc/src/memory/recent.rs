//! A least-recently-used cache of entries that were just written.
//!
//! It holds whole entries, never hashes alone, so it can't take a new entry for an old one. It is
//! split into small sets, each in order of last use, and an entry can only be in the set that its
//! hash names: forgetting a little early is all that this costs, and looking is one cache line or two.

use crate::entries::Payload;
use crate::fingerprint::Fingerprint;
use crate::key::Key;
use crate::ports::RecentEntries;

const WAYS: usize = 4;
/// `None` in slots that were never used.
type Entry<P> = (Fingerprint, u128, Option<P>);

/// A cache of a fixed number of entries.
pub struct LruEntries<P = ()> {
    /// Each set from the most to the least recently used.
    sets: Vec<[Entry<P>; WAYS]>,
}

impl<P: Payload> LruEntries<P> {
    /// A cache of at most this many bytes, at least one set.
    pub fn with_bytes_max(bytes_max: usize) -> LruEntries<P> {
        let sets = (bytes_max / size_of::<[Entry<P>; WAYS]>()).max(1);
        let sets = if sets.is_power_of_two() { sets } else { sets.next_power_of_two() / 2 };
        let nothing = (Fingerprint { stuck: u64::MAX, founded: u64::MAX }, u128::NONE, None);
        LruEntries { sets: vec![[nothing; WAYS]; sets] }
    }
}

impl<P: Payload> RecentEntries<P> for LruEntries<P> {
    #[inline]
    fn admit(&mut self, fingerprint: Fingerprint, key: u128, carries: P) -> bool {
        let entry = (fingerprint, key, Some(carries));
        let spot = key.spot() ^ fingerprint.stuck.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (spot >> 20) as usize & (self.sets.len() - 1);
        let set = &mut self.sets[index];
        let found = set.iter().position(|&other| other == entry);
        set[..=found.unwrap_or(WAYS - 1)].rotate_right(1);
        set[0] = entry;
        found.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_goes_first_and_nothing_is_invented() {
        let group = Fingerprint { stuck: 1, founded: 0 };
        let mut cache = LruEntries::with_bytes_max(1);
        for key in 0..4 {
            assert!(cache.admit(group, key, ()));
        }
        assert!(!cache.admit(group, 0, ()), "still known, and now the latest");
        assert!(cache.admit(group, 4, ()), "takes the place of 1");
        assert!(!cache.admit(group, 0, ()));
        assert!(cache.admit(group, 1, ()), "forgotten");
        assert!(cache.admit(Fingerprint { stuck: 2, founded: 0 }, 0, ()), "another group");
    }

    #[test]
    fn a_new_entry_is_always_admitted() {
        let mut cache = LruEntries::with_bytes_max(1 << 12);
        for n in 0..100_000u128 {
            let group = Fingerprint { stuck: (n % 3) as u64, founded: 0 };
            assert!(cache.admit(group, n * 0x1_0000_0000_0001, ()), "{n}");
        }
    }
}
