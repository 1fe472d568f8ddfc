//! Reading a record run in order. Whoever reads has one block in memory.

use super::RecordFile;
use super::layout::LENGTH_BYTES;
use crate::error::StorageError;
use crate::record::{KEY_BYTES, RecordKey};
use std::sync::Arc;

/// Pages that were read are given back after this many bytes.
const FORGET_BYTES: usize = 1 << 18;

/// Goes through a record run.
pub struct RecordReader {
    file: Arc<RecordFile>,
    block: Vec<u8>,
    next_block: usize,
    /// Where the record begins that the reader is on, and the next one.
    start: usize,
    end: usize,
    /// Records of the block that were read.
    block_records: u32,
    last: Option<RecordKey>,
    /// Bytes of the file before this were given back.
    forgotten: usize,
}

impl RecordReader {
    pub(super) fn new(file: &Arc<RecordFile>, next_block: usize) -> RecordReader {
        let file = Arc::clone(file);
        let (block, last) = (Vec::new(), None);
        let forgotten = 0;
        RecordReader {
            file,
            block,
            next_block,
            start: 0,
            end: 0,
            block_records: 0,
            last,
            forgotten,
        }
    }

    /// Goes on to the next record. False when there is none.
    pub fn advance(&mut self) -> Result<bool, StorageError> {
        if self.end == self.block.len() && !self.load()? {
            self.start = self.end;
            return Ok(false);
        }
        let rest = &self.block[self.end..];
        let length = rest.get(KEY_BYTES..KEY_BYTES + LENGTH_BYTES);
        let length = length.map(|length| u32::from_le_bytes(length.try_into().expect("four")));
        let bytes = length.map(|length| KEY_BYTES + LENGTH_BYTES + length as usize);
        let Some(bytes) = bytes.filter(|&bytes| bytes <= rest.len()) else {
            return Err(self.damaged("a whole record", format!("{} bytes", rest.len())));
        };
        (self.start, self.end) = (self.end, self.end + bytes);
        let key = *self.key();
        if self.last.is_some_and(|last| last >= key) {
            return Err(self.damaged("a key after the one before", format!("{key:02x?}")));
        }
        self.last = Some(key);
        self.block_records += 1;
        let line = self.file.line(self.next_block - 1);
        let ends = self.end == self.block.len();
        let as_told = (!ends || self.block_records == line.records)
            && (self.block_records > 1 || key == line.first);
        if !as_told {
            let expected = format!("{} records from {:02x?}", line.records, line.first);
            let found = format!("{} with {key:02x?}", self.block_records);
            return Err(self.damaged(expected, found));
        }
        Ok(true)
    }

    fn load(&mut self) -> Result<bool, StorageError> {
        if self.next_block == self.file.trailer.blocks as usize {
            return Ok(false);
        }
        self.file.load(self.next_block, &mut self.block)?;
        let end = self.file.block_end(self.next_block);
        if end - self.forgotten >= FORGET_BYTES {
            self.file.map.forget(self.forgotten..end);
            self.forgotten = end;
        }
        self.next_block += 1;
        (self.start, self.end, self.block_records) = (0, 0, 0);
        Ok(true)
    }

    fn damaged(&self, expected: impl ToString, found: impl ToString) -> StorageError {
        let at = self.file.line(self.next_block - 1).offset as usize;
        self.file.damaged(at, expected, found)
    }

    /// The key of the record that the reader is on.
    pub fn key(&self) -> &RecordKey {
        self.block[self.start..].first_chunk().expect("the reader is on a record")
    }

    /// Its value.
    pub fn value(&self) -> &[u8] {
        &self.block[self.start + KEY_BYTES + LENGTH_BYTES..self.end]
    }
}
