//! Graphs in a fixed amount of memory: directories, limits, ways.

use crate::support::{findings, strata};
use serde_json::Value;
use std::path::Path;

/// Ten deals of different kinds: freecells, prune, solvable or not.
const DEALS: [&str; 10] = [
    "11982",
    "11982 --prune none",
    "7041193306",
    "1 --freecells 2",
    "982 --freecells 2",
    "384243 --freecells 2",
    "164 --freecells 0",
    "2 --freecells 0",
    "3 --freecells 0 --prune none",
    "tests/data/solvable.txt",
];

#[test]
fn memory_threads_and_ways_make_no_difference() {
    for deal in DEALS {
        let expected = findings(&strata(&format!("census {deal} --json --memory 2GiB")).json());
        for how in [
            "--memory 32MiB --threads 1",
            "--memory 32MiB --threads 2",
            "--memory 64MiB --threads 2 --way table",
            "--memory 32MiB --threads 2 --way fccs",
            "--memory 32MiB --threads 1 --way levels",
        ] {
            let ran = strata(&format!("census {deal} --json {how}"));
            assert_eq!(findings(&ran.json()), expected, "census {deal} {how}: {}", ran.err);
        }
    }
}

#[test]
fn every_state_visited_in_little_memory_gives_the_same_counts() {
    for deal in ["11982", "7041193306", "1 --freecells 2", "tests/data/solvable.txt"] {
        let large = strata(&format!("census {deal} --json --symmetry off --memory 2GiB")).json();
        let small = strata(&format!("census {deal} --json --symmetry off --memory 32MiB")).json();
        assert_eq!(findings(&small), findings(&large), "census {deal}");
    }
}

#[test]
fn a_directory_keeps_records_and_statistics_and_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("graph");
    let census =
        |more: &str| strata(&format!("census 11982 --json --dir {} {more}", dir.display()));
    let ran = census("");
    assert_eq!(ran.code, 1, "{}", ran.err);
    let plain = strata("census 11982 --json").json();
    assert_eq!(findings(&ran.json()), findings(&plain));
    assert!(ran.json()["disk"]["record_bytes"].as_u64().expect("a number") > 10_000);

    let read = storage::directory::Directory::open_read_only(&dir).expect("a run is there");
    let states: u128 = read.manifest.layers.iter().map(|layer| layer.report.tally.states).sum();
    assert_eq!((states, read.manifest.layers.len()), (61_643, 29));
    let exists = storage::exists::RocksExists::new(&dir.join("exists"), 1 << 20, 1 << 20);
    let exists = exists.expect("records are there");
    let mut counted = (0, 0);
    for depth in exists.depths() {
        for record in exists.records(depth) {
            let (_, record) = record.expect("a whole record");
            counted = (counted.0 + record.states, counted.1 + record.fccs);
        }
    }
    assert_eq!(counted, (61_643, 15_073));
    drop(exists);
    assert!(!dir.join("work").exists(), "queues go when they are consumed");

    let again = census("");
    assert_eq!(again.code, 2);
    assert!(again.err.contains("holds an earlier run of deal 11982"), "{}", again.err);
    let other = strata(&format!("census 1 --dir {}", dir.display()));
    assert_eq!(other.code, 2);
    assert!(other.err.contains("run"), "{}", other.err);
    let stranger = strata(&format!("census 1 --dir {}", folder.path().display()));
    assert_eq!(stranger.code, 2, "a folder with something else in it: {}", stranger.err);
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").expect("write");
    let no_folder = strata(&format!("census 1 --dir {}", file.display()));
    assert_eq!(no_folder.code, 2, "a file: {}", no_folder.err);
}

#[test]
fn what_stays_is_what_was_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = |keep: &str| {
        let dir = folder.path().join(keep);
        let ran = strata(&format!("census 1 --freecells 2 --dir {} --keep {keep}", dir.display()));
        assert_eq!(ran.code, 1, "{}", ran.err);
        let has = |name: &str| dir.join(name).exists();
        (dir.exists(), has("exists"), has("work"))
    };
    assert_eq!(kept("none"), (false, false, false));
    assert_eq!(kept("certificate"), (true, true, false));
    assert_eq!(kept("all"), (true, true, true));
    let ran = strata("census 1 --freecells 2 --keep all");
    assert_eq!(ran.code, 2, "--keep needs --dir");
}

#[test]
fn the_limit_of_disk_ends_undecided_and_says_what_is_missing() {
    let limited = "--symmetry off --memory 32MiB --disk 10KiB";
    let ran = strata(&format!("census 7041193306 {limited} --json"));
    if ran.code == 1 {
        panic!("the deal fits into memory; the test needs a larger one");
    }
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("no more room on disk"), "{}", ran.err);
    assert!(ran.err.contains("the limit for files is 10240 bytes"), "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["verdict"], "undecided");
    assert!(json["layers"].as_array().expect("layers").len() > 3);
}

#[test]
fn too_little_memory_is_refused() {
    let ran = strata("census 11982 --memory 1MiB");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("32.0 MiB is the least"), "{}", ran.err);
}

#[test]
fn temporary_files_go_at_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = crate::support::strata_in(
        "census 7041193306 --symmetry off --memory 32MiB --json",
        &[("TMPDIR", folder.path().as_os_str())],
    );
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.json()["disk"]["peak_bytes"].as_u64().expect("a number") > 0, "nothing spilled");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn memory_stays_within_its_limit() {
    for how in [
        "7041193306 --symmetry off --memory 32MiB",
        "384243 --freecells 2 --memory 32MiB",
        "384243 --freecells 2 --memory 32MiB --way levels",
    ] {
        let json = strata(&format!("census {how} --json")).json();
        let peak = json["peak_anonymous_memory_bytes"].as_u64().expect("a number");
        assert!(peak < (32 + 64) << 20, "{how}: {peak} bytes");
    }
}

#[test]
fn a_proof_in_a_directory_keeps_its_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("proof");
    let ran = strata(&format!("prove 11982 --json --dir {}", dir.display()));
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert_eq!(ran.json()["states"], 61_643);
    assert!(Path::new(&dir).join("exists").exists());
    let read = storage::directory::Directory::open_read_only(&dir).expect("a run is there");
    assert_eq!(read.manifest.layers.len(), 29);
}

/// The layers that both finished.
fn common_layers(one: &Value, other: &Value) -> (Vec<Value>, Vec<Value>) {
    let layers = |json: &Value| json["layers"].as_array().expect("layers").clone();
    let (mut one, mut other) = (layers(one), layers(other));
    let both = one.len().min(other.len());
    one.truncate(both);
    other.truncate(both);
    (one, other)
}

#[test]
#[ignore = "minutes: 330 million states, in 256 MiB and in 8 GiB"]
fn a_graph_of_330_million_states_fits_into_256_mebibytes() {
    let census = |how: &str| strata(&format!("census 2901685480 --json {how}")).json();
    let classes = census("--memory 256MiB");
    let large = census("--symmetry off --memory 8GiB");
    let small = census("--symmetry off --memory 256MiB");
    for json in [&classes, &large, &small] {
        assert_eq!(json["states"], 330_747_308);
        assert_eq!(json["fccs"], 6_680_004);
        assert_eq!(json["digest"], "d91ed4f5a37bd91e815762d10e4773b7");
    }
    assert_eq!(findings(&small), findings(&large));
    let peak = small["peak_anonymous_memory_bytes"].as_u64().expect("a number");
    assert!(peak < (256 + 64) << 20, "{peak} bytes");
    println!("256 MiB: {} s, 8 GiB: {} s", small["seconds"], large["seconds"]);
}

#[test]
#[ignore = "minutes: FCCs of over ten million states, in 64 MiB and in 8 GiB"]
fn fccs_beyond_the_budget_are_flooded_by_levels_on_disk() {
    for deal in [4, 9, 11] {
        let census = |memory: &str| {
            let limits = format!("--memory {memory} --max-states 60000000");
            strata(&format!("census {deal} --freecells 2 --symmetry off --json {limits}")).json()
        };
        let (large, small) = (census("8GiB"), census("64MiB"));
        let (expected, found) = common_layers(&large, &small);
        assert_eq!(found, expected, "deal {deal}");
        let peak = small["peak_anonymous_memory_bytes"].as_u64().expect("a number");
        assert!(peak < (64 + 64) << 20, "deal {deal}: {peak} bytes");
        println!("deal {deal}: {} layers, {peak} bytes, {} s", found.len(), small["seconds"]);
    }
}
