//! `strata show`: a board, what the search sees in it, and its legal moves.

use super::BoardJson;
use crate::board_arg::PruneArg;
use crate::board_arg::{BoardArgs, read_board};
use crate::exit::{Exit, Failure};
use crate::format::MoveJson;
use crate::print::{self, count};
use crate::rules_args::RulesArgs;
use fcc::board::Board;
use fcc::card::Card;
use fcc::class::class_of;
use fcc::convert::state_of;
use fcc::game::Game;
use fcc::notation::{Kind, Move, is_forced, legal_moves};
use serde::Serialize;
use std::fmt::Write;
use strata_report::named::rules_text;

/// Show a board with its fingerprint, its depth and its legal moves
///
/// A position counts as the deal itself, so its depth is 0, unless --of names the deal that it
/// comes from.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata show 11982
  strata show position.txt --of 11982 --json
  strata deal 24 | strata show -

A move is written as in the standard notation: from and to, columns 1-18, cells a-g and i-m,
foundations h. Only moves of single cards are listed. A reversible move can be taken back; any
other turns a stuck card loose or brings a card to the foundations. A safe move is one that can
never hurt: with --prune safe the search makes it at once.

Pairs are the cards of one rank and colour that could change places without anybody noticing before
the foundations do. States that differ only by exchanging pairs form a class; it is named by the key
of one of them, and 'exchanged' are the pairs that lead from this position to that one.")]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,
    /// The deal that the position comes from: a number or a file
    #[arg(long, value_name = "DEAL")]
    of: Option<String>,
    /// Which foundation moves count as safe
    #[arg(long, value_enum, default_value_t = PruneArg::Safe)]
    prune: PruneArg,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ShowJson {
    deal: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deal_name: Option<String>,
    #[serde(flatten)]
    board: BoardJson,
    fingerprint: String,
    depth: u32,
    stuck: u32,
    forced: bool,
    class: String,
    pairs: Vec<String>,
    vector: Vec<String>,
    moves: Vec<LegalJson>,
}

#[derive(Serialize)]
struct LegalJson {
    #[serde(flatten)]
    one: MoveJson,
    reversible: bool,
    safe: bool,
    #[serde(skip)]
    line: String,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let named = args.board.read()?;
    let of_deal = RulesArgs {
        pysol: args.board.rules.pysol,
        game: args.board.rules.game.or(named.board.rules()),
        ..RulesArgs::of(named.board.rules())
    };
    let deal = match &args.of {
        Some(deal) => read_board(deal, of_deal)?.board,
        None => named.board.clone(),
    };
    let game = Game::new(deal, args.prune.into());
    let state = state_of(&game, &named.board)
        .map_err(|error| Failure::bad_input(format!("no position of the deal: {error}")))?;
    let class = class_of(&game, state);
    let shown = ShowJson {
        deal: named.deal.map(|deal| deal.number),
        deal_name: named
            .deal
            .filter(|deal| deal.plain_number().is_none())
            .map(|deal| deal.to_string()),
        board: BoardJson::of(&named.board),
        fingerprint: state.fingerprint.to_string(),
        depth: game.depth(state.fingerprint),
        stuck: state.fingerprint.stuck.count_ones(),
        forced: is_forced(&game, &named.board),
        class: format!("{:x}", class.key),
        pairs: pair_names(class.pairs),
        vector: pair_names(class.vector),
        moves: legal_moves(&game, &named.board).iter().map(LegalJson::of).collect(),
    };
    if args.json {
        print::json(&shown)?;
    } else {
        print::text(&shown.to_text(&named.board))?;
    }
    Ok(Exit::Done)
}

/// Pairs by their low cards, as `7C-7S`.
fn pair_names(pairs: u64) -> Vec<String> {
    Card::in_plane(pairs).map(|low| format!("{low}-{}", low.partner())).collect()
}

impl LegalJson {
    fn of((one, kind): &(Move, Kind)) -> LegalJson {
        let words = match kind {
            Kind::Reversible => "reversible",
            Kind::Irreversible => "irreversible",
            Kind::Safe => "irreversible, safe",
        };
        let (reversible, safe) = (*kind == Kind::Reversible, *kind == Kind::Safe);
        let line = format!("  {:<6}{}  {words}\n", one.to_string(), one.card());
        LegalJson { one: one.into(), reversible, safe, line }
    }
}

impl ShowJson {
    fn to_text(&self, board: &Board) -> String {
        let mut text = board.to_text();
        let forced = if self.forced { ", forced" } else { "" };
        let list =
            |names: &[String]| if names.is_empty() { "none".into() } else { names.join(" ") };
        let _ = write!(
            text,
            "\n{}\nfingerprint {}\ndepth {}, {}{forced}\n",
            rules_text(board.rules()),
            self.fingerprint,
            self.depth,
            count(self.stuck, "stuck card"),
        );
        let _ = write!(
            text,
            "class {}, pairs {}, exchanged {}\n\n{}\n",
            self.class,
            list(&self.pairs),
            list(&self.vector),
            count(self.moves.len() as u64, "legal move")
        );
        text.extend(self.moves.iter().map(|one| one.line.as_str()));
        text
    }
}
