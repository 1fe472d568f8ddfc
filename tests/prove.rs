//! `strata prove`: impossible deals by their whole graphs, solvable ones by a solution, and limits in between.

use crate::support::{dealt, strata, wins};
use serde_json::Value;

#[test]
fn an_impossible_deal_is_proved_by_its_whole_graph() {
    let ran = strata("prove 1 --freecells 2 --json");
    assert_eq!(ran.code, 1, "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["verdict"], "impossible");
    assert_eq!((&json["states"], &json["fccs"]), (&70_882.into(), &19_734.into()));
    let census = strata("census 1 --freecells 2 --json").json();
    assert_eq!(json["digest"], census["digest"]);
    assert_eq!(json["won_at_depth"], Value::Null);
    let text = strata("prove 1 --freecells 2").out;
    assert!(
        text.starts_with("impossible: the whole graph, 70,882 states in 19,734 FCCs"),
        "{text}"
    );
}

#[test]
fn a_solvable_board_is_found_without_counts() {
    let ran = strata("prove tests/data/solvable.txt --json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["verdict"], "solvable");
    assert_eq!((&json["states"], &json["digest"]), (&Value::Null, &Value::Null));
    let text = strata("prove tests/data/solvable.txt").out;
    assert!(text.starts_with("solvable: solved in ") && text.contains("strata-verify"), "{text}");
}

#[test]
fn the_complete_search_finds_a_win_without_scans() {
    let ran = strata("prove tests/data/solvable.txt --no-scans --json");
    assert_eq!((ran.code, &ran.json()["verdict"]), (0, &"solvable".into()), "{}", ran.err);
    assert!(ran.json()["won_at_depth"].as_u64().is_some());
    let text = strata("prove tests/data/solvable.txt --no-scans --no-moves").out;
    assert!(text.starts_with("solvable: a state without"), "{text}");
}

/// It took 163 s, printed 838 moves, and no report could be made of the directory.
#[test]
fn what_a_scan_solves_takes_no_search_and_has_its_page() {
    for command in ["prove", "solve"] {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("run").display().to_string();
        let ran = strata(&format!("{command} 617 --dir {dir} --json"));
        assert_eq!((ran.code, &ran.json()["verdict"]), (0, &"solvable".into()), "{}", ran.err);
        let moves = ran.json()["moves"].as_array().expect("moves").len();
        assert!(moves < 200, "{command}: {moves} moves");
        assert!(wins(&dealt(617, 4), &ran.out), "{}", ran.out);
        let traced = strata(&format!("trace {dir} --json"));
        assert_eq!(traced.json()["moves"], ran.json()["moves"], "{}", traced.err);
        let page = folder.path().join("page.html");
        let report = strata(&format!("report {dir} -o {}", page.display()));
        assert_eq!(report.code, 0, "{}", report.err);
        let page = std::fs::read_to_string(page).expect("a page");
        assert!(
            page.contains("id=\"player\"") && page.contains("no layer of the graph"),
            "{command}"
        );
        assert!(!page.contains("id=\"plots\"") && !page.contains("id=\"tables\""), "{command}");
        let status = strata(&format!("status {dir} --json"));
        assert_eq!(status.code, 0, "{}", status.err);
        assert_eq!(strata(&format!("check {dir}")).code, 0);
        let lookup = strata(&format!("lookup {dir} 617"));
        assert_eq!(lookup.code, 2, "{}", lookup.out);
        assert!(lookup.err.contains("has no records: the deal was solved"), "{}", lookup.err);
        let resumed = strata(&format!("resume {dir}"));
        assert!(resumed.err.contains("the run is finished: solvable"), "{}", resumed.err);
    }
}

/// The layers alone took two minutes to this win, which scans find after another second.
#[test]
fn a_win_in_memory_ends_the_search_by_layers() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("run").display().to_string();
    let ran = strata(&format!("prove 6230156982 --freecells 3 --memory 4GiB --dir {dir} --json"));
    assert_eq!((ran.code, &ran.json()["verdict"]), (0, &"solvable".into()), "{}", ran.err);
    assert!(wins(&dealt(6_230_156_982, 3), &ran.out), "{}", ran.out);
    // More than the first search in memory walks: the layers had begun.
    assert!(ran.json()["classes_walked"].as_u64() > Some(1_100_000), "{}", ran.out);
    let names = std::fs::read_dir(&dir).expect("a directory");
    let names: Vec<_> = names.map(|file| file.expect("a file").file_name()).collect();
    assert!(!names.iter().any(|name| name == "work" || name == "exists"), "{names:?}");
    assert_eq!(strata(&format!("check {dir}")).code, 0);
    assert_eq!(strata(&format!("trace {dir} --json")).json()["moves"], ran.json()["moves"]);
    let lookup = strata(&format!("lookup {dir} 6230156982"));
    assert!(lookup.err.contains("has no records: the deal was solved in memory"), "{}", lookup.err);
}

#[test]
fn a_limit_leaves_it_undecided() {
    for (symmetry, counted) in [("on", "classes"), ("off", "states")] {
        let proof = "prove 384243 --freecells 2 --max-states 20000 --json --symmetry";
        let ran = strata(&format!("{proof} {symmetry}"));
        assert_eq!((ran.code, &ran.json()["verdict"]), (3, &"undecided".into()), "{}", ran.err);
        let because = format!("the limit of 20000 {counted} was reached");
        assert_eq!(ran.json()["because"], because.as_str());
        assert!(ran.err.contains(&format!("undecided: {because}")), "{}", ran.err);
    }
}
