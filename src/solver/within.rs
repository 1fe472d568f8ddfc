//! For callers that count expansions: a search within a number of them, a line for every so many, and a way to the
//! most promising position when they are used up.
//!
//! Scans and the complete search over classes share the number. The first expansions all go to the scans, of which one is
//! complete; of those beyond, half is put by for the classes, which prove in thousands what takes scans millions. When
//! enough is put by, it is used at once: an attempt over classes can't be left and gone on with, so each has four times
//! as many as the one before and begins anew. So a search can be stopped after any number of expansions, holds nothing but
//! its scans meanwhile, and never uses more than it was given (but for some dozens in an attempt, which looks at its
//! limit now and then).

use super::{Answer, ITERATIONS_A_LOOK, ITERATIONS_FIRST, Solver, Stage, StopReason, Verdict, Why};
use fcc::board::Board;
use fcc::solution::Solution;
use fcc::solve::presets;
use fcc::stacks::Engine as Stacks;

/// Expansions that all go to the scans.
const ITERATIONS_UNSHARED: u64 = 10_000;
/// Beyond them, how many go to the scans at a time, and how many are then put by for the classes.
const SHARE: u64 = 500;
/// Classes of the first attempt, and how many times as many the next one has.
const CLASSES_FIRST: u64 = 3_000;
const ATTEMPT_GROWTH: u64 = 4;

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

/// How the expansions of a board were shared so far.
#[derive(Debug)]
pub(super) struct Shares {
    /// All that were used or put by, of scans and classes together.
    spent: u64,
    /// Those that are put by for the next attempt over classes.
    put_by: u64,
    /// What that attempt needs.
    attempt: u64,
    /// Whether more expansions would change nothing: all states are expanded or the room for them is used up.
    scans_ended: bool,
    /// The same of the classes.
    classes_ended: bool,
    /// The iteration that was told last.
    told: Option<u64>,
}

impl Default for Shares {
    fn default() -> Shares {
        Shares {
            spent: 0,
            put_by: 0,
            attempt: CLASSES_FIRST,
            scans_ended: false,
            classes_ended: false,
            told: None,
        }
    }
}

/// What the next expansions are for.
enum Share {
    Scans(u64),
    Classes(u64),
}

impl Shares {
    /// So many of those that are left, and whom they go to; nothing when nobody can use them.
    fn next(&self, left: u64) -> Option<Share> {
        if self.scans_ended && self.classes_ended {
            return None;
        }
        let shared = self.spent.checked_sub(ITERATIONS_UNSHARED);
        let at = shared.map(|spent| spent % (2 * SHARE));
        let (is_for_scans, until) = match at {
            None => (true, ITERATIONS_UNSHARED - self.spent),
            Some(at) if at < SHARE => (true, SHARE - at),
            Some(at) => (false, 2 * SHARE - at),
        };
        let number = until.min(left);
        let is_for_scans = (is_for_scans && !self.scans_ended) || self.classes_ended;
        Some(if is_for_scans { Share::Scans(number) } else { Share::Classes(number) })
    }
}

impl Solver {
    /// Calls this before the first expansion of a board and after every so many of its scans.
    pub fn on_iteration(&mut self, step: u64, callback: impl FnMut(&Iteration) + Send + 'static) {
        self.on_iteration = Some(OnIteration { step: step.max(1), callback: Box::new(callback) });
    }

    /// Calls nobody any more.
    pub fn on_no_iteration(&mut self) {
        self.on_iteration = None;
    }

    /// Settles a board within [`super::SolverOptions::iterations_max`] expansions of all stages together, without the
    /// search by layers.
    pub fn solve_within(&mut self, board: &Board) -> Answer {
        self.begin(board);
        self.resume_within(self.options.iterations_max)
    }

    /// Goes on with the last board until so many expansions were used in all, those before included. What comes out does
    /// not depend on how often it was stopped on the way.
    ///
    /// # Panics
    /// When there was no board.
    pub fn resume_within(&mut self, iterations_max: u64) -> Answer {
        assert!(self.board.is_some(), "a board was given before");
        self.options.iterations_max = iterations_max;
        let answer = self.answer(|solver| {
            if solver.stacks.begun {
                let settled = solver.by_stacks();
                solver.shares.spent = solver.iterations;
                return settled;
            }
            let settled = solver.share_out(iterations_max);
            let over = StopReason::Iterations { max: iterations_max };
            settled.unwrap_or((Verdict::Undecided(over.into()), Stage::Plan))
        });
        self.options.iterations_max = iterations_max;
        answer
    }

    /// Expansions that were used for this board, or put by for classes.
    pub fn spent(&self) -> u64 {
        self.shares.spent
    }

    /// Shares expansions out until the board is settled or all are used.
    fn share_out(&mut self, iterations_max: u64) -> Option<(Verdict, Stage)> {
        while self.shares.spent < iterations_max {
            let settled = match self.shares.next(iterations_max - self.shares.spent) {
                None => {
                    self.shares.spent = iterations_max;
                    let full = StopReason::Memory { bytes_max: self.options.memory_bytes };
                    return Some((Verdict::Undecided(full.into()), Stage::Classes));
                }
                Some(Share::Scans(number)) => self.scan(number).map(|found| (found, Stage::Plan)),
                Some(Share::Classes(number)) => {
                    self.put_by(number).map(|found| (found, Stage::Classes))
                }
            };
            if settled.is_some() {
                return settled;
            }
        }
        None
    }

    /// Scans for so many iterations: those of the plan, and then those for hard boards.
    fn scan(&mut self, number: u64) -> Option<Verdict> {
        let (before, may_be_hard) = (self.iterations, self.options.plan.name == presets::DEFAULT);
        let more = match may_be_hard && !self.hard_begun {
            true => number.min(ITERATIONS_FIRST.saturating_sub(before)),
            false => number,
        };
        self.options.iterations_max = before + more;
        let settled = self.plan(Stage::Plan, more, self.deadline(100));
        let used = self.iterations - before;
        self.shares.spent += used;
        match settled {
            Some(settled) if !is_limit(&settled) => return Some(settled),
            _ if used > 0 && used == more => {}
            _ if may_be_hard && !self.hard_begun => self.begin_hard(),
            _ => self.shares.scans_ended = true,
        }
        None
    }

    /// Puts expansions by for the classes. When there are enough for an attempt that is larger than the one before, it
    /// is made; it begins anew.
    fn put_by(&mut self, number: u64) -> Option<Verdict> {
        let Shares { attempt, .. } = self.shares;
        self.shares.spent += number;
        self.shares.put_by += number;
        if self.shares.put_by < attempt {
            return None;
        }
        self.shares.put_by -= attempt;
        self.shares.attempt = attempt.saturating_mul(ATTEMPT_GROWTH);
        let (before, room) = (self.classes, self.options.states_max as u64);
        let settled = self.classes(Some(attempt.min(room)), self.deadline(100));
        // It ended before its limit, or has no more room than that.
        self.shares.classes_ended = attempt >= room || self.classes - before < attempt;
        settled
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

    /// Tells of the iteration that comes now, if it is one of those that are told.
    pub(super) fn tell_iteration(&mut self) {
        let now = Some(self.iterations);
        let Some(mut hearer) = self.on_iteration.take() else { return };
        if self.iterations.is_multiple_of(hearer.step) && self.shares.told != now {
            self.shares.told = now;
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
