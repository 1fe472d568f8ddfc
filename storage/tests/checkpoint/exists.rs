//! Records of the layer under way: flushed, killed, taken over.

use crate::folder;
use fcc::fingerprint::Fingerprint;
use fcc::ports::{ComponentRecord, DoesExists};
use std::path::Path;
use storage::Files;
use storage::exists::RocksExists;
use storage::manifest::LiveFile;

const DEPTH: u32 = 4;

fn group(n: u64) -> Fingerprint {
    Fingerprint { stuck: 1 << n, founded: 1 << 30 }
}

fn records(n: u64) -> Vec<ComponentRecord> {
    (0..20).map(|key| ComponentRecord::of_fcc(key, key + 1, n + 1)).collect()
}

fn open(folder: &Path) -> (Files, RocksExists) {
    let files = Files::at(&folder.join("work")).expect("a folder");
    let exists = RocksExists::with_runs_in(files.clone(), &folder.join("exists"), 2000, 1 << 20);
    (files, exists.expect("a folder").durable())
}

fn record(exists: &RocksExists, n: u64) {
    assert_eq!(exists.record(DEPTH, group(n), records(n)).expect("no error"), Ok(()));
}

fn check(exists: &RocksExists, groups: std::ops::Range<u64>) {
    for n in 0..20 {
        let expected = if groups.contains(&n) { records(n) } else { Vec::new() };
        assert_eq!(exists.of_group(DEPTH, group(n)).expect("no error"), expected, "group {n}");
        let found = exists.find(DEPTH, group(n), 7).expect("no error");
        assert_eq!(found.as_ref(), expected.get(7), "group {n}");
    }
    assert_eq!(exists.records(DEPTH).count() as u64, 20 * (groups.end - groups.start));
}

fn names(files: &Files) -> Vec<String> {
    files.list().expect("a folder").into_iter().map(|(name, _)| name).collect()
}

fn named(live: &[LiveFile]) -> Vec<String> {
    let mut names: Vec<_> = live.iter().map(|file| file.name.clone()).collect();
    names.sort();
    names
}

#[test]
fn records_survive_a_kill_up_to_the_last_flush() {
    let folder = folder();
    let (_, exists) = open(folder.path());
    (0..7).for_each(|n| record(&exists, n));
    let live = exists.flush().expect("flush");
    assert_eq!(live.iter().map(|file| file.entries).sum::<u64>(), 140);
    (7..15).for_each(|n| record(&exists, n));
    drop(exists); // killed

    // The second process explores group 7 to 9 again, and is killed before its first checkpoint.
    for _ in 0..2 {
        let (_, exists) = open(folder.path());
        let adopted = exists.adopt(DEPTH, &live).expect("all is there");
        assert_eq!((adopted.records, adopted.states, adopted.fccs), (140, 20 * 28, 140));
        check(&exists, 0..7);
        (7..10).for_each(|n| record(&exists, n));
        check(&exists, 0..10);
    }

    // The third has a checkpoint, after which group 7 to 9 are done.
    let (files, exists) = open(folder.path());
    exists.adopt(DEPTH, &live).expect("all is there");
    (7..10).for_each(|n| record(&exists, n));
    let live = exists.flush().expect("flush");
    exists.released().expect("the manifest is durable");
    assert!(named(&live).iter().all(|name| names(&files).contains(name)));
    record(&exists, 10);
    drop(exists);

    let (files, exists) = open(folder.path());
    let adopted = exists.adopt(DEPTH, &live).expect("all is there");
    assert_eq!(adopted.records, 200, "each record once");
    (10..20).for_each(|n| record(&exists, n));
    exists.layer_done(DEPTH).expect("no component twice");
    assert_eq!((exists.totals().records, exists.totals().states), (400, 20 * 210));
    check(&exists, 0..20);
    assert!(named(&live).iter().all(|name| names(&files).contains(name)), "still named");
    assert_eq!(exists.flush().expect("flush"), []);
    exists.released().expect("the manifest is durable");
    assert!(named(&live).iter().all(|name| !names(&files).contains(name)));
    check(&exists, 0..20);
}

#[test]
fn a_layer_without_records_begins() {
    let folder = folder();
    let (_, exists) = open(folder.path());
    assert_eq!(exists.adopt(DEPTH, &[]).expect("nothing is there").records, 0);
    assert_eq!(exists.flush().expect("flush"), []);
    exists.layer_done(DEPTH).expect("no records");
    assert_eq!(exists.depths(), []);
}

#[test]
fn a_component_in_two_files_is_noticed_when_the_layer_is_done() {
    let folder = folder();
    let (_, exists) = open(folder.path());
    record(&exists, 3);
    exists.flush().expect("flush");
    record(&exists, 3);
    let error = exists.layer_done(DEPTH).expect_err("twice").to_string();
    assert!(error.contains("explored twice"), "{error}");
    assert!(exists.flush().is_err(), "nothing goes on");
}

#[test]
fn a_sealed_layer_that_the_manifest_does_not_know_is_forgotten() {
    let folder = folder();
    let (_, exists) = open(folder.path());
    (0..5).for_each(|n| record(&exists, n));
    let live = exists.flush().expect("flush");
    exists.layer_done(DEPTH).expect("no component twice");
    drop(exists); // killed before the manifest
    let (_, exists) = open(folder.path());
    exists.forget_from(DEPTH).expect("it can be deleted");
    exists.adopt(DEPTH, &live).expect("all is there");
    check(&exists, 0..5);
}
