//! Flooding a component class by class, after section 5 of `docs/symmetry.md`.
//!
//! From the canonical member of each class every reversible move is made and the result taken to
//! its own canonical member. φ says with which exchange a class is reached from the first one; an
//! edge that closes a circle says which exchanges play itself can make: they span K, together with
//! the exchanges that leave a class as it is.

use super::canonical::canonical;
use super::fast_map::FastMap;
use super::gf2::{Space, Vector};
use super::group::{Group, Key};

/// A class of a component.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// The key of its canonical member.
    pub key: Key,
    /// φ: what is exchanged on the way to it from the class that the flood began with.
    pub phi: Vector,
    /// The dimension of its stabiliser.
    pub stabiliser: u8,
}

/// All classes of a component, the one it began with first, and K.
#[derive(Clone, Debug)]
pub struct Flood {
    /// In the order in which they were found.
    pub classes: Vec<Class>,
    /// K: the exchanges that reversible moves can make.
    pub kernel: Space,
}

/// Where a class of a group was found: the number of its component, and φ.
pub type ClassIndex = FastMap<Key, (u32, Vector)>;

/// Why a flood was not carried to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The class of this key is in another component.
    Shared(Key),
    /// There are more classes than there may be.
    TooMany,
}

/// Floods the component of `start`, the key of a canonical member, and enters its classes in
/// `index` with the number `component`. It stops beyond `classes_max` classes: a made-up group can
/// have more than any memory holds.
pub fn flood(
    group: &Group,
    start: Key,
    component: u32,
    classes_max: u64,
    index: &mut ClassIndex,
) -> Result<Flood, Stopped> {
    let first = Class { key: start, phi: 0, stabiliser: 0 };
    let mut flood = Flood { classes: vec![first], kernel: Space::default() };
    if index.insert(start, (component, 0)).is_some() {
        return Err(Stopped::Shared(start));
    }
    let mut stabiliser = Vec::new();
    let mut unused = Vec::new();
    let mut at = 0;
    while at < flood.classes.len() {
        if flood.classes.len() as u64 > classes_max {
            return Err(Stopped::TooMany);
        }
        let Class { key, phi, .. } = flood.classes[at];
        let places = group.places(key);
        stabiliser.clear();
        canonical(&places, &group.pairs, &mut stabiliser);
        stabiliser.iter().for_each(|&vector| flood.kernel.add(vector));
        flood.classes[at].stabiliser = u8::try_from(stabiliser.len()).expect("at most 26");
        let room = group.room(&places);
        for &card in &group.movable {
            for place in group.targets(&places, room, card) {
                let mut result = places;
                result[usize::from(card)] = place;
                unused.clear();
                let x = canonical(&result, &group.pairs, &mut unused);
                group.pairs.exchange(&mut result, x);
                let key = group.key(&result);
                match index.get(&key) {
                    None => {
                        index.insert(key, (component, phi ^ x));
                        flood.classes.push(Class { key, phi: phi ^ x, stabiliser: 0 });
                    }
                    Some(&(other, there)) if other == component => {
                        flood.kernel.add(phi ^ x ^ there);
                    }
                    Some(_) => return Err(Stopped::Shared(key)),
                }
            }
        }
        at += 1;
    }
    Ok(flood)
}
