//! A set of keys for one flood: open addressing in one array, kept from group to group.
//!
//! The slot is the top of the hash, so that doubling the table keeps the order of the slots and
//! rehashing is one sequential pass. Nothing is ever taken out. Between groups only the part that was
//! in use is cleared.

use crate::key::Key;

const SLOTS_MIN: usize = 64;

/// A reusable set of keys.
pub struct Table<K> {
    slots: Vec<K>,
    /// Slots in use by this group, a power of two; the rest of the array waits.
    size: usize,
    shift: u32,
    len: usize,
}

impl<K: Key> Default for Table<K> {
    fn default() -> Table<K> {
        Table { slots: Vec::new(), size: 0, shift: 0, len: 0 }
    }
}

impl<K: Key> Table<K> {
    /// Empties the table and sizes it for a group with this many entries.
    pub fn reset(&mut self, entries: usize) {
        let size = (entries * 4).next_power_of_two().max(SLOTS_MIN);
        if self.slots.len() < size {
            self.slots = vec![K::NONE; size];
        } else {
            self.slots[..size].fill(K::NONE);
        }
        self.set_size(size);
        self.len = 0;
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
        self.slots.len() * size_of::<K>()
    }

    /// Gives memory back after an unusually large group.
    pub fn shrink(&mut self, bytes_max: usize) {
        if self.bytes() > bytes_max {
            *self = Table::default();
        }
    }

    /// Reads the slots that the keys will be looked for in, all at once: the processor fetches
    /// them side by side, and the inserts that follow find them in its cache. Returns something
    /// that depends on every read, so that none is left out.
    #[inline]
    pub fn touch(&self, keys: &[K]) -> u64 {
        let slots = &self.slots[..self.size];
        keys.iter().fold(0, |sum, key| sum ^ slots[(key.spot() >> self.shift) as usize].low_word())
    }

    /// Adds a key; true when it was not there.
    #[inline]
    pub fn insert(&mut self, key: K) -> bool {
        if self.len * 8 >= self.size * 5 {
            self.grow();
        }
        let slots = &mut self.slots[..self.size];
        let mut slot = (key.spot() >> self.shift) as usize;
        loop {
            let found = slots[slot];
            if found == key {
                return false;
            }
            if found == K::NONE {
                slots[slot] = key;
                self.len += 1;
                return true;
            }
            slot = (slot + 1) & (slots.len() - 1);
        }
    }

    pub fn contains(&self, key: K) -> bool {
        let mut slot = (key.spot() >> self.shift) as usize;
        loop {
            let found = self.slots[slot];
            if found == key || found == K::NONE {
                return found == key;
            }
            slot = (slot + 1) & (self.size - 1);
        }
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        let old_size = self.size;
        self.slots = vec![K::NONE; old_size * 2];
        self.set_size(old_size * 2);
        self.len = 0;
        for &key in old[..old_size].iter().filter(|&&key| key != K::NONE) {
            self.insert(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn behaves_like_a_set<K: Key>(keys: impl Iterator<Item = K> + Clone) {
        let mut table = Table::<K>::default();
        for entries in [1, 5000, 3] {
            table.reset(entries);
            assert!(table.is_empty());
            let mut set = HashSet::new();
            for key in keys.clone() {
                assert_eq!(table.contains(key), set.contains(&key));
                assert_eq!(table.insert(key), set.insert(key));
                assert!(table.contains(key));
            }
            assert_eq!(table.len(), set.len());
        }
    }

    #[test]
    fn tables_behave_like_sets() {
        let stream = |n: u64| n.wrapping_mul(0x9e37_79b9) % 5000;
        behaves_like_a_set((0..20_000).map(stream));
        behaves_like_a_set((0..20_000).map(|n| u128::from(stream(n)) << 60));
    }
}
