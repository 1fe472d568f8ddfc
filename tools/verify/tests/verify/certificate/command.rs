//! The command as a user runs it.

use std::process::Command;

use serde_json::Value;

use super::by_hand::plain;

fn run(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_strata-verify"))
        .args(args)
        .output()
        .expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

/// Runs `certificate` on a file with these bytes.
fn run_on(bytes: &[u8], args: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("tiny.cert");
    std::fs::write(&path, bytes).expect("a temporary file");
    let path = path.display().to_string();
    run(&[&["certificate", path.as_str()], args].concat())
}

#[test]
fn an_accepted_certificate_ends_with_0() {
    let (code, stdout, stderr) = run_on(&plain().file(64), &[]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.starts_with("accepted: the board with 0 freecells can't be won\n"), "{stdout}");
    assert!(stdout.contains("\nstates      10\n"), "{stdout}");
    let (code, stdout, _) = run_on(&plain().file(64), &["--json"]);
    let report: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((code, &report["accepted"], &report["states"]), (0, &true.into(), &10.into()));
    assert_eq!(report["check"], "full");
}

#[test]
fn a_refused_certificate_ends_with_1_and_the_reason() {
    let bytes = plain().file(64);
    let (code, stdout, stderr) = run_on(&bytes[..100], &[]);
    assert_eq!((code, stderr.as_str()), (1, ""));
    assert_eq!(stdout, "refused: the file is damaged: the file ends too soon, at byte 100\n");
    let (code, stdout, _) = run_on(&bytes[..100], &["--json", "--sample", "3"]);
    let report: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((code, &report["accepted"]), (1, &false.into()));
    assert_eq!((&report["kind"], &report["check"]), (&"damaged".into(), &"sample".into()));
}

#[test]
fn what_is_no_certificate_ends_with_2() {
    let (code, stdout, stderr) = run_on(b"Foundations: H-0", &[]);
    assert_eq!((code, stdout.as_str()), (2, ""));
    assert!(stderr.contains("it is not a certificate"), "{stderr}");
    let (code, _, stderr) = run(&["certificate", "/nowhere/at/all.cert"]);
    assert_eq!(code, 2);
    assert!(stderr.starts_with("error: cannot read the certificate, /nowhere"), "{stderr}");
    let (code, _, _) = run(&["certificate", "."]);
    assert_eq!(code, 2);
    for args in [&["--seed", "1"][..], &["--sample", "0"], &["--autoplay"]] {
        assert_eq!(run_on(&plain().file(64), args).0, 2, "{args:?}");
    }
    assert_eq!(run(&["certificate"]).0, 2);
}

#[test]
fn a_sample_says_that_it_is_one_and_can_be_repeated() {
    let bytes = plain().file(64);
    let args = ["--sample", "20", "--seed", "9", "--json"];
    let (code, stdout, stderr) = run_on(&bytes, &args);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let report: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((&report["check"], &report["accepted"]), (&"sample".into(), &false.into()));
    assert_eq!(report["sample"]["states"], 20);
    let share = report["sample"]["share_max"].as_f64().expect("a number");
    assert!((share - 0.139_108_3).abs() < 1e-6, "{share}");
    let again: Value = serde_json::from_str(&run_on(&bytes, &args).1).expect("JSON");
    assert_eq!(report["sample"], again["sample"]);
    let (_, stdout, _) = run_on(&bytes, &["--sample", "20"]);
    assert!(stdout.contains("This was a sample, not the full check."), "{stdout}");
}

#[test]
fn the_help_teaches() {
    let (code, stdout, _) = run(&["certificate", "--help"]);
    assert_eq!(code, 0);
    for part in ["Examples:", "--sample", "Exit codes:", "A sample is no proof."] {
        assert!(stdout.contains(part), "{part}");
    }
    let (code, stdout, _) = run(&["--help"]);
    assert_eq!(code, 0);
    assert!(stdout.contains("certificate"), "{stdout}");
}
