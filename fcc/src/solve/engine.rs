//! The engine: a plan at work on one board after the other.
//!
//! It gives each scan its turns, keeps to the limits, and turns what was found into moves that have
//! been played on the board. [`Engine::run`] can be called again and again: with more iterations,
//! after [`Engine::set_limits`] with more room, after a cancel; the search goes on where it
//! stopped, and slices of any size give what one go would have given. [`Engine::start`] with the next
//! board forgets the last one and keeps its memory, unless it is of other rules for which the plan has other
//! scans ([`presets::for_rules`]).

use super::outcome::Outcome;
use super::plan::{Plan, Shorten};
use super::presets;
use super::run::{Progress, Run, Scan};
use super::shorten::{among_states, shortcuts, shorten, to_cells_one_by_one};
use super::table::{BYTES_PER_STATE, Table};
use super::walk::Walk;
use crate::arrival::Arrival;
use crate::board::Board;
use crate::card::CARDS;
use crate::game::Game;
use crate::replay::replay;
use crate::rules::Rules;
use crate::trace::Step;
use crate::verdict::StopReason;

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// States stored, of all scans together.
    pub states_max: usize,
    /// Bytes of states and frontiers, of all scans together.
    pub bytes_max: usize,
}

impl Default for Limits {
    /// A million states, half a gigabyte.
    fn default() -> Limits {
        Limits { states_max: 1_000_000, bytes_max: 512 << 20 }
    }
}

/// What was done so far on this board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// States expanded.
    pub iterations: u64,
    /// States stored now.
    pub states: usize,
    /// Bytes in use now.
    pub bytes: usize,
    /// The scan whose turn it is, by its place in the plan.
    pub turn: usize,
    /// Rounds of the plan that are over.
    pub round: u32,
}

/// A plan at work.
#[derive(Debug)]
pub struct Engine {
    /// The plan that was asked for, and the one for the rules of the board.
    asked: Plan,
    plan: Plan,
    rules: Rules,
    limits: Limits,
    runs: Vec<Run>,
    started: Vec<bool>,
    game: Option<Game>,
    iterations: u64,
    turn: usize,
    round: u32,
    /// Iterations left of the turn.
    left: u64,
    outcome: Option<Outcome>,
}

/// Iterations between two looks at the limits and at the cancel.
const SLICE: u64 = 512;
/// The most states that one expansion adds: all kinds of moves of all cards.
const CHILDREN_MAX: usize = 512;

fn runs_of(plan: &Plan) -> Vec<Run> {
    plan.turns.iter().map(|turn| Run::new(turn.scan, turn.set.clone(), turn.weights)).collect()
}

impl Engine {
    /// # Panics
    /// When the plan has no scan.
    pub fn new(plan: Plan, limits: Limits) -> Engine {
        assert!(!plan.turns.is_empty(), "a plan has at least one scan");
        let runs = runs_of(&plan);
        let started = vec![false; runs.len()];
        let (game, iterations, turn, round, left, outcome) = (None, 0, 0, 0, 0, None);
        let (asked, rules) = (plan.clone(), Rules::USUAL);
        Engine {
            asked,
            plan,
            rules,
            limits,
            runs,
            started,
            game,
            iterations,
            turn,
            round,
            left,
            outcome,
        }
    }

    /// The plan that is at work: that for the rules of the board, if it comes with the program.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The limits of a board.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Other limits from the next [`Engine::run`] on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Takes a board, in any position, and forgets the one before.
    ///
    /// # Panics
    /// When the planes do not hold its rules ([`Rules::on_planes`]).
    pub fn start(&mut self, board: &Board) {
        for (run, started) in self.runs.iter_mut().zip(&mut self.started) {
            if std::mem::take(started) {
                run.clear();
            }
        }
        if board.rules() != self.rules {
            self.go_by(board.rules());
        }
        self.game = Some(Game::new(board.clone(), self.plan.prune));
        (self.iterations, self.turn, self.round, self.outcome) = (0, 0, 0, None);
        self.left = self.plan.quota(0, 0);
    }

    /// Takes the plan for boards of these rules.
    fn go_by(&mut self, rules: Rules) {
        self.rules = rules;
        let plan = presets::for_rules(&self.asked, rules);
        if plan != self.plan {
            self.runs = runs_of(&plan);
            self.started = vec![false; self.runs.len()];
            self.plan = plan;
        }
    }

    /// The game being solved.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// What the boards since the last start have taken.
    pub fn counters(&self) -> Counters {
        Counters {
            iterations: self.iterations,
            states: self.runs.iter().map(|run| run.table().len()).sum(),
            bytes: self.runs.iter().map(Run::bytes).sum(),
            turn: self.turn,
            round: self.round,
        }
    }

    /// Bytes that the tables hold: those in use, the room that vectors have grown ahead of it (they
    /// double), and what is kept from the largest board so far. A new engine gives it back.
    pub fn bytes_held(&self) -> usize {
        self.runs.iter().map(|run| run.table().bytes_held()).sum()
    }

    /// States stored by the scan whose turn it is: after it ran dry, all that there are.
    pub fn states_of_scan(&self) -> usize {
        self.runs[self.turn].table().len()
    }

    /// The scan whose turn it is.
    pub fn scan(&self) -> Scan {
        self.runs[self.turn].scan()
    }

    /// The steps to the position that the scan at work has found last.
    pub fn way_to_last(&self) -> Vec<Step> {
        let table = self.runs[self.turn].table();
        table.len().checked_sub(1).map_or_else(Vec::new, |last| self.way_to(table, last as u32))
    }

    /// The steps to the position which looks nearest to a win: the most cards up, the fewest stuck, and among equals the
    /// one found first by the first scan.
    pub fn way_to_best(&self) -> Vec<Step> {
        let tables = self.runs.iter().map(Run::table);
        let all = tables.flat_map(|table| (0..table.len() as u32).map(move |node| (table, node)));
        let best = all.min_by_key(|(table, node)| {
            let state = table.node(*node).position.state.fingerprint;
            (CARDS as u32 - state.founded.count_ones(), state.stuck.count_ones())
        });
        best.map_or_else(Vec::new, |(table, node)| self.way_to(table, node))
    }

    fn way_to(&self, table: &Table, node: u32) -> Vec<Step> {
        let Some(game) = &self.game else { return Vec::new() };
        let mut walk = Walk::new(game);
        for number in table.path(node) {
            table.node(number).edge.atoms().for_each(|atom| walk.make(atom));
        }
        walk.steps
    }

    /// Expands up to so many states more. `cancel` is asked now and then.
    ///
    /// # Panics
    /// When no board was given.
    pub fn run(&mut self, more_iterations: u64, cancel: &dyn Fn() -> bool) -> Outcome {
        if let Some(outcome) = &self.outcome {
            return outcome.clone();
        }
        let game = self.game.take().expect("a board to search");
        let outcome = self.search(&game, more_iterations, cancel);
        let settled = match outcome {
            Outcome::Undecided { reason } => reason == StopReason::RanDry,
            Outcome::Solved(_) | Outcome::Exhausted(_) => true,
        };
        self.game = Some(game);
        if settled {
            self.outcome = Some(outcome.clone());
        }
        outcome
    }

    fn search(&mut self, game: &Game, more: u64, cancel: &dyn Fn() -> bool) -> Outcome {
        let (mut more, max) = (more, more);
        loop {
            if !self.started[self.turn] {
                self.started[self.turn] = true;
                self.runs[self.turn].start(game, Arrival::of_deal(game));
            }
            let run = &mut self.runs[self.turn];
            match run.progress() {
                Progress::Won(node) => return Outcome::Solved(self.solution(game, node)),
                Progress::Dry => {
                    if let Some(complete) = run.set().complete() {
                        return Outcome::Exhausted(complete);
                    }
                    if self.all_dry() {
                        return Outcome::Undecided { reason: StopReason::RanDry };
                    }
                    self.next_turn();
                    continue;
                }
                Progress::Open if self.left == 0 => {
                    self.next_turn();
                    continue;
                }
                Progress::Open => {}
            }
            let states_free = match self.room() {
                Ok(states_free) => states_free,
                Err(reason) => return Outcome::Undecided { reason },
            };
            if more == 0 {
                return Outcome::Undecided { reason: StopReason::Iterations { max } };
            }
            if cancel() {
                return Outcome::Undecided { reason: StopReason::Interrupted };
            }
            let run = &mut self.runs[self.turn];
            let states_max = run.table().len() + states_free;
            let done = run.go(game, more.min(self.left).min(SLICE), states_max);
            self.iterations += done;
            self.left -= done;
            more -= done;
        }
    }

    /// States that may be added; less than the limits have by what the last expansion may add.
    fn room(&self) -> Result<usize, StopReason> {
        let Counters { states, bytes, .. } = self.counters();
        let states_free = self.limits.states_max.saturating_sub(states);
        // A state and its place in the frontier.
        const STATE_BYTES: usize = BYTES_PER_STATE + 8;
        let bytes_free = self.limits.bytes_max.saturating_sub(bytes) / STATE_BYTES;
        if states_free <= CHILDREN_MAX {
            return Err(StopReason::States { max: self.limits.states_max as u64 });
        }
        if bytes_free <= CHILDREN_MAX {
            return Err(StopReason::Memory { bytes_max: self.limits.bytes_max as u64 });
        }
        Ok(states_free.min(bytes_free) - CHILDREN_MAX)
    }

    fn all_dry(&self) -> bool {
        let dry = |(run, &started): (&Run, &bool)| started && run.progress() == Progress::Dry;
        self.runs.iter().zip(&self.started).all(dry)
    }

    fn next_turn(&mut self) {
        self.turn += 1;
        if self.turn == self.runs.len() {
            (self.turn, self.round) = (0, self.round.saturating_add(1));
        }
        self.left = self.plan.quota(self.turn, self.round);
    }

    /// The moves to a node without stuck cards and on to the end, played on the board.
    fn solution(&self, game: &Game, node: u32) -> Vec<Step> {
        let table = self.runs[self.turn].table();
        let mut atoms = Vec::with_capacity(128);
        for number in table.path(node) {
            atoms.extend(table.node(number).edge.atoms());
        }
        match self.plan.shorten {
            Shorten::None => {}
            Shorten::Path => {
                to_cells_one_by_one(game, &mut atoms);
                shorten(game, &mut atoms);
            }
            Shorten::States => {
                atoms = among_states(game, table, node);
                to_cells_one_by_one(game, &mut atoms);
                shorten(game, &mut atoms);
                shortcuts(game, &mut atoms);
            }
        }
        let mut walk = Walk::new(game);
        for &atom in &atoms {
            walk.make(atom);
        }
        walk.play_out();
        let (_, end) = replay(game.deal(), &walk.steps).expect("the search makes legal moves only");
        assert!(end.is_won(), "the last move of a solution wins:\n{end}");
        walk.steps
    }
}
