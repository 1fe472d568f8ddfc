//! Short solutions: a beam search that is run again with twice the width until somebody stops it.
//!
//! Every solution has the same foundation moves, one for each card in play, so what is to be made few
//! are the others. The search goes level by level: level *n* holds states that *n* such moves lead to
//! (foundation moves cost nothing and stay on their level; a meta-move of *n* moves goes *n* levels
//! ahead). Of each level only the best are expanded, as many as the beam is wide, by an evaluation
//! that need not be admissible since it only chooses among equals. The first level with a won position
//! ends the run.
//!
//! What the run before has found cuts the next one short: a stuck card that lies over a lower card of
//! its own suit has to move before that card goes up, and no two of them move together, since each
//! is the deepest of what moves with it. So their number is a lower bound of the moves to come, and
//! a state that can't do better than the best known is dropped.

use super::engine::{Engine, Limits};
use super::kinds::{Child, Kind, MoveSet};
use super::outcome::Outcome;
use super::position::{Atom, Edge};
use super::presets;
use super::shorten::{shortcuts, shorten};
use super::table::{Node, START, Table};
use super::walk::Walk;
use super::weights::{Judge, Weights};
use crate::arrival::Arrival;
use crate::bits::{BitWork, with_bit_counting};
use crate::board::Board;
use crate::game::Game;
use crate::replay::replay;
use crate::rules::Prune;
use crate::solution::Solution;
use crate::trace::{Step, To};

/// How to look for short solutions.
#[derive(Clone, Debug)]
pub struct ShortOptions {
    /// States of a level that are expanded in the first run; each run after it has twice as many.
    pub width_first: usize,
    /// The widest beam, in states.
    pub width_max: usize,
    /// Bytes of the states of one run: a run that needs more is the last, and is given up.
    pub bytes_max: usize,
    /// The moves that the beam makes.
    pub set: MoveSet,
    /// How it judges states of one level.
    pub weights: Weights,
}

impl Default for ShortOptions {
    fn default() -> ShortOptions {
        let weights = "left=10 stuck=20 over=7 cells=17 full=17 empty=-21 buried=5 chain=5 base=2 \
                       high=12 later=2 short=2 deep=-3";
        ShortOptions {
            width_first: 8,
            width_max: 1 << 20,
            bytes_max: 1 << 30,
            set: "up join seat shift park open drop dig".parse().expect("moves"),
            weights: weights.parse().expect("weights"),
        }
    }
}

/// A solution, and how wide the beam was that found it; 0 for the first, which is no beam's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// Moves of single cards. They have been played on the board.
    pub steps: Vec<Step>,
    /// Moves of sequences and of cards to the foundation.
    pub moves: usize,
    /// The width of the beam that found it.
    pub width: usize,
}

/// Looks for shorter and shorter solutions until `cancel` says so or the options end it. Each one that
/// is better than those before is given to `found`; the last one is returned.
///
/// # Panics
/// When the planes do not hold the rules of the board ([`crate::rules::Rules::on_planes`]).
pub fn short(
    board: &Board,
    options: &ShortOptions,
    cancel: &dyn Fn() -> bool,
    found: &mut dyn FnMut(&Short),
) -> Option<Short> {
    let game = Game::new(board.clone(), Prune::Safe);
    let mut beam = Beam::new(&game, options);
    let mut best = first(&game, board, found);
    let mut width = options.width_first.max(1);
    while width <= options.width_max {
        let most = best.as_ref().map_or(usize::MAX, |(atoms, _)| *atoms);
        match beam.run(width, most, cancel) {
            Ended::Won(mut atoms) => {
                shorten(&game, &mut atoms);
                shortcuts(&game, &mut atoms);
                let cost = atoms.iter().filter(|atom| atom.to != To::Up).count();
                let steps = played(&game, &atoms);
                let ups = steps.iter().filter(|step| step.to == To::Up).count();
                let one = Short { steps, moves: cost + ups, width };
                found(&one);
                best = Some((cost, one));
            }
            Ended::NoBetter => {}
            Ended::Stopped => break,
        }
        width = width.saturating_mul(2);
    }
    best.map(|(_, one)| one)
}

/// The quick plan's solution to begin with: narrow beams fail on some boards that it solves.
fn first(game: &Game, board: &Board, found: &mut dyn FnMut(&Short)) -> Option<(usize, Short)> {
    let mut engine = Engine::new(presets::quick(), Limits::default());
    engine.start(board);
    let Outcome::Solved(steps) = engine.run(FIRST_ITERATIONS, &|| false) else { return None };
    let moves = Solution::of(game.deal(), &steps).counts().sequences;
    let ups = steps.iter().filter(|step| step.to == To::Up).count();
    let one = Short { steps, moves, width: 0 };
    found(&one);
    Some((moves - ups, one))
}

/// The single moves of a path of atoms, played on the board.
fn played(game: &Game, atoms: &[Atom]) -> Vec<Step> {
    let mut walk = Walk::new(game);
    atoms.iter().for_each(|&atom| walk.make(atom));
    walk.play_out();
    let (_, end) = replay(game.deal(), &walk.steps).expect("the search makes legal moves only");
    assert!(end.is_won(), "the last move of a solution wins:\n{end}");
    walk.steps
}

/// How a run ended.
enum Ended {
    /// With fewer moves than asked for.
    Won(Vec<Atom>),
    /// The levels ran dry, or can't lead to fewer moves.
    NoBetter,
    /// Somebody asked for it, or the memory was used up.
    Stopped,
}

struct Beam<'a> {
    game: &'a Game,
    judge: Judge,
    set: MoveSet,
    bytes_max: usize,
    table: Table,
    /// For each number of moves, states with their values.
    levels: Vec<Vec<(i32, u32)>>,
    children: Vec<Child>,
}

/// Iterations for a first solution: some milliseconds.
const FIRST_ITERATIONS: u64 = 4000;
/// Expansions between two looks at the cancel.
const LOOK_EVERY: usize = 64;

impl<'a> Beam<'a> {
    fn new(game: &'a Game, options: &ShortOptions) -> Beam<'a> {
        Beam {
            game,
            judge: Judge::new(game, options.weights),
            set: options.set.clone(),
            bytes_max: options.bytes_max,
            table: Table::default(),
            levels: Vec::new(),
            children: Vec::new(),
        }
    }

    /// One run; only solutions with fewer than `most` moves count.
    fn run(&mut self, width: usize, most: usize, cancel: &dyn Fn() -> bool) -> Ended {
        self.table.clear();
        self.levels.iter_mut().for_each(Vec::clear);
        let start = Arrival::of_deal(self.game);
        self.table.insert(Node { position: start, edge: Edge::default(), parent: START, moves: 0 });
        if start.state.fingerprint.is_won() {
            return if most > 0 { Ended::Won(Vec::new()) } else { Ended::NoBetter };
        }
        self.offer(0, (0, START));
        let mut won = Won { moves: most, node: None };
        let mut level = 0;
        while level < self.levels.len() && level < won.moves {
            let mut states = std::mem::take(&mut self.levels[level]);
            choose(&mut states, width);
            let mut at = 0;
            // Foundation moves add states of this very level.
            while at < states.len() {
                if at.is_multiple_of(LOOK_EVERY) && (cancel() || self.is_full()) {
                    return Ended::Stopped;
                }
                let number = states[at].1;
                if usize::from(self.table.node(number).moves) == level {
                    with_bit_counting(Expand { beam: self, number, won: &mut won });
                    states.append(&mut self.levels[level]);
                }
                at += 1;
            }
            states.clear();
            self.levels[level] = states;
            level += 1;
        }
        match won.node {
            None => Ended::NoBetter,
            Some(node) => {
                let path = self.table.path(node);
                Ended::Won(path.iter().flat_map(|&at| self.table.node(at).edge.atoms()).collect())
            }
        }
    }

    fn is_full(&self) -> bool {
        self.table.bytes() > self.bytes_max
    }

    #[inline(always)]
    fn offer(&mut self, level: usize, entry: (i32, u32)) {
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Vec::new());
        }
        self.levels[level].push(entry);
    }

    #[inline(always)]
    fn expand(&mut self, number: u32, won: &mut Won) {
        let Node { position, moves, .. } = *self.table.node(number);
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        self.set.expand(self.game, &position, &mut children);
        for &Child { kind, edge, position } in &children {
            let cost = if kind == Kind::Up { 0 } else { edge.moves() };
            let moves = moves.saturating_add(cost);
            if usize::from(moves) + self.judge.moves_at_least(&position) as usize >= won.moves {
                continue;
            }
            let node = Node { position, edge, parent: number, moves };
            let Some(fresh) = self.table.insert_if_quicker(node) else { continue };
            if position.state.fingerprint.is_won() {
                *won = Won { moves: moves.into(), node: Some(fresh) };
                continue;
            }
            let value = self.judge.value(self.game, &position, 0);
            self.offer(moves.into(), (value, fresh));
        }
        self.children = children;
    }
}

struct Expand<'a, 'game> {
    beam: &'a mut Beam<'game>,
    number: u32,
    won: &'a mut Won,
}

impl BitWork for Expand<'_, '_> {
    type Answer = ();

    #[inline(always)]
    fn run(self) {
        self.beam.expand(self.number, self.won);
    }
}

/// The best that a run has come to.
struct Won {
    moves: usize,
    node: Option<u32>,
}

/// Keeps the best of a level.
fn choose(states: &mut Vec<(i32, u32)>, width: usize) {
    if states.len() > width {
        states.select_nth_unstable(width - 1);
        states.truncate(width);
    }
}
