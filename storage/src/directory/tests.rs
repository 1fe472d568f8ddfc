//! Run directories: made, refused, damaged.

use super::*;
use crate::frame::{Kind, pack};
use crate::manifest::{Holds, LayerStatistics, LiveFile, ScopeOfRun};
use fcc::digest::Digest;
use fcc::report::LayerReport;
use fcc::tally::GroupTally;
use std::fs;

fn identity() -> Identity {
    Identity {
        deal: "11982".into(),
        board: "KC 2D\n4S\n".into(),
        freecells: 4,
        columns: 8,
        prune: "safe".into(),
        symmetry: true,
    }
}

fn create(path: &Path, identity: Identity) -> Result<Directory, DirectoryError> {
    Directory::create(path, "0.1.0", identity, ScopeOfRun::default())
}

fn refused(path: &Path, identity: Identity) -> String {
    create(path, identity).expect_err("refused").to_string()
}

fn layer(depth: u32) -> LayerStatistics {
    let mut tally = GroupTally {
        groups: 1,
        classes: 2,
        fccs: 3,
        states: 4,
        entries: 5,
        exits: 6,
        largest_fcc: 7,
        digest: Digest(u128::from(depth) << 90),
        ..GroupTally::default()
    };
    tally.sizes.add(1, 1);
    tally.sizes.add(4, 2);
    let report = LayerReport { depth, tally, won: false };
    LayerStatistics { report, groups_left_out: 0 }
}

/// A run with a few layers that is over.
fn finished_run(path: &Path) -> Manifest {
    let mut directory = create(path, identity()).expect("a new folder");
    for depth in [0, 1, 3] {
        let added = directory.update(|manifest| manifest.layers.push(layer(depth)));
        added.expect("room on the disk");
        let read = Directory::open_read_only(path).expect("it may be read meanwhile");
        assert_eq!(read.manifest, *directory.manifest());
    }
    let verdict = fcc::verdict::VerdictWord::Impossible;
    directory.set_status(Status::Finished { verdict }).expect("room on the disk");
    directory.manifest().clone()
}

fn names(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("listed"));
    let mut names: Vec<_> =
        entries.map(|entry| entry.file_name().into_string().expect("plain names")).collect();
    names.sort();
    names
}

#[test]
fn what_was_written_is_read_and_one_manifest_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("some/run");
    let manifest = finished_run(&path);
    assert_eq!(Directory::open_read_only(&path).expect("a run").manifest, manifest);
    assert_eq!(names(&path), ["current", "manifest-000005", "strata.lock"]);
}

#[test]
fn a_second_run_is_refused_while_the_first_one_lives_and_told_who_that_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let _first = create(folder.path(), identity()).expect("an empty folder");
    let error = refused(folder.path(), identity());
    let process = format!("process {}", std::process::id());
    assert!(error.contains("another run is writing") && error.contains(&process), "{error}");
}

#[test]
fn an_earlier_run_is_refused_with_its_deal_and_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    finished_run(folder.path());
    let error = refused(folder.path(), identity());
    for part in ["deal 11982", "finished: impossible", "remove this one"] {
        assert!(error.contains(part), "{part}: {error}");
    }
}

#[test]
fn another_identity_is_refused_with_both_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = finished_run(folder.path());
    let same = identity();
    let others = [
        (Identity { prune: "none".into(), ..same.clone() }, ["safe", "none"]),
        (Identity { freecells: 2, ..same.clone() }, ["4", "2"]),
        (Identity { columns: 7, ..same.clone() }, ["8", "7"]),
        (Identity { symmetry: false, ..same.clone() }, ["on", "off"]),
        (Identity { deal: "1".into(), board: "AC\n".into(), ..same }, ["11982:\nKC 2D", "1:\nAC"]),
    ];
    for (other, values) in others {
        let error = refused(folder.path(), other);
        for value in values.iter().chain(&["another run"]) {
            assert!(error.contains(value), "{value}: {error}");
        }
    }
    let left = Directory::open_read_only(folder.path()).expect("as it was").manifest;
    assert_eq!(left, manifest);
}

#[test]
fn another_format_version_is_refused_with_both_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = pack(Kind { magic: *b"STRATACU", version: 9 }, &(1u64, 2u32));
    fs::write(folder.path().join(CURRENT), bytes).expect("room on the disk");
    let error = create(folder.path(), identity()).expect_err("refused");
    assert!(!error.is_damage());
    let error = error.to_string();
    assert!(error.contains("version 9") && error.contains("reads 3"), "{error}");
}

#[test]
fn a_folder_with_something_else_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("thesis.txt"), "years").expect("room on the disk");
    let error = refused(folder.path(), identity());
    assert!(error.contains("thesis.txt"), "{error}");
    assert_eq!(names(folder.path()), ["thesis.txt"]);
    let error = refused(&folder.path().join("thesis.txt"), identity());
    assert!(error.contains("can't make"), "{error}");
    let error = Directory::open_read_only(folder.path()).expect_err("no run").to_string();
    assert!(error.contains("no run directory"), "{error}");
}

#[test]
fn a_run_that_ended_before_it_began_leaves_a_folder_that_can_be_used() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in [LOCK, "manifest-000001", "manifest-000001.temp", "current.temp"] {
        fs::write(folder.path().join(name), "torn").expect("room on the disk");
    }
    let directory = create(folder.path(), identity()).expect("nothing of worth is in it");
    let read = Directory::open_read_only(folder.path()).expect("a run");
    assert_eq!(read.manifest, *directory.manifest());
}

#[test]
fn a_manifest_that_was_not_pointed_to_does_not_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = finished_run(folder.path());
    fs::write(folder.path().join("manifest-000006"), "torn").expect("room on the disk");
    assert_eq!(Directory::open_read_only(folder.path()).expect("a run").manifest, manifest);
}

#[test]
fn every_damaged_byte_and_every_cut_is_found_and_the_file_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = finished_run(folder.path());
    for name in [CURRENT, "manifest-000005"] {
        let file = folder.path().join(name);
        let bytes = fs::read(&file).expect("it is there");
        let found = |altered: &[u8], what: String| {
            fs::write(&file, altered).expect("room on the disk");
            let error = Directory::open_read_only(folder.path()).expect_err(&what);
            assert!(error.is_damage(), "{what}: {error}");
            assert!(error.to_string().contains(name), "{what}: {error}");
        };
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut altered = bytes.clone();
                altered[place] ^= 1 << bit;
                found(&altered, format!("{name}, byte {place}, bit {bit}"));
            }
            found(&bytes[..place], format!("{name}, cut at {place}"));
        }
        fs::write(&file, bytes).expect("room on the disk");
    }
    assert_eq!(Directory::open_read_only(folder.path()).expect("put back").manifest, manifest);
    let file = folder.path().join("manifest-000005");
    let other = Manifest { status: Status::Running, ..manifest };
    fs::write(&file, other.to_bytes()).expect("room on the disk");
    let error = Directory::open_read_only(folder.path()).expect_err("a whole one, but another");
    assert!(error.is_damage(), "{error}");
    fs::remove_file(&file).expect("it is there");
    let error = Directory::open_read_only(folder.path()).expect_err("it is gone");
    assert!(error.is_damage() && error.to_string().contains("manifest-000005"), "{error}");
}

#[test]
fn a_run_is_opened_again_by_one_program_and_what_no_manifest_names_is_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let mut directory = create(path, identity()).expect("an empty folder");
    let (name, bytes, entries, checksum) = ("queue-001-00000001".to_owned(), 5, 1, 7);
    let file = LiveFile { holds: Holds::Entries, depth: 1, name, bytes, entries, checksum };
    directory.update(|manifest| manifest.files.push(file.clone())).expect("room on the disk");
    let manifest = directory.manifest().clone();
    let open = |identity: Option<&Identity>| Directory::open(path, "0.1.0", identity);
    let error = open(None).expect_err("it is being written").to_string();
    assert!(error.contains(&format!("process {} on ", std::process::id())), "{error}");
    drop(directory);

    fs::create_dir(path.join(WORK)).expect("room on the disk");
    let work = path.join(WORK);
    for name in [file.name.as_str(), "queue-001-00000002", "scratch-00000001"] {
        fs::write(work.join(name), "bytes").expect("room on the disk");
    }
    for name in ["manifest-000001", "manifest-000003", "manifest-000003.temp", "current.temp"] {
        fs::write(path.join(name), "torn").expect("room on the disk");
    }
    fs::write(path.join("strata.log"), "not of the manifest").expect("room on the disk");
    let directory = open(Some(&identity())).expect("nobody writes");
    assert_eq!(*directory.manifest(), manifest);
    assert_eq!(names(&work), [file.name]);
    assert_eq!(names(path), ["current", "manifest-000002", "strata.lock", "strata.log", "work"]);
    drop(directory);

    let other = Identity { prune: "none".into(), ..identity() };
    let error = open(Some(&other)).expect_err("another run").to_string();
    assert!(error.contains("prune is safe, and none"), "{error}");
    let error = Directory::open(path, "0.2.0", None).expect_err("another program").to_string();
    assert!(error.contains("0.1.0") && error.contains("0.2.0"), "{error}");
    assert!(open(None).is_ok());
    let error = open_refused(&path.join("nothing"));
    assert!(error.contains("no run directory"), "{error}");
    assert_eq!(names(&work).len(), 1);
}

fn open_refused(path: &Path) -> String {
    Directory::open(path, "0.1.0", None).expect_err("refused").to_string()
}

#[test]
fn a_run_of_format_version_1_is_refused_with_both_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = pack(Kind { magic: *b"STRATACU", version: 1 }, &(1u64, 2u32));
    fs::write(folder.path().join(CURRENT), bytes).expect("room on the disk");
    let error = open_refused(folder.path());
    assert!(error.contains("version 1") && error.contains("reads 3"), "{error}");
    assert_eq!(names(folder.path()), ["current"], "no lock was left");
}
