//! `strata trace`: the solution of a run, from its records.

use crate::exit::{Exit, Failure};
use crate::kept::KeptRun;
use crate::print;
use crate::run::tracing;
use crate::solved::{MoveJson, Solved, StageJson};
use fcc::trace::Tracer;
use serde::Serialize;
use std::path::PathBuf;

/// Rebuild a solution from the records of a run
///
/// Looks for the first win in DIR, goes back from it to the deal over the components that were recorded,
/// and prints the moves, which were played on the board before. Nothing in DIR is changed.
#[derive(clap::Args)]
#[command(after_help = "Example:
  strata prove 164 --freecells 0 --dir graph
  strata trace graph
  strata trace graph --json > solution.json; strata-verify 164 solution.json --freecells 0

Exit codes: 0 solved, 2 bad input or usage (no run, no win in it), 4 failure (disk, damage, memory).")]
pub struct Args {
    /// The directory of the run
    dir: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct TraceJson {
    deal: Option<u64>,
    freecells: u8,
    moves: Vec<MoveJson>,
    path: Vec<StageJson>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let run = KeptRun::open(&args.dir)?;
    let won: Vec<u32> =
        run.manifest.layers.iter().filter(|layer| layer.won).map(|layer| layer.depth).collect();
    if won.is_empty() {
        return Err(Failure::bad_input(format!(
            "{}: no state without stuck cards was reached ({})",
            args.dir.display(),
            run.manifest.status
        )));
    }
    let symmetry = run.manifest.identity.symmetry;
    let path = tracing(|control, memory_bytes| {
        Tracer::new(&run.game, &run.exists, symmetry, memory_bytes, control).solution(&won)
    })?;
    let solved = Solved::of(&run.game, path);
    if args.json {
        print::json(&TraceJson {
            deal: run.deal(),
            freecells: run.game.rules().freecells,
            moves: solved.moves_json(),
            path: solved.stages_json(),
        })?;
    } else {
        let (moves, size) = (solved.moves_text(), solved.size_text());
        print::text(&format!("solved in {size}\n\n{moves}"))?;
    }
    Ok(Exit::Done)
}
