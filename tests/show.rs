//! `strata show`: a position with its fingerprint, depth, class and moves, and every fault of one that is none.

use crate::support::{strata, strata_with_input};
use serde_json::Value;

const MIDGAME: &str = "\
# after 3a of some game
Foundations: H-6 C-6 D-6 S-6
FC: js -- 9♣ --
: 8C 10C 8D 9S
: KC JD 7D QS
: TD KH 8S
: 7H 8H TH
: 9H TS 7C
: 9D JH JC
: KS QD QC
: KD 7S QH
";

#[test]
fn a_position_is_shown_with_fingerprint_depth_and_moves() {
    let ran = strata_with_input("show -", MIDGAME);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("Foundations: H-6 C-6 D-6 S-6\nFreecells: JS -- 9C --\n"));
    assert!(
        ran.out.contains("fingerprint 8vLy8vAeDQkDVRs\ndepth 0, 17 stuck cards, forced\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("  5h    7C  irreversible, safe\n"), "{}", ran.out);
    assert!(ran.out.contains("  a8    JS  reversible\n"), "{}", ran.out);
    assert!(ran.out.contains("  c4    9C  reversible\n"), "{}", ran.out);
}

#[test]
fn the_moves_in_json_carry_card_places_and_kind() {
    let json = strata_with_input("show - --json", MIDGAME).json();
    assert_eq!(json["deal"], Value::Null);
    assert_eq!(json["depth"], 0);
    let moves = json["moves"].as_array().expect("a list");
    let found = moves.iter().find(|step| step["card"] == "JS").expect("the move");
    assert_eq!((&found["from"], &found["to"]), (&"a".into(), &"8".into()));
    assert_eq!(found["reversible"], true);
}

#[test]
fn a_position_of_a_deal_has_its_depth() {
    // 6S to a cell, then TC to a cell: two stuck cards have come loose.
    let board = strata("deal 1").out.replace(" 6D 6S\n", " 6D\n").replace(" TC\n", "\n");
    let text = format!("Freecells: 6S TC -- --\n{board}");
    let json = strata_with_input("show - --of 1 --json", &text).json();
    assert_eq!(json["depth"], 2);
    let ran = strata_with_input("show - --of 2", &text);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("no position of the deal"), "{}", ran.err);
}

#[test]
fn every_fault_of_a_bad_board_is_named_in_one_message() {
    let bad = MIDGAME.replace("TD KH", "TD TD XX").replace(": 7H 8H TH", ": 7H 8H");
    let ran = strata_with_input("show -", &bad);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    for part in ["line 6", "XX", "TD", "KH", "TH", "missing"] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let ran = strata("show no-such-file.txt");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("no-such-file.txt") && ran.err.contains("deal number"), "{}", ran.err);
}

const PAIRS: &str = "\
Foundations: H-T C-T D-T S-T
Freecells: JH -- --
: KC QD JS
: KS QH
: KD QC JD
: KH QS JC
";

#[test]
fn the_class_is_the_same_after_an_exchange_of_suits() {
    let json = strata_with_input("show - --json", PAIRS).json();
    let pairs = json["pairs"].as_array().expect("a list");
    // The jack of clubs is stuck and buries the king of hearts and the queen of spades.
    assert_eq!(pairs, &["JD-JH", "QD-QH", "KC-KS"]);
    // The jacks of diamonds and hearts change places.
    let other = PAIRS.replace("JH", "xx").replace("JD", "JH").replace("xx", "JD");
    let exchanged = strata_with_input("show - --json", &other).json();
    assert_eq!(exchanged["class"], json["class"]);
    let differ = |name: &str| {
        let has = |json: &Value| json["vector"].as_array().expect("a list").contains(&name.into());
        has(&json) != has(&exchanged)
    };
    assert!(differ("JD-JH"));
    assert!(strata_with_input("show -", PAIRS).out.contains("pairs JD-JH QD-QH KC-KS, exchanged "));
}
