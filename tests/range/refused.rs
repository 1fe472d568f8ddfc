//! What `range` refuses: with exit code 2, what is wrong, and no file touched.

use super::{CSV_HEAD, by_deal, lines, lines_of};
use crate::support::{quick_folder, strata};

#[test]
fn what_is_wrong_is_told() {
    let folder = quick_folder();
    let [bad, none] = [("bad", "1\n2, 3\nx4 5\n"), ("none", "# nothing\n")].map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    });
    for (arguments, messages) in [
        ("", &["<FROM>"][..]),
        ("1", &["<TO>"]),
        ("40 1", &["the range from 40 to 1 is empty"]),
        ("0 5", &["0"]),
        ("1 8589934592", &["8589934592"]),
        ("1 5 --step 0", &["--step"]),
        ("1 5 --freecells 13", &["13"]),
        ("1 5 --resume", &["--out"]),
        ("1 5 --stop-at lost 1", &["lost is no verdict", "impossible, solvable, undecided"]),
        ("1 5 --stop-at solvable 0", &["a number above 0"]),
        ("1 5 --stop-at solvable", &["--stop-at"]),
        ("1 5 --plan fastest", &["fastest", "quick"]),
        ("1 5 --memory 1KiB", &["too little"]),
        (&format!("1 5 --deals {bad}"), &["--deals"]),
        (&format!("--step 2 --deals {bad}"), &["--deals", "--step"]),
        (&format!("--deals {bad}"), &[&bad, "line 3: x4 is no deal number"]),
        (&format!("--deals {none}"), &[&none, "no deal number in it"]),
        ("--deals nowhere.txt", &["can't read nowhere.txt"]),
    ] {
        let ran = strata(&format!("range {arguments}"));
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments}: {}", ran.err);
        for message in messages {
            assert!(ran.err.contains(message), "{arguments}: {message}: {}", ran.err);
        }
    }
}

#[test]
fn a_file_that_is_there_is_left_as_it_is() {
    let folder = quick_folder();
    let out = folder.path().join("lines");
    let range = |more: &str| strata(&format!("range {more} --out {}", out.display()));
    assert_eq!(range("1 5").code, 0);
    let before = std::fs::read(&out).expect("a file");
    for (arguments, messages) in [
        ("1 5", &["is there already", "--resume"][..]),
        ("1 9 --resume --freecells 3", &["line 1", "a run with 4 freecells, and this one has 3"]),
        ("1 9 --resume --csv", &["line 1", CSV_HEAD]),
    ] {
        let ran = range(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments}: {}", ran.err);
        for message in messages {
            assert!(ran.err.contains(message), "{arguments}: {message}: {}", ran.err);
        }
        assert_eq!(std::fs::read(&out).expect("a file"), before, "{arguments}");
    }

    let csv = folder.path().join("csv");
    assert_eq!(strata(&format!("range 1 5 --csv --out {}", csv.display())).code, 0);
    let before = std::fs::read(&csv).expect("a file");
    let ran = strata(&format!("range 1 9 --resume --out {}", csv.display()));
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("line 1") && ran.err.contains("--csv"), "{}", ran.err);
    assert_eq!(std::fs::read(&csv).expect("a file"), before);
}

#[test]
fn a_file_in_no_folder_is_a_failure_that_names_it() {
    let ran = strata("range 1 5 --out nowhere/lines");
    assert_eq!((ran.code, ran.out.as_str()), (4, ""));
    assert!(ran.err.contains("nowhere/lines"), "{}", ran.err);
}

/// Damage in the middle is no torn end: it is told, and nothing is thrown away.
#[test]
fn a_damaged_line_in_the_middle_is_told_with_its_number() {
    let folder = quick_folder();
    let out = folder.path().join("lines");
    let range = format!("range 1 9 --out {}", out.display());
    assert_eq!(strata(&range).code, 0);
    let damaged = std::fs::read_to_string(&out).expect("a file").replacen("\"deal\":4", "\"de", 1);
    std::fs::write(&out, &damaged).expect("a file");
    let ran = strata(&format!("{range} --resume"));
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("line 4"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&out).expect("a file"), damaged);
}

#[test]
fn a_torn_last_line_is_solved_again() {
    let folder = quick_folder();
    let expected = by_deal(&lines("1 9"));
    for form in ["", "--csv"] {
        let out = folder.path().join(format!("lines{form}"));
        let range = format!("range 1 9 {form} --out {}", out.display());
        assert_eq!(strata(&range).code, 0);
        let whole = std::fs::read_to_string(&out).expect("a file");
        // At each byte of the last line, and at some of the first.
        let last = whole.trim_end().rfind('\n').expect("several lines") + 1;
        for length in [0, 1, 30, last, last + 1, whole.len() - 20, whole.len() - 1] {
            std::fs::write(&out, &whole[..length]).expect("a file");
            let ran = strata(&format!("{range} --resume"));
            assert_eq!(ran.code, 0, "{form} {length}: {}", ran.err);
            let text = std::fs::read_to_string(&out).expect("a file");
            if form.is_empty() {
                assert_eq!(by_deal(&lines_of(&out)), expected, "{length}");
            }
            let but_seconds = |text: &str| -> Vec<String> {
                let fields = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
                let is_time = |at: &usize| at % 11 != 9;
                let fields: Vec<String> = text.lines().flat_map(fields).collect();
                (0..fields.len()).filter(is_time).map(|at| fields[at].clone()).collect()
            };
            if !form.is_empty() {
                assert_eq!(but_seconds(&text), but_seconds(&whole), "{length}");
            }
        }
    }
}
