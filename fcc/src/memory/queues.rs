//! Queues in memory: for each depth a map from group to the entries that wait for it.
//!
//! The map is split into shards so that threads seldom wait for each other. A group's list is sorted
//! and rid of repeats whenever it has doubled since the last time, so it never holds more than
//! about three times its distinct entries and each entry is sorted a few times only.

use crate::entries::{Entries, Payload};
use crate::fingerprint::Fingerprint;
use crate::hash::QuickMap;
use crate::key::Key;
use crate::ports::{
    EntryStream, PortError, Queues, STREAM_ENTRIES_MAX, StoredGroup, Waiting, WaitingGroup,
    WaitingLayer,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, RwLock};

const SHARDS: usize = 64;
const SETTLE_MIN: usize = 1024;

struct Gathered<P> {
    entries: Entries<P>,
    /// Length at which the list is settled next.
    settle_at: usize,
}

struct Layer<P> {
    shards: [Mutex<QuickMap<Fingerprint, Gathered<P>>>; SHARDS],
}

/// Queues in plain memory.
pub struct MemoryQueues<P = ()> {
    layers: Mutex<BTreeMap<u32, Arc<Layer<P>>>>,
    waiting: AtomicI64,
    bytes: AtomicI64,
}

impl<P> Default for MemoryQueues<P> {
    fn default() -> MemoryQueues<P> {
        let (waiting, bytes) = (AtomicI64::new(0), AtomicI64::new(0));
        MemoryQueues { layers: Mutex::default(), waiting, bytes }
    }
}

impl<P: Payload> MemoryQueues<P> {
    fn layer(&self, depth: u32) -> Arc<Layer<P>> {
        let mut layers = self.layers.lock().expect("no panic while locked");
        Arc::clone(layers.entry(depth).or_insert_with(|| Arc::new(new_layer())))
    }

    fn count(&self, entries: i64, bytes: i64) {
        self.waiting.fetch_add(entries, Relaxed);
        self.bytes.fetch_add(bytes, Relaxed);
    }
}

fn new_layer<P>() -> Layer<P> {
    Layer { shards: std::array::from_fn(|_| Mutex::default()) }
}

fn shard_of(fingerprint: Fingerprint) -> usize {
    let mixed = (fingerprint.stuck ^ fingerprint.founded.rotate_left(7))
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 58) as usize % SHARDS
}

impl<P: Payload> Queues<P> for MemoryQueues<P> {
    fn push(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        entries: Entries<P>,
    ) -> Result<(), PortError> {
        if entries.is_empty() {
            return Ok(());
        }
        let layer = self.layer(depth);
        let mut shard = layer.shards[shard_of(fingerprint)].lock().expect("no panic while locked");
        let Some(waiting) = shard.get_mut(&fingerprint) else {
            self.count(entries.len() as i64, entries.bytes() as i64);
            let settle_at = SETTLE_MIN.max(2 * entries.len());
            shard.insert(fingerprint, Gathered { entries, settle_at });
            return Ok(());
        };
        let (len, bytes) = (waiting.entries.len() as i64, waiting.entries.bytes() as i64);
        waiting.entries.append(entries);
        if waiting.entries.len() >= waiting.settle_at {
            waiting.entries.sort_and_join();
            waiting.settle_at = SETTLE_MIN.max(2 * waiting.entries.len());
        }
        let (len_now, bytes_now) = (waiting.entries.len() as i64, waiting.entries.bytes() as i64);
        self.count(len_now - len, bytes_now - bytes);
        Ok(())
    }

    fn next_depth(&self) -> Option<u32> {
        let layers = self.layers.lock().expect("no panic while locked");
        layers.first_key_value().map(|(&depth, _)| depth)
    }

    fn open(&self, depth: u32) -> Result<Box<dyn WaitingLayer<P> + '_>, PortError> {
        let layer = self.layers.lock().expect("no panic while locked").remove(&depth);
        let layer = layer.map(|layer| Arc::into_inner(layer).expect("no push to an open layer"));
        let shards = layer.into_iter().flat_map(|layer| layer.shards);
        let groups = shards.flat_map(|shard| shard.into_inner().expect("no panic while locked"));
        let mut groups: Vec<(Fingerprint, Entries<P>)> =
            groups.map(|(fingerprint, gathered)| (fingerprint, gathered.entries)).collect();
        // Taken from the end.
        groups.sort_unstable_by_key(|&(fingerprint, _)| std::cmp::Reverse(fingerprint));
        let count = groups.len() as u64;
        let stored = RwLock::default();
        Ok(Box::new(OpenLayer { queues: self, count, groups: Mutex::new(groups), stored }))
    }

    fn consumed(&self, _depth: u32) -> Result<(), PortError> {
        Ok(())
    }

    fn waiting(&self) -> u64 {
        self.waiting.load(Relaxed).max(0) as u64
    }

    fn memory_bytes(&self) -> u64 {
        self.bytes.load(Relaxed).max(0) as u64
    }

    fn disk_bytes(&self) -> u64 {
        0
    }
}

/// A layer that was taken out of the queues.
struct OpenLayer<'a, P> {
    queues: &'a MemoryQueues<P>,
    count: u64,
    groups: Mutex<Vec<(Fingerprint, Entries<P>)>>,
    /// Groups that were too large for whoever asked; a place is an index.
    stored: RwLock<Vec<Arc<Entries<P>>>>,
}

impl<P: Payload> WaitingLayer<P> for OpenLayer<'_, P> {
    fn next_group(&self, entries_max: usize) -> Result<Option<WaitingGroup<P>>, PortError> {
        let next = self.groups.lock().expect("no panic while locked").pop();
        let Some((fingerprint, mut entries)) = next else { return Ok(None) };
        self.queues.count(-(entries.len() as i64), -(entries.bytes() as i64));
        entries.sort_and_join();
        let entries = if entries.len() <= entries_max {
            Waiting::Here(entries)
        } else {
            let mut stored = self.stored.write().expect("no panic while locked");
            let (place, count) = (stored.len() as u64, entries.len() as u64);
            stored.push(Arc::new(entries));
            Waiting::Stored(StoredGroup { fingerprint, entries: count, place })
        };
        Ok(Some(WaitingGroup { fingerprint, entries }))
    }

    fn stream(&self, group: StoredGroup) -> Result<Box<dyn EntryStream<P> + '_>, PortError> {
        let stored = self.stored.read().expect("no panic while locked");
        let entries = Arc::clone(&stored[group.place as usize]);
        Ok(Box::new(MemoryStream { entries, read: 0 }))
    }

    fn groups(&self) -> Option<u64> {
        Some(self.count)
    }
}

struct MemoryStream<P> {
    entries: Arc<Entries<P>>,
    read: usize,
}

impl<P: Payload> EntryStream<P> for MemoryStream<P> {
    fn read(&mut self, into: &mut Vec<(u128, P)>) -> Result<bool, PortError> {
        let end = self.entries.len().min(self.read + STREAM_ENTRIES_MAX);
        let range = self.read..end;
        match &*self.entries {
            Entries::Narrow(entries) => into.extend(entries[range].iter().map(wide)),
            Entries::Wide(entries) => into.extend_from_slice(&entries[range]),
        }
        let some = end > self.read;
        self.read = end;
        Ok(some)
    }
}

fn wide<P: Copy>(&(key, carries): &(u64, P)) -> (u128, P) {
    (key.wide(), carries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_entry_comes_out_once_at_its_depth() {
        let queues = MemoryQueues::<()>::default();
        let mut expected = BTreeSet::new();
        for n in 0..30_000u64 {
            let key = n * 7919 % 4001;
            let group = Fingerprint { stuck: n % 5, founded: 0 };
            let depth = 3 + (n % 5) as u32 / 3;
            queues.push(depth, group, Entries::Narrow(vec![(key, ()), (key, ())])).unwrap();
            expected.insert((depth, group, key));
        }
        let wide = Fingerprint { stuck: 77, founded: 0 };
        queues.push(9, wide, Entries::Wide(vec![(u128::MAX - 1, ())])).unwrap();
        expected.insert((9, wide, 0));
        let mut found = BTreeSet::new();
        while let Some(depth) = queues.next_depth() {
            let layer = queues.open(depth).unwrap();
            while let Some(group) = layer.next_group(usize::MAX).unwrap() {
                let WaitingGroup { fingerprint, entries } = group;
                match entries {
                    Waiting::Here(Entries::Narrow(keys)) => {
                        assert!(keys.is_sorted());
                        for (key, ()) in keys {
                            assert!(found.insert((depth, fingerprint, key)), "an entry twice");
                        }
                    }
                    Waiting::Here(Entries::Wide(keys)) => {
                        assert!(found.insert((depth, fingerprint, keys.len() as u64 - 1)))
                    }
                    Waiting::Stored(_) => panic!("no group is too large"),
                }
            }
        }
        assert_eq!(found, expected);
        assert_eq!((queues.waiting(), queues.memory_bytes()), (0, 0));
    }
}
