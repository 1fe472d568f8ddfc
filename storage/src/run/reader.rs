//! Reading a run in order, from its first entry or from a place in it.

use super::RunFile;
use crate::block::{BLOCK_BYTES_MAX, BlockReader, GroupHead};
use crate::error::StorageError;
use crate::packed::{BLOCK_HEAD_BYTES, raw_bytes, unpack};
use crate::payload::StoredPayload;
use crate::varint::Malformed;
use std::sync::Arc;

/// Pages of the file that were read are given back after this many bytes, so that a process does not
/// seem to hold all that it reads.
const FORGET_BYTES: usize = 1 << 18;

/// Where an entry is: the number of its block, and its number in the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPosition {
    pub block: u64,
    pub entry: u32,
}

/// The bits that the number of an entry takes in the packed form: blocks have fewer bytes than that.
const ENTRY_BITS: u32 = 16;
const _: () = assert!(BLOCK_BYTES_MAX < 1 << ENTRY_BITS);

impl EntryPosition {
    /// The place as one word.
    pub fn pack(self) -> u64 {
        assert!(self.block >> (u64::BITS - ENTRY_BITS) == 0 && self.entry >> ENTRY_BITS == 0);
        self.block << ENTRY_BITS | u64::from(self.entry)
    }

    /// The inverse of [`EntryPosition::pack`].
    pub fn unpack(word: u64) -> EntryPosition {
        EntryPosition { block: word >> ENTRY_BITS, entry: (word & ((1 << ENTRY_BITS) - 1)) as u32 }
    }
}

/// Goes through a run.
pub struct RunReader<P: StoredPayload> {
    file: Arc<RunFile>,
    block: BlockReader<P>,
    /// The number of the block that is being read.
    current: Option<usize>,
    next_block: usize,
    payload: Option<P>,
    /// Bytes before this were given back.
    forgotten: usize,
}

impl<P: StoredPayload> RunReader<P> {
    pub(super) fn new(file: &Arc<RunFile>, book: &P::Book) -> RunReader<P> {
        let block = BlockReader::new(book);
        let file = Arc::clone(file);
        RunReader { file, block, current: None, next_block: 0, payload: None, forgotten: 0 }
    }

    pub(super) fn at(
        file: &Arc<RunFile>,
        book: &P::Book,
        place: EntryPosition,
    ) -> Result<RunReader<P>, StorageError> {
        let mut reader = RunReader::new(file, book);
        let there = |place: EntryPosition| {
            place.block < file.trailer.blocks
                && place.entry < file.index_line(place.block as usize).entries
        };
        assert!(there(place), "{place:?} is no place of this run");
        reader.next_block = place.block as usize;
        reader.forgotten = file.index_line(reader.next_block).offset as usize;
        for _ in 0..=place.entry {
            reader.advance()?;
        }
        assert_eq!(reader.place(), place, "a block with fewer entries than its index tells");
        Ok(reader)
    }

    /// Goes on to the next entry. False when there is none.
    #[inline]
    pub fn advance(&mut self) -> Result<bool, StorageError> {
        match self.block.advance() {
            Ok(Some(payload)) => {
                self.payload = Some(payload);
                Ok(true)
            }
            Ok(None) => self.advance_to_next_block(),
            Err(malformed) => Err(self.malformed(malformed)),
        }
    }

    /// The group of the entry that the reader is on.
    #[inline]
    pub fn head(&self) -> GroupHead {
        self.block.head()
    }

    #[inline]
    pub fn key(&self) -> u128 {
        self.block.key()
    }

    #[inline]
    pub fn payload(&self) -> P {
        self.payload.expect("the reader is on an entry")
    }

    /// Where the entry is.
    pub fn place(&self) -> EntryPosition {
        let block = self.current.expect("the reader is on an entry");
        EntryPosition { block: block as u64, entry: self.block.entries_read() - 1 }
    }

    fn advance_to_next_block(&mut self) -> Result<bool, StorageError> {
        let before = self.payload.take().map(|_| (self.head(), self.key()));
        self.check_complete()?;
        if self.next_block == self.file.blocks() {
            return Ok(false);
        }
        self.load()?;
        let payload = self.block.advance().map_err(|malformed| self.malformed(malformed))?;
        self.payload = payload;
        let line = self.file.index_line(self.next_block - 1);
        let found = (self.head().fingerprint, self.key());
        let at = line.offset as usize;
        if payload.is_none() || found != line.first {
            let expected = format!("the first entry {:?} of the index", line.first);
            return Err(self.file.damaged(at, expected, format!("{found:?}")));
        }
        if let Some((head, key)) = before
            && !follows::<P>((head, key), (self.head(), self.key()))
        {
            let expected = format!("an entry after {head:?} {key:x}");
            return Err(self.file.damaged(at, expected, format!("{found:?}")));
        }
        Ok(true)
    }

    /// The block that ends has as many entries as the index tells.
    fn check_complete(&self) -> Result<(), StorageError> {
        let Some(block) = self.current else { return Ok(()) };
        let (line, found) = (self.file.index_line(block), self.block.entries_read());
        if line.entries == found {
            return Ok(());
        }
        let text = |entries: u32| format!("{entries} entries in the block");
        Err(self.file.damaged(line.offset as usize, text(line.entries), text(found)))
    }

    /// Checks and decompresses the next block.
    fn load(&mut self) -> Result<(), StorageError> {
        let file = &self.file;
        let line = file.index_line(self.next_block);
        let (start, end) = (line.offset as usize, file.block_end(self.next_block));
        let stored = &file.map[start + BLOCK_HEAD_BYTES..end];
        let (checksum, found) = (line.checksum, crc32fast::hash(&file.map[start..end]));
        if checksum != found {
            let text = |sum: u32| format!("the checksum {sum:08x}");
            return Err(file.damaged(start, text(checksum), text(found)));
        }
        let bytes = raw_bytes(&file.map[start..]);
        let buffer = self.block.buffer();
        if bytes > buffer.len() || stored.len() > bytes {
            let expected = format!("a block of at most {} bytes", buffer.len());
            return Err(file.damaged(start, expected, format!("{} of {bytes}", stored.len())));
        }
        unpack(stored, &mut buffer[..bytes])
            .map_err(|found| file.damaged(start, format!("{bytes} bytes of LZ4"), found))?;
        self.block.begin(bytes);
        self.current = Some(self.next_block);
        self.next_block += 1;
        if end - self.forgotten.min(end) >= FORGET_BYTES {
            file.map.forget(self.forgotten..end);
            self.forgotten = end;
        }
        Ok(())
    }

    fn malformed(&self, malformed: Malformed) -> StorageError {
        let Malformed { position, expected } = malformed;
        let found = format!(
            "{:02x?} at byte {position} of the block's contents",
            self.block.excerpt(position)
        );
        let block = self.current.expect("a block is being read");
        self.file.damaged(self.file.index_line(block).offset as usize, expected, found)
    }
}

/// Whether an entry may come after another one.
fn follows<P: StoredPayload>(one: (GroupHead, u128), other: (GroupHead, u128)) -> bool {
    let ((head, key), (next_head, next_key)) = (one, other);
    if head.fingerprint != next_head.fingerprint {
        return head.fingerprint < next_head.fingerprint;
    }
    head.wide == next_head.wide && (key < next_key || P::KEYS_REPEAT && key == next_key)
}
