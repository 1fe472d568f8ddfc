//! `strata show`: a board, what the search sees in it, and its legal moves.

use super::BoardJson;
use crate::board_arg::PruneArg;
use crate::board_arg::{BoardArgs, NamedBoard, read_board};
use crate::exit::{Exit, Failure, needs_planes};
use crate::format::MoveJson;
use crate::print::{self, count};
use crate::rules_args::RulesArgs;
use fcc::card::Card;
use fcc::class::class_of;
use fcc::convert::state_of;
use fcc::game::Game;
use fcc::legal;
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
of one of them, and 'exchanged' are the pairs that lead from this position to that one.

Boards with two decks, built by rank or with runs have no fingerprint, depth and class: they are shown with their
legal moves alone, and a move of them is reversible if the next one can take it back.")]
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
    #[serde(flatten)]
    seen: Option<SeenJson>,
    forced: bool,
    #[serde(flatten)]
    class: Option<ClassJson>,
    moves: Vec<LegalJson>,
}

/// What the search by layers sees in a board.
#[derive(Serialize)]
struct SeenJson {
    fingerprint: String,
    depth: u32,
    stuck: u32,
}

/// The class of its state.
#[derive(Serialize)]
struct ClassJson {
    class: String,
    pairs: Vec<String>,
    vector: Vec<String>,
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
    let shown = match named.board.is_on_planes() {
        true => on_planes(args, &named)?,
        false => off_planes(args, &named)?,
    };
    if args.json {
        print::json(&shown)?;
    } else {
        print::text(&shown.to_text(&named))?;
    }
    Ok(Exit::Done)
}

/// All that the search by layers sees.
fn on_planes(args: &Args, named: &NamedBoard) -> Result<ShowJson, Failure> {
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
    let seen = SeenJson {
        fingerprint: state.fingerprint.to_string(),
        depth: game.depth(state.fingerprint),
        stuck: state.fingerprint.stuck.count_ones(),
    };
    let class = ClassJson {
        class: format!("{:x}", class.key),
        pairs: pair_names(class.pairs),
        vector: pair_names(class.vector),
    };
    let moves = legal_moves(&game, &named.board);
    let forced = is_forced(&game, &named.board);
    Ok(ShowJson { seen: Some(seen), forced, class: Some(class), ..ShowJson::of(named, &moves) })
}

/// What there is of a board that the search by layers does not hold.
fn off_planes(args: &Args, named: &NamedBoard) -> Result<ShowJson, Failure> {
    if args.of.is_some() {
        needs_planes(named.board.rules())?;
    }
    let moves = legal::legal_moves(&named.board, args.prune.into());
    let forced = moves.iter().any(|&(_, kind)| kind == Kind::Safe);
    Ok(ShowJson { forced, ..ShowJson::of(named, &moves) })
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
    /// The board and its moves.
    fn of(named: &NamedBoard, moves: &[(Move, Kind)]) -> ShowJson {
        let name = named.deal.filter(|deal| deal.plain_number().is_none());
        ShowJson {
            deal: named.deal.map(|deal| deal.number),
            deal_name: name.map(|deal| deal.to_string()),
            board: BoardJson::of(&named.board, named.game),
            seen: None,
            forced: false,
            class: None,
            moves: moves.iter().map(LegalJson::of).collect(),
        }
    }

    fn to_text(&self, named: &NamedBoard) -> String {
        let NamedBoard { board, game, .. } = named;
        let mut text = board.to_text_of(*game);
        let forced = if self.forced { ", forced" } else { "" };
        let list =
            |names: &[String]| if names.is_empty() { "none".into() } else { names.join(" ") };
        let _ = write!(text, "\n{}", rules_text(board.rules()));
        match &self.seen {
            None => text += forced,
            Some(SeenJson { fingerprint, depth, stuck }) => {
                let stuck = count(*stuck, "stuck card");
                let _ = write!(text, "\nfingerprint {fingerprint}\ndepth {depth}, {stuck}{forced}");
            }
        }
        if let Some(ClassJson { class, pairs, vector }) = &self.class {
            let (pairs, vector) = (list(pairs), list(vector));
            let _ = write!(text, "\nclass {class}, pairs {pairs}, exchanged {vector}");
        }
        let _ = write!(text, "\n\n{}\n", count(self.moves.len() as u64, "legal move"));
        text.extend(self.moves.iter().map(|one| one.line.as_str()));
        text
    }
}
