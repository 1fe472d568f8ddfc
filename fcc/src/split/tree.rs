//! The ways from one class of a component to the others, with round trips for what can be exchanged.
//!
//! A cycle of the tree (`class/tree.rs`) can be gone around from any place: down the tree to it, around, and
//! back. On the way to a class the round trip begins where the two ways part, so that it is short.

use super::TooManyStates;
use super::way::{Choice, RoundTrip, Way};
use crate::class::tree::{ClassTree, Cycle};
use crate::gf2::Vector;
use crate::group::Group;
use crate::state::State;
use crate::trace::{Step, To};

/// All classes of a component, with the number of moves from the root to each.
pub struct Tree<'g> {
    group: &'g Group<'g>,
    pub of: ClassTree,
    pub depths: Vec<u32>,
}

impl<'g> Tree<'g> {
    pub fn grow(
        group: &'g Group<'g>,
        root: u128,
        classes_max: usize,
    ) -> Result<Tree<'g>, TooManyStates> {
        let of = ClassTree::grow(group, root, |_, found| {
            let too_many = TooManyStates { states_max: classes_max, what: "classes" };
            if found > classes_max { Err(too_many) } else { Ok(()) }
        })?;
        let mut depths = vec![0; of.classes.len()];
        for (number, class) in of.classes.iter().enumerate().skip(1) {
            depths[number] = depths[class.parent as usize] + 1;
        }
        Ok(Tree { group, of, depths })
    }

    /// The number of moves of a cycle's round trip on the way to a class.
    pub fn trip_moves(&self, cycle: &Cycle, node: usize) -> u32 {
        let parting = self.parting(cycle, &self.of.path(node)) as u32;
        let depth = |node: u32| self.depths[node as usize] - parting;
        depth(cycle.down) + depth(cycle.up) + u32::from(cycle.moves)
    }

    /// Where the way to a cycle leaves a path: the last class that all have in common.
    fn parting(&self, cycle: &Cycle, path: &[usize]) -> usize {
        let common = |node: u32| {
            let mut node = node as usize;
            loop {
                let depth = self.depths[node] as usize;
                if path.get(depth) == Some(&node) {
                    return depth;
                }
                node = self.of.classes[node].parent as usize;
            }
        };
        common(cycle.down).min(common(cycle.up))
    }

    /// The way from the state of the root with this vector to a class, with a round trip for each of
    /// these cycles. A round trip has one letter.
    pub fn way(&self, vector: Vector, node: usize, cycles: &[(usize, Choice)]) -> Way {
        let path = self.of.path(node);
        let mut trips: Vec<(usize, &Cycle, Choice)> = cycles
            .iter()
            .map(|&(cycle, letter)| (&self.of.cycles[cycle], letter))
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
    fn state(&self, class: usize, vector: Vector) -> State {
        self.of.state(self.group, class, vector)
    }

    /// The moves from the class at this depth to a cycle, around it and back.
    fn around(&self, vector: Vector, cycle: &Cycle, depth: usize) -> Vec<Step> {
        let states = self.of.around(self.group, vector, cycle, depth);
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
