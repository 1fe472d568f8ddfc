//! The binary `strata`: arguments, a call into the library, printing, an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    match strata::cli::run() {
        Ok(exit) => exit.into(),
        Err(failure) => {
            strata::print::notice(&format!("strata: {}\n", failure.message));
            failure.exit.into()
        }
    }
}
