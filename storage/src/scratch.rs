//! Scratch: levels of a flood that memory can't hold, as runs of one nameless group.
//!
//! Most levels are small, and a file costs more than they do: a list stays in memory until it has 64 KiB.
//! A file goes when its list is dropped, sealed or not.

use crate::block::GroupHead;
use crate::error::StorageError;
use crate::files::Files;
use crate::run::{Run, RunReader, RunWriter};
use fcc::fingerprint::Fingerprint;
use fcc::ports::{EntryStream, PortError, STREAM_ENTRIES_MAX, Scratch, ScratchRun, ScratchWriter};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The most that a list takes in memory.
const MEMORY_BYTES_MAX: usize = 64 << 10;
const MEMORY_ENTRIES_MAX: usize = MEMORY_BYTES_MAX / size_of::<(u128, u64)>();
/// The group that all entries of a list belong to. Keys of any width go.
const NAMELESS: GroupHead =
    GroupHead { fingerprint: Fingerprint { stuck: 0, founded: 0 }, wide: true };

/// Room on disk for lists.
pub struct DiskScratch {
    files: Files,
    disk_bytes: Arc<AtomicU64>,
}

impl DiskScratch {
    pub fn new(files: Files) -> DiskScratch {
        DiskScratch { files, disk_bytes: Arc::default() }
    }
}

impl Scratch for DiskScratch {
    fn create(&self) -> Result<Box<dyn ScratchWriter>, PortError> {
        let account = Account { total: Arc::clone(&self.disk_bytes), bytes: 0 };
        let files = self.files.clone();
        Ok(Box::new(ListWriter { files, small: Vec::new(), run: None, last: None, account }))
    }

    fn disk_bytes(&self) -> u64 {
        self.disk_bytes.load(Relaxed)
    }
}

/// The bytes of one list as part of all, given back when it goes.
struct Account {
    total: Arc<AtomicU64>,
    bytes: u64,
}

impl Account {
    fn set(&mut self, bytes: u64) {
        assert!(bytes >= self.bytes, "a list grows");
        self.total.fetch_add(bytes - self.bytes, Relaxed);
        self.bytes = bytes;
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        self.total.fetch_sub(self.bytes, Relaxed);
    }
}

/// A list that is being written: in memory at first.
struct ListWriter {
    files: Files,
    small: Vec<(u128, u64)>,
    run: Option<RunWriter<u64>>,
    last: Option<u128>,
    account: Account,
}

impl ListWriter {
    fn append_all(&mut self, entries: &[(u128, u64)]) -> Result<(), StorageError> {
        if self.run.is_none() {
            if self.small.len() + entries.len() <= MEMORY_ENTRIES_MAX {
                self.small.extend_from_slice(entries);
                return Ok(());
            }
            let mut run = RunWriter::create(&self.files, "scratch", &())?;
            run.begin_group(NAMELESS);
            run.push_all(&std::mem::take(&mut self.small))?;
            self.run = Some(run);
        }
        if let Some(run) = &mut self.run {
            run.push_all(entries)?;
            self.account.set(run.bytes());
        }
        Ok(())
    }

    fn complete(mut self) -> Result<Box<dyn ScratchRun>, StorageError> {
        let Some(run) = self.run else { return Ok(Box::new(SmallList { entries: self.small })) };
        let sealed = run.seal()?;
        self.account.set(sealed.bytes);
        let file = TemporaryFile { files: self.files, name: sealed.name.clone() };
        let run = Run::open_sealed(&file.files, &sealed, &())?;
        Ok(Box::new(LargeList { run, _file: file, _account: self.account }))
    }
}

impl ScratchWriter for ListWriter {
    fn append(&mut self, entries: &[(u128, u64)]) -> Result<(), PortError> {
        let (Some(&(first, _)), Some(&(last, _))) = (entries.first(), entries.last()) else {
            return Ok(());
        };
        assert!(self.last.is_none_or(|last| last < first), "keys out of order");
        let ascending = entries.windows(2).all(|pair| pair[0].0 < pair[1].0);
        assert!(ascending, "keys out of order");
        self.last = Some(last);
        Ok(self.append_all(entries)?)
    }

    fn seal(self: Box<Self>) -> Result<Box<dyn ScratchRun>, PortError> {
        Ok(self.complete()?)
    }
}

/// A file that goes with its owner.
struct TemporaryFile {
    files: Files,
    name: String,
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // What can't be deleted takes room and does no other harm; the folder's owner clears it.
        let _ = self.files.remove(&self.name);
    }
}

/// A list that never was on disk.
struct SmallList {
    entries: Vec<(u128, u64)>,
}

impl ScratchRun for SmallList {
    fn len(&self) -> u64 {
        self.entries.len() as u64
    }

    fn read(&self) -> Result<Box<dyn EntryStream<u64> + '_>, PortError> {
        Ok(Box::new(SmallStream { left: &self.entries }))
    }
}

struct SmallStream<'a> {
    left: &'a [(u128, u64)],
}

impl EntryStream<u64> for SmallStream<'_> {
    fn read(&mut self, into: &mut Vec<(u128, u64)>) -> Result<bool, PortError> {
        let (now, later) = self.left.split_at(self.left.len().min(STREAM_ENTRIES_MAX));
        into.extend_from_slice(now);
        self.left = later;
        Ok(!now.is_empty())
    }
}

/// A list on disk.
struct LargeList {
    run: Run<u64>,
    _file: TemporaryFile,
    _account: Account,
}

impl ScratchRun for LargeList {
    fn len(&self) -> u64 {
        self.run.entries()
    }

    fn read(&self) -> Result<Box<dyn EntryStream<u64> + '_>, PortError> {
        Ok(Box::new(LargeStream { reader: self.run.reader() }))
    }
}

struct LargeStream {
    reader: RunReader<u64>,
}

impl EntryStream<u64> for LargeStream {
    fn read(&mut self, into: &mut Vec<(u128, u64)>) -> Result<bool, PortError> {
        let before = into.len();
        while into.len() - before < STREAM_ENTRIES_MAX && self.reader.advance()? {
            into.push((self.reader.key(), self.reader.payload()));
        }
        Ok(into.len() > before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_lists_never_touch_the_disk_and_large_ones_leave_it_clean() {
        let files = Files::temporary();
        let scratch = DiskScratch::new(files.clone());
        let list = |length: u64| {
            let mut writer = scratch.create().expect("create");
            for n in 0..length {
                writer.append(&[(u128::from(n) << 40, n)]).expect("append");
            }
            writer
        };
        let small = list(1000).seal().expect("seal");
        assert_eq!((small.len(), files.disk_bytes_peak()), (1000, 0));
        let large = list(100_000).seal().expect("seal");
        assert_eq!(large.len(), 100_000);
        assert!(scratch.disk_bytes() > 0);
        assert_eq!(scratch.disk_bytes(), files.disk_bytes());
        let unsealed = list(100_000);
        assert_eq!(files.list().expect("list").len(), 2);
        drop((large, unsealed));
        assert!(files.list().expect("list").is_empty());
        assert_eq!((scratch.disk_bytes(), files.disk_bytes()), (0, 0));
    }
}
