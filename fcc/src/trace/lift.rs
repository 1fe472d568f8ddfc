//! From one state of an FCC to another without visiting the states between.
//!
//! The classes of the component are few. A tree over them, breadth-first from the class of the first
//! state, gives a way to the class of the second, but it may end with other pairs exchanged. What is
//! missing is a vector of K, and K is spanned by the edges that are not in the tree and by the
//! stabilisers: going down the tree, across such an edge and back up exchanges exactly its vector
//! (docs/symmetry.md, theorem 7). So a few round trips, for vectors that add up to what is missing, and
//! then the way. At the end everything between two visits of the same state is cut out.

use super::TraceError;
use super::component::{FloodLimits, canonical_key, moved, pairs_of_group, state_at};
use crate::card::Card;
use crate::flood::table::Table;
use crate::game::Game;
use crate::gf2::Vector;
use crate::group::Group;
use crate::hash::QuickMap;
use crate::state::State;

/// A class in the tree: how to come from its parent, and the pairs exchanged on the way from the root.
#[derive(Clone, Copy)]
struct Node {
    key: u128,
    parent: u32,
    edge: Vector,
    shift: Vector,
}

/// A round trip from the root that exchanges some pairs: down to a class, across, up again.
#[derive(Clone, Copy)]
struct Trip {
    down: usize,
    up: usize,
    across: Vector,
}

/// Round trips whose vectors are independent, ready to be put together.
#[derive(Default)]
struct Trips {
    trips: Vec<Trip>,
    /// Reduced vectors, each with the trips that add up to it.
    basis: Vec<(Vector, u64)>,
}

impl Trips {
    fn reduce(&self, mut vector: Vector) -> (Vector, u64) {
        let mut used = 0;
        for &(base, of) in &self.basis {
            if vector ^ base < vector {
                vector ^= base;
                used ^= of;
            }
        }
        (vector, used)
    }

    fn add(&mut self, vector: Vector, trip: Trip) {
        let (rest, used) = self.reduce(vector);
        if rest != 0 {
            let of = used ^ 1 << self.trips.len();
            self.trips.push(trip);
            let place = self.basis.partition_point(|&(base, _)| base > rest);
            self.basis.insert(place, (rest, of));
        }
    }
}

/// A state under way: a class of the tree and the pairs exchanged.
#[derive(Clone, Copy)]
struct At {
    node: usize,
    vector: Vector,
}

/// The states on a way from one state of an FCC to another, both included.
pub(super) fn lift(
    game: &Game,
    from: State,
    to: State,
    limits: FloodLimits,
) -> Result<Vec<State>, TraceError> {
    let group = Group::new(game, from.fingerprint);
    let pairs = pairs_of_group(&group);
    let (start, start_vector) = canonical_key(&group, pairs, (from.a, from.b));
    let (end, end_vector) = canonical_key(&group, pairs, (to.a, to.b));
    let (tree, index, trips) = tree_from(&group, pairs, start, limits)?;
    let lost = TraceError::LostInside { fingerprint: from.fingerprint };
    let Some(target) = index.get(end) else { return Err(lost) };
    let missing = start_vector ^ tree[target as usize].shift ^ end_vector;
    let (rest, used) = trips.reduce(missing);
    if rest != 0 {
        return Err(lost);
    }
    let mut walk = Walk { tree: &tree, at: At { node: 0, vector: start_vector }, seen: Vec::new() };
    walk.seen.push(walk.at);
    for (number, trip) in trips.trips.iter().enumerate() {
        if used & 1 << number != 0 {
            walk.go_down(trip.down);
            walk.go(trip.up, trip.across);
            walk.go_up();
        }
    }
    walk.go_down(target as usize);
    let states =
        walk.seen.iter().map(|at| state_at(&group, tree[at.node].key, at.vector)).collect();
    Ok(without_loops(states))
}

type Tree = (Vec<Node>, Table<u128, u32>, Trips);

fn tree_from(
    group: &Group,
    pairs: Vector,
    start: u128,
    limits: FloodLimits,
) -> Result<Tree, TraceError> {
    let mut tree = vec![Node { key: start, parent: 0, edge: 0, shift: 0 }];
    let mut index = Table::default();
    index.reset(16);
    index.insert(start, 0u32);
    let mut trips = Trips::default();
    let mut at = 0;
    while at < tree.len() {
        limits.control.look().map_err(|_| TraceError::Stopped)?;
        let Node { key, shift, .. } = tree[at];
        let (a, b) = group.planes(key);
        crate::class::stabiliser(a, b, pairs, |vector| {
            trips.add(vector, Trip { down: at, up: at, across: vector });
        });
        group.context().moves(a, b).reversible.for_each(|card, place| {
            let (near, edge) = canonical_key(group, pairs, moved((a, b), card, place));
            match index.insert(near, tree.len() as u32) {
                None => {
                    let node = Node { key: near, parent: at as u32, edge, shift: shift ^ edge };
                    tree.push(node);
                }
                Some(known) => {
                    let up = known as usize;
                    trips.add(shift ^ edge ^ tree[up].shift, Trip { down: at, up, across: edge });
                }
            }
        });
        if tree.len() > limits.classes_max {
            return Err(TraceError::TooLarge { classes_max: limits.classes_max });
        }
        at += 1;
    }
    Ok((tree, index, trips))
}

struct Walk<'a> {
    tree: &'a [Node],
    at: At,
    seen: Vec<At>,
}

impl Walk<'_> {
    /// Along an edge that exchanges these pairs.
    fn go(&mut self, node: usize, edge: Vector) {
        self.at = At { node, vector: self.at.vector ^ edge };
        self.seen.push(self.at);
    }

    /// From the root to a class.
    fn go_down(&mut self, target: usize) {
        let mut way = Vec::new();
        let mut node = target;
        while node != 0 {
            way.push(node);
            node = self.tree[node].parent as usize;
        }
        for node in way.into_iter().rev() {
            self.go(node, self.tree[node].edge);
        }
    }

    /// From where it is to the root.
    fn go_up(&mut self) {
        while self.at.node != 0 {
            let Node { parent, edge, .. } = self.tree[self.at.node];
            self.go(parent as usize, edge);
        }
    }
}

/// Cuts out what lies between two visits of the same state.
fn without_loops(states: Vec<State>) -> Vec<State> {
    let last: QuickMap<State, usize> =
        states.iter().enumerate().map(|(place, &state)| (state, place)).collect();
    let mut kept = Vec::new();
    let mut place = 0;
    while let Some(&state) = states.get(place) {
        kept.push(state);
        place = last[&state] + 1;
    }
    kept
}

/// The card that moves between two neighbouring states.
pub(crate) fn card_between(from: State, to: State) -> Card {
    let differ = (from.a ^ to.a) | (from.b ^ to.b);
    assert!(differ.is_power_of_two(), "one card moves at a time");
    Card::from_index(differ.trailing_zeros() as usize)
}
