//! `strata prove`: the verdict alone.

use crate::census_text::DiskJson;
use crate::exit::{Exit, Failure};
use crate::print::grouped;
use crate::run::{Explorer, Run, Search};
use crate::search_args::{LimitArgs, SearchArgs};
use crate::solved::{MoveJson, Solved, StageJson};
use crate::solver_args::SolverArgs;
use crate::stores::Records;
use crate::{census_text, print};
use fcc::census::{Proof, Scope, Verdict, prove, wider};
use fcc::flood::StopCause;
use fcc::ports::PortError;
use fcc::trace::TraceError;
use serde::Serialize;
use std::path::Path;

/// Find out whether a deal can be solved, without counting it
///
/// Looks for a win with a few narrow searches first, then explores the whole graph until a win or its
/// end. The verdict is solvable, impossible or, when a limit comes first, undecided.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata prove 11982
  strata prove 384243 --freecells 2
  strata prove position.txt --memory 2GiB --json

Impossible rests on the whole graph: the counts and the digest are those of `strata census`. With --dir
the records stay, and `strata certificate export` makes a file of them that others can check. Solvable
rests on the moves, which are rebuilt from the records and played on the board before they are printed;
`strata prove BOARD --json | strata-verify BOARD -` checks them once more.

With --dir a run can be resumed after anything, as a census can.

Exit codes: 0 solvable, 1 impossible, 2 bad input or usage, 3 undecided (a limit came first, or Ctrl-C
without --dir), 4 failure, 75 paused: `strata resume DIR` goes on.")]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    /// Do not look for the moves of a solution
    #[arg(long)]
    no_moves: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Counts are there only where they are those of the whole graph.
#[derive(Serialize)]
struct ProofJson {
    deal: Option<u64>,
    freecells: u8,
    columns: u8,
    prune: String,
    verdict: &'static str,
    beam: Option<u64>,
    won_at_depth: Option<u32>,
    states: Option<u128>,
    fccs: Option<u128>,
    digest: Option<String>,
    moves: Option<Vec<MoveJson>>,
    path: Option<Vec<StageJson>>,
    classes_walked: u64,
    seconds: f64,
    peak_memory_bytes: Option<u64>,
    peak_anonymous_memory_bytes: Option<u64>,
    disk: DiskJson,
}

/// What is wanted of a proof.
#[derive(Clone, Copy)]
pub struct Wanted {
    pub json: bool,
    pub no_moves: bool,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let search = args.search.read(true)?;
    let run = Run::start(&args.search, &search)?;
    let wanted = Wanted { json: args.json, no_moves: args.no_moves };
    let check = |verdict, has_moves| args.search.how_to_check(verdict, has_moves);
    conclude(search, run, wanted, args.search.dir(), &check)
}

/// A proof in a directory for `strata solve`, with its limits.
pub fn in_directory(
    board: &str,
    solver: &SolverArgs,
    dir: &Path,
    json: bool,
) -> Result<Exit, Failure> {
    let limits = LimitArgs::of(solver.memory_bytes()?, solver.threads);
    let args = SearchArgs::in_directory(board, solver.freecells, dir, limits);
    let search = args.read(true)?;
    let run = Run::start(&args, &search)?;
    if !solver.time.is_zero() {
        run.stop_after(solver.time);
    }
    let check = |verdict, has_moves| args.how_to_check(verdict, has_moves);
    conclude(search, run, Wanted { json, no_moves: false }, args.dir(), &check)
}

/// Searches for the verdict, from the beginning or from where an earlier process has stopped, and prints
/// it. `check` tells how to check it.
pub fn conclude(
    search: Search,
    mut run: Run,
    wanted: Wanted,
    dir: Option<&Path>,
    check: &dyn Fn(Verdict, bool) -> String,
) -> Result<Exit, Failure> {
    let ((proof, solved), used) = run.explore(&search, |explorer| {
        let proof = if explorer.goes_on() {
            let scope = Scope { until_won: true, ..Scope::default() };
            Proof { report: explorer.explore(scope, Records::Kept)?, beam: None }
        } else {
            prove(|scope| {
                // Narrow searches are quick, and most of them are in vain.
                let wanted = scope.beam_entries_max.is_none() && explorer.has_directory();
                explorer.explore(scope, if wanted { Records::Kept } else { Records::Dropped })
            })?
        };
        let verdict = proof.report.proof();
        let wanted = verdict == Verdict::Solvable && !wanted.no_moves;
        let solved = wanted.then(|| solution(explorer, &proof)).transpose()?;
        // Solvable without its moves is not the end: the directory stays to be resumed.
        let ended = match &solved {
            Some(Err(_)) => Verdict::Undecided(StopCause::Interrupted),
            _ => verdict,
        };
        Ok(((proof, solved), ended))
    })?;
    let Proof { report, beam } = proof;
    let solved = solved.and_then(|solved| {
        let missing = |error| {
            print::news(&format!("strata: solvable, but the moves are missing: {error}\n"));
        };
        solved.map_err(missing).ok()
    });
    let Search { named, game, .. } = search;
    let verdict = report.proof();
    let whole = verdict == Verdict::Impossible;
    let rules = game.rules();
    let json = ProofJson {
        deal: named.deal,
        freecells: rules.freecells,
        columns: rules.columns,
        prune: game.prune().to_string(),
        verdict: census_text::verdict_word(verdict),
        beam,
        won_at_depth: report.layers.iter().find(|layer| layer.won).map(|layer| layer.depth),
        states: whole.then_some(report.total.states),
        fccs: whole.then_some(report.total.fccs),
        digest: whole.then(|| report.total.digest.to_string()),
        moves: solved.as_ref().map(Solved::moves_json),
        path: solved.as_ref().map(Solved::stages_json),
        classes_walked: run.walked(),
        seconds: used.seconds,
        peak_memory_bytes: used.peak_memory_bytes,
        peak_anonymous_memory_bytes: used.peak_anonymous_bytes,
        disk: DiskJson::of(&used.disk),
    };
    if wanted.json {
        print::json(&json)?
    } else {
        let check = check(verdict, solved.is_some());
        print::text(&(json.to_text(verdict, solved.as_ref()) + &check))?
    }
    Ok(census_text::exit_of(&report, verdict, dir))
}

/// The moves of a proof. Without the records of its last search, that is made once more.
fn solution(
    explorer: &mut Explorer,
    proof: &Proof,
) -> Result<Result<Solved, TraceError>, PortError> {
    if proof.beam.is_none() && explorer.has_directory() {
        return Ok(explorer.solution(&proof.report));
    }
    explorer.lift_limit();
    for scope in wider(proof.beam) {
        let report = explorer.explore(scope, Records::Kept)?;
        match report.proof() {
            Verdict::Solvable => return Ok(explorer.solution(&report)),
            Verdict::Undecided(StopCause::Narrow) => {}
            Verdict::Undecided(cause) => {
                return Ok(Err(TraceError::Port(PortError::failure(cause.to_string()))));
            }
            Verdict::Impossible => panic!("a search found a win and the whole graph has none"),
        }
    }
    unreachable!("the last scope is the whole graph")
}

impl ProofJson {
    fn to_text(&self, verdict: Verdict, solved: Option<&Solved>) -> String {
        let rests_on = match (verdict, self.won_at_depth, self.states, self.fccs) {
            (Verdict::Solvable, Some(depth), ..) => match solved {
                Some(solved) => format!("solved in {}", solved.size_text()),
                None => format!("a state without stuck cards was reached at depth {depth}"),
            },
            (_, _, Some(states), Some(fccs)) => format!(
                "the whole graph, {} states in {} FCCs, none of them won (prune {}); digest {}",
                grouped(states),
                grouped(fccs),
                self.prune,
                self.digest.as_deref().unwrap_or_default()
            ),
            (Verdict::Undecided(cause), ..) => cause.to_string(),
            _ => unreachable!("impossible has counts and solvable a depth"),
        };
        let mut text = format!(
            "{}: {rests_on}\n{:.2} s, {} classes walked\n",
            self.verdict,
            self.seconds,
            grouped(self.classes_walked.into())
        );
        if let Some(solved) = solved {
            text += &format!("\n{}", solved.moves_text());
        }
        text
    }
}
