//! Power cuts at the first operation, the second, the third, until a run gets through.

use crate::folder;
use crate::toy::{DEPTHS, Found, Promise, Promises, Stores, explore, found, text};
use fcc::ports::{Queues, Waiting};
use std::collections::BTreeSet;
use std::path::Path;
use storage::Disk;
use storage::disk::Loss;

fn uninterrupted() -> Found {
    let folder = folder();
    let path = folder.path().join("run");
    explore(&Disk::default(), &path, &mut Promises::default()).expect("nothing fails");
    let found = found(&path);
    assert!(found.0.len() == DEPTHS as usize && found.1.len() > 100, "{} records", found.1.len());
    let left: Vec<_> = std::fs::read_dir(path.join("work")).expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
    found
}

/// What the directory holds is what its manifest stands for.
fn check_promise(path: &Path, promises: &Promises) -> Result<(), String> {
    let stores = Stores::open(&Disk::default(), path)?;
    let manifest = stores.directory.borrow().manifest().clone();
    let last = *promises.by_number.last_key_value().expect("a manifest was begun").0;
    assert!((promises.durable..=last).contains(&manifest.number), "{}", manifest.number);
    let Promise { layers, entries, records } = &promises.by_number[&manifest.number];
    assert_eq!(manifest.layers, *layers, "manifest {}", manifest.number);
    let under_way = manifest.under_way.as_ref();
    if let Some(layer) = under_way {
        let adopted = stores.exists.adopt(layer.depth, &manifest.files).map_err(text)?;
        assert_eq!(adopted.records, records.len() as u64);
        let found = stores.exists.records(layer.depth).map(|record| {
            let (group, record) = record.expect("whole");
            (group, record.smallest as u64)
        });
        assert_eq!(found.collect::<BTreeSet<_>>(), *records, "manifest {}", manifest.number);
    } else {
        assert!(records.is_empty());
    }
    let mut waiting = BTreeSet::new();
    while let Some(depth) = stores.queues.next_depth() {
        let layer = stores.queues.open(depth).map_err(text)?;
        while let Some(group) = layer.next_group(usize::MAX).map_err(text)? {
            let Waiting::Here(list) = &group.entries else { panic!("small groups only") };
            let fcc::entries::Entries::Narrow(list) = list else { panic!("narrow keys only") };
            waiting.extend(list.iter().map(|&(key, ())| (depth, group.fingerprint, key)));
        }
        stores.queues.check_conservation().map_err(text)?;
    }
    assert_eq!(waiting, *entries, "manifest {}", manifest.number);
    Ok(())
}

/// Cuts the power at an operation. False when the run got through.
fn cut(operation: u64, loss: Loss, expected: &Found) -> bool {
    let folder = folder();
    let (path, limbo) = (folder.path().join("run"), folder.path().join("limbo"));
    std::fs::create_dir(&limbo).expect("a folder");
    let disk = Disk::that_forgets(&limbo);
    disk.fail_after(operation);
    let mut promises = Promises::default();
    let how = format!("operation {operation}, {loss:?}");
    let ended = explore(&disk, &path, &mut promises);
    if let Err(error) = &ended {
        assert!(error.contains("made to fail"), "{how}: {error}");
        disk.lose_unsynced(loss).expect("it can be done");
        if promises.durable > 0 {
            check_promise(&path, &promises).unwrap_or_else(|error| panic!("{how}: {error}"));
        }
        let resumed = explore(&Disk::default(), &path, &mut Promises::default());
        resumed.unwrap_or_else(|error| panic!("{how}: {error}"));
    }
    assert!(found(&path) == *expected, "{how}: other findings");
    ended.is_err()
}

#[test]
fn a_power_cut_at_any_operation_leaves_a_checkpoint_and_the_run_ends_the_same() {
    cut_at_every(3);
}

/// `cargo test --release -p storage --test checkpoint -- --ignored`
#[test]
#[ignore = "a minute"]
fn a_power_cut_at_each_operation_leaves_a_checkpoint_and_the_run_ends_the_same() {
    cut_at_every(1);
}

fn cut_at_every(step: u64) {
    let expected = uninterrupted();
    let mut operation = 0;
    while cut(operation, Loss::ALL[(operation / step) as usize % 4], &expected) {
        operation += step;
    }
    println!("{operation} operations");
    assert!(operation > 300, "{operation} operations are too few for a test");
    // Each loss at some of the operations where it is another one above.
    for other in (0..operation).step_by(7 * step as usize) {
        cut(other, Loss::ALL[(other as usize + 1 + other as usize / 28) % 4], &expected);
    }
}

#[test]
fn a_run_that_is_cut_again_and_again_ends_the_same() {
    let expected = uninterrupted();
    for seed in 1..6u64 {
        let folder = folder();
        let (path, limbo) = (folder.path().join("run"), folder.path().join("limbo"));
        std::fs::create_dir(&limbo).expect("a folder");
        let (mut word, mut cuts) = (seed, 0);
        loop {
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let disk = Disk::that_forgets(&limbo);
            // Longer and longer, so that it ends.
            disk.fail_after((word >> 40) % 100 + cuts * 5);
            match explore(&disk, &path, &mut Promises::default()) {
                Ok(()) => break,
                Err(error) => assert!(error.contains("made to fail"), "seed {seed}: {error}"),
            }
            cuts += 1;
            disk.lose_unsynced(Loss::ALL[(word >> 33) as usize % 4]).expect("it can be done");
        }
        assert!(found(&path) == expected, "seed {seed} after {cuts} cuts");
        assert!(cuts > 3, "{cuts} cuts are too few for a test");
    }
}
