//! The canonical member of a class.
//!
//! **Which one it is.** Go down the ranks. Of a pair, the low card takes the place with the
//! smaller code (cell, bottom, low parent, high parent), in terms of parents that are canonical
//! already. Two equal codes are possible in two ways only. Both in cells: nothing lies on either,
//! the exchange changes nothing. Both bottoms: then what lies on them decides, see below.
//!
//! **No loop over ranks is needed.** Whether a pair is exchanged (`x`) depends on its parents only
//! when both its cards lie on parents, and then it is `b` of the low card turned by the parents' own
//! `x`. So down each ladder `x` is a running exclusive-or that starts anew wherever a pair decides
//! for itself: four doubling steps for all ranks of both ladders.
//!
//! **Two bottoms.** Compare the columns upwards. `d` of a pair says whether the columns that
//! continue from its two cards stand in the wrong order. No card on either: equal, `d = 0` (the two
//! columns look the same; either order gives the same member). A card on one only: it belongs on the
//! low one, `d` = its `b`. Two cards: they are movable, so they are a pair themselves; `b` of the low
//! one, turned by that pair's own `d`. That is again a running exclusive-or, up the ranks.

use super::pairs::{exchange, exchanged};
use crate::game::Game;
use crate::gf2::Vector;
use crate::group::{Group, key_in_frame};
use crate::key::Key;
use crate::planes::Planes;
use crate::rules::LOW;
use crate::state::State;

/// The vector of exchanges that leads from a state to the canonical member of its class.
#[inline]
pub fn vector_to_canonical(planes: Planes, pairs: Vector) -> Vector {
    let Planes { a, b } = planes;
    let (a_high, b_high) = (a >> 1, b >> 1);
    // Per pair, at its low bit: do both, does one of its cards lie on a parent?
    let both_on = a & a_high & LOW;
    let one_on = (a ^ a_high) & LOW;
    let both_bottom = !a & !a_high & b & b_high & LOW;

    // d, up the ranks: what lies on the pair's cards is one nibble below.
    let child_b = (b & a | b_high & a_high & !a) & LOW;
    let decided = (both_on | one_on) << 4;
    let chained = (both_on & pairs) << 4;
    let d = running_xor_up((child_b << 4) & decided, chained);

    // x, down the ranks.
    let code_order = code_is_greater(planes) & LOW;
    let own = (code_order & !both_bottom | d & both_bottom) & pairs;
    let follows = both_on & pairs & pairs >> 4;
    running_xor_down(own, follows)
}

/// The planes of the canonical member of a state's class.
#[inline]
pub fn canonical(planes: Planes, pairs: Vector) -> Planes {
    exchange(planes, vector_to_canonical(planes, pairs))
}

/// The canonical member of a state's class, and the exchanges that lead there.
#[inline]
pub fn canonical_member(state: State, pairs: Vector) -> (State, Vector) {
    let vector = vector_to_canonical(state.planes, pairs);
    (exchanged(state, vector), vector)
}

/// The key of the canonical member of a state of a group, and the exchanges that lead there.
#[inline(always)]
pub fn canonical_key<K: Key>(group: &Group, state: State) -> (K, Vector) {
    let pairs = group.pairs();
    let (member, vector) = canonical_member(state, pairs);
    (group.key(member.planes), vector)
}

/// The state of a class, given by its key, with some pairs exchanged.
pub fn state_at(group: &Group, key: u128, vector: Vector) -> State {
    exchanged(group.state(key), vector)
}

/// A state's class and where the state is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassOfState {
    /// Key of the canonical member in its group.
    pub key: u128,
    /// The pairs of its group, by the bits of their low cards; there are none in a game built by suit.
    pub pairs: Vector,
    /// The pairs to exchange to get to the canonical member.
    pub vector: Vector,
}

/// The class of a state.
pub fn class_of(game: &Game, state: State) -> ClassOfState {
    let frame = game.frame(state.fingerprint);
    let pairs = game.rules().pairs_in(frame.movable);
    let (member, vector) = canonical_member(state, pairs);
    ClassOfState { key: key_in_frame(frame, member.planes), pairs, vector }
}

/// At each low bit: is the low card's code greater than its partner's?
#[inline]
fn code_is_greater(Planes { a, b }: Planes) -> u64 {
    let (a_high, b_high) = (a >> 1, b >> 1);
    a & !a_high | !(a ^ a_high) & b & !b_high
}

/// `r[i] = own[i] ^ (r[i - 4] where link[i])`, for all bits at once.
#[inline]
fn running_xor_up(own: u64, link: u64) -> u64 {
    let (mut sum, mut link) = (own, link);
    for step in [4, 8, 16, 32] {
        sum ^= (sum << step) & link;
        link &= link << step;
    }
    sum
}

/// `r[i] = own[i] ^ (r[i + 4] where link[i])`, for all bits at once.
#[inline]
fn running_xor_down(own: u64, link: u64) -> u64 {
    let (mut sum, mut link) = (own, link);
    for step in [4, 8, 16, 32] {
        sum ^= (sum >> step) & link;
        link &= link >> step;
    }
    sum
}
