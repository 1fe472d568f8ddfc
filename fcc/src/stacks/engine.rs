//! The search: the scans of a plan by turns, on one collection of states.
//!
//! One iteration expands one state of the scan whose turn it is. Everything between two iterations is in the
//! engine, so it can stop after any of them and go on later, with the same result as without the stop.

use super::columns::Columns;
use super::moves::{Moves, Step, after, raise_safe};
use super::plan::Plan;
use super::position::{Position, Shape};
use super::scan::{Order, Waiting};
use super::shorten::shorten;
use super::states::{ROOT, SCANS_MAX, STATES_MAX, StateId, States};
use super::way;
use crate::board::Board;
use crate::notation::Move;
use crate::verdict::StopReason;

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes for columns, states and what waits.
    pub bytes_max: usize,
    /// States that may be kept.
    pub states_max: usize,
}

/// Only the end of a complete scan makes one: there is no *impossible* without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Complete(());

/// How a search ended, or why it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Moves that win, played on the board.
    Solved(Vec<Move>),
    /// Every state that can be reached was expanded, and none is won.
    Exhausted(Complete),
    /// Nothing is proved. The search can go on with larger limits.
    Undecided {
        /// The limit that was reached, or who stopped it.
        reason: StopReason,
    },
}

/// What has been done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// States that were expanded, by all scans together.
    pub iterations: u64,
    /// States that were found.
    pub states: usize,
    /// Those of them that are known to be dead ends.
    pub dead: usize,
    /// Columns that were found.
    pub columns: usize,
    /// Bytes in use.
    pub bytes: usize,
}

/// Iterations between two looks at the limits.
const ITERATIONS_A_LOOK: u64 = 64;

/// The search of one board after the other.
pub struct Engine {
    plan: Plan,
    limits: Limits,
    board: Board,
    shape: Shape,
    columns: Columns,
    states: States,
    waiting: Vec<Waiting>,
    turn: usize,
    /// Iterations that are left in this turn.
    left: u64,
    round: u32,
    iterations: u64,
    won: Option<StateId>,
    list: Vec<Step>,
}

impl Engine {
    /// An engine at the start of a board.
    ///
    /// # Panics
    /// When the plan has no turn, or more than can share a collection.
    pub fn new(board: &Board, plan: Plan, limits: Limits) -> Engine {
        let shape = Shape::new(board.rules());
        let mut engine = Engine {
            plan: plan.clone(),
            limits,
            board: board.clone(),
            shape,
            columns: Columns::new(board.rules()),
            states: States::new(shape),
            waiting: Vec::new(),
            turn: 0,
            left: 0,
            round: 0,
            iterations: 0,
            won: None,
            list: Vec::new(),
        };
        engine.start(board, plan);
        engine
    }

    /// Begins with another board, in the room that the last one has left.
    ///
    /// # Panics
    /// As [`Engine::new`].
    pub fn start(&mut self, board: &Board, plan: Plan) {
        assert!((1..=SCANS_MAX).contains(&plan.turns.len()), "{} turns", plan.turns.len());
        let rules = board.rules();
        self.shape = Shape::new(rules);
        self.board = board.clone();
        self.columns.reset(rules);
        self.states.reset(self.shape);
        self.waiting.iter_mut().for_each(Waiting::clear);
        self.waiting.resize_with(plan.turns.len(), Waiting::default);
        let mut root = Position::of(board, &mut self.columns);
        raise_safe(&mut root, &self.columns, rules);
        root.sort(self.shape);
        let packed = self.states.packed(&root);
        let state = self.states.find_or_add(&packed, ROOT, Step { from: 0, to: 0, cards: 0 });
        for (scan, waiting) in self.waiting.iter_mut().enumerate() {
            self.states.meet(state, scan);
            waiting.push(state, 0);
        }
        self.won = root.is_won(rules).then_some(state);
        (self.turn, self.round, self.iterations) = (0, 0, 0);
        self.left = plan.turns[0].iterations;
        self.plan = plan;
    }

    /// Changes the limits of what comes.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// What has been done so far.
    pub fn counters(&self) -> Counters {
        Counters {
            iterations: self.iterations,
            states: self.states.len(),
            dead: self.states.dead(),
            columns: self.columns.len(),
            bytes: self.bytes(),
        }
    }

    fn bytes(&self) -> usize {
        let waiting: usize = self.waiting.iter().map(Waiting::bytes).sum();
        self.columns.bytes() + self.states.bytes() + waiting
    }

    /// Expands up to so many states more. `is_cancelled` is asked now and then.
    pub fn run(&mut self, iterations: u64, is_cancelled: &dyn Fn() -> bool) -> Outcome {
        let end = self.iterations.saturating_add(iterations);
        loop {
            if let Some(state) = self.won {
                return Outcome::Solved(self.solution(state));
            }
            if self.states.is_dead(ROOT) {
                return Outcome::Exhausted(Complete(()));
            }
            if let Some(reason) = self.stop_reason(end, is_cancelled) {
                return Outcome::Undecided { reason };
            }
            self.iterate();
        }
    }

    fn stop_reason(&self, end: u64, is_cancelled: &dyn Fn() -> bool) -> Option<StopReason> {
        if self.iterations >= end {
            return Some(StopReason::Iterations { max: end });
        }
        if !self.iterations.is_multiple_of(ITERATIONS_A_LOOK) {
            return None;
        }
        let bytes_max = self.limits.bytes_max;
        let states_max = self.limits.states_max.min(STATES_MAX);
        if is_cancelled() {
            Some(StopReason::Interrupted)
        } else if self.states.len() >= states_max {
            Some(StopReason::States { max: states_max as u64 })
        } else if self.bytes() >= bytes_max {
            Some(StopReason::Memory { bytes_max: bytes_max as u64 })
        } else {
            None
        }
    }

    /// Expands the next state of the scan whose turn it is.
    fn iterate(&mut self) {
        if self.left == 0 {
            self.next_turn();
        }
        self.left -= 1;
        let order = self.plan.turns[self.turn].order;
        let Some(state) = self.waiting[self.turn].pop(order) else {
            // Whatever is still alive has been met by this scan: it would have been expanded.
            unreachable!("a scan that has expanded everything leaves no state alive");
        };
        self.iterations += 1;
        if !self.states.is_dead(state) {
            self.expand(state, order);
        }
    }

    fn next_turn(&mut self) {
        self.turn += 1;
        if self.turn == self.plan.turns.len() {
            self.turn = 0;
            self.round = (self.round + 1).min(40);
        }
        self.left = self.plan.turns[self.turn].iterations.saturating_mul(1 << self.round);
    }

    fn expand(&mut self, state: StateId, order: Order) {
        let (shape, rules, scan) = (self.shape, self.shape.rules, self.turn);
        let position = self.states.position(state);
        let depth = self.states.depth(state) + 1;
        Moves::of(&position, &self.columns, rules).list(&mut self.list);
        if order == Order::Depth {
            // It takes what comes last, and is to begin with the first move.
            self.list.reverse();
        }
        let list = std::mem::take(&mut self.list);
        for &step in &list {
            let next = after(&position, step, &mut self.columns, shape);
            let packed = self.states.packed(&next);
            let found = self.states.find_or_add(&packed, state, step);
            if !self.states.meet(found, scan) || self.states.is_dead(found) {
                continue;
            }
            if next.is_won(rules) {
                self.won = Some(found);
                break;
            }
            let weight = match order {
                Order::Best(weights) => weights.weigh(&next, depth, &self.columns, rules),
                Order::Depth | Order::Breadth => 0,
            };
            self.waiting[scan].push(found, weight);
        }
        self.list = list;
        if self.won.is_none() {
            self.states.note_expanded(state);
        }
    }

    /// The moves to the state that was found last.
    pub fn way_to_last(&mut self) -> Vec<Move> {
        self.moves_to(self.states.len() as StateId - 1)
    }

    /// The moves to the state that looks nearest to a win: the most cards up, and among equals the one that the first
    /// scan holds for the most promising.
    pub fn way_to_best(&mut self) -> Vec<Move> {
        let rules = self.shape.rules;
        let best = (0..self.states.len() as StateId).max_by_key(|&state| {
            let position = self.states.position(state);
            let weight = match self.plan.turns[0].order {
                Order::Best(weights) => weights.weigh(&position, 0, &self.columns, rules),
                Order::Depth | Order::Breadth => 0,
            };
            (position.cards_up(), -weight)
        });
        self.moves_to(best.expect("the state that the board begins with"))
    }

    fn moves_to(&mut self, state: StateId) -> Vec<Move> {
        let way = way::to(state, &self.states);
        way::moves(&self.board, &way, &self.states, &mut self.columns)
    }

    /// The moves to a win, made shorter in a quarter of the work that it took to find them. With 400 looks at least,
    /// the solutions of deals 1 to 60 of Citadel, Die Schlange and Simple Simon are a tenth of a move shorter at
    /// the most.
    fn solution(&mut self, won: StateId) -> Vec<Move> {
        let way = way::to(won, &self.states);
        let way =
            shorten(way, self.iterations / 4, &mut self.states, &mut self.columns, self.shape);
        way::moves(&self.board, &way, &self.states, &mut self.columns)
    }
}
