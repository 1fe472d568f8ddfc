//! Damage: whichever bit of a run turns, wherever it is cut, it is an error that names the file.

use crate::samples::{Found, bytes_of, piece, put, read, sample, write};
use fcc::fingerprint::Fingerprint;
use fcc::spaces::{Spaces, SuitPiece};
use std::sync::Arc;
use storage::block::GroupHead;
use storage::payload::StoredPayload;
use storage::{Files, StorageError};

fn check_refused<P: StoredPayload>(files: &Files, book: &P::Book, bytes: &[u8], how: &str) {
    put(files, "damaged", bytes);
    match read::<P>(files, "damaged", book) {
        Ok(_) => panic!("{how} was not noticed"),
        Err(error @ StorageError::Damaged { .. }) => {
            let text = error.to_string();
            assert!(text.contains("damaged") && text.contains(P::HOLDS), "{how}: {text}");
        }
        Err(error) => panic!("{how}: {error}"),
    }
    files.remove("damaged").expect("remove");
}

/// Turns a bit of every `step`-th byte, cuts at every `step`-th length, adds a byte.
fn damage_is_found<P: StoredPayload>(book: &P::Book, entries: &Found<P>, step: usize) {
    let files = Files::temporary();
    let sealed = write(&files, book, entries);
    assert_eq!(&read::<P>(&files, &sealed.name, book).expect("whole"), entries);
    let whole = bytes_of(&files, &sealed.name);
    for place in (0..whole.len()).step_by(step) {
        let mut turned = whole.clone();
        turned[place] ^= 1 << (place % 8);
        check_refused::<P>(&files, book, &turned, &format!("a bit of byte {place}"));
        check_refused::<P>(&files, book, &whole[..place], &format!("a cut to {place} bytes"));
    }
    let mut longer = whole.clone();
    longer.push(0);
    check_refused::<P>(&files, book, &longer, "a byte more");
    longer.extend_from_slice(&whole);
    check_refused::<P>(&files, book, &longer, "a second run after the first");
}

#[test]
fn every_damaged_byte_of_a_run_of_states_is_found() {
    damage_is_found(&(), &sample(|_| ()), 1);
}

#[test]
fn every_damaged_byte_of_a_run_of_words_is_found() {
    damage_is_found(&(), &sample(|n| n * 0x1234_5678), 1);
}

#[test]
fn every_damaged_byte_of_a_run_of_classes_is_found() {
    let spaces = Arc::new(Spaces::default());
    let entries: Found<SuitPiece> = sample(|n| piece(&spaces, n));
    damage_is_found(&spaces, &entries, 1);
}

#[test]
fn damage_to_a_run_of_many_blocks_is_found() {
    let head = GroupHead { fingerprint: Fingerprint { stuck: 9, founded: 1 }, wide: false };
    let entry = |n: u64| (head, u128::from(n * 1000 + n * n % 977), n * n);
    let entries: Found<u64> = (0..20_000).map(entry).collect();
    damage_is_found(&(), &entries, 61);
}

#[test]
fn blocks_that_changed_places_are_found() {
    let files = Files::temporary();
    let head = GroupHead { fingerprint: Fingerprint { stuck: 9, founded: 1 }, wide: false };
    // Words of 56 bits without any order do not shrink: whole blocks of one size.
    let mix = |n: u64| (n ^ n << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = |n: u64| mix(mix(n) >> 7) >> 8 | 1 << 55;
    let entries: Found<u64> = (0..9000).map(|n| (head, (n + 1000).into(), word(n))).collect();
    let sealed = write(&files, &(), &entries);
    let mut bytes = bytes_of(&files, &sealed.name);
    let raw_bytes = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    const HEADER: usize = 20;
    const BLOCK_HEAD: usize = 4;
    let first = BLOCK_HEAD + raw_bytes(HEADER);
    let second = BLOCK_HEAD + raw_bytes(HEADER + first);
    assert_eq!(first, second, "two blocks of one size");
    let (one, other) = bytes[HEADER..HEADER + first + second].split_at_mut(first);
    one.swap_with_slice(other);
    check_refused::<u64>(&files, &(), &bytes, "two blocks changed places");
}
