//! A quick hash for maps inside one process. Words are multiplied in one after the other; nobody
//! chooses our keys to harm us.

use std::hash::{BuildHasherDefault, Hasher};

/// A map with the quick hash.
pub type QuickMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// Mixes words by multiplication.
#[derive(Clone, Copy, Default)]
pub struct WordHasher(u64);

impl Hasher for WordHasher {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    /// The best bits of a product are the high ones; maps look at both ends, so they are folded down
    /// and spread once more.
    #[inline]
    fn finish(&self) -> u64 {
        let folded = (self.0 ^ self.0 >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        folded ^ folded >> 29
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::BuildHasher;

    #[test]
    fn nearby_keys_are_spread_at_both_ends() {
        let build = BuildHasherDefault::<WordHasher>::default();
        for shift in [0, 20, 40] {
            let hashes: Vec<u64> = (0..4096u64).map(|n| build.hash_one(n << shift)).collect();
            let low: std::collections::HashSet<u64> =
                hashes.iter().map(|hash| hash & 0xfff).collect();
            assert!(low.len() > 2000, "{} for shift {shift}", low.len());
            let high: std::collections::HashSet<u64> =
                hashes.iter().map(|hash| hash >> 52).collect();
            assert!(high.len() > 2000, "{} for shift {shift}", high.len());
        }
    }
}
