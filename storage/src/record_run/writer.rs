//! Writing a record run, keys strictly ascending. It is deleted when it is dropped before it is sealed.

use super::layout::{self, IndexLine, LENGTH_BYTES, Trailer};
use super::{BLOCK_BYTES, BLOCK_BYTES_MAX};
use crate::error::StorageError;
use crate::files::{Files, NewFile};
use crate::live::{Holds, LiveFile};
use crate::packed::pack;
use crate::record::{KEY_BYTES, RecordKey};

/// A record run that is being written.
pub struct RecordWriter {
    file: NewFile,
    depth: u32,
    block: Vec<u8>,
    first: RecordKey,
    last: Option<RecordKey>,
    block_records: u32,
    index: Vec<u8>,
    blocks: u64,
    records: u64,
    /// Room for a compressed block and its head.
    stored: Vec<u8>,
}

impl RecordWriter {
    /// Begins a run in a new file.
    pub fn create(files: &Files, depth: u32) -> Result<RecordWriter, StorageError> {
        let mut file = files.create_numbered(&format!("records-{depth:03}"))?;
        file.append(&layout::write_header())?;
        Ok(RecordWriter {
            file,
            depth,
            block: Vec::with_capacity(BLOCK_BYTES),
            first: [0; KEY_BYTES],
            last: None,
            block_records: 0,
            index: Vec::new(),
            blocks: 0,
            records: 0,
            stored: Vec::new(),
        })
    }

    /// Adds a record.
    ///
    /// # Panics
    /// When its key does not come after the one before.
    pub fn push(&mut self, key: &RecordKey, value: &[u8]) -> Result<(), StorageError> {
        assert!(self.last.is_none_or(|last| last < *key), "keys out of order");
        let bytes = KEY_BYTES + LENGTH_BYTES + value.len();
        assert!(bytes <= BLOCK_BYTES_MAX, "a record of {bytes} bytes");
        if self.block.len() + bytes > BLOCK_BYTES {
            self.write_block()?;
        }
        if self.block.is_empty() {
            self.first = *key;
        }
        self.block.extend_from_slice(key);
        self.block.extend_from_slice(&(value.len() as u32).to_le_bytes());
        self.block.extend_from_slice(value);
        self.block_records += 1;
        self.last = Some(*key);
        Ok(())
    }

    fn write_block(&mut self) -> Result<(), StorageError> {
        if self.block.is_empty() {
            return Ok(());
        }
        let block = pack(&self.block, &mut self.stored);
        let (offset, checksum) = (self.file.bytes(), crc32fast::hash(block));
        let (first, records) = (self.first, self.block_records);
        IndexLine { offset, first, records, checksum }.write(&mut self.index);
        self.file.append(block)?;
        self.blocks += 1;
        self.records += u64::from(records);
        self.block.clear();
        self.block_records = 0;
        Ok(())
    }

    /// Completes the run.
    pub fn seal(mut self) -> Result<LiveFile, StorageError> {
        self.write_block()?;
        let RecordWriter { mut file, depth, index, blocks, records, .. } = self;
        let index_checksum = crc32fast::hash(&index);
        let trailer = Trailer { blocks, records, index: file.bytes(), index_checksum };
        let (bytes, checksum) = trailer.write();
        file.append(&index)?;
        file.append(&bytes)?;
        let (bytes, entries) = (file.bytes(), records);
        let name = file.keep();
        Ok(LiveFile { holds: Holds::Records, depth, name, bytes, entries, checksum })
    }
}
