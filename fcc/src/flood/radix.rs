//! Sorting records by their keys, byte by byte from the lowest: a radix sort.
//!
//! The neighbours of a level are sorted in lists that fit the processor's second cache. There a pass
//! over the list for each byte that differs costs less than a comparing sort: of the time of a census
//! (deal 260335719), sorting took 30 % before and 24 % since. All counts are taken in one pass over the
//! list; a byte that is the same in all keys is left out, and within a range of neighbouring keys
//! several are.

use crate::key::Key;

/// Below this, counting costs more than comparing.
const LEN_MIN: usize = 512;
const BYTES_MAX: usize = 16;

/// Something with a key to sort it by.
pub trait Keyed<K>: Copy {
    /// The key. Records with equal keys may come in any order.
    fn key(&self) -> K;
}

/// Sorts by key. `scratch` is overwritten; it is kept by the caller to spare the allocation.
pub fn sort_by_key<K: Key, T: Keyed<K>>(list: &mut Vec<T>, scratch: &mut Vec<T>) {
    if list.len() < LEN_MIN {
        list.sort_unstable_by_key(Keyed::key);
        return;
    }
    let bytes = size_of::<K>();
    let mut counts = [[0u32; 256]; BYTES_MAX];
    for item in list.iter() {
        let key = item.key();
        for (byte, count) in counts[..bytes].iter_mut().enumerate() {
            count[key.byte(byte)] += 1;
        }
    }
    scratch.clear();
    scratch.resize(list.len(), list[0]);
    for (byte, count) in counts[..bytes].iter_mut().enumerate() {
        if count.iter().any(|&count| count as usize == list.len()) {
            continue;
        }
        let mut start = 0;
        for count in count.iter_mut() {
            start += std::mem::replace(count, start);
        }
        for &item in list.iter() {
            let place = &mut count[item.key().byte(byte)];
            scratch[*place as usize] = item;
            *place += 1;
        }
        std::mem::swap(list, scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    impl<K: Key> Keyed<K> for (K, u32) {
        fn key(&self) -> K {
            self.0
        }
    }

    fn sorts<K: Key>(keys: impl Iterator<Item = K>) {
        let mut list: Vec<(K, u32)> = keys.enumerate().map(|(n, key)| (key, n as u32)).collect();
        let mut expected = list.clone();
        expected.sort();
        let mut scratch = Vec::new();
        sort_by_key(&mut list, &mut scratch);
        // Equal keys may stand in any order.
        let keys = |list: &[(K, u32)]| list.iter().map(|&(key, _)| key).collect::<Vec<_>>();
        assert_eq!(keys(&list), keys(&expected));
        list.sort();
        assert_eq!(list, expected, "nothing lost, nothing twice");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, ..Default::default() })]

        #[test]
        fn lists_are_sorted(len in 0usize..3000, seed: u64, shift in 0u32..60) {
            let mut word = seed;
            let mut next = || {
                word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                word >> shift
            };
            let words: Vec<u64> = (0..len).map(|_| next()).collect();
            sorts(words.iter().copied());
            sorts(words.iter().map(|&word| u128::from(word) << 40 | 5));
        }
    }
}
