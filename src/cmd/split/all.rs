//! `strata split all`: drives a folder to the verdict.

use super::{DirArg, SortArgs, failure};
use crate::board_arg::NamedBoard;
use crate::census_text;
use crate::census_text::Outcome;
use crate::exit::{Exit, Failure};
use crate::format::{moves_json, size_text, standard};
use crate::format_arg::FormatArg;
use crate::print::{self, count, grouped};
use crate::process::{anonymous_memory_bytes, peak_memory_bytes};
use crate::run::Used;
use crate::search::Search;
use crate::stores::DiskUse;
use fcc::census::{CensusOptions, Verdict};
use fcc::solution::Solution;
use split::SplitDeal;
use split::drive::{Driver, lock, report, solution};
use split::total::Total;
use storage::QueueStatistics;

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
        peak_anonymous_bytes: anonymous_memory_bytes(),
        disk: DiskUse {
            bytes_peak: split::status::bytes(&folder.root).map_err(failure)?,
            record_bytes: 0,
            queues: QueueStatistics::default(),
        },
    };
    let outcome = Outcome { search: search_of(deal), report, used };
    if args.json {
        let moves = solution.as_ref().map(moves_json);
        print::json(&census_text::to_json(&outcome).with_moves(moves))?;
    } else {
        let text = census_text::to_text(&outcome);
        print::text(&match (&solution, args.format.format) {
            (Some(solution), Some(form)) => form.text(solution),
            (Some(solution), None) => {
                let (size, moves) = (size_text(solution), standard::singles_text(solution));
                format!("{text}\nsolved in {size}\n\n{moves}")
            }
            (None, _) => text,
        })?;
    }
    Ok(census_text::exit_of(verdict, outcome.report.full_disk.as_deref(), None))
}

fn search_of(deal: SplitDeal) -> Search {
    let named = NamedBoard { board: deal.game.deal().clone(), deal: deal.number };
    let options = CensusOptions { symmetry: deal.symmetry, ..CensusOptions::default() };
    Search { named, game: deal.game, options, until_won: false }
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
