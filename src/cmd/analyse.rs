//! `strata analyse`: what the graph of a deal looks like.

use crate::analysis::source::{SourceArgs, tell_what_is_missing};
use crate::analysis::text;
use crate::exit::{Exit, Failure};
use crate::print;

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

All numbers are exact (quantiles beyond 65,536 different sizes of a depth are rounded to twelve bits). FCCs
are named by fingerprint and the smallest key of their classes; those that are alike differ by exchanged
suits alone and have the same name.

Memory: a component at a time on each thread, and 32 bytes for each class of a component that can win; where
that does not fit, winning FCCs of the upper layers are not known, and everything else is.

Exit codes: 0 done, 2 bad input or usage, 3 stopped before a layer was complete, 4 failure (disk, damage,
memory).")]
pub struct Args {
    /// The directory of a run, a deal number, a file, or - for standard input
    what: String,
    #[command(flatten)]
    source: SourceArgs,
    /// Write JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write a line for each depth as CSV
    #[arg(long)]
    csv: bool,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let analysis = args.source.analyse(&args.what)?;
    tell_what_is_missing(&analysis);
    if args.json {
        print::json(&analysis)?;
    } else if args.csv {
        print::text(&text::to_csv(&analysis))?;
    } else {
        print::text(&text::to_text(&analysis))?;
    }
    Ok(Exit::Done)
}
