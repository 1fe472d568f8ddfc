//! Answers that can be checked: solutions from the records, positions looked up, certificates.

use crate::support::{board_after, strata, strata_with_input};
use fcc::board::{Board, ReadOptions, Rules};
use fcc::convert::{board_of, state_of};
use fcc::game::Game;
use fcc::notation::{Spot, legal_moves};
use fcc::rules::Prune;
use serde_json::Value;
use std::path::Path;
use storage::solution::{SOLUTION, Solution};
use strata_verify::autoplay::Autoplay;
use strata_verify::replay::{Verdict, replay};

/// A reproducible stream of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

/// Solves a board through a directory, and has the solution and what is kept of it checked.
/// Returns the moves; nothing when the board is not solvable.
fn solve_through_disk(board: &Board, options: &str) -> Option<Vec<Value>> {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("run");
    let arguments = format!("prove - --no-scans --json --dir {} {options}", dir.display());
    let ran = strata_with_input(&arguments, &board.to_text());
    let json = ran.json();
    if json["verdict"] != "solvable" {
        return None;
    }
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(judge(board, &ran.out), Verdict::Won, "{board}");
    check_stages(board, &dir, &json);
    let trace = format!("trace {} --json", dir.display());
    assert_eq!(strata(&trace).json()["moves"], json["moves"]);
    // The records alone give a solution, too.
    std::fs::remove_file(dir.join(SOLUTION)).expect("it was there");
    let traced = strata(&trace);
    assert_eq!(judge(board, &traced.out), Verdict::Won, "{board}{}", traced.err);
    Some(json["moves"].as_array().expect("moves").clone())
}

fn judge(board: &Board, solution: &str) -> Verdict {
    let position = strata_verify::board::read_board(&board.to_text(), None).expect("a board");
    let moves = strata_verify::solution::read_solution(solution).expect("moves");
    replay(&position, &moves, Autoplay::Off)
}

/// The number of moves that is kept for every FCC is the number of moves of the path to its entry.
fn check_stages(board: &Board, dir: &Path, json: &Value) {
    let bytes = std::fs::read(dir.join(SOLUTION)).expect("the solution is kept");
    let solution = Solution::from_bytes(&bytes).expect("as it was written");
    let stages = json["path"].as_array().expect("a path");
    assert_eq!(solution.stages.len(), stages.len());
    assert!(stages.len() > 1, "{json}");
    assert_eq!(solution.moves.len(), json["moves"].as_array().expect("moves").len());
    for (kept, told) in solution.stages.iter().zip(stages) {
        assert_eq!(told["moves"], kept.moves);
        let so_far = &json["moves"].as_array().expect("moves")[..kept.moves as usize];
        let state = state_after(board, so_far);
        assert_eq!(state.fingerprint.to_string(), kept.fingerprint);
        assert_eq!([state.planes.a, state.planes.b], kept.entry);
    }
}

fn state_after(board: &Board, moves: &[Value]) -> fcc::state::State {
    let game = Game::new(board.clone(), Prune::Safe);
    state_of(&game, &board_after(board, moves)).expect("a position")
}

/// The same position with more freecells.
fn with_freecells(board: &Board, freecells: u8) -> Board {
    let mut cells = board.cells().to_vec();
    cells.resize(freecells.into(), None);
    let rules = Rules { freecells, ..board.rules() };
    Board::from_parts(rules, board.columns().to_vec(), cells, board.foundations())
}

/// A position after some random moves.
fn in_mid_game(deal: u64, freecells: u8, moves: usize, choices: &mut Choices) -> Board {
    let mut board = Board::deal(deal, freecells).expect("a deal");
    let game = Game::new(board.clone(), Prune::None);
    for _ in 0..moves {
        let legal = legal_moves(&game, &board);
        let up = legal.iter().find(|(one, _)| one.to == Spot::Foundation);
        let (one, _) = match (up, legal.is_empty()) {
            (Some(up), _) => up,
            (None, false) => &legal[choices.below(legal.len())],
            (None, true) => break,
        };
        board.make(one);
    }
    board
}

#[test]
fn solutions_found_through_disk_pass_the_checker() {
    let solvable = std::fs::read_to_string("tests/data/solvable.txt").expect("the file");
    let solvable = Board::read(&solvable, &ReadOptions::default()).expect("a board");
    assert!(solve_through_disk(&solvable, "").is_some());
    assert!(solve_through_disk(&solvable, "--symmetry off").is_some());
    let deal = |number, freecells| Board::deal(number, freecells).expect("a deal");
    assert!(solve_through_disk(&deal(164, 0), "").is_some());
    assert!(solve_through_disk(&deal(1012, 0), "--memory 64MiB").is_some());
    assert!(solve_through_disk(&deal(1, 2), "").is_none());
}

/// Ten deals without freecells, and positions towards the end of their solutions with 1 to 3.
/// `cargo test --release --test strata -- --ignored --nocapture twenty_boards`
#[test]
#[ignore = "minutes"]
fn solutions_of_twenty_boards_pass_the_checker() {
    let known = std::fs::read_to_string("tests/data/minimal_freecells_1_to_4000.txt").expect("it");
    let least = |line: &str| {
        let (deal, cells) = line.split_once(' ')?;
        Some((deal.parse::<u64>().ok()?, cells.trim().parse::<u8>().ok()?))
    };
    let least: Vec<(u64, u8)> = known.lines().filter_map(least).collect();
    let mut solved = 0;
    let mut solve = |board: &Board| {
        solved += 1;
        let symmetry = if solved % 7 == 0 { "--symmetry off" } else { "" };
        let moves = solve_through_disk(board, &format!("--memory 4GiB {symmetry}"));
        let moves = moves.unwrap_or_else(|| panic!("not solved:\n{board}"));
        println!("{solved}: {} freecells, {} moves", board.rules().freecells, moves.len());
        moves
    };
    for &(deal, cells) in least.iter().filter(|(_, least)| *least == 0).take(10) {
        let board = Board::deal(deal, cells).expect("a deal");
        let moves = solve(&board);
        let later = board_after(&board, &moves[..moves.len() * 2 / 3]);
        solve(&with_freecells(&later, 1 + (deal % 3) as u8));
    }
}

#[test]
fn positions_are_looked_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("run");
    let dir = dir.display();
    assert_eq!(strata(&format!("prove 11982 --dir {dir}")).code, 1);
    let deal = strata(&format!("lookup {dir} 11982 --json"));
    assert_eq!(deal.code, 0, "{}", deal.err);
    let json = deal.json();
    assert_eq!((&json["reachable"], &json["depth"]), (&true.into(), &0.into()));
    assert_eq!(json["moves"].as_array().expect("moves").len(), 0);

    // Somewhere down the game, by moves that are made at random and by those that lookup tells.
    let mut choices = Choices(3);
    for moves in [5, 12, 20] {
        let board = in_mid_game(11982, 4, moves, &mut choices);
        let ran = strata_with_input(&format!("lookup {dir} - --json"), &board.to_text());
        let json = ran.json();
        assert_eq!(json["reachable"], true, "{board}{}", ran.err);
        assert!(json["fcc"]["states"].as_u64().expect("a number") >= 1);
        let told = json["moves"].as_array().expect("moves");
        let dealt = Board::deal(11982, 4).expect("a deal");
        let game = Game::new(dealt.clone(), Prune::Safe);
        let state = state_of(&game, &board).expect("a position");
        let live = fcc::arrival::Arrival::of_state(&game, state).carried(&game).state;
        assert_eq!(state_after(&dealt, told), live);
        assert_eq!(json["forced"], state != live);
        let text = strata_with_input(&format!("lookup {dir} -"), &board.to_text()).out;
        assert!(text.contains("reachable\ndepth"), "{text}");
        assert_eq!(board_of(&game, state).rules(), board.rules());
    }
}

#[test]
fn positions_that_can_not_be_reached_are_told_from_those_that_are_not_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole");
    let part = folder.path().join("part");
    let (whole, part) = (whole.display(), part.display());
    assert_eq!(strata(&format!("census 1 --freecells 2 --dir {whole}")).code, 1);
    assert_eq!(strata(&format!("census 1 --freecells 2 --max-states 3000 --dir {part}")).code, 3);
    let won = "Foundations: H-K C-K D-K S-K\nFreecells: -- --\n:\n:\n:\n:\n:\n:\n:\n:\n";
    let ran = strata_with_input(&format!("lookup {whole} -"), won);
    assert_eq!((ran.code, ran.out.lines().next()), (1, Some("not reachable")), "{}", ran.err);
    let ran = strata_with_input(&format!("lookup {part} -"), won);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.out.starts_with("unknown: the run in"), "{}", ran.out);
    let other = strata(&format!("lookup {whole} 2"));
    assert_eq!(other.code, 1);
    assert!(
        other.out.starts_with("not reachable: ") && other.out.contains("dealt"),
        "{}",
        other.out
    );
    for (arguments, word) in [
        (format!("lookup {}/nowhere 1", folder.path().display()), "no run"),
        (format!("lookup {whole} nothing.txt"), "can't read"),
        (format!("trace {whole}"), "no state without stuck cards"),
        (format!("certificate export {part} x.cert"), "impossible"),
    ] {
        let ran = strata(&arguments);
        assert_eq!(ran.code, 2, "{arguments}: {}", ran.err);
        assert!(ran.err.contains(word), "{}", ran.err);
    }
}
