//! `strata split run`: explores groups.

use super::{SymmetryArg, failure};
use crate::board_arg::PruneArg;
use crate::board_arg::read_board;
use crate::exit::{Exit, Failure, needs_planes};
use crate::rules_args::RulesArgs;
use fcc::fingerprint::Fingerprint;
use fcc::game::Game;
use split::run::{run_group, run_groups};
use split::{Folder, SplitDeal};
use std::fs;
use std::path::{Path, PathBuf};

/// Explore one group, or several one after the other
///
/// Reads the input of the group and writes its output, under a name that ends in .temp until it is
/// complete. A group whose output is there is left alone. Processes for different groups of a depth can
/// run at the same time, on any machine that has the folder.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata split run --dir split-11982 --fingerprint XVEBAAMAAAEDAAA
  strata split run --dir split-11982 --list some-fingerprints.txt
  strata split run --board board.txt --fingerprint XVEBAAMAAAEDAAA --input in.txt --output out.txt

`strata show BOARD` prints the fingerprint of a position. With --board the input is read as one of classes;
--symmetry off says that its lines are states.

Exit codes: 0 done, 2 bad input or usage, 4 failure: a damaged file, or more states than --max-states.")]
pub struct Args {
    /// The folder that `strata split init` laid out
    #[arg(long, value_name = "DIR", required_unless_present = "board", conflicts_with = "board")]
    dir: Option<PathBuf>,
    /// The fingerprint of the group
    #[arg(long, value_name = "F", required_unless_present = "list", conflicts_with = "list")]
    fingerprint: Option<Fingerprint>,
    /// A file of fingerprints, one a line
    #[arg(long, value_name = "FILE", requires = "dir")]
    list: Option<PathBuf>,
    /// Without a folder: the deal, a number or a file
    #[arg(long, value_name = "BOARD", requires = "input", requires = "output")]
    board: Option<String>,
    /// Without a folder: the input of the group
    #[arg(long, value_name = "FILE", requires = "board")]
    input: Option<PathBuf>,
    /// Without a folder: where its output goes
    #[arg(long, value_name = "FILE", requires = "board")]
    output: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Without a folder: which foundation moves are made at once [default: safe]
    #[arg(long, value_enum, requires = "board")]
    prune: Option<PruneArg>,
    /// Without a folder: what a line of the input stands for [default: on]
    #[arg(long, value_enum, requires = "board")]
    symmetry: Option<SymmetryArg>,
    /// Give up a group that has more states (about fifty bytes each) or, with symmetry on, more
    /// classes (about 150)
    #[arg(long, value_name = "N")]
    max_states: Option<usize>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    needs_planes(args.rules.rules())?;
    let states_max = args.max_states.unwrap_or(usize::MAX);
    if let (Some(board), Some(input), Some(output)) = (&args.board, &args.input, &args.output) {
        let named = read_board(board, args.rules)?;
        needs_planes(named.board.rules())?;
        let prune = args.prune.unwrap_or(PruneArg::Safe).into();
        let symmetry = args.symmetry.is_none_or(SymmetryArg::is_on);
        let game = Game::new(named.board, prune);
        let deal = SplitDeal { game, name: named.deal, symmetry };
        let fingerprint = args.fingerprint.expect("required without a list");
        run_group(&deal, fingerprint, input, output, states_max).map_err(failure)?;
        return Ok(Exit::Done);
    }
    let folder = Folder::new(args.dir.as_deref().expect("required without a board"));
    let deal = folder.deal().map_err(failure)?;
    args.rules.expect(deal.game.rules())?;
    let fingerprints = match &args.list {
        Some(list) => read_list(list)?,
        None => args.fingerprint.into_iter().collect(),
    };
    run_groups(&folder, &deal, &fingerprints, states_max).map_err(failure)?;
    Ok(Exit::Done)
}

fn read_list(path: &Path) -> Result<Vec<Fingerprint>, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::bad_input(format!("can't read {}: {error}", path.display())))?;
    let read = |(index, line): (usize, &str)| {
        line.parse().map_err(|error| {
            Failure::bad_input(format!("{}, line {}: {error}", path.display(), index + 1))
        })
    };
    text.lines().enumerate().map(read).collect()
}
