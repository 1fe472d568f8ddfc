//! `strata resume`: going on with a run that was stopped.

use crate::board_arg::NamedBoard;
use crate::cmd::census;
use crate::cmd::prove::{self, Begin, Wanted};
use crate::exit::{Exit, Failure, directory_failure, needs_rocksdb};
use crate::format_arg::FormatArg;
use crate::kept::game_of;
use crate::run::Run;
use crate::search::Search;
use crate::search_args::{LimitArgs, how_to_check_dir};
use fcc::census::CensusOptions;
use fcc::verdict::StopReason;
use std::path::PathBuf;
use storage::directory::{Directory, DirectoryError};
use storage::manifest::Status;

/// Resume a run that was stopped, paused or killed
///
/// Goes on from the last checkpoint in DIR, with other limits if asked, and ends with what the run would
/// have printed: the same counts and the same digest, whatever happened in between.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata census 1 --dir graph --memory 2GiB
  strata resume graph
  strata resume graph --memory 8GiB --threads 8 --disk 100GiB

Exit codes: those of `strata census` and `strata prove`.")]
pub struct Args {
    /// The directory of the run
    dir: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
    /// Explore the layer under way from its first group, for when its record files are damaged
    #[arg(long)]
    restart_layer: bool,
    /// Do not trace the moves of a solution
    #[arg(long, conflicts_with = "format")]
    no_moves: bool,
    #[command(flatten)]
    format: FormatArg,
    /// Write JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write the layers as CSV (of a census)
    #[arg(long, conflicts_with = "format")]
    csv: bool,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Args { dir, limits, no_moves, format, json, csv, .. } = args;
    needs_rocksdb()?;
    let opened = Directory::open(dir, env!("CARGO_PKG_VERSION"), None);
    let failed = |error: DirectoryError| match error.is_for_lack_of_room() {
        true => Failure::paused(StopReason::Disk, error, dir),
        false => directory_failure(error),
    };
    let mut directory = opened.map_err(failed)?;
    if let Status::Finished { verdict } = &directory.manifest().status {
        return Err(Failure::bad_input(format!(
            "{}: the run is finished: {verdict} (`strata status` tells more)",
            dir.display()
        )));
    }
    if args.restart_layer {
        let anew = directory.update(|manifest| manifest.begin_layer_anew());
        anew.map_err(failed)?;
    }
    let manifest = directory.manifest();
    let game = game_of(dir, manifest)?;
    let (board, deal) = (game.deal().clone(), manifest.identity.deal.parse().ok());
    let (symmetry, until_won) = (manifest.identity.symmetry, manifest.scope.until_won);
    let options = CensusOptions { symmetry, way: limits.way(), ..CensusOptions::default() };
    let named = NamedBoard { board, deal, game: None };
    let search = Search { named, game, options, until_won };
    let run = Run::resume(directory, limits, &search)?;
    if until_won {
        let wanted = Wanted { json: *json, format: *format, no_moves: *no_moves };
        let check = |verdict, _| how_to_check_dir(verdict, dir);
        let begin = Begin::InMemory(run.solver());
        prove::conclude(search, run, begin, wanted, Some(dir), &check)
    } else {
        census::count(search, run, census::Wanted { json: *json, csv: *csv }, Some(dir))
    }
}
