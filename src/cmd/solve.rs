//! `strata solve`: a solution, or why there is none.

use super::prove::{CLASSES_BEFORE_RECORDS, InDirectory};
use crate::board_arg::BoardArgs;
use crate::exit::{Exit, Failure, needs_planes};
use crate::format::{CountsJson, Format, MoveJson, fc_solve, moves_json};
use crate::format_arg::FormatArg;
use crate::optimum::{Prover, bounds_text, parse_metric};
use crate::print::{self, count, grouped};
use crate::process;
use crate::solver::{Answer, Solver, Verdict, Why};
use crate::solver_args::{SolverArgs, cancel_flag};
use crate::stage_line::StageLine;
use fcc::board::Board;
use fcc::optimal::{Ended, Metric, Optimum};
use fcc::solution::Solution;
use fcc::solve::short::{Short, ShortOptions, short};
use fcc::verdict::VerdictWord;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;
use strata_report::deals::OptimalJson;
use strata_report::named::Named;

/// Solve a deal, or prove that it is impossible
///
/// Runs scans in memory first. If they do not settle the deal, the complete search over classes of states
/// follows, in memory and then by layers on disk, within the limits. The verdict is solvable, impossible or
/// undecided. Games with two decks, built by rank or with whole suits that go up are solved by scans in memory alone,
/// which leave nothing out.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata solve 617
  strata solve 617 --format standard
  strata solve 617 --short --time 5s
  strata solve 617 --optimal                          (the fewest moves, proven)
  strata solve 617 --optimal sequences --time 5m --memory 8GiB
  strata solve 11982
  strata solve 1 --freecells 2 --time 5m --memory 8GiB --threads 2
  strata solve position.txt --json | strata-verify position.txt -
  strata solve 617 --format fc-solve
  strata solve 384243 --freecells 2 --dir proof      (records, checkpoints and a certificate)

Every solution is played on the board before it is printed. Moves are counted in three ways: single cards;
sequences as one; and those without the foundation moves that never hurt.

In standard notation a sequence that goes to an empty column is read as the longest that fits: where fewer
cards are meant, single cards are written.

`prove` goes the way of `solve`. `solve` is for moves: a time for each deal, and plans. `prove` is for
proofs: no limit of time, counts, and records. With --dir, `solve` does what `prove` does: what is not solved
in a second is explored by layers in that directory, and on in memory beside that; it can be resumed, and an
impossible deal leaves the records of its proof; of a deal that is solved in memory the directory holds the
solution, for `strata trace` and `strata report`.

Exit codes: 0 solvable (with --optimal: and the fewest moves are proven), 1 impossible, 2 bad input or usage,
3 undecided, or with --optimal a limit came before the proof, 4 failure, 75 paused (only with
--dir): `strata resume DIR` resumes it.")]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    solver: SolverArgs,
    /// Search for a short solution until --time has passed
    #[arg(long, conflicts_with = "stacks")]
    short: bool,
    /// Find the fewest moves and prove that there are none fewer, within --time and --memory: every card that moves
    /// counts one, or cards that go together from a column to another
    #[arg(long, value_name = "cards|sequences", num_args = 0..=1, default_missing_value = "cards", value_parser = parse_metric, conflicts_with_all = ["short", "stacks", "dir"])]
    optimal: Option<Metric>,
    #[command(flatten)]
    format: FormatArg,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Print the verdict only
    #[arg(long, short, conflicts_with_all = ["json", "format"])]
    quiet: bool,
    /// Explore by layers in this directory, new or empty, what the plan does not solve, and keep the solution there
    #[arg(long, value_name = "DIR", conflicts_with_all = ["short", "plan_only", "format", "quiet", "stacks"])]
    dir: Option<PathBuf>,
    /// Tell which stage is running even when standard error is no terminal
    #[arg(long)]
    progress: bool,
}

#[derive(Serialize)]
struct SolveJson {
    #[serde(flatten)]
    named: Named,
    verdict: VerdictWord,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
    stage: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<OptimalJson>,
    counts: Option<CountsJson>,
    moves: Option<Vec<MoveJson>>,
    /// States that scans expanded, and classes that the complete search walked.
    iterations: u64,
    classes: u64,
    seconds: f64,
    peak_memory_bytes: Option<u64>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let named = args.board.read()?;
    let board = &named.board;
    if args.short {
        needs_planes(board.rules())?;
    }
    if let Some(metric) = args.optimal {
        metric.holds(board.rules()).map_err(Failure::bad_input)?;
    }
    let options = args.solver.options(board.rules())?;
    let in_directory = match &args.dir {
        Some(dir) => Some(InDirectory::start(&args.board, named.clone(), &args.solver, dir)?),
        None => None,
    };
    let cancel = match &in_directory {
        Some(run) => run.interrupt_flag(),
        None => cancel_flag(Exit::Undecided)?,
    };
    let mut solver = Solver::new(options).cancelled_by(Arc::clone(&cancel));
    let line = StageLine::new(args.progress);
    line.listen(&mut solver);
    let mut answer = match &in_directory {
        Some(_) => solver.try_quickly(board, CLASSES_BEFORE_RECORDS),
        None => solver.solve(board),
    };
    if let (true, Verdict::Solvable(_)) = (args.short, &answer.verdict) {
        answer = shorter(args, board, answer, &cancel, &line);
    }
    let mut optimum = None;
    if let Some(metric) = args.optimal {
        (answer, optimum) = fewest(args, metric, board, answer, &cancel, &line)?;
    }
    line.clear();
    match (in_directory, &answer.verdict) {
        (Some(run), Verdict::Solvable(solution)) => run.keep(solution)?,
        // What has no win is explored once more, for its records.
        (Some(run), Verdict::Impossible(_)) => return run.conclude(args.json, None),
        (Some(run), Verdict::Undecided(_)) => return run.conclude(args.json, Some(solver)),
        (None, _) => {}
    }
    let solution = answer.verdict.solution();
    if args.json {
        print::json(&SolveJson {
            named: Named::of(named.deal, board.rules()).called(named.game),
            verdict: answer.verdict.word(),
            because: because(&answer.verdict),
            stage: answer.stage.word(),
            optimal: optimum.as_ref().map(|(metric, found)| OptimalJson::of(*metric, found.bounds)),
            counts: solution.map(|solution| CountsJson::from(solution.counts())),
            moves: solution.map(moves_json),
            iterations: answer.iterations,
            classes: answer.classes,
            seconds: answer.time.as_secs_f64(),
            peak_memory_bytes: process::peak_memory_bytes(),
        })?;
    } else if args.quiet {
        print::text(&format!("{}\n", answer.verdict.word()))?;
    } else {
        print::text(&text(args, &answer, solution, optimum.as_ref()))?;
    }
    let is_open = optimum.is_some_and(|(_, found)| found.ended != Ended::Proven);
    Ok(if is_open { Exit::Undecided } else { exit_of(&answer.verdict) })
}

/// The fewest moves, in the time that is left.
fn fewest(
    args: &Args,
    metric: Metric,
    board: &Board,
    answer: Answer,
    cancel: &AtomicBool,
    line: &StageLine,
) -> Result<(Answer, Option<(Metric, Optimum)>), Failure> {
    let time_max = (!args.solver.time.is_zero()).then_some(args.solver.time);
    let memory_bytes = args.solver.memory()?.bytes;
    let prover = Prover { metric, time_max, memory_bytes, cancel };
    let told = |bounds| line.tell(&bounds_text(metric, bounds));
    let (answer, optimum) = prover.prove(board, answer, told)?;
    Ok((answer, optimum.map(|optimum| (metric, optimum))))
}

pub fn exit_of(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Solvable(_) => Exit::Done,
        Verdict::Impossible(_) => Exit::Impossible,
        Verdict::Undecided(Why::Stopped(_)) => Exit::Undecided,
        Verdict::Undecided(Why::Failed(_)) => Exit::Failure,
    }
}

/// What a verdict without moves rests on.
pub fn because(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Solvable(_) => None,
        Verdict::Impossible(evidence) => Some(evidence.to_string()),
        Verdict::Undecided(why) => Some(why.to_string()),
    }
}

/// Looks for shorter solutions in the time that is left.
fn shorter(
    args: &Args,
    board: &Board,
    answer: Answer,
    cancel: &AtomicBool,
    line: &StageLine,
) -> Answer {
    let end = Instant::now() + args.solver.time.saturating_sub(answer.time);
    let endless = args.solver.time.is_zero();
    let is_over = || cancel.load(Relaxed) || (!endless && Instant::now() >= end);
    let bytes_max = args.solver.memory().map_or(1 << 30, |memory| memory.solve().beam);
    let options = ShortOptions { bytes_max: bytes_max as usize, ..ShortOptions::default() };
    let started = Instant::now();
    let mut found = |best: &Short| {
        let width = best.width;
        line.tell(&format!("{} with a beam of {width} states", count(best.moves as u128, "move")));
    };
    let best = short(board, &options, &is_over, &mut found);
    let time = answer.time + started.elapsed();
    let Verdict::Solvable(first) = &answer.verdict else { return answer };
    match best {
        Some(best) if best.moves < first.counts().sequences => {
            let verdict = Verdict::Solvable(Solution::of(board, &best.steps).into());
            Answer { verdict, time, ..answer }
        }
        _ => Answer { time, ..answer },
    }
}

fn text(
    args: &Args,
    answer: &Answer,
    solution: Option<&Solution>,
    optimum: Option<&(Metric, Optimum)>,
) -> String {
    let time = answer.time.as_secs_f64();
    let work = match answer.classes {
        0 => format!("{} expanded", count(answer.iterations, "state")),
        classes => format!(
            "{} expanded, {} classes walked",
            count(answer.iterations, "state"),
            grouped(classes.into())
        ),
    };
    let Some(solution) = solution else {
        let because = because(&answer.verdict).unwrap_or_default();
        return format!("{}: {because}\n{time:.3} s, {work}\n", answer.verdict.word());
    };
    let format = args.format.format.unwrap_or_default();
    match format {
        Format::Moves => {}
        Format::FcSolve | Format::FcSolveSn => {
            let statistics = fc_solve::statistics(answer.iterations, answer.stored);
            return format.text(solution) + &statistics;
        }
        other => return other.text(solution),
    }
    let counts = solution.counts();
    let fewest = optimum.map_or(String::new(), |(metric, found)| {
        let because = match found.ended {
            Ended::MemoryUsed => " (the memory is used up)",
            Ended::Interrupted => " (the search was stopped)",
            _ => "",
        };
        format!(
            "{}{because}\n{} expanded and {} stored for it\n",
            bounds_text(*metric, found.bounds),
            count(found.expanded, "state"),
            grouped(found.stored.into())
        )
    });
    format!(
        "solvable: {}, {} of single cards, {} without automatic foundation moves\n\
         {fewest}{time:.3} s, {work}\n\n{}",
        count(counts.sequences as u128, "move"),
        grouped(counts.cards as u128),
        grouped(counts.without_automatic as u128),
        format.text(solution)
    )
}
