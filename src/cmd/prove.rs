//! `strata prove`: the verdict, with what it rests on.

use crate::beside::Beside;
use crate::board_arg::{BoardArgs, NamedBoard};
use crate::exit::{Exit, Failure};
use crate::format::{MoveJson, StageJson, moves_json, size_text, stages_json};
use crate::format_arg::FormatArg;
use crate::print::{self, grouped};
use crate::run::{Explorer, Run, exit_of};
use crate::search::Search;
use crate::search_args::{LimitArgs, SearchArgs};
use crate::solver::{Solver, Verdict as Settled};
use crate::solver_args::SolverArgs;
use crate::stores::Records;
use fcc::census::{CensusReport, Scope, Verdict};
use fcc::ports::PortError;
use fcc::solution::Solution;
use fcc::trace::TraceError;
use fcc::verdict::StopReason;
use fcc::verdict::VerdictWord;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use strata_report::census::Used;
use strata_report::named::Named;

/// Prove that a deal is impossible, with records for a certificate, or solve it
///
/// Scans and a complete search in memory look for a solution, as in `strata solve`. If they find none within
/// about a second, the search by layers begins, which counts states and keeps records in a directory; the
/// search in memory continues beside it. The verdict is solvable, impossible or, when a limit comes first,
/// undecided.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata prove 11982
  strata prove 384243 --freecells 2
  strata prove position.txt --memory 2GiB --json
  strata prove 164 --freecells 0 --format standard

`prove` goes the way of `solve`. `solve` is for moves: it has a time for each deal and plans to choose
from. `prove` is for proofs: it takes the time that it takes, counts what it has explored and, with
--dir, keeps the records of the search by layers. Where a solution was found in memory, it is all that the
directory holds; --no-scans makes the search by layers alone, for the records.

Impossible rests on the whole graph: the counts and the digest are those of `strata census`. With --dir
the records stay, and `strata certificate export` makes a file of them that others can check. Solvable
rests on the moves, which are played on the board before they are printed;
`strata prove BOARD --json | strata-verify BOARD -` checks them once more.

With --dir a run can be resumed after anything, as a census can.

Exit codes: 0 solvable, 1 impossible, 2 bad input or usage, 3 undecided (a limit came first, or Ctrl-C
without --dir), 4 failure, 75 paused: `strata resume DIR` resumes it.")]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    /// Do not trace the moves of a solution
    #[arg(long, conflicts_with = "format")]
    no_moves: bool,
    /// Search by layers only
    #[arg(long)]
    no_scans: bool,
    #[command(flatten)]
    format: FormatArg,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Counts are there only where they are those of the whole graph.
#[derive(Serialize)]
struct ProofJson {
    #[serde(flatten)]
    named: Named,
    prune: String,
    verdict: VerdictWord,
    /// Why it is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
    won_at_depth: Option<u32>,
    states: Option<u128>,
    fccs: Option<u128>,
    digest: Option<String>,
    moves: Option<Vec<MoveJson>>,
    path: Option<Vec<StageJson>>,
    classes_walked: u64,
    /// What was counted there.
    #[serde(skip)]
    walked_what: &'static str,
    #[serde(flatten)]
    used: Used,
}

/// What is wanted of a proof.
#[derive(Clone, Copy)]
pub struct Wanted {
    pub json: bool,
    pub format: FormatArg,
    pub no_moves: bool,
}

/// How a proof begins.
pub enum Begin {
    /// With scans and the complete search in memory, for about a second; then the layers, and the rest of the
    /// search in memory beside them.
    InMemory(Solver),
    /// With the layers; a solver that has done the first part of this does the rest beside them.
    ByLayers(Option<Solver>),
}

/// Classes that the complete search in memory walks before the search by layers begins, which keeps records.
pub const CLASSES_BEFORE_RECORDS: u64 = 1_000_000;

const UNTIL_WON: Scope = Scope { until_won: true, depth_max: None };

/// What a proof came to.
struct Found {
    verdict: Verdict,
    /// Of the search by layers, where it was needed.
    report: Option<CensusReport>,
    solution: Option<Solution>,
    /// Why there are no moves.
    moves_missing: Option<TraceError>,
    /// Classes that the search in memory walked.
    classes_before: u64,
}

impl Found {
    /// What the directory is told. Solvable without its moves is not the end: it stays to be resumed.
    fn ended(&self) -> Verdict {
        match self.moves_missing {
            Some(_) => Verdict::Undecided(StopReason::Interrupted),
            None => self.verdict,
        }
    }
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let search = args.search.read(true)?;
    let run = Run::start(&args.search, &search)?;
    let begin = match args.no_scans {
        true => Begin::ByLayers(None),
        false => Begin::InMemory(run.solver()),
    };
    let wanted = Wanted { json: args.json, format: args.format, no_moves: args.no_moves };
    let check = |verdict, has_moves| args.search.how_to_check(verdict, has_moves);
    conclude(search, run, begin, wanted, args.search.dir(), &check)
}

/// A run in a directory for `strata solve`, with its limits.
pub struct InDirectory {
    args: SearchArgs,
    search: Search,
    run: Run,
}

impl InDirectory {
    /// Makes the directory, which must be new or empty.
    pub fn start(
        board: &BoardArgs,
        named: NamedBoard,
        solver: &SolverArgs,
        dir: &Path,
    ) -> Result<InDirectory, Failure> {
        let limits = LimitArgs::of(solver.memory()?.bytes, solver.threads);
        let args = SearchArgs::in_directory(board.clone(), dir, limits);
        let search = args.of_board(named, true)?;
        let mut run = Run::start(&args, &search)?;
        if !solver.time.is_zero() {
            run.stop_after(solver.time);
        }
        Ok(InDirectory { args, search, run })
    }

    /// Set by the signals that stop it.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.run.interrupt_flag()
    }

    /// Keeps the solution of a scan: that is the end of the run.
    pub fn keep(mut self, solution: &Solution) -> Result<(), Failure> {
        let kept = self.run.explore(&self.search, |explorer| {
            explorer.keep_solution(solution)?;
            Ok(((), Verdict::Solvable))
        });
        kept.map(|_| ())
    }

    /// Goes on with the search by layers, and with this solver beside it.
    pub fn conclude(self, json: bool, beside: Option<Solver>) -> Result<Exit, Failure> {
        let InDirectory { args, search, run } = self;
        let check = |verdict, has_moves| args.how_to_check(verdict, has_moves);
        let wanted = Wanted { json, format: FormatArg { format: None }, no_moves: false };
        let begin = Begin::ByLayers(beside);
        conclude(search, run, begin, wanted, args.dir(), &check)
    }
}

/// Searches for the verdict, from the beginning or from where an earlier process has stopped, and prints
/// it. `check` tells how to check it.
pub fn conclude(
    search: Search,
    mut run: Run,
    begin: Begin,
    wanted: Wanted,
    dir: Option<&Path>,
    check: &dyn Fn(Verdict, bool) -> String,
) -> Result<Exit, Failure> {
    let memory_beside = match begin {
        Begin::ByLayers(None) => None,
        // The layers are resumed alone.
        _ if run.resumes() => None,
        _ => run.spare_memory(),
    };
    let (found, used) = run.explore(&search, |explorer| {
        let found = match begin {
            // What an earlier process has begun is not begun anew.
            _ if explorer.stores.resumes() => by_layers(explorer, wanted)?,
            Begin::InMemory(mut solver) => {
                let classes_max = explorer.control.states_max().unwrap_or(u64::MAX);
                let classes_max = classes_max.min(CLASSES_BEFORE_RECORDS);
                let answer = solver.try_quickly(search.game.deal(), classes_max);
                let (classes, later) = (answer.classes, answer.time);
                let found = match answer.verdict {
                    Settled::Solvable(solution) => in_memory(explorer, wanted, *solution)?,
                    // Counts, and records if there is a directory, are those of the search by layers.
                    Settled::Impossible(_) => by_layers(explorer, wanted)?,
                    Settled::Undecided(_) => {
                        let memory = memory_beside;
                        beside_layers(
                            explorer,
                            wanted,
                            memory.map(|memory| Beside { solver, memory, later }),
                        )?
                    }
                };
                Found { classes_before: found.classes_before + classes, ..found }
            }
            Begin::ByLayers(solver) => {
                let both = solver.zip(memory_beside);
                let later = Duration::ZERO;
                let beside = both.map(|(solver, memory)| Beside { solver, memory, later });
                beside_layers(explorer, wanted, beside)?
            }
        };
        let ended = found.ended();
        Ok((found, ended))
    })?;
    if let Some(error) = &found.moves_missing {
        print::notice(&format!("strata: solvable, but the moves are missing: {error}\n"));
    }
    let json = ProofJson::new(&search, &found, run.walked() + found.classes_before, used);
    if wanted.json {
        print::json(&json)?
    } else {
        let solution = found.solution.as_ref();
        let text = json.to_text(found.verdict, solution);
        let check = check(found.verdict, solution.is_some());
        print::text(&match solution {
            Some(solution) => wanted.format.told(solution, &text, &check),
            None => text + &check,
        })?
    }
    let full_disk = found.report.as_ref().and_then(|report| report.full_disk.as_deref());
    Ok(exit_of(found.verdict, full_disk, dir))
}

/// Keeps a solution that was found in memory.
fn in_memory(explorer: &Explorer, wanted: Wanted, solution: Solution) -> Result<Found, PortError> {
    explorer.keep_solution(&solution)?;
    let solution = Some(solution).filter(|_| !wanted.no_moves);
    let (verdict, moves_missing) = (Verdict::Solvable, None);
    Ok(Found { verdict, report: None, solution, moves_missing, classes_before: 0 })
}

/// The verdict of the search by layers, or of the search in memory beside it, if there is one.
fn beside_layers(
    explorer: &mut Explorer,
    wanted: Wanted,
    beside: Option<Beside>,
) -> Result<Found, PortError> {
    let Some(beside) = beside else { return by_layers(explorer, wanted) };
    let (report, answer) = explorer.explore_beside(beside, records_of_layers(explorer))?;
    match answer.map(|answer| (answer.verdict, answer.classes)) {
        Some((Settled::Solvable(solution), classes)) => {
            let found = in_memory(explorer, wanted, *solution)?;
            Ok(Found { classes_before: classes, ..found })
        }
        _ => of_report(explorer, wanted, report),
    }
}

/// The verdict of the search by layers.
fn by_layers(explorer: &mut Explorer, wanted: Wanted) -> Result<Found, PortError> {
    let records = records_of_layers(explorer);
    let report = explorer.stores.explore(UNTIL_WON, records, explorer.control)?;
    of_report(explorer, wanted, report)
}

/// Without a directory they are made when there is a win to be traced.
fn records_of_layers(explorer: &Explorer) -> Records {
    if explorer.stores.has_directory() { Records::Kept } else { Records::Dropped }
}

/// What a search by layers came to.
fn of_report(
    explorer: &mut Explorer,
    wanted: Wanted,
    report: CensusReport,
) -> Result<Found, PortError> {
    let verdict = report.proof();
    let (solution, moves_missing) = match verdict == Verdict::Solvable && !wanted.no_moves {
        true => match solution(explorer, &report)? {
            Ok(solution) => (Some(solution), None),
            Err(error) => (None, Some(error)),
        },
        false => (None, None),
    };
    Ok(Found { verdict, report: Some(report), solution, moves_missing, classes_before: 0 })
}

/// The moves of a proof. Without the records of its search, that is made once more.
fn solution(
    explorer: &mut Explorer,
    report: &CensusReport,
) -> Result<Result<Solution, TraceError>, PortError> {
    if explorer.stores.has_directory() {
        return Ok(explorer.solution(report));
    }
    explorer.control.lift_limit();
    let report = explorer.stores.explore(UNTIL_WON, Records::Kept, explorer.control)?;
    match report.proof() {
        Verdict::Solvable => Ok(explorer.solution(&report)),
        Verdict::Undecided(cause) => {
            Ok(Err(TraceError::Port(PortError::failure(cause.to_string()))))
        }
        Verdict::Impossible => panic!("a search found a win and the whole graph has none"),
    }
}

impl ProofJson {
    fn new(search: &Search, found: &Found, classes_walked: u64, used: Used) -> ProofJson {
        let Search { named, game, .. } = search;
        let report = found.report.as_ref();
        let whole = report.filter(|_| found.verdict == Verdict::Impossible);
        let won = report.and_then(|report| report.layers.iter().find(|layer| layer.won));
        ProofJson {
            named: Named::of(named.deal, game.rules()),
            prune: game.prune().to_string(),
            verdict: found.verdict.word(),
            because: match found.verdict {
                Verdict::Undecided(reason) => Some(reason.to_string()),
                _ => None,
            },
            won_at_depth: won.map(|layer| layer.depth),
            states: whole.map(|report| report.total.states),
            fccs: whole.map(|report| report.total.fccs),
            digest: whole.map(|report| report.total.digest.to_string()),
            moves: found.solution.as_ref().map(moves_json),
            path: found.solution.as_ref().map(stages_json),
            classes_walked,
            walked_what: if search.options.symmetry { "classes" } else { "states" },
            used,
        }
    }

    fn to_text(&self, verdict: Verdict, solution: Option<&Solution>) -> String {
        let rests_on = match (verdict, self.won_at_depth, self.states, self.fccs) {
            (Verdict::Solvable, depth, ..) => match (solution, depth) {
                (Some(solution), _) => format!("solved in {}", size_text(solution)),
                (None, Some(depth)) => {
                    format!("a state without stuck cards was reached at depth {depth}")
                }
                (None, None) => "a solution was found".to_owned(),
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
        format!(
            "{}: {rests_on}\n{:.2} s, {} {} walked\n",
            self.verdict,
            self.used.seconds,
            grouped(self.classes_walked.into()),
            self.walked_what
        )
    }
}
