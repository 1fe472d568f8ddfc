//! For callers that count expansions: a search within a number of them, a line for every so many, and a way to the
//! most promising position when they are used up.
//!
//! Scans and the complete search over classes share the number. Few expansions all go to the scans, of which one is
//! complete; of many, half is kept for the classes, which prove in thousands what takes scans millions. What the classes
//! leave over goes to the scans again.

use super::{Answer, ITERATIONS_A_LOOK, Solver, Stage, StopReason, Verdict, Why};
use fcc::board::Board;
use fcc::solution::Solution;
use fcc::solve::outcome::Outcome;
use fcc::stacks::Engine as Stacks;

/// Expansions that are not worth sharing.
const ITERATIONS_UNSHARED: u64 = 10_000;

/// How far a scan is, for [`Solver::on_iteration`].
#[derive(Clone, Debug)]
pub struct Iteration {
    /// States expanded so far.
    pub number: u64,
    /// States stored so far.
    pub stored: u64,
    /// Moves to the position that was found last, and that position.
    pub way: Solution,
}

/// Who hears of iterations, and of which.
pub(super) struct OnIteration {
    step: u64,
    callback: Box<dyn FnMut(&Iteration) + Send>,
}

impl Solver {
    /// Calls this before the first expansion of a board and after every so many of its scans.
    pub fn on_iteration(&mut self, step: u64, callback: impl FnMut(&Iteration) + Send + 'static) {
        self.on_iteration = Some(OnIteration { step: step.max(1), callback: Box::new(callback) });
    }

    /// Settles a board within [`super::SolverOptions::iterations_max`] expansions of all stages together, without the
    /// search by layers.
    pub fn solve_within(&mut self, board: &Board) -> Answer {
        let all = self.options.iterations_max;
        self.begin(board);
        let answer = self.answer(|solver| {
            if solver.stacks.begun {
                return solver.by_stacks();
            }
            solver.options.iterations_max = all.min((all / 2).max(ITERATIONS_UNSHARED));
            let settled = solver.plans();
            let left = all.saturating_sub(solver.iterations);
            match settled {
                Some(settled) if left == 0 || !is_limit(&settled) => return (settled, Stage::Plan),
                _ => {}
            }
            let classes_max = left.min(solver.options.states_max as u64);
            if let Some(settled) = solver.classes(Some(classes_max), solver.deadline(100)) {
                return (settled, Stage::Classes);
            }
            solver.options.iterations_max = all.saturating_sub(solver.classes);
            let over = StopReason::Iterations { max: all };
            let settled = match solver.options.iterations_max > solver.iterations {
                true => solver.plan(Stage::LongerPlan, u64::MAX, solver.deadline(100)),
                false => None,
            };
            (settled.unwrap_or(Verdict::Undecided(over.into())), Stage::LongerPlan)
        });
        self.options.iterations_max = all;
        answer
    }

    /// The moves to the most promising position that the scans have found; nothing without a board.
    pub fn way_to_best(&mut self) -> Option<Solution> {
        let board = self.board.as_ref()?;
        Some(match self.stacks.begun {
            true => self.stacks.way(board, Stacks::way_to_best),
            false => Solution::of_way(board, &self.running().way_to_best()),
        })
    }

    /// Iterations until somebody looks at the clock or hears of them.
    pub(super) fn iterations_to_tell(&self) -> u64 {
        self.on_iteration.as_ref().map_or(ITERATIONS_A_LOOK, |hearer| {
            (hearer.step - self.iterations % hearer.step).min(ITERATIONS_A_LOOK)
        })
    }

    pub(super) fn tell_iteration(&mut self, outcome: &Outcome) {
        self.tell_iteration_of(matches!(outcome, Outcome::Undecided { .. }));
    }

    /// Tells of the iteration that comes next, if one does and it is one of those.
    pub(super) fn tell_iteration_of(&mut self, goes_on: bool) {
        let goes_on = goes_on && self.iterations < self.options.iterations_max;
        let Some(mut hearer) = self.on_iteration.take() else { return };
        if goes_on && self.iterations.is_multiple_of(hearer.step) {
            let board = self.board.as_ref().expect("a board is being solved");
            let way = match self.stacks.begun {
                true => self.stacks.way(board, Stacks::way_to_last),
                false => Solution::of_way(board, &self.running().way_to_last()),
            };
            let (number, stored) = (self.iterations, self.stored());
            (hearer.callback)(&Iteration { number, stored, way });
        }
        self.on_iteration = Some(hearer);
    }
}

/// Whether a limit of expansions, states or memory has ended it.
fn is_limit(verdict: &Verdict) -> bool {
    use StopReason::{Iterations, Memory, RanDry, States};
    matches!(
        verdict,
        Verdict::Undecided(Why::Stopped(
            Iterations { .. } | Memory { .. } | RanDry | States { .. }
        ))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SolverOptions;
    use std::sync::{Arc, Mutex};

    fn solver(iterations_max: u64) -> Solver {
        Solver::new(SolverOptions { iterations_max, ..SolverOptions::default() })
    }

    #[test]
    fn scans_and_classes_share_the_expansions() {
        let board = Board::deal(11_982, 4).expect("a deal");
        let answer = solver(200_000).solve_within(&board);
        assert!(matches!(answer.verdict, Verdict::Impossible(_)));
        assert!(answer.iterations <= 100_000 && answer.classes > 0);
        let answer = solver(500).solve_within(&board);
        assert!(matches!(answer.verdict, Verdict::Undecided(_)));
        assert_eq!((answer.iterations, answer.classes), (500, 0));
    }

    #[test]
    fn iterations_are_told_from_the_first_and_a_way_is_played() {
        told_and_played(Board::deal(11_982, 4).expect("a deal"));
        // Baker's Dozen 18, which takes more than that.
        let deal: fcc::board::DealName = "bakers_dozen 18".parse().expect("a deal");
        told_and_played(deal.board(deal.game.rules).expect("a board"));
    }

    fn told_and_played(board: Board) {
        let told = Arc::new(Mutex::new(Vec::new()));
        let hearer = Arc::clone(&told);
        let mut solver = solver(1_000);
        solver.on_iteration(300, move |iteration| {
            hearer.lock().expect("no panic").push(iteration.number);
        });
        solver.solve_within(&board);
        assert_eq!(*told.lock().expect("no panic"), [0, 300, 600, 900]);
        let way = solver.way_to_best().expect("a board");
        let up =
            |board: &Board| board.foundations().iter().map(|&rank| u32::from(rank)).sum::<u32>();
        assert!(up(way.end()) > up(&board));
    }
}
