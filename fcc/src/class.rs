//! Pairs of a group, and the canonical member of a class.
//!
//! The tableau sees rank and colour; suits matter only at the foundations. Where both cards of a
//! rank and colour are movable they are a *pair*, and exchanging them, wherever they lie, turns
//! states of the group into states of the group. States that differ only by such exchanges form a
//! *class*. (The safe rule treats the two alike: in a live group no movable card is safe.)
//!
//! A set of pairs is a word with the bit of each pair's low card. An *exchange vector* is such a
//! word too: the pairs that are exchanged.
//!
//! **What an exchange does to the planes.** The two cards swap their own bits. A card that lay on
//! one of them lies on the other afterwards: plane `b` turns for all cards one rank down in the same
//! ladder that lie on a parent (their parents can only be these two).
//!
//! **The canonical member.** Go down the ranks. Of a pair, the low card takes the place with the
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

use crate::game::Game;
use crate::group::key_in_frame;
use crate::moves::MoveContext;
use crate::rules::LOW;
use crate::state::State;

/// The pairs of a group.
#[inline]
pub fn pairs_of(context: &MoveContext) -> u64 {
    debug_assert!(!context.is_forced());
    pairs_in(context.frame.movable)
}

/// The pairs among a set of movable cards.
#[inline]
pub const fn pairs_in(movable: u64) -> u64 {
    movable & movable >> 1 & LOW
}

/// Exchanges the pairs of `vector` in a state with planes `a` and `b`.
#[inline]
pub fn exchange(a: u64, b: u64, vector: u64) -> (u64, u64) {
    let swap = |plane: u64| {
        let differ = (plane ^ plane >> 1) & vector;
        plane ^ (differ | differ << 1)
    };
    // The cards lying on exchanged ones: one nibble down, both cards. Their own exchange and the
    // turning of their parent do not disturb each other: the same turn falls on both.
    let below = vector >> 4;
    let turned = b ^ (below | below << 1) & a;
    (swap(a), swap(turned))
}

/// The vector of exchanges that leads from a state to the canonical member of its class.
#[inline]
pub fn vector_to_canonical(a: u64, b: u64, pairs: u64) -> u64 {
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
    let code_order = code_is_greater(a, b) & LOW;
    let own = (code_order & !both_bottom | d & both_bottom) & pairs;
    let follows = both_on & pairs & pairs >> 4;
    running_xor_down(own, follows)
}

/// The planes of the canonical member of a state's class.
#[inline]
pub fn canonical(a: u64, b: u64, pairs: u64) -> (u64, u64) {
    exchange(a, b, vector_to_canonical(a, b, pairs))
}

/// A state's class and where the state is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassOfState {
    /// Key of the canonical member in its group.
    pub key: u128,
    pub pairs: u64,
    /// The pairs to exchange to get to the canonical member.
    pub vector: u64,
}

/// The class of a state.
pub fn class_of(game: &Game, state: State) -> ClassOfState {
    let frame = game.frame(state.fingerprint);
    let pairs = pairs_in(frame.movable);
    let vector = vector_to_canonical(state.a, state.b, pairs);
    let (a, b) = exchange(state.a, state.b, vector);
    ClassOfState { key: key_in_frame(frame, a, b), pairs, vector }
}

/// The exchanges that leave a state as it is, as independent generators handed to `visit`: a pair with
/// both cards in cells; and two columns that look equal, all pairs of their cards together.
#[inline]
pub fn stabiliser(a: u64, b: u64, pairs: u64, mut visit: impl FnMut(u64)) {
    let (a_high, b_high) = (a >> 1, b >> 1);
    let mut in_cells = !(a | a_high | b | b_high) & pairs;
    while in_cells != 0 {
        visit(in_cells & in_cells.wrapping_neg());
        in_cells &= in_cells - 1;
    }
    let both_on = a & a_high & LOW;
    let one_on = (a ^ a_high) & LOW;
    let mut both_bottom = !a & !a_high & b & b_high & pairs;
    while both_bottom != 0 {
        let bottom = both_bottom & both_bottom.wrapping_neg();
        both_bottom ^= bottom;
        // Go up the two columns together, down the ranks, while both go on.
        let (mut vector, mut at) = (bottom, bottom);
        while both_on & at >> 4 != 0 {
            at >>= 4;
            vector |= at;
        }
        if one_on & at >> 4 == 0 {
            visit(vector);
        }
    }
}

/// At each low bit: is the low card's code greater than its partner's?
#[inline]
fn code_is_greater(a: u64, b: u64) -> u64 {
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
