//! A hash map with a hash that is made for keys and fingerprints: two multiplications a word.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map of keys or fingerprints.
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// Mixes whole words.
#[derive(Clone, Copy, Default)]
pub struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for eight in bytes.chunks(8) {
            let word = eight.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.write_u64(word);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
