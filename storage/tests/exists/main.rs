//! What DoesExists promises, tried on the one in memory and the one on disk.

mod damage;
mod random;

use fcc::board::Board;
use fcc::census::{CensusOptions, ClassWalk, Scope, Stores, census, census_in_memory};
use fcc::fingerprint::Fingerprint;
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::memory::{MemoryExists, MemoryQueues, MemoryScratch, NoCheckpoints};
use fcc::ports::{ComponentRecord, DoesExists};
use fcc::rules::Prune;
use random::{Model, Random, random_model};
use std::fs;
use std::path::Path;
use storage::exists::RocksExists;

const CACHE_BYTES: u64 = 1 << 20;
/// So small that a layer becomes many table files.
const TINY_BUFFER_BYTES: u64 = 4_000;

/// Records a layer from three threads, each group in two parts.
fn record_layer<E: DoesExists>(exists: &E, model: &Model, depth: u32) {
    let groups: Vec<_> = model[&depth].values().collect();
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let groups = &groups;
            scope.spawn(move || {
                for (fingerprint, group) in groups.iter().skip(thread).step_by(3) {
                    let odd = |odd| {
                        group.values().cloned().enumerate().filter(move |(n, _)| n % 2 == odd)
                    };
                    for part in [0, 1] {
                        let part = odd(part).map(|(_, record)| record).collect();
                        let recorded = exists.record(depth, *fingerprint, part);
                        assert_eq!(recorded.expect("no error"), Ok(()));
                    }
                    let found = exists.of_group(depth, *fingerprint).expect("no error");
                    assert!(found.iter().eq(group.values()), "seen as soon as it is recorded");
                }
            });
        }
    });
}

fn check_layer<E: DoesExists>(exists: &E, model: &Model, depth: u32, random: &mut Random) {
    for (fingerprint, group) in model[&depth].values() {
        let found = exists.of_group(depth, *fingerprint).expect("no error");
        assert!(found.iter().eq(group.values()), "all components of the group, by name");
        for record in group.values() {
            let found = exists.find(depth, *fingerprint, record.smallest).expect("no error");
            assert_eq!(found.as_ref(), Some(record));
        }
        for _ in 0..3 {
            let name = u128::from(random.next());
            let found = exists.find(depth, *fingerprint, name).expect("no error");
            assert_eq!(found.as_ref(), group.get(&name));
            assert_eq!(exists.find(depth + 1, *fingerprint, name).expect("no error"), None);
        }
        assert_eq!(exists.of_group(depth, random.fingerprint()).expect("no error"), []);
    }
}

/// The contract.
fn does_exists_keeps_its_promises<E: DoesExists>(exists: &E, seed: u64) {
    println!("seed {seed}");
    let model = random_model(seed, 5, 30);
    let mut random = Random(!seed);
    for &depth in model.keys() {
        record_layer(exists, &model, depth);
        check_layer(exists, &model, depth, &mut random);
        assert!(exists.memory_bytes() > 0);
        let (fingerprint, group) = model[&depth].values().next().expect("a group");
        exists.layer_done(depth).expect("no error");
        check_layer(exists, &model, depth, &mut random);
        for &earlier in model.keys().filter(|&&earlier| earlier <= depth) {
            let (fingerprint, group) = model[&earlier].values().last().expect("a group");
            assert!(
                exists.of_group(earlier, *fingerprint).expect("no error").iter().eq(group.values())
            );
        }
        let again = vec![group.values().next().expect("a component").clone()];
        let twice = exists.record(depth, *fingerprint, again).expect("no error");
        assert_eq!(twice.expect_err("a component of a done layer").fingerprint, *fingerprint);
    }
}

/// A repeat is noticed when it is recorded, or when the layer is done. The store is of no use then.
fn a_repeat_is_noticed<E: DoesExists>(exists: &E, between: u64) {
    let mut random = Random(9);
    let group = random.fingerprint();
    let names = |names: &[u128]| names.iter().map(|&n| ComponentRecord::of_fcc(n, n, 1)).collect();
    assert_eq!(exists.record(1, group, names(&[7, 4])).expect("no error"), Ok(()));
    assert_eq!(exists.record(1, group, names(&[5])).expect("no error"), Ok(()), "the rest");
    for _ in 0..between {
        let (group, components) = (random.fingerprint(), random.components(10));
        assert_eq!(exists.record(1, group, components).expect("no error"), Ok(()));
    }
    match exists.record(1, group, names(&[6, 7])).expect("no error") {
        Err(twice) => assert_eq!((twice.fingerprint, twice.smallest), (group, 7)),
        Ok(()) => {
            let error = exists.layer_done(1).expect_err("at the latest here").to_string();
            assert!(error.contains("explored twice"), "{error}");
            let refused = exists.record(1, group, names(&[8])).expect_err("no more");
            assert!(refused.to_string().contains("earlier error"), "{refused}");
        }
    }
}

fn open(folder: &Path, buffer_bytes_max: u64) -> RocksExists {
    RocksExists::new(folder, buffer_bytes_max, CACHE_BYTES).expect("a folder")
}

#[test]
fn in_memory() {
    for seed in 0..3 {
        does_exists_keeps_its_promises(&MemoryExists::keeping_all(), seed);
    }
    a_repeat_is_noticed(&MemoryExists::keeping_all(), 100);
}

#[test]
fn on_disk_with_a_tiny_buffer_and_with_a_large_one() {
    for buffer_bytes_max in [TINY_BUFFER_BYTES, 1 << 24] {
        for seed in 0..2 {
            let folder = tempfile::tempdir().expect("a folder");
            does_exists_keeps_its_promises(&open(folder.path(), buffer_bytes_max), seed);
        }
        let folder = tempfile::tempdir().expect("a folder");
        a_repeat_is_noticed(&open(folder.path(), buffer_bytes_max), 100);
    }
}

/// Writes a model.
fn write(folder: &Path, model: &Model, buffer_bytes_max: u64) -> RocksExists {
    let exists = open(folder, buffer_bytes_max);
    for &depth in model.keys() {
        record_layer(&exists, model, depth);
        exists.layer_done(depth).expect("room on the disk");
    }
    exists
}

fn in_order(model: &Model, depth: u32) -> Vec<(Fingerprint, ComponentRecord)> {
    let groups = model[&depth].values();
    groups.flat_map(|(group, records)| records.values().map(|r| (*group, r.clone()))).collect()
}

#[test]
fn all_records_of_a_depth_come_in_order_also_after_opening_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = random_model(5, 3, 80);
    let exists = write(folder.path(), &model, TINY_BUFFER_BYTES);
    let check = |exists: &RocksExists| {
        assert!(exists.depths().iter().eq(model.keys()));
        for &depth in model.keys() {
            let records: Result<Vec<_>, _> = exists.records(depth).collect();
            assert!(records.expect("no damage") == in_order(&model, depth));
        }
        assert_eq!(exists.records(1000).count(), 0);
    };
    check(&exists);
    drop(exists);
    check(&open(folder.path(), 1 << 20));
}

#[test]
fn the_layer_under_way_can_be_read_through() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = random_model(6, 1, 80);
    let exists = open(folder.path(), TINY_BUFFER_BYTES);
    record_layer(&exists, &model, 0);
    assert_eq!(exists.depths(), [0]);
    let records: Result<Vec<_>, _> = exists.records(0).collect();
    assert!(records.expect("no damage") == in_order(&model, 0));
}

#[test]
fn a_layer_that_was_under_way_is_refused_until_it_is_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = random_model(7, 3, 40);
    let exists = open(folder.path(), TINY_BUFFER_BYTES);
    for depth in [0, 3] {
        record_layer(&exists, &model, depth);
        exists.layer_done(depth).expect("room on the disk");
    }
    record_layer(&exists, &model, 6);
    drop(exists);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing is left of it");

    fs::create_dir(folder.path().join("depth-0006")).expect("as if it was being completed");
    let exists = open(folder.path(), TINY_BUFFER_BYTES);
    let error = exists.records(6).next().expect("an item").expect_err("no seal").to_string();
    assert!(error.contains("depth-0006") && error.contains("seal is missing"), "{error}");
    exists.forget_from(6).expect("the folder can be deleted");
    assert_eq!(exists.depths(), [0, 3]);
    record_layer(&exists, &model, 6);
    exists.layer_done(6).expect("room on the disk");
    check_layer(&exists, &model, 6, &mut Random(1));
    assert!(exists.disk_bytes().expect("a folder") > 10_000);
    exists.forget_from(0).expect("the folders can be deleted");
    assert_eq!(exists.depths(), [0; 0]);
}

#[test]
fn a_census_on_disk_finds_what_it_finds_in_memory_and_records_all_of_it() {
    let game = Game::new(Board::deal(7041193306, 4).expect("in range"), Prune::Safe);
    let (control, options) = (Control::new(None), CensusOptions::default());
    let in_memory = census_in_memory(&game, options, &control).expect("memory does not fail");

    let folder = tempfile::tempdir().expect("a folder");
    let exists = open(folder.path(), 1 << 20);
    let control = Control::new(None);
    let walk = ClassWalk::new(&control, options);
    let (queues, checkpoints) = (&MemoryQueues::default(), &NoCheckpoints);
    let (scratch, budget) = (&MemoryScratch, &Budget::unlimited());
    let stores = Stores { queues, exists: &exists, scratch, budget, checkpoints };
    let report = census(&game, &walk, Scope::default(), &control, stores).expect("no damage");
    assert_eq!(report, in_memory);
    for layer in &report.layers {
        let records = exists.records(layer.depth).map(|record| record.expect("no damage").1);
        let (states, fccs) =
            records.fold((0, 0), |(states, fccs), r| (states + r.states, fccs + r.fccs));
        assert_eq!((states, fccs), (layer.tally.states, layer.tally.fccs), "{}", layer.depth);
    }
}
