//! Tests of the rules, one for each kind of move and each kind of illegality.

use super::*;
use crate::board::read_board;
use crate::moves::Step;
use crate::solution::read_solution;

/// A board from column lines and, where given, a `FC:` line; the foundations take what the tests
/// leave out.
fn board(foundations: &str, rest: &str) -> Position {
    read_board(&format!("Foundations: {foundations}\n{rest}"), None).expect("a board of the test")
}

/// Plays a solution's moves and returns the columns as text, or the last move's reason.
fn after(position: &Position, solution: &str) -> Result<Vec<String>, String> {
    let mut position = position.clone();
    let moves = read_solution(solution).expect("moves of the test");
    let moves = moves.iter().map(|step| match step {
        Step::Move(mv) => mv,
        other => panic!("only moves in these tests: {other:?}"),
    });
    let moves: Vec<&Move> = moves.collect();
    let (last, first) = moves.split_last().expect("at least one move");
    for mv in first {
        play(&mut position, mv).expect("only the last move may be illegal");
    }
    let before = position.clone();
    if let Err(reason) = play(&mut position, last) {
        assert_eq!(position, before, "an illegal move changes nothing");
        return Err(reason.to_string());
    }
    assert_eq!(position.broken_invariant(), None);
    Ok(position
        .to_string()
        .lines()
        .filter_map(|line| line.strip_prefix(':'))
        .map(|line| line.trim().into())
        .collect())
}

fn refusal(position: &Position, solution: &str) -> String {
    after(position, solution).expect_err("an illegal move")
}

/// Spades and hearts from 9, clubs and diamonds complete.
fn two_suits(rest: &str) -> Position {
    board("C-K D-K H-8 S-8", rest)
}

#[test]
fn single_cards_move_between_all_kinds_of_places() {
    let start = two_suits("KH KS QS QH\nJH JS 9H\nTH TS 9S\n:\n");
    assert_eq!(
        after(&start, "2a"),
        Ok(vec!["KH KS QS QH".into(), "JH JS".into(), "TH TS 9S".into(), "".into()])
    );
    assert_eq!(after(&start, "2a ab b4"), after(&start, "24"));
    assert_eq!(after(&start, "2h ah").expect_err("empty"), "cell a is empty");
    assert_eq!(after(&start, "3a 23").expect("9H goes on TS")[2], "TH TS 9H");
    assert_eq!(after(&start, "3a 2b b3").expect("9H goes on TS")[2], "TH TS 9H");
    assert_eq!(after(&start, "2h 3h 3h 3h").expect("9H 9S TS TH go up")[2], "");
    assert_eq!(after(&start, "2a ah").expect("9H goes up from a cell")[1], "JH JS");
}

#[test]
fn cards_stay_in_the_foundations() {
    let start = two_suits("KH KS QS QH\nJH JS 9H\nTH TS 9S");
    assert_eq!(refusal(&start, "h1"), "cards do not come back from the foundations");
    assert_eq!(refusal(&start, "hh"), "cards do not come back from the foundations");
}

#[test]
fn only_the_next_card_goes_up() {
    let start = two_suits("KH KS QS QH\nJH JS 9H\nTH TS 9S");
    assert_eq!(
        refusal(&start, "1h"),
        "QH does not go up: the foundation of hearts is at 8H and needs 9H"
    );
    let start = board("C-K D-K H-K", "KS AS 3S 2S QS JS TS 9S 8S 7S 6S 5S 4S");
    assert_eq!(
        refusal(&start, "1h"),
        "4S does not go up: the foundation of spades is empty and needs AS"
    );
}

#[test]
fn places_must_be_on_the_board() {
    let start = two_suits("FC: --\nKH KS QS QH\nJH JS 9H\nTH TS 9S");
    assert_eq!(refusal(&start, "41"), "there is no column 4: the board has 3 columns");
    assert_eq!(refusal(&start, "1-13"), "there is no column 13: the board has 3 columns");
    assert_eq!(refusal(&start, "1b"), "there is no cell b: the game has 1 freecell");
    assert_eq!(refusal(&start, "m1"), "there is no cell m: the game has 1 freecell");
}

#[test]
fn source_and_target_differ() {
    let start = two_suits("KH KS QS QH\nJH JS 9H\nTH TS 9S\n:");
    assert_eq!(refusal(&start, "11"), "column 1 is both source and target");
    assert_eq!(refusal(&start, "44"), "column 4 is both source and target");
    assert_eq!(refusal(&start, "1a aa"), "cell a is both source and target");
}

#[test]
fn there_must_be_a_card_to_move() {
    let start = two_suits("KH KS QS QH\nJH JS 9H\nTH TS 9S\n:");
    assert_eq!(refusal(&start, "41"), "column 4 is empty");
    assert_eq!(refusal(&start, "4h"), "column 4 is empty");
    assert_eq!(refusal(&start, "c1"), "cell c is empty");
}

#[test]
fn a_target_cell_must_be_free() {
    let start = two_suits("KH KS QS QH\nJH JS 9H\nTH TS 9S");
    assert_eq!(refusal(&start, "1a 2a"), "cell a is occupied by QH");
    assert_eq!(refusal(&start, "1a 2b ba"), "cell a is occupied by QH");
}

#[test]
fn a_card_needs_the_other_colour_and_one_rank_higher() {
    let start = two_suits("KH KS QS QH\nJH JS 9H\nTS TH 9S");
    let needs = "needs the other colour and one rank higher";
    assert_eq!(refusal(&start, "12"), format!("QH does not go on 9H: {needs}"));
    assert_eq!(refusal(&start, "1a a2"), format!("QH does not go on 9H: {needs}"));
    assert_eq!(refusal(&start, "32"), format!("no card of the run TH 9S goes on 9H: {needs}"));
    assert_eq!(refusal(&start, "3a 2b b3"), format!("9H does not go on TH: {needs}"));
}

#[test]
fn onto_a_card_the_number_of_cards_follows_from_the_ranks() {
    let start = board("C-K D-8 H-K S-8", "FC: -- -- --\nKD QD JS TD 9S\nQS TS 9D JD KS\n");
    assert_eq!(after(&start, "12").expect("four cards fit")[1], "QS TS 9D JD KS QD JS TD 9S");
    let start = two_suits("KH KS QS JS TH 9S\nQH TS 9H JH");
    assert_eq!(after(&start, "2a 2b bh 2b 12").expect("three cards fit")[1], "QH JS TH 9S");
}

#[test]
fn in_a_run_the_card_of_the_right_rank_is_blamed_for_its_colour() {
    let needs = "needs the other colour and one rank higher";
    let start = two_suits("KH KS QH JS TH 9S\nJH TS 9H QS");
    assert_eq!(refusal(&start, "12"), format!("JS does not go on QS: {needs}"));
    let start = two_suits("KH KS QH JS TH 9S\nQS TS 9H JH");
    assert_eq!(refusal(&start, "12"), format!("TH does not go on JH: {needs}"));
}

#[test]
fn a_card_under_a_broken_run_does_not_move() {
    let start = two_suits("KS QH JS 9H TH 9S\nQS TS JH KH");
    assert_eq!(
        refusal(&start, "12"),
        "no card of the run TH 9S goes on KH: needs the other colour and one rank higher"
    );
}

#[test]
fn the_free_room_limits_the_number_of_cards() {
    let rest = "KD QD JS TD 9S\nQS TS 9D JD KS\n";
    let room =
        |cells: &str, columns: &str| board("C-K D-8 H-K S-8", &format!("{cells}\n{rest}{columns}"));
    let too_many = |position: &Position| refusal(position, "12");
    let start = room("FC: -- --", "");
    assert_eq!(
        too_many(&start),
        "4 cards to move but only 3 fit: 2 free cells and 0 empty columns"
    );
    let start = room("# freecells: 0", "");
    assert_eq!(
        too_many(&start),
        "4 cards to move but only 1 fits: 0 free cells and 0 empty columns"
    );
    let start = room("# freecells: 0", ":\n");
    assert_eq!(too_many(&start), "4 cards to move but only 2 fit: 0 free cells and 1 empty column");
    assert!(after(&room("# freecells: 0", ":\n:\n"), "12").is_ok());
    assert!(after(&room("FC: --", ":\n"), "12").is_ok());
}

#[test]
fn an_empty_column_takes_the_longest_run_that_fits() {
    let rest = "KD QD JS TD 9S\nQS TS 9D JD KS\n:\n";
    let moved = |cells: &str, more: &str| {
        let start = board("C-K D-8 H-K S-8", &format!("{cells}\n{rest}{more}"));
        after(&start, "13").expect("legal")[2].clone()
    };
    assert_eq!(moved("# freecells: 0", ""), "9S");
    assert_eq!(moved("# freecells: 1", ""), "TD 9S");
    assert_eq!(moved("# freecells: 2", ""), "JS TD 9S");
    assert_eq!(moved("# freecells: 4", ""), "QD JS TD 9S");
    assert_eq!(moved("# freecells: 0", ":\n"), "TD 9S");
    assert_eq!(moved("# freecells: 0", ":\n:\n"), "QD JS TD 9S");
}

#[test]
fn json_moves_the_one_card_it_names() {
    let start = board("C-K D-8 H-K S-8", "KD QD JS TD 9S\nQS TS 9D JD KS\n:\n");
    let json = |card: &str, from: &str, to: &str| {
        format!(r#"[{{"card":"{card}","from":"{from}","to":"{to}"}}]"#)
    };
    assert_eq!(after(&start, &json("9S", "1", "3")).expect("legal")[2], "9S");
    assert_eq!(
        refusal(&start, &json("TD", "1", "3")),
        "the card to move from column 1 is 9S, not TD"
    );
    assert_eq!(
        refusal(&start, &json("9S", "1", "2")),
        "9S does not go on KS: needs the other colour and one rank higher"
    );
    assert_eq!(refusal(&start, &json("KS", "a", "h")), "cell a is empty");
}

#[test]
fn runs_end_where_the_sequence_breaks() {
    let cards = |text: &str| text.split(' ').filter_map(Card::read).collect::<Vec<_>>();
    assert_eq!(sequence_length(Rules::FREECELL, &[]), 0);
    assert_eq!(sequence_length(Rules::FREECELL, &cards("KS")), 1);
    assert_eq!(sequence_length(Rules::FREECELL, &cards("KS QH")), 2);
    assert_eq!(sequence_length(Rules::FREECELL, &cards("KS QH JH TC")), 2);
    assert_eq!(sequence_length(Rules::FREECELL, &cards("KS QH JC TC")), 1);
    assert_eq!(sequence_length(Rules::FREECELL, &cards("9H KS QH JC TD")), 4);
}
