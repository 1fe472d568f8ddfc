//! Best-first search by the bound: the first end that is taken from the queue is an optimum.
//!
//! The estimate of a state is its moves so far and its bound. It never falls along a way (docs/optimal.md), so a state
//! is expanded with its fewest moves, once, and every estimate that has been left behind is a proven lower
//! bound. The deepest states come first among equal estimates: the last layer is left as soon as an end is met. A
//! state that can't do better than a solution that is known is dropped.
//!
//! With a weight above one the bound counts as often in the order. What is found first then is a solution and no
//! optimum, but it is found quickly: with it the search for the optimum begins.
//!
//! A node has no move with it. The way is found again from the states on it: the move that leads from one to the next is
//! looked for among the moves of the first.

use super::layout::Layout;
use super::metric::Metric;
use super::moves::{Child, Mover};
use super::nodes::{MOVES_MAX, Nodes, Offered, START};
use super::queue::Queue;
use super::{Bounds, Ended};
use crate::bits::{BitWork, with_bit_counting};
use crate::card::ALL_CARDS;
use crate::game::Game;
use crate::solve::position::Atom;
use crate::solve::walk::Walk;
use crate::trace::Step;

/// Expansions between two looks at the limits.
pub const LOOK_EVERY: u64 = 1024;

/// A search for the fewest moves of one game.
pub struct Search<'a> {
    mover: Mover<'a>,
    nodes: Nodes,
    queue: Queue,
    children: Vec<Child>,
    /// How often the bound counts in the order.
    weight: u32,
    /// Foundation moves that any solution has.
    in_play: u32,
    /// States that were expanded.
    pub expanded: u64,
    /// Moves of the solution that was found.
    pub won: u32,
    /// Whether a state was dropped because a node can't hold its moves.
    is_cut: bool,
}

/// What a search may take, and what it tells.
pub struct Watch<'a> {
    /// Bytes of states and of the queue.
    pub bytes_max: usize,
    /// Whether to stop; it is asked every thousand states.
    pub is_over: &'a dyn Fn() -> bool,
    /// Hears of bounds that have come closer.
    pub told: &'a mut dyn FnMut(Bounds),
}

impl<'a> Search<'a> {
    /// A search that has seen the deal alone.
    pub fn new(game: &'a Game, layout: &'a Layout, metric: Metric, weight: u32) -> Search<'a> {
        let dealt = layout.start(game);
        let in_play = ALL_CARDS & !dealt.arrival.state.fingerprint.founded;
        let start = layout.carried(game, dealt);
        let mut search = Search {
            mover: Mover::new(game, layout, metric),
            nodes: Nodes::default(),
            queue: Queue::default(),
            children: Vec::new(),
            weight,
            in_play: in_play.count_ones(),
            expanded: 0,
            won: 0,
            is_cut: false,
        };
        let value = search.mover.value(&start);
        search.nodes.offer(Layout::pack(&start), START, 0);
        search.queue.push(weight * value, 0, START);
        search
    }

    /// The number of states that were stored.
    pub fn stored(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// The moves that any solution has at least, as far as it is known, if the bound counts once.
    pub fn lower(&mut self) -> u32 {
        self.in_play + self.queue.lowest().unwrap_or(0)
    }

    /// Searches for a solution with fewer moves than `upper`. Returns how it ended, and the steps of the best
    /// solution if one was found.
    pub fn run(&mut self, upper: Option<u32>, watch: &mut Watch) -> (Ended, Option<Vec<Step>>) {
        match with_bit_counting(Run { search: self, upper, watch }) {
            Stop::Won(number) => (Ended::Proven, Some(self.steps(number))),
            // What the queue held was worked off.
            Stop::Dry if self.is_cut => (Ended::TooLong, None),
            Stop::Dry if upper.is_some() => (Ended::Proven, None),
            Stop::Dry => (Ended::Impossible, None),
            Stop::Limit(ended) => (ended, None),
        }
    }

    #[inline(always)]
    fn expand(&mut self, number: u32, moves: u32, value: u32, moves_end: u32) {
        let open = self.mover.layout.unpack(self.nodes.words(number));
        let mut children = std::mem::take(&mut self.children);
        self.mover.expand(&open, value, &mut children);
        for child in &children {
            let moves = moves + child.cost();
            let estimate = moves + child.value;
            if estimate >= moves_end {
                self.is_cut |= estimate > MOVES_MAX;
                continue;
            }
            let words = Layout::pack(&child.open);
            if let Offered::Better(number) = self.nodes.offer(words, number, moves) {
                let up = child.open.arrival.state.fingerprint.founded.count_ones();
                self.queue.push(moves + self.weight * child.value, moves + up, number);
            }
        }
        self.children = children;
        self.expanded += 1;
    }

    /// The steps that lead to a node, and from there to the end.
    fn steps(&mut self, last: u32) -> Vec<Step> {
        let path = self.nodes.path(last);
        let mut walk = Walk::new(self.mover.game);
        for two in path.windows(2) {
            walk.make(self.atom(two[0], two[1]));
        }
        walk.play_out();
        walk.steps
    }

    /// The move from a node to a child of it.
    fn atom(&mut self, from: u32, to: u32) -> Atom {
        let layout = self.mover.layout;
        let open = layout.unpack(self.nodes.words(from));
        let end = layout.unpack(self.nodes.words(to));
        let value = self.mover.value(&open);
        let mut children = Vec::new();
        self.mover.expand(&open, value, &mut children);
        let child =
            children.iter().find(|child| child.open == end).expect("a parent has the child");
        match child.place {
            None => Atom::up(child.card),
            Some(place) => Atom::place(child.card, place),
        }
    }
}

/// How the loop came to an end.
enum Stop {
    Won(u32),
    Dry,
    Limit(Ended),
}

struct Run<'a, 'b, 'c, 'd> {
    search: &'a mut Search<'b>,
    upper: Option<u32>,
    watch: &'c mut Watch<'d>,
}

impl BitWork for Run<'_, '_, '_, '_> {
    type Answer = Stop;

    #[inline(always)]
    fn run(self) -> Stop {
        let Run { search, upper, watch } = self;
        let in_play = search.in_play;
        let moves_end = upper.map_or(MOVES_MAX + 1, |upper| (upper - in_play).min(MOVES_MAX + 1));
        let mut layer = None;
        loop {
            if search.expanded.is_multiple_of(LOOK_EVERY) {
                if (watch.is_over)() {
                    return Stop::Limit(Ended::Interrupted);
                }
                if search.nodes.bytes_next() + search.queue.bytes() > watch.bytes_max {
                    return Stop::Limit(Ended::MemoryUsed);
                }
            }
            let Some((estimate, number)) = search.queue.pop() else { return Stop::Dry };
            if search.weight == 1 && layer != Some(estimate) {
                layer = Some(estimate);
                (watch.told)(Bounds { lower: in_play + estimate, upper });
            }
            let moves = search.nodes.moves(number);
            if !search.nodes.close(number) {
                continue;
            }
            let value = (estimate - moves) / search.weight;
            if moves + value >= moves_end {
                // Only the start, since nothing like it is stored.
                continue;
            }
            if value == 0 {
                search.won = in_play + moves;
                return Stop::Won(number);
            }
            search.expand(number, moves, value, moves_end);
        }
    }
}
