//! Exits of a class with their moves: one move stands for those of all states of a piece, cut where suits
//! begin to matter.
//!
//! The cuts are those of `flood/class_exits.rs`, and docs/symmetry.md has why they are right. Here it is
//! also kept how each part is played. A part has a witness: its vector, and which of the generators were
//! chosen to come to it. It has directions: their vectors, and the generators that each one chooses together.
//! Cutting by a coordinate takes one direction that has it, the *pivot*, out of the others that do; the half that
//! the witness is not in takes the pivot to get a witness of its own. All moves that were made since the
//! class was left are then the same with the pivot's pairs exchanged.

use super::class_entry::stabiliser_of;
use super::way::{Choice, renamed};
use crate::arrival::Arrival;
use crate::card::Card;
use crate::class::{exchange, pairs_in};
use crate::flood::class_exits::{Next, next_safe};
use crate::game::Game;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::planes::Place;
use crate::rules::LOW;
use crate::state::State;
use crate::suitset::Piece;
use crate::trace::{Step, To, canonical_key};

/// A direction: its vector, and the generators that it chooses.
pub type Direction = (Vector, Choice);

/// Some states of an exit on their way.
#[derive(Clone)]
struct Part {
    /// The member whose vector is zero.
    arrival: Arrival,
    /// Coordinates that were cut: all vectors are zero there.
    settled: Vector,
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

impl Part {
    /// Makes a move of the zero member, and notes what the witness moves.
    fn note(&mut self, step: Step) {
        self.steps.push(renamed(step, self.witness.0));
    }

    /// The states that have this coordinate or not, with the exchange made in the zero member.
    fn half(&self, bit: Vector, set: bool) -> Option<Part> {
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
        if set {
            let State { fingerprint, a, b } = half.arrival.state;
            let (a, b) = exchange(a, b, bit);
            half.arrival.state = State { fingerprint, a, b };
            half.witness.0 &= !bit;
        }
        half.settled |= bit;
        Some(half)
    }

    fn after_up(mut self, game: &Game, card: u64) -> Part {
        self.note(Step { card: Card::from_index(card.trailing_zeros() as usize), to: To::Up });
        self.arrival = self.arrival.after_up(game, card);
        self
    }

    /// The states of the part, while cards that are up are forgotten.
    fn piece(&self) -> Piece {
        let pairs = pairs_in(self.arrival.frame.movable);
        let directions = self.directions.iter().map(|(vector, _)| vector & pairs);
        Piece::new(self.witness.0 & pairs, Subspace::span(directions))
    }

    /// The class that a part without safe moves is in.
    fn arrived(self, game: &Game) -> Arrived {
        let State { fingerprint, a, b } = self.arrival.state;
        let group = Group::new(game, fingerprint);
        let pairs = pairs_in(self.arrival.frame.movable);
        let (key, turn) = canonical_key(&group, pairs, (a, b));
        let mut space = stabiliser_of(&group, key);
        let leads_on = |(vector, _): &&Direction| space.add(vector & pairs);
        let directions = self.directions.iter().filter(leads_on).map(|&(_, of)| of).collect();
        Arrived {
            state: group.state(key),
            piece: Piece::new(self.witness.0 & pairs ^ turn, space),
            witness: self.witness.1,
            directions,
            steps: self.steps,
        }
    }
}

/// Calls `visit` with all that the exits of a class lead to. The class was reached with a piece of
/// vectors: the witness's and the directions.
pub fn for_each_exit(
    group: &Group,
    key: u128,
    witness: Vector,
    directions: &[Direction],
    mut visit: impl FnMut(Arrived),
) {
    let game = group.game();
    let context = group.context();
    let (a, b) = group.planes(key);
    let moves = context.moves(a, b);
    let state = State { fingerprint: group.fingerprint(), a, b };
    let here = Part {
        arrival: Arrival { state, frame: context.frame },
        settled: 0,
        witness: (witness, 0),
        directions: directions.to_vec(),
        steps: Vec::new(),
    };
    moves.unsticking.for_each(|card, place: Place| {
        let mut part = here.clone();
        let moved = Card::from_index(card.trailing_zeros() as usize);
        part.note(Step { card: moved, to: To::Place(place) });
        part.arrival = part.arrival.after_unsticking(game, card, place);
        carry(game, part, &mut visit);
    });
    let pairs = pairs_in(context.frame.movable);
    // Cards that their foundations take, and their partners: those may be them in other states.
    let partners = context.next >> 1 & LOW | (context.next & LOW) << 1;
    for card in Card::in_plane(context.in_reach(a, b) & (context.next | partners)) {
        let card = card.bit();
        let bit = (card | card >> 1) & pairs;
        if bit == 0 && card & context.next != 0 {
            carry(game, here.clone().after_up(game, card), &mut visit);
        }
        for set in [false, true].into_iter().filter(|_| bit != 0) {
            let actual = if set { (bit | bit << 1) ^ card } else { card };
            if let Some(half) = here.half(bit, set).filter(|_| actual & context.next != 0) {
                carry(game, half.after_up(game, actual), &mut visit);
            }
        }
    }
}

/// Makes the safe moves one after the other, cutting where it has to be. Cuts are put off as long
/// as another safe card can go up, since that may make the partner safe too.
fn carry(game: &Game, part: Part, visit: &mut impl FnMut(Arrived)) {
    let mut parts = vec![part];
    // The part with the fewest steps made goes first: whatever comes to its state is there.
    let made = |part: &Part| part.arrival.state.fingerprint.digit_sum();
    while let Some(index) = (0..parts.len()).min_by_key(|&index| made(&parts[index])) {
        let part = parts.swap_remove(index);
        match next_safe(game, &part.arrival, part.settled) {
            Next::Live => visit(part.arrived(game)),
            Next::Up(card) => put(&mut parts, part.after_up(game, card)),
            Next::Cut(bit) => {
                let halves = [false, true].into_iter().filter_map(|set| part.half(bit, set));
                halves.for_each(|half| put(&mut parts, half));
            }
        }
    }
}

/// Adds a part, unless its states are among those of another one.
fn put(parts: &mut Vec<Part>, part: Part) {
    let piece = part.piece();
    let has = |one: &Part, other: &Part, pieces: (&Piece, &Piece)| {
        one.arrival.state == other.arrival.state && pieces.0.contains_all(pieces.1)
    };
    if parts.iter().any(|other| has(other, &part, (&other.piece(), &piece))) {
        return;
    }
    parts.retain(|other| !has(&part, other, (&piece, &other.piece())));
    parts.push(part);
}
