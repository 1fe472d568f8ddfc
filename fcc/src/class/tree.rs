//! All classes of a component that fits into memory: a tree over them, and the cycles that it leaves out.
//!
//! Breadth-first from one class. The first visit of a class sets its φ, what is exchanged on the way from
//! the root. Every edge that is not in the tree closes a cycle, and going around it may exchange pairs; a
//! class that looks the same with two cards exchanged exchanges them without a move. These vectors span K,
//! all that the component's play can exchange (docs/symmetry.md, theorem 7). Of each that is not a sum of those
//! before it a [`Cycle`] is kept, the nearest first.
//!
//! Large components are flooded without the tree, in `flood/classes.rs`.

use super::canonical::state_at;
use super::neighbours::neighbours;
use super::pairs::stabiliser;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::state::State;
use crate::table::Table;

/// A class of a component.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// The key of its canonical member.
    pub key: u128,
    /// φ: what is exchanged on the way from the root. In a [`crate::trace::Component`] it is counted
    /// from the class of the smallest key instead.
    pub phi: Vector,
    /// The dimension of its stabiliser.
    pub stabiliser: u32,
    /// The class that it was come to from; of the root, the root.
    pub parent: u32,
}

/// Down the tree to a class, across to another or the same, and up again.
#[derive(Clone, Copy, Debug)]
pub struct Cycle {
    /// What is exchanged by going around.
    pub vector: Vector,
    /// The number of the class where the way down ends.
    pub down: u32,
    /// The number of the class where the way up begins.
    pub up: u32,
    /// Whether a move leads across; else nothing moves and the look is the same.
    pub moves: bool,
}

/// All classes of a component.
pub struct ClassTree {
    /// Breadth-first from the root.
    pub classes: Vec<Class>,
    /// Vectors that are a basis of K.
    pub cycles: Vec<Cycle>,
    /// K: all that the component's play can exchange.
    pub k: Subspace,
    index: Table<u128, u32>,
}

impl ClassTree {
    /// The component of the class with this key. Before each class is expanded, `check` is told its number
    /// and how many were found so far, and may stop it.
    pub fn grow<E>(
        group: &Group,
        root: u128,
        mut check: impl FnMut(usize, usize) -> Result<(), E>,
    ) -> Result<ClassTree, E> {
        let pairs = group.pairs();
        let mut classes = vec![Class { key: root, phi: 0, stabiliser: 0, parent: 0 }];
        let mut index = Table::default();
        index.reset(16);
        index.insert(root, 0u32);
        let (mut cycles, mut k) = (Vec::new(), Subspace::ZERO);
        let mut at = 0;
        while at < classes.len() {
            check(at, classes.len())?;
            let Class { key, phi, .. } = classes[at];
            let here = at as u32;
            let mut close = |vector: Vector, up: u32, moves: bool| {
                if k.add(vector) {
                    cycles.push(Cycle { vector, down: here, up, moves });
                }
            };
            let planes = group.planes(key);
            stabiliser(planes, pairs, |vector| {
                classes[at].stabiliser += 1;
                close(vector, here, false);
            });
            neighbours(group, planes, |key, exchanged| {
                let phi = phi ^ exchanged;
                match index.insert(key, classes.len() as u32) {
                    None => classes.push(Class { key, phi, stabiliser: 0, parent: here }),
                    Some(known) => close(phi ^ classes[known as usize].phi, known, true),
                }
            });
            at += 1;
        }
        Ok(ClassTree { classes, cycles, k, index })
    }

    /// The key of the class that it was grown from.
    pub fn root(&self) -> u128 {
        self.classes[0].key
    }

    /// The number of a class.
    pub fn find(&self, key: u128) -> Option<usize> {
        self.index.get(key).map(|number| number as usize)
    }

    /// States of one of its FCCs; they are alike.
    pub fn fcc_states(&self) -> u128 {
        let k = self.k.dimension();
        self.classes.iter().map(|class| 1u128 << (k - class.stabiliser)).sum()
    }

    /// The classes from the root to one, both included.
    pub fn path(&self, class: usize) -> Vec<usize> {
        let mut path = vec![class];
        while let Some(&last) = path.last().filter(|&&last| last != 0) {
            path.push(self.classes[last].parent as usize);
        }
        path.reverse();
        path
    }

    /// The state of a class that the root's state with this vector leads to along the tree.
    pub fn state(&self, group: &Group, class: usize, vector: Vector) -> State {
        let Class { key, phi, .. } = self.classes[class];
        state_at(group, key, vector ^ phi)
    }

    /// The states around a cycle, for the root's state with this vector: from the class at this depth of
    /// both ways down to the cycle, across and back.
    pub fn around(&self, group: &Group, vector: Vector, cycle: &Cycle, depth: usize) -> Vec<State> {
        let (down, up) = (self.path(cycle.down as usize), self.path(cycle.up as usize));
        let there = down[depth..].iter().map(|&class| self.state(group, class, vector));
        let exchanged = vector ^ cycle.vector;
        let back = up[depth..].iter().rev().map(|&class| self.state(group, class, exchanged));
        there.chain(back).collect()
    }

    /// The cycles that together exchange these pairs, if the component's play can.
    pub fn cycles_for(&self, vector: Vector) -> Option<Vec<&Cycle>> {
        // Reduced vectors, each with the cycles that add up to it.
        let mut basis: Vec<(Vector, u32)> = Vec::new();
        let reduce = |basis: &[(Vector, u32)], of: (Vector, u32)| {
            basis.iter().fold(of, |(vector, used), &(base, cycles)| match vector ^ base < vector {
                true => (vector ^ base, used ^ cycles),
                false => (vector, used),
            })
        };
        for (number, cycle) in self.cycles.iter().enumerate() {
            let reduced = reduce(&basis, (cycle.vector, 1 << number));
            assert!(reduced.0 != 0, "cycles are independent");
            let place = basis.partition_point(|&(base, _)| base > reduced.0);
            basis.insert(place, reduced);
        }
        let (rest, used) = reduce(&basis, (vector, 0));
        let chosen = self.cycles.iter().enumerate().filter(|(number, _)| used >> number & 1 != 0);
        (rest == 0).then(|| chosen.map(|(_, cycle)| cycle).collect())
    }
}
