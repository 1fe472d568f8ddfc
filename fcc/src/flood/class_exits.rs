//! Exits of classes: one move of the canonical member stands for the moves of all its states, split
//! where suits begin to matter.
//!
//! Class *q* was reached with the vectors R + φ(q). A stuck card's move is the same for all of them.
//! At the foundation the card on a place is one of its pair or the other, by one coordinate of the
//! vector: the set is cut there and each half goes its own way. The same happens while the result is
//! carried through its safe moves, when one card of a pair is safe and the other is not. A card that
//! has gone up leaves no pair, and its coordinate is forgotten. New pairs begin with zero.

use super::exits::Exits;
use super::spaces::{SpaceCache, Spaces, SuitPiece};
use crate::arrival::Arrival;
use crate::card::Card;
use crate::class::{exchange, pairs_in, pairs_of, vector_to_canonical};
use crate::game::{Frame, Game};
use crate::gf2::Vector;
use crate::group::Group;
use crate::planes::parents_of;
use crate::ports::{PortError, Queues};
use crate::rules::{LOW, safe_up};
use crate::state::State;
use crate::suitset::{Piece, SuitSet};
use std::sync::Arc;

/// R of a component, whole and cut where foundations tell suits apart, with sizes.
pub struct ExitsOfComponent {
    whole: Cut,
    /// For each pair with a card that its foundation takes next: the parts of R without and with it.
    cuts: Vec<(Vector, [Cut; 2])>,
}

#[derive(Clone, Default)]
struct Cut {
    pieces: Vec<SuitPiece>,
    size: u128,
}

impl ExitsOfComponent {
    pub fn new(group: &Group, r: &SuitSet, spaces: &mut SpaceCache) -> ExitsOfComponent {
        let context = group.context();
        let mut numbered = |set: &SuitSet| {
            let piece = |piece: &Piece| SuitPiece {
                space: spaces.number(piece.space()),
                offset: piece.offset(),
            };
            Cut { pieces: set.pieces().iter().map(piece).collect(), size: set.size() }
        };
        let whole = numbered(r);
        let told_apart = (context.next | context.next >> 1) & pairs_of(context);
        let cuts = Card::in_plane(told_apart)
            .map(|card| {
                let bit = card.bit();
                (bit, [numbered(&r.with_bit(bit, false)), numbered(&r.with_bit(bit, true))])
            })
            .collect();
        ExitsOfComponent { whole, cuts }
    }

    /// |R|
    pub fn size(&self) -> u128 {
        self.whole.size
    }

    /// The part of R where the coordinate `bit` has this value.
    fn cut(&self, bit: Vector, set: bool) -> &Cut {
        let (_, cuts) = self.cuts.iter().find(|&&(other, _)| other == bit).expect("a pair at hand");
        &cuts[usize::from(set)]
    }
}

/// Some of the vectors of an exit on their way through safe moves.
struct Part {
    arrival: Arrival,
    /// Coordinates that were cut already: all vectors are zero there.
    settled: Vector,
    pieces: Vec<SuitPiece>,
}

/// What states that differ by exchanges do next on their way through safe moves.
pub(crate) enum Next {
    /// No safe move is left.
    Live,
    /// This card goes up, in all of them.
    Up(u64),
    /// Only one card of this pair is safe: where it is depends on the coordinate.
    Cut(Vector),
}

/// The next safe move of an arrival whose vectors are zero at the `settled` coordinates.
pub(crate) fn next_safe(game: &Game, arrival: &Arrival, settled: Vector) -> Next {
    let State { fingerprint, a, b } = arrival.state;
    let Frame { movable, tops } = arrival.frame;
    let safe = safe_up(fingerprint.founded, game.prune()) & (movable | tops);
    let undecided = (safe ^ safe >> 1) & pairs_in(movable) & !settled;
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

/// Exits of classes on their way to the queues.
pub struct ClassExits {
    spaces: SpaceCache,
    exits: Exits<SuitPiece>,
    pieces: Vec<SuitPiece>,
}

impl ClassExits {
    pub fn new(shared: &Arc<Spaces>) -> ClassExits {
        ClassExits { spaces: SpaceCache::new(shared), exits: Exits::new(), pieces: Vec::new() }
    }

    /// The subspaces as this thread sees them.
    pub fn spaces(&mut self) -> &mut SpaceCache {
        &mut self.spaces
    }

    pub fn bytes(&self) -> usize {
        self.exits.bytes()
    }

    pub fn flush(&mut self, game: &Game, queues: &impl Queues<SuitPiece>) -> Result<(), PortError> {
        self.exits.flush(game, queues)
    }

    /// Adds all exits of the class with these canonical planes. Returns the number of moves times
    /// the number of vectors that can make them.
    pub fn add_class(
        &mut self,
        group: &Group,
        component: &ExitsOfComponent,
        (a, b): (u64, u64),
        phi: Vector,
    ) -> u128 {
        let game = group.game();
        let context = group.context();
        let moves = context.moves(a, b);
        let state = State { fingerprint: group.fingerprint(), a, b };
        let here = Arrival { state, frame: context.frame };
        let mut made = component.whole.size * u128::from(moves.unsticking.count());
        moves.unsticking.for_each(|card, place| {
            let arrival = here.after_unsticking(game, card, place);
            self.send(game, arrival, &component.whole.pieces, phi);
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
                    made += component.whole.size;
                    self.send(game, here.after_up(game, card), &component.whole.pieces, phi);
                }
                continue;
            }
            for set in [false, true] {
                let actual = if set { (bit | bit << 1) ^ card } else { card };
                if actual & context.next == 0 {
                    continue;
                }
                // The vector of a state is r + φ; the coordinate of r that gives `set` is this one.
                let cut = component.cut(bit, set != (phi & bit != 0));
                if cut.pieces.is_empty() {
                    continue;
                }
                made += cut.size;
                let turn = if set { bit } else { 0 };
                let (a, b) = exchange(a, b, turn);
                let there = Arrival { state: State { a, b, ..state }, ..here };
                self.send(game, there.after_up(game, actual), &cut.pieces, phi ^ turn);
            }
        }
        made
    }

    /// Carries an arrival through its safe moves and adds it, with these pieces shifted by `by`.
    #[inline]
    fn send(&mut self, game: &Game, arrival: Arrival, pieces: &[SuitPiece], by: Vector) {
        let safe = safe_up(arrival.state.fingerprint.founded, game.prune());
        let mut shifted = std::mem::take(&mut self.pieces);
        shifted.clear();
        for piece in pieces {
            shifted.push(SuitPiece { space: piece.space, offset: piece.offset ^ by });
        }
        if safe & (arrival.frame.movable | arrival.frame.tops) == 0 {
            self.add(arrival, &shifted);
        } else {
            self.carry(game, arrival, &shifted);
        }
        self.pieces = shifted;
    }

    /// Makes the safe moves one after the other, cutting the set where it has to be.
    ///
    /// Cuts are put off as long as another safe card can go up, since that may make the partner safe
    /// too. Parts that were cut and come to the same state again, when the partner has followed, are
    /// put together: without that, a long run of safe moves near the end of the game falls into
    /// thousands of parts.
    fn carry(&mut self, game: &Game, arrival: Arrival, pieces: &[SuitPiece]) {
        let mut parts = vec![Part { arrival, settled: 0, pieces: pieces.to_vec() }];
        // The part with the fewest steps made goes first: whatever comes to its state is there.
        let steps = |part: &Part| part.arrival.state.fingerprint.digit_sum();
        while let Some(index) = (0..parts.len()).min_by_key(|&index| steps(&parts[index])) {
            let part = parts.swap_remove(index);
            match next_safe(game, &part.arrival, part.settled) {
                Next::Live => self.add(part.arrival, &part.pieces),
                Next::Up(card) => {
                    let arrival = part.arrival.after_up(game, card);
                    self.put(&mut parts, Part { arrival, ..part });
                }
                Next::Cut(bit) => {
                    for set in [false, true] {
                        if let Some(half) = self.half(&part, bit, set) {
                            self.put(&mut parts, half);
                        }
                    }
                }
            }
        }
    }

    /// The vectors of a part that have this bit or not, with the exchange made.
    fn half(&mut self, part: &Part, bit: Vector, set: bool) -> Option<Part> {
        let mut pieces = Vec::new();
        for &piece in &part.pieces {
            if let Some(piece) = self.spaces.with_bit(piece, bit, set) {
                let piece = SuitPiece { offset: piece.offset & !bit, ..piece };
                self.spaces.join(&mut pieces, piece);
            }
        }
        let State { fingerprint, a, b } = part.arrival.state;
        let (a, b) = exchange(a, b, if set { bit } else { 0 });
        let arrival = Arrival { state: State { fingerprint, a, b }, ..part.arrival };
        (!pieces.is_empty()).then_some(Part { arrival, settled: part.settled | bit, pieces })
    }

    /// Adds a part to the list, to one that has come to the same state if there is one.
    fn put(&mut self, parts: &mut Vec<Part>, mut part: Part) {
        let pairs = pairs_in(part.arrival.frame.movable);
        part.settled &= pairs;
        let same = |other: &&mut Part| {
            other.arrival.state == part.arrival.state && other.settled == part.settled
        };
        match parts.iter_mut().find(same) {
            None => parts.push(part),
            Some(other) => {
                for piece in part.pieces {
                    // Coordinates of cards that are up mean nothing any more.
                    let piece = self.spaces.shadow(piece, pairs);
                    self.spaces.join(&mut other.pieces, piece);
                }
            }
        }
    }

    /// Adds an arrival at a live group: canonical member, vectors turned to it.
    #[inline]
    fn add(&mut self, arrival: Arrival, pieces: &[SuitPiece]) {
        let State { fingerprint, a, b } = arrival.state;
        let pairs = pairs_in(arrival.frame.movable);
        let vector = vector_to_canonical(a, b, pairs);
        let (a, b) = exchange(a, b, vector);
        let member = Arrival { state: State { fingerprint, a, b }, ..arrival };
        for &piece in pieces {
            let SuitPiece { space, offset } = self.spaces.shadow(piece, pairs);
            let turned = self.spaces.piece(offset ^ vector, space);
            self.exits.add(member, turned);
        }
    }
}
