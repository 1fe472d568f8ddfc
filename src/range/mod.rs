//! Many deals, one after the other or side by side: a line for each as it is settled, and a summary.
//!
//! Threads take deals from one list, each with its own solver, whose memory goes from deal to deal. A line
//! is written in one piece when its deal is done, so a file that a killed run leaves has whole lines, but
//! for the last, which is cut off when the run goes on. Which deals are done is what the file says.

mod deals;
mod out;

pub use deals::{Deals, read_deals};
pub use out::{Out, read_earlier, read_lines};

use crate::exit::Failure;
use crate::memory::{GraphShares, Memory};
use crate::optimum::Prover;
use crate::rules_args::RulesArgs;
use crate::solver::{Answer, Solver, SolverOptions, Verdict, Why};
use fcc::board::Board;
use fcc::optimal::Metric;
use fcc::verdict::VerdictWord;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use strata_report::deals::{DealLine, GraphLimits, OptimalJson, Summary, moves_text};

/// How a range ends before its last deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StopAt {
    pub verdict: VerdictWord,
    pub count: u64,
}

/// What to do with every deal.
pub struct Work {
    pub options: SolverOptions,
    /// The rules, and which deals the numbers name.
    pub rules: RulesArgs,
    pub threads: usize,
    pub stop_at: Option<StopAt>,
    /// Whether lines have the moves.
    pub with_moves: bool,
    /// Count the whole graph of each deal, too.
    pub graphs: Option<GraphLimits>,
    /// Prove the fewest moves of each deal, too.
    pub optimal: Option<Metric>,
}

/// What the threads share.
struct Shared {
    deals: Mutex<Deals>,
    out: Mutex<(Out, Summary)>,
    failed: Mutex<Option<Failure>>,
    stop: AtomicBool,
}

impl Work {
    /// Settles all deals that are left. `cancel` ends it after the deals at hand, which stay undecided and
    /// without a line. `watch` hears the summary after each line.
    pub fn go(
        &self,
        deals: Deals,
        out: Out,
        summary: Summary,
        cancel: &Arc<AtomicBool>,
        watch: impl Fn(&Summary) + Sync,
    ) -> Result<Summary, Failure> {
        let is_enough = self.is_enough(&summary);
        let shared = Shared {
            deals: Mutex::new(deals),
            out: Mutex::new((out, summary)),
            failed: Mutex::default(),
            stop: AtomicBool::new(is_enough),
        };
        std::thread::scope(|scope| {
            // Each with a pool of its own: deals go side by side, and one of them does not.
            let work = || match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
                Ok(pool) => pool.install(|| self.work(&shared, cancel, &watch)),
                Err(error) => {
                    let failure = Failure::of_machine(format!("can't start threads: {error}"));
                    locked(&shared.failed).get_or_insert(failure);
                }
            };
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
        match shared.failed.into_inner().expect("no panic while locked") {
            Some(failure) => Err(failure),
            None => Ok(shared.out.into_inner().expect("no panic while locked").1),
        }
    }

    fn work(&self, shared: &Shared, cancel: &Arc<AtomicBool>, watch: &impl Fn(&Summary)) {
        let mut solver = Solver::new(self.options.clone()).cancelled_by(Arc::clone(cancel));
        while !shared.stop.load(Relaxed) && !cancel.load(Relaxed) {
            let Some(deal) = locked(&shared.deals).next() else { return };
            let solved = self.rules.deal(deal);
            let solved = solved.and_then(|board| self.solve_one(&mut solver, deal, &board, cancel));
            let line = match solved {
                Ok(line) => line,
                Err(failure) => {
                    shared.stop.store(true, Relaxed);
                    locked(&shared.failed).get_or_insert(failure);
                    return;
                }
            };
            let is_cut = line.verdict == VerdictWord::Undecided
                || line.optimal.as_ref().is_some_and(|optimal| !optimal.proven);
            if cancel.load(Relaxed) && (is_cut || self.graphs.is_some()) {
                return;
            }
            let mut out = locked(&shared.out);
            let (file, summary) = &mut *out;
            match file.write(&line) {
                Ok(true) => summary.add(&line),
                // Nobody reads any more.
                Ok(false) => return shared.stop.store(true, Relaxed),
                Err(failure) => {
                    shared.stop.store(true, Relaxed);
                    locked(&shared.failed).get_or_insert(failure);
                    return;
                }
            }
            if self.is_enough(summary) {
                shared.stop.store(true, Relaxed);
            }
            watch(summary);
        }
    }

    fn is_enough(&self, summary: &Summary) -> bool {
        self.stop_at.is_some_and(|stop| summary.count_of(stop.verdict) >= stop.count)
    }

    /// The line of a deal. Where the disk or the threads fail there is none: that says nothing of the deal.
    fn solve_one(
        &self,
        solver: &mut Solver,
        deal: u64,
        board: &Board,
        cancel: &Arc<AtomicBool>,
    ) -> Result<DealLine, Failure> {
        let answer = solver.solve(board);
        if let Verdict::Undecided(Why::Failed(message)) = &answer.verdict {
            return Err(Failure::of_machine(format!("deal {deal}: {message}")));
        }
        let (answer, optimum) = match self.optimal {
            Some(metric) => self.prover(metric, cancel).prove(board, answer, |_| ())?,
            None => (answer, None),
        };
        let mut line = self.line_of(deal, &answer);
        if let (Some(metric), Some(optimum)) = (self.optimal, optimum) {
            line.states = optimum.expanded;
            line.optimal = Some(OptimalJson::of(metric, optimum.bounds));
        }
        if let Some((verdict, graph)) = self.graphs.and_then(|limits| limits.count(board, cancel)) {
            let word = verdict.word();
            assert!(
                line.verdict == VerdictWord::Undecided || line.verdict == word,
                "deal {deal}: the solver says {}, and its graph that it is {word}",
                line.verdict
            );
            // The whole graph settles it, too; only the moves are missing.
            line.verdict = word;
            line.because = None;
            line.graph = Some(graph);
        }
        Ok(line)
    }

    fn prover<'a>(&self, metric: Metric, cancel: &'a AtomicBool) -> Prover<'a> {
        let SolverOptions { time_max, memory_bytes, .. } = self.options;
        Prover { metric, time_max, memory_bytes, cancel }
    }

    fn line_of(&self, deal: u64, answer: &Answer) -> DealLine {
        let solution = answer.verdict.solution();
        let counts = solution.map(|solution| solution.counts());
        let rules = self.rules.rules();
        DealLine {
            deal,
            freecells: rules.freecells,
            game: None,
            rules: None,
            deal_name: None,
            verdict: answer.verdict.word(),
            stage: answer.stage.word().to_owned(),
            because: match &answer.verdict {
                Verdict::Undecided(why) => Some(why.to_string()),
                _ => None,
            },
            moves: counts.map(|counts| counts.sequences),
            single_cards: counts.map(|counts| counts.cards),
            without_automatic: counts.map(|counts| counts.without_automatic),
            states: answer.iterations,
            classes: answer.classes,
            seconds: (answer.time.as_secs_f64() * 1e6).round() / 1e6,
            solution: solution.filter(|_| self.with_moves).map(moves_text),
            graph: None,
            optimal: None,
        }
        .by(self.rules.name(deal), rules)
    }
}

/// Graphs of up to so many classes, each in a part of this memory.
pub fn graph_limits(classes_max: u64, memory: Memory) -> GraphLimits {
    let GraphShares { records, floods, analysis } = memory.graph();
    GraphLimits {
        classes_max,
        record_bytes: records,
        flood_bytes: floods,
        analysis_bytes: analysis,
    }
}

/// Bytes that one solver of a plan needs at least.
pub const SOLVER_BYTES_MIN: u64 = 32 << 20;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no panic while locked")
}
