//! Exit codes, the only place where they are numbers.

use std::process::ExitCode;

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
    /// Paused, and can be resumed. No command pauses yet; the number is taken.
    Paused = 75,
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
}
