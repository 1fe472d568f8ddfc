//! The bytes of a component's record, as a key and a value of the database.
//!
//! The key is the component's name: the fingerprint's eleven bytes and the smallest key of the
//! component, highest byte first, so that the records of a group lie together, by name. The value has
//! the rest in numbers of as few bytes as they need, and ends with a checksum over key and value: a
//! record that was altered, or put under another key, is found. FORMAT.md has the table.
//!
//! Vectors of K and R have bits at low cards only, 26 of them; packed together under that mask a vector
//! takes four bytes at most.
//!
//! A record is checked by the same clauses before it is written and after it is read. Before, a
//! broken one is a bug and panics; after, it is damage and an error.

use crate::leb128;
use fcc::bits::{gather, spread};
use fcc::fingerprint::Fingerprint;
use fcc::gf2::{COORDINATES, DIMENSION_MAX, Subspace, Vector};
use fcc::ports::{ComponentRecord, SuitRecord};
use fcc::suitset::{Piece, SuitSet};
use std::fmt;

/// Bytes of a fingerprint in a key.
pub const FINGERPRINT_BYTES: usize = 11;
/// Bytes of a key: the fingerprint and the smallest key.
pub const KEY_BYTES: usize = FINGERPRINT_BYTES + size_of::<u128>();
/// The version of the value's form.
const RECORD_VERSION: u8 = 1;
/// Bytes of the checksum at the value's end.
const CHECKSUM_BYTES: usize = size_of::<u32>();
const WITHOUT_SUITS: u8 = 0;
const WITH_SUITS: u8 = 1;

const _: () = assert!(COORDINATES.count_ones() as usize == DIMENSION_MAX);

/// Beyond all keys: no fingerprint starts with this byte.
pub const KEYS_END: RecordKey = [0xff; KEY_BYTES];

/// The key of a record: a component's name in its layer.
pub type RecordKey = [u8; KEY_BYTES];

/// A value that is no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The key has another length.
    KeyLength { found: usize },
    /// The key does not start with a fingerprint.
    Fingerprint,
    /// The value ends before its checksum does.
    Short { found: usize },
    /// Key and value are not those that the checksum was made of.
    Checksum { expected: u32, found: u32 },
    /// Written by another version of the program.
    Version { found: u8 },
    /// This part is not there, or not in its one form.
    Malformed { part: &'static str },
    /// Bytes after the last part.
    Trailing { bytes: usize },
    /// The parts do not fit together.
    Broken { clause: &'static str },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::KeyLength { found } => {
                write!(f, "a key has {KEY_BYTES} bytes, this one {found}")
            }
            RecordError::Fingerprint => f.write_str("the key does not start with a fingerprint"),
            RecordError::Short { found } => write!(f, "a record can't have {found} bytes only"),
            RecordError::Checksum { expected, found } => {
                write!(f, "the checksum is {found:08x} and should be {expected:08x}")
            }
            RecordError::Version { found } => {
                write!(f, "the record has version {found}, this program reads {RECORD_VERSION}")
            }
            RecordError::Malformed { part } => write!(f, "the record's {part} can't be read"),
            RecordError::Trailing { bytes } => {
                write!(f, "{bytes} bytes follow the record's last part")
            }
            RecordError::Broken { clause } => {
                write!(f, "in the record it does not hold that {clause}")
            }
        }
    }
}

impl std::error::Error for RecordError {}

/// The key of a component's record.
pub fn key_of(fingerprint: Fingerprint, smallest: u128) -> RecordKey {
    let mut key = [0; KEY_BYTES];
    key[..FINGERPRINT_BYTES].copy_from_slice(&fingerprint.to_bytes());
    key[FINGERPRINT_BYTES..].copy_from_slice(&smallest.to_be_bytes());
    key
}

/// The component's name that a key holds.
pub fn name_of(key: &[u8]) -> Result<(Fingerprint, u128), RecordError> {
    let key: &RecordKey =
        key.try_into().map_err(|_| RecordError::KeyLength { found: key.len() })?;
    let (fingerprint, smallest) = key.split_at(FINGERPRINT_BYTES);
    let fingerprint = fingerprint.try_into().expect("split there");
    let fingerprint = Fingerprint::from_bytes(fingerprint).ok_or(RecordError::Fingerprint)?;
    Ok((fingerprint, u128::from_be_bytes(smallest.try_into().expect("split there"))))
}

/// Appends the value of a component's record, and returns its key.
///
/// # Panics
/// When the record breaks a clause: a bug of the search that must not reach the disk.
pub fn encode(fingerprint: Fingerprint, record: &ComponentRecord, into: &mut Vec<u8>) -> RecordKey {
    if let Some(clause) = broken_clause(record) {
        panic!("component {:x} of group {fingerprint}: not {clause}", record.smallest);
    }
    let start = into.len();
    into.push(RECORD_VERSION);
    leb128::put(record.entry - record.smallest, into);
    leb128::put(record.states, into);
    leb128::put(record.fccs, into);
    match &record.suits {
        None => into.push(WITHOUT_SUITS),
        Some(suits) => {
            into.push(WITH_SUITS);
            put_space(&suits.k, into);
            leb128::put(suits.reached.pieces().len() as u128, into);
            for piece in suits.reached.pieces() {
                put_vector(piece.offset(), into);
                put_space(piece.space(), into);
            }
        }
    }
    let key = key_of(fingerprint, record.smallest);
    let checksum = checksum(&key, &into[start..]);
    into.extend(checksum.to_le_bytes());
    key
}

/// The record of a key and its value.
pub fn decode(key: &[u8], value: &[u8]) -> Result<(Fingerprint, ComponentRecord), RecordError> {
    let (fingerprint, smallest) = name_of(key)?;
    let found = value.len();
    let (parts, stored) =
        value.split_last_chunk::<CHECKSUM_BYTES>().ok_or(RecordError::Short { found })?;
    let (expected, found) = (checksum(key, parts), u32::from_le_bytes(*stored));
    if expected != found {
        return Err(RecordError::Checksum { expected, found });
    }
    let mut rest = parts;
    let record = take_record(smallest, &mut rest)?;
    if !rest.is_empty() {
        return Err(RecordError::Trailing { bytes: rest.len() });
    }
    match broken_clause(&record) {
        Some(clause) => Err(RecordError::Broken { clause }),
        None => Ok((fingerprint, record)),
    }
}

fn checksum(key: &[u8], parts: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(key);
    hasher.update(parts);
    hasher.finalize()
}

/// The first clause that a record breaks.
fn broken_clause(record: &ComponentRecord) -> Option<&'static str> {
    let ComponentRecord { smallest, entry, states, fccs, suits } = record;
    let clauses = [
        (smallest <= entry, "the smallest key is no larger than the entry"),
        (*fccs > 0, "there is an FCC"),
        (
            *states > 0 && states.checked_rem(*fccs) == Some(0),
            "the FCCs have the same number of states",
        ),
    ];
    let broken = clauses.into_iter().find(|&(holds, _)| !holds).map(|(_, clause)| clause);
    broken.or_else(|| suits.as_ref().and_then(|suits| broken_suits(suits, *fccs)))
}

/// The first clause that K and R break.
fn broken_suits(SuitRecord { k, reached }: &SuitRecord, fccs: u128) -> Option<&'static str> {
    let pieces = reached.pieces();
    let on_low = |vector: Vector| vector & !COORDINATES == 0;
    if pieces.is_empty() {
        return Some("R has a piece");
    }
    if !on_low(k.support()) || !pieces.iter().all(|p| on_low(p.offset() | p.space().support())) {
        return Some("vectors have bits at low cards only");
    }
    if !pieces.iter().all(|piece| piece.space().contains_all(k)) {
        return Some("every piece of R has the directions of K");
    }
    if reached.size() != fccs << k.dimension() || fccs >> (DIMENSION_MAX as u32) > 1 {
        return Some("R is as large as its number of FCCs times K");
    }
    None
}

fn put_vector(vector: Vector, into: &mut Vec<u8>) {
    leb128::put(gather(vector, COORDINATES).into(), into);
}

fn put_space(space: &Subspace, into: &mut Vec<u8>) {
    into.push(space.dimension() as u8);
    space.basis().iter().for_each(|&vector| put_vector(vector, into));
}

fn take_record(smallest: u128, rest: &mut &[u8]) -> Result<ComponentRecord, RecordError> {
    match take_byte(rest, "version")? {
        RECORD_VERSION => {}
        found => return Err(RecordError::Version { found }),
    }
    let beyond = take_number(rest, 128, "entry")?;
    let entry = smallest.checked_add(beyond).ok_or(RecordError::Malformed { part: "entry" })?;
    let states = take_number(rest, 128, "number of states")?;
    let fccs = take_number(rest, 128, "number of FCCs")?;
    let suits = match take_byte(rest, "flag")? {
        WITHOUT_SUITS => None,
        WITH_SUITS => Some(Box::new(take_suits(rest)?)),
        _ => return Err(RecordError::Malformed { part: "flag" }),
    };
    Ok(ComponentRecord { smallest, entry, states, fccs, suits })
}

fn take_suits(rest: &mut &[u8]) -> Result<SuitRecord, RecordError> {
    let k = take_space(rest, "K")?;
    let count = take_number(rest, 32, "number of pieces")?;
    let mut pieces = Vec::new();
    for _ in 0..count {
        let offset = take_vector(rest, "piece")?;
        let piece = Piece::new(offset, take_space(rest, "piece")?);
        if piece.offset() != offset {
            return Err(RecordError::Malformed { part: "offset, which is not reduced," });
        }
        pieces.push(piece);
    }
    let reached = SuitSet::new(pieces.iter().copied());
    if reached.pieces() != pieces {
        return Err(RecordError::Malformed { part: "R, which is not in its shortest form," });
    }
    Ok(SuitRecord { k, reached })
}

fn take_space(rest: &mut &[u8], part: &'static str) -> Result<Subspace, RecordError> {
    let dimension = usize::from(take_byte(rest, part)?);
    if dimension > DIMENSION_MAX {
        return Err(RecordError::Malformed { part });
    }
    let basis: Vec<Vector> =
        (0..dimension).map(|_| take_vector(rest, part)).collect::<Result<_, _>>()?;
    let space = Subspace::span(basis.iter().copied());
    if space.basis() != basis {
        return Err(RecordError::Malformed { part });
    }
    Ok(space)
}

fn take_vector(rest: &mut &[u8], part: &'static str) -> Result<Vector, RecordError> {
    Ok(spread(take_number(rest, DIMENSION_MAX as u32, part)? as u64, COORDINATES))
}

fn take_number(rest: &mut &[u8], width: u32, part: &'static str) -> Result<u128, RecordError> {
    leb128::take(rest, width).ok_or(RecordError::Malformed { part })
}

fn take_byte(rest: &mut &[u8], part: &'static str) -> Result<u8, RecordError> {
    let (&byte, after) = rest.split_first().ok_or(RecordError::Malformed { part })?;
    *rest = after;
    Ok(byte)
}

#[cfg(test)]
mod tests;
