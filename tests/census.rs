//! `strata census`: counts, verdicts and limits, whatever the threads and with or without symmetry.

use crate::support::{strata, strata_with_input};
use serde_json::Value;

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn an_impossible_deal_is_counted_to_its_end() {
    let ran = strata("census 11982 --json");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert_eq!(ran.err, "", "quiet when standard error is no terminal");
    let json = ran.json();
    assert_eq!(json["deal"], 11982);
    assert_eq!((number(&json["freecells"]), number(&json["columns"])), (4, 8));
    assert_eq!((&json["prune"], &json["symmetry"]), (&"safe".into(), &"on".into()));
    assert_eq!(number(&json["classes"]), 26_822);
    assert_eq!(json["verdict"], "impossible");
    assert_eq!(number(&json["states"]), 61_643);
    assert_eq!((number(&json["groups"]), number(&json["fccs"])), (5_880, 15_073));
    assert_eq!(json["digest"].as_str().expect("a text").len(), 32);
    assert!(number(&json["peak_memory_bytes"]) > 0);
    assert!(json["states_per_second"].as_f64().expect("a number") > 0.0);
    assert!(json.get("unfinished").is_none());
    let layers = json["layers"].as_array().expect("a list");
    assert_eq!(layers.len(), 29);
    for name in ["groups", "fccs", "states"] {
        let sum: u64 = layers.iter().map(|layer| number(&layer[name])).sum();
        assert_eq!(sum, number(&json[name]), "{name}");
    }
    for layer in layers {
        let sizes: u64 = layer["fcc_sizes"].as_array().expect("a list").iter().map(number).sum();
        assert_eq!(sizes, number(&layer["fccs"]));
        assert!(number(&layer["entries"]) <= number(&layer["states"]));
        assert!(number(&layer["largest_fcc"]) <= number(&layer["states"]));
    }
}

#[test]
fn a_solvable_board_is_counted_to_its_end() {
    let ran = strata("census tests/data/solvable.txt --json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["verdict"], "solvable");
    assert_eq!(json["deal"], Value::Null);
    let last = json["layers"].as_array().expect("a list").last().expect("a layer").clone();
    assert_eq!((number(&last["states"]), number(&last["fccs"])), (1, 1), "the won position");
}

#[test]
fn the_table_and_the_csv_have_the_same_layers() {
    let csv = strata("census 781948 --csv");
    assert_eq!(csv.code, 1);
    let rows: Vec<&str> = csv.out.lines().collect();
    assert_eq!(rows[0], "depth,groups,fccs,entries,states,largest_fcc,exits,classes");
    assert_eq!(rows.len(), 23);
    assert!(rows[1].starts_with("0,1,1,1,2,2,"));
    let text = strata("census 781948").out;
    for row in &rows[1..] {
        let cells: Vec<&str> = row.split(',').collect();
        let in_table = text.lines().any(|line| {
            let line = line.replace(',', "");
            line.split_whitespace().collect::<Vec<_>>() == cells
        });
        assert!(in_table, "{row}\n{text}");
    }
    assert!(text.contains("\nverdict  impossible\n"), "{text}");
}

#[test]
fn threads_make_no_difference() {
    let run =
        |threads: u32| strata(&format!("census 1 --freecells 2 --json --threads {threads}")).json();
    let one = run(1);
    for threads in [2, 4] {
        let other = run(threads);
        assert_eq!((&one["digest"], &one["layers"]), (&other["digest"], &other["layers"]));
    }
}

#[test]
fn symmetry_makes_no_difference_but_to_the_classes() {
    for arguments in ["census 11982", "census tests/data/solvable.txt", "census 6 --freecells 2"] {
        let on = strata(&format!("{arguments} --json --symmetry on")).json();
        let off = strata(&format!("{arguments} --json --symmetry off")).json();
        for name in ["verdict", "states", "fccs", "groups", "digest"] {
            assert_eq!(on[name], off[name], "{arguments}: {name}");
        }
        assert_eq!(off["classes"], off["states"]);
        assert!(number(&on["classes"]) < number(&off["classes"]));
        let layers = |json: &Value| json["layers"].as_array().expect("a list").clone();
        for (mut on, mut off) in layers(&on).into_iter().zip(layers(&off)) {
            on["classes"] = Value::Null;
            off["classes"] = Value::Null;
            assert_eq!(on, off, "{arguments}");
        }
    }
}

#[test]
fn counts_beyond_the_memory_of_any_machine_are_exact() {
    let json = strata("census 982 --freecells 2 --json").json();
    assert_eq!(number(&json["states"]), 3_095_862_346);
    assert_eq!(number(&json["classes"]), 271_528);
}

#[test]
fn limits_end_undecided_with_what_was_reached() {
    let ran = strata("census 1 --max-states 100000 --json");
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("undecided: the limit of 100000 classes was reached"), "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["verdict"], "undecided");
    assert!(number(&json["unfinished"]["depth"]) >= 3);
    assert!(!json["layers"].as_array().expect("a list").is_empty());
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_undecided() {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_strata"))
        .args(["census", "1", "--progress", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("the binary ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(err.contains("undecided: it was interrupted"), "{err}");
    assert!(err.contains("entries waiting"), "progress was asked for: {err}");
}

#[test]
fn prunes_differ_and_boards_come_from_standard_input() {
    let board = strata("deal 781948").out;
    let json = strata_with_input("census - --prune none --json", &board).json();
    assert_eq!(json["deal"], Value::Null);
    assert_eq!((number(&json["states"]), number(&json["fccs"])), (7_736, 3_115));
}
