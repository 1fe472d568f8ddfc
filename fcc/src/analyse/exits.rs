//! The exits of a class as maps of vectors.
//!
//! `flood/class_exits.rs` sends sets of vectors along; here it is the other way round: which vectors of a
//! class can make an exit, and where each of them arrives. From the state e_v c(q) an exit can be made when
//! v has `value` in the coordinates `fixed`, and it arrives at the vector (v & `keep`) + `turn` of a class
//! (docs/symmetry.md, section 6).

use crate::class::canonical::canonical_member;
use crate::class::carry::{Carrier, Meeting, Part, carry};
use crate::class::exits::{FirstMove, Half};
use crate::fingerprint::Fingerprint;
use crate::gf2::Vector;
use crate::group::{Group, key_in_frame};
use crate::suitset::Piece;

/// Where some vectors of a class arrive by one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassExit {
    pub fingerprint: Fingerprint,
    /// The class that is arrived at.
    pub key: u128,
    /// The vectors that can make it: those with `value` here.
    pub fixed: Vector,
    pub value: Vector,
    /// Coordinates that go along.
    pub keep: Vector,
    /// What is added on arrival.
    pub turn: Vector,
}

impl ClassExit {
    /// Where a vector that can make the exit arrives.
    pub fn image(&self, vector: Vector) -> Vector {
        debug_assert_eq!(vector & self.fixed, self.value);
        (vector & self.keep) ^ self.turn
    }

    /// The vectors, among those over `pairs`, that make the exit and arrive in `piece`.
    pub fn preimage(&self, piece: &Piece, pairs: Vector) -> Option<Piece> {
        let mut piece = piece.shifted(self.turn);
        let mut elsewhere = (piece.offset() | piece.space().support()) & !self.keep;
        while elsewhere != 0 {
            let bit = elsewhere & elsewhere.wrapping_neg();
            elsewhere ^= bit;
            piece = piece.with_bit(bit, false)?;
        }
        let mut space = *piece.space();
        let mut forgotten = pairs & !(self.keep | self.fixed);
        while forgotten != 0 {
            space.add(forgotten & forgotten.wrapping_neg());
            forgotten &= forgotten - 1;
        }
        Some(Piece::new(piece.offset() | self.value, space))
    }
}

/// Where a move of a class of this group leads to, safe moves made.
pub fn exits_of(first: &FirstMove, group: &Group, pairs: Vector, visit: impl FnMut(ClassExit)) {
    let condition = first.half.map_or(Condition { fixed: 0, value: 0 }, Condition::of);
    carry(
        group.game(),
        Part::new(group.game().rules(), first.arrival(group), condition),
        &mut Maps { pairs, visit },
    );
}

/// The vectors of the class that was left that are in a part: those with `value` in `fixed`.
#[derive(Clone, Copy)]
struct Condition {
    fixed: Vector,
    value: Vector,
}

impl Condition {
    fn of(half: Half) -> Condition {
        Condition { fixed: half.bit, value: half.turn() }
    }
}

/// Conditions on their way.
struct Maps<F> {
    /// The pairs of the group that was left.
    pairs: Vector,
    visit: F,
}

impl<F: FnMut(ClassExit)> Carrier for Maps<F> {
    type Load = Condition;

    fn half(&mut self, load: &Condition, half: Half) -> Option<Condition> {
        let Condition { fixed, value } = Condition::of(half);
        Some(Condition { fixed: load.fixed | fixed, value: load.value | value })
    }

    /// Two halves are one condition less, once their card is up.
    fn meet(&mut self, there: &mut Part<Condition>, here: &mut Part<Condition>) -> Meeting {
        let differ = there.load.value ^ here.load.value;
        let is_known = differ & here.pairs() != 0;
        if there.load.fixed != here.load.fixed || !differ.is_power_of_two() || is_known {
            return Meeting::Apart;
        }
        here.load.fixed &= !differ;
        here.load.value &= !differ;
        Meeting::Here
    }

    fn arrive(&mut self, part: Part<Condition>) {
        let arrived = part.pairs();
        let Condition { fixed, value } = part.load;
        let (state, turn) = canonical_member(part.arrival.state, arrived);
        (self.visit)(ClassExit {
            fingerprint: state.fingerprint,
            key: key_in_frame(part.arrival.frame, state.planes),
            fixed,
            value,
            keep: self.pairs & arrived & !fixed,
            turn,
        });
    }
}
