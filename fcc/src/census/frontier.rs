//! The frontier of a search that chooses among groups: what waits for each, and what was taken before.
//!
//! Entries of a group gather until the search opens it. More may come later; then the group waits again,
//! with those that are left when everything it was opened with before is taken away. That memory of taken
//! entries may forget, and does when room runs short: an entry that is let through once more costs a
//! flood and nothing else, since the records know what was explored.
//!
//! The bytes of frontier and records have a limit. When it is reached a push fails as on a full disk.

use crate::entries::{Entries, Payload};
use crate::fingerprint::Fingerprint;
use crate::hash::QuickMap;
use crate::key::Key;
use crate::memory::Explored;
use crate::ports::{
    DoesExists, EntryStream, PortError, Queues, StoredGroup, Waiting, WaitingGroup, WaitingLayer,
};
use crate::spaces::{Spaces, SuitPiece};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

const SETTLE_MIN: usize = 1024;
/// What a group takes beside its entries.
const GROUP_BYTES: usize = 112;

/// What waits, and what was taken.
pub struct Frontier<'a> {
    explored: &'a Explored,
    spaces: &'a Spaces,
    bytes_max: u64,
    lists: Mutex<Lists>,
}

#[derive(Default)]
struct Lists {
    /// By the number of stuck cards and the depth.
    waiting: BTreeMap<(u32, u32), BTreeMap<Fingerprint, Gathered>>,
    waiting_entries: u64,
    waiting_bytes: u64,
    taken: QuickMap<Fingerprint, Entries<SuitPiece>>,
    taken_bytes: u64,
    /// The first group without stuck cards that an entry came to.
    won: Option<(u32, Fingerprint)>,
}

struct Gathered {
    entries: Entries<SuitPiece>,
    /// Length at which the list is settled next.
    settle_at: usize,
}

impl<'a> Frontier<'a> {
    pub fn new(explored: &'a Explored, spaces: &'a Spaces, bytes_max: u64) -> Frontier<'a> {
        Frontier { explored, spaces, bytes_max, lists: Mutex::default() }
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().expect("no panic while locked")
    }

    /// A group without stuck cards, and its depth, if one was reached.
    pub fn won(&self) -> Option<(u32, Fingerprint)> {
        self.lists().won
    }

    /// The most stuck cards of a group that waits.
    pub fn most_stuck(&self) -> Option<u32> {
        self.lists().waiting.last_key_value().map(|(&(stuck, _), _)| stuck)
    }

    /// The groups with so many stuck cards and the most cards in the foundations, and their depth,
    /// this many at most.
    pub fn best(&self, stuck: u32, groups_max: usize) -> Option<(u32, Vec<Fingerprint>)> {
        let lists = self.lists();
        let (&(_, depth), layer) =
            lists.waiting.range((stuck, 0)..=(stuck, u32::MAX)).next_back()?;
        Some((depth, layer.keys().copied().take(groups_max).collect()))
    }

    /// Takes what waits for a group and was not taken before; nothing when that is nothing.
    pub fn take(&self, depth: u32, group: Fingerprint) -> Option<WaitingGroup<SuitPiece>> {
        let (mut entries, mut taken) = {
            let lists = &mut *self.lists();
            let place = (group.stuck.count_ones(), depth);
            let layer = lists.waiting.get_mut(&place)?;
            let Gathered { entries, .. } = layer.remove(&group)?;
            if layer.is_empty() {
                lists.waiting.remove(&place);
            }
            lists.waiting_entries -= entries.len() as u64;
            lists.waiting_bytes -= bytes_of(&entries);
            let taken = lists.taken.remove(&group);
            lists.taken_bytes -= taken.as_ref().map_or(0, bytes_of);
            (entries, taken)
        };
        entries.sort_and_join();
        match &mut taken {
            None => taken = Some(entries.clone()),
            Some(taken) => self.take_away(&mut entries, taken),
        }
        let lists = &mut *self.lists();
        if let Some(taken) = taken {
            lists.taken_bytes += bytes_of(&taken);
            lists.taken.insert(group, taken);
        }
        let entries = Waiting::Here(entries);
        (!entries.is_empty()).then_some(WaitingGroup { fingerprint: group, entries })
    }

    /// Takes away what was taken before, and adds the rest to it.
    fn take_away(&self, entries: &mut Entries<SuitPiece>, taken: &mut Entries<SuitPiece>) {
        match (entries, taken) {
            (Entries::Narrow(entries), Entries::Narrow(taken)) => {
                take_away(self.spaces, entries, taken);
            }
            (Entries::Wide(entries), Entries::Wide(taken)) => {
                take_away(self.spaces, entries, taken);
            }
            _ => panic!("entries of one group have one type of key"),
        }
    }
}

/// Both lists are sorted, and stay so.
fn take_away<K: Key>(
    spaces: &Spaces,
    entries: &mut Vec<(K, SuitPiece)>,
    taken: &mut Vec<(K, SuitPiece)>,
) {
    let mut at = 0;
    entries.retain(|&(key, piece)| {
        at += taken[at..].iter().take_while(|other| other.0 < key).count();
        let mut same = taken[at..].iter().take_while(|other| other.0 == key);
        !same.any(|&(_, other)| other == piece || contains(spaces, other, piece))
    });
    taken.extend_from_slice(entries);
    taken.sort();
}

fn contains(spaces: &Spaces, wide: SuitPiece, piece: SuitPiece) -> bool {
    let space = spaces.space(wide.space);
    space.contains(wide.offset ^ piece.offset) && space.contains_all(&spaces.space(piece.space))
}

fn bytes_of<P: Payload>(entries: &Entries<P>) -> u64 {
    (GROUP_BYTES + entries.bytes()) as u64
}

impl Queues<SuitPiece> for Frontier<'_> {
    fn push(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        entries: Entries<SuitPiece>,
    ) -> Result<(), PortError> {
        if entries.is_empty() {
            return Ok(());
        }
        let lists = &mut *self.lists();
        if fingerprint.is_won() {
            lists.won.get_or_insert((depth, fingerprint));
        }
        let place = (fingerprint.stuck.count_ones(), depth);
        let layer = lists.waiting.entry(place).or_default();
        match layer.get_mut(&fingerprint) {
            None => {
                lists.waiting_entries += entries.len() as u64;
                lists.waiting_bytes += bytes_of(&entries);
                let settle_at = SETTLE_MIN.max(2 * entries.len());
                layer.insert(fingerprint, Gathered { entries, settle_at });
            }
            Some(Gathered { entries: waiting, settle_at }) => {
                lists.waiting_entries -= waiting.len() as u64;
                lists.waiting_bytes -= bytes_of(waiting);
                waiting.append(entries);
                if waiting.len() >= *settle_at {
                    waiting.sort_and_join();
                    *settle_at = SETTLE_MIN.max(2 * waiting.len());
                }
                lists.waiting_entries += waiting.len() as u64;
                lists.waiting_bytes += bytes_of(waiting);
            }
        }
        let needed = lists.waiting_bytes + self.explored.memory_bytes();
        if needed + lists.taken_bytes > self.bytes_max {
            lists.taken = QuickMap::default();
            lists.taken_bytes = 0;
        }
        if needed > self.bytes_max {
            let message = format!("frontier and records need more than {} bytes", self.bytes_max);
            return Err(PortError { message, is_full: true });
        }
        Ok(())
    }

    fn next_depth(&self) -> Option<u32> {
        self.lists().waiting.keys().map(|&(_, depth)| depth).min()
    }

    fn open(&self, _depth: u32) -> Result<Box<dyn WaitingLayer<SuitPiece> + '_>, PortError> {
        Err(PortError::failure("groups are taken one by one".to_owned()))
    }

    fn consumed(&self, _depth: u32) -> Result<(), PortError> {
        Ok(())
    }

    fn waiting(&self) -> u64 {
        self.lists().waiting_entries
    }

    fn memory_bytes(&self) -> u64 {
        let lists = self.lists();
        lists.waiting_bytes + lists.taken_bytes
    }

    fn disk_bytes(&self) -> u64 {
        0
    }
}

/// Where groups with all their entries in memory come from: nobody asks it.
pub struct NoLayer;

impl<P: Payload> WaitingLayer<P> for NoLayer {
    fn next_group(&self, _entries_max: usize) -> Result<Option<WaitingGroup<P>>, PortError> {
        Ok(None)
    }

    fn stream(&self, group: StoredGroup) -> Result<Box<dyn EntryStream<P> + '_>, PortError> {
        panic!("the entries of group {} are in memory", group.fingerprint)
    }

    fn groups(&self) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    const GROUP: Fingerprint = Fingerprint { stuck: 3, founded: 0 };

    fn keys(waiting: Option<WaitingGroup<SuitPiece>>) -> Vec<u64> {
        match waiting.map(|group| group.entries) {
            None => Vec::new(),
            Some(Waiting::Here(Entries::Narrow(entries))) => entries.iter().map(|e| e.0).collect(),
            Some(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_entry_is_taken_once_while_there_is_room_to_remember_it() {
        let spaces = Arc::new(Spaces::default());
        let explored = Explored::new(&spaces);
        let frontier = Frontier::new(&explored, &spaces, 1000);
        let push = |keys: &[u64]| {
            let entries = keys.iter().map(|&key| (key, spaces.zero())).collect();
            frontier.push(7, GROUP, Entries::Narrow(entries))
        };
        push(&[5, 3, 5]).expect("room");
        push(&[4]).expect("room");
        assert_eq!(frontier.best(2, 9), Some((7, vec![GROUP])));
        assert_eq!((frontier.best(1, 9), frontier.most_stuck()), (None, Some(2)));
        assert_eq!(keys(frontier.take(7, GROUP)), [3, 4, 5]);
        assert_eq!(frontier.most_stuck(), None);
        push(&[5, 6, 2]).expect("room");
        assert_eq!(keys(frontier.take(7, GROUP)), [2, 6]);
        push(&[6]).expect("room");
        assert_eq!(keys(frontier.take(7, GROUP)), [] as [u64; 0]);
        push(&[6; 34]).expect("room when the memory of taken entries goes");
        assert_eq!(keys(frontier.take(7, GROUP)), [6]);
        let full = push(&[6; 60]).expect_err("no room");
        assert!(full.is_full);
    }
}
