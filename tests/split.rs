//! The split solver as processes and files: same answers as the census, whatever is killed, deleted or
//! edited on the way.

mod damage;
mod kill;
mod scripts;

use crate::support::{Ran, findings, quick_folder, strata, strata_with_input};
use fcc::class::class_of;
use fcc::convert::state_of;
use fcc::group::Group;
use fcc::replay::replay;
use fcc::split::suits::piece_of_text;
use fcc::split::text::{state_of_text, steps_of_text};
use fcc::split::way::Way;
use fcc::state::State;
use serde_json::Value;
use split::{Folder, SplitDeal};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use strata_verify::autoplay::Autoplay;
use strata_verify::replay::Verdict;

const FCC_TABLES: &str = include_str!("data/fcc_tables.txt");
/// What lines stand for.
const SYMMETRIES: [&str; 2] = ["on", "off"];

/// Lays out a folder for a board with options.
fn init(dir: &Path, board: &str) {
    let ran = strata(&format!("split init {board} --dir {}", dir.display()));
    assert_eq!(ran.code, 0, "{}", ran.err);
}

fn all(dir: &Path, options: &str) -> Ran {
    strata(&format!("split all --dir {} {options}", dir.display()))
}

/// What a census finds, by classes or by states.
fn census(board: &str, symmetry: &str) -> Value {
    findings(&strata(&format!("census {board} --symmetry {symmetry} --json")).json())
}

/// The deals of the tables that have so many states, as arguments.
fn deals_of_tables(states: std::ops::Range<u64>) -> Vec<String> {
    let lines = FCC_TABLES.lines().filter(|line| line.starts_with("deal="));
    let fields = lines.map(|line| -> BTreeMap<&str, &str> {
        line.split(' ').filter_map(|field| field.split_once('=')).collect()
    });
    let fields = fields.filter(|of| states.contains(&of["states"].parse().expect("a number")));
    let arguments = fields.map(|of| {
        format!("{} --freecells {} --prune {}", of["deal"], of["freecells"], of["prune"])
    });
    arguments.collect()
}

/// Splits a deal both ways and compares with the census.
fn is_counted_as_by_the_census(dir: &Path, board: &str) {
    for symmetry in SYMMETRIES {
        let dir = dir.join(symmetry);
        init(&dir, &format!("{board} --symmetry {symmetry}"));
        let ran = all(&dir, "--jobs 2 --json");
        let mut found = findings(&ran.json());
        found.as_object_mut().expect("an object").remove("moves");
        assert_eq!(found, census(board, symmetry), "{board} {symmetry}: {}", ran.err);
        let status = strata(&format!("split status --dir {}", dir.display()));
        let verdict = found["verdict"].as_str().expect("a word");
        assert!(status.out.ends_with(&format!("complete: {verdict}\n")), "{}", status.out);
        fs::remove_dir_all(&dir).expect("ours");
    }
}

/// All files below a folder but the lock, which tells who had it.
fn files(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("a name").path()) {
        if entry.is_dir() {
            found.extend(files(&entry));
        } else if !entry.ends_with("strata.lock") {
            found.insert(entry.clone(), fs::read(&entry).expect("a file"));
        }
    }
    found
}

/// The outputs of a depth, in order. A process that a killed driver has left may still be writing there.
fn outputs(dir: &Path, depth: u32) -> Vec<PathBuf> {
    let names = fs::read_dir(Folder::new(dir).outputs(depth)).into_iter().flatten().flatten();
    let mut names: Vec<PathBuf> = names.map(|entry| entry.path()).collect();
    names.sort();
    names
}

#[test]
fn small_deals_of_the_tables_are_counted_as_by_the_census() {
    let deals = deals_of_tables(0..100_000);
    assert_eq!(deals.len(), 7, "{deals:?}");
    for board in deals {
        is_counted_as_by_the_census(quick_folder().path(), &board);
    }
}

#[test]
#[ignore = "five minutes and a gigabyte of disk: make long, or -- --ignored split::larger"]
fn larger_deals_are_counted_as_by_the_census() {
    let with_two_cells =
        ["216", "927", "891", "1582", "2882", "3655"].map(|deal| format!("{deal} --freecells 2"));
    for board in deals_of_tables(100_000..u64::MAX).into_iter().chain(with_two_cells) {
        let folder = tempfile::tempdir().expect("a folder");
        is_counted_as_by_the_census(folder.path(), &board);
    }
}

/// Late positions, two of them wide open.
const SOLVABLE: [&str; 3] = [
    "Foundations: H-9 C-9 D-9 S-9\nFreecells: --\n\
     : KH TS JD QC\n: TH KS TC JS\n: QH JC KD TD\n: QD KC JH QS\n",
    "Foundations: H-8 C-8 D-8 S-8\nFreecells: -- --\n\
     : KH 9S TS JD QC\n: TH 9H KS TC JS\n: QH JC KD 9C TD\n: QD KC 9D JH QS\n",
    "Foundations: H-9 C-7 D-9 S-7\nFreecells: -- --\n\
     : KH 9S TS QC\n: KS TC JS TH\n: QH JC KD\n: 9C TD JD\n: QD KC 8S JH QS 8C\n",
];

#[test]
fn solutions_are_accepted_by_the_checker() {
    let folder = quick_folder();
    for (number, text) in SOLVABLE.iter().enumerate() {
        let board = folder.path().join(number.to_string());
        fs::write(&board, text).expect("room");
        let position = strata_verify::board::read_board(text, None).expect("a board");
        let mut lengths = Vec::new();
        for symmetry in SYMMETRIES {
            let dir = folder.path().join(format!("{number}-{symmetry}"));
            init(&dir, &format!("{} --symmetry {symmetry}", board.display()));
            let ran = all(&dir, "--jobs 2 --json");
            assert_eq!(ran.code, 0, "{}", ran.err);
            let mut found = findings(&ran.json());
            let moves = found.as_object_mut().and_then(|fields| fields.remove("moves"));
            let length = moves.expect("moves").as_array().map(Vec::len).expect("a list");
            assert_eq!(found, census(&board.display().to_string(), symmetry));
            let moves = strata_verify::solution::read_solution(&ran.out).expect("moves");
            let verdict = strata_verify::replay::replay(&position, &moves, Autoplay::Off);
            assert_eq!(verdict, Verdict::Won);
            let text = all(&dir, "").out;
            let said = format!("\nsolved in {length} moves of single cards\n");
            assert!(text.contains(&said), "{text}");
            lengths.push(length);
        }
        assert!(lengths[1] <= lengths[0], "the shortest is the one of states: {lengths:?}");
    }
}

/// The derived lines of all outputs of a folder, as words.
fn derived_lines(dir: &Path) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let is_output = |path: &&PathBuf| path.parent().is_some_and(|folder| folder.ends_with("out"));
    for output in files(dir).keys().filter(is_output) {
        let text = fs::read_to_string(output).expect("a text");
        let derived = text.lines().skip_while(|line| *line != "Derived States:").skip(1);
        let derived = derived.take_while(|line| *line != "Totals:");
        lines.extend(derived.map(|line| line.split(' ').map(str::to_owned).collect()));
    }
    lines
}

#[test]
fn every_way_to_a_derived_state_is_as_long_as_it_says_and_leads_there() {
    let folder = quick_folder();
    let dir = folder.path().join("split");
    init(&dir, "781948 --symmetry off");
    all(&dir, "");
    let SplitDeal { game, .. } = Folder::new(&dir).deal().expect("a deal");
    let lines = derived_lines(&dir);
    assert!(lines.len() > 4000, "{}", lines.len());
    for line in lines {
        let [fingerprint, state, count, way] = &line[..] else { panic!("four words: {line:?}") };
        let group = Group::new(&game, fingerprint.parse().expect("a fingerprint"));
        let steps = steps_of_text(way).expect("moves");
        let (_, end) = replay(game.deal(), &steps).expect("legal moves");
        assert_eq!(*count, steps.len().to_string());
        assert_eq!(state_of(&game, &end).ok(), state_of_text(&group, state).ok());
    }
}

#[test]
fn every_way_to_a_derived_class_leads_there_with_each_round_trip_too() {
    let folder = quick_folder();
    let dir = folder.path().join("split");
    init(&dir, "6 --freecells 2");
    all(&dir, "");
    let SplitDeal { game, .. } = Folder::new(&dir).deal().expect("a deal");
    let (mut round_trips, mut lines) = (0, 0);
    for line in derived_lines(&dir) {
        let [fingerprint, class, suits, count, way] = &line[..] else { panic!("{line:?}") };
        let group = Group::new(&game, fingerprint.parse().expect("a fingerprint"));
        let member = class_of(&game, state_of_text(&group, class).expect("a class"));
        assert_eq!(member.vector, 0, "{class} is canonical");
        let (piece, way) = (piece_of_text(suits).expect("suits"), Way::read(way).expect("a way"));
        let end_of = |chosen| -> State {
            let (_, end) = replay(game.deal(), &way.steps(chosen)).expect("legal moves");
            state_of(&game, &end).expect("a state")
        };
        assert_eq!(*count, way.steps(0).len().to_string());
        // All letters together, too.
        let choices = (0..way.generators()).map(|letter| 1 << letter);
        for chosen in choices.chain([0, (1 << way.generators()) - 1]) {
            let end = end_of(chosen);
            let found = class_of(&game, end);
            assert_eq!((end.fingerprint, found.key), (group.fingerprint(), member.key));
            assert!(piece.contains(found.vector), "{line:?}");
        }
        round_trips += way.generators();
        lines += 1;
    }
    assert!(lines > 3000 && round_trips > 2000, "{lines} lines, {round_trips} round trips");
}

#[test]
fn merging_once_more_changes_nothing_and_little_memory_is_enough() {
    for symmetry in SYMMETRIES {
        let folder = quick_folder();
        let dir = folder.path().join("split");
        init(&dir, &format!("781948 --symmetry {symmetry}"));
        assert_eq!(all(&dir, "").code, 1);
        let before = files(&dir);
        for depth in [0, 3, 9, 21] {
            let merge = format!("split merge --dir {} --depth {depth}", dir.display());
            let ran = strata(&format!("{merge} --sort-memory 2KiB"));
            assert_eq!(ran.code, 0, "{}", ran.err);
            let next = if depth == 21 { String::new() } else { format!("{}\n", depth + 1) };
            assert_eq!(ran.out, next);
            assert!(files(&dir) == before, "merging depth {depth} once more");
        }
    }
}

#[test]
fn drivers_add_up_their_time() {
    let folder = quick_folder();
    let dir = folder.path().join("split");
    init(&dir, "781948");
    let seconds = || all(&dir, "--json").json()["seconds"].as_f64().expect("a number");
    let (first, second) = (seconds(), seconds());
    let spent = fs::read_to_string(dir.join("spent")).expect("it was written");
    let milliseconds = spent.lines().nth(1).and_then(|line| line.strip_prefix("milliseconds "));
    let milliseconds: f64 = milliseconds.expect("a time").parse().expect("a number");
    assert!(milliseconds > 0.0 && milliseconds / 1000.0 <= first, "{milliseconds} {first}");
    assert!(second >= milliseconds / 1000.0, "the second one had nothing to do: {second}");
}

#[test]
fn a_group_can_be_explored_without_a_folder() {
    for symmetry in SYMMETRIES {
        let folder = quick_folder();
        let dir = folder.path().join("split");
        init(&dir, &format!("781948 --symmetry {symmetry}"));
        all(&dir, "");
        let board = folder.path().join("board.txt");
        fs::write(&board, strata("deal 781948").out).expect("room");
        // Classes are what it expects when nothing is said.
        let option = if symmetry == "on" { "" } else { "--symmetry off" };
        for output in outputs(&dir, 7).into_iter().step_by(3) {
            let fingerprint = output.file_name().expect("a name").to_str().expect("a text");
            let mine = folder.path().join("output");
            let ran = strata(&format!(
                "split run --board {} --fingerprint {fingerprint} --input {} --output {} {option}",
                board.display(),
                dir.join("depth-007/in").join(fingerprint).display(),
                mine.display()
            ));
            assert_eq!(ran.code, 0, "{}", ran.err);
            assert_eq!(fs::read(&mine).expect("it was made"), fs::read(&output).expect("a file"));
            fs::remove_file(&mine).expect("ours");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = quick_folder();
    let dir = folder.path().join("split");
    let ran = all(&dir, "");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("begin one with `strata split init`"), "{}", ran.err);
    init(&dir, "781948");
    let ran = strata_with_input(&format!("split init - --dir {}", dir.display()), "");
    assert_eq!(ran.code, 2, "no board");
    let ran = strata(&format!("split init 1 --dir {}", dir.display()));
    assert!(ran.code == 2 && ran.err.contains("not empty"), "{}", ran.err);
    let run = format!("split run --dir {}", dir.display());
    let ran = strata(&format!("{run} --fingerprint 8vLy8vLy8vLy8th"));
    assert!(ran.code == 2 && ran.err.contains("is no fingerprint"), "{}", ran.err);
    let ran = strata(&format!("{run} --fingerprint AAAAAAAAAAAAAAA"));
    assert!(ran.code == 2 && ran.err.contains("is no group of this deal"), "{}", ran.err);
    let ran = strata(&format!("{run} --fingerprint 8vLy8vLy8vLy8tg"));
    assert!(ran.code == 2 && ran.err.contains("8vLy8vLy8vLy8tg"), "{}", ran.err);
    let ran = strata(&format!("split merge --dir {} --depth 0", dir.display()));
    assert!(ran.code == 2 && ran.err.contains("1 of 1 groups have no output"), "{}", ran.err);
    let ran = all(&dir, "--max-states 1");
    assert!(
        ran.code == 4 && ran.err.contains(" has more than 1 classes, the limit that was given"),
        "{}",
        ran.err
    );
    let dir = folder.path().join("states");
    init(&dir, "781948 --symmetry off");
    let ran = all(&dir, "--max-states 1");
    assert!(
        ran.code == 4 && ran.err.contains(" has more than 1 states, the limit that was given"),
        "{}",
        ran.err
    );
    let ran = strata(&format!("{run} --list /dev/null --symmetry off"));
    assert_eq!(ran.code, 2, "a folder knows what its lines stand for");
}
