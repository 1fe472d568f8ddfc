//! `strata split init`: lays out a folder with the deal as the only state.

use super::{SymmetryArg, failure};
use crate::board_arg::BoardArgs;
use crate::board_arg::PruneArg;
use crate::exit::{Exit, Failure, needs_planes};
use crate::print;
use fcc::game::Game;
use split::{Folder, SplitDeal};
use std::path::PathBuf;

/// Lay out a folder for a deal
///
/// Writes what the folder is about and the input of the first depth, and prints that depth: 0, or more
/// when the deal begins with safe moves. Nothing is explored yet: that is for `all`, or for `run` and
/// `merge` in turn.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata split init 11982 --dir split-11982
  strata split init 1 --freecells 2 --symmetry off --dir shortest-ways

With --symmetry off a line is a state, and its count the fewest moves to it that the layers allow. With
--symmetry on a line is a class with a suit set: there are far fewer, every state of it has moves that can be
played, and the count is that of one of them.")]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,
    /// A folder that is new or empty
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Which foundation moves are made at once
    #[arg(long, value_enum, default_value_t = PruneArg::Safe)]
    prune: PruneArg,
    /// What a line of the files stands for
    #[arg(long, value_enum, default_value_t = SymmetryArg::On)]
    symmetry: SymmetryArg,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let named = args.board.read()?;
    needs_planes(named.board.rules())?;
    let game = Game::new(named.board, args.prune.into());
    let deal = SplitDeal { game, name: named.deal, symmetry: args.symmetry.is_on() };
    let depth = split::merge::init(&Folder::new(&args.dir), &deal).map_err(failure)?;
    print::text(&format!("{depth}\n"))?;
    Ok(Exit::Done)
}
