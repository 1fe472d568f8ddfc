//! `strata report`: a page about a run.

use crate::exit::{Exit, Failure, how_to_resume};
use crate::kept::KeptRun;
use crate::print;
use crate::rules_args::GameArg;
use crate::size::bytes_text;
use crate::source::{LookArgs, graph_of};
use crate::watch;
use crate::whole_file;
use std::path::{Path, PathBuf};
use storage::manifest::Status;
use strata_report::{PlayerData, page};

/// Write an HTML page about a run
///
/// One file without anything from the network: the verdict, the deal, plots, tables, and for a solved
/// deal a player that steps through the solution. Works while the run goes on, too, with the layers that
/// are complete. Nothing in DIR is changed.
#[derive(clap::Args)]
#[command(after_help = "Example:
  strata census 164 --freecells 0 --dir graph
  strata report graph -o report.html

Exit codes: 0 done, 2 bad input or usage (no run there), 4 failure (disk, damage, memory).")]
pub struct Args {
    /// The directory of the run
    dir: PathBuf,
    /// The file to write, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    look: LookArgs,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let to_stdout = args.output == Path::new("-");
    args.game.on_planes()?;
    let run = KeptRun::open(&args.dir)?;
    args.game.expect(run.game.rules())?;
    let name = args.dir.display().to_string();
    let analysis = match run.solved_in_memory() {
        true => graph_of(&run, &name).unexplored(),
        false => args.look.analyse(&run, &name)?,
    };
    let player = match run.solution()? {
        Some(solution) => Some(PlayerData::of(&run.game, &solution).map_err(Failure::of_machine)?),
        None => None,
    };
    let note = standing(&args.dir, &run);
    let page = page(&analysis, player.as_ref(), note.as_deref());
    if to_stdout {
        print::text(&page)?;
    } else {
        whole_file::write(&args.output, page.as_bytes())?;
        let size = bytes_text(page.len() as u64);
        print::text(&format!("{}: {size}, open it in a browser\n", args.output.display()))?;
    }
    Ok(Exit::Done)
}

/// How a run stands that is not finished.
fn standing(dir: &Path, run: &KeptRun) -> Option<String> {
    match &run.manifest.status {
        Status::Finished { .. } => None,
        _ if watch::read(dir).is_some() => {
            Some("The run is going on: this is what its last checkpoint says.".into())
        }
        Status::Stopped { cause } => {
            Some(format!("The run is paused ({cause}); {}", how_to_resume(dir)))
        }
        Status::Running => Some(format!("The run ended without a word; {}", how_to_resume(dir))),
    }
}
