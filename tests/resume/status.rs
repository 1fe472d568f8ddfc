//! `strata status` and the log: while a run goes on, after it, and where there is none.

use super::{in_the_middle, logged, status};
use crate::support::{Going, quick_folder, strata};
use std::collections::BTreeMap;
use std::path::Path;

const RUN: &str = "census 384243 --freecells 2 --memory 32MiB --threads 1";

/// Names, sizes and bytes of everything in a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            let inner = contents(&path).into_iter();
            found.extend(inner.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            found.insert(name, std::fs::read(&path).expect("a file"));
        }
    }
    found
}

#[test]
fn a_run_tells_how_it_stands() {
    let folder = quick_folder();
    let dir = folder.path().join("run");
    let arguments = "census 260335719 --symmetry off --memory 32MiB --threads 1 --checkpoint 100ms";
    let mut going = Going::start(&format!("{arguments} --dir {}", dir.display()));
    going.wait_for("a progress file with a speed", |_| {
        let text = std::fs::read_to_string(dir.join("progress")).unwrap_or_default();
        !text.is_empty() && !text.contains("\"per_second\":0.0,")
    });
    let json = status(&dir);
    assert_eq!(json["status"], "running", "{json}");
    assert_eq!(json["deal"], 260_335_719);
    assert_eq!((&json["freecells"], &json["columns"]), (&4.into(), &8.into()));
    assert_eq!((&json["prune"], &json["symmetry"]), (&"safe".into(), &"off".into()));
    assert_eq!(json["command"], "census");
    let now = &json["running"];
    assert_eq!(now["process"], going.id());
    for field in ["depth", "groups", "groups_done", "walked", "entries_waiting", "disk_bytes"] {
        assert!(now[field].is_u64(), "{field}: {now}");
    }
    for positive in ["seconds", "walked", "per_second", "memory_bytes", "depth"] {
        assert!(now[positive].as_f64().is_some_and(|value| value > 0.0), "{positive}: {now}");
    }
    let checkpoint = &json["checkpoint"];
    assert!(checkpoint["number"].as_u64() >= Some(2), "{checkpoint}");
    assert!(checkpoint["seconds_ago"].as_u64() < Some(60), "{checkpoint}");
    let layers = json["layers"].as_array().expect("layers");
    let complete: u64 = layers.iter().map(|layer| layer["states"].as_u64().expect("states")).sum();
    let under_way = json["under_way"]["states"].as_u64().unwrap_or(0);
    assert_eq!(json["states"], complete + under_way);
    let text = strata(&format!("status {}", dir.display()));
    assert_eq!(text.code, 0, "{}", text.err);
    for part in [
        "census of deal 260335719, 4 freecells, 8 columns, prune safe, symmetry off",
        "status      running",
        "now         depth ",
        "a second",
        "of memory",
        "of disk",
        &format!("process {}", going.id()),
        "checkpoint  number ",
        "so far ",
        "layer ",
    ] {
        assert!(text.out.contains(part), "{part}: {}", text.out);
    }
    assert!(!going.is_over(), "the run takes longer than that");
}

#[test]
fn looking_changes_nothing() {
    let folder = quick_folder();
    let dir = folder.path().join("run");
    let going = in_the_middle(&format!("{RUN} --checkpoint 10ms"), &dir);
    going.kill();
    let before = contents(&dir);
    let told = status(&dir);
    assert_eq!(told["status"], "ended", "{told}");
    strata(&format!("status {}", dir.display()));
    super::check(&dir);
    assert_eq!(contents(&dir), before);
    super::resume_to(&dir, "", &super::undisturbed("census 384243 --freecells 2"));
    let told = status(&dir);
    assert_eq!((&told["status"], &told["verdict"]), (&"finished".into(), &"impossible".into()));
    assert!(told["under_way"].is_null() && told["running"].is_null(), "{told}");
    assert_eq!(told["states"], 27_591_580_837u64);
    let again = super::resume(&dir, "");
    assert_eq!(again.code, 2, "{}", again.err);
    assert!(again.err.contains("finished: impossible"), "{}", again.err);
}

#[test]
fn where_there_is_no_run_nothing_is_told() {
    let folder = quick_folder();
    for command in ["status", "resume", "check"] {
        let ran = strata(&format!("{command} {}/none", folder.path().display()));
        assert_eq!(ran.code, 2, "{command}: {}", ran.err);
        assert!(ran.err.contains("none"), "{command}: {}", ran.err);
    }
    assert!(contents(folder.path()).is_empty(), "nothing is made");
    for command in ["status", "resume"] {
        let ran = strata(&format!("{command} {}", folder.path().display()));
        assert_eq!(ran.code, 2, "{command}: {}", ran.err);
        assert!(ran.err.contains("no run directory"), "{command}: {}", ran.err);
    }
    assert!(contents(folder.path()).is_empty(), "nothing is made");
}

/// The fields of a line of the log.
fn fields(line: &str) -> BTreeMap<&str, &str> {
    let parts = line.split_whitespace().filter_map(|part| part.split_once('='));
    parts.collect()
}

#[test]
fn the_log_has_a_line_for_each_event_and_can_be_read_by_programs() {
    let folder = quick_folder();
    let dir = folder.path().join("run");
    let going = in_the_middle(&format!("{RUN} --checkpoint 1ms"), &dir);
    going.signal(libc::SIGTERM);
    assert_eq!(going.end().code, super::PAUSED);
    let ran = super::resume(&dir, "--checkpoint 1ms");
    assert_eq!(ran.code, 1, "{}", ran.err);
    let text = std::fs::read_to_string(dir.join("log")).expect("a log");
    for line in text.lines() {
        let time = line.split(' ').next().expect("a time");
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let shape = (time.len() >= 20 && time.ends_with('Z'))
            && (digits(&time[..4]) && &time[4..5] == "-" && &time[10..11] == "T");
        assert!(shape, "{line}");
    }
    let mut times: Vec<&str> = text.lines().map(|line| &line[..19]).collect();
    assert!(times.is_sorted(), "{text}");
    times.dedup();
    assert_eq!((logged(&dir, "begin").len(), logged(&dir, "resume").len()), (1, 1));
    assert_eq!(logged(&dir, "end").len(), 2);
    assert!(logged(&dir, "checkpoint").len() > 10);
    // A layer that was under way is told when it is done, once.
    let lines = logged(&dir, "layer");
    let census = ran.json();
    let layers = census["layers"].as_array().expect("layers");
    assert_eq!(lines.len(), layers.len());
    for (line, layer) in lines.iter().zip(layers) {
        let fields = fields(line);
        for name in ["depth", "groups", "fccs", "states", "classes", "entries", "exits"] {
            assert_eq!(fields[name], layer[name].to_string(), "{name}: {line}");
        }
    }
    let states = lines.iter().map(|line| fields(line)["states"].parse::<u64>().expect("a number"));
    assert_eq!(census["states"], states.sum::<u64>());
}

/// A process that was killed leaves the file `progress`, and its number may be that of another one now.
#[test]
fn another_process_of_the_same_number_is_not_the_run() {
    let folder = quick_folder();
    let dir = folder.path().join("run");
    let arguments = "census 260335719 --symmetry off --memory 32MiB --threads 1 --checkpoint 100ms";
    let mut going = Going::start(&format!("{arguments} --dir {}", dir.display()));
    going.wait_for("a progress file", |_| dir.join("progress").exists());
    going.signal(libc::SIGSTOP);
    assert_eq!(status(&dir)["status"], "running");
    going.kill();
    assert_eq!(status(&dir)["status"], "ended");
    let text = std::fs::read_to_string(dir.join("progress")).expect("it is left");
    let mut now: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    now["process"] = std::process::id().into();
    std::fs::write(dir.join("progress"), now.to_string()).expect("room on the disk");
    assert_eq!(status(&dir)["status"], "ended");
}
