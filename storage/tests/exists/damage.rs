//! Damaged files: found and named, never a wrong record and never a missing one.

use crate::random::{Model, random_model};
use crate::{TINY_BUFFER_BYTES, in_order, open, write};
use fcc::ports::DoesExists;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of a folder whose name starts or ends like this.
fn files_like(folder: &Path, like: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("listed").path());
    let matches = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).expect("plain names");
        name.starts_with(like) || name.ends_with(like)
    };
    paths.filter(matches).collect()
}

/// Reads everything in every way. True when it is all there, false when an error named the depth;
/// anything else fails the test.
fn is_whole(folder: &Path, model: &Model, what: &str) -> bool {
    let exists = open(folder, 1 << 20);
    let mut whole = true;
    let mut damaged = |error: String| {
        assert!(error.contains("depth-0000"), "{what}: the folder is not named: {error}");
        assert!(error.contains("damaged"), "{what}: not told as damage: {error}");
        whole = false;
    };
    match exists.records(0).collect::<Result<Vec<_>, _>>() {
        Ok(records) => assert!(records == in_order(model, 0), "{what}: other records"),
        Err(error) => damaged(error.to_string()),
    }
    for (fingerprint, group) in model[&0].values() {
        match exists.of_group(0, *fingerprint) {
            Ok(records) => assert!(records.iter().eq(group.values()), "{what}: another group"),
            Err(error) => damaged(error.to_string()),
        }
        let (&name, record) = group.last_key_value().expect("a component");
        match exists.find(0, *fingerprint, name) {
            Ok(found) => assert_eq!(found.as_ref(), Some(record), "{what}"),
            Err(error) => damaged(error.to_string()),
        }
    }
    whole
}

/// Alters a file, looks, and puts it back.
fn with_altered(path: &Path, bytes: &[u8], look: impl FnOnce()) {
    let before = fs::read(path).expect("it is there");
    fs::write(path, bytes).expect("room on the disk");
    look();
    fs::write(path, before).expect("room on the disk");
}

#[test]
#[cfg_attr(not(feature = "rocksdb"), ignore = "it looks for files of RocksDB")]
fn a_damaged_byte_of_any_file_is_found_and_named_and_never_a_wrong_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = random_model(8, 1, 12);
    drop(write(folder.path(), &model, 2 * TINY_BUFFER_BYTES));
    let depth = folder.path().join("depth-0000");
    assert!(is_whole(folder.path(), &model, "as written"));
    for (like, step) in
        [("seal", 1), ("CURRENT", 1), ("MANIFEST", 1), (".sst", 61), ("OPTIONS", 99)]
    {
        let files = files_like(&depth, like);
        assert!(!files.is_empty(), "{like}");
        let (mut tried, mut found) = (0, 0);
        for file in files {
            let bytes = fs::read(&file).expect("it is there");
            for place in (0..bytes.len()).step_by(step) {
                let mut altered = bytes.clone();
                altered[place] ^= 1 << (place % 8);
                let what = format!("{like}, byte {place} of {}", bytes.len());
                with_altered(&file, &altered, || {
                    tried += 1;
                    found += u32::from(!is_whole(folder.path(), &model, &what));
                });
            }
        }
        println!("{like}: {tried} damaged bytes, {found} of them matter and were found");
        assert!(found == tried || (like == ".sst" && found > tried / 2), "{like}");
    }
}

#[test]
fn a_cut_or_missing_file_is_found_and_named_and_never_a_missing_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = random_model(8, 1, 12);
    drop(write(folder.path(), &model, 2 * TINY_BUFFER_BYTES));
    let depth = folder.path().join("depth-0000");
    for (like, step) in [("seal", 1), ("CURRENT", 1), ("MANIFEST", 1), (".sst", 97)] {
        for file in files_like(&depth, like) {
            let bytes = fs::read(&file).expect("it is there");
            for length in (0..bytes.len()).step_by(step) {
                let what = format!("{like}, {length} bytes of {}", bytes.len());
                with_altered(&file, &bytes[..length], || {
                    assert!(!is_whole(folder.path(), &model, &what), "{what}: not noticed");
                });
            }
            fs::remove_file(&file).expect("it is there");
            assert!(!is_whole(folder.path(), &model, like), "{like} is gone: not noticed");
            fs::write(&file, bytes).expect("room on the disk");
        }
    }
    assert!(is_whole(folder.path(), &model, "put back"));
}
