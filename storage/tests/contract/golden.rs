//! Golden files pin the format: what is written today is what was written then, and what was written then
//! is read today. A change of these bytes is a new version of the format.

use crate::samples::{Found, bytes_of, piece, put, read, sample, write};
use fcc::spaces::Spaces;
use std::sync::Arc;
use storage::Files;
use storage::payload::StoredPayload;

/// Bytes from hexadecimal text, lines of any length.
fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let digit = |byte: u8| (byte as char).to_digit(16).expect("a hexadecimal digit") as u8;
    digits.chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

fn to_hex(bytes: &[u8]) -> String {
    let line = |line: &[u8]| line.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    bytes.chunks(32).map(|bytes| line(bytes) + "\n").collect()
}

fn golden<P: StoredPayload>(text: &str, book: &P::Book, entries: &Found<P>) {
    let files = Files::temporary();
    put(&files, "golden", &from_hex(text));
    let sealed = write(&files, book, entries);
    let found = to_hex(&bytes_of(&files, &sealed.name));
    assert!(found == text, "the bytes of a run changed; they are now\n{found}");
    assert_eq!(&read::<P>(&files, "golden", book).expect("a run"), entries);
}

#[test]
fn a_run_of_states_has_its_golden_bytes() {
    golden(include_str!("../golden/run_of_states.hex"), &(), &sample(|_| ()));
}

#[test]
fn a_run_of_words_has_its_golden_bytes() {
    golden(include_str!("../golden/run_of_words.hex"), &(), &sample(|n| n * 0x1234_5678));
}

#[test]
fn a_run_of_classes_has_its_golden_bytes() {
    let spaces = Arc::new(Spaces::default());
    let entries = sample(|n| piece(&spaces, n));
    golden(include_str!("../golden/run_of_classes.hex"), &spaces, &entries);
}
