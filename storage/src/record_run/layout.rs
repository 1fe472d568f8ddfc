//! Where the fixed-size parts of a record run have their bytes. Integers have their lowest byte first.

use crate::record::{KEY_BYTES, RecordKey};

const MAGIC: [u8; 8] = *b"strata-c";
const END_MAGIC: [u8; 8] = *b"c-atarts";
const VERSION: u32 = 1;

pub const HEADER_BYTES: usize = MAGIC.len() + 4;
/// Bytes of the length before a value.
pub const LENGTH_BYTES: usize = 4;

const LINE_FIRST: usize = 8;
const LINE_RECORDS: usize = LINE_FIRST + KEY_BYTES;
const LINE_CHECKSUM: usize = LINE_RECORDS + 4;
pub const INDEX_LINE_BYTES: usize = LINE_CHECKSUM + 4;

const TRAILER_RECORDS: usize = 8;
const TRAILER_INDEX: usize = TRAILER_RECORDS + 8;
const TRAILER_INDEX_CHECKSUM: usize = TRAILER_INDEX + 8;
const TRAILER_CHECKSUM: usize = TRAILER_INDEX_CHECKSUM + 4;
const TRAILER_END: usize = TRAILER_CHECKSUM + 4;
pub const TRAILER_BYTES: usize = TRAILER_END + END_MAGIC.len();

/// A block: where it begins, its first key, its records, the checksum of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexLine {
    pub offset: u64,
    pub first: RecordKey,
    pub records: u32,
    pub checksum: u32,
}

/// Totals, and where the index is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trailer {
    pub blocks: u64,
    pub records: u64,
    pub index: u64,
    pub index_checksum: u32,
}

pub fn write_header() -> [u8; HEADER_BYTES] {
    let mut bytes = [0; HEADER_BYTES];
    bytes[..MAGIC.len()].copy_from_slice(&MAGIC);
    bytes[MAGIC.len()..].copy_from_slice(&VERSION.to_le_bytes());
    bytes
}

impl IndexLine {
    pub fn write(&self, into: &mut Vec<u8>) {
        into.extend_from_slice(&self.offset.to_le_bytes());
        into.extend_from_slice(&self.first);
        into.extend_from_slice(&self.records.to_le_bytes());
        into.extend_from_slice(&self.checksum.to_le_bytes());
    }

    pub fn read(bytes: &[u8]) -> IndexLine {
        IndexLine {
            offset: u64::from_le_bytes(part(bytes, 0)),
            first: part(bytes, LINE_FIRST),
            records: u32::from_le_bytes(part(bytes, LINE_RECORDS)),
            checksum: u32::from_le_bytes(part(bytes, LINE_CHECKSUM)),
        }
    }
}

impl Trailer {
    /// The bytes, and the checksum in them.
    pub fn write(&self) -> ([u8; TRAILER_BYTES], u32) {
        let mut bytes = [0; TRAILER_BYTES];
        bytes[..TRAILER_RECORDS].copy_from_slice(&self.blocks.to_le_bytes());
        bytes[TRAILER_RECORDS..TRAILER_INDEX].copy_from_slice(&self.records.to_le_bytes());
        bytes[TRAILER_INDEX..TRAILER_INDEX_CHECKSUM].copy_from_slice(&self.index.to_le_bytes());
        let index_checksum = self.index_checksum.to_le_bytes();
        bytes[TRAILER_INDEX_CHECKSUM..TRAILER_CHECKSUM].copy_from_slice(&index_checksum);
        let checksum = crc32fast::hash(&bytes[..TRAILER_CHECKSUM]);
        bytes[TRAILER_CHECKSUM..TRAILER_END].copy_from_slice(&checksum.to_le_bytes());
        bytes[TRAILER_END..].copy_from_slice(&END_MAGIC);
        (bytes, checksum)
    }

    /// The trailer and its checksum; nothing when these bytes are none.
    pub fn read(bytes: &[u8]) -> Option<(Trailer, u32)> {
        let trailer = Trailer {
            blocks: u64::from_le_bytes(part(bytes, 0)),
            records: u64::from_le_bytes(part(bytes, TRAILER_RECORDS)),
            index: u64::from_le_bytes(part(bytes, TRAILER_INDEX)),
            index_checksum: u32::from_le_bytes(part(bytes, TRAILER_INDEX_CHECKSUM)),
        };
        let (written, checksum) = trailer.write();
        (written == bytes[..TRAILER_BYTES]).then_some((trailer, checksum))
    }
}

/// Some bytes from a place on.
fn part<const N: usize>(bytes: &[u8], start: usize) -> [u8; N] {
    bytes[start..start + N].try_into().expect("as many as asked for")
}
