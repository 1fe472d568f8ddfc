//! Signals: two that pause a run, one that asks how it is.

use super::{PAUSED, check, in_the_middle, logged, resume_to, status, undisturbed};
use crate::support::{Going, quick_folder};
use std::time::Duration;

const RUN: &str = "census 384243 --freecells 2 --memory 32MiB --threads 1";
/// No test of speed: a machine may be busy.
const SOON: Duration = Duration::from_secs(20);

#[test]
fn a_signal_pauses_a_run_with_a_directory() {
    let (folder, expected) = (quick_folder(), undisturbed("census 384243 --freecells 2"));
    for (name, signal) in [("int", libc::SIGINT), ("term", libc::SIGTERM)] {
        let dir = folder.path().join(name);
        let going = in_the_middle(RUN, &dir);
        going.signal(signal);
        let ran = going.end_within(SOON);
        assert_eq!(ran.code, PAUSED, "{}", ran.err);
        let command = format!("strata resume {}", dir.display());
        assert!(ran.err.contains("paused") && ran.err.contains(&command), "{}", ran.err);
        assert_eq!(ran.json()["verdict"], "undecided");
        let status = status(&dir);
        assert_eq!(status["status"], "paused");
        assert!(status["cause"].as_str().is_some_and(|cause| !cause.is_empty()), "{status}");
        // Nothing was to be written before five minutes are over, and all is there.
        assert!(status["layers"].as_array().expect("layers").len() >= 10, "{status}");
        check(&dir);
        resume_to(&dir, "--memory 64MiB --threads 2", &expected);
        assert!(!dir.join("progress").exists());
    }
}

#[test]
fn a_second_signal_leaves_at_once() {
    let (folder, expected) = (quick_folder(), undisturbed("census 384243 --freecells 2"));
    for (number, pause_ms) in [0, 3].into_iter().enumerate() {
        let dir = folder.path().join(number.to_string());
        let going = in_the_middle(&format!("{RUN} --checkpoint 20ms"), &dir);
        going.signal(libc::SIGINT);
        std::thread::sleep(Duration::from_millis(pause_ms));
        going.signal(libc::SIGINT);
        let ran = going.end_within(SOON);
        assert_eq!(ran.code, PAUSED, "{}", ran.err);
        assert!(!ran.err.contains("panic"), "{}", ran.err);
        check(&dir);
        resume_to(&dir, "", &expected);
    }
}

#[test]
fn without_a_directory_a_signal_ends_it_undecided() {
    let mut going = Going::start("census 260335719 --symmetry off --threads 1 --progress --json");
    going.wait_for("a line of progress", |going| going.err().contains("walked"));
    going.signal(libc::SIGINT);
    let ran = going.end_within(SOON);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("undecided") && !ran.err.contains("resume"), "{}", ran.err);
}

#[test]
fn the_user_signal_prints_where_the_run_is() {
    let folder = quick_folder();
    let dir = folder.path().join("run");
    let mut going = in_the_middle("census 260335719 --symmetry off --threads 1", &dir);
    going.signal(libc::SIGUSR1);
    going.wait_for("an answer", |going| going.err().contains('\n'));
    let (answer, layers) = (going.err(), logged(&dir, "layer").len());
    for part in ["strata: depth ", "groups ", "walked", "entries waiting", "of memory", "of disk"] {
        assert!(answer.contains(part), "{part}: {answer}");
    }
    assert_eq!(answer.lines().count(), 1, "{answer}");
    going.wait_for("further layers", |_| logged(&dir, "layer").len() > layers + 2);
    going.signal(libc::SIGINT);
    assert_eq!(going.end_within(SOON).code, PAUSED);
}
