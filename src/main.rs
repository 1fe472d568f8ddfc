//! The binary `strata`: arguments, a call into the library, printing, an exit code. No search and no
//! bytes of files are here.

mod board_arg;
mod census_text;
mod cli;
mod cmd;
mod exit;
mod kept;
mod print;
mod process;
mod progress;
mod run;
mod size;
mod solved;
mod stores;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(exit) => exit.into(),
        Err(failure) => {
            eprintln!("strata: {}", failure.message);
            failure.exit.into()
        }
    }
}
