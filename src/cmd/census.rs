//! `strata census`: the whole graph of a deal, counted.

use crate::exit::{Exit, Failure};
use crate::print;
use crate::run::{Run, exit_of};
use crate::search::Search;
use crate::search_args::SearchArgs;
use crate::stores::Records;
use fcc::census::Scope;
use std::path::Path;
use strata_report::census::Outcome;

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
  strata census 164 --freecells 0 --dir graph-164 --memory 256MiB --disk 10GiB

Words: depth is the number of irreversible steps (a stuck card that goes straight to the foundation
makes two). A group is all states that made the same ones. An FCC is a part of a group that is
connected by reversible moves. An entry is a state that an irreversible move arrives at, an exit a
move that leaves a group.

With symmetry, states that differ only by exchanging two cards of one rank and colour form a class,
and one of them is walked for all. Every count is exact and equal to that of --symmetry off.

Memory stays within --memory: what does not fit goes to disk, to DIR or else to a temporary folder
(TMPDIR) that is removed at the end. With --dir the records of all components and the statistics stay
in DIR.

The digest is a sum over all states: the same deal, rules and prune give the same digest, whatever
the symmetry, the threads or the memory.

With --dir a run can be resumed after anything: a checkpoint is written every --checkpoint, and when
Ctrl-C, SIGTERM or a full disk pauses it. A second Ctrl-C ends it at once; SIGUSR1 prints where it is.

Exit codes: 0 solvable, 1 impossible, 2 bad input or usage, 3 undecided (a limit came first, or Ctrl-C
without --dir), 4 failure, 75 paused: `strata resume DIR` resumes it.")]
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

/// How to print a census.
#[derive(Clone, Copy)]
pub struct Wanted {
    pub json: bool,
    pub csv: bool,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let search = args.search.read(false)?;
    let run = Run::start(&args.search, &search)?;
    count(search, run, Wanted { json: args.json, csv: args.csv }, args.search.dir())
}

/// Counts, from the beginning or from where an earlier process has stopped, and prints it.
pub fn count(
    search: Search,
    mut run: Run,
    wanted: Wanted,
    dir: Option<&Path>,
) -> Result<Exit, Failure> {
    let (report, used) = run.explore(&search, |explorer| {
        let records =
            if explorer.stores.has_directory() { Records::Kept } else { Records::Dropped };
        let report = explorer.stores.explore(Scope::default(), records, explorer.control)?;
        let verdict = report.verdict();
        Ok((report, verdict))
    })?;
    let Search { named, game, options, .. } = &search;
    let outcome =
        Outcome { deal: named.deal, game, symmetry: options.symmetry, report: &report, used };
    if wanted.json {
        print::json(&outcome.to_json())?;
    } else if wanted.csv {
        print::text(&outcome.to_csv())?;
    } else {
        print::text(&outcome.to_text())?;
    }
    Ok(exit_of(report.verdict(), report.full_disk.as_deref(), dir))
}
