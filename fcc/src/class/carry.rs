//! The way of an exit through safe moves, for many states of a class at once.
//!
//! While one card of a pair is safe and the other is not, where the safe one lies depends on one
//! coordinate: the vectors are cut there, and each half goes its own way. Cuts are put off as long as
//! another safe card can go up, since that may make the partner safe too. Parts that were cut and come to
//! the same state again, when the partner has followed, are put together: without that, a long run of
//! safe moves near the end of the game falls into thousands of parts.
//!
//! A card that has gone up leaves no pair, and its coordinate is forgotten. New pairs begin with zero.
//!
//! What travels is the [`Carrier`]'s business: a suit set (`flood/class_exits.rs`), the condition under
//! which a vector arrives (`analyse/exits.rs`), a witness with its moves (`split/parts.rs`).

use super::exits::Half;
use super::pairs::{cards_of, exchanged, pairs_split_by};
use crate::arrival::Arrival;
use crate::game::Game;
use crate::gf2::Vector;
use crate::rules::Rules;

/// Some states of an exit on their way.
pub struct Part<L> {
    /// The member whose vector is zero.
    pub arrival: Arrival,
    /// Which vectors there are, and what else is known of them.
    pub load: L,
    /// Pairs that were cut already: all vectors are zero there.
    settled: Vector,
    rules: Rules,
}

/// What is carried along, and what happens to it.
pub trait Carrier {
    /// Tells which vectors a part has, and whatever else the carrier keeps of them.
    type Load;

    /// The vectors of one half, made zero at its coordinate; none if there are none.
    fn half(&mut self, load: &Self::Load, half: Half) -> Option<Self::Load>;

    /// A safe card goes up, in all states of the load.
    fn up(&mut self, _load: &mut Self::Load, _card: u64) {}

    /// Two parts have come to the same state: whether one can stand for both, and if so, makes it do so.
    fn meet(&mut self, there: &mut Part<Self::Load>, here: &mut Part<Self::Load>) -> Meeting;

    /// A part has come to a live group.
    fn arrive(&mut self, part: Part<Self::Load>);
}

/// What becomes of two parts in the same state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Both stay.
    Apart,
    /// The one that was there stands for both.
    There,
    /// The one that has come stands for both.
    Here,
}

impl<L> Part<L> {
    /// A part on its way from the first move: no pair was cut yet.
    pub fn new(rules: Rules, arrival: Arrival, load: L) -> Part<L> {
        Part { arrival, load, settled: 0, rules }
    }

    /// The pairs of the state: what other coordinates say means nothing any more.
    #[inline]
    pub fn pairs(&self) -> Vector {
        self.rules.pairs_in(self.arrival.frame.movable)
    }

    /// Whether the same pairs of two parts in the same state were cut.
    pub fn is_settled_like(&self, other: &Part<L>) -> bool {
        (self.settled ^ other.settled) & self.pairs() == 0
    }

    /// What all states of the part do next.
    fn next(&self, game: &Game) -> Next {
        let safe = self.arrival.safe(game);
        if safe == 0 {
            return Next::Arrive;
        }
        let undecided = pairs_split_by(safe, self.pairs()) & !self.settled;
        let decided = safe & !cards_of(undecided) & !self.arrival.state.covered(game.rules());
        if decided != 0 {
            return Next::Up(decided & decided.wrapping_neg());
        }
        assert!(undecided != 0, "a safe card is hidden under cards that are not safe");
        Next::Cut(undecided & undecided.wrapping_neg())
    }

    fn half(&self, half: Half, carrier: &mut impl Carrier<Load = L>) -> Option<Part<L>> {
        let load = carrier.half(&self.load, half)?;
        let state = exchanged(self.arrival.state, half.turn());
        let arrival = Arrival { state, ..self.arrival };
        Some(Part { arrival, load, settled: self.settled | half.bit, rules: self.rules })
    }
}

/// What the states of a part do next.
enum Next {
    /// No safe move is left.
    Arrive,
    /// This card goes up, in all of them.
    Up(u64),
    /// Only one card of this pair is safe: where it is depends on the coordinate.
    Cut(Vector),
}

/// Makes the safe moves one after the other, cutting where it has to be.
#[inline]
pub fn carry<C: Carrier>(game: &Game, part: Part<C::Load>, carrier: &mut C) {
    if part.arrival.safe(game) == 0 {
        carrier.arrive(part);
    } else {
        carry_through(game, part, carrier);
    }
}

fn carry_through<C: Carrier>(game: &Game, part: Part<C::Load>, carrier: &mut C) {
    let mut parts = vec![part];
    // The part with the fewest steps made goes first: whatever comes to its state is there.
    let made = |part: &Part<C::Load>| part.arrival.state.fingerprint.digit_sum();
    while let Some(index) = (0..parts.len()).min_by_key(|&index| made(&parts[index])) {
        let mut part = parts.swap_remove(index);
        match part.next(game) {
            Next::Arrive => carrier.arrive(part),
            Next::Up(card) => {
                carrier.up(&mut part.load, card);
                part.arrival = part.arrival.after_up(game, card);
                put(&mut parts, part, carrier);
            }
            Next::Cut(bit) => {
                for set in [false, true] {
                    if let Some(half) = part.half(Half { bit, set }, carrier) {
                        put(&mut parts, half, carrier);
                    }
                }
            }
        }
    }
}

/// Adds a part to the list, put together with those that it meets.
fn put<C: Carrier>(parts: &mut Vec<Part<C::Load>>, mut part: Part<C::Load>, carrier: &mut C) {
    let mut index = 0;
    while let Some(other) = parts.get_mut(index) {
        let meeting = match other.arrival.state == part.arrival.state {
            true => carrier.meet(other, &mut part),
            false => Meeting::Apart,
        };
        match meeting {
            Meeting::Apart => index += 1,
            Meeting::There => return,
            Meeting::Here => {
                parts.remove(index);
                // It stands for more now, and may meet one that it passed.
                index = 0;
            }
        }
    }
    parts.push(part);
}
