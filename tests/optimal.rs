//! `--optimal`: the fewest moves by the program, each solution counted and accepted by the checker.

use crate::support::{dealt, strata, wins};
use serde_json::Value;

fn solved(arguments: &str) -> Value {
    let ran = strata(&format!("solve {arguments} --json"));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments}");
    ran.json()
}

#[test]
fn the_fewest_moves_are_proven_and_the_checker_accepts_them() {
    // Optima that an independent search found; all of them are quick.
    for (deal, cards, sequences) in [(3, 73, 70), (17, 75, 75), (20, 74, 73), (33, 69, 69)] {
        for (metric, fewest) in [("cards", cards), ("sequences", sequences)] {
            let json = solved(&format!("{deal} --optimal {metric}"));
            let optimal = &json["optimal"];
            assert_eq!(optimal["metric"], metric);
            assert_eq!(optimal["proven"], true);
            assert_eq!([&optimal["lower"], &optimal["upper"]], [fewest, fewest], "{deal} {metric}");
            assert_eq!(json["counts"][metric], fewest, "{deal} {metric}");
            if metric == "cards" {
                let moves = json["moves"].as_array().expect("a list");
                assert_eq!(moves.len() as u64, fewest);
            }
            assert!(wins(&dealt(deal, 4), &json.to_string()), "{deal} {metric}");
        }
    }
}

#[test]
fn single_cards_are_the_default_and_are_told_in_words() {
    let ran = strata("solve 33 --optimal");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let told = "the fewest moves of single cards: 69, proven\n";
    assert!(ran.out.starts_with("solvable: 69 moves, 69 of single cards, "), "{}", ran.out);
    assert!(ran.out.contains(told), "{}", ran.out);
}

#[test]
fn a_limit_leaves_a_solution_and_bounds() {
    let ran = strata("solve 1 --optimal --time 200ms --json");
    assert_eq!(ran.code, 3, "{}", ran.err);
    let json = ran.json();
    let bound = |key: &str| json["optimal"][key].as_u64().expect("a number");
    assert_eq!(json["optimal"]["proven"], false);
    assert!(74 <= bound("lower") && bound("lower") <= 87 && 87 < bound("upper"), "{json}");
    assert_eq!(json["counts"]["cards"], bound("upper"));
    assert!(wins(&dealt(1, 4), &json.to_string()));
    let ran = strata("solve 1 --optimal --memory 32MiB");
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.out.contains("at least ") && ran.out.contains(" found "), "{}", ran.out);
    assert!(ran.out.contains("(the memory is used up)"), "{}", ran.out);
}

#[test]
fn games_that_are_not_held_are_refused_in_one_sentence() {
    for (arguments, reason) in [
        ("1 --game simple_simon --optimal", "for one deck that is built by suit or by colour"),
        (
            "1 --game der_katz --optimal sequences",
            "for one deck that is built by suit or by colour",
        ),
        ("1 --game relaxed_freecell --optimal", "in this game a sequence moves as one"),
        ("1 --optimal columns", "cards or sequences is wanted"),
    ] {
        let ran = strata(&format!("solve {arguments}"));
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments}");
        assert!(ran.err.contains(reason), "{arguments}: {}", ran.err);
    }
    assert_eq!(strata("solve 11982 --optimal").code, 1);
}

#[test]
fn a_range_has_the_optimum_in_each_line() {
    let ran = strata("range 17 20 --step 3 --optimal --moves");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let fewest: Vec<(u64, u64)> = ran
        .out
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let deal = line["deal"].as_u64().expect("a number");
            assert!(wins(&dealt(deal, 4), line["solution"].as_str().expect("moves")));
            assert_eq!(line["optimal"]["proven"], true);
            assert_eq!(line["optimal"]["upper"], line["single_cards"]);
            (deal, line["optimal"]["lower"].as_u64().expect("a number"))
        })
        .collect();
    assert_eq!(fewest, [(17, 75), (20, 74)]);
}
