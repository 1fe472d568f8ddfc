//! Record runs: read back, searched, damaged.

use super::*;
use crate::record::KEY_BYTES;

fn key(number: u32) -> RecordKey {
    let mut key = [3; KEY_BYTES];
    key[KEY_BYTES - 4..].copy_from_slice(&number.to_be_bytes());
    key
}

fn value(number: u32) -> Vec<u8> {
    number.to_le_bytes().repeat(if number % 100 == 7 { 9000 } else { number as usize % 20 })
}

fn written(files: &Files, count: u32) -> LiveFile {
    let mut writer = RecordWriter::create(files, 4).expect("create");
    for number in 0..count {
        writer.push(&key(3 * number), &value(number)).expect("write");
    }
    writer.seal().expect("seal")
}

fn read(files: &Files, live: &LiveFile) -> Result<Vec<(RecordKey, Vec<u8>)>, StorageError> {
    let run = RecordRun::open(files, live)?;
    let (mut reader, mut found) = (run.reader(), Vec::new());
    while reader.advance()? {
        found.push((*reader.key(), reader.value().to_vec()));
    }
    assert!(!reader.advance()?, "the end stays the end");
    Ok(found)
}

#[test]
fn records_are_read_back_and_found() {
    for count in [0, 1, 5000] {
        let files = Files::temporary();
        let live = written(&files, count);
        assert_eq!((live.entries, live.depth), (count.into(), 4));
        let expected: Vec<_> = (0..count).map(|n| (key(3 * n), value(n))).collect();
        assert!(read(&files, &live).expect("whole") == expected, "{count} records");
        let run = RecordRun::open(&files, &live).expect("whole");
        for number in (0..3 * count).step_by(7) {
            let expected = (number % 3 == 0).then(|| value(number / 3));
            assert_eq!(run.get(&key(number)).expect("whole"), expected);
            let (reader, there) = run.reader_from(&key(number)).expect("whole");
            let next = number.next_multiple_of(3);
            assert_eq!(there, next < 3 * count);
            assert!(!there || *reader.key() == key(next));
        }
        assert_eq!(run.get(&[0; KEY_BYTES]).expect("whole"), None);
        assert_eq!(run.get(&[0xff; KEY_BYTES]).expect("whole"), None);
    }
}

#[test]
fn every_damaged_byte_and_every_cut_is_found_and_named() {
    let files = Files::temporary();
    let live = written(&files, 120);
    let path = files.path(&live.name).expect("a folder");
    let whole = std::fs::read(&path).expect("it is there");
    let refused = |bytes: &[u8], how: String| {
        std::fs::write(&path, bytes).expect("room on the disk");
        let error = read(&files, &live).err().unwrap_or_else(|| panic!("{how} was not noticed"));
        assert!(matches!(error, StorageError::Damaged { .. }), "{how}: {error}");
        let text = error.to_string();
        for part in [&live.name, "records of components of depth 4", "explore this layer anew"] {
            assert!(text.contains(part), "{how}: {text}");
        }
    };
    for place in 0..whole.len() {
        let mut altered = whole.clone();
        altered[place] ^= 1 << (place % 8);
        refused(&altered, format!("a bit of byte {place}"));
        if place > 0 {
            refused(&whole[..place], format!("a cut to {place} bytes"));
        }
    }
    refused(&vec![0; whole.len()], "zeros".into());
    refused(&[&whole[..], b"\0"].concat(), "a byte more".into());
    std::fs::remove_file(&path).expect("it is there");
    assert!(read(&files, &live).expect_err("it is gone").to_string().contains("no such file"));
}

#[test]
fn a_whole_run_that_is_another_one_is_refused() {
    let files = Files::temporary();
    let (one, other) = (written(&files, 300), written(&files, 301));
    let error = read(&files, &LiveFile { name: other.name, ..one }).expect_err("another");
    assert!(matches!(error, StorageError::Damaged { .. }), "{error}");
}

#[test]
fn golden_bytes() {
    let files = Files::temporary();
    let mut writer = RecordWriter::create(&files, 7).expect("create");
    writer.push(&key(1), b"ab").expect("write");
    writer.push(&key(2), b"").expect("write");
    let live = writer.seal().expect("seal");
    assert_eq!((&*live.name, live.bytes, live.entries), ("records-007-00000000", 128, 2));
    let bytes = files.map(&live.name).expect("it is there");
    assert_eq!(bytes[..16], *b"strata-c\x01\0\0\0\x40\0\0\0", "two records of 33 and 31 bytes");
    let line = bytes.len() - 40 - 43;
    assert_eq!(bytes[line..line + 8], 12u64.to_le_bytes());
    assert_eq!(bytes[line + 8..line + 35], key(1));
    assert_eq!(bytes[line + 35..line + 39], [2, 0, 0, 0]);
    let block = crc32fast::hash(&bytes[12..line]);
    assert_eq!(bytes[line + 39..line + 43], block.to_le_bytes());
    let trailer = &bytes[line + 43..];
    assert_eq!(trailer[..8], 1u64.to_le_bytes());
    assert_eq!(trailer[8..16], 2u64.to_le_bytes());
    assert_eq!(trailer[16..24], (line as u64).to_le_bytes());
    assert_eq!(trailer[28..32], live.checksum.to_le_bytes());
    assert_eq!(trailer[32..], *b"c-atarts");
}
