//! Exits of a class with their moves: one move stands for those of all states of a piece, cut where suits
//! begin to matter.
//!
//! The cuts are those of the kernel (`class/exits.rs`, `class/carry.rs`). Here it is also kept how each part is
//! played. A part has a witness: its vector, and which of the generators were chosen to come to it. It has
//! directions: their vectors, and the generators that each one chooses together. Cutting by a coordinate
//! takes one direction that has it, the *pivot*, out of the others that do; the half that the witness is not
//! in takes the pivot to get a witness of its own. All moves that were made since the class was left are
//! then the same with the pivot's pairs exchanged.

use super::way::{Choice, renamed};
use crate::class::canonical::canonical_member;
use crate::class::carry::{Carrier, Meeting, Part, carry};
use crate::class::exits::{Half, first_moves};
use crate::class::stabiliser_space;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::state::State;
use crate::suitset::Piece;
use crate::trace::Step;

/// A direction: its vector, and the generators that it chooses.
pub type Direction = (Vector, Choice);

/// Some states of an exit, and how they are played.
#[derive(Clone)]
struct Played {
    witness: Direction,
    directions: Vec<Direction>,
    /// As the witness made them.
    steps: Vec<Step>,
}

/// A piece of a class of another group.
#[derive(Clone, Debug)]
pub struct Arrived {
    /// The canonical member.
    pub state: State,
    pub piece: Piece,
    /// The generators that its witness chose.
    pub witness: Choice,
    /// The generators that each direction chooses; those that lead to no other state are left out.
    pub directions: Vec<Choice>,
    /// From the class that was left, as the witness made them.
    pub steps: Vec<Step>,
}

impl Played {
    /// Makes a move of the zero member, and notes what the witness moves.
    fn note(&mut self, step: Step) {
        self.steps.push(renamed(step, self.witness.0));
    }

    /// The states of one half, made zero at its coordinate.
    fn half(&self, Half { bit, set }: Half) -> Option<Played> {
        let mut half = self.clone();
        let pivot = half.directions.iter().position(|(vector, _)| vector & bit != 0);
        let pivot = pivot.map(|index| half.directions.remove(index));
        if (half.witness.0 & bit != 0) != set {
            let (vector, chosen) = pivot?;
            half.witness = (half.witness.0 ^ vector, half.witness.1 ^ chosen);
            half.steps.iter_mut().for_each(|step| *step = renamed(*step, vector));
        }
        if let Some((vector, chosen)) = pivot {
            for direction in half.directions.iter_mut().filter(|(other, _)| other & bit != 0) {
                *direction = (direction.0 ^ vector, direction.1 ^ chosen);
            }
        }
        half.witness.0 &= !bit;
        Some(half)
    }

    /// The vectors of the states over these pairs.
    fn piece(&self, pairs: Vector) -> Piece {
        let directions = self.directions.iter().map(|(vector, _)| vector & pairs);
        Piece::new(self.witness.0 & pairs, Subspace::span(directions))
    }
}

/// What is played, on its way through safe moves.
struct Players<F> {
    visit: F,
}

impl<F: FnMut(Arrived)> Carrier for Players<F> {
    type Load = Played;

    fn half(&mut self, load: &Played, half: Half) -> Option<Played> {
        load.half(half)
    }

    fn up(&mut self, load: &mut Played, card: u64) {
        load.note(Step::of(card, None));
    }

    /// A part whose states are all among those of another one is not needed.
    fn meet(&mut self, there: &mut Part<Played>, here: &mut Part<Played>) -> Meeting {
        let pairs = here.pairs();
        let (known, new) = (there.load.piece(pairs), here.load.piece(pairs));
        if known.contains_all(&new) {
            Meeting::There
        } else if new.contains_all(&known) {
            Meeting::Here
        } else {
            Meeting::Apart
        }
    }

    fn arrive(&mut self, part: Part<Played>) {
        let pairs = part.pairs();
        let Played { witness, directions, steps } = part.load;
        let (state, turn) = canonical_member(part.arrival.state, pairs);
        let mut space = stabiliser_space(state.planes, pairs);
        let leads_on = |(vector, _): &&Direction| space.add(vector & pairs);
        let directions = directions.iter().filter(leads_on).map(|&(_, of)| of).collect();
        (self.visit)(Arrived {
            state,
            piece: Piece::new(witness.0 & pairs ^ turn, space),
            witness: witness.1,
            directions,
            steps,
        });
    }
}

/// Calls `visit` with all that the exits of a class lead to. The class was reached with a piece of
/// vectors: the witness's and the directions.
pub fn for_each_exit(
    group: &Group,
    key: u128,
    witness: Vector,
    directions: &[Direction],
    visit: impl FnMut(Arrived),
) {
    let whole =
        Played { witness: (witness, 0), directions: directions.to_vec(), steps: Vec::new() };
    let mut players = Players { visit };
    first_moves(group, group.planes(key), |first| {
        let makers = first.half.map_or_else(|| Some(whole.clone()), |half| whole.half(half));
        if let Some(mut load) = makers {
            load.note(Step::of(first.card, first.place));
            carry(
                group.game(),
                Part::new(group.game().rules(), first.arrival(group), load),
                &mut players,
            );
        }
    });
}
