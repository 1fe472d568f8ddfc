//! The scans of a plan side by side: each thread has some of them, and the first that settles the board
//! stops the others.

use super::{Evidence, Solver, Verdict, limits_of};
use fcc::solution::Solution;
use fcc::solve::engine::{Engine, Limits};
use fcc::solve::outcome::Outcome;
use fcc::solve::plan::Plan;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

impl Solver {
    /// Runs the scans on all threads, from the beginning, for so many iterations together. Nothing when
    /// none of them has settled the board.
    pub(super) fn plan_side_by_side(
        &mut self,
        more: u64,
        deadline: Option<Instant>,
    ) -> Option<Verdict> {
        let plans = dealt_out(self.running().plan(), self.options.threads);
        let Limits { states_max, bytes_max } = limits_of(&self.options);
        let limits = Limits { states_max, bytes_max: bytes_max / plans.len() };
        let each = more / plans.len() as u64;
        let (done, iterations) = (AtomicBool::new(false), AtomicU64::new(0));
        let board = self.board.as_ref().expect("a board is being solved");
        let cancel = &*self.cancel;
        let is_over = || {
            done.load(Relaxed)
                || cancel.load(Relaxed)
                || deadline.is_some_and(|end| Instant::now() >= end)
        };
        let run = |plan: Plan| {
            let mut engine = Engine::new(plan, limits);
            engine.start(board);
            let outcome = engine.run(each, &is_over);
            iterations.fetch_add(engine.counters().iterations, Relaxed);
            let settled = match outcome {
                Outcome::Solved(steps) => {
                    Some(Verdict::Solvable(Solution::of(board, &steps).into()))
                }
                Outcome::Exhausted(_) => {
                    let states = engine.states_of_scan() as u64;
                    Some(Verdict::Impossible(Evidence::Scan { states }))
                }
                Outcome::Undecided { .. } => None,
            };
            if settled.is_some() {
                done.store(true, Relaxed);
            }
            settled
        };
        let settled = std::thread::scope(|scope| {
            let threads: Vec<_> = plans.into_iter().map(|plan| scope.spawn(|| run(plan))).collect();
            let ended = threads.into_iter().map(|thread| thread.join());
            // All are waited for; the first in the order of the plan counts.
            let settled: Vec<_> = ended.map(|ended| ended.expect("no bug in a scan")).collect();
            settled.into_iter().flatten().next()
        });
        self.iterations += iterations.load(Relaxed);
        settled
    }
}

/// The scans of a plan as plans for several threads, dealt out in turn.
fn dealt_out(plan: &Plan, threads: usize) -> Vec<Plan> {
    let hands = threads.clamp(1, plan.turns.len());
    let hand = |number: usize| {
        let turns = plan.turns.iter().skip(number).step_by(hands).cloned().collect();
        Plan { turns, ..plan.clone() }
    };
    (0..hands).map(hand).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::solve::presets;

    #[test]
    fn every_scan_is_dealt_to_one_thread() {
        let plan = presets::quick();
        for threads in 1..=plan.turns.len() + 1 {
            let hands = dealt_out(&plan, threads);
            assert_eq!(hands.len(), threads.min(plan.turns.len()));
            let scans: usize = hands.iter().map(|hand| hand.turns.len()).sum();
            assert_eq!(scans, plan.turns.len());
        }
    }
}
