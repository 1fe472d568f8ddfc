//! The games that are built by rank, have two decks, or move runs of one suit: solutions that fc-solve
//! printed, moves that are legal, and moves that look so and are not.

use strata_verify::autoplay::Autoplay;
use strata_verify::board::{Known, read_board_as};
use strata_verify::deal::Deal;
use strata_verify::moves::Step;
use strata_verify::position::Position;
use strata_verify::replay::{Verdict, replay};
use strata_verify::rules::games::NamedGame;
use strata_verify::rules::{Build, Fill, Rules, Sequences, play};
use strata_verify::solution::read_solution;

/// What fc-solve printed of deals, each file named for game, deal and options.
const SOLUTIONS: [(&str, u64, &str); 10] = [
    ("good_measure", 5, include_str!("../data/fc-solve/good_measure-5-m-sn.txt")),
    ("beleaguered_castle", 6, include_str!("../data/fc-solve/beleaguered_castle-6-m-snx.txt")),
    ("streets_and_alleys", 8, include_str!("../data/fc-solve/streets_and_alleys-8-m.txt")),
    ("citadel", 12, include_str!("../data/fc-solve/citadel-12-m-sn.txt")),
    ("simple_simon", 2, include_str!("../data/fc-solve/simple_simon-2-m.txt")),
    ("simple_simon", 3, include_str!("../data/fc-solve/simple_simon-3-m-sn.txt")),
    ("simple_simon", 9, include_str!("../data/fc-solve/simple_simon-9-m-sn.txt")),
    ("simple_simon", 10, include_str!("../data/fc-solve/simple_simon-10-m-snx.txt")),
    ("der_katz", 236, include_str!("../data/fc-solve/der_katz-236-m-sn.txt")),
    ("die_schlange", 132, include_str!("../data/fc-solve/die_schlange-132-m-snx.txt")),
];
const TWO_DECKS: &str = include_str!("../data/two-decks-late.txt");

fn dealt(name: &str, number: u64) -> Position {
    let game = NamedGame::named(name).expect("a game");
    Deal { game, pysol: false, number }.board(game.rules).expect("a deal")
}

fn board(text: &str) -> Position {
    read_board_as(text, Known::default()).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

fn verdict(board: &Position, solution: &str) -> Verdict {
    replay(board, &read_solution(solution).expect("a solution"), Autoplay::Off)
}

fn reason(board: &Position, solution: &str) -> String {
    match verdict(board, solution) {
        Verdict::IllegalMove { reason, .. } => reason.to_string(),
        other => panic!("{other:?}"),
    }
}

/// The board after all of some moves, which are legal.
fn after(board: &Position, moves: &str) -> Position {
    let mut position = board.clone();
    for step in read_solution(moves).expect("moves of the test") {
        let Step::Move(mv) = step else { panic!("no move: {step:?}") };
        play(&mut position, &mv).unwrap_or_else(|reason| panic!("{}: {reason}", mv.written));
    }
    assert_eq!(position.broken_invariant(), None);
    position
}

fn column(board: &Position, moves: &str, at: usize) -> String {
    let cards = &after(board, moves).columns[at];
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_fc_solve_prints_is_valid_by_the_rules_of_its_game() {
    for (name, number, text) in SOLUTIONS {
        assert_eq!(verdict(&dealt(name, number), text), Verdict::Won, "{name} {number}");
    }
    let late = board(TWO_DECKS);
    for text in [
        include_str!("../data/fc-solve/two-decks-late-sam.txt"),
        include_str!("../data/fc-solve/two-decks-late-p-t-sam-sn.txt"),
    ] {
        assert_eq!(verdict(&late, text), Verdict::Won);
    }
}

#[test]
fn a_move_left_out_is_noticed() {
    for (name, number, text) in SOLUTIONS {
        let board = dealt(name, number);
        let steps = read_solution(text).expect("a solution");
        let without_last = replay(&board, &steps[..steps.len() - 1], Autoplay::Off);
        assert!(matches!(without_last, Verdict::NotWon { .. }), "{name} {number}");
        let without_first = replay(&board, &steps[1..], Autoplay::Off);
        assert!(matches!(without_first, Verdict::IllegalMove { .. }), "{name} {number}");
    }
}

/// What the same solution is worth by other rules, all else being equal.
#[test]
fn solutions_of_one_game_are_illegal_in_another() {
    let by = |name: &str, change: fn(&mut Rules)| {
        let &(name, number, text) =
            SOLUTIONS.iter().find(|(game, ..)| *game == name).expect("a solution");
        let mut board = dealt(name, number);
        change(&mut board.rules);
        reason(&board, text)
    };
    let suit = |rules: &mut Rules| rules.build = Build::Suit;
    assert!(by("citadel", suit).contains("needs the same suit and one rank higher"));
    let none = |rules: &mut Rules| rules.fill = Fill::Nothing;
    assert!(by("streets_and_alleys", none).starts_with("no card may be put into an empty column"));
    let limited = |rules: &mut Rules| rules.sequences = Sequences::Limited;
    assert!(by("simple_simon", limited).contains("to move but only 1 fits: 0 free cells and"));
    let runs = |rules: &mut Rules| rules.sequences = Sequences::Runs;
    let refused = by("good_measure", runs);
    assert!(refused.starts_with("only a whole suit goes up, from king to ace, not "), "{refused}");
}

/// Hearts and spades from the nine up by some rules.
fn late(rules: &str, rest: &str) -> Position {
    board(&format!("# rules: {rules}\nFoundations: C-K D-K H-8 S-8\n{rest}"))
}

#[test]
fn built_by_rank_any_suit_will_do_and_no_other_rank() {
    let board = late("freecells 0, columns 4, build rank", "9S TH JS\n9H KH QH\nJH TS\nKS QS\n");
    assert_eq!(column(&board, "12", 1), "9H KH QH JS");
    assert_eq!(column(&board, "14", 3), "KS QS JS");
    let needs = "needs one rank higher";
    assert_eq!(reason(&board, "13"), format!("JS does not go on TS: {needs}"));
    assert_eq!(reason(&board, "41"), format!("no card of the run KS QS goes on JS: {needs}"));
    let few = "2 cards to move but only 1 fits: 0 free cells and 0 empty columns";
    assert_eq!(reason(&board, "32"), few);
}

#[test]
fn where_no_column_is_filled_an_empty_one_stays_empty() {
    let rest = "9S TH JS\nKH QH 9H TS JH\nKS QS\n:\n";
    let board = late("freecells 0, columns 4, build rank, fill none", rest);
    let refused = "no card may be put into an empty column, so ";
    assert_eq!(reason(&board, "34"), format!("{refused}KS may not"));
    assert_eq!(reason(&board, "24"), format!("{refused}JH may not"));
}

/// Der Katzenschwanz, whose sequences move as one, near its end.
#[test]
fn cards_of_two_decks_are_there_twice_and_each_goes_up_once() {
    let late = board(TWO_DECKS);
    // JS lies in column 4 and in cell c; the first foundation of spades takes the one, QS follows,
    // and the second foundation takes the other.
    let up = after(&late, "4h 1h ch");
    assert_eq!(up.foundations_of(strata_verify::card::Suit::Spades).collect::<Vec<_>>(), [12, 11]);
    assert_eq!(
        reason(&late, "5h"),
        "KS does not go up: one foundation of spades is at TS and needs JS, the other is at TS and \
        needs JS"
    );
    assert_eq!(
        reason(&late, "4h 1h 1h 5h"),
        "KS does not go up: one foundation of spades is complete, the other is at TS and needs JS"
    );
    assert_eq!(reason(&late, "67"), "no card may be put into an empty column, so KH may not");
    // A third copy of a card is no board.
    let third = read_board_as(&TWO_DECKS.replace(": KC JD QD", ": KC JD QD QD"), Known::default());
    let faults = third.expect_err("a third queen").to_string();
    let words =
        "duplicate card: QD is there 3 times, on line 1, on line 5 and on line 5; two decks";
    assert!(faults.contains(words), "{faults}");
}

/// The card that JSON names is the one of the sequence, not its twin further down.
#[test]
fn a_twin_under_the_sequence_is_not_meant() {
    let json = |card| format!(r#"[{{"card":"{card}","from":"2","to":"3"}}]"#);
    let late = board(
        "# game: der_katz\nFoundations: H-K C-K D-T S-K H-K C-T D-T S-K\n\
        : JC QD\n: JD KD QC JD\n: KD\n: QD KC\n:\n:\n:\n:\n:\n",
    );
    assert_eq!(column(&late, &json("QC"), 2), "KD QC JD");
    let twin = "JD does not go on KD: needs the other colour and one rank higher";
    assert_eq!(reason(&late, &json("JD")), twin);
}

const SIMON: &str = "# rules: freecells 0, columns 4, build rank, sequences runs\n\
    Foundations: C-K D-K\n\
    : KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS\n\
    : KH QH JH TH 9H 8H\n\
    : 7H 6H 5H 4H 3H 2H AH\n:\n";

#[test]
fn a_whole_suit_goes_up_as_one_move_in_every_format() {
    let simon = board(SIMON);
    let spades = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS";
    let hearts = spades.replace('S', "H");
    let won = after(&simon, "1h 32 2h");
    let boards = [simon.clone(), after(&simon, "1h"), after(&simon, "1h 32"), won];
    for text in [
        "1h 32 2h".to_owned(),
        format!(
            "1  1h  {spades} from column 1 to the foundations\n\
            2  32  7H 6H 5H 4H 3H 2H AH from column 3 to column 2\n\
            3  2h  {hearts} from column 2 to the foundations\n"
        ),
        r#"[{"card":"KS","from":"1","to":"h"},{"card":"7H","from":"3","to":"2"},
            {"card":"KH","from":"2","to":"h"}]"#
            .to_owned(),
        "-=-=-\nMove the sequence on top of Stack 0 to the foundations\n\
            Move 7 cards from stack 2 to stack 1\n\
            Move the sequence on top of Stack 1 to the foundations\n"
            .to_owned(),
        // Counted from 0 as fc-solve does it, and from 1.
        "-=-=-\n0h 32 1h\n".to_owned(),
        "-=-=-\n1h 32 2h\n".to_owned(),
        boards.map(|board| format!("# a board\n{board}\n")).concat(),
    ] {
        assert_eq!(verdict(&simon, &text), Verdict::Won, "{text}");
    }
}

#[test]
fn a_part_of_a_suit_never_goes_up() {
    let simon = board(SIMON);
    let not = |cards: &str| format!("only a whole suit goes up, from king to ace, not {cards}");
    assert_eq!(reason(&simon, "2h"), not("6 cards of column 2"));
    assert_eq!(reason(&simon, "3h"), not("7 cards of column 3"));
    let json = |card| format!(r#"[{{"card":"{card}","from":"1","to":"h"}}]"#);
    assert_eq!(reason(&simon, &json("AS")), not("1 card of column 1"));
    assert_eq!(reason(&simon, &json("QS")), not("12 cards of column 1"));
    let sentence = "-=-=-\nMove a card from stack 0 to the foundations\n";
    assert_eq!(reason(&simon, sentence), not("1 card of column 1"));
    let sentence = "-=-=-\nMove the sequence on top of Stack 1 to the foundations\n";
    assert_eq!(reason(&simon, sentence), not("13 cards of column 2"));
    assert_eq!(
        reason(&simon, "1  2h  8H from column 2 to the foundations\n"),
        not("1 card of column 2")
    );
    assert_eq!(reason(&simon, "-=-=-\n0h 32 2h\n"), "column 3 is empty");
    // In a game whose cards go up one by one no suit does.
    let sentence = "-=-=-\nMove the sequence on top of Stack 0 to the foundations\n";
    let freecell = dealt("freecell", 1);
    assert_eq!(reason(&freecell, sentence), "13 cards to move where only one can");
    // From a cell, where a game has cells and runs.
    let cells = board(&SIMON.replace("freecells 0", "freecells 1"));
    assert_eq!(reason(&cells, "1a ah"), not("1 card of cell a"));
    assert_eq!(column(&cells, "1a a1 1h", 0), "");
}

/// Three runs, 6S 5S and 4H 3H and 2S AS, lie in sequence at the end of column 2.
fn three_runs(empty_columns: usize, fill: &str) -> Position {
    let columns = 6 + empty_columns;
    board(&format!(
        "# rules: freecells 0, columns {columns}, build rank, fill {fill}, sequences runs\n\
        Foundations: C-K D-K\n: KH QH JH TH 9H 8H 7H\n: 6S 5S 4H 3H 2S AS\n\
        : KS QS JS TS 9S 8S 7S\n: 6H 5H\n: 4S 3S\n: 2H AH\n{}",
        ":\n".repeat(empty_columns)
    ))
}

#[test]
fn a_run_moves_as_one_and_several_by_way_of_empty_columns() {
    let sentence =
        |cards: usize, to: usize| format!("-=-=-\nMove {cards} cards from stack 1 to stack {to}\n");
    let none = three_runs(0, "any");
    assert_eq!(column(&none, "25", 4), "4S 3S 2S AS");
    let runs = "6 cards to move are 3 runs of one suit, but only ";
    assert_eq!(reason(&none, &sentence(6, 0)), format!("{runs}1 run can: 0 empty columns"));
    assert_eq!(reason(&none, "21"), format!("{runs}1 run can: 0 empty columns"));
    let one = three_runs(1, "any");
    assert_eq!(reason(&one, &sentence(6, 0)), format!("{runs}2 runs can: 1 empty column"));
    let two = three_runs(2, "any");
    assert_eq!(column(&two, "21", 0), "KH QH JH TH 9H 8H 7H 6S 5S 4H 3H 2S AS");
    assert_eq!(reason(&three_runs(2, "kings"), "21"), format!("{runs}1 run can"));
    // A target that is empty is no room on the way; the notation moves one run there.
    assert_eq!(column(&one, "27", 6), "2S AS");
    assert_eq!(column(&one, &sentence(1, 6), 6), "AS");
    assert_eq!(column(&two, &sentence(4, 6), 6), "4H 3H 2S AS");
    let four = "4 cards to move are 2 runs of one suit, but only 1 run can: 0 empty columns";
    assert_eq!(reason(&one, &sentence(4, 6)), four);
    let json = r#"[{"card":"4H","from":"2","to":"7"}]"#;
    assert_eq!(reason(&one, json), four);
    // The next card is no part of the sequence.
    let seven = "7 cards to move, but 6 at the end of column 2 lie in sequence";
    assert_eq!(reason(&two, &sentence(7, 6)), seven);
    // Onto a card of its own rank, or two higher, nothing goes.
    assert_eq!(reason(&none, "45"), "no card of the run 6H 5H goes on 3S: needs one rank higher");
}

/// `fc-solve -sn` does not say how many cards go to an empty column: some number has to win.
#[test]
fn numbers_of_runs_that_are_not_told_are_tried() {
    let simon = board(SIMON);
    assert_eq!(verdict(&simon, "-=-=-\n34 42 1h 2h\n"), Verdict::Won);
    // All seven cards are tried first, but 7H has to stay for the next move.
    assert_eq!(verdict(&simon, "-=-=-\n1h 34 31 41 12 2h\n"), Verdict::Won);
    let steps = "-=-=-\n1h 34 31 41 12 3h\n";
    assert!(matches!(verdict(&simon, steps), Verdict::IllegalMove { .. }));
}
