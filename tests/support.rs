//! Running `strata` and looking at what it did.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};

pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// Runs `strata` with these arguments (split at blanks) and this standard input.
pub fn strata_with_input(arguments: &str, input: &str) -> Ran {
    run(arguments, input, &[])
}

/// Runs `strata` with these variables in its environment.
pub fn strata_in(arguments: &str, environment: &[(&str, &OsStr)]) -> Ran {
    run(arguments, "", environment)
}

fn run(arguments: &str, input: &str, environment: &[(&str, &OsStr)]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_strata"))
        .args(arguments.split_whitespace())
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the binary ends");
    Ran {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

pub fn strata(arguments: &str) -> Ran {
    strata_with_input(arguments, "")
}
