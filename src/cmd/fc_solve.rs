//! `strata fc-solve`: the command line of fc-solve, which is not ours and is read in the library.

use crate::exit::{Exit, Failure};

/// Solve a board by the command line of fc-solve
///
/// Options, boards, answers and exit codes are those of fc-solve 5.0.0; docs/fc-solve.md tells what differs.
/// The binary fc-solve does the same.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    /// Options and a board, as fc-solve takes them; --help is its own
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    Ok(match strata::fc_solve::run(args.arguments.clone()) {
        0 => Exit::Done,
        _ => Exit::BadInputOfFcSolve,
    })
}
