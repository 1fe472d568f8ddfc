//! What waits at one depth in memory: a map from group to entries, split into shards so that threads
//! seldom wait for each other.
//!
//! A group's list is settled (sorted, entries of one class joined) whenever it has doubled since the
//! last time, so it never holds more than about three times what is distinct. Shards are emptied one by
//! one under their locks: a push that comes meanwhile finds a full shard or an empty one, and what it
//! brings is either taken or stays.
//!
//! Bytes are counted as they are held: the capacity of lists, and for each group its place in the map,
//! of which about five in eight are taken, and what the allocator adds.

use crate::payload::StoredPayload;
use fcc::entries::Entries;
use fcc::fingerprint::Fingerprint;
use fcc::hash::QuickMap;
use fcc::key::Key;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

const SHARDS: usize = 64;
const SETTLE_MIN: usize = 1024;
/// What the allocator adds to a list.
const ALLOCATION_BYTES: usize = 16;

/// A group of the buffer.
struct Gathered<P> {
    entries: Entries<P>,
    /// Length at which the list is settled next.
    settle_at: usize,
}

/// A shard, and how many entries it has.
struct Shard<P> {
    groups: QuickMap<Fingerprint, Gathered<P>>,
    entries: u64,
}

/// Entries that wait in memory.
pub(super) struct Buffer<P> {
    shards: [Mutex<Shard<P>>; SHARDS],
    bytes: AtomicI64,
}

/// What a push changed.
#[derive(Clone, Copy, Default)]
pub(super) struct Change {
    pub bytes: i64,
    /// Entries that met their like.
    pub entries_joined: u64,
}

/// Groups with their entries, by fingerprint.
pub(super) type Groups<P> = Vec<(Fingerprint, Entries<P>)>;

impl<P: StoredPayload> Buffer<P> {
    pub fn new() -> Buffer<P> {
        let shard = |_| Mutex::new(Shard { groups: QuickMap::default(), entries: 0 });
        Buffer { shards: std::array::from_fn(shard), bytes: AtomicI64::new(0) }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed).max(0) as u64
    }

    /// Entries held.
    pub fn entries(&self) -> u64 {
        let shards = self.shards.iter().map(|shard| shard.lock().expect("no panic while locked"));
        shards.map(|shard| shard.entries).sum()
    }

    /// Adds entries of a group. The joiner comes from a pool when it is needed.
    pub fn push(
        &self,
        fingerprint: Fingerprint,
        mut entries: Entries<P>,
        sort_and_join: impl FnOnce(&mut Entries<P>),
    ) -> Change {
        let shard = &self.shards[shard_of(fingerprint)];
        let mut shard = shard.lock().expect("no panic while locked");
        let count = entries.len() as u64;
        let mut change = Change::default();
        match shard.groups.get_mut(&fingerprint) {
            None => {
                shrink(&mut entries);
                change.bytes = held_bytes(&entries);
                let settle_at = SETTLE_MIN.max(2 * entries.len());
                shard.groups.insert(fingerprint, Gathered { entries, settle_at });
            }
            Some(group) => {
                let bytes = held_bytes(&group.entries);
                group.entries.append(entries);
                if group.entries.len() >= group.settle_at {
                    let before = group.entries.len();
                    sort_and_join(&mut group.entries);
                    change.entries_joined = (before - group.entries.len()) as u64;
                    group.settle_at = SETTLE_MIN.max(2 * group.entries.len());
                }
                change.bytes = held_bytes(&group.entries) - bytes;
            }
        }
        shard.entries += count - change.entries_joined;
        self.bytes.fetch_add(change.bytes, Relaxed);
        change
    }

    /// Takes out everything that is there, sorted by fingerprint.
    pub fn drain(&self) -> Groups<P> {
        let mut all = Vec::new();
        for shard in &self.shards {
            let mut shard = shard.lock().expect("no panic while locked");
            let groups = std::mem::take(&mut shard.groups);
            let entries = std::mem::take(&mut shard.entries);
            drop(shard);
            let before = all.len();
            all.extend(groups.into_iter().map(|(fingerprint, group)| (fingerprint, group.entries)));
            let drained = &all[before..];
            let found: usize = drained.iter().map(|(_, entries)| entries.len()).sum();
            assert_eq!(found as u64, entries, "entries of a shard");
            let bytes: i64 = drained.iter().map(|(_, entries)| held_bytes(entries)).sum();
            self.bytes.fetch_sub(bytes, Relaxed);
        }
        all.sort_unstable_by_key(|&(fingerprint, _)| fingerprint);
        all
    }
}

fn shard_of(fingerprint: Fingerprint) -> usize {
    let mixed = (fingerprint.stuck ^ fingerprint.founded.rotate_left(7))
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 58) as usize % SHARDS
}

/// Bytes that a group with this list takes.
pub(super) fn held_bytes<P: StoredPayload>(entries: &Entries<P>) -> i64 {
    let in_map = size_of::<(Fingerprint, Gathered<P>)>() * 8 / 5;
    (entries.bytes() + in_map + ALLOCATION_BYTES) as i64
}

/// Gives back room that a list was handed over with.
fn shrink<P>(entries: &mut Entries<P>) {
    match entries {
        Entries::Narrow(list) if list.capacity() > 2 * list.len() => list.shrink_to_fit(),
        Entries::Wide(list) if list.capacity() > 2 * list.len() => list.shrink_to_fit(),
        _ => {}
    }
}

/// Sorts a list and joins what entries of one class carry.
pub(super) fn sort_and_join<P: StoredPayload>(entries: &mut Entries<P>, joiner: &mut P::Joiner) {
    match entries {
        Entries::Narrow(list) => sort_and_join_list(list, joiner),
        Entries::Wide(list) => sort_and_join_list(list, joiner),
    }
}

fn sort_and_join_list<K: Key, P: StoredPayload>(list: &mut Vec<(K, P)>, joiner: &mut P::Joiner) {
    list.sort_unstable();
    list.dedup();
    if !P::KEYS_REPEAT {
        return;
    }
    let mut pieces: Vec<P> = Vec::new();
    let (mut read, mut written) = (0, 0);
    while read < list.len() {
        let key = list[read].0;
        while let Some(&(other, piece)) = list.get(read)
            && other == key
        {
            pieces.push(piece);
            read += 1;
        }
        P::join(&mut pieces, joiner);
        for piece in pieces.drain(..) {
            list[written] = (key, piece);
            written += 1;
        }
        assert!(written <= read, "a join gives no more than it takes");
    }
    list.truncate(written);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicU64};

    #[test]
    fn nothing_is_lost_when_a_buffer_is_drained_under_way() {
        let buffer = Buffer::<()>::new();
        let (done, taken) = (AtomicBool::new(false), AtomicU64::new(0));
        let take = || {
            let groups = buffer.drain();
            assert!(groups.is_sorted_by(|one, other| one.0 < other.0));
            let entries: usize = groups.iter().map(|(_, entries)| entries.len()).sum();
            taken.fetch_add(entries as u64, Relaxed);
        };
        std::thread::scope(|scope| {
            let push = |thread: u64| {
                for n in 0..5000 {
                    let fingerprint = Fingerprint { stuck: n % 300, founded: 0 };
                    let entries = Entries::Narrow(vec![(2 * n + thread, ())]);
                    buffer.push(fingerprint, entries, |_| panic!("too few to sort_and_join"));
                }
            };
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    take();
                }
            });
            let threads = [scope.spawn(move || push(0)), scope.spawn(move || push(1))];
            threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
            done.store(true, Relaxed);
        });
        take();
        assert_eq!(taken.load(Relaxed), 10_000);
        assert_eq!(buffer.bytes(), 0);
    }
}
