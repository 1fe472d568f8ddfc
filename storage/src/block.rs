//! A block: some thousands of entries as bytes, whole in itself.
//!
//! Entries are sorted by group and key. A *section* is the part of a group that is in the block: its
//! head (type of key, fingerprint, number of entries), then for each entry the distance of its key from
//! the one before and what it carries. Fingerprints too are written as distances within the block:
//! groups of a few entries are many, and neighbours share most of their stuck cards. FORMAT.md has the
//! table.
//!
//! The reader goes through the bytes entry by entry and keeps no list. It trusts nothing: whatever the
//! writer does not write is [`Malformed`].

use crate::payload::{PayloadDecoder, PayloadEncoder, StoredPayload};
use crate::varint::{Cursor, Malformed, PADDING, write_varint};
use fcc::fingerprint::Fingerprint;

/// The most bytes of a block before it is compressed.
pub const BLOCK_BYTES_MAX: usize = 1 << 14;
/// More than the head of a section and one entry take together.
const ENTRY_BYTES_MAX: usize = 256;
/// Bytes of the number of entries in the head of a section.
const COUNT_BYTES: usize = 2;

const NARROW: u8 = 0;
const WIDE: u8 = 1;
const NO_GROUP: Fingerprint = Fingerprint { stuck: 0, founded: 0 };

/// A group, and whether its keys need more than 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupHead {
    pub fingerprint: Fingerprint,
    pub wide: bool,
}

/// Collects a block.
pub struct BlockWriter<P: StoredPayload> {
    bytes: Vec<u8>,
    encoder: P::Encoder,
    /// The group whose section is open, and where its count is.
    section: Option<(GroupHead, usize)>,
    section_entries: u16,
    key: u128,
    entries: u32,
}

impl<P: StoredPayload> BlockWriter<P> {
    pub fn new(book: &P::Book) -> BlockWriter<P> {
        let bytes = Vec::with_capacity(BLOCK_BYTES_MAX);
        let encoder = P::Encoder::new(book);
        BlockWriter { bytes, encoder, section: None, section_entries: 0, key: 0, entries: 0 }
    }

    pub fn entries(&self) -> u32 {
        self.entries
    }

    /// True when another entry might not fit.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.bytes.len() > BLOCK_BYTES_MAX - ENTRY_BYTES_MAX
    }

    /// Begins a group that comes after all others of the block, or goes on with one of the block before.
    ///
    /// # Panics
    /// When the groups are not in order.
    pub fn begin_section(&mut self, head: GroupHead) {
        let before = self.close_section();
        assert!(before.is_none_or(|before| before < head.fingerprint), "groups out of order");
        let before = before.unwrap_or(NO_GROUP);
        let Fingerprint { stuck, founded } = head.fingerprint;
        self.bytes.push(if head.wide { WIDE } else { NARROW });
        let further = stuck - before.stuck;
        write_varint(further.into(), &mut self.bytes);
        let founded_before = if further == 0 { before.founded } else { 0 };
        write_varint((founded - founded_before).into(), &mut self.bytes);
        self.section = Some((head, self.bytes.len()));
        self.bytes.extend_from_slice(&[0; COUNT_BYTES]);
        self.key = 0;
    }

    /// Writes the count of the open section.
    fn close_section(&mut self) -> Option<Fingerprint> {
        let (head, place) = self.section?;
        assert!(self.section_entries > 0, "a group without entries");
        let count = self.section_entries.to_le_bytes();
        self.bytes[place..place + COUNT_BYTES].copy_from_slice(&count);
        self.section_entries = 0;
        Some(head.fingerprint)
    }

    /// Adds an entry to the open section.
    ///
    /// # Panics
    /// When the keys are not in order or do not fit the group.
    #[inline]
    pub fn push(&mut self, key: u128, payload: P) {
        let (head, _) = self.section.expect("a section is open");
        assert!(head.wide || key >> u64::BITS == 0, "a wide key in a narrow group");
        let ascending = key > self.key || P::KEYS_REPEAT && key == self.key;
        assert!(ascending || self.section_entries == 0, "keys out of order");
        write_varint(key - self.key, &mut self.bytes);
        self.encoder.encode(payload, &mut self.bytes);
        self.key = key;
        self.section_entries += 1;
        self.entries += 1;
        debug_assert!(self.bytes.len() <= BLOCK_BYTES_MAX);
    }

    /// The bytes of the block, complete.
    pub fn finish(&mut self) -> &[u8] {
        self.close_section();
        assert!(self.bytes.len() <= BLOCK_BYTES_MAX);
        &self.bytes
    }

    /// Begins the next block.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.encoder.begin_block();
        self.section = None;
        self.entries = 0;
    }
}

/// Goes through a block.
pub struct BlockReader<P: StoredPayload> {
    /// The bytes, and padding.
    buffer: Box<[u8]>,
    end: usize,
    position: usize,
    decoder: P::Decoder,
    head: GroupHead,
    section_left: u16,
    key: u128,
    /// Whether the next entry is the first of its section.
    section_first: bool,
    entries_read: u32,
}

impl<P: StoredPayload> BlockReader<P> {
    pub fn new(book: &P::Book) -> BlockReader<P> {
        BlockReader {
            buffer: vec![0; BLOCK_BYTES_MAX + PADDING].into_boxed_slice(),
            end: 0,
            position: 0,
            decoder: P::Decoder::new(book),
            head: GroupHead { fingerprint: NO_GROUP, wide: false },
            section_left: 0,
            key: 0,
            section_first: false,
            entries_read: 0,
        }
    }

    /// Where the bytes of the next block are to be put.
    pub fn buffer(&mut self) -> &mut [u8] {
        &mut self.buffer[..BLOCK_BYTES_MAX]
    }

    /// Begins with the block whose bytes were put into the buffer.
    pub fn begin(&mut self, bytes: usize) {
        assert!(bytes <= BLOCK_BYTES_MAX);
        self.buffer[bytes..bytes + PADDING].fill(0);
        self.decoder.begin_block();
        (self.position, self.end) = (0, bytes);
        (self.section_left, self.entries_read) = (0, 0);
        self.head = GroupHead { fingerprint: NO_GROUP, wide: false };
    }

    /// Goes on to the next entry and returns what it carries; nothing at the end of the block.
    #[inline]
    pub fn advance(&mut self) -> Result<Option<P>, Malformed> {
        if self.section_left == 0 {
            if self.position == self.end {
                return Ok(None);
            }
            self.open_section()?;
        }
        let mut cursor = Cursor::new(&self.buffer, self.position, self.end);
        let further = cursor.varint()?;
        let again = further == 0 && !P::KEYS_REPEAT && !self.section_first;
        let key = self.key.checked_add(further).filter(|_| !again);
        let fits = |&key: &u128| self.head.wide || key >> u64::BITS == 0;
        let Some(key) = key.filter(fits) else {
            let expected = "a key after the one before that fits the group";
            return Err(Malformed { position: self.position, expected });
        };
        let payload = self.decoder.decode(&mut cursor)?;
        self.position = cursor.position();
        self.key = key;
        self.section_first = false;
        self.section_left -= 1;
        self.entries_read += 1;
        Ok(Some(payload))
    }

    fn open_section(&mut self) -> Result<(), Malformed> {
        let start = self.position;
        let malformed = |expected| Malformed { position: start, expected };
        let mut cursor = Cursor::new(&self.buffer, start, self.end);
        let wide = match cursor.byte()? {
            NARROW => false,
            WIDE => true,
            _ => return Err(malformed("the type of key of a group")),
        };
        let before = self.head.fingerprint;
        let further = cursor.word("a distance of stuck cards")?;
        let founded_before = if further == 0 { before.founded } else { 0 };
        let stuck = before.stuck.checked_add(further);
        let founded = founded_before.checked_add(cursor.word("a distance of founded cards")?);
        let (Some(stuck), Some(founded)) = (stuck, founded) else {
            return Err(malformed("a fingerprint of two words"));
        };
        let fingerprint = Fingerprint { stuck, founded };
        if self.entries_read > 0 && fingerprint <= before {
            return Err(malformed("a group after the one before"));
        }
        self.section_left = cursor.two_bytes()?;
        if self.section_left == 0 {
            return Err(malformed("a group with entries"));
        }
        self.position = cursor.position();
        self.head = GroupHead { fingerprint, wide };
        (self.key, self.section_first) = (0, true);
        Ok(())
    }

    /// The group of the entry that was read last.
    #[inline]
    pub fn head(&self) -> GroupHead {
        self.head
    }

    /// The key of the entry that was read last.
    #[inline]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// Entries of this block that were read.
    #[inline]
    pub fn entries_read(&self) -> u32 {
        self.entries_read
    }

    /// The bytes from a position on, a few, for messages.
    pub fn excerpt(&self, position: usize) -> &[u8] {
        &self.buffer[position.min(self.end)..self.end.min(position + 8)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::spaces::SuitPiece;
    use proptest::prelude::*;

    type Found<P> = Vec<(GroupHead, u128, P)>;

    fn read<P: StoredPayload>(book: &P::Book, bytes: &[u8]) -> Result<Found<P>, Malformed> {
        let mut reader = BlockReader::<P>::new(book);
        reader.buffer()[..bytes.len()].copy_from_slice(bytes);
        reader.begin(bytes.len());
        let mut found = Vec::new();
        while let Some(payload) = reader.advance()? {
            found.push((reader.head(), reader.key(), payload));
        }
        Ok(found)
    }

    fn write<P: StoredPayload>(book: &P::Book, entries: &Found<P>) -> Vec<u8> {
        let mut writer = BlockWriter::<P>::new(book);
        let mut group = None;
        for &(head, key, payload) in entries {
            if group.replace(head) != Some(head) {
                writer.begin_section(head);
            }
            writer.push(key, payload);
        }
        writer.finish().to_vec()
    }

    /// What is accepted is what the writer writes, byte for byte.
    fn strict<P: StoredPayload>(book: &P::Book, bytes: &[u8]) -> Result<(), TestCaseError> {
        if let Ok(found) = read::<P>(book, bytes) {
            prop_assert_eq!(write(book, &found), bytes);
        }
        Ok(())
    }

    fn block_like() -> impl Strategy<Value = Vec<u8>> {
        let small = prop::sample::select(vec![0u8, 1, 1, 1, 2, 3, 3, 5, 7, 9]);
        prop::collection::vec(prop_oneof![9 => small, 1 => any::<u8>()], 0..60)
    }

    proptest! {
        #[test]
        fn entries_are_read_back(
            groups in prop::collection::btree_map(
                (any::<u64>(), any::<u64>(), any::<bool>()),
                prop::collection::btree_map(any::<u128>(), any::<u64>(), 1..20),
                0..12,
            ),
        ) {
            let mut entries = Vec::new();
            let mut before = None;
            for ((stuck, founded, wide), keys) in groups {
                let fingerprint = Fingerprint { stuck: stuck % 4, founded };
                if before.replace(fingerprint) >= Some(fingerprint) {
                    break;
                }
                let head = GroupHead { fingerprint, wide };
                let mut keys: Vec<(u128, u64)> = keys.into_iter().collect();
                keys.iter_mut().for_each(|(key, _)| *key >>= if wide { 0 } else { 64 });
                keys.dedup_by_key(|&mut (key, _)| key);
                entries.extend(keys.into_iter().map(|(key, word)| (head, key, word)));
            }
            prop_assert_eq!(read::<u64>(&(), &write(&(), &entries)), Ok(entries));
        }

        #[test]
        fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            strict::<()>(&(), &bytes)?;
            strict::<u64>(&(), &bytes)?;
            let _ = read::<SuitPiece>(&Default::default(), &bytes);
        }

        #[test]
        fn bytes_like_those_of_blocks_are_refused_or_are_a_block(bytes in block_like()) {
            strict::<()>(&(), &bytes)?;
            strict::<u64>(&(), &bytes)?;
            let _ = read::<SuitPiece>(&Default::default(), &bytes);
        }
    }
}
