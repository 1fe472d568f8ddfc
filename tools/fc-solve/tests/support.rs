//! Running both programs, and reading what they print.

use fcc::board::{Board, DealName};
use fcc::notation::{Move, Spot};
use fcc::rules::NamedGame;
use std::io::Write;
use std::process::{Command, Stdio};
use strata::format::fc_solve::{self, Form};

pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Our program, with notes on standard error.
pub fn ours_with_notes(arguments: &str, board: &str) -> Ran {
    run(Command::new(env!("CARGO_BIN_EXE_fc-solve")), arguments, board).expect("the binary starts")
}

pub fn ours(arguments: &str, board: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fc-solve"));
    command.env("FREECELL_SOLVER_QUIET", "1");
    run(command, arguments, board).expect("the binary starts")
}

/// The original, if it is installed.
pub fn theirs(arguments: &str, board: &str) -> Option<Ran> {
    let mut command = Command::new("fc-solve");
    command.env("FREECELL_SOLVER_QUIET", "1");
    let ran = run(command, arguments, board);
    if ran.is_none() {
        println!("not compared: fc-solve is not installed");
    }
    ran
}

fn run(mut command: Command, arguments: &str, board: &str) -> Option<Ran> {
    let mut child = command
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("piped").write_all(board.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    Some(Ran {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    })
}

/// A deal of a game.
pub fn deal(game: &'static NamedGame, number: u64) -> Board {
    let name = DealName { game, numbering: Default::default(), number };
    name.board(game.rules).expect("a deal")
}

/// The board as PySolFC writes it: cells with dashes, columns bare, blank lines for empty ones.
pub fn as_callers_write(board: &Board) -> String {
    let mut text = String::from("Founds:");
    for ranks in [board.foundations(), board.second_foundations()] {
        for (suit, &rank) in "CDHS".chars().zip(&ranks).filter(|&(_, &rank)| rank > 0) {
            text += &format!(" {suit}-{}", char::from(b"0A23456789TJQK"[usize::from(rank)]));
        }
    }
    text += "\nFC:";
    for cell in board.cells() {
        text += &format!(" {}", cell.map_or("-".to_owned(), |card| card.to_string()));
    }
    for column in board.columns() {
        let names: Vec<String> = column.iter().map(ToString::to_string).collect();
        text += &format!("\n{}", names.join(" "));
    }
    text + "\n"
}

/// The moves in the sentences of an answer, each played by the rules.
pub fn moves_of(board: &Board, answer: &str) -> Vec<Move> {
    let mut board = board.clone();
    let mut moves = Vec::new();
    for sentence in answer.lines().filter_map(|line| line.strip_prefix("Move ")) {
        let words: Vec<&str> = sentence.split(' ').collect();
        let number = |at: usize| words[at].parse::<usize>().expect("a number");
        let spot = |at: usize| match words[at] {
            "stack" => Spot::Column(number(at + 1)),
            "freecell" => Spot::Cell(number(at + 1)),
            "the" => Spot::Foundation,
            other => panic!("{other} is no place: {sentence}"),
        };
        let (cards, from, to) = match words[..] {
            ["the", "sequence", "on", "top", "of", "Stack", _, "to", "the", "foundations"] => {
                (13, Spot::Column(number(6)), Spot::Foundation)
            }
            ["a", "card", "from", ..] => (1, spot(3), spot(6)),
            [_, "cards", "from", ..] => (number(0), spot(3), spot(6)),
            _ => panic!("no sentence about a move: {sentence}"),
        };
        let pile = board.pile(from);
        let one = Move { cards: pile[pile.len() - cards..].to_vec(), from, to };
        board.play(&one).unwrap_or_else(|reason| panic!("{sentence}: {reason}\n{board}"));
        moves.push(one);
    }
    moves
}

/// An answer with these moves in a form, with the last lines of another answer.
pub fn rendered(board: &Board, moves: &[Move], form: Form, answer: &str) -> String {
    let lines: Vec<&str> = answer.lines().collect();
    let last = lines[lines.len() - 3..].join("\n");
    fc_solve::way(board, moves, form) + &last + "\n"
}

/// The line with the verdict.
pub fn verdict(answer: &str) -> &str {
    let verdicts =
        ["This game is solveable.", "I could not solve this game.", "Iterations count exceeded."];
    let said: Vec<&str> = answer.lines().filter(|line| verdicts.contains(line)).collect();
    assert_eq!(said.len(), 1, "one verdict: {answer}");
    said[0]
}
