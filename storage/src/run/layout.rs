//! Where the fixed-size parts of a run have their bytes. All integers have their lowest byte first.

use crate::run::SealedRun;
use fcc::fingerprint::Fingerprint;

pub const HEADER_MAGIC: [u8; 8] = *b"strata-r";
pub const TRAILER_MAGIC: [u8; 8] = *b"r-atarts";
pub const VERSION: u32 = 2;
pub const CHECKSUM_BYTES: usize = 4;

const HEADER_VERSION: usize = HEADER_MAGIC.len();
const HEADER_KIND: usize = HEADER_VERSION + 4;
const HEADER_CHECKSUM: usize = HEADER_KIND + 4;
pub const HEADER_BYTES: usize = HEADER_CHECKSUM + CHECKSUM_BYTES;

const LINE_STUCK: usize = 8;
const LINE_FOUNDED: usize = LINE_STUCK + 8;
const LINE_KEY: usize = LINE_FOUNDED + 8;
const LINE_ENTRIES: usize = LINE_KEY + 16;
const LINE_CHECKSUM: usize = LINE_ENTRIES + 4;
pub const INDEX_LINE_BYTES: usize = LINE_CHECKSUM + CHECKSUM_BYTES;

const TRAILER_GROUPS: usize = 8;
const TRAILER_ENTRIES: usize = TRAILER_GROUPS + 8;
const TRAILER_INDEX: usize = TRAILER_ENTRIES + 8;
const TRAILER_INDEX_CHECKSUM: usize = TRAILER_INDEX + 8;
/// The checksum of the trailer, and how much it is of.
pub const TRAILER_CHECKED: usize = TRAILER_INDEX_CHECKSUM + CHECKSUM_BYTES;
const TRAILER_END: usize = TRAILER_CHECKED + CHECKSUM_BYTES;
pub const TRAILER_BYTES: usize = TRAILER_END + TRAILER_MAGIC.len();

/// The first bytes of a run.
pub struct Header {
    pub magic: [u8; 8],
    pub version: u32,
    pub kind: u32,
    pub checksum: u32,
}

/// A block: where it begins, its first group and key, how many entries it has, the checksum of its bytes.
/// So the checksum of the index, and with it that of the trailer, is one of the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexLine {
    pub offset: u64,
    pub first: (Fingerprint, u128),
    pub entries: u32,
    pub checksum: u32,
}

/// Totals, and where the index is.
#[derive(Clone, Copy, Debug)]
pub struct Trailer {
    pub blocks: u64,
    pub groups: u64,
    pub entries: u64,
    pub index: u64,
    pub index_checksum: u32,
}

impl Trailer {
    /// What the owner of the run keeps of it.
    pub fn sealed(&self, name: String, bytes: u64) -> SealedRun {
        let Trailer { groups, entries, .. } = *self;
        let (_, checksum, _) = read_trailer(&write_trailer(self));
        SealedRun { name, groups, entries, bytes, checksum }
    }
}

pub fn write_header(kind: u32) -> [u8; HEADER_BYTES] {
    let mut bytes = [0; HEADER_BYTES];
    bytes[..HEADER_VERSION].copy_from_slice(&HEADER_MAGIC);
    bytes[HEADER_VERSION..HEADER_KIND].copy_from_slice(&VERSION.to_le_bytes());
    bytes[HEADER_KIND..HEADER_CHECKSUM].copy_from_slice(&kind.to_le_bytes());
    let checksum = crc32fast::hash(&bytes[..HEADER_CHECKSUM]);
    bytes[HEADER_CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

pub fn read_header(bytes: &[u8]) -> Header {
    Header {
        magic: part(bytes, 0),
        version: u32::from_le_bytes(part(bytes, HEADER_VERSION)),
        kind: u32::from_le_bytes(part(bytes, HEADER_KIND)),
        checksum: u32::from_le_bytes(part(bytes, HEADER_CHECKSUM)),
    }
}

pub fn write_index_line(line: &IndexLine, into: &mut Vec<u8>) {
    let (Fingerprint { stuck, founded }, key) = line.first;
    into.extend_from_slice(&line.offset.to_le_bytes());
    into.extend_from_slice(&stuck.to_le_bytes());
    into.extend_from_slice(&founded.to_le_bytes());
    into.extend_from_slice(&key.to_le_bytes());
    into.extend_from_slice(&line.entries.to_le_bytes());
    into.extend_from_slice(&line.checksum.to_le_bytes());
}

pub fn read_index_line(bytes: &[u8]) -> IndexLine {
    let stuck = u64::from_le_bytes(part(bytes, LINE_STUCK));
    let founded = u64::from_le_bytes(part(bytes, LINE_FOUNDED));
    let key = u128::from_le_bytes(part(bytes, LINE_KEY));
    IndexLine {
        offset: u64::from_le_bytes(part(bytes, 0)),
        first: (Fingerprint { stuck, founded }, key),
        entries: u32::from_le_bytes(part(bytes, LINE_ENTRIES)),
        checksum: u32::from_le_bytes(part(bytes, LINE_CHECKSUM)),
    }
}

pub fn write_trailer(trailer: &Trailer) -> [u8; TRAILER_BYTES] {
    let mut bytes = [0; TRAILER_BYTES];
    bytes[..TRAILER_GROUPS].copy_from_slice(&trailer.blocks.to_le_bytes());
    bytes[TRAILER_GROUPS..TRAILER_ENTRIES].copy_from_slice(&trailer.groups.to_le_bytes());
    bytes[TRAILER_ENTRIES..TRAILER_INDEX].copy_from_slice(&trailer.entries.to_le_bytes());
    bytes[TRAILER_INDEX..TRAILER_INDEX_CHECKSUM].copy_from_slice(&trailer.index.to_le_bytes());
    let index_checksum = trailer.index_checksum.to_le_bytes();
    bytes[TRAILER_INDEX_CHECKSUM..TRAILER_CHECKED].copy_from_slice(&index_checksum);
    let checksum = crc32fast::hash(&bytes[..TRAILER_CHECKED]);
    bytes[TRAILER_CHECKED..TRAILER_END].copy_from_slice(&checksum.to_le_bytes());
    bytes[TRAILER_END..].copy_from_slice(&TRAILER_MAGIC);
    bytes
}

/// The trailer, its checksum and its magic.
pub fn read_trailer(bytes: &[u8]) -> (Trailer, u32, [u8; 8]) {
    let trailer = Trailer {
        blocks: u64::from_le_bytes(part(bytes, 0)),
        groups: u64::from_le_bytes(part(bytes, TRAILER_GROUPS)),
        entries: u64::from_le_bytes(part(bytes, TRAILER_ENTRIES)),
        index: u64::from_le_bytes(part(bytes, TRAILER_INDEX)),
        index_checksum: u32::from_le_bytes(part(bytes, TRAILER_INDEX_CHECKSUM)),
    };
    (trailer, u32::from_le_bytes(part(bytes, TRAILER_CHECKED)), part(bytes, TRAILER_END))
}

/// Some bytes from a place on.
fn part<const N: usize>(bytes: &[u8], start: usize) -> [u8; N] {
    bytes[start..start + N].try_into().expect("as many as asked for")
}
