//! Reversible moves, from class to class.
//!
//! Exchanges turn reversible moves into reversible moves. So a move that leads from the canonical
//! member of *q* to (*q'*, *w*) leads from (*q*, *v*) to (*q'*, *v + w*), for every *v*, and the moves of
//! the canonical member stand for those of all members.

use super::canonical::canonical_key;
use crate::gf2::Vector;
use crate::group::Group;
use crate::key::Key;
use crate::planes::Planes;
use crate::state::State;

/// Calls `near` with the class that each reversible move of the class with these canonical planes leads
/// to, and with what is exchanged on the way. The group is a live one.
#[inline]
pub fn neighbours<K: Key>(group: &Group, planes: Planes, mut near: impl FnMut(K, Vector)) {
    let here = State { fingerprint: group.fingerprint(), planes };
    group.context().moves(planes).reversible.for_each(|card, place| {
        let mut there = here;
        there.put(card, place);
        let (key, vector) = canonical_key(group, there);
        near(key, vector);
    });
}
