//! The binary `strata`: arguments, calls into the library, printing, an exit code.

mod beside;
mod board_arg;
mod cli;
mod cmd;
mod exit;
mod format_arg;
mod kept;
mod log;
mod optimum;
mod print;
mod progress;
mod range;
mod rules_args;
mod run;
mod search;
mod search_args;
mod solver_args;
mod source;
mod stage_line;
mod watch;
mod whole_file;

use std::process::ExitCode;
use strata::{checkpoints, format, memory, process, size, solved, solver, stores, watcher};

fn main() -> ExitCode {
    match cli::run() {
        Ok(exit) => exit.into(),
        Err(failure) => {
            print::notice(&format!("strata: {}\n", failure.message));
            failure.exit.into()
        }
    }
}
