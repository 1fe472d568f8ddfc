//! Exit codes, the only place where they are numbers.

use fcc::rules::Rules;
use fcc::verdict::StopReason;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use storage::directory::DirectoryError;
use strata_report::shell_word;

/// How the program ended, for the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Solvable, or done where there is no verdict.
    Done = 0,
    /// The deal is impossible.
    Impossible = 1,
    /// Bad input or bad usage.
    BadInput = 2,
    /// A limit came before the verdict.
    Undecided = 3,
    /// The disk or the memory failed.
    Failure = 4,
    /// Paused, and can be resumed.
    Paused = 75,
    /// Bad input of `strata fc-solve`, as the program says it whose place it takes.
    BadInputOfFcSolve = 255,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not do its work: a message for the user and the code to leave with.
#[derive(Debug)]
pub struct Failure {
    pub exit: Exit,
    pub message: String,
}

impl Failure {
    pub fn bad_input(message: impl ToString) -> Failure {
        Failure { exit: Exit::BadInput, message: message.to_string() }
    }

    pub fn of_machine(message: impl ToString) -> Failure {
        Failure { exit: Exit::Failure, message: message.to_string() }
    }

    /// A run that can be resumed.
    pub fn paused(cause: StopReason, message: impl Display, dir: &Path) -> Failure {
        let message = format!("paused: {cause}\nstrata: {message}\nstrata: {}", how_to_resume(dir));
        Failure { exit: Exit::Paused, message }
    }
}

/// How to resume a run.
pub fn how_to_resume(dir: &Path) -> String {
    format!("resume it with: strata resume {}", shell_word(&dir.display().to_string()))
}

/// A run directory that can't be used: damage and the disk are failures, the rest is what was asked for.
pub fn directory_failure(error: DirectoryError) -> Failure {
    match error {
        DirectoryError::Io { .. } => Failure::of_machine(error),
        error if error.is_damage() => Failure::of_machine(error),
        error => Failure::bad_input(error),
    }
}

/// Refuses a game that the search by layers does not hold, where that search or its plans are asked for.
pub fn needs_planes(rules: Rules) -> Result<(), Failure> {
    rules.on_planes().map_err(|refused| {
        Failure::bad_input(format!(
            "{refused}: `deal`, `show`, `solve`, `hint` and `range` take it, without --of, --plan, --short, --dir \
             and --graphs"
        ))
    })
}

/// Refuses what needs records that last, where the program was built without RocksDB.
pub fn needs_rocksdb() -> Result<(), Failure> {
    match storage::HAS_ROCKSDB {
        true => Ok(()),
        false => Err(Failure::bad_input(
            "the directory of a run needs RocksDB, and this program was built without it: build it with \
             `cargo build --release` (the feature `rocksdb`, on by default)",
        )),
    }
}
