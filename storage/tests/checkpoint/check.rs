//! Looking through a directory: whole, and with each kind of file damaged in each way.

use crate::folder;
use crate::toy::{Promises, explore};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use storage::check::{Checked, check};
use storage::directory::Directory;
use storage::{Disk, manifest::Holds};

fn all_files(folder: &Path, into: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("listed").path();
        if path.is_dir() {
            all_files(&path, into);
        } else {
            into.insert(path.clone(), fs::read(&path).expect("it is there"));
        }
    }
}

fn bytes_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    all_files(folder, &mut all);
    all
}

fn looked_through(path: &Path) -> Checked {
    let mut last = (0, 0);
    let checked = check(path, &mut |done, in_all| {
        assert!(last.0 <= done && done <= in_all, "{done} of {in_all}");
        last = (done, in_all);
    });
    assert!(!checked.findings.is_empty() || last.0 == last.1, "{last:?}");
    checked
}

/// A run that was stopped when it had complete layers, entries that wait and records of a layer under way.
fn stopped_run(path: &Path) {
    for operations in (150..).step_by(5) {
        let _ = fs::remove_dir_all(path);
        let disk = Disk::default();
        disk.fail_after(operations);
        explore(&disk, path, &mut Promises::default()).expect_err("it was stopped");
        let manifest = Directory::open_read_only(path).expect("a run").manifest;
        let records = manifest.files_of(Holds::Records).count();
        if manifest.layers.len() > 1 && records > 0 && manifest.files.len() > records + 1 {
            return;
        }
    }
}

#[test]
fn a_whole_directory_has_no_findings_and_is_not_changed() {
    let folder = folder();
    let path = folder.path().join("run");
    stopped_run(&path);
    let before = bytes_of(&path);
    let checked = looked_through(&path);
    assert_eq!(checked.findings, []);
    assert!(checked.files > 10 && checked.entries > 10 && checked.records > 10, "{checked:?}");
    assert!(bytes_of(&path) == before, "it was changed");
    let checked = looked_through(&folder.path().join("nothing"));
    assert!(checked.findings[0].message.contains("no run directory"), "{checked:?}");
}

/// What a message has to say of a damaged file.
fn held(relative: &str) -> &'static str {
    match relative {
        "current" => "the number of the last checkpoint",
        name if name.starts_with("manifest-") => "the last checkpoint",
        name if name.starts_with("work/queue-") => "entries waiting for depth",
        name if name.starts_with("work/records-") => "records of components of depth",
        name if name.starts_with("work/parts-") => "how far groups of depth",
        _ => "records of the complete layer",
    }
}

#[test]
fn each_kind_of_file_damaged_in_each_way_is_named_with_what_it_held_and_what_to_do() {
    let folder = folder();
    let path = folder.path().join("run");
    stopped_run(&path);
    let manifest = Directory::open_read_only(&path).expect("a run").manifest;
    let named = |name: &str| manifest.files.iter().any(|file| file.name == name);
    let complete: Vec<String> = manifest
        .layers
        .iter()
        .map(|layer| format!("exists/depth-{:04}/", layer.report.depth))
        .collect();
    let mut kinds = BTreeMap::<String, u32>::new();
    for (file, whole) in bytes_of(&path) {
        let relative = file.strip_prefix(&path).expect("inside").to_str().expect("plain names");
        let counts = match relative.split_once('/') {
            None => relative == "current" || relative.ends_with(&format!("{:06}", manifest.number)),
            Some(("work", name)) => named(name),
            Some(_) => complete.iter().any(|folder| relative.starts_with(folder)),
        };
        if !counts || whole.is_empty() {
            continue;
        }
        let middle = whole.len() / 2;
        let mut turned = whole.clone();
        turned[middle] ^= 4;
        let ways = [
            ("cut", whole[..middle].to_vec()),
            ("empty", Vec::new()),
            ("zeros", vec![0; whole.len()]),
            ("a bit", turned),
        ];
        for (way, bytes) in ways {
            fs::write(&file, bytes).expect("room on the disk");
            let findings = looked_through(&path).findings;
            let text = findings.iter().map(|it| it.message.as_str()).collect::<Vec<_>>().join("\n");
            let name = relative.rsplit('/').next().expect("a name");
            let cure = text.contains("Put back a copy") || text.contains("put back a copy");
            assert!(text.contains(name) && cure, "{relative}, {way}: {text:?}");
            assert!(text.contains(held(relative)), "{relative}, {way}: {text}");
        }
        fs::remove_file(&file).expect("it is there");
        assert!(!looked_through(&path).findings.is_empty(), "{relative} is missing");
        fs::write(&file, whole).expect("room on the disk");
        let letters = |letter: char| letter.is_ascii_alphabetic() || letter == '/';
        *kinds.entry(relative.chars().filter(|&letter| letters(letter)).collect()).or_default() +=
            1;
    }
    println!("{kinds:?}");
    assert_eq!(looked_through(&path).findings, []);
    for kind in ["current", "manifest", "work/queue", "work/records", "exists/depth/seal"] {
        assert!(kinds.contains_key(kind), "{kind}: {kinds:?}");
    }
    let records = if storage::HAS_ROCKSDB { "exists/depth/sst" } else { "exists/depth/records" };
    assert!(kinds.contains_key(records), "{kinds:?}");
}

#[test]
fn a_damaged_lock_is_no_harm() {
    let folder = folder();
    let path = folder.path().join("run");
    stopped_run(&path);
    for bytes in [b"".as_slice(), &[0; 50], &[0xff; 500]] {
        fs::write(path.join("strata.lock"), bytes).expect("room on the disk");
        assert_eq!(looked_through(&path).findings, []);
    }
    explore(&Disk::default(), &path, &mut Promises::default()).expect("it goes on");
}
