//! Runs the program as a user does and looks at what it prints and how it exits.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use strata_verify::rules::games::GAMES;

struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

fn run_with_input(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_strata-verify"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end without reading its input; the pipe is broken then.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Run {
        code: output.status.code().expect("an exit code, not a signal"),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

fn run(args: &[&str]) -> Run {
    run_with_input(args, "")
}

fn data(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name).display().to_string()
}

fn data_text(name: &str) -> String {
    std::fs::read_to_string(data(name)).expect("test data")
}

struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Scratch {
        Scratch(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), contents).expect("a temporary file");
        self.path(name).display().to_string()
    }
}

#[test]
fn a_solution_of_deal_1_is_valid_in_both_formats() {
    let notation = run(&["1", &data("deal-1.txt")]);
    assert_eq!(
        (notation.code, notation.stdout.as_str(), notation.stderr.as_str()),
        (0, "valid: 112 moves\n", "")
    );
    let json = run(&["1", &data("deal-1.json")]);
    assert_eq!((json.code, json.stdout.as_str()), (0, "valid: 172 moves\n"));
}

#[test]
fn a_solution_without_automatic_moves_is_valid_with_autoplay() {
    let with = run(&["1", &data("deal-1-autoplay.txt"), "--autoplay"]);
    assert_eq!((with.code, with.stdout.as_str()), (0, "valid: 64 moves\n"));
    let without = run(&["1", &data("deal-1-autoplay.txt")]);
    assert_eq!(without.code, 1);
    // Move 8 puts up AC, which autoplay has done already.
    let twice = run(&["1", &data("deal-1.txt"), "--autoplay"]);
    assert_eq!(twice.code, 1);
    assert!(twice.stdout.starts_with("invalid: move 8 (6h): "), "{}", twice.stdout);
}

#[test]
fn eleven_columns_and_two_freecells_are_valid() {
    let board = data("eleven-columns-board.txt");
    assert_eq!(run(&[&board, &data("eleven-columns.txt")]).stdout, "valid: 94 moves\n");
    assert_eq!(run(&[&board, &data("eleven-columns.json")]).code, 0);
    let one = run(&[&board, &data("eleven-columns.txt"), "--freecells", "1"]);
    assert_eq!(one.code, 1);
    assert!(
        one.stdout
            .starts_with("invalid: move 2 (1b): there is no cell b: the game has 1 freecell\n")
    );
}

#[test]
fn blank_lines_that_may_be_columns_are_refused_until_the_number_is_told() {
    // Seven columns are empty and written as blank lines, as PySolFC does. Read as a board of one
    // column without cells, this is lost; it was called impossible once.
    let board = format!("Founds: H-K C-K D-K S-J\n{}QS KS\n", "\n".repeat(7));
    let scratch = Scratch::new();
    let solution = scratch.file("solution", "81 8h 1h");
    let refused = run_with_input(&["-", &solution, "--freecells", "0"], &board);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("lines 2 to 8 are blank: 8 columns if"), "{}", refused.stderr);
    let told = run_with_input(&["-", &solution, "--freecells", "0", "--columns", "8"], &board);
    assert_eq!((told.code, told.stdout.as_str()), (0, "valid: 3 moves\n"), "{}", told.stderr);
    let one = run_with_input(&["-", &solution, "--freecells", "0", "--columns", "1"], &board);
    assert!(one.stdout.contains("there is no column 8: the board has 1 column"), "{}", one.stdout);
    for columns in ["0", "19", "x"] {
        assert_eq!(run(&["1", &solution, "--columns", columns]).code, 2);
    }
}

#[test]
fn a_numbered_deal_may_be_dealt_into_other_columns() {
    let solution = data("eleven-columns.txt");
    let eleven = run(&["1", &solution, "--columns", "11", "--freecells", "2"]);
    assert_eq!((eleven.code, eleven.stdout.as_str()), (0, "valid: 94 moves\n"));
    assert_eq!(run(&["1", &solution, "--freecells", "2"]).code, 1);
}

#[test]
fn what_fc_solve_prints_has_the_same_exit_codes() {
    let sentences = data_text("fc-solve/m.txt");
    let valid = run_with_input(&["303", "-", "--json"], &sentences);
    assert_eq!((valid.code, valid.stdout.as_str()), (0, "{\"valid\":true,\"moves\":111}\n"));
    let shown = run(&["303", &data("fc-solve/p-t-sam.txt")]);
    assert_eq!((shown.code, shown.stdout.as_str()), (0, "valid: 111 moves\n"));
    let other = run(&["304", &data("fc-solve/p-t-sam.txt")]);
    assert_eq!(other.code, 1);
    let expected =
        "invalid: the position on line 3 is not the board that is to be solved: column 1";
    assert!(other.stdout.starts_with(expected), "{}", other.stdout);
    let wrong =
        run_with_input(&["303", "-"], &sentences.replacen("Move 2 cards", "Move 9 cards", 1));
    assert_eq!(wrong.code, 1);
    assert!(wrong.stdout.contains("9 cards to move, but 2 at the end of"), "{}", wrong.stdout);
    let none = run_with_input(&["11982", "-"], "I could not solve this game.\n");
    assert_eq!((none.code, none.stdout.as_str()), (2, ""));
    assert!(none.stderr.contains("there is no solution in this text"), "{}", none.stderr);
}

#[test]
fn either_input_may_come_from_standard_input() {
    let board = data("eleven-columns-board.txt");
    let solution = data("eleven-columns.txt");
    assert_eq!(run_with_input(&["-", &solution], &data_text("eleven-columns-board.txt")).code, 0);
    assert_eq!(run_with_input(&[&board, "-"], &data_text("eleven-columns.txt")).code, 0);
    let both = run(&["-", "-"]);
    assert_eq!(both.code, 2);
    assert!(both.stderr.contains("cannot both be -"), "{}", both.stderr);
}

#[test]
fn an_illegal_move_is_named_with_its_reason_and_the_position() {
    let wrong = run_with_input(&["1", "-"], "1a 1b 13 26");
    assert_eq!(wrong.code, 1);
    let expected = "\
invalid: move 3 (13): 3S does not go on 2H: needs the other colour and one rank higher
Foundations: C-0 D-0 H-0 S-0
Freecells: 6S 6D -- --
: JD KD 2S 4C 3S
: 2D KC KS 5C TD 8S 9C
: 9H 9S 9D TS 4S 8D 2H
: JC 5S QD QH TH QS 6H
: 5D AD JS 4H 8H 6C
: 7H QC AS AC 2C 3D
: 7C KH AH 4D JH 8C
: 5H 3H 3C 7S 7D TC
";
    assert_eq!(wrong.stdout, expected);
}

#[test]
fn the_printed_position_is_a_board_that_reads_back() {
    let wrong = run_with_input(&["1", "-"], "1a 1b 1c 1d 1e");
    let (first, position) = wrong.stdout.split_once('\n').expect("two parts");
    assert_eq!(first, "invalid: move 5 (1e): there is no cell e: the game has 4 freecells");
    let solution = data("deal-1.txt");
    let again = run_with_input(&["-", &solution], position);
    assert!(
        again.stdout.starts_with("invalid: move 1 (1a): cell a is occupied by 6S\n"),
        "{}",
        again.stdout
    );
    assert!(again.stdout.ends_with(position));
}

#[test]
fn legal_moves_that_do_not_win_are_invalid() {
    let text = data_text("deal-1.txt");
    let unfinished = run_with_input(&["1", "-"], text.trim_end().trim_end_matches("dh"));
    assert_eq!(unfinished.code, 1);
    let expected = "invalid: all 111 moves are legal but the game is not won: \
        51 of 52 cards are in the foundations\nFoundations:";
    assert!(unfinished.stdout.starts_with(expected), "{}", unfinished.stdout);
    assert_eq!(run_with_input(&["1", "-"], "").code, 1);
}

#[test]
fn json_output_has_the_same_verdicts() {
    let parse = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let valid = run(&["1", &data("deal-1.txt"), "--json"]);
    assert_eq!((valid.code, valid.stdout.as_str()), (0, "{\"valid\":true,\"moves\":112}\n"));
    let wrong = run_with_input(&["1", "-", "--json"], "1a 1a");
    let report = parse(&wrong.stdout);
    assert_eq!(
        (wrong.code, &report["valid"], &report["moves"]),
        (1, &Value::from(false), &Value::from(2))
    );
    assert_eq!((&report["bad_move"], &report["move"]), (&Value::from(2), &Value::from("1a")));
    assert_eq!(report["reason"], "cell a is occupied by 6S");
    assert!(report["position"].as_str().expect("text").starts_with("Foundations:"));
    let unfinished = run_with_input(&["1", "-", "--json"], "1a");
    assert_eq!((unfinished.code, &parse(&unfinished.stdout)["bad_move"]), (1, &Value::Null));
}

#[test]
fn faults_of_board_and_solution_are_named_together() {
    let scratch = Scratch::new();
    let board = scratch.file("board", "5X AC AC\n");
    let solution = scratch.file("solution", "26 zz\n3");
    let run = run(&[&board, &solution]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    for part in ["line 1: `5X`", "duplicate card: AC", "missing: AD", "line 1: `zz`", "line 2: `3`"]
    {
        assert!(run.stderr.contains(part), "{part} in {}", run.stderr);
    }
}

#[test]
fn inputs_that_cannot_be_read_exit_with_2() {
    let scratch = Scratch::new();
    let solution = data("deal-1.txt");
    let binary = scratch.file("binary", b"5H\xff\xfe");
    let folder = scratch.0.path().display().to_string();
    let missing = scratch.path("missing").display().to_string();
    for (board, solution, part) in [
        ("0", solution.as_str(), "there is no deal 0"),
        ("8589934592", &solution, "deals are numbered 1 to 8589934591"),
        ("99999999999999999999999", &solution, "there is no deal 99999999999999999999999"),
        (&missing, &solution, "cannot read the board"),
        ("1", &missing, "cannot read the solution"),
        ("1", &folder, "cannot read the solution"),
        (&binary, &solution, "not UTF-8 text: bad byte at offset 2"),
        ("1", &binary, "not UTF-8 text: bad byte at offset 2"),
        ("", &solution, "cannot read the board"),
    ] {
        let run = run(&[board, solution]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{board} {solution}");
        assert!(run.stderr.contains(part), "{part} in {}", run.stderr);
    }
}

#[test]
fn an_input_over_64_mebibytes_is_refused() {
    let scratch = Scratch::new();
    let large = scratch.file("large", "");
    let file = std::fs::OpenOptions::new().write(true).open(&large).expect("the file");
    file.set_len((64 << 20) + 1).expect("a sparse file");
    let run = run(&["1", &large]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("larger than 67108864 bytes (64 MiB)"), "{}", run.stderr);
}

#[test]
fn usage_errors_exit_with_2_and_help_with_0() {
    for args in [
        &["1"][..],
        &[],
        &["1", "2", "3"],
        &["1", "x", "--freecells", "13"],
        &["1", "x", "--nonsense"],
    ] {
        assert_eq!(run(args).code, 2, "{args:?}");
    }
    let help = run(&["--help"]);
    assert_eq!(help.code, 0);
    assert!(help.stdout.contains("Examples:") && help.stdout.contains("Exit codes:"));
    assert!(run(&["--version"]).stdout.starts_with("strata-verify "));
}

#[test]
fn a_game_is_told_by_name_or_by_parts() {
    let solution = data("fc-solve/eight_off-7-m-sn.txt");
    let valid = run(&["7", &solution, "--game", "eight_off"]);
    assert_eq!((valid.code, valid.stderr.as_str()), (0, ""), "{}", valid.stdout);
    assert_eq!(run(&["7", &solution]).code, 1);
    // The rules of a game in parts, but dealt as FreeCell is.
    let bakers = data("fc-solve/bakers_game-2-m-snx.txt");
    assert_eq!(run(&["2", &bakers, "--game", "bakers_game"]).code, 0);
    assert_eq!(run(&["2", &bakers, "--build", "suit"]).code, 0);
    let kings = run(&["2", &bakers, "--game", "bakers_game", "--fill", "kings"]);
    assert_eq!(kings.code, 1);
    assert!(kings.stdout.contains(": only a king may be put into an empty column, and "));
    let relaxed = data("fc-solve/relaxed_freecell-2-m.txt");
    assert_eq!(run(&["2", &relaxed, "--sequences", "unlimited"]).code, 0);
    assert_eq!(
        run(&["2", &relaxed, "--sequences", "limited", "--game", "relaxed_freecell"]).code,
        1
    );
    for (args, part) in [
        (&["--game", "spider"][..], "there are freecell, relaxed_freecell, forecell, "),
        (&["--build", "colour"], "alternate, suit, rank"),
        (&["--decks", "3"], "1..=2"),
        (&["--game", "der_katz", "--decks", "1"], "der_katz is dealt to 9 columns with two decks"),
        (&["--fill", "nothing"], "any, kings, none"),
        (&["--sequences", "some"], "limited, unlimited, runs"),
        (
            &["--game", "eight_off", "--freecells", "3"],
            "4 cards are dealt to cells, but there are 3",
        ),
    ] {
        let run = run(&[&["7", solution.as_str()], args].concat());
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.stderr.contains(part), "{part} in {}", run.stderr);
    }
}

#[test]
fn a_board_tells_its_game_and_flags_win() {
    let boards = include_str!("../../../../tests/data/games/boards.txt");
    let board = boards.split("= ").find_map(|part| part.strip_prefix("seahaven 2\n"));
    let board = board.expect("a board");
    let solution = data("fc-solve/seahaven-2-m-sn.txt");
    let told = |lines: &str, args: &[&str]| {
        run_with_input(&[&["-", solution.as_str()], args].concat(), &format!("{lines}{board}"))
    };
    assert_eq!(told("# game: seahaven_towers\n", &[]).code, 0);
    let rules = "# Rules: columns 10, fill kings, build suit\n";
    assert_eq!(told(rules, &[]).code, 0);
    assert_eq!(told("", &["--game", "seahaven"]).code, 0);
    assert_eq!(told("# game: fan\n", &["--game", "seahaven"]).code, 0);
    assert_eq!(told("# game: fan\n", &["--columns", "10", "--freecells", "4"]).code, 0);
    assert_eq!(told("# game: seahaven\n", &["--build", "alternate"]).code, 1);
    assert_eq!(told("", &["--freecells", "4", "--build", "suit", "--fill", "kings"]).code, 0);
    let refused = told("# game: seahaven\n# rules: fill any\n", &[]);
    assert_eq!(refused.code, 2);
    let words = "line 2: the game or the rules are told a second time, the first is line 1";
    assert!(refused.stderr.contains(words), "{}", refused.stderr);
}

#[test]
fn autoplay_is_for_alternate_colours_and_pysol_for_numbers() {
    let solution = data("fc-solve/eight_off-7-m-sn.txt");
    let autoplay = run(&["7", &solution, "--game", "eight_off", "--autoplay"]);
    assert_eq!((autoplay.code, autoplay.stdout.as_str()), (2, ""));
    assert!(autoplay.stderr.contains("freecells 8, columns 8, build suit"), "{}", autoplay.stderr);
    let solution = data("deal-1-autoplay.txt");
    let alternate = run(&["1", &solution, "--autoplay", "--fill", "kings"]);
    assert_eq!(alternate.code, 1);
    let words =
        "invalid: move 21 (16): 2 cards to move but only 1 fits: 0 free cells\nFoundations: ";
    assert!(alternate.stdout.starts_with(words), "{}", alternate.stdout);
    let board = data("eleven-columns-board.txt");
    let pysol = run(&[&board, &data("eleven-columns.txt"), "--pysol"]);
    assert_eq!(pysol.code, 2);
    assert!(pysol.stderr.contains("BOARD is no number"), "{}", pysol.stderr);
    let column = |args: &[&str]| {
        let run = run_with_input(args, "");
        assert_eq!(run.code, 1, "{}", run.stderr);
        run.stdout.lines().find_map(|line| Some(line.strip_prefix(": ")?.to_owned()))
    };
    assert_eq!(column(&["32001", "-", "--pysol"]).as_deref(), Some("4C JC 7S QD 9D 6C 3S"));
    assert_ne!(column(&["32001", "-"]), column(&["32001", "-", "--pysol"]));
    assert_eq!(column(&["32000", "-"]), column(&["32000", "-", "--pysol"]));
    let large = run(&["18446744073709551616", "-", "--pysol"]);
    assert!(large.stderr.contains("deals are numbered 1 to 18446744073709551615"));
}

#[test]
fn json_that_is_for_other_rules_is_refused() {
    let text = data_text("deal-1.json");
    let rules = |text: &str| format!("\"rules\":\"{text}\"");
    let usual = "freecells 4, columns 8, build alternate, fill any, sequences limited";
    let with = |told: &str| text.replacen('{', &format!("{{{},", rules(told)), 1);
    assert_eq!(run_with_input(&["1", "-"], &with(usual)).code, 0);
    let other = run_with_input(&["1", "-"], &with(&usual.replace("limited", "unlimited")));
    assert_eq!(other.code, 1);
    let expected = "invalid: the solution is by the rules `freecells 4, columns 8, build alternate, \
        fill any, sequences unlimited`, but the board is by `freecells 4, columns 8, build \
        alternate, fill any, sequences limited` (see --game relaxed_freecell)\nFoundations:";
    assert!(other.stdout.starts_with(expected), "{}", other.stdout);
    let bad = run_with_input(&["1", "-"], &with("build colour"));
    assert_eq!(bad.code, 2);
    let help = run(&["--help"]).stdout;
    for part in ["--game", "--build", "--fill", "--sequences", "--decks", "--pysol", "# rules:"]
        .into_iter()
        .chain(GAMES.iter().map(|game| game.name))
    {
        assert!(help.contains(part), "{part}");
    }
}
