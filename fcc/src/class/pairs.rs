//! Pairs, and what their exchanges do.
//!
//! A set of pairs is a word with the bit of each pair's low card. An *exchange vector* is such a
//! word too: the pairs that are exchanged.
//!
//! **Why nobody notices.** Built by alternate colours, who goes on whom is a matter of rank and colour; who
//! may open a column (all cards, kings, none) is one of rank; what moves with a card is what lies on it.
//! Exchanging two cards of one rank and colour, with what lies on them, changes none of it, so it turns
//! states into states and moves into moves by all these rules. Stuck cards, those at the bottom of
//! columns included, are in no pair and stay. Built by suit a card's partner has another parent:
//! there are no pairs, every vector is zero, and a class is a state.
//!
//! **What an exchange does to the planes.** The two cards swap their own bits. A card that lay on
//! one of them lies on the other afterwards: plane `b` turns for all cards one rank down in the same
//! ladder that lie on a parent (their parents can only be these two).

use crate::gf2::{Subspace, Vector};
use crate::moves::MoveContext;
use crate::planes::Planes;
use crate::rules::LOW;
use crate::state::State;

/// The pairs of a live group.
#[inline]
pub fn pairs_of(context: &MoveContext) -> Vector {
    debug_assert!(!context.is_forced());
    context.rules.pairs_in(context.frame.movable)
}

/// Those of the pairs that have a card in a set.
#[inline]
pub const fn pairs_with(cards: u64, pairs: Vector) -> Vector {
    (cards | cards >> 1) & pairs
}

/// Those of the pairs that have exactly one card in a set.
#[inline]
pub const fn pairs_split_by(cards: u64, pairs: Vector) -> Vector {
    (cards ^ cards >> 1) & pairs
}

/// Both cards of each pair.
#[inline]
pub const fn cards_of(pairs: Vector) -> u64 {
    pairs | pairs << 1
}

/// The cards of the same rank and colour as those of a set.
#[inline]
pub const fn partners(cards: u64) -> u64 {
    cards >> 1 & LOW | (cards & LOW) << 1
}

/// Exchanges the pairs of `vector` in a state with these planes.
#[inline]
pub fn exchange(Planes { a, b }: Planes, vector: Vector) -> Planes {
    let swap = |plane: u64| {
        let differ = (plane ^ plane >> 1) & vector;
        plane ^ (differ | differ << 1)
    };
    // The cards lying on exchanged ones: one nibble down, both cards. Their own exchange and the
    // turning of their parent do not disturb each other: the same turn falls on both.
    let below = vector >> 4;
    let turned = b ^ (below | below << 1) & a;
    Planes { a: swap(a), b: swap(turned) }
}

/// A state with some pairs exchanged.
#[inline]
pub fn exchanged(state: State, vector: Vector) -> State {
    State { planes: exchange(state.planes, vector), ..state }
}

/// The exchanges that leave a state as it is, as independent generators handed to `visit`: a pair with
/// both cards in cells; and two columns that look equal, all pairs of their cards together.
#[inline]
pub fn stabiliser(Planes { a, b }: Planes, pairs: Vector, mut visit: impl FnMut(Vector)) {
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

/// The exchanges that leave a state as it is.
pub fn stabiliser_space(planes: Planes, pairs: Vector) -> Subspace {
    let mut fixing = Subspace::ZERO;
    stabiliser(planes, pairs, |vector| {
        fixing.add(vector);
    });
    fixing
}
