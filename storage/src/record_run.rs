//! A record run: a file of records of the layer under way, sorted by key, written once and then read.
//!
//! RocksDB keeps the records of complete layers. Of the layer under way it is not asked to: what a kill
//! leaves of a database that is being written is RocksDB's to say, and a group that has to be explored
//! again must lose its records. These files are ours: one is complete when a manifest names it, and means
//! nothing before.
//!
//! Header, blocks, an index with a line for each block, a trailer, like runs of entries. The index has
//! the checksum of each block, the trailer that of the index: its own checksum stands for the whole file.
//! FORMAT.md has the tables.

mod layout;
mod reader;
mod writer;

pub use reader::RecordReader;
pub use writer::RecordWriter;

use crate::error::StorageError;
use crate::files::{Files, MappedFile};
use crate::live::{Holds, LiveFile};
use crate::packed::{BLOCK_HEAD_BYTES, raw_bytes, unpack};
use crate::record::RecordKey;
use layout::{HEADER_BYTES, INDEX_LINE_BYTES, IndexLine, TRAILER_BYTES, Trailer};
use std::sync::Arc;

/// The most bytes of a block before it is compressed, when it has more than one record.
pub const BLOCK_BYTES: usize = 1 << 14;
/// More than a record can have.
const BLOCK_BYTES_MAX: usize = 1 << 28;

/// A record run that is open for reading.
#[derive(Clone)]
pub struct RecordRun {
    file: Arc<RecordFile>,
}

struct RecordFile {
    map: MappedFile,
    live: LiveFile,
    trailer: Trailer,
}

impl RecordRun {
    /// Opens a run that has to be the one that this names. Checks all of it but the blocks.
    pub fn open(files: &Files, live: &LiveFile) -> Result<RecordRun, StorageError> {
        assert_eq!(live.holds, Holds::Records, "records are to be read");
        let path = files.path(&live.name)?;
        let map = files.map(&live.name).map_err(|error| error.of_live(&path, live))?;
        let file = RecordFile { trailer: Trailer::default(), map, live: live.clone() };
        let file = file.check()?;
        Ok(RecordRun { file: Arc::new(file) })
    }

    pub fn live(&self) -> &LiveFile {
        &self.file.live
    }

    /// A reader before the first record.
    pub fn reader(&self) -> RecordReader {
        RecordReader::new(&self.file, 0)
    }

    /// A reader before the first record of the block in which this key would be.
    fn reader_near(&self, key: &RecordKey) -> RecordReader {
        let file = &self.file;
        let (mut low, mut high) = (0, file.trailer.blocks as usize);
        while low < high {
            let middle = (low + high) / 2;
            if file.line(middle).first <= *key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        RecordReader::new(file, low.saturating_sub(1))
    }

    /// A reader on the first record from this key on, or at the end: whether there is one.
    pub fn reader_from(&self, key: &RecordKey) -> Result<(RecordReader, bool), StorageError> {
        let mut reader = self.reader_near(key);
        while reader.advance()? {
            if reader.key() >= key {
                return Ok((reader, true));
            }
        }
        Ok((reader, false))
    }

    /// The value of a key.
    pub fn get(&self, key: &RecordKey) -> Result<Option<Vec<u8>>, StorageError> {
        let (reader, there) = self.reader_from(key)?;
        Ok((there && reader.key() == key).then(|| reader.value().to_vec()))
    }
}

impl RecordFile {
    fn damaged(
        &self,
        offset: usize,
        expected: impl ToString,
        found: impl ToString,
    ) -> StorageError {
        StorageError::Damaged {
            path: self.map.path().to_owned(),
            offset: offset as u64,
            holds: self.live.to_string(),
            expected: expected.to_string(),
            found: found.to_string(),
            what_to_do: self.live.what_to_do(),
        }
    }

    /// Size, header, trailer and index are what they are to be.
    fn check(mut self) -> Result<RecordFile, StorageError> {
        let (bytes, least) = (self.map.len(), HEADER_BYTES + TRAILER_BYTES);
        if bytes as u64 != self.live.bytes || bytes < least {
            let expected = format!("{} bytes", self.live.bytes);
            return Err(self.damaged(bytes, expected, format!("{bytes} bytes")));
        }
        let header = layout::write_header();
        if self.map[..HEADER_BYTES] != header {
            let found = format!("{:02x?}", &self.map[..HEADER_BYTES]);
            return Err(self.damaged(0, format!("the header {header:02x?}"), found));
        }
        let start = bytes - TRAILER_BYTES;
        let (trailer, checksum) = Trailer::read(&self.map[start..])
            .ok_or_else(|| self.damaged(start, "the trailer of a run", "other bytes"))?;
        let found = LiveFile { entries: trailer.records, checksum, ..self.live.clone() };
        if found != self.live {
            return Err(self.damaged(start, self.live.facts(), found.facts()));
        }
        let index_bytes = trailer.blocks.checked_mul(INDEX_LINE_BYTES as u64);
        let index_end = index_bytes.and_then(|bytes| bytes.checked_add(trailer.index));
        if index_end != Some(start as u64) || trailer.index < HEADER_BYTES as u64 {
            let expected = format!("an index of {} blocks before the trailer", trailer.blocks);
            return Err(self.damaged(start, expected, format!("its start at {}", trailer.index)));
        }
        self.trailer = trailer;
        self.check_index()?;
        Ok(self)
    }

    /// Blocks follow each other without gaps and have the records that the trailer tells together.
    fn check_index(&self) -> Result<(), StorageError> {
        let start = self.trailer.index as usize;
        let found = crc32fast::hash(&self.map[start..self.map.len() - TRAILER_BYTES]);
        if found != self.trailer.index_checksum {
            let text = |sum: u32| format!("the checksum {sum:08x}");
            return Err(self.damaged(start, text(self.trailer.index_checksum), text(found)));
        }
        let (mut end, mut records) = (HEADER_BYTES, 0);
        let mut first = None;
        for block in 0..self.trailer.blocks as usize {
            let line = self.line(block);
            let next = self.block_end(block);
            let follows = line.offset == end as u64 && first.is_none_or(|first| first < line.first);
            if !follows || next <= end + BLOCK_HEAD_BYTES || next > start || line.records == 0 {
                let at = start + block * INDEX_LINE_BYTES;
                return Err(self.damaged(at, "the next block", format!("{line:?}")));
            }
            (end, first) = (next, Some(line.first));
            records += u64::from(line.records);
        }
        if end != start || records != self.trailer.records {
            let expected = format!("{} records up to {start}", self.trailer.records);
            return Err(self.damaged(start, expected, format!("{records} up to {end}")));
        }
        Ok(())
    }

    fn line(&self, block: usize) -> IndexLine {
        IndexLine::read(&self.map[self.trailer.index as usize + block * INDEX_LINE_BYTES..])
    }

    fn block_end(&self, block: usize) -> usize {
        let next = block + 1;
        let last = next == self.trailer.blocks as usize;
        if last { self.trailer.index as usize } else { self.line(next).offset as usize }
    }

    /// The contents of a block, checked.
    fn load(&self, block: usize, into: &mut Vec<u8>) -> Result<(), StorageError> {
        let line = self.line(block);
        let (start, end) = (line.offset as usize, self.block_end(block));
        let found = crc32fast::hash(&self.map[start..end]);
        if found != line.checksum {
            let text = |sum: u32| format!("the checksum {sum:08x}");
            return Err(self.damaged(start, text(line.checksum), text(found)));
        }
        let bytes = raw_bytes(&self.map[start..]);
        let stored = &self.map[start + BLOCK_HEAD_BYTES..end];
        if bytes > BLOCK_BYTES_MAX || stored.len() > bytes {
            let found = format!("{} of {bytes} bytes", stored.len());
            return Err(self.damaged(start, "a block that shrank", found));
        }
        into.resize(bytes, 0);
        unpack(stored, into)
            .map_err(|found| self.damaged(start, format!("{bytes} bytes of LZ4"), found))
    }
}

#[cfg(test)]
mod tests;
