//! `strata solve`: verdicts and exit codes, the forms of a solution, limits, refusals, interruptions.

use crate::certificate::verify;
use crate::support::{
    Going, dealt, position, quick_folder, read_one_line, strata, strata_with_input, wins,
};
use fcc::board::{Board, ReadOptions};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// No test of speed: a machine may be busy.
const SOON: Duration = Duration::from_secs(60);

/// A plan whose only scan has nothing but foundation moves: it runs dry at once.
const DRY_PLAN: &str = "plan dry\nscan best\n  moves up\n  weights left=1\n  quota 100\n";

fn read(text: &str) -> Board {
    Board::read(text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Writes a file into a folder and returns its name.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

/// Moves of sequences in the solution that these arguments lead to.
fn sequences(arguments: &str) -> u64 {
    let ran = strata(&format!("solve {arguments} --json"));
    assert_eq!(ran.code, 0, "{arguments}: {}", ran.err);
    ran.json()["counts"]["sequences"].as_u64().expect("a number")
}

/// The positions of a solution.
fn positions(deal: &str) -> Vec<String> {
    let ran = strata(&format!("solve {deal} --format boards"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.out.split("\n\n").map(|board| board.trim_end().to_owned() + "\n").collect()
}

#[test]
fn every_form_shows_the_same_solution() {
    let moves = sequences("617") as usize;
    let form = |name: &str| {
        let ran = strata(&format!("solve 617 --format {name}"));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
        ran.out
    };
    let numbered = form("moves");
    assert!(numbered.starts_with(&format!("solvable: {moves} moves, ")), "{numbered}");
    assert_eq!(numbered.split_once("\n\n").expect("a blank line").1.lines().count(), moves);
    assert_eq!(
        strata("solve 617").out.split_once("\n\n").expect("a blank line").1,
        numbered.split_once("\n\n").expect("a blank line").1,
        "it is the default"
    );

    let standard = form("standard");
    assert!(wins(&dealt(617, 4), &standard), "{standard}");

    let boards: Vec<Board> = form("boards").split("\n\n").map(read).collect();
    assert_eq!(boards.len(), moves + 1);
    assert_eq!(boards[0], Board::deal(617, 4).expect("a deal"));
    assert!(boards[moves].is_won());

    let sentences = form("fc-solve");
    assert!(sentences.contains("\nThis game is solveable.\n"), "{sentences}");
    assert_eq!(sentences.lines().filter(|line| line.starts_with("Move ")).count(), moves);
    let names = form("fc-solve-sn");
    assert!(names.contains("\nThis game is solveable.\n"), "{names}");
    let names = names.lines().filter(|line| line.starts_with("Move: ")).count();
    assert_eq!(names, standard.split_whitespace().count());
}

#[test]
fn the_json_of_a_solution_is_what_the_checker_reads() {
    for (deal, freecells) in [(617, 4), (1941, 4), (98_714, 4), (2, 1), (164, 0)] {
        let ran = strata(&format!("solve {deal} --freecells {freecells} --json"));
        assert_eq!(ran.code, 0, "{deal}: {}", ran.err);
        assert!(wins(&dealt(deal, freecells), &ran.out), "{deal}");
        let json = ran.json();
        assert_eq!((&json["deal"], &json["freecells"]), (&deal.into(), &freecells.into()));
        assert_eq!((&json["verdict"], &json["because"]), (&"solvable".into(), &Value::Null));
        let count = |name: &str| json["counts"][name].as_u64().expect("a number");
        assert_eq!(count("cards"), json["moves"].as_array().expect("moves").len() as u64);
        assert!(count("without_automatic") < count("sequences"), "{json}");
        assert!(count("sequences") <= count("cards"), "{json}");
    }
}

#[test]
fn an_impossible_deal_is_proved_and_the_proof_is_named() {
    let ran = strata("solve 11982");
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let (evidence, rest) = ran.out.split_once('\n').expect("two lines");
    let proofs =
        ["impossible: every state was expanded, ", "impossible: the whole graph was explored, "];
    assert!(proofs.iter().any(|proof| evidence.starts_with(proof)), "{evidence}");
    assert!(rest.contains(" states expanded"), "{rest}");
    let ran = strata("solve 11982 --json");
    assert_eq!(ran.code, 1);
    let json = ran.json();
    assert_eq!((&json["verdict"], &json["moves"]), (&"impossible".into(), &Value::Null));
    assert_eq!(format!("impossible: {}", json["because"].as_str().expect("a text")), evidence);
}

#[test]
fn limits_leave_it_undecided_and_are_named() {
    let folder = quick_folder();
    let dry = file(folder.path(), "dry.plan", DRY_PLAN);
    for (arguments, why) in [
        (format!("1 --plan {dry} --plan-only"), "every scan of the plan ran dry"),
        // Impossible it is, but this plan is not the one to say so.
        (format!("11982 --plan {dry} --plan-only"), "every scan of the plan ran dry"),
        (
            "1 --plan proof --plan-only --memory 32MiB".into(),
            "the limit of 33554432 bytes of memory",
        ),
        // Breadth-first this one takes much longer, wherever it is run.
        ("1 --plan proof --plan-only --time 1ms --memory 1GiB".into(), "the time was up"),
        ("1 --plan proof --time 1ms --memory 1GiB".into(), "the time was up"),
    ] {
        let ran = strata(&format!("solve {arguments}"));
        assert_eq!(ran.code, 3, "{arguments}: {}{}", ran.out, ran.err);
        assert!(ran.out.starts_with(&format!("undecided: {why}")), "{arguments}: {}", ran.out);
        let json = strata(&format!("solve {arguments} --json")).json();
        assert_eq!((&json["verdict"], &json["moves"]), (&"undecided".into(), &Value::Null));
        assert!(json["because"].as_str().expect("a text").starts_with(why), "{json}");
    }
}

#[test]
fn one_word_is_all_that_is_printed_where_it_is_asked_for() {
    for (arguments, code, word) in [
        ("617 -q", 0, "solvable\n"),
        ("11982 --quiet", 1, "impossible\n"),
        ("1 -q --plan proof --plan-only --memory 32MiB", 3, "undecided\n"),
    ] {
        let ran = strata(&format!("solve {arguments}"));
        assert_eq!((ran.code, &*ran.out, &*ran.err), (code, word, ""), "{arguments}");
    }
}

#[test]
fn positions_in_the_middle_of_a_game_are_solved_from_files_and_standard_input() {
    let folder = quick_folder();
    let positions = positions("617");
    for text in positions.iter().step_by(9) {
        let name = file(folder.path(), "position.txt", text);
        let from_file = strata(&format!("solve {name} --json"));
        let from_input = strata_with_input("solve - --json", text);
        for ran in [&from_file, &from_input] {
            assert_eq!(ran.code, 0, "{text}{}", ran.err);
            assert!(wins(&position(text), &ran.out), "{text}");
            assert_eq!(ran.json()["deal"], Value::Null);
        }
        assert_eq!(from_file.json()["moves"], from_input.json()["moves"]);
    }
}

#[test]
fn a_board_that_is_won_needs_no_moves() {
    let won = positions("617").pop().expect("the last one");
    assert!(read(&won).is_won(), "{won}");
    let ran = strata_with_input("solve - --json", &won);
    assert_eq!((ran.code, &ran.json()["moves"]), (0, &Value::Array(vec![])), "{}", ran.err);
    assert_eq!(ran.json()["counts"]["sequences"], 0);
    let ran = strata_with_input("solve -", &won);
    assert!(ran.code == 0 && ran.out.starts_with("solvable: 0 moves"), "{}{}", ran.out, ran.err);
    for form in ["standard", "boards", "fc-solve", "fc-solve-sn"] {
        let ran = strata_with_input(&format!("solve - --format {form}"), &won);
        assert_eq!(ran.code, 0, "{form}: {}", ran.err);
    }
}

#[test]
fn a_board_without_freecells_is_solved_or_proved() {
    let board = strata("deal 164 --freecells 0").out;
    let ran = strata_with_input("solve - --json", &board);
    assert_eq!((ran.code, &ran.json()["freecells"]), (0, &0.into()), "{}", ran.err);
    assert!(wins(&dealt(164, 0), &ran.out));
    let cells = |step: &Value| ["a", "b", "c", "d"].iter().any(|cell| step["to"] == *cell);
    assert!(!ran.json()["moves"].as_array().expect("moves").iter().any(cells));
    assert_eq!(strata("solve 2 --freecells 0 -q").out, "impossible\n");
}

#[test]
fn what_is_wrong_is_told_and_nothing_is_printed() {
    let folder = quick_folder();
    let fault = file(folder.path(), "fault.plan", "plan mine\nscan best\n  moves up sideways\n");
    let empty = file(folder.path(), "empty.plan", "");
    let board = file(folder.path(), "board.txt", "JD KD 2S\nJD\n");
    for (arguments, messages) in [
        ("617 --plan fastest", &["fastest", "quick", "hard", "depth", "chance", "proof"][..]),
        (&format!("617 --plan {fault}"), &[&fault, "line 3", "sideways"]),
        (&format!("617 --plan {empty}"), &[&empty]),
        ("617 --json --quiet", &["--json", "--quiet"]),
        ("617 --json --format boards", &["--json", "--format"]),
        ("617 --format pictures", &["pictures", "fc-solve-sn"]),
        ("617 --short --dir nowhere", &["--short", "--dir"]),
        ("617 --plan-only --dir nowhere", &["--plan-only", "--dir"]),
        ("617 --quiet --dir nowhere", &["--quiet", "--dir"]),
        ("617 --memory 1MiB", &["--memory 1.0 MiB is too little: 32.0 MiB is the least"]),
        ("617 --time soon", &["soon", "no unit of time"]),
        ("617 --threads 0", &["--threads"]),
        ("617 --freecells 13", &["13"]),
        ("0", &["0"]),
        ("8589934592", &["8589934592"]),
        ("nowhere.txt", &["can't read nowhere.txt", "a deal number, a file, or -"]),
        (&board, &["board.txt", "JD"]),
        ("", &["<BOARD>"]),
    ] {
        let ran = strata(&format!("solve {arguments}"));
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments}: {}", ran.err);
        for message in messages {
            assert!(ran.err.contains(message), "{arguments}: {message}: {}", ran.err);
        }
    }
    assert!(!Path::new("nowhere").exists());
}

#[test]
fn the_default_plan_from_a_file_comes_to_the_same() {
    let folder = quick_folder();
    let plan = file(folder.path(), "mine.plan", &strata("plans quick").out);
    for deal in ["617", "1941", "3 --freecells 2"] {
        let by_default = strata(&format!("solve {deal} --json")).json();
        let from_file = strata(&format!("solve {deal} --json --plan {plan}")).json();
        for field in ["verdict", "moves", "iterations", "stage"] {
            assert_eq!(from_file[field], by_default[field], "{deal}: {field}");
        }
    }
}

#[test]
fn a_short_solution_is_no_longer_than_the_first() {
    for deal in ["617", "1941", "7 --plan hard", "164 --freecells 0"] {
        let ran = strata(&format!("solve {deal} --short --time 200ms --memory 256MiB --json"));
        assert_eq!(ran.code, 0, "{deal}: {}", ran.err);
        let (number, freecells) = (deal.split(' ').next(), if deal.ends_with('0') { 0 } else { 4 });
        let number = number.expect("a number").parse().expect("a number");
        assert!(wins(&dealt(number, freecells), &ran.out), "{deal}");
        let found = ran.json()["counts"]["sequences"].as_u64().expect("a number");
        assert!(found <= sequences(deal), "{deal}: {found}");
    }
    // With no time at all it is the first.
    assert!(sequences("617 --short --time 1ms") <= sequences("617"));
    assert_eq!(strata("solve 11982 --short -q").code, 1);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for (arguments, code) in [
        ("solve 617 --format boards", 0),
        ("solve 617 --format fc-solve --progress", 0),
        ("solve 617 --json", 0),
        ("solve 11982", 1),
    ] {
        let (line, ended) = read_one_line(arguments);
        assert!(ended == code && line.ends_with('\n'), "{arguments}: {ended}: {line}");
    }
}

#[test]
fn a_directory_keeps_what_the_plan_does_not_settle() {
    let folder = quick_folder();
    let dir = folder.path().join("run");
    let ran = strata(&format!("solve 982 --freecells 2 --dir {} --json", dir.display()));
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert_eq!(ran.json()["verdict"], "impossible");
    let status = strata(&format!("status {} --json", dir.display()));
    assert_eq!(status.code, 0, "{}", status.err);
    assert_eq!(
        (&status.json()["status"], &status.json()["deal"]),
        (&"finished".into(), &982.into())
    );
    let certificate = folder.path().join("proof.cert");
    let export = strata(&format!("certificate export {} {}", dir.display(), certificate.display()));
    assert_eq!(export.code, 0, "{}", export.err);
    let (code, text) = verify(&certificate, None);
    assert!(code == 0 && text.starts_with("accepted: "), "{text}");

    // A directory that is in use is refused before anything is solved.
    let ran = strata(&format!("solve 617 --dir {}", dir.display()));
    assert!(ran.code == 2 && ran.out.is_empty(), "{}", ran.err);
}

/// In either kind of search. Both would go on for seconds: breadth-first until the memory is full, and over the
/// 2.7 million classes of a deal that is impossible.
#[test]
fn an_interrupted_search_ends_undecided() {
    let folder = quick_folder();
    let dry = file(folder.path(), "dry.plan", DRY_PLAN);
    for (arguments, stage, signal) in [
        ("1 --plan proof --plan-only --memory 8GiB".into(), "scans in memory", libc::SIGINT),
        (format!("8137008 --freecells 3 --plan {dry}"), "complete search", libc::SIGTERM),
    ] {
        let mut going = Going::start(&format!("solve {arguments} --time 0 --progress --json"));
        going.wait_for(stage, |going| going.err().contains(stage));
        going.signal(signal);
        let ran = going.end_within(SOON);
        assert_eq!(ran.code, 3, "{arguments}: {}", ran.err);
        let json = ran.json();
        assert_eq!(json["verdict"], "undecided");
        assert_eq!(json["because"], "it was interrupted");
    }
}
