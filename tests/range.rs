//! `strata range`: a line for each deal, in both forms, to a file and on; what it refuses; its summary.

mod kill;
mod long;
mod refused;
mod summary;

use crate::support::{dealt, quick_folder, read_one_line, strata, strata_with_input, wins};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

const CSV_HEAD: &str = "deal,freecells,verdict,stage,moves,single_cards,without_automatic,states,classes,seconds,solution";

/// The least number of freecells that solves each of the deals 1 to 4000, as published.
fn freecells_needed() -> BTreeMap<u64, u8> {
    let truth = include_str!("data/minimal_freecells_1_to_4000.txt");
    let lines = truth.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let (deal, freecells) = line.split_once(' ').expect("two numbers");
        (deal.parse().expect("a number"), freecells.parse().expect("a number"))
    };
    lines.map(read).collect()
}

/// Lines of JSON.
fn read(text: &str) -> Vec<Value> {
    assert!(text.is_empty() || text.ends_with('\n'), "the last line is torn: {text}");
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(read).collect()
}

fn deal_of(line: &Value) -> u64 {
    line["deal"].as_u64().expect("a number")
}

fn deals(lines: &[Value]) -> Vec<u64> {
    lines.iter().map(deal_of).collect()
}

/// Lines by their deal, each of which is there once, without what differs from run to run.
fn by_deal(lines: &[Value]) -> BTreeMap<u64, Value> {
    let mut deals = BTreeMap::new();
    for line in lines {
        let mut told = line.clone();
        let seconds = told.as_object_mut().expect("an object").remove("seconds");
        assert!(seconds.is_some_and(|seconds| seconds.is_f64()), "{line}");
        assert_eq!(deals.insert(deal_of(line), told), None, "a second line: {line}");
    }
    deals
}

/// Runs a range that settles every deal, with its lines to standard output.
fn lines(arguments: &str) -> Vec<Value> {
    let ran = strata(&format!("range {arguments}"));
    assert_eq!(ran.code, 0, "range {arguments}: {}", ran.err);
    read(&ran.out)
}

fn lines_of(path: &Path) -> Vec<Value> {
    read(&std::fs::read_to_string(path).expect("a file"))
}

#[test]
fn every_deal_has_its_line_in_order() {
    let lines = lines("1 40");
    assert_eq!(deals(&lines), (1..=40).collect::<Vec<u64>>());
    for line in &lines {
        assert_eq!((&line["verdict"], &line["freecells"]), (&"solvable".into(), &4.into()));
        let number = |name: &str| line[name].as_u64().unwrap_or_else(|| panic!("{name}: {line}"));
        assert!(number("moves") <= number("single_cards"), "{line}");
        assert!(number("without_automatic") <= number("moves"), "{line}");
        assert!(number("moves") >= 52 && number("states") > 0, "{line}");
        assert_eq!((&line["stage"], &line["solution"]), (&"plan".into(), &Value::Null));
    }
}

#[test]
fn lines_are_those_of_solve() {
    for line in lines("615 619 --moves") {
        let alone = strata(&format!("solve {} --json", deal_of(&line))).json();
        assert_eq!(line["verdict"], alone["verdict"]);
        assert_eq!(line["moves"], alone["counts"]["sequences"], "{line}");
        assert_eq!(line["states"], alone["iterations"], "{line}");
    }
}

#[test]
fn csv_says_the_same_as_json() {
    let json = lines("11980 11984 --moves");
    let ran = strata("range 11980 11984 --moves --csv");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut csv = ran.out.lines();
    assert_eq!(csv.next(), Some(CSV_HEAD));
    for line in &json {
        let fields: Vec<&str> = csv.next().expect("a line").split(',').collect();
        assert_eq!(fields.len(), CSV_HEAD.split(',').count());
        for (name, field) in CSV_HEAD.split(',').zip(fields).filter(|(name, _)| *name != "seconds")
        {
            let expected = match &line[name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(field, expected, "{name}: {line}");
        }
    }
    assert_eq!(csv.next(), None);
    assert_eq!(json[2]["verdict"], "impossible");
}

/// Single cards in standard notation once were not: `48` may be a card or a sequence where 8 is empty.
#[test]
fn moves_are_accepted_by_the_checker() {
    for (range, freecells) in [("1 40", 4), ("1 20", 3), ("160 168", 0)] {
        let arguments = format!("{range} --freecells {freecells} --moves");
        for line in lines(&arguments) {
            match line["solution"].as_str() {
                Some(solution) => {
                    assert!(wins(&dealt(deal_of(&line), freecells), solution), "{line}");
                }
                None => assert_eq!(line["verdict"], "impossible", "{line}"),
            }
        }
    }
}

#[test]
fn steps_and_lists_choose_deals() {
    assert_eq!(deals(&lines("10 30 --step 7")), [10, 17, 24]);
    assert_eq!(deals(&lines("5 5 --step 1000")), [5]);
    assert_eq!(deals(&lines("8589934590 8589934591")), [8_589_934_590, 8_589_934_591]);
    let folder = quick_folder();
    let list = folder.path().join("deals.txt");
    let text = "# those that are asked for\n617, 1941 3\n\n3 # once is enough\n98714\n";
    std::fs::write(&list, text).expect("a file");
    let expected = [617, 1941, 3, 98_714];
    assert_eq!(deals(&lines(&format!("--deals {}", list.display()))), expected);
    let ran = strata_with_input("range --deals -", text);
    assert_eq!((ran.code, deals(&read(&ran.out))), (0, expected.to_vec()), "{}", ran.err);
}

#[test]
fn it_ends_at_the_verdicts_that_are_waited_for() {
    assert_eq!(
        deals(&lines("11980 12000 --stop-at solvable 5")),
        [11_980, 11_981, 11_982, 11_983, 11_984, 11_985]
    );
    assert_eq!(deals(&lines("11980 12000 --stop-at impossible 1")), [11_980, 11_981, 11_982]);
    // What is not reached ends nothing.
    assert_eq!(lines("11980 11990 --stop-at impossible 2").len(), 11);
    // Lines of an earlier process count.
    let folder = quick_folder();
    let out = folder.path().join("lines");
    let range = format!("range 11980 12000 --out {}", out.display());
    assert_eq!(strata(&format!("{range} --stop-at impossible 1")).code, 0);
    assert_eq!(strata(&format!("{range} --stop-at impossible 1 --resume")).code, 0);
    assert_eq!(deals(&lines_of(&out)), [11_980, 11_981, 11_982]);
    assert_eq!(strata(&format!("{range} --stop-at solvable 4 --resume")).code, 0);
    assert_eq!(deals(&lines_of(&out)), [11_980, 11_981, 11_982, 11_983, 11_984]);
}

#[test]
fn two_threads_come_to_the_same_lines() {
    for range in ["1 60 --moves", "11970 11990", "1 20 --freecells 0"] {
        let (one, two) = (lines(range), lines(&format!("{range} --threads 2")));
        assert_eq!(by_deal(&two), by_deal(&one), "{range}");
    }
}

#[test]
fn verdicts_are_the_published_ones() {
    let needed = freecells_needed();
    for freecells in 0..=3 {
        for line in lines(&format!("1 60 --freecells {freecells} --time 0 --threads 2")) {
            let solvable = needed[&deal_of(&line)] <= freecells;
            let expected = if solvable { "solvable" } else { "impossible" };
            assert_eq!(line["verdict"], expected, "{line}");
        }
    }
}

#[test]
fn undecided_deals_are_no_failure_but_told() {
    let ran = strata("range 1 3 --plan proof --plan-only --memory 32MiB");
    assert_eq!(ran.code, 3, "{}", ran.err);
    for line in read(&ran.out) {
        assert_eq!((&line["verdict"], &line["moves"]), (&"undecided".into(), &Value::Null));
        assert!(line["because"].is_string(), "{line}");
    }
    assert!(ran.err.contains("undecided  1 2 3\n"), "{}", ran.err);
}

#[test]
fn a_reader_that_goes_away_ends_it() {
    for form in ["", "--csv", "--threads 2", "--progress"] {
        let (line, code) = read_one_line(&format!("range 1 1000000 {form}"));
        assert!(code == 0 && line.ends_with('\n'), "{form}: {code}: {line}");
    }
}
