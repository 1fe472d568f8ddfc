//! The summary: what the lines come to, recomputed from them.

use super::{deal_of, lines_of};
use crate::support::{quick_folder, strata};
use serde_json::Value;
use std::process::Command;

/// Deals of these lines with this verdict.
fn with_verdict(lines: &[Value], verdict: &str) -> Vec<u64> {
    lines.iter().filter(|line| line["verdict"] == verdict).map(deal_of).collect()
}

/// The mean of a field over the lines that have it.
fn mean(lines: &[Value], field: &str) -> f64 {
    let values: Vec<u64> = lines.iter().filter_map(|line| line[field].as_u64()).collect();
    values.iter().sum::<u64>() as f64 / values.len() as f64
}

#[test]
fn the_summary_is_what_the_lines_say() {
    let folder = quick_folder();
    for (number, (range, code)) in [
        ("11970 12000", 0),
        ("1 30 --freecells 2 --threads 2", 0),
        ("1 3 --plan proof --plan-only --memory 32MiB", 3),
    ]
    .into_iter()
    .enumerate()
    {
        let out = folder.path().join(number.to_string());
        let ran = strata(&format!("range {range} --json --out {}", out.display()));
        assert_eq!(ran.code, code, "{}", ran.err);
        let (summary, mut lines) = (ran.json(), lines_of(&out));
        assert_eq!(summary["deals"], lines.len());
        lines.sort_by_key(deal_of);
        for verdict in ["solvable", "impossible", "undecided"] {
            let deals = with_verdict(&lines, verdict);
            assert_eq!(summary[verdict], deals.len(), "{verdict}: {summary}");
            if verdict != "solvable" {
                assert_eq!(summary[format!("{verdict}_deals")], Value::from(deals), "{summary}");
            }
        }
        let is_close = |name: &str, expected: f64| {
            let found = summary[name].as_f64().expect("a number");
            assert!((found - expected).abs() < 1e-6, "{name}: {found}, {expected}");
        };
        if summary["solvable"] != 0 {
            for field in ["moves", "single_cards", "without_automatic"] {
                is_close(&format!("{field}_mean"), mean(&lines, field));
            }
        }
        is_close("states_mean", mean(&lines, "states"));
        let mut states: Vec<u64> =
            lines.iter().map(|line| line["states"].as_u64().expect("a number")).collect();
        states.sort_unstable();
        let median = states[(states.len() - 1) / 2];
        // Large numbers are rounded down to four digits.
        let found = summary["states_median"].as_u64().expect("a number");
        assert!(found <= median && median - found <= median / 1000, "{found}, {median}");
    }
}

#[test]
fn with_a_file_for_the_lines_the_summary_is_all_that_is_printed() {
    let folder = quick_folder();
    let out = folder.path().join("lines");
    let ran = strata(&format!("range 11980 11984 --out {}", out.display()));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.starts_with("5 deals with 4 freecells: 4 solvable, 1 impossible, 0 undecided\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("impossible 11982\n"), "{}", ran.out);
    assert!(!ran.out.contains("before "), "{}", ran.out);
    assert_eq!(lines_of(&out).len(), 5);
    let ran = strata(&format!("range 11980 11990 --out {} --resume", out.display()));
    assert!(
        ran.out.starts_with("11 deals") && ran.out.contains("before     5 deals"),
        "{}",
        ran.out
    );
    // Without one it goes to standard error, away from the lines.
    let ran = strata("range 11980 11984");
    assert!(ran.err.starts_with("5 deals with 4 freecells"), "{}", ran.err);
}

/// Once the summary listed every impossible deal, two thousand of them, and what else it said was off the
/// screen. Now it lists some, and the command that it gives for the others has to work.
#[test]
fn of_many_impossible_deals_some_are_shown_and_a_command_for_all() {
    // All but deal 164 are impossible.
    let impossible: Vec<u64> = (145..=174).filter(|&deal| deal != 164).collect();
    let folder = quick_folder();
    for (name, form) in [("json", ""), ("it's", ""), ("csv", "--csv"), ("graphs", "--csv --graphs")]
    {
        let out = folder.path().join(name);
        let ran = strata(&format!("range 145 174 --freecells 0 {form} --out {}", out.display()));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let list = ran.out.split_once("\nimpossible ").expect("a list").1;
        let (shown, rest) = list.split_once(" and 5 more; all of them: ").expect("there are more");
        let shown: Vec<u64> =
            shown.split_whitespace().map(|deal| deal.parse().expect("a number")).collect();
        assert_eq!(shown, impossible[..24]);
        let found = Command::new("sh").args(["-c", rest]).output().expect("a shell");
        let found = String::from_utf8(found.stdout).expect("UTF-8");
        let deal_of_text = |line: &str| {
            let digits = line.trim_start_matches("{\"deal\":").split(',').next();
            digits
                .and_then(|digits| digits.parse().ok())
                .unwrap_or_else(|| panic!("{rest}: {line}"))
        };
        let found: Vec<u64> = found.lines().map(deal_of_text).collect();
        assert_eq!(found, impossible, "{rest}");
    }
    let ran = strata("range 145 174 --freecells 0");
    let told = "\n           and 5 more on standard output; --out FILE keeps the lines in a file\n";
    assert!(ran.err.ends_with(told), "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 30);
}
