//! Queues in memory: for each depth a map from group to the entries that wait for it.
//!
//! The map is split into shards so that threads seldom wait for each other. A group's list is sorted
//! and rid of repeats whenever it has doubled since the last time, so it never holds more than
//! about three times its distinct entries and each entry is sorted a few times only.

use crate::entries::{Entries, Payload};
use crate::fingerprint::Fingerprint;
use crate::hash::QuickMap;
use crate::ports::{PortError, Queues, WaitingGroup, WaitingGroups};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

const SHARDS: usize = 64;
const SETTLE_MIN: usize = 1024;

struct Waiting<P> {
    entries: Entries<P>,
    /// Length at which the list is settled next.
    settle_at: usize,
}

struct Layer<P> {
    shards: [Mutex<QuickMap<Fingerprint, Waiting<P>>>; SHARDS],
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
            shard.insert(fingerprint, Waiting { entries, settle_at });
            return Ok(());
        };
        let (len, bytes) = (waiting.entries.len() as i64, waiting.entries.bytes() as i64);
        waiting.entries.append(entries);
        if waiting.entries.len() >= waiting.settle_at {
            waiting.entries.settle();
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

    fn open(&self, depth: u32) -> Result<WaitingGroups<'_, P>, PortError> {
        let layer = self.layers.lock().expect("no panic while locked").remove(&depth);
        let layer = layer.map(|layer| Arc::into_inner(layer).expect("no push to an open layer"));
        let shards = layer.into_iter().flat_map(|layer| layer.shards);
        let groups = shards.flat_map(|shard| shard.into_inner().expect("no panic while locked"));
        Ok(Box::new(groups.map(move |(fingerprint, waiting)| {
            let mut entries = waiting.entries;
            self.count(-(entries.len() as i64), -(entries.bytes() as i64));
            entries.settle();
            Ok(WaitingGroup { fingerprint, entries })
        })))
    }

    fn waiting(&self) -> u64 {
        self.waiting.load(Relaxed).max(0) as u64
    }

    fn memory_bytes(&self) -> u64 {
        self.bytes.load(Relaxed).max(0) as u64
    }
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
            for group in queues.open(depth).unwrap() {
                let WaitingGroup { fingerprint, entries } = group.unwrap();
                match entries {
                    Entries::Narrow(keys) => {
                        assert!(keys.is_sorted());
                        for (key, ()) in keys {
                            assert!(found.insert((depth, fingerprint, key)), "an entry twice");
                        }
                    }
                    Entries::Wide(keys) => {
                        assert!(found.insert((depth, fingerprint, keys.len() as u64 - 1)))
                    }
                }
            }
        }
        assert_eq!(found, expected);
        assert_eq!((queues.waiting(), queues.memory_bytes()), (0, 0));
    }
}
