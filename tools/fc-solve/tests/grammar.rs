//! Options, files, presets and pages.

use crate::support::{deal, ours, ours_with_notes, theirs, verdict};
use fcc::rules::FREECELL;
use std::fs;
use std::process::Command;

#[test]
fn unknown_and_incomplete_options_are_refused_by_name() {
    for arguments in
        ["--foo", "-p -zz", "-mi", "-g nothing", "-l nothing", "-me nothing", "--help-board"]
    {
        let refused = ours(arguments, "");
        assert_eq!((refused.code, refused.out.as_str()), (255, ""), "{arguments}");
        let word = arguments.split(' ').next_back().expect("a word");
        assert!(refused.err.contains(&format!("\"{word}\"")), "{}", refused.err);
        if let Some(theirs) = theirs(arguments, "") {
            assert_eq!((theirs.code, theirs.err.trim()), (255, refused.err.trim()), "{arguments}");
        }
    }
}

#[test]
fn every_option_of_the_usage_page_is_taken() {
    let text = deal(FREECELL, 24).to_text();
    let lines = [
        "-p -t -c -m -sn -pi -sel -hoi --max-iters 100000 --max-depth 5 --max-stored-states 900000",
        "--parseable-output --display-10-as-t --canonized-order-output --display-moves --standard-notation",
        "--standard-notation-extended --display-states-and-moves --display-parent-iter --show-exceeded-limits",
        "--hint-on-intractable --trim-max-stored-states 100000 -tmss 100000 -md 5 -mss 900000",
        "--method a-star --a-star-weights 0.5,0,0.3,0,0.2,0 -seed 5 --set-pruning r:tf -sp r:tf -mi 100000",
        "--tests-order 0123456789 --depth-tests-order 5,0123 --depth-tests-order2 8,01[23] -dto 5,01 -dto2 9,01",
        "--optimize-solution -opt --optimization-tests-order 0123 -opt-to 0123 --reparent-states --calc-real-depth",
        "--patsolve-x-param 0,5 --patsolve-y-param 0,0.5 --scans-synergy dead-end-marks --cache-limit 1000",
        "--st-name a -step 100 -nst --soft-thread-step 50 --st-name b -me random-dfs --prelude 50@b,10@a",
        "-nht -me bfs -ni -me dfs -nf -me patsolve --next-soft-thread --next-hard-thread --next-instance --next-flare",
        "--flare-name x --flares-plan Run:500@x --flares-choice fcpro -fif 2 --flares-iters-factor 2",
        "--game freecell --preset freecell --freecells-num 4 --stacks-num 8 --decks-num 1",
        "--sequences-are-built-by alternate_color --sequence-move limited --empty-stacks-filled-by all --reset -m",
        "-l cookie-monster",
        "--load-config video-editing -m",
        "-l tft",
        "-l the-iglu-cabal -me a-star",
    ];
    for line in lines {
        let answer = ours(line, &text);
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{line}");
        assert_eq!(verdict(&answer.out), "This game is solveable.", "{line}");
    }
}

#[test]
fn what_has_no_meaning_is_said_on_standard_error_unless_it_is_to_be_quiet() {
    let text = deal(FREECELL, 24).to_text();
    let answer = ours_with_notes("--cache-limit 7 -m -", &text);
    assert!(answer.err.contains("--cache-limit has no meaning here"), "{}", answer.err);
    assert_eq!(ours("--cache-limit 7 -m -", &text).err, "");
    assert!(ours_with_notes("-m", &text).err.contains("standard input"));
}

#[test]
fn options_come_from_files_and_from_presets_of_the_user() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("board"), deal(FREECELL, 24).to_text()).expect("a file");
    fs::write(path("options"), "skip me \\\n-m \"-sn\" # names\n").expect("a file");
    fs::write(
        path("presetrc"),
        format!(
            "dir={}\nname=mine\nname=m\ncommand=--read-from-file 2,options\n",
            folder.path().display()
        ),
    )
    .expect("a file");
    let direct = format!("-m -sn {}", path("board").display());
    let expected = ours(&direct, "").out;
    let from_file =
        format!("--read-from-file 2,{} {}", path("options").display(), path("board").display());
    assert_eq!(ours(&from_file, "").out, expected);
    let output = Command::new(env!("CARGO_BIN_EXE_fc-solve"))
        .args(["-l", "m", "-o"])
        .arg(path("answer"))
        .arg(path("board"))
        .env("FREECELL_SOLVER_PRESETRC", path("presetrc"))
        .output()
        .expect("the binary starts");
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(fs::read_to_string(path("answer")).expect("a file"), expected);
    assert_eq!(ours("--read-from-file nothing.rc", "").code, 255);
}

/// The scans that come with the original, where they are installed, are read as they are.
#[test]
fn presets_of_the_original_are_read_from_their_files() {
    let Ok(folder) = fs::read_dir("/usr/share/freecell-solver/presets") else {
        println!("left out: fc-solve is not installed");
        return;
    };
    let text = deal(FREECELL, 617).to_text();
    for file in folder {
        let path = file.expect("a name").path();
        let skip = if path.to_string_lossy().contains("john_galt") { 6 } else { 4 };
        let answer = ours(&format!("--read-from-file {skip},{} -m", path.display()), &text);
        assert_eq!(answer.err, "", "{}", path.display());
        assert_eq!(verdict(&answer.out), "This game is solveable.", "{}", path.display());
    }
}

#[test]
fn pages_and_version_are_what_callers_look_for() {
    for page in ["--help", "-h", "--help-summary", "--help-options"] {
        assert!(ours(page, "").out.starts_with("fc-solve "), "{page}");
    }
    for page in ["--help-configs", "--help-short-sol", "--help-problems", "--help-real-help"] {
        let answer = ours(page, "");
        assert!(answer.code == 0 && !answer.out.is_empty(), "{page}");
    }
    let version = ours("--version", "").out;
    let (_, numbers) = version.split_once("version ").expect("a version");
    let numbers: Vec<u32> =
        numbers.trim().split('.').map(|part| part.parse().expect("a number")).collect();
    assert!(numbers.len() == 3 && numbers >= vec![4, 20, 0], "{version}");
}
