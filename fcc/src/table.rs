//! The keys that a flood has met, with a value each: open addressing in one array, kept from group to
//! group. The plain floods need no value and take `()`.
//!
//! The slot is the top of the hash, so that doubling the table keeps the order of the slots and
//! rehashing is one sequential pass. Nothing is ever taken out. Between groups only the part that was
//! in use is cleared.

use crate::key::Key;

const SLOTS_MIN: usize = 64;

/// A reusable map from keys to values.
pub struct Table<K, V = ()> {
    slots: Vec<(K, V)>,
    /// Slots in use by this group, a power of two; the rest of the array waits.
    size: usize,
    shift: u32,
    len: usize,
}

impl<K: Key, V: Copy + Default> Default for Table<K, V> {
    fn default() -> Table<K, V> {
        Table { slots: Vec::new(), size: 0, shift: 0, len: 0 }
    }
}

impl<K: Key, V: Copy + Default> Table<K, V> {
    fn nothing() -> (K, V) {
        (K::NONE, V::default())
    }

    /// Empties the table and sizes it for a group with this many entries.
    pub fn reset(&mut self, entries: usize) {
        let size = (entries * 4).next_power_of_two().max(SLOTS_MIN);
        if self.slots.len() < size {
            self.slots = vec![Self::nothing(); size];
        } else {
            self.slots[..size].fill(Self::nothing());
        }
        self.set_size(size);
        self.len = 0;
    }

    /// Empties the table and leaves it as large as it is.
    pub fn clear(&mut self) {
        self.slots[..self.size].fill(Self::nothing());
        self.len = 0;
    }

    /// Keys that a table can hold that takes at most so many bytes while it grows.
    pub fn keys_within(bytes: usize) -> usize {
        let mut size = SLOTS_MIN;
        while size * 2 * size_of::<(K, V)>() / 2 * 3 <= bytes {
            size *= 2;
        }
        size / 8 * 5
    }

    fn set_size(&mut self, size: usize) {
        self.size = size;
        self.shift = 64 - size.trailing_zeros();
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes held, in use or not.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<(K, V)>()
    }

    /// Bytes held while room is made for this many more keys, the old array beside the new one.
    pub fn bytes_with(&self, more: usize) -> usize {
        let mut size = self.size;
        while (self.len + more) * 8 >= size * 5 {
            size *= 2;
        }
        let grown = if size > self.slots.len() { size * size_of::<(K, V)>() } else { 0 };
        self.bytes() + grown
    }
    /// Reads the slots that the keys will be looked for in, all at once: the processor fetches
    /// them side by side, and the inserts that follow find them in its cache. Returns something
    /// that depends on every read, so that none is left out.
    #[inline]
    pub fn touch(&self, keys: &[K]) -> u64 {
        let slots = &self.slots[..self.size];
        keys.iter()
            .fold(0, |sum, key| sum ^ slots[(key.spot() >> self.shift) as usize].0.low_word())
    }

    /// Adds a key with its value, unless it is there: then the value that it has.
    #[inline]
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        if self.len * 8 >= self.size * 5 {
            self.grow();
        }
        let slots = &mut self.slots[..self.size];
        let mut slot = (key.spot() >> self.shift) as usize;
        loop {
            let (found, held) = slots[slot];
            if found == key {
                return Some(held);
            }
            if found == K::NONE {
                slots[slot] = (key, value);
                self.len += 1;
                return None;
            }
            slot = (slot + 1) & (slots.len() - 1);
        }
    }

    /// The value of a key.
    pub fn get(&self, key: K) -> Option<V> {
        let mut slot = (key.spot() >> self.shift) as usize;
        loop {
            let (found, held) = self.slots[slot];
            if found == key {
                return Some(held);
            }
            if found == K::NONE {
                return None;
            }
            slot = (slot + 1) & (self.size - 1);
        }
    }

    /// Turns the table into the sorted list of its keys, in place. It is of no other use until it is
    /// emptied.
    pub fn sort(&mut self) -> &[(K, V)] {
        let mut len = 0;
        for slot in 0..self.size {
            if self.slots[slot].0 != K::NONE {
                self.slots.swap(len, slot);
                len += 1;
            }
        }
        assert_eq!(len, self.len, "keys in a table");
        self.slots[..len].sort_unstable_by_key(|slot| slot.0);
        &self.slots[..len]
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        let old_size = self.size;
        self.slots = vec![Self::nothing(); old_size * 2];
        self.set_size(old_size * 2);
        self.len = 0;
        for &(key, value) in old[..old_size].iter().filter(|(key, _)| *key != K::NONE) {
            self.insert(key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn behaves_like_a_map<K: Key>(keys: impl Iterator<Item = K> + Clone) {
        let mut table = Table::<K, usize>::default();
        for entries in [1, 5000, 3] {
            table.reset(entries);
            assert!(table.is_empty());
            let mut map = HashMap::new();
            for (number, key) in keys.clone().enumerate() {
                assert_eq!(table.get(key), map.get(&key).copied());
                assert_eq!(table.insert(key, number), map.get(&key).copied());
                map.entry(key).or_insert(number);
            }
            assert_eq!(table.len(), map.len());
        }
    }

    #[test]
    fn tables_behave_like_maps() {
        let stream = |n: u64| n.wrapping_mul(0x9e37_79b9) % 5000;
        behaves_like_a_map((0..20_000).map(stream));
        behaves_like_a_map((0..20_000).map(|n| u128::from(stream(n)) << 60));
    }
}
