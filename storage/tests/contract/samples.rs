//! Small runs with a bit of everything, one of each kind of payload, always the same.

use crate::model::vector;
use fcc::fingerprint::Fingerprint;
use fcc::gf2::Subspace;
use fcc::spaces::{Spaces, SuitPiece};
use std::sync::Arc;
use storage::block::GroupHead;
use storage::payload::StoredPayload;
use storage::run::{Run, RunWriter, SealedRun};
use storage::{Files, StorageError};

pub type Found<P> = Vec<(GroupHead, u128, P)>;

/// Three groups: some keys close together, some far apart, a wide one.
pub fn sample<P: StoredPayload>(payload: impl Fn(u64) -> P) -> Found<P> {
    let head =
        |stuck, founded, wide| GroupHead { fingerprint: Fingerprint { stuck, founded }, wide };
    let far = (0..6).map(|n| (head(5, 0, false), u128::from(n * n * 0x1234_5678_9abc), payload(n)));
    let close = (0..60).map(|n| (head(5, 3, false), 1000 + u128::from(2 * n), payload(n % 4)));
    let wide =
        (0..4).map(|n| (head(1 << 51, 0xff, true), u128::from(n + 1) << (30 * n), payload(n)));
    far.chain(close).chain(wide).collect()
}

/// One of a few pieces.
pub fn piece(spaces: &Arc<Spaces>, n: u64) -> SuitPiece {
    let bases: [&[u64]; 3] = [&[], &[1], &[6, 24, 33]];
    let space = Subspace::span(bases[n as usize % 3].iter().map(|&word| vector(word)));
    SuitPiece { space: spaces.number(&space), offset: space.reduce(vector(n)) }
}

pub fn write<P: StoredPayload>(files: &Files, book: &P::Book, entries: &Found<P>) -> SealedRun {
    let mut writer = RunWriter::<P>::create(files, "sample", book).expect("create");
    let mut group = None;
    for &(head, key, payload) in entries {
        if group.replace(head) != Some(head) {
            writer.begin_group(head);
        }
        writer.push(key, payload).expect("write");
    }
    writer.seal().expect("seal")
}

/// Everything that a file holds.
pub fn read<P: StoredPayload>(
    files: &Files,
    name: &str,
    book: &P::Book,
) -> Result<Found<P>, StorageError> {
    let run = Run::<P>::open(files, name, book)?;
    let (mut reader, mut found) = (run.reader(), Vec::new());
    while reader.advance()? {
        found.push((reader.head(), reader.key(), reader.payload()));
    }
    assert_eq!(found.len() as u64, run.entries());
    Ok(found)
}

/// The bytes of a file.
pub fn bytes_of(files: &Files, name: &str) -> Vec<u8> {
    files.map(name).expect("map").to_vec()
}

/// Makes a file of these bytes.
pub fn put(files: &Files, name: &str, bytes: &[u8]) {
    let mut file = files.create(name).expect("create");
    file.append(bytes).expect("write");
    file.keep();
}
