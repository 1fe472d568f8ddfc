//! `strata deal`: a numbered deal as a board.

use super::BoardJson;
use crate::exit::{Exit, Failure};
use crate::print;
use crate::rules_args::RulesArgs;
use serde::Serialize;

/// Print a numbered deal as a board
///
/// The numbers are those of Microsoft FreeCell and FreeCell Pro, or with --pysol those of PySolFC, and the layout is
/// the game's. The text is what every other
/// command takes as BOARD, and other programs of the field too.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata deal 11982
  strata deal 1 --json
  strata deal 12 --game eight_off
  strata deal 40000 --game seahaven --pysol
  strata deal 1 --game der_katz
  strata deal 1 --decks 2 --freecells 8 --columns 10
  strata deal 24 | strata show -")]
pub struct Args {
    /// Number of the deal, 1 to 8589934591 (PySolFC's, with --pysol, go on to 18446744073709551615)
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
    #[serde(skip_serializing_if = "Option::is_none")]
    deal_name: Option<String>,
    #[serde(flatten)]
    board: BoardJson,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let board = args.rules.deal(args.number)?;
    if args.json {
        let name = args.rules.name(args.number);
        let deal_name = name.plain_number().is_none().then(|| name.to_string());
        let board = BoardJson::of(&board, args.rules.game.game);
        print::json(&DealJson { deal: args.number, deal_name, board })?;
    } else {
        print::text(&board.to_text_of(args.rules.game.game))?;
    }
    Ok(Exit::Done)
}
