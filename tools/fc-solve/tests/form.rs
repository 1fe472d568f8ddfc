//! What is printed has the form of the original, byte for byte, for any combination of options: the moves that a program
//! has found, put into that form, are what it prints.

use crate::support::{deal, moves_of, ours, rendered, theirs, verdict};
use fcc::board::Board;
use fcc::rules::{FREECELL, NamedGame, Rules};
use strata::format::fc_solve::{Form, Naming};

const PLAIN: Form =
    Form { positions: true, moves: false, naming: Naming::Words, by_lines: false, ten_as_t: false };
const MOVES: Form = Form { positions: false, moves: true, ..PLAIN };
const BOTH: Form = Form { moves: true, ..PLAIN };
const FORMS: [(&str, Form); 9] = [
    ("", PLAIN),
    ("-t", Form { ten_as_t: true, ..PLAIN }),
    ("-p", Form { by_lines: true, ..PLAIN }),
    ("-m", MOVES),
    ("-m -snx", Form { naming: Naming::Extended, ..MOVES }),
    ("-sam", BOTH),
    ("-p -t -sam", Form { by_lines: true, ten_as_t: true, ..BOTH }),
    ("-sam -snx", Form { naming: Naming::Extended, ..BOTH }),
    ("-p -sam -snx", Form { by_lines: true, naming: Naming::Extended, ..BOTH }),
];

fn boards() -> Vec<(String, Board)> {
    let mut boards: Vec<(String, Board)> =
        (1..=4).map(|number| (String::new(), deal(FREECELL, number))).collect();
    for name in ["eight_off", "seahaven", "simple_simon", "streets_and_alleys"] {
        let game = NamedGame::named(name).expect("a game");
        boards.extend((1..=2).map(|number| (format!("-g {name}"), deal(game, number))));
    }
    boards
}

#[test]
fn ours_prints_the_moves_that_it_found_in_every_form() {
    for (game, board) in boards() {
        let text = board.to_text();
        let answer = ours(&format!("{game} -mi 100000 -m"), &text).out;
        if verdict(&answer) != "This game is solveable." {
            continue;
        }
        let moves = moves_of(&board, &answer);
        assert!(board.after_each(&moves).last().is_some_and(|end| end.is_won()), "{text}");
        for (options, form) in FORMS {
            let answer = ours(&format!("{game} -mi 100000 {options}"), &text);
            assert_eq!((answer.code, answer.err.as_str()), (0, ""));
            assert_eq!(answer.out, rendered(&board, &moves, form, &answer.out), "{game} {options}");
        }
    }
}

#[test]
fn the_original_prints_the_moves_that_it_found_in_the_same_forms() {
    let mut compared = 0;
    // It joins moves of Simple Simon that the rules have one by one.
    for (game, board) in boards().into_iter().filter(|(game, _)| !game.contains("simon")) {
        let text = board.to_text();
        let Some(answer) = theirs(&format!("{game} -mi 100000 -m"), &text) else { return };
        if verdict(&answer.out) != "This game is solveable." {
            continue;
        }
        let moves = moves_of(&board, &answer.out);
        for (options, form) in FORMS {
            let answer = theirs(&format!("{game} -mi 100000 {options}"), &text).expect("installed");
            assert_eq!(answer.out, rendered(&board, &moves, form, &answer.out), "{game} {options}");
            compared += 1;
        }
    }
    println!("{compared} answers of fc-solve compared");
    assert!(compared > 4 * FORMS.len());
}

/// So that the form is checked where the original is not installed: its answers for one ending.
#[test]
fn recorded_answers_of_the_original_have_the_same_form() {
    let text = include_str!("data/ending.board");
    let form = Form { by_lines: true, naming: Naming::Extended, ..BOTH };
    let recorded = [
        (PLAIN, include_str!("data/ending.rows.txt")),
        (Form { by_lines: true, ten_as_t: true, ..BOTH }, include_str!("data/ending.lines.txt")),
        (form, include_str!("data/ending.positions-and-names.txt")),
        (Form { naming: Naming::Standard, ..MOVES }, include_str!("data/ending.names.txt")),
        (MOVES, include_str!("data/ending.sentences.txt")),
    ];
    let board = strata::fc_solve::board::read(text, Rules::USUAL, PLAIN).expect("a board");
    let moves = moves_of(&board, recorded[4].1);
    for (form, answer) in recorded {
        assert_eq!(answer, rendered(&board, &moves, form, answer));
    }
    let eight_off = NamedGame::named("eight_off").expect("a game").rules;
    let board = strata::fc_solve::board::read(text, eight_off, PLAIN).expect("a board");
    let answer = include_str!("data/ending.eight_off.txt");
    assert!(answer.starts_with(&rendered(&board, &[], PLAIN, answer)[..200]));
}

#[test]
fn iterations_are_told_at_every_step_and_positions_with_them() {
    let text = deal(FREECELL, 24).to_text();
    let answer = ours("-m -i --iter-output-step 50", &text).out;
    let told: Vec<&str> = answer.lines().filter(|line| line.starts_with("Iteration: ")).collect();
    assert!(told.starts_with(&["Iteration: 0", "Iteration: 50"]), "{told:?}");
    let (before, _) = answer.split_once("-=-=").expect("a solution");
    for line in before.lines() {
        let names = ["Iteration: ", "Depth: ", "Stored-States: ", "Scan: "];
        assert!(line.is_empty() || names.iter().any(|name| line.starts_with(name)), "{line}");
    }
    let answer = ours("-s -p -t -mi 2", &text).out;
    assert_eq!(answer.matches("\n\n---------------\n\n\n").count(), 2, "{answer}");
    assert_eq!(answer.matches("\nFoundations: ").count(), 2);
}

#[test]
fn a_limit_is_told_with_the_moves_so_far() {
    let board = deal(FREECELL, 11_982);
    for options in ["-mi 40 -sel -hoi -m -p", "-mi 40 -hoi -m", "-mss 5000 -mi 900 -sel -hoi -m"] {
        let answer = ours(options, &board.to_text());
        assert_eq!((answer.code, verdict(&answer.out)), (0, "Iterations count exceeded."));
        let moves = moves_of(&board, &answer.out);
        assert!(!moves.is_empty());
        assert_eq!(answer.out, rendered(&board, &moves, MOVES, &answer.out));
        let before = answer.out.split("Iterations").next().expect("a part");
        assert!(before.contains("Move "), "the moves come before the verdict");
    }
    let answer = ours("-mi 40 -sel -m", &board.to_text()).out;
    assert!(answer.starts_with("Iterations count exceeded.\n"), "{answer}");
}
