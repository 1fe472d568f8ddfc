//! `strata hint`: a move that can be made, and a position that is as good after it.

use crate::support::{dealt, played, strata, strata_with_input};
use serde_json::Value;
use strata_verify::position::Position;

/// Four kings to move, and no place for them.
const LOST: &str = "\
# freecells: 2
Foundations: H-0 C-0 D-0 S-0
Freecells: JH JC
: AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
: AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD
: AH 2H 3H 4H 5H 6H 7H 8H 9H TH QH KH
: AC 2C 3C 4C 5C 6C 7C 8C 9C TC QC KC
";

const WON: &str = "Foundations: H-K C-K D-K S-K\nFreecells: --\n:\n:\n";

/// The hint for a position, and the position after it, played by the checker card by card.
fn hint(board: &Position) -> (Value, Position) {
    let ran = strata_with_input("hint - --json", &board.to_string());
    assert_eq!(ran.code, 0, "{board}{}", ran.err);
    let json = ran.json();
    assert_eq!((&json["verdict"], &json["won"]), (&"solvable".into(), &false.into()));
    let standard = json["hint"]["standard"].as_str().expect("a move").to_owned();
    let after = played(board, &standard);
    (json, after)
}

#[test]
fn a_hint_is_the_first_move_of_the_solution() {
    for deal in ["617", "1941", "2 --freecells 1"] {
        let ran = strata(&format!("hint {deal}"));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{deal}");
        let solution = strata(&format!("solve {deal}")).out;
        let moves = solution.split_once("\n\n").expect("a blank line").1;
        let first: Vec<&str> = moves.lines().next().expect("a move").split_whitespace().collect();
        let left = moves.lines().count() - 1;
        let expected = format!("{}: {}; {left} moves after it\n", first[1], first[2..].join(" "));
        assert_eq!(ran.out, expected);
        let json = strata(&format!("hint {deal} --json")).json();
        assert_eq!(json["hint"]["words"], first[2..].join(" "));
        assert_eq!(json["counts"]["sequences"], left + 1);
    }
}

#[test]
fn whoever_follows_hints_can_still_win() {
    for (deal, freecells) in [(617, 4), (1941, 4), (3, 2)] {
        let mut board = dealt(deal, freecells);
        for _ in 0..8 {
            let (json, after) = hint(&board);
            assert_ne!(after, board, "{json}");
            board = after;
        }
        let ran = strata_with_input("solve - -q", &board.to_string());
        assert_eq!(ran.out, "solvable\n", "{board}{}", ran.err);
    }
}

#[test]
fn a_lost_position_is_told_with_its_proof() {
    let ran = strata_with_input("hint -", LOST);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("lost: "), "{}", ran.out);
    let ran = strata("hint 11982 --json");
    assert_eq!(ran.code, 1);
    let json = ran.json();
    assert_eq!((&json["verdict"], &json["hint"]), (&"impossible".into(), &Value::Null));
    assert!(json["because"].as_str().is_some_and(|because| !because.is_empty()), "{json}");
}

#[test]
fn a_won_game_needs_no_hint() {
    let ran = strata_with_input("hint -", WON);
    assert_eq!((ran.code, ran.out.as_str()), (0, "the game is won\n"), "{}", ran.err);
    let json = strata_with_input("hint - --json", WON).json();
    assert_eq!((&json["won"], &json["hint"]), (&true.into(), &Value::Null));
}

#[test]
fn where_nothing_is_known_no_move_is_told() {
    let ran = strata("hint 1 --plan proof --plan-only --memory 32MiB");
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(
        ran.out.starts_with("undecided: the limit of 33554432 bytes of memory was reached"),
        "{}",
        ran.out
    );
    assert_eq!(strata("hint nowhere.txt").code, 2);
}
