//! One component in memory, flooded again from its name.
//!
//! Records hold a component's smallest key and, with symmetry, K and R. Everything else about it comes
//! back by flooding: which classes it has, and φ of each with the class of the smallest key as origin.
//! Classes are flooded for runs that visited every state, too: they are far fewer, and a state of an FCC
//! tells which FCC it is.

use super::TraceError;
use crate::class::{exchange, pairs_in, stabiliser, vector_to_canonical};
use crate::flood::Control;
use crate::flood::table::Table;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::planes::Place;
use crate::state::State;

/// Classes between two looks at the wish to stop.
const LOOK_EVERY: usize = 4096;

/// A class of a component.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    pub key: u128,
    pub phi: Vector,
    /// The dimension of its stabiliser.
    pub stabiliser: u32,
}

/// All classes of one component.
pub struct Component<'a> {
    pub group: Group<'a>,
    pub pairs: Vector,
    /// Breadth-first from where the flood began.
    pub classes: Vec<Class>,
    pub k: Subspace,
    pub smallest: u128,
    index: Table<u128, u32>,
}

/// What a flood may take, and who may stop it.
#[derive(Clone, Copy)]
pub struct FloodLimits<'a> {
    pub classes_max: usize,
    pub control: &'a Control,
}

/// The pairs of a group.
pub fn pairs_of_group(group: &Group) -> Vector {
    pairs_in(group.context().frame.movable)
}

impl<'a> Component<'a> {
    /// Floods the component of the class with this key.
    pub fn flood(
        group: Group<'a>,
        start: u128,
        limits: FloodLimits,
    ) -> Result<Component<'a>, TraceError> {
        let pairs = pairs_of_group(&group);
        let mut classes = vec![Class { key: start, phi: 0, stabiliser: 0 }];
        let mut index = Table::default();
        index.reset(16);
        index.insert(start, 0);
        let mut k = Subspace::ZERO;
        let mut at = 0;
        while at < classes.len() {
            if at.is_multiple_of(LOOK_EVERY) {
                limits.control.look().map_err(|_| TraceError::Stopped)?;
            }
            let Class { key, phi, .. } = classes[at];
            let (a, b) = group.planes(key);
            stabiliser(a, b, pairs, |vector| {
                classes[at].stabiliser += 1;
                k.add(vector);
            });
            group.context().moves(a, b).reversible.for_each(|card, place| {
                let (near, vector) = canonical_key(&group, pairs, moved((a, b), card, place));
                let near_phi = phi ^ vector;
                match index.insert(near, classes.len() as u32) {
                    None => classes.push(Class { key: near, phi: near_phi, stabiliser: 0 }),
                    Some(known) => {
                        k.add(classes[known as usize].phi ^ near_phi);
                    }
                }
            });
            if classes.len() > limits.classes_max {
                return Err(TraceError::TooLarge { classes_max: limits.classes_max });
            }
            at += 1;
        }
        let first = classes.iter().min_by_key(|class| class.key).expect("it has the start");
        let (smallest, origin) = (first.key, first.phi);
        classes.iter_mut().for_each(|class| class.phi ^= origin);
        Ok(Component { group, pairs, classes, k, smallest, index })
    }

    /// The class with this key.
    pub fn find(&self, key: u128) -> Option<Class> {
        self.index.get(key).map(|index| self.classes[index as usize])
    }

    /// The mark of a state: v + φ(q), if its class is in the component. Two states are in one FCC
    /// when the sum of their marks is in K.
    pub fn mark(&self, state: State) -> Option<Vector> {
        if state.fingerprint != self.group.fingerprint() {
            return None;
        }
        let (key, vector) = canonical_key(&self.group, self.pairs, (state.a, state.b));
        self.find(key).map(|class| class.phi ^ vector)
    }

    /// The state of a class with some pairs exchanged.
    pub fn state(&self, key: u128, vector: Vector) -> State {
        state_at(&self.group, key, vector)
    }

    /// States of one of its FCCs; they are alike.
    pub fn fcc_states(&self) -> u128 {
        let k = self.k.dimension();
        self.classes.iter().map(|class| 1u128 << (k - class.stabiliser)).sum()
    }
}

/// The canonical key of planes in a group, and the exchanges that lead there.
pub fn canonical_key(group: &Group, pairs: Vector, (a, b): (u64, u64)) -> (u128, Vector) {
    let vector = vector_to_canonical(a, b, pairs);
    let (a, b) = exchange(a, b, vector);
    (group.key(a, b), vector)
}

/// The state of a class with some pairs exchanged.
pub fn state_at(group: &Group, key: u128, vector: Vector) -> State {
    let (a, b) = group.planes(key);
    let (a, b) = exchange(a, b, vector);
    State { fingerprint: group.fingerprint(), a, b }
}

/// Planes after a card has moved.
pub fn moved((a, b): (u64, u64), card: u64, place: Place) -> (u64, u64) {
    let a = if place.a() { a | card } else { a & !card };
    let b = if place.b() { b | card } else { b & !card };
    (a, b)
}
