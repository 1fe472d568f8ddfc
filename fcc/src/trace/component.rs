//! One component in memory, flooded again from its name.
//!
//! Records hold a component's smallest key and, with symmetry, K and R. Everything else about it comes
//! back by flooding: which classes it has, and φ of each with the class of the smallest key as origin.
//! Classes are flooded for runs that visited every state, too: they are far fewer, and a state of an FCC
//! tells which FCC it is.

use super::TraceError;
use crate::class::canonical::state_at;
use crate::class::tree::{Class, ClassTree};
use crate::class::{canonical_key, pairs_of};
use crate::flood::Control;
use crate::gf2::Vector;
use crate::group::Group;
use crate::state::State;

/// Classes between two looks at the wish to stop.
const LOOK_EVERY: usize = 4096;

/// All classes of one component, the class of the smallest key with φ = 0.
pub struct Component<'a> {
    /// The group that it lies in.
    pub group: Group<'a>,
    /// The pairs of this group.
    pub pairs: Vector,
    /// The smallest key of its classes. A record that was made by classes is named by it.
    pub smallest: u128,
    /// Its classes, and K. The root is the class that the flood began with.
    pub tree: ClassTree,
}

/// What a flood may take, and who may stop it.
#[derive(Clone, Copy)]
pub struct FloodLimits<'a> {
    /// A component with more classes is given up.
    pub classes_max: usize,
    /// Asked now and then whether to stop.
    pub control: &'a Control,
}

impl FloodLimits<'_> {
    /// Floods the component of the class with this key.
    pub(super) fn flood(self, group: &Group, start: u128) -> Result<ClassTree, TraceError> {
        let FloodLimits { classes_max, control } = self;
        ClassTree::grow(group, start, |at, found| {
            if at.is_multiple_of(LOOK_EVERY) {
                control.look().map_err(|_| TraceError::Stopped)?;
            }
            if found > classes_max { Err(TraceError::TooLarge { classes_max }) } else { Ok(()) }
        })
    }
}

impl<'a> Component<'a> {
    /// Floods the component of the class with this key.
    pub fn flood(
        group: Group<'a>,
        start: u128,
        limits: FloodLimits,
    ) -> Result<Component<'a>, TraceError> {
        let mut tree = limits.flood(&group, start)?;
        let first = tree.classes.iter().min_by_key(|class| class.key).expect("it has the start");
        let Class { key: smallest, phi: origin, .. } = *first;
        tree.classes.iter_mut().for_each(|class| class.phi ^= origin);
        Ok(Component { pairs: pairs_of(group.context()), group, smallest, tree })
    }

    /// The class with this key.
    pub fn find(&self, key: u128) -> Option<Class> {
        self.tree.find(key).map(|number| self.tree.classes[number])
    }

    /// The mark of a state: v + φ(q), if its class is in the component. Two states are in one FCC
    /// when the sum of their marks is in K.
    pub fn mark(&self, state: State) -> Option<Vector> {
        if state.fingerprint != self.group.fingerprint() {
            return None;
        }
        let (key, vector) = canonical_key(&self.group, state);
        self.find(key).map(|class| class.phi ^ vector)
    }

    /// States of one of its FCCs; they are alike.
    pub fn fcc_states(&self) -> u128 {
        self.tree.fcc_states()
    }

    /// The state of a class with some pairs exchanged.
    pub fn state(&self, key: u128, vector: Vector) -> State {
        state_at(&self.group, key, vector)
    }
}
