//! `strata deal`: a numbered deal as a board.

use super::BoardJson;
use crate::board_arg::RulesArgs;
use crate::exit::{Exit, Failure};
use crate::print;
use serde::Serialize;

/// Print a numbered deal as a board
///
/// The numbers are those of Microsoft FreeCell and FreeCell Pro. The text is what every other
/// command takes as BOARD, and other programs of the field too.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata deal 11982
  strata deal 1 --json
  strata deal 24 | strata show -")]
pub struct Args {
    /// Number of the deal, 1 to 8589934591
    number: u64,
    #[command(flatten)]
    rules: RulesArgs,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct DealJson {
    deal: u64,
    #[serde(flatten)]
    board: BoardJson,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let board = args.rules.deal(args.number)?;
    if args.json {
        print::json(&DealJson { deal: args.number, board: BoardJson::of(&board) })?;
    } else {
        print::text(&board.to_text())?;
    }
    Ok(Exit::Done)
}
