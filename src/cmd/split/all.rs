//! `strata split all`: drives a folder to the verdict.

use super::{DirArg, SortArgs, failure};
use crate::exit::{Exit, Failure};
use crate::format::{moves_json, size_text, standard};
use crate::format_arg::FormatArg;
use crate::print::{self, count, grouped};
use crate::process::{anonymous_memory_bytes, peak_memory_bytes};
use crate::run::exit_of;
use fcc::census::Verdict;
use fcc::solution::Solution;
use split::SplitDeal;
use split::drive::{Driver, lock, report, solution};
use split::total::Total;
use strata_report::census::{DiskUsed, Outcome, Used};

/// Explore everything, with several processes at a time, to the verdict
///
/// Can be started again after anything: what was done is in the folder.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 solvable, 1 impossible, 2 bad input or usage, 4 failure.

The time that is reported is that of this driver and of those before it on the folder; the memory is that of
this process alone, without the processes that it starts.")]
pub struct Args {
    #[command(flatten)]
    dir: DirArg,
    /// Processes at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    #[command(flatten)]
    sort: SortArgs,
    /// Give up a group that has more states (about fifty bytes each) or, with symmetry on, more
    /// classes (about 150)
    #[arg(long, value_name = "N")]
    max_states: Option<usize>,
    #[command(flatten)]
    format: FormatArg,
    /// Write JSON, as `strata census` does, with the moves of a solution
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let folder = args.dir.folder();
    let deal = folder.deal().map_err(failure)?;
    let _lock = lock(&folder).map_err(failure)?;
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let program = std::env::current_exe()
        .map_err(|error| Failure::of_machine(format!("can't find this program: {error}")))?;
    let driver = Driver {
        folder: &folder,
        deal: &deal,
        jobs: args.jobs.map_or_else(processors, usize::from),
        program: &program,
        sort_bytes_max: args.sort.bytes_max(),
        states_max: args.max_states,
        merged: &tell,
    };
    let spent = driver.run().map_err(failure)?;
    let report = report(&folder, &deal).map_err(failure)?;
    let solution = solution(&folder, &deal).map_err(failure)?;
    let solution = solution.map(|steps| Solution::of(deal.game.deal(), &steps));
    let verdict = report.verdict();
    assert_eq!(verdict == Verdict::Solvable, solution.is_some(), "a win has a way to it");
    let used = Used {
        seconds: spent.as_secs_f64(),
        peak_memory_bytes: peak_memory_bytes(),
        peak_anonymous_memory_bytes: anonymous_memory_bytes(),
        disk: DiskUsed {
            peak_bytes: split::status::bytes(&folder.root).map_err(failure)?,
            ..DiskUsed::default()
        },
    };
    let SplitDeal { name, game, symmetry } = &deal;
    let outcome = Outcome { deal: *name, game, symmetry: *symmetry, report: &report, used };
    if args.json {
        let moves = solution.as_ref().map(moves_json);
        print::json(&outcome.to_json().with_moves(moves))?;
    } else {
        let text = outcome.to_text();
        print::text(&match (&solution, args.format.format) {
            (Some(solution), Some(form)) => form.text(solution),
            (Some(solution), None) => {
                let (size, moves) = (size_text(solution), standard::singles_text(solution));
                format!("{text}\nsolved in {size}\n\n{moves}")
            }
            (None, _) => text,
        })?;
    }
    Ok(exit_of(verdict, report.full_disk.as_deref(), None))
}

/// A line for each depth, on standard error.
fn tell(total: &Total) {
    print::notice(&format!(
        "depth {}: {}, {}, {} states\n",
        total.depth,
        count(total.tally.groups, "group"),
        count(total.tally.fccs, "FCC"),
        grouped(total.tally.states)
    ));
}
