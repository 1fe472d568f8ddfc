//! The stage of boards that the planes can't hold, and of all others where it is asked for: the scans of
//! [`fcc::stacks`], which are complete. There is no stage after it.

use super::{Solver, SolverOptions, Stage, Verdict};
use crate::memory::Memory;
use crate::solver::Evidence;
use fcc::board::Board;
use fcc::notation::Move;
use fcc::solution::Solution;
use fcc::stacks::{Engine, Limits, Outcome, Plan};
use fcc::verdict::StopReason;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// The engine of such boards, from the first of them on.
#[derive(Default)]
pub struct Stacks {
    engine: Option<Engine>,
    /// Whether the board at hand is one of them.
    pub begun: bool,
}

impl Stacks {
    /// Begins with a board, if it is one of those.
    pub fn begin(&mut self, board: &Board, options: &SolverOptions) {
        self.begun = options.stacks || !board.is_on_planes();
        if !self.begun {
            return;
        }
        let plan = Plan::after(&options.stacks_first, board.rules());
        match &mut self.engine {
            Some(engine) => engine.start(board, plan),
            none => *none = Some(Engine::new(board, plan, limits_of(options))),
        }
    }

    /// Changes the limits of what comes.
    pub fn set_limits(&mut self, options: &SolverOptions) {
        if let Some(engine) = &mut self.engine {
            engine.set_limits(limits_of(options));
        }
    }

    /// Bytes that are held for the next board.
    pub fn bytes_held(&self) -> usize {
        self.engine.as_ref().map_or(0, |engine| engine.counters().bytes)
    }

    /// The moves that the engine tells of this board, played.
    pub fn way(&mut self, board: &Board, of: fn(&mut Engine) -> Vec<Move>) -> Solution {
        let engine = self.engine.as_mut().expect("begun with this board");
        Solution::of_moves_so_far(board, of(engine))
    }

    /// States that were found.
    pub fn stored(&self) -> u64 {
        self.engine.as_ref().map_or(0, |engine| engine.counters().states as u64)
    }
}

impl Solver {
    /// Scans until a verdict or a limit.
    pub(super) fn by_stacks(&mut self) -> (Verdict, Stage) {
        let deadline = self.deadline(100);
        let mut looks = 0u64;
        let why = loop {
            if self.is_cancelled() {
                break StopReason::Interrupted;
            }
            if looks > 0 && deadline.is_some_and(|end| Instant::now() >= end) {
                break StopReason::Time;
            }
            if looks > 0 && looks.is_multiple_of(16) {
                self.tell(Stage::Plan, 0);
            }
            looks += 1;
            let left = self.options.iterations_max.saturating_sub(self.iterations);
            let asked = left.min(self.iterations_to_tell());
            if left > 0 {
                self.tell_iteration();
            }
            let outcome = self.look(asked);
            match outcome {
                Outcome::Solved(moves) => {
                    let board = self.board.as_ref().expect("a board is being solved");
                    let solution = Solution::of_moves(board, moves);
                    return (Verdict::Solvable(solution.into()), Stage::Plan);
                }
                Outcome::Exhausted(_) => {
                    let states = self.stacks.stored();
                    return (Verdict::Impossible(Evidence::Scan { states }), Stage::Plan);
                }
                Outcome::Undecided { reason: StopReason::Memory { .. } } => {
                    break StopReason::Memory { bytes_max: self.options.memory_bytes };
                }
                Outcome::Undecided { reason: StopReason::Iterations { .. } } if asked == left => {
                    break StopReason::Iterations { max: self.options.iterations_max };
                }
                // A slice of the iterations, or a flag that is looked at next.
                Outcome::Undecided {
                    reason: StopReason::Iterations { .. } | StopReason::Interrupted,
                } => {}
                Outcome::Undecided { reason } => break reason,
            }
        };
        (Verdict::Undecided(why.into()), Stage::Plan)
    }

    /// So many iterations more.
    fn look(&mut self, iterations: u64) -> Outcome {
        let cancel = Arc::clone(&self.cancel);
        let engine = self.stacks.engine.as_mut().expect("begun with this board");
        let before = engine.counters().iterations;
        let outcome = engine.run(iterations, &|| cancel.load(Relaxed));
        self.iterations += engine.counters().iterations - before;
        outcome
    }
}

/// What the scans may hold.
fn limits_of(options: &SolverOptions) -> Limits {
    let memory = Memory { bytes: options.memory_bytes };
    let bytes_max = usize::try_from(memory.solve().stacks).unwrap_or(usize::MAX);
    Limits { states_max: options.states_max, bytes_max }
}
