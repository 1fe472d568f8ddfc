//! The games other than FreeCell: their deals, their moves, and solutions that fc-solve printed.
//!
//! The boards of the dealing programs are those of the whole project (`tests/data/games/boards.txt`);
//! `tests/data/fc-solve` has solutions of some of them, each file named for game, deal and options.

use strata_verify::autoplay::Autoplay;
use strata_verify::board::{Known, read_board_as};
use strata_verify::deal::Deal;
use strata_verify::moves::{Move, Step};
use strata_verify::position::Position;
use strata_verify::replay::{Verdict, replay};
use strata_verify::rules::games::{GAMES, NamedGame};
use strata_verify::rules::{Build, Fill, Rules, Sequences, play};
use strata_verify::solution::read_solution;

const BOARDS: &str = include_str!("../../../../tests/data/games/boards.txt");

const SOLUTIONS: [(&str, u64, &str); 8] = [
    ("eight_off", 7, include_str!("../data/fc-solve/eight_off-7-m-sn.txt")),
    ("eight_off", 3, include_str!("../data/fc-solve/eight_off-3-sam.txt")),
    ("seahaven", 2, include_str!("../data/fc-solve/seahaven-2-m-sn.txt")),
    ("relaxed_seahaven", 7, include_str!("../data/fc-solve/relaxed_seahaven-7-m-snx.txt")),
    ("forecell", 3, include_str!("../data/fc-solve/forecell-3-p-t.txt")),
    ("ko_bakers_game", 3, include_str!("../data/fc-solve/ko_bakers_game-3-m-sn.txt")),
    ("bakers_game", 2, include_str!("../data/fc-solve/bakers_game-2-m-snx.txt")),
    ("relaxed_freecell", 2, include_str!("../data/fc-solve/relaxed_freecell-2-m.txt")),
];

fn game(name: &str) -> &'static NamedGame {
    NamedGame::named(name).expect("a game")
}

fn dealt(name: &str, number: u64) -> Position {
    let game = game(name);
    Deal { game, pysol: false, number }.board(game.rules).expect("a deal")
}

fn verdict(board: &Position, solution: &str) -> Verdict {
    replay(board, &read_solution(solution).expect("a solution"), Autoplay::Off)
}

#[test]
fn deals_are_those_of_the_dealing_program() {
    let mut boards = [0; GAMES.len()];
    for part in BOARDS.split("= ").filter(|part| !part.is_empty()) {
        let (name, text) = part.split_once('\n').expect("a heading");
        let deal = Deal::read(name).unwrap_or_else(|| panic!("no name of a deal: {name}"));
        let known = Known { game: Some(deal.game), ..Known::default() };
        let board = read_board_as(text, known).unwrap_or_else(|faults| panic!("{name}\n{faults}"));
        assert_eq!(deal.board(deal.game.rules).as_ref(), Ok(&board), "{name}");
        boards[GAMES.iter().position(|game| game == deal.game).expect("one of the games")] += 1;
    }
    assert!(boards[1..].iter().all(|&of_game| of_game >= 12), "{boards:?}");
}

#[test]
fn a_board_reads_back_from_its_text() {
    for game in &GAMES {
        for number in 1..=12 {
            let board = dealt(game.name, number);
            let read = |text: &str| read_board_as(text, Known::default());
            assert_eq!(read(&board.to_string()), Ok(board.clone()), "{board}");
            // Rules that are no game's are told in full.
            let rules = Rules { sequences: Sequences::Unlimited, fill: Fill::Kings, ..board.rules };
            let other = Position { rules, ..board };
            assert_eq!(read(&other.to_string()), Ok(other.clone()), "{other}");
        }
    }
}

#[test]
fn what_fc_solve_prints_is_valid_by_the_rules_of_its_game() {
    for (name, number, text) in SOLUTIONS {
        assert_eq!(verdict(&dealt(name, number), text), Verdict::Won, "{name} {number}");
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
        match verdict(&board, text) {
            Verdict::IllegalMove { reason, .. } => reason.to_string(),
            other => panic!("{name}: {other:?}"),
        }
    };
    let limited = |rules: &mut Rules| rules.sequences = Sequences::Limited;
    assert!(by("relaxed_freecell", limited).contains("to move but only 1 fits: 0 free cells and"));
    assert!(by("relaxed_seahaven", limited).ends_with("to move but only 1 fits: 0 free cells"));
    let kings = |rules: &mut Rules| rules.fill = Fill::Kings;
    let refused = by("bakers_game", kings);
    assert!(refused.starts_with("only a king may be put into an empty column, and "), "{refused}");
    let none = |rules: &mut Rules| rules.fill = Fill::Nothing;
    let refused = by("ko_bakers_game", none);
    assert!(refused.starts_with("no card may be put into an empty column, so K"), "{refused}");
    let suit = |rules: &mut Rules| rules.build = Build::Suit;
    assert!(by("relaxed_freecell", suit).contains("needs the same suit and one rank higher"));
    let alternate = |rules: &mut Rules| rules.build = Build::Alternate;
    assert!(by("seahaven", alternate).contains("needs the other colour and one rank higher"));
}

/// fc-solve's preset `lg` parks cards in empty columns where only kings may go.
#[test]
fn a_wrong_solution_of_fc_solve_is_refused() {
    let text = include_str!("../data/fc-solve/seahaven-1-lg-m.txt");
    let Verdict::IllegalMove { number: 52, reason, .. } = verdict(&dealt("seahaven", 1), text)
    else {
        panic!("move 52 puts 8C into an empty column");
    };
    let words = "only a king may be put into an empty column, and 8C is none";
    assert_eq!(reason.to_string(), words);
    let mut board = dealt("seahaven", 1);
    board.rules.fill = Fill::Any;
    assert_eq!(verdict(&board, text), Verdict::Won);
}

/// A board of spades and hearts from the nine up by some rules.
fn late(rules: &str, rest: &str) -> Position {
    let text = format!("# rules: {rules}\nFoundations: C-K D-K H-8 S-8\n{rest}");
    read_board_as(&text, Known::default()).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// The columns after the last of some moves, or why it is illegal.
fn after(board: &Position, moves: &str) -> Result<Vec<String>, String> {
    let steps = read_solution(moves).expect("moves of the test");
    let moves: Vec<&Move> = steps
        .iter()
        .map(|step| match step {
            Step::Move(mv) => mv,
            other => panic!("no move: {other:?}"),
        })
        .collect();
    let mut position = board.clone();
    let (last, first) = moves.split_last().expect("a move");
    first.iter().for_each(|mv| play(&mut position, mv).expect("only the last may be illegal"));
    let before = position.clone();
    if let Err(reason) = play(&mut position, last) {
        assert_eq!(position, before, "an illegal move changes nothing");
        return Err(reason.to_string());
    }
    assert_eq!(position.broken_invariant(), None);
    let words =
        |cards: &Vec<_>| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Ok(position.columns.iter().map(words).collect())
}

fn column(board: &Position, moves: &str, at: usize) -> String {
    after(board, moves).unwrap_or_else(|reason| panic!("{reason}"))[at].clone()
}

#[test]
fn built_by_suit_cards_and_sequences_go_on_their_suit_only() {
    let board = late("freecells 1, columns 4, build suit", "9S TH\n9H KH QH JH\nJS TS\nKS QS\n");
    assert_eq!(column(&board, "12", 1), "9H KH QH JH TH");
    assert_eq!(column(&board, "34", 3), "KS QS JS TS");
    assert_eq!(
        after(&board, "13").expect_err("other suit"),
        "TH does not go on TS: needs the same suit and one rank higher"
    );
    let needs = "needs the same suit and one rank higher";
    let refused = after(&board, "24").expect_err("other suit");
    assert_eq!(refused, format!("JH does not go on QS: {needs}"));
    let refused = after(&board, "1a 21").expect_err("other suit");
    assert_eq!(refused, format!("no card of the run KH QH JH goes on 9S: {needs}"));
}

#[test]
fn with_kings_only_an_empty_column_takes_a_king_and_what_lies_on_it() {
    let rest = "9S TS TH KS QH JS\nKH QS JH\n9H\n:\n";
    let board = late("freecells 2, columns 4, fill kings", rest);
    assert_eq!(column(&board, "14", 3), "KS QH JS");
    assert_eq!(column(&board, "24", 3), "KH QS JH");
    assert_eq!(
        after(&board, "34").expect_err("no king"),
        "only a king may be put into an empty column, and 9H is none"
    );
    assert_eq!(
        after(&board, "3a a4").expect_err("no king"),
        "only a king may be put into an empty column, and 9H is none"
    );
    // A part of the run does not begin with its king.
    let part = "-=-=-\nMove 2 cards from stack 0 to stack 3\n";
    assert_eq!(
        after(&board, part).expect_err("no king"),
        "only a king may be put into an empty column, and QH is none"
    );
    // The number of cards is that of free cells and one more, whatever columns are empty.
    let few = "3 cards to move but only 2 fit: 1 free cell";
    assert_eq!(after(&board, "3a 14").expect_err("too many"), few);
    let part = "-=-=-\nMove 3 cards from stack 0 to stack 3\n";
    assert_eq!(
        after(&late("freecells 1, columns 4, fill kings", rest), part).expect_err("too many"),
        few
    );
}

#[test]
fn with_nothing_to_fill_an_empty_column_stays_empty() {
    let rest = "9S TS TH KS QH JS\nKH QS JH\n9H\n:\n";
    let board = late("freecells 2, columns 4, fill none", rest);
    assert_eq!(
        after(&board, "14").expect_err("none"),
        "no card may be put into an empty column, so KS may not"
    );
    assert_eq!(
        after(&board, "3a a4").expect_err("none"),
        "no card may be put into an empty column, so 9H may not"
    );
}

#[test]
fn unlimited_sequences_need_no_room() {
    let rest = "9H TS TH KS QH JS\nKH QS JH\n9S\n:\n";
    let limited = late("freecells 0, columns 4", rest);
    let unlimited = late("freecells 0, columns 4, sequences unlimited", rest);
    assert_eq!(column(&limited, "14", 3), "JS");
    assert_eq!(column(&unlimited, "14", 3), "KS QH JS");
    assert_eq!(column(&unlimited, "-=-=-\nMove 2 cards from stack 0 to stack 3\n", 3), "QH JS");
    let refused = after(&unlimited, "-=-=-\nMove 4 cards from stack 0 to stack 3\n");
    let words = "4 cards to move, but 3 at the end of column 1 lie in sequence";
    assert_eq!(refused.expect_err("no sequence"), words);
    // JSON names the highest card; it takes along what lies on it.
    let json = |card| format!(r#"[{{"card":"{card}","from":"1","to":"4"}}]"#);
    assert_eq!(column(&unlimited, &json("QH"), 3), "QH JS");
    assert_eq!(column(&unlimited, &json("JS"), 3), "JS");
    let other = "the card to move from column 1 is JS, not ";
    assert_eq!(after(&limited, &json("QH")).expect_err("not on top"), format!("{other}QH"));
    assert_eq!(after(&unlimited, &json("TH")).expect_err("no sequence"), format!("{other}TH"));
    assert_eq!(after(&unlimited, &json("KH")).expect_err("not there"), format!("{other}KH"));
    // One card at a time goes into a cell or up, whatever the rules say of sequences.
    let board = late("freecells 1, columns 4, sequences unlimited", rest);
    let refused = after(&board, "-=-=-\nMove 2 cards from stack 0 to freecell 0\n");
    assert_eq!(refused.expect_err("two cards"), "2 cards to move where only one can");
}

#[test]
fn places_beyond_column_9_and_cell_g_are_read() {
    let rest =
        format!("FC: {}9H\n9S TS JS QS KS TH JH QH KH\n{}", "- ".repeat(11), ":\n".repeat(17));
    let board = late("freecells 12, columns 18, fill kings", &rest);
    assert_eq!(column(&board, "1-18", 17), "KH");
    assert_eq!(column(&board, "1-18 18-a a-10", 9), "KH");
    assert_eq!(after(&board, "mh 1i i1").expect_err("occupied").split(' ').next(), Some("KH"));
    let json = r#"{"moves":[{"card":"9H","from":"m","to":"h"},{"card":"KH","from":1,"to":"18"}]}"#;
    assert_eq!(column(&board, json, 17), "KH");
}

#[test]
fn rules_of_a_solution_must_be_the_boards() {
    let board = dealt("eight_off", 1);
    let json = |rules: Rules| format!("{{\"rules\":\"{rules}\",\"moves\":[]}}");
    assert!(matches!(verdict(&board, &json(board.rules)), Verdict::NotWon { .. }));
    let other = game("ko_bakers_game").rules;
    let Verdict::OtherRules { line: None, told, .. } = verdict(&board, &json(other)) else {
        panic!("the rules differ");
    };
    assert_eq!(told, other);
    // Positions that tell their rules, too.
    let shown = format!("# the start\n{board}\n");
    assert!(matches!(verdict(&board, &shown), Verdict::NotWon { .. }));
    let changed = Position { rules: Rules { fill: Fill::Any, ..board.rules }, ..board.clone() };
    let found = verdict(&board, &format!("# the start\n{changed}\n"));
    assert!(matches!(found, Verdict::OtherRules { line: Some(2), .. }), "{found:?}");
}
