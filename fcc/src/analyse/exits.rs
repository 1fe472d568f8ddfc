//! The exits of a class as maps of vectors.
//!
//! `flood/class_exits.rs` sends sets of vectors along; here it is the other way round: which vectors of a
//! class can make an exit, and where each of them arrives. From the state e_v c(q) an exit can be made when
//! v has `value` in the coordinates `fixed`, and it arrives at the vector (v & `keep`) + `turn` of a class
//! (docs/symmetry.md, section 6). Parts that were cut and meet again are put together as there.

use crate::arrival::Arrival;
use crate::class::{exchange, pairs_in, vector_to_canonical};
use crate::fingerprint::Fingerprint;
use crate::game::Game;
use crate::gf2::Vector;
use crate::group::{Group, key_in_frame};
use crate::planes::parents_of;
use crate::rules::{LOW, safe_up};
use crate::state::State;
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

/// Some of the vectors of an exit on their way through safe moves.
#[derive(Clone, Copy)]
struct Part {
    arrival: Arrival,
    fixed: Vector,
    value: Vector,
}

/// A move out of a class, before safe moves.
pub struct FirstMove {
    /// The coordinate that decides who can make it, and its value; none when all can.
    pub cut: Option<(Vector, bool)>,
    arrival: Arrival,
}

/// Every irreversible move of the class with these canonical planes.
pub fn first_moves(group: &Group, (a, b): (u64, u64), mut visit: impl FnMut(FirstMove)) {
    let (game, context) = (group.game(), group.context());
    let state = State { fingerprint: group.fingerprint(), a, b };
    let here = Arrival { state, frame: context.frame };
    context.moves(a, b).unsticking.for_each(|card, place| {
        visit(FirstMove { cut: None, arrival: here.after_unsticking(game, card, place) });
    });
    let pairs = pairs_in(context.frame.movable);
    // Cards that their foundations take, and their partners: those may be them in other states.
    let partners = context.next >> 1 & LOW | (context.next & LOW) << 1;
    let mut in_reach = context.in_reach(a, b) & (context.next | partners);
    while in_reach != 0 {
        let card = in_reach & in_reach.wrapping_neg();
        in_reach ^= card;
        let bit = (card | card >> 1) & pairs;
        if bit == 0 {
            if card & context.next != 0 {
                visit(FirstMove { cut: None, arrival: here.after_up(game, card) });
            }
            continue;
        }
        for set in [false, true] {
            let actual = if set { (bit | bit << 1) ^ card } else { card };
            if actual & context.next != 0 {
                let (a, b) = exchange(a, b, if set { bit } else { 0 });
                let there = Arrival { state: State { a, b, ..state }, ..here };
                visit(FirstMove { cut: Some((bit, set)), arrival: there.after_up(game, actual) });
            }
        }
    }
}

impl FirstMove {
    /// Where it leads to, safe moves made.
    pub fn exits(&self, game: &Game, pairs: Vector, mut visit: impl FnMut(ClassExit)) {
        let (fixed, value) = match self.cut {
            None => (0, 0),
            Some((bit, set)) => (bit, if set { bit } else { 0 }),
        };
        let mut parts = vec![Part { arrival: self.arrival, fixed, value }];
        let steps = |part: &Part| part.arrival.state.fingerprint.digit_sum();
        // The part with the fewest steps made goes first: whatever comes to its state is there.
        while let Some(index) = (0..parts.len()).min_by_key(|&index| steps(&parts[index])) {
            let part = parts.swap_remove(index);
            match part.next(game) {
                Next::Live => visit(part.end(pairs)),
                Next::Up(card) => {
                    let arrival = part.arrival.after_up(game, card);
                    put(&mut parts, Part { arrival, ..part });
                }
                Next::Cut(bit) => {
                    put(&mut parts, part.half(bit, false));
                    put(&mut parts, part.half(bit, true));
                }
            }
        }
    }
}

/// What a part does next.
enum Next {
    /// No safe move is left.
    Live,
    /// This card goes up, in all states of the part.
    Up(u64),
    /// Only one card of this pair is safe: where it is depends on the coordinate.
    Cut(Vector),
}

impl Part {
    fn next(&self, game: &Game) -> Next {
        let State { fingerprint, a, b } = self.arrival.state;
        let (movable, tops) = (self.arrival.frame.movable, self.arrival.frame.tops);
        let safe = safe_up(fingerprint.founded, game.prune()) & (movable | tops);
        let undecided = (safe ^ safe >> 1) & pairs_in(movable) & !self.fixed;
        let decided = safe & !(undecided | undecided << 1) & !parents_of(a & !b, a & b);
        if safe == 0 {
            Next::Live
        } else if decided != 0 {
            Next::Up(decided & decided.wrapping_neg())
        } else {
            assert!(undecided != 0, "a safe card is hidden under cards that are not safe");
            Next::Cut(undecided & undecided.wrapping_neg())
        }
    }

    fn half(&self, bit: Vector, set: bool) -> Part {
        let turned = if set { bit } else { 0 };
        let State { fingerprint, a, b } = self.arrival.state;
        let (a, b) = exchange(a, b, turned);
        let arrival = Arrival { state: State { fingerprint, a, b }, ..self.arrival };
        Part { arrival, fixed: self.fixed | bit, value: self.value | turned }
    }

    fn end(&self, pairs: Vector) -> ClassExit {
        let State { fingerprint, a, b } = self.arrival.state;
        let arrived = pairs_in(self.arrival.frame.movable);
        let turn = vector_to_canonical(a, b, arrived);
        let (a, b) = exchange(a, b, turn);
        ClassExit {
            fingerprint,
            key: key_in_frame(self.arrival.frame, a, b),
            fixed: self.fixed,
            value: self.value,
            keep: pairs & arrived & !self.fixed,
            turn,
        }
    }
}

/// Adds a part to the list, joined with its other half when the two have come to the same state.
fn put(parts: &mut Vec<Part>, mut part: Part) {
    let pairs = pairs_in(part.arrival.frame.movable);
    let other_half = |part: &Part, other: &Part| {
        let differ = part.value ^ other.value;
        let meet = other.arrival.state == part.arrival.state && other.fixed == part.fixed;
        meet && differ.is_power_of_two() && differ & pairs == 0
    };
    while let Some(index) = parts.iter().position(|other| other_half(&part, other)) {
        let other = parts.swap_remove(index);
        let differ = part.value ^ other.value;
        part.fixed &= !differ;
        part.value &= !differ;
    }
    parts.push(part);
}
