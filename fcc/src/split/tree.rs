//! The classes of a component from one of them: the moves to each, and round trips for what can be
//! exchanged on the way.
//!
//! Breadth-first from the class of an entry. Every edge that is not in the tree closes a cycle, and
//! going around it may exchange pairs; a class that looks the same with two cards exchanged exchanges
//! them without a move. These vectors span K, all that the component's play can exchange (docs/symmetry.md,
//! theorem 7). Of each that is not a sum of those before it a [`Cycle`] is kept, the nearest first.
//!
//! A cycle can be gone around from any place: down the tree to it, around, and back. On the way to a class the
//! round trip begins where the two ways part, so that it is short.

use super::TooManyStates;
use super::way::{Choice, RoundTrip, Way};
use crate::class::stabiliser;
use crate::flood::table::Table;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::state::State;
use crate::trace::{Step, To, canonical_key, moved, pairs_of_group, state_at};

/// A class: how it was come to, and what was exchanged on the way from the root.
#[derive(Clone, Copy)]
pub struct Node {
    pub key: u128,
    pub depth: u32,
    parent: u32,
    pub shift: Vector,
}

/// Down the tree to a class, across to another or the same, and up again.
#[derive(Clone, Copy)]
pub struct Cycle {
    /// What is exchanged by going around.
    pub vector: Vector,
    down: u32,
    up: u32,
    /// Whether a move leads across; else nothing moves and the look is the same.
    moves: bool,
}

/// All classes of a component.
pub struct Tree<'g> {
    group: &'g Group<'g>,
    pub nodes: Vec<Node>,
    index: Table<u128, u32>,
    /// Vectors that are a basis of K.
    pub cycles: Vec<Cycle>,
    pub k: Subspace,
}

impl<'g> Tree<'g> {
    pub fn grow(
        group: &'g Group<'g>,
        root: u128,
        classes_max: usize,
    ) -> Result<Tree<'g>, TooManyStates> {
        let pairs = pairs_of_group(group);
        let mut nodes = vec![Node { key: root, depth: 0, parent: 0, shift: 0 }];
        let mut index = Table::default();
        index.reset(16);
        index.insert(root, 0u32);
        let (mut cycles, mut k) = (Vec::new(), Subspace::ZERO);
        let mut at = 0;
        while at < nodes.len() {
            let Node { key, depth, shift, .. } = nodes[at];
            let mut close = |vector: Vector, up: u32, moves: bool| {
                if k.add(vector) {
                    cycles.push(Cycle { vector, down: at as u32, up, moves });
                }
            };
            let (a, b) = group.planes(key);
            stabiliser(a, b, pairs, |vector| close(vector, at as u32, false));
            group.context().moves(a, b).reversible.for_each(|card, place| {
                let (near, edge) = canonical_key(group, pairs, moved((a, b), card, place));
                let shift = shift ^ edge;
                match index.insert(near, nodes.len() as u32) {
                    None => {
                        let (depth, parent) = (depth + 1, at as u32);
                        nodes.push(Node { key: near, depth, parent, shift });
                    }
                    Some(known) => close(shift ^ nodes[known as usize].shift, known, true),
                }
            });
            if nodes.len() > classes_max {
                return Err(TooManyStates { states_max: classes_max, what: "classes" });
            }
            at += 1;
        }
        Ok(Tree { group, nodes, index, cycles, k })
    }

    pub fn root(&self) -> u128 {
        self.nodes[0].key
    }

    /// The number of a class.
    pub fn find(&self, key: u128) -> Option<usize> {
        self.index.get(key).map(|number| number as usize)
    }

    /// The classes from the root to one, both included.
    fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        while let Some(&last) = path.last().filter(|&&last| last != 0) {
            path.push(self.nodes[last].parent as usize);
        }
        path.reverse();
        path
    }

    /// The number of moves of a cycle's round trip on the way to a class.
    pub fn trip_moves(&self, cycle: &Cycle, node: usize) -> u32 {
        let parting = self.parting(cycle, &self.path(node)) as u32;
        let depth = |node: u32| self.nodes[node as usize].depth - parting;
        depth(cycle.down) + depth(cycle.up) + u32::from(cycle.moves)
    }

    /// Where the way to a cycle leaves a path: the last class that all have in common.
    fn parting(&self, cycle: &Cycle, path: &[usize]) -> usize {
        let common = |node: u32| {
            let mut node = node as usize;
            loop {
                let depth = self.nodes[node].depth as usize;
                if path.get(depth) == Some(&node) {
                    return depth;
                }
                node = self.nodes[node].parent as usize;
            }
        };
        common(cycle.down).min(common(cycle.up))
    }

    /// The way from the state of the root with this vector to a class, with a round trip for each of
    /// these cycles. A round trip has one letter.
    pub fn way(&self, vector: Vector, node: usize, cycles: &[(usize, Choice)]) -> Way {
        let path = self.path(node);
        let mut trips: Vec<(usize, &Cycle, Choice)> = cycles
            .iter()
            .map(|&(cycle, letter)| (&self.cycles[cycle], letter))
            .map(|(cycle, letter)| (self.parting(cycle, &path), cycle, letter))
            .collect();
        trips.sort_by_key(|&(depth, ..)| depth);
        let mut trips = trips.into_iter().peekable();
        let mut way = Way::default();
        for (depth, &class) in path.iter().enumerate() {
            while let Some((_, cycle, letters)) = trips.next_if(|&(at, ..)| at == depth) {
                let steps = self.around(vector, cycle, depth);
                let pairs = cycle.vector;
                way.add_trip(RoundTrip { letters, starred: false, pairs, steps });
            }
            if let Some(&next) = path.get(depth + 1) {
                let step = step_between(self.state(class, vector), self.state(next, vector));
                way.add_step(step.expect("a card moves along an edge"));
            }
        }
        way
    }

    /// The state of a class that the root's state with this vector leads to along the tree.
    fn state(&self, node: usize, vector: Vector) -> State {
        let Node { key, shift, .. } = self.nodes[node];
        state_at(self.group, key, vector ^ shift)
    }

    /// The moves from the class at this depth to a cycle, around it and back.
    fn around(&self, vector: Vector, cycle: &Cycle, depth: usize) -> Vec<Step> {
        let down = self.path(cycle.down as usize);
        let up = self.path(cycle.up as usize);
        let there = down[depth..].iter().map(|&node| self.state(node, vector));
        let exchanged = vector ^ cycle.vector;
        let back = up[depth..].iter().rev().map(|&node| self.state(node, exchanged));
        let states: Vec<State> = there.chain(back).collect();
        states.windows(2).filter_map(|two| step_between(two[0], two[1])).collect()
    }
}

/// The move between two neighbours, if they are not the same state.
fn step_between(from: State, to: State) -> Option<Step> {
    (from != to).then(|| {
        let card = crate::trace::card_between(from, to);
        Step { card, to: To::Place(to.place(card)) }
    })
}
