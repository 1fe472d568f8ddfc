//! The forms of a solution, read by others: standard notation by the checker, boards by the reader of
//! boards, and the form of `fc-solve` against what that program prints for its own solutions.

use crate::support::{Ran, board_after, dealt, played, position, quick_folder, strata, wins};
use fcc::board::{Board, ReadOptions, Rules};
use fcc::card::Card;
use fcc::notation::{Move, Spot};
use fcc::solution::Solution;
use fcc::solve::engine::{Engine, Limits};
use fcc::solve::outcome::Outcome;
use fcc::solve::presets;
use std::fs;
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};
use strata::format::fc_solve::{self, Form, Naming};
use strata::format::{CountsJson, Format, moves_json};
use strata_verify::autoplay::Autoplay;
use strata_verify::replay::{Verdict, replay};

/// The solutions of boards, as far as they are found soon.
struct Solver(Engine);

impl Solver {
    fn new() -> Solver {
        Solver(Engine::new(presets::quick(), Limits::default()))
    }

    fn solve(&mut self, board: &Board) -> Option<Solution> {
        self.0.start(board);
        match self.0.run(20_000, &|| false) {
            Outcome::Solved(steps) => Some(Solution::of(board, &steps)),
            _ => None,
        }
    }
}

/// A shuffled board of any size; the seed names it.
fn shuffled(seed: u64, rules: Rules) -> Board {
    let mut random = seed;
    let mut below = |limit: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % limit
    };
    let mut cards: Vec<Card> = Card::all().collect();
    for last in (1..cards.len()).rev() {
        cards.swap(last, below(last + 1));
    }
    let columns = usize::from(rules.columns);
    let column = |index| cards.iter().copied().skip(index).step_by(columns).collect();
    let cells = vec![None; usize::from(rules.freecells)];
    Board::from_parts(rules, (0..columns).map(column).collect(), cells, [0; 4])
}

/// Boards of all kinds: the first deals with each number of freecells, deals that need none, and
/// shuffled boards with more and fewer columns.
fn boards() -> Vec<Board> {
    let deal = |number, freecells| Board::deal(number, freecells).expect("in range");
    let mut boards: Vec<Board> = (1..=50).map(|number| deal(number, 4)).collect();
    for freecells in 1..=3 {
        boards.extend((1..=20).map(|number| deal(number, freecells)));
    }
    let truth = include_str!("data/minimal_freecells_1_to_4000.txt");
    let need_none = truth.lines().filter_map(|line| line.strip_suffix(" 0"));
    boards.extend(need_none.map(|number| deal(number.parse().expect("a number"), 0)));
    for seed in 1..=20 {
        for (freecells, columns) in [(8, 5), (12, 4), (0, 10), (1, 10), (0, 11), (2, 12), (0, 13)] {
            boards.push(shuffled(seed, Rules::freecell(freecells, columns)));
        }
    }
    boards
}

/// What the checker says about a text for this board.
fn verdict(board: &Board, text: &str) -> Verdict {
    let position = strata_verify::board::read_board(&board.to_text(), None).expect("a board");
    let moves = strata_verify::solution::read_solution(text)
        .unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    replay(&position, &moves, Autoplay::Off)
}

fn read(text: &str) -> Board {
    Board::read(text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn every_form_is_read_as_the_solution_it_was_made_from() {
    let mut solver = Solver::new();
    let boards = boards();
    let solutions: Vec<Solution> = boards.iter().filter_map(|board| solver.solve(board)).collect();
    println!("{} of {} boards solved", solutions.len(), boards.len());
    assert!(solutions.len() > boards.len() / 2, "too few are solved to say anything");
    let first_deals = solutions.iter().zip(&boards).take(50);
    first_deals.for_each(|(solution, board)| assert_eq!(solution.board(), board, "not solved"));
    assert!(solutions.iter().any(|solution| solution.board().rules().freecells == 0));
    assert!(solutions.iter().any(|solution| solution.board().rules().columns > 9));
    let mut split = 0;
    for solution in &solutions {
        let (board, moves) = (solution.board(), solution.moves());
        let standard = Format::Standard.text(solution);
        assert_eq!(verdict(board, &standard), Verdict::Won, "{board}\n{standard}");
        assert!(!standard.contains('#'), "{board}\n{standard}");
        split += usize::from(standard.split_whitespace().count() != moves.len());

        let moves_json = serde_json::to_string(&moves_json(solution)).expect("plain values");
        assert_eq!(verdict(board, &moves_json), Verdict::Won, "{board}");
        assert_eq!(CountsJson::from(solution.counts()).sequences, moves.len());
        assert_eq!(Format::Moves.text(solution).lines().count(), moves.len());

        assert_positions(solution);
        // The names in the other program's form are those of the standard notation, but for dashes
        // and the letters of the cells behind `g`.
        let names = Format::FcSolveSn.text(solution);
        let names: Vec<&str> =
            names.lines().filter_map(|line| line.strip_prefix("Move: ")).collect();
        assert_eq!(names.len(), standard.split_whitespace().count());
    }
    println!("{split} solutions have moves that had to be split");
    assert!(split > 0, "no board tells the longest sequence from the one that was meant");
}

/// The form with every position, read position by position.
fn assert_positions(solution: &Solution) {
    let text = Format::Boards.text(solution);
    let mut positions = text.split("\n\n").map(read);
    let mut board = solution.board().clone();
    assert_eq!(positions.next().as_ref(), Some(&board));
    for one in solution.moves() {
        board.make(one);
        assert_eq!(positions.next().as_ref(), Some(&board), "{text}");
    }
    assert_eq!(positions.next(), None);
    assert!(board.is_won() && board == *solution.end());
}

/// What `fc-solve` prints for a board, or nothing where it is not installed.
fn fc_solve(board: &Board, options: &str) -> Option<String> {
    let Rules { freecells, columns, .. } = board.rules();
    let child = Command::new("fc-solve")
        .args(["--freecells-num", &freecells.to_string(), "--stacks-num", &columns.to_string()])
        .args(options.split_whitespace())
        .arg("-")
        .env("FREECELL_SOLVER_QUIET", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match child {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        other => other.expect("it starts"),
    };
    let columns = board.columns().iter().map(|column| {
        let names: Vec<String> = column.iter().map(ToString::to_string).collect();
        names.join(" ") + "\n"
    });
    let text: String = columns.collect();
    child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

/// The moves of its sentences, made on the board. Its positions are not looked at.
fn moves_of(board: &Board, text: &str) -> Vec<Move> {
    let mut board = board.clone();
    let sentences = text.lines().filter_map(|line| line.strip_prefix("Move "));
    let read = |sentence: &str| {
        let (cards, places) = sentence.split_once(" from ").expect("a place");
        let (from, to) = places.split_once(" to ").expect("two places");
        let (from, to) = (spot(from), spot(to));
        let cards: usize = cards.split(' ').next().expect("a word").parse().unwrap_or(1);
        let pile = board.pile(from);
        let one = Move { cards: pile[pile.len() - cards..].to_vec(), from, to };
        board.make(&one);
        one
    };
    sentences.map(read).collect()
}

fn spot(words: &str) -> Spot {
    match words.split_once(' ').expect("two words") {
        ("stack", number) => Spot::Column(number.parse().expect("a number")),
        ("freecell", number) => Spot::Cell(number.parse().expect("a number")),
        _ => Spot::Foundation,
    }
}

/// The two numbers in the lines at the end.
fn statistics_of(text: &str) -> String {
    let number = |before: &str, after: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(before)).expect("its line");
        line.strip_suffix(after).expect("its end").parse().expect("a number")
    };
    fc_solve::statistics(
        number("Total number of states checked is ", "."),
        number("This scan generated ", " states."),
    )
}

#[test]
fn the_form_of_fc_solve_is_what_it_prints() {
    let deal = |number, freecells| Board::deal(number, freecells).expect("in range");
    let mut boards: Vec<Board> = (1..=20).map(|number| deal(number, 4)).collect();
    boards.extend([deal(617, 4), deal(164, 0), deal(2, 1), deal(3, 2), deal(1, 3), deal(24, 8)]);
    for (freecells, columns) in [(2, 10), (1, 10), (0, 10), (8, 6), (6, 7), (5, 9)] {
        boards.extend((1..=3).map(|seed| shuffled(seed, Rules::freecell(freecells, columns))));
    }
    let (mut compared, mut to_empty) = (0, 0);
    for board in &boards {
        for plan in ["", "-l lg"] {
            let run = |form: &str| fc_solve(board, &format!("{plan} -mi 50000 -p -t -sam {form}"));
            let Some(theirs) = run("") else {
                println!("not compared: fc-solve is not installed");
                return;
            };
            if !theirs.contains("This game is solveable.") {
                continue;
            }
            let moves = moves_of(board, &theirs);
            let statistics = statistics_of(&theirs);
            let ours = |naming| fc_solve::text(board, &moves, Form::whole(naming)) + &statistics;
            assert_eq!(ours(Naming::Words), theirs);
            assert_eq!(ours(Naming::Standard), run("-sn").expect("still installed"));
            compared += 1;
            to_empty += sequences_to_empty_columns(board, &moves);
        }
    }
    println!("{compared} solutions compared, {to_empty} sequences to empty columns in them");
    assert!(compared > boards.len() && to_empty > 0);
}

fn sequences_to_empty_columns(board: &Board, moves: &[Move]) -> usize {
    let mut board = board.clone();
    let mut is_to_empty = |one: &&Move| {
        let empty = matches!(one.to, Spot::Column(_)) && board.pile(one.to).is_empty();
        board.make(one);
        empty && one.cards.len() > 1
    };
    moves.iter().filter(|one| is_to_empty(one)).count()
}

const FORMS: [&str; 5] = ["moves", "standard", "boards", "fc-solve", "fc-solve-sn"];

/// Runs a command in every form, which is not for JSON.
fn in_every_form(command: &str, mut read: impl FnMut(&str, &str)) {
    for form in FORMS {
        let ran = strata(&format!("{command} --format {form}"));
        assert_eq!(ran.code, 0, "{command}, {form}: {}", ran.err);
        read(form, &ran.out);
    }
    let refused = strata(&format!("{command} --format moves --json"));
    assert_eq!(refused.code, 2, "{command}: {}", refused.err);
}

/// What is printed in any form can be checked as it is.
#[test]
fn the_checker_reads_every_form() {
    for (deal, freecells) in [(617, 4), (164, 0), (3, 6)] {
        let start = dealt(deal, freecells);
        for command in ["solve", "prove", "hint"] {
            let command = format!("{command} {deal} --freecells {freecells}");
            in_every_form(&command, |form, text| {
                assert!(wins(&start, text), "{command}, {form}: {text}");
            });
        }
        let proved = strata(&format!("prove {deal} --freecells {freecells}"));
        assert!(wins(&start, &proved.out), "{deal} with {freecells}: {}", proved.out);
    }
}

/// So can what comes from the directory of a run.
#[test]
fn the_checker_reads_every_form_of_what_was_kept() {
    let folder = quick_folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("board"), BOARD).expect("room");
    let start = position(BOARD);
    let (board, run) = (path("board"), path("run"));
    assert_eq!(strata(&format!("prove {board} --no-scans --dir {run}")).code, 0);
    in_every_form(&format!("trace {run}"), |form, text| {
        assert!(wins(&start, text), "{form}: {text}");
    });

    // A way that does not win leads to the position that was asked for.
    let there = played_some(BOARD, &strata(&format!("trace {run} --json")));
    fs::write(path("position"), there.to_text()).expect("room");
    in_every_form(&format!("lookup {run} {}", path("position")), |form, text| {
        let end = played(&start, text);
        assert_eq!(end, position(&there.to_text()), "{form}: {text}");
    });

    let split = path("split");
    assert_eq!(strata(&format!("split init {board} --dir {split}")).code, 0);
    in_every_form(&format!("split all --dir {split} --jobs 2"), |form, text| {
        assert!(wins(&start, text), "{form}: {text}");
    });

    for form in FORMS {
        let stopped = path(&format!("stopped-{form}"));
        let began = format!("prove {board} --no-scans --dir {stopped} --max-states 5");
        assert_eq!(strata(&began).code, 3);
        let ran = strata(&format!("resume {stopped} --format {form}"));
        assert!(ran.code == 0 && wins(&start, &ran.out), "{form}: {}{}", ran.out, ran.err);
    }
}

const BOARD: &str = "Foundations: H-9 C-7 D-9 S-7\nFreecells: -- --\n\
    : KH 9S TS QC\n: KS TC JS TH\n: QH JC KD\n: 9C TD JD\n: QD KC 8S JH QS 8C\n";

/// A position without safe moves on the way of a solution: the entry of an FCC in the middle.
fn played_some(board: &str, traced: &Ran) -> Board {
    let json = traced.json();
    let path = json["path"].as_array().expect("FCCs");
    let moves = path[path.len() / 2]["moves"].as_u64().expect("a number") as usize;
    board_after(&read(board), &json["moves"].as_array().expect("moves")[..moves])
}
