//! The binary `fc-solve`, for programs that call the original: all of it is in the library, [`strata::fc_solve`],
//! since `strata fc-solve` does the same.

use std::process::ExitCode;

fn main() -> ExitCode {
    let word = |word: std::ffi::OsString| word.to_string_lossy().into_owned();
    ExitCode::from(strata::fc_solve::run(std::env::args_os().skip(1).map(word).collect()))
}
