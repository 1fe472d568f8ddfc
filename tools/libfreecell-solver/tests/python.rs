//! The package `freecell_solver` from PyPI, unmodified, on our library.

use crate::support::{play, text, with_ours};
use fcc::board::Board;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

const SOLVED: u32 = 0;
const IMPOSSIBLE: u32 = 1;
const SUSPENDED: u32 = 5;

struct Line {
    code: u32,
    iterations: u64,
    resumed: u32,
    moves: Vec<[usize; 4]>,
}

impl Line {
    fn of(line: &str) -> Line {
        let mut words = line.split(' ');
        let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).expect(line);
        let (code, iterations, resumed) = (number() as u32, number(), number() as u32);
        let moves = words.filter(|word| !word.is_empty()).map(|word| {
            let parts: Vec<usize> =
                word.split(',').map(|part| part.parse().expect("a number")).collect();
            parts.try_into().expect("four numbers")
        });
        Line { code, iterations, resumed, moves: moves.collect() }
    }
}

/// The interpreter that has the package.
fn python() -> Option<PathBuf> {
    let of_setup =
        Path::new(env!("FREECELL_SOLVER_PREFIX")).ancestors().nth(2)?.join("callers/bin/python");
    if !of_setup.exists() {
        println!("not tried: the package freecell_solver is not installed (tools/setup-tests)");
    }
    Some(of_setup).filter(|python| python.exists())
}

/// What the package says of boards.
fn told(python: &Path, boards: &[Board], limit: u64, step: u64, arguments: &[&str]) -> Vec<Line> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/binding.py");
    let mut command = with_ours(python);
    command.arg(script).args([limit.to_string(), step.to_string()]).args(arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python starts");
    let texts: Vec<String> = boards.iter().map(|board| text(board).trim_end().to_owned()).collect();
    let mut input = child.stdin.take().expect("piped");
    input.write_all(texts.join("\n\n").as_bytes()).expect("it reads");
    drop(input);
    let ran = child.wait_with_output().expect("it ends");
    assert!(ran.status.success(), "{}", ran.status);
    let lines: Vec<Line> =
        String::from_utf8(ran.stdout).expect("UTF-8").lines().map(Line::of).collect();
    assert_eq!(lines.len(), boards.len());
    lines
}

fn deals(numbers: impl IntoIterator<Item = u64>) -> Vec<Board> {
    numbers.into_iter().map(|number| Board::deal(number, 4).expect("a deal")).collect()
}

/// Plays the moves of a solution, up to a part of them.
fn played(mut board: Board, moves: &[[usize; 4]]) -> Board {
    moves.iter().for_each(|&one| play(&mut board, one));
    board
}

#[test]
fn two_hundred_deals_are_solved_from_the_start_and_from_the_middle() {
    let Some(python) = python() else { return };
    let boards = deals(1..=200);
    let mut middles = Vec::new();
    for (board, line) in boards.iter().zip(told(&python, &boards, 100_000, 0, &[])) {
        assert_eq!(line.code, SOLVED, "{board}");
        assert!(played(board.clone(), &line.moves).is_won(), "{board}");
        middles.push(played(board.clone(), &line.moves[..line.moves.len() / 2]));
    }
    for (board, line) in middles.iter().zip(told(&python, &middles, 100_000, 0, &["-opt"])) {
        assert_eq!(line.code, SOLVED, "{board}");
        assert!(played(board.clone(), &line.moves).is_won(), "{board}");
    }
}

#[test]
fn a_limit_suspends_and_resuming_comes_to_the_same() {
    let Some(python) = python() else { return };
    let boards = deals([11_982, 1, 169, 31_465]);
    let at_once = told(&python, &boards, 200_000, 0, &["-l", "slick-rock"]);
    let by_steps = told(&python, &boards, 200_000, 100, &["-l", "slick-rock"]);
    assert_eq!((at_once[0].code, by_steps[0].code), (IMPOSSIBLE, IMPOSSIBLE));
    assert!(by_steps[0].resumed > 100);
    for (one, other) in at_once.iter().zip(&by_steps) {
        assert_eq!((one.code, &one.moves), (other.code, &other.moves));
        assert!(one.iterations <= 200_000 && other.iterations <= 200_000);
    }
    let line = &told(&python, &boards[..1], 300, 0, &[])[0];
    assert_eq!((line.code, line.iterations), (SUSPENDED, 300));
    assert!(!line.moves.is_empty());
    played(boards[0].clone(), &line.moves);
}
