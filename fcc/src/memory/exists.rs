//! DoesExists in memory: for each group the names of its components, sorted.
//!
//! Two equal states can only meet inside one group, and a group has one depth. So only the depth that
//! is being explored has to be kept, and recording to an earlier one is the same bug as recording
//! twice. With `keep` all depths stay, for looking things up afterwards.

use crate::fingerprint::Fingerprint;
use crate::ports::{ComponentRecord, DoesExists, ExploredTwice, PortError};
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// About what a suit record takes.
const SUITS_BYTES: usize = 600;

type Layer = HashMap<Fingerprint, Vec<ComponentRecord>>;

/// DoesExists in plain memory.
pub struct MemoryExists {
    keep: bool,
    layers: Mutex<BTreeMap<u32, Layer>>,
    bytes: AtomicU64,
}

impl MemoryExists {
    /// Keeps the current depth only.
    pub fn new() -> MemoryExists {
        MemoryExists { keep: false, layers: Mutex::default(), bytes: AtomicU64::new(0) }
    }

    /// Keeps everything.
    pub fn keeping_all() -> MemoryExists {
        MemoryExists { keep: true, ..MemoryExists::new() }
    }
}

impl Default for MemoryExists {
    fn default() -> MemoryExists {
        MemoryExists::new()
    }
}

impl DoesExists for MemoryExists {
    fn record(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        components: Vec<ComponentRecord>,
    ) -> Result<Result<(), ExploredTwice>, PortError> {
        let mut layers = self.layers.lock().expect("no panic while locked");
        let is_past = layers.last_key_value().is_some_and(|(&latest, _)| latest > depth);
        if !self.keep && layers.first_key_value().is_some_and(|(&first, _)| first < depth) {
            layers.retain(|&other, _| other >= depth);
            let left = layers.values().flat_map(|layer| layer.values()).map(bytes_of).sum();
            self.bytes.store(left, Relaxed);
        }
        let layer = layers.entry(depth).or_default();
        let group = layer.entry(fingerprint).or_default();
        self.bytes.fetch_sub(if group.is_empty() { 0 } else { bytes_of(group) }, Relaxed);
        group.extend(components);
        group.sort_unstable_by_key(|component| component.smallest);
        self.bytes.fetch_add(bytes_of(group), Relaxed);
        let twice = group.windows(2).find(|two| two[0].smallest == two[1].smallest);
        let smallest = match twice {
            Some(two) => two[0].smallest,
            None if is_past => group.first().map_or(0, |component| component.smallest),
            None => return Ok(Ok(())),
        };
        Ok(Err(ExploredTwice { fingerprint, smallest }))
    }

    fn layer_done(&self, _depth: u32) -> Result<(), PortError> {
        Ok(())
    }

    fn find(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        smallest: u128,
    ) -> Result<Option<ComponentRecord>, PortError> {
        let group = self.of_group(depth, fingerprint)?;
        Ok(group.into_iter().find(|record| record.smallest == smallest))
    }

    fn of_group(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
    ) -> Result<Vec<ComponentRecord>, PortError> {
        let layers = self.layers.lock().expect("no panic while locked");
        let group = layers.get(&depth).and_then(|layer| layer.get(&fingerprint));
        Ok(group.cloned().unwrap_or_default())
    }

    fn groups(&self, depth: u32) -> Result<Vec<Fingerprint>, PortError> {
        let layers = self.layers.lock().expect("no panic while locked");
        let mut groups: Vec<Fingerprint> =
            layers.get(&depth).into_iter().flat_map(|layer| layer.keys().copied()).collect();
        groups.sort_unstable();
        Ok(groups)
    }

    fn memory_bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }
}

/// Bytes of a group's records, its place in the map included.
fn bytes_of(records: &Vec<ComponentRecord>) -> u64 {
    let suits = records.iter().filter(|record| record.suits.is_some()).count();
    (64 + records.capacity() * size_of::<ComponentRecord>() + suits * SUITS_BYTES) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(smallest: u128) -> ComponentRecord {
        ComponentRecord::of_fcc(smallest, smallest, 1)
    }

    #[test]
    fn exploring_a_component_twice_is_noticed() {
        let exists = MemoryExists::new();
        let group = Fingerprint { stuck: 3, founded: 0 };
        let other = Fingerprint { stuck: 5, founded: 0 };
        let put = |depth, group, names: &[u128]| {
            let components = names.iter().map(|&name| record(name)).collect();
            exists.record(depth, group, components).expect("memory does not fail")
        };
        assert_eq!(put(1, group, &[7, 4]), Ok(()));
        assert_eq!(put(1, group, &[5]), Ok(()), "the rest of a group");
        assert!(put(1, group, &[7]).is_err(), "the same component again");
        assert!(put(1, other, &[2, 9, 2]).is_err(), "twice in one group");
        assert_eq!(put(2, other, &[2]), Ok(()));
        assert!(put(1, other, &[2]).is_err(), "a layer that is done");
        assert_eq!(exists.find(2, other, 2).unwrap(), Some(record(2)));
        assert_eq!(exists.find(2, other, 3).unwrap(), None);
    }
}
