//! Scratch room in plain memory: for runs that are not limited, and for tests.

use crate::key::{Key, Word};
use crate::ports::{
    EntryStream, PortError, STREAM_ENTRIES_MAX, Scratch, ScratchRun, ScratchWriter,
};

/// Keeps lists in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemoryScratch;

struct List(Vec<(u128, u64)>);

impl Scratch for MemoryScratch {
    fn create(&self) -> Result<Box<dyn ScratchWriter>, PortError> {
        Ok(Box::new(List(Vec::new())))
    }

    fn disk_bytes(&self) -> u64 {
        0
    }
}

impl ScratchWriter for List {
    fn append(&mut self, entries: &[(u128, u64)]) -> Result<(), PortError> {
        let mut keys = self.0.last().into_iter().chain(entries).map(|&(key, _)| key);
        assert!(keys.by_ref().is_sorted_by(|one, other| one < other), "keys out of order");
        self.0.extend_from_slice(entries);
        Ok(())
    }

    fn seal(mut self: Box<Self>) -> Result<Box<dyn ScratchRun>, PortError> {
        self.0.shrink_to_fit();
        Ok(self)
    }
}

impl ScratchRun for List {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn read(&self) -> Result<Box<dyn EntryStream<u64> + '_>, PortError> {
        Ok(Box::new(SliceStream { list: &self.0 }))
    }
}

/// A sorted list in memory, read like any other.
pub struct SliceStream<'a, K, W> {
    /// What was not read yet, by ascending keys.
    pub list: &'a [(K, W)],
}

impl<K: Key, W: Word> EntryStream<u64> for SliceStream<'_, K, W> {
    fn read(&mut self, into: &mut Vec<(u128, u64)>) -> Result<bool, PortError> {
        let (now, rest) = self.list.split_at(self.list.len().min(STREAM_ENTRIES_MAX));
        into.extend(now.iter().map(|&(key, word)| (key.wide(), word.word())));
        self.list = rest;
        Ok(!now.is_empty())
    }
}
