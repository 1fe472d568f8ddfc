//! `strata census`: the whole graph of a deal, counted.

use crate::board_arg::NamedBoard;
use crate::census_text;
use crate::exit::{Exit, Failure};
use crate::run::{Run, Search, SearchArgs};
use crate::{print, process};
use fcc::census::{CensusOptions, CensusReport, census_in_memory};
use fcc::game::Game;

/// Explore the whole graph of a deal and count it, layer by layer
///
/// Counts every position that can be reached and reports, for every depth, the groups, the fully
/// connected components (FCCs), the entries, the live states, the largest FCC and the exits; and the
/// verdict: solvable or impossible. A solvable deal is explored to the end too.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata census 11982
  strata census 1 --freecells 2 --csv > layers.csv
  strata census position.txt --prune none --max-states 1000000 --json

Words: depth is the number of irreversible steps (a stuck card that goes straight to the foundation
makes two). A group is all states that made the same ones. An FCC is a part of a group that is
connected by reversible moves. An entry is a state that an irreversible move arrives at, an exit a
move that leaves a group.

With symmetry, states that differ only by exchanging two cards of one rank and colour form a class,
and one of them is walked for all. Every count is exact and equal to that of --symmetry off.

The digest is a sum over all states: the same deal, rules and prune give the same digest, whatever
the symmetry, the threads or the memory.

Exit codes: 0 solvable, 1 impossible, 2 bad input or usage, 3 undecided (a limit or Ctrl-C came
first), 4 failure.")]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    /// Write JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write the layers as CSV
    #[arg(long)]
    csv: bool,
}

/// What a run found and what it took.
pub struct Outcome {
    pub named: NamedBoard,
    pub game: Game,
    pub options: CensusOptions,
    pub report: CensusReport,
    pub seconds: f64,
    pub peak_memory_bytes: Option<u64>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Search { named, game, options } = args.search.read()?;
    let run = Run::start(&args.search)?;
    let report = run.explore(|control| census_in_memory(&game, options, control))?;
    let outcome = Outcome {
        named,
        game,
        options,
        report,
        seconds: run.seconds(),
        peak_memory_bytes: process::peak_memory_bytes(),
    };
    if args.json {
        print::json(&census_text::to_json(&outcome))?;
    } else if args.csv {
        print::text(&census_text::to_csv(&outcome))?;
    } else {
        print::text(&census_text::to_text(&outcome))?;
    }
    Ok(census_text::exit_of(outcome.report.verdict()))
}
