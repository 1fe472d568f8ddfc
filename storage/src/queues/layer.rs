//! Layers that were opened: one that is still in memory, and one that is a run.

use super::DiskQueues;
use super::buffer::{Groups, held_bytes};
use crate::error::StorageError;
use crate::payload::StoredPayload;
use crate::run::{EntryPosition, Run, RunReader, SealedRun};
use fcc::entries::Entries;
use fcc::fingerprint::Fingerprint;
use fcc::key::Key;
use fcc::ports::{
    EntryStream, PortError, STREAM_ENTRIES_MAX, StoredGroup, Waiting, WaitingGroup, WaitingLayer,
};
use std::sync::{Arc, Mutex, RwLock};

/// A layer that never was on disk.
pub(super) struct MemoryLayer<'a, P: StoredPayload> {
    queues: &'a DiskQueues<P>,
    count: u64,
    /// Taken from the end.
    groups: Mutex<Groups<P>>,
    /// Groups that were too large for whoever asked; a place is an index.
    stored: RwLock<Vec<Arc<Entries<P>>>>,
}

impl<'a, P: StoredPayload> MemoryLayer<'a, P> {
    /// A layer of groups that are sorted by fingerprint.
    pub fn new(queues: &'a DiskQueues<P>, mut groups: Groups<P>) -> MemoryLayer<'a, P> {
        groups.reverse();
        let count = groups.len() as u64;
        queues.count_unread(groups.iter().map(|(_, entries)| entries.len() as i64).sum());
        MemoryLayer { queues, count, groups: Mutex::new(groups), stored: RwLock::default() }
    }
}

impl<P: StoredPayload> WaitingLayer<P> for MemoryLayer<'_, P> {
    fn next_group(&self, entries_max: usize) -> Result<Option<WaitingGroup<P>>, PortError> {
        let next = self.groups.lock().expect("no panic while locked").pop();
        let Some((fingerprint, mut entries)) = next else { return Ok(None) };
        let bytes = held_bytes(&entries);
        let before = entries.len();
        self.queues.sort_and_join(&mut entries);
        self.queues.count_joined((before - entries.len()) as u64);
        self.queues.count_taken(entries.len() as u64);
        self.queues.count_unread(-(before as i64));
        let entries = if entries.len() <= entries_max {
            self.queues.count_bytes(-bytes);
            Waiting::Here(entries)
        } else {
            self.queues.count_bytes(held_bytes(&entries) - bytes);
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

impl<P: StoredPayload> Drop for MemoryLayer<'_, P> {
    fn drop(&mut self) {
        let unread = self.groups.get_mut().expect("no panic while locked");
        let stored = self.stored.get_mut().expect("no panic while locked");
        let unread = unread.iter().map(|(_, entries)| held_bytes(entries));
        let stored = stored.iter().map(|entries| held_bytes(entries));
        self.queues.count_bytes(-unread.chain(stored).sum::<i64>());
    }
}

struct MemoryStream<P> {
    entries: Arc<Entries<P>>,
    read: usize,
}

impl<P: StoredPayload> EntryStream<P> for MemoryStream<P> {
    fn read(&mut self, into: &mut Vec<(u128, P)>) -> Result<bool, PortError> {
        let end = self.entries.len().min(self.read + STREAM_ENTRIES_MAX);
        let range = self.read..end;
        match &*self.entries {
            Entries::Narrow(list) => {
                into.extend(list[range].iter().map(|&(key, piece)| (key.wide(), piece)))
            }
            Entries::Wide(list) => into.extend_from_slice(&list[range]),
        }
        let more = end > self.read;
        self.read = end;
        Ok(more)
    }
}

/// A layer that is a run, read once from beginning to end.
pub(super) struct DiskLayer<'a, P: StoredPayload> {
    queues: &'a DiskQueues<P>,
    run: Run<P>,
    reading: Mutex<Reading<P>>,
}

struct Reading<P: StoredPayload> {
    reader: RunReader<P>,
    /// Whether the reader is on an entry that was not handed out.
    on_entry: bool,
    groups_read: u64,
}

impl<P: StoredPayload> Reading<P> {
    /// Reads the rest of the group that the reader is on: the entries, when they are no more than
    /// `entries_max`, and their number.
    fn group<K: Key>(&mut self, entries_max: usize) -> Result<(Vec<(K, P)>, u64), StorageError> {
        let head = self.reader.head();
        let (mut list, mut count) = (Vec::new(), 0u64);
        while self.on_entry && self.reader.head() == head {
            count += 1;
            if count <= entries_max as u64 {
                list.push((K::narrow(self.reader.key()), self.reader.payload()));
            } else if !list.is_empty() {
                list = Vec::new();
            }
            self.on_entry = self.reader.advance()?;
        }
        self.groups_read += 1;
        Ok((list, count))
    }
}

impl<'a, P: StoredPayload> DiskLayer<'a, P> {
    pub fn new(
        queues: &'a DiskQueues<P>,
        sealed: &SealedRun,
    ) -> Result<DiskLayer<'a, P>, StorageError> {
        let run = Run::open_sealed(&queues.files, sealed, &queues.book)?;
        let mut reader = run.reader();
        let on_entry = reader.advance()?;
        let reading = Mutex::new(Reading { reader, on_entry, groups_read: 0 });
        queues.count_unread(run.entries() as i64);
        Ok(DiskLayer { queues, run, reading })
    }

    fn read_group(&self, entries_max: usize) -> Result<Option<WaitingGroup<P>>, StorageError> {
        let mut reading = self.reading.lock().expect("no panic while locked");
        if !reading.on_entry {
            assert_eq!(reading.groups_read, self.run.groups(), "groups of a layer");
            return Ok(None);
        }
        let (head, place) = (reading.reader.head(), reading.reader.place());
        let (entries, count) = if head.wide {
            let (list, count) = reading.group(entries_max)?;
            (Entries::Wide(list), count)
        } else {
            let (list, count) = reading.group(entries_max)?;
            (Entries::Narrow(list), count)
        };
        drop(reading);
        self.queues.count_taken(count);
        self.queues.count_unread(-(count as i64));
        let fingerprint = head.fingerprint;
        let entries = if entries.len() as u64 == count {
            Waiting::Here(entries)
        } else {
            Waiting::Stored(StoredGroup { fingerprint, entries: count, place: place.pack() })
        };
        Ok(Some(WaitingGroup { fingerprint, entries }))
    }
}

impl<P: StoredPayload> WaitingLayer<P> for DiskLayer<'_, P> {
    fn next_group(&self, entries_max: usize) -> Result<Option<WaitingGroup<P>>, PortError> {
        Ok(self.queues.unless_failed(|| self.read_group(entries_max))?)
    }

    fn stream(&self, group: StoredGroup) -> Result<Box<dyn EntryStream<P> + '_>, PortError> {
        let reader = self.run.reader_at(EntryPosition::unpack(group.place))?;
        assert_eq!(reader.head().fingerprint, group.fingerprint, "a place of another group");
        let (fingerprint, left) = (group.fingerprint, group.entries);
        Ok(Box::new(DiskStream { reader, fingerprint, left }))
    }

    fn groups(&self) -> Option<u64> {
        Some(self.run.groups())
    }
}

/// The entries of a group, from its place in a run. The reader is on the next one while some are left.
struct DiskStream<P: StoredPayload> {
    reader: RunReader<P>,
    fingerprint: Fingerprint,
    left: u64,
}

impl<P: StoredPayload> EntryStream<P> for DiskStream<P> {
    fn read(&mut self, into: &mut Vec<(u128, P)>) -> Result<bool, PortError> {
        let count = self.left.min(STREAM_ENTRIES_MAX as u64);
        for _ in 0..count {
            let found = self.reader.head().fingerprint;
            assert_eq!(found, self.fingerprint, "a group has the entries that were counted");
            into.push((self.reader.key(), self.reader.payload()));
            self.left -= 1;
            if self.left > 0 {
                self.reader.advance()?;
            }
        }
        Ok(count > 0)
    }
}
