//! One scan at work: its table, its frontier, and the loop that both share.
//!
//! A run can be left after any expansion and gone on with later; nothing of it lives outside. The
//! search is over as soon as a position without stuck cards is made: then nothing lies on the lowest
//! card in play, since only lower cards could, so it goes up, and so does every other after it.

use super::best_first::BestFirst;
use super::breadth_first::BreadthFirst;
use super::depth_first::DepthFirst;
use super::frontier::Frontier;
use super::kinds::{Child, MoveSet};
use super::no_cells::is_lost;
use super::position::{Edge, Position};
use super::random_depth_first::RandomDepthFirst;
use super::table::{Node, START, Table};
use super::weights::{Judge, Weights};
use crate::bits::{BitWork, with_bit_counting};
use crate::game::Game;

/// The order in which states are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// The newest position first.
    DepthFirst,
    /// With this seed.
    Random(u64),
    /// The position with the least estimate first.
    BestFirst,
    /// The oldest position first.
    BreadthFirst,
}

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// This node has no stuck card.
    Won(u32),
    /// Every state that the moves lead to has been expanded.
    Dry,
    /// There are states left.
    Open,
}

#[derive(Debug)]
enum AnyFrontier {
    DepthFirst(DepthFirst),
    Random(RandomDepthFirst),
    BestFirst(BestFirst),
    BreadthFirst(BreadthFirst),
}

/// A scan, its moves and weights, and the states it has seen.
#[derive(Debug)]
pub struct Run {
    scan: Scan,
    set: MoveSet,
    weights: Weights,
    judge: Option<Judge>,
    table: Table,
    frontier: AnyFrontier,
    /// Scratch.
    children: Vec<Child>,
    progress: Progress,
}

impl Run {
    /// A scan that has not begun.
    pub fn new(scan: Scan, set: MoveSet, weights: Weights) -> Run {
        let frontier = match scan {
            Scan::DepthFirst => AnyFrontier::DepthFirst(DepthFirst::default()),
            Scan::Random(_) => AnyFrontier::Random(RandomDepthFirst::default()),
            Scan::BestFirst => AnyFrontier::BestFirst(BestFirst::default()),
            Scan::BreadthFirst => AnyFrontier::BreadthFirst(BreadthFirst::default()),
        };
        let (table, progress) = (Table::default(), Progress::Dry);
        Run { scan, set, weights, judge: None, table, frontier, children: Vec::new(), progress }
    }

    /// The order in which it expands positions.
    pub fn scan(&self) -> Scan {
        self.scan
    }

    /// The moves that it makes.
    pub fn set(&self) -> &MoveSet {
        &self.set
    }

    /// All positions that it has seen.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let frontier = match &self.frontier {
            AnyFrontier::DepthFirst(frontier) => frontier.bytes(),
            AnyFrontier::Random(frontier) => frontier.bytes(),
            AnyFrontier::BestFirst(frontier) => frontier.bytes(),
            AnyFrontier::BreadthFirst(frontier) => frontier.bytes(),
        };
        self.table.bytes() + frontier
    }

    /// Forgets the deal before and keeps the memory.
    pub fn clear(&mut self) {
        self.table.clear();
        let seed = if let Scan::Random(seed) = self.scan { seed } else { 0 };
        match &mut self.frontier {
            AnyFrontier::DepthFirst(frontier) => frontier.clear(seed),
            AnyFrontier::Random(frontier) => frontier.clear(seed),
            AnyFrontier::BestFirst(frontier) => frontier.clear(seed),
            AnyFrontier::BreadthFirst(frontier) => frontier.clear(seed),
        }
        self.progress = Progress::Dry;
    }

    /// Starts on a game; `start` has been carried through its safe moves.
    pub fn start(&mut self, game: &Game, start: Position) {
        self.clear();
        self.judge = Some(Judge::new(game, self.weights));
        let node = Node { position: start, edge: Edge::default(), parent: START, moves: 0 };
        self.table.insert(node);
        match &mut self.frontier {
            AnyFrontier::DepthFirst(frontier) => begin(frontier),
            AnyFrontier::Random(frontier) => begin(frontier),
            AnyFrontier::BestFirst(frontier) => begin(frontier),
            AnyFrontier::BreadthFirst(frontier) => begin(frontier),
        }
        let won = start.state.fingerprint.is_won();
        self.progress = if won { Progress::Won(START) } else { Progress::Open };
    }

    /// Expands up to so many states, fewer when `room` for states is used up. Returns how many.
    pub fn go(&mut self, game: &Game, iterations_max: u64, states_max: usize) -> u64 {
        if self.progress != Progress::Open {
            return 0;
        }
        let judge = self.judge.as_ref().expect("it was started");
        let (table, children) = (&mut self.table, &mut self.children);
        let set = &self.set;
        macro_rules! go {
            ($frontier:expr) => {
                with_bit_counting(Work {
                    game,
                    set,
                    judge,
                    iterations_max,
                    states_max,
                    frontier: $frontier,
                    table,
                    children,
                    keeps_seats: game.rules().keeps_seats(),
                })
            };
        }
        let (iterations, progress) = match &mut self.frontier {
            AnyFrontier::DepthFirst(frontier) => go!(frontier),
            AnyFrontier::Random(frontier) => go!(frontier),
            AnyFrontier::BestFirst(frontier) => go!(frontier),
            AnyFrontier::BreadthFirst(frontier) => go!(frontier),
        };
        self.progress = progress;
        iterations
    }
}

fn begin<F: Frontier>(frontier: &mut F) {
    frontier.offer(START, 0, 0);
    frontier.end_offers();
}

/// A run while it goes on.
struct Work<'a, F> {
    game: &'a Game,
    set: &'a MoveSet,
    judge: &'a Judge,
    iterations_max: u64,
    states_max: usize,
    frontier: &'a mut F,
    table: &'a mut Table,
    children: &'a mut Vec<Child>,
    /// Whether lost positions can be told.
    keeps_seats: bool,
}

impl<F: Frontier> BitWork for Work<'_, F> {
    type Answer = (u64, Progress);

    #[inline(always)]
    fn run(mut self) -> (u64, Progress) {
        let mut iterations = 0;
        while iterations < self.iterations_max && self.table.len() < self.states_max {
            let Some(number) = self.frontier.take(self.table.len() as u32) else {
                return (iterations, Progress::Dry);
            };
            iterations += 1;
            if let Some(won) = self.expand(number) {
                return (iterations, Progress::Won(won));
            }
        }
        (iterations, Progress::Open)
    }
}

impl<F: Frontier> Work<'_, F> {
    #[inline(always)]
    fn expand(&mut self, number: u32) -> Option<u32> {
        let Node { position, moves, .. } = *self.table.node(number);
        let mut won = None;
        self.children.clear();
        if F::ALL_MOVES {
            self.set.expand(self.game, &position, self.children);
        } else {
            self.set.expand_needed(self.game, &position, self.children);
        }
        for &Child { kind, edge, position } in self.children.iter() {
            let moves = moves.saturating_add(edge.moves());
            let node = Node { position, edge, parent: number, moves };
            let Some(fresh) = self.table.insert(node) else { continue };
            if position.state.fingerprint.is_won() {
                won = won.or(Some(fresh));
                continue;
            }
            if self.keeps_seats && !F::ALL_MOVES && is_lost(self.game, &position) {
                continue;
            }
            let value =
                if F::WEIGHS { self.judge.value(self.game, &position, moves.into()) } else { 0 };
            self.frontier.offer(fresh, self.set.rank(kind), value);
        }
        self.frontier.end_offers();
        won
    }
}
