//! `strata analyse`: what the graph of a deal looks like.

mod compare;
mod deals;
mod plots;

use crate::exit::{Exit, Failure};
use crate::print;
use crate::source::{SourceArgs, tell_what_is_missing};
use plots::PlotArgs;
use strata_report::analysis::text;

/// See the graph of a deal: FCC sizes, dead ends and winning FCCs by depth
///
/// Takes the directory of a run (`census --dir`, `prove --dir`), finished, paused or still at work, or
/// a board, whose graph is explored first. For every depth: groups, FCCs, states, entries, exits, growth, the
/// distribution of FCC sizes, cells in use, empty columns, stuck cards, dead ends (FCCs that no move
/// leads out of) and, where the whole graph of a solvable deal is there, the FCCs that can still win. Nothing
/// in a directory is changed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata analyse 11982
  strata analyse 164 --freecells 0 --csv > layers.csv
  strata census 1529 --freecells 1 --dir graph; strata analyse graph --json
  strata analyse 1 --depth-max 12
  strata analyse 164 --freecells 0 --plots pictures --plot-format svg --theme dark
  strata analyse compare 164@0 11982 graph
  strata range 1 1000 --freecells 0 --graphs --out deals.jsonl; strata analyse deals deals.jsonl

All numbers are exact (quantiles beyond 65,536 different sizes of a depth are rounded to twelve bits). FCCs
are named by fingerprint and the smallest key of their classes; those that are alike differ by exchanged
suits alone and have the same name.

Memory: a component at a time on each thread, and 32 bytes for each class of a component that can win; where
that does not fit, winning FCCs of the upper layers are not known, and everything else is.

Exit codes: 0 done, 2 bad input or usage, 3 a board was stopped early, 4 failure (disk, damage,
memory).")]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    other: Option<Other>,
    /// The directory of a run, a deal number, a file, or - for standard input
    #[arg(required = true)]
    what: Option<String>,
    #[command(flatten)]
    source: SourceArgs,
    /// Write JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write a line for each depth as CSV
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    plots: PlotArgs,
}

#[derive(clap::Subcommand)]
enum Other {
    Compare(compare::Args),
    Deals(deals::Args),
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let what = match (&args.other, &args.what) {
        (Some(Other::Compare(args)), _) => return compare::run(args),
        (Some(Other::Deals(args)), _) => return deals::run(args),
        (None, Some(what)) => what,
        (None, None) => return Err(Failure::bad_input("a directory or a board is wanted")),
    };
    let analysis = args.source.analyse(what)?;
    tell_what_is_missing(&analysis);
    args.plots.write(&analysis)?;
    if args.json {
        print::json(&analysis)?;
    } else if args.csv {
        print::text(&text::to_csv(&analysis))?;
    } else {
        print::text(&text::to_text(&analysis))?;
    }
    Ok(Exit::Done)
}
