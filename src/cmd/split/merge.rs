//! `strata split merge`: from the outputs of a depth to the inputs of the next.

use super::{DirArg, SortArgs, failure};
use crate::exit::{Exit, Failure};
use crate::print;
use split::drive::lock;
use split::merge::{join_outputs, prepare_next};

/// Make the inputs of the next depth from all outputs of one
///
/// Prints the next depth that has states, or nothing when there is none. Merging once more changes
/// nothing.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    dir: DirArg,
    /// The depth whose groups were explored
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(..=104))]
    depth: u32,
    #[command(flatten)]
    sort: SortArgs,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let folder = args.dir.folder();
    let deal = folder.deal().map_err(failure)?;
    let _lock = lock(&folder).map_err(failure)?;
    let bytes_max = args.sort.bytes_max();
    join_outputs(&folder, &deal, args.depth, bytes_max).map_err(failure)?;
    if let Some(next) = prepare_next(&folder, &deal, args.depth, bytes_max).map_err(failure)? {
        print::text(&format!("{next}\n"))?;
    }
    Ok(Exit::Done)
}
