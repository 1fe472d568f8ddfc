//! Nothing lost: runs that are killed, stopped, out of room or damaged, and what they come to.

mod damage;
mod full;
mod kill;
mod signals;
mod status;
mod writer;

use crate::support::{Going, Ran, findings, strata};
use serde_json::Value;
use std::path::Path;

/// The exit code of a run that can be resumed.
const PAUSED: i32 = 75;

/// What a run comes to that nothing happens to.
fn undisturbed(run: &str) -> Value {
    let ran = strata(&format!("{run} --json"));
    assert!([0, 1].contains(&ran.code), "{run}: {}", ran.err);
    findings(&ran.json())
}

/// Goes on with a run to its end.
fn resume(dir: &Path, how: &str) -> Ran {
    strata(&format!("resume {} --json {how}", dir.display()))
}

/// Goes on with a run to its end, which has to come to this.
fn resume_to(dir: &Path, how: &str, expected: &Value) {
    let ran = resume(dir, how);
    assert!([0, 1].contains(&ran.code), "resume {how}: exit code {}: {}", ran.code, ran.err);
    assert_eq!(&findings(&ran.json()), expected, "resume {how}");
}

fn status(dir: &Path) -> Value {
    let ran = strata(&format!("status {} --json", dir.display()));
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.json()
}

/// All is well in there.
fn check(dir: &Path) {
    let ran = strata(&format!("check {}", dir.display()));
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("all is well"), "{}", ran.out);
}

/// Lines of the log of a run with this event.
fn logged(dir: &Path, event: &str) -> Vec<String> {
    let text = std::fs::read_to_string(dir.join("log")).unwrap_or_default();
    let event = format!(" INFO {event} ");
    text.lines().filter(|line| line.contains(&event)).map(str::to_owned).collect()
}

/// Starts a run that takes some seconds, and waits until it is in the middle.
fn in_the_middle(arguments: &str, dir: &Path) -> Going {
    let mut going = Going::start(&format!("{arguments} --json --dir {}", dir.display()));
    going.wait_for("ten layers", |_| logged(dir, "layer").len() >= 10);
    going
}
