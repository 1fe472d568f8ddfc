//! DoesExists in memory for a search that comes back to groups it has opened before.
//!
//! Late entries may reach FCCs of a component that was left already, or others of it, or both. So the
//! record of a component is the union of what its floods have reached, and `is_new` says whether a flood
//! adds anything to it. Whatever is on record was left, as far as the search went: exits of a union are
//! the union of the exits.
//!
//! Subspaces are kept by number. A record would be half a kilobyte otherwise, and there is one for every
//! component that was reached.

use crate::fingerprint::Fingerprint;
use crate::ports::{ComponentRecord, DoesExists, ExploredTwice, PortError, SuitRecord};
use crate::spaces::{SpaceId, Spaces, SuitPiece};
use crate::suitset::{Piece, SuitSet};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};

/// What a group takes beside its records.
const GROUP_BYTES: usize = 96;

/// A component of classes, as small as it can be.
struct Kept {
    smallest: u128,
    /// The smallest of the entries that brought something new.
    entry: u128,
    /// States of one of its FCCs; they are alike.
    states_of_fcc: u128,
    k: SpaceId,
    reached: Box<[SuitPiece]>,
}

/// By name.
type KeptGroup = Vec<Kept>;
type Layers = BTreeMap<u32, HashMap<Fingerprint, KeptGroup>>;

/// The components of classes that a search has explored, with all that was reached of them.
pub struct Explored {
    spaces: Arc<Spaces>,
    layers: Mutex<Layers>,
    bytes: AtomicU64,
}

impl Explored {
    /// Nothing yet. The subspaces are those that the entries of the search carry.
    pub fn new(spaces: &Arc<Spaces>) -> Explored {
        let (layers, bytes) = (Mutex::default(), AtomicU64::new(0));
        Explored { spaces: Arc::clone(spaces), layers, bytes }
    }

    /// Depths that have records, in order.
    pub fn depths(&self) -> Vec<u32> {
        self.layers().keys().copied().collect()
    }

    fn layers(&self) -> MutexGuard<'_, Layers> {
        self.layers.lock().expect("no panic while locked")
    }

    fn set_of(&self, pieces: &[SuitPiece]) -> SuitSet {
        let piece = |piece: &SuitPiece| Piece::new(piece.offset, self.spaces.space(piece.space));
        SuitSet::new(pieces.iter().map(piece))
    }

    fn pieces_of(&self, set: &SuitSet) -> Box<[SuitPiece]> {
        let numbered = |piece: &Piece| SuitPiece {
            space: self.spaces.number(piece.space()),
            offset: piece.offset(),
        };
        set.pieces().iter().map(numbered).collect()
    }

    fn kept(&self, record: &ComponentRecord) -> Kept {
        let SuitRecord { k, reached } = suits_of(record);
        Kept {
            smallest: record.smallest,
            entry: record.entry,
            states_of_fcc: record.states / record.fccs,
            k: self.spaces.number(k),
            reached: self.pieces_of(reached),
        }
    }

    fn record_of(&self, kept: &Kept) -> ComponentRecord {
        let (k, reached) = (self.spaces.space(kept.k), self.set_of(&kept.reached));
        let fccs = reached.size() >> k.dimension();
        ComponentRecord {
            smallest: kept.smallest,
            entry: kept.entry,
            states: kept.states_of_fcc * fccs,
            fccs,
            suits: Some(Box::new(SuitRecord { k, reached })),
        }
    }

    /// Joins what a flood has reached to what others have.
    fn join(&self, kept: &mut Kept, record: &ComponentRecord) {
        let SuitRecord { k, reached } = suits_of(record);
        assert_eq!(kept.k, self.spaces.number(k), "K does not depend on the entries");
        assert_eq!(kept.states_of_fcc, record.states / record.fccs, "the FCCs are alike");
        kept.entry = kept.entry.min(record.entry);
        kept.reached = self.pieces_of(&self.set_of(&kept.reached).joined(reached));
    }
}

fn suits_of(record: &ComponentRecord) -> &SuitRecord {
    record.suits.as_ref().expect("a component of classes")
}

fn find(group: &[Kept], smallest: u128) -> Result<usize, usize> {
    group.binary_search_by_key(&smallest, |kept| kept.smallest)
}

/// Bytes of a group's records, its place in the map included.
fn bytes_of(group: &KeptGroup) -> u64 {
    let pieces: usize = group.iter().map(|kept| 16 + size_of_val(&*kept.reached)).sum();
    (GROUP_BYTES + group.capacity() * size_of::<Kept>() + pieces) as u64
}

impl DoesExists for Explored {
    fn record(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        components: Vec<ComponentRecord>,
    ) -> Result<Result<(), ExploredTwice>, PortError> {
        let mut layers = self.layers();
        let group = layers.entry(depth).or_default().entry(fingerprint).or_default();
        let before = if group.is_empty() { 0 } else { bytes_of(group) };
        let known = group.len();
        for record in &components {
            match find(&group[..known], record.smallest) {
                Ok(index) => self.join(&mut group[index], record),
                Err(_) => group.push(self.kept(record)),
            }
        }
        group.sort_by_key(|kept| kept.smallest);
        self.bytes.fetch_add(bytes_of(group), Relaxed);
        self.bytes.fetch_sub(before, Relaxed);
        let twice = group.windows(2).find(|two| two[0].smallest == two[1].smallest);
        let twice = twice.map(|two| ExploredTwice { fingerprint, smallest: two[0].smallest });
        Ok(twice.map_or(Ok(()), Err))
    }

    fn is_new(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        component: &ComponentRecord,
    ) -> Result<bool, PortError> {
        let layers = self.layers();
        let group = layers.get(&depth).and_then(|layer| layer.get(&fingerprint));
        let Some(group) = group else { return Ok(true) };
        let Ok(index) = find(group, component.smallest) else { return Ok(true) };
        Ok(!self.set_of(&group[index].reached).contains_all(&suits_of(component).reached))
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
        let layers = self.layers();
        let group = layers.get(&depth).and_then(|layer| layer.get(&fingerprint));
        let index = group.and_then(|group| find(group, smallest).ok());
        Ok(index.zip(group).map(|(index, group)| self.record_of(&group[index])))
    }

    fn of_group(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
    ) -> Result<Vec<ComponentRecord>, PortError> {
        let layers = self.layers();
        let group = layers.get(&depth).and_then(|layer| layer.get(&fingerprint));
        Ok(group.into_iter().flatten().map(|kept| self.record_of(kept)).collect())
    }

    fn groups(&self, depth: u32) -> Result<Vec<Fingerprint>, PortError> {
        let layers = self.layers();
        let mut groups: Vec<Fingerprint> =
            layers.get(&depth).into_iter().flat_map(|layer| layer.keys().copied()).collect();
        groups.sort_unstable();
        Ok(groups)
    }

    fn memory_bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gf2::Subspace;

    /// A component of eight states in FCCs of two that was reached with these pieces.
    fn record(pieces: &[(u64, &[u64])]) -> ComponentRecord {
        let k = Subspace::span([1]);
        let piece = |&(offset, basis): &(u64, &[u64])| {
            Piece::new(offset, Subspace::span(basis.iter().copied())).widened(&k)
        };
        let reached = SuitSet::new(pieces.iter().map(piece));
        let fccs = reached.size() >> 1;
        let suits = Some(Box::new(SuitRecord { k, reached }));
        ComponentRecord { smallest: 5, entry: 9, states: 2 * fccs, fccs, suits }
    }

    #[test]
    fn a_component_is_new_while_it_has_states_that_were_not_reached() {
        let explored = Explored::new(&Arc::default());
        let group = Fingerprint { stuck: 3, founded: 0 };
        let is_new = |record| explored.is_new(4, group, &record).expect("memory does not fail");
        let put = |record| {
            let recorded = explored.record(4, group, vec![record]).expect("memory does not fail");
            recorded.expect("the union is kept");
            let kept = explored.find(4, group, 5).expect("memory does not fail").expect("kept");
            (kept.states, kept.fccs)
        };
        assert!(is_new(record(&[(0, &[])])));
        assert_eq!(put(record(&[(0, &[])])), (2, 1));
        assert!(!is_new(record(&[(1, &[])])), "the same FCC");
        assert!(is_new(record(&[(1, &[]), (4, &[])])));
        assert_eq!(put(record(&[(6, &[]), (0, &[])])), (4, 2));
        assert_eq!(put(record(&[(2, &[])])), (6, 3));
        assert!(is_new(record(&[(0, &[2, 4])])));
        assert!(!is_new(record(&[(0, &[2])])), "in two pieces together, or one");
        assert_eq!(explored.groups(4).expect("memory does not fail"), [group]);
        assert_eq!(explored.of_group(4, group).expect("memory does not fail").len(), 1);
        assert!(explored.find(4, group, 6).expect("memory does not fail").is_none());
        assert!(explored.memory_bytes() > 0);
    }
}
