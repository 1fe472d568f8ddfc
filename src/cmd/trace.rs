//! `strata trace`: the solution of a run.

use crate::exit::{Exit, Failure};
use crate::format::{MoveJson, StageJson, moves_json, size_text, stages_json};
use crate::format_arg::FormatArg;
use crate::kept::KeptRun;
use crate::print;
use serde::Serialize;
use std::path::PathBuf;
use strata_report::named::Named;

/// Print the solution of a run, or rebuild one from its records
///
/// Prints the solution that `strata prove` or `strata solve` has left in DIR. Where there is none, as after a
/// census, it looks for the first win and goes back from it to the deal over the components that were
/// recorded. The moves are played on the board before they are printed. Nothing in DIR is changed.
#[derive(clap::Args)]
#[command(after_help = "Example:
  strata prove 164 --freecells 0 --dir graph
  strata trace graph
  strata trace graph --format standard
  strata trace graph --json > solution.json; strata-verify 164 solution.json --freecells 0

Exit codes: 0 solved, 2 bad input or usage (no run, no win in it), 4 failure (disk, damage, memory).")]
pub struct Args {
    /// The directory of the run
    dir: PathBuf,
    #[command(flatten)]
    format: FormatArg,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct TraceJson {
    #[serde(flatten)]
    named: Named,
    moves: Vec<MoveJson>,
    path: Vec<StageJson>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let run = KeptRun::open(&args.dir)?;
    let Some(solution) = run.solution()? else {
        return Err(Failure::bad_input(format!(
            "{}: no state without stuck cards was reached ({})",
            args.dir.display(),
            run.manifest.status
        )));
    };
    if args.json {
        print::json(&TraceJson {
            named: Named::of(run.deal(), run.game.rules()),
            moves: moves_json(&solution),
            path: stages_json(&solution),
        })?;
    } else {
        let size = format!("solved in {}\n", size_text(&solution));
        print::text(&args.format.told(&solution, &size, ""))?;
    }
    Ok(Exit::Done)
}
