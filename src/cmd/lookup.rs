//! `strata lookup`: a position in the records of a run.

use crate::board_arg::read_board;
use crate::exit::{Exit, Failure};
use crate::format::{MoveJson, moves_json, standard};
use crate::format_arg::FormatArg;
use crate::kept::KeptRun;
use crate::print::{self, count, grouped};
use crate::rules_args::{GameArg, RulesArgs};
use crate::run::with_default_limits;
use fcc::arrival::Arrival;
use fcc::convert::{ForeignBoard, board_of, state_of};
use fcc::solution::Solution;
use fcc::trace::{Located, TraceError, Tracer};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;

/// Look up whether a position can be reached, and how
///
/// Looks a position up in the records that a run has left in DIR: whether it can be reached from the
/// deal, its depth, its fully connected component, and moves that lead there. Nothing in DIR is changed.
#[derive(clap::Args)]
#[command(after_help = "Example:
  strata census 11982 --dir run
  strata lookup run position.txt
  strata lookup run position.txt --format standard      (the moves alone)
  strata lookup run 11982 --json

A position with safe foundation moves is forced: the search makes those moves at once, so the answer is
about the position after them, and says so.

An FCC is named by its fingerprint and the smallest key of its classes (of its states where the run
visited every state).

Exit codes: 0 reachable, 1 not reachable, 2 bad input or usage, 3 unknown (the run did not get that
far), 4 failure (disk, damage, memory).")]
pub struct Args {
    /// The directory of the run
    dir: PathBuf,
    /// A file with the position, a deal number, or - for standard input
    board: String,
    /// Number of columns of the position [default: as the run has them]
    #[arg(long, value_name = "N")]
    columns: Option<u8>,
    #[command(flatten)]
    game: GameArg,
    /// Do not look for the moves
    #[arg(long, conflicts_with = "format")]
    no_moves: bool,
    #[command(flatten)]
    format: FormatArg,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct LookupJson {
    /// Nothing when the run did not get that far.
    reachable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    forced: bool,
    depth: Option<u32>,
    fingerprint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fcc: Option<FccJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson>>,
}

#[derive(Serialize)]
struct FccJson {
    smallest_key: String,
    states: u128,
    /// All alike, of which it is one.
    fccs_alike: u128,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    args.game.on_planes()?;
    let run = KeptRun::open(&args.dir)?;
    let (game, records) = (&run.game, run.records()?);
    args.game.expect(game.rules())?;
    let of_run = RulesArgs::of(game.rules());
    let rules = RulesArgs { columns: args.columns.or(of_run.columns), ..of_run };
    let board = read_board(&args.board, rules)?.board;
    let mut json = LookupJson {
        reachable: None,
        reason: None,
        forced: false,
        depth: None,
        fingerprint: None,
        fcc: None,
        moves: None,
    };
    let (mut way, mut forced) = (None, String::new());
    match state_of(game, &board) {
        Err(error @ ForeignBoard::Rules { .. }) => return Err(Failure::bad_input(error)),
        Err(error) => {
            json.reachable = Some(false);
            json.reason = Some(error.to_string());
        }
        Ok(given) => {
            let state = Arrival::of_state(game, given).carried(game).state;
            let depth = game.depth(state.fingerprint);
            json.forced = state != given;
            json.depth = Some(depth);
            json.fingerprint = Some(state.fingerprint.to_string());
            let symmetry = run.manifest.identity.symmetry;
            let found = with_default_limits(|control, memory_bytes| {
                let tracer = Tracer::new(game, records, symmetry, memory_bytes, control);
                let Some(located) = tracer.locate(state)? else { return Ok(None) };
                let Located { record, fcc, .. } = &located;
                let fcc = FccJson {
                    smallest_key: format!("{:x}", record.smallest),
                    states: fcc.component.fcc_states(),
                    fccs_alike: record.fccs,
                };
                let path = match args.no_moves {
                    true => None,
                    false => Some(tracer.path_to(located, state)?),
                };
                Ok::<_, TraceError>(Some((fcc, path)))
            })?;
            match found {
                Some((fcc, path)) => {
                    json.reachable = Some(true);
                    json.fcc = Some(fcc);
                    if let Some(path) = path {
                        let found = Solution::of_way(game.deal(), &path.steps);
                        let end = state_of(game, found.end());
                        assert_eq!(end, Ok(state), "the moves lead somewhere else");
                        json.moves = Some(moves_json(&found));
                        way = Some(found);
                    }
                }
                None if run.knows(depth) => json.reachable = Some(false),
                None => {
                    json.reason = Some(format!(
                        "the run in {} did not look at all of depth {depth} ({})",
                        args.dir.display(),
                        run.manifest.status
                    ));
                }
            }
            if json.forced {
                let board = board_of(game, state);
                forced = format!("forced: after its safe moves it is\n{board}\n");
            }
        }
    }
    if args.json {
        print::json(&json)?;
    } else {
        let text = forced + &json.to_text();
        print::text(&match (&way, args.format.format) {
            (Some(way), Some(form)) => form.text(way),
            (Some(way), None) => text + &standard::singles_text(way),
            (None, _) => text,
        })?;
    }
    Ok(match json.reachable {
        Some(true) => Exit::Done,
        Some(false) => Exit::Impossible,
        None => Exit::Undecided,
    })
}

impl LookupJson {
    fn to_text(&self) -> String {
        let mut text = match self.reachable {
            Some(true) => "reachable".to_owned(),
            Some(false) => "not reachable".to_owned(),
            None => "unknown".to_owned(),
        };
        if let Some(reason) = &self.reason {
            let _ = write!(text, ": {reason}");
        }
        text.push('\n');
        if let (Some(depth), Some(fingerprint)) = (self.depth, &self.fingerprint) {
            let _ = writeln!(text, "depth        {depth}\nfingerprint  {fingerprint}");
        }
        if let Some(FccJson { smallest_key, states, fccs_alike }) = &self.fcc {
            let _ = write!(text, "FCC          {smallest_key}, {}", count(*states, "state"));
            if *fccs_alike > 1 {
                let _ = write!(text, ", one of {} alike", grouped(*fccs_alike));
            }
            text.push('\n');
        }
        if let Some(moves) = &self.moves {
            let _ = writeln!(text, "moves        {} of single cards", moves.len());
        }
        text
    }
}
