//! Irreversible moves of a class: one move of the canonical member stands for the moves of all its
//! states, cut where suits begin to matter.
//!
//! A stuck card's move is the same for all states of a class. At the foundation the card on a place is one
//! of its pair or the other, by one coordinate of the state's vector: each [`Half`] makes a move of its
//! own, or none. What happens to the result on its way through safe moves: `carry`.

use super::pairs::{cards_of, exchanged, pairs_of, pairs_with, partners};
use crate::arrival::Arrival;
use crate::gf2::Vector;
use crate::group::Group;
use crate::moves::MoveContext;
use crate::planes::{Place, Planes};
use crate::state::State;
use crate::suitset::SuitSet;

/// The vectors with, or without, one coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// The coordinate, as the bit of its pair.
    pub bit: Vector,
    /// Whether these are the vectors that have it.
    pub set: bool,
}

impl Half {
    /// What is exchanged to make the coordinate zero.
    #[inline]
    pub fn turn(self) -> Vector {
        if self.set { self.bit } else { 0 }
    }

    /// The marks of these vectors: the vector of a state is its mark + φ.
    #[inline]
    pub fn of_marks(self, phi: Vector) -> Half {
        Half { set: self.set != (phi & self.bit != 0), ..self }
    }
}

/// The pairs of a live group with a card that its foundation takes next: moves cut at no others.
pub fn told_apart(context: &MoveContext) -> Vector {
    pairs_with(context.next, pairs_of(context))
}

/// An irreversible move of some states of a class, before safe moves.
pub struct FirstMove {
    /// Who can make it; none when all can.
    pub half: Option<Half>,
    /// The card as the states without exchanges have it, those of the half made zero.
    pub card: u64,
    /// Where it goes; none for its foundation.
    pub place: Option<Place>,
    class: Arrival,
}

impl FirstMove {
    /// Where it leads the state whose vector is zero, once the half is made zero.
    #[inline(always)]
    pub fn arrival(&self, group: &Group) -> Arrival {
        let mut arrival = self.class;
        if let Some(half) = self.half {
            arrival.state = exchanged(arrival.state, half.turn());
        }
        match self.place {
            Some(place) => arrival.after_unsticking(group.game(), self.card, place),
            None => arrival.after_up(group.game(), self.card),
        }
    }
}

/// How many vectors of a set of marks can make a move. Halves are counted when they are asked for.
pub struct MakerCounts<'r> {
    marks: &'r SuitSet,
    all: u128,
    /// For each coordinate: the marks without it and with it.
    halves: Vec<(Vector, [u128; 2])>,
}

impl<'r> MakerCounts<'r> {
    /// Nothing but the size is counted yet. `marks` are those of a component that were reached.
    pub fn new(marks: &'r SuitSet) -> MakerCounts<'r> {
        MakerCounts { marks, all: marks.size(), halves: Vec::new() }
    }

    /// The number of all marks: so many make a move that is not cut.
    pub fn all(&self) -> u128 {
        self.all
    }

    /// How many can make a move of a class with this φ.
    pub fn of(&mut self, first: &FirstMove, phi: Vector) -> u128 {
        let Some(half) = first.half else { return self.all };
        let Half { bit, set } = half.of_marks(phi);
        let known = self.halves.iter().find(|&&(other, _)| other == bit);
        let (_, sizes) = known.copied().unwrap_or_else(|| {
            let with = self.marks.with_bit(bit, true).size();
            self.halves.push((bit, [self.all - with, with]));
            (bit, [self.all - with, with])
        });
        sizes[usize::from(set)]
    }
}

/// Every irreversible move of the class with these canonical planes, by any of its states. The group is a
/// live one.
#[inline(always)]
pub fn first_moves(group: &Group, planes: Planes, mut visit: impl FnMut(FirstMove)) {
    let context = group.context();
    let state = State { fingerprint: group.fingerprint(), planes };
    let class = Arrival { state, frame: context.frame };
    context.moves(planes).unsticking.for_each(|card, place| {
        visit(FirstMove { half: None, card, place: Some(place), class });
    });
    let pairs = group.pairs();
    // In another member of the class it may be the partner that lies here.
    let mut in_reach = context.in_reach(planes) & (context.next | partners(context.next));
    while in_reach != 0 {
        let card = in_reach & in_reach.wrapping_neg();
        in_reach ^= card;
        let mut up = |half, card| {
            if card & context.next != 0 {
                visit(FirstMove { half, card, place: None, class });
            }
        };
        let bit = pairs_with(card, pairs);
        if bit == 0 {
            up(None, card);
        } else {
            up(Some(Half { bit, set: false }), card);
            up(Some(Half { bit, set: true }), cards_of(bit) ^ card);
        }
    }
}
