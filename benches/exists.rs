//! DoesExists on disk: records written and looked for a second, bytes a record on disk, memory beyond
//! the buffer and the cache, and what a layer of few records costs.
//!
//!     cargo bench --bench exists

mod timing;

use fcc::fingerprint::Fingerprint;
use fcc::gf2::Subspace;
use fcc::ports::{ComponentRecord, DoesExists, SuitRecord};
use fcc::suitset::{Piece, SuitSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use storage::exists::RocksExists;
use timing::{measure, mix};

const RECORDS: u64 = 1_000_000;
const RECORDS_OF_GROUP: u64 = 10;
const GROUPS: u64 = RECORDS / RECORDS_OF_GROUP;
const LOOK_UPS: u64 = 100_000;
const BUFFER_BYTES_MAX: u64 = 16 << 20;
const CACHE_BYTES: u64 = 16 << 20;
const LOW_CARDS: u64 = 0x5_5555_5555_5555;

/// The group of this number, in no order, and the words its records are made of.
fn group(number: u64) -> Fingerprint {
    let all = fcc::card::ALL_CARDS;
    let stuck = mix(mix(number, 1), 2) & mix(mix(number, 3), 4) & all;
    Fingerprint { stuck, founded: mix(mix(number, 5), 6) & all & !stuck & 0xff }
}

fn name(group: u64, number: u64) -> u128 {
    u128::from(mix(mix(group, number), 7) >> 8) << 4 | u128::from(number)
}

/// Every second group has suit sets, like those of early layers and late ones.
fn record(group: u64, number: u64) -> ComponentRecord {
    let word = |n| mix(mix(group, number), n) & LOW_CARDS;
    let smallest = name(group, number);
    let states = 1 + u128::from(word(8) >> 32);
    let mut record =
        ComponentRecord { smallest, entry: smallest + 77, states, fccs: 1, suits: None };
    if group.is_multiple_of(2) {
        let k = Subspace::span((0..word(9) % 6).map(|n| word(10 + n)));
        let reached = SuitSet::new([Piece::new(word(20), k.sum(&Subspace::span([word(21)])))]);
        record.fccs = reached.size() >> k.dimension();
        record.states *= record.fccs;
        record.suits = Some(Box::new(SuitRecord { k, reached }));
    }
    record
}

fn open(folder: &std::path::Path) -> RocksExists {
    RocksExists::new(folder, BUFFER_BYTES_MAX, CACHE_BYTES).expect("a folder")
}

fn write_group(exists: &RocksExists, depth: u32, number: u64) {
    let components = (0..RECORDS_OF_GROUP).map(|n| record(number, n)).collect();
    let recorded = exists.record(depth, group(number), components);
    recorded.expect("room on the disk").expect("no repeats");
}

/// One layer from two threads. `order` numbers the groups.
fn write_layer(exists: &RocksExists, depth: u32, order: &(dyn Fn(u64) -> u64 + Sync)) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= GROUPS {
                        return;
                    }
                    write_group(exists, depth, order(number));
                }
            });
        }
    });
    exists.layer_done(depth).expect("room on the disk");
}

/// Memory of the program that no file is behind.
fn anonymous_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

/// Runs `work` and returns how much memory was on top of `before` at most.
fn peak_bytes(before: u64, work: impl FnOnce()) -> u64 {
    let (done, peak) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Relaxed) {
                peak.fetch_max(anonymous_bytes(), Relaxed);
                std::thread::sleep(Duration::from_millis(2));
            }
        });
        work();
        done.store(true, Relaxed);
    });
    peak.into_inner().saturating_sub(before)
}

fn hash_of(record: &ComponentRecord) -> u64 {
    mix(record.smallest as u64, record.states as u64)
}

fn look_ups(exists: &RocksExists, depth: u32, what: &str) {
    let find =
        |group_number: u64, name| exists.find(depth, group(group_number), name).expect("no damage");
    let chosen = |n: u64| mix(mix(n, 99), 5) % GROUPS;
    measure(&format!("hits, {what}"), 3, || {
        let found = (0..LOOK_UPS).map(|n| find(chosen(n), name(chosen(n), n % RECORDS_OF_GROUP)));
        let hash = found.fold(0, |hash, record| mix(hash, hash_of(&record.expect("it is there"))));
        (LOOK_UPS, hash)
    });
    measure(&format!("misses, {what}"), 3, || {
        assert!((0..LOOK_UPS).all(|n| find(chosen(n), name(chosen(n), 11)).is_none()));
        (LOOK_UPS, 0)
    });
    measure(&format!("groups, {what}"), 3, || {
        let groups = (0..LOOK_UPS / 10)
            .map(|n| exists.of_group(depth, group(chosen(n))).expect("no damage"));
        let hash = groups.flatten().fold(0, |hash, record| mix(hash, hash_of(&record)));
        (LOOK_UPS / 10, hash)
    });
}

/// What a layer of ten records costs to write, and to open again.
fn small_layers(layers: u32) {
    let folder = tempfile::tempdir().expect("a folder");
    let exists = open(folder.path());
    let started = Instant::now();
    for depth in 0..layers {
        write_group(&exists, depth, depth.into());
        exists.layer_done(depth).expect("room on the disk");
    }
    let written = started.elapsed() / layers;
    let started = Instant::now();
    for depth in 0..layers {
        assert!(
            exists
                .find(depth, group(depth.into()), name(depth.into(), 1))
                .expect("no damage")
                .is_some()
        );
    }
    let opened = started.elapsed() / layers;
    let bytes = exists.disk_bytes().expect("a folder") / u64::from(layers);
    println!("a layer of ten records: {written:.1?} to write, {opened:.1?} to open, {bytes} bytes");
}

fn main() {
    let mut sorted: Vec<u64> = (0..GROUPS).collect();
    sorted.sort_by_key(|&number| group(number).to_bytes());
    let before = anonymous_bytes();
    small_layers(40);
    let folder = tempfile::tempdir().expect("a folder");
    let exists = open(folder.path());
    let mut depth = 0;
    let mut layer = |order: &(dyn Fn(u64) -> u64 + Sync), what: &str| {
        let disk_before = exists.disk_bytes().expect("a folder");
        let mut peak = 0;
        measure(&format!("written, {what}"), 3, || {
            depth += 1;
            peak = peak.max(peak_bytes(before, || write_layer(&exists, depth, order)));
            (RECORDS, 0)
        });
        let bytes = exists.disk_bytes().expect("a folder") - disk_before;
        peak = peak.max(peak_bytes(before, || look_ups(&exists, depth, what)));
        println!(
            "  {:.1} bytes a record; memory {:.1} MiB, of which buffer and cache {} MiB",
            bytes as f64 / (3 * RECORDS) as f64,
            peak as f64 / f64::from(1 << 20),
            (BUFFER_BYTES_MAX + CACHE_BYTES) >> 20
        );
    };
    layer(&|number| number, "groups at random");
    layer(&|number| sorted[number as usize], "groups in order");
    measure("read through", 3, || {
        let records = exists.records(1).map(|record| record.expect("no damage").1);
        let (count, hash) = records.fold((0, 0), |(n, hash), r| (n + 1, mix(hash, hash_of(&r))));
        assert_eq!(count, RECORDS);
        (count, hash)
    });
}
