//! The numbered deals: Microsoft's 1 to 32,000 and FreeCell Pro's extension to 2^33 - 1.
//!
//! All of them come from the C library generator of the first Windows compilers,
//! `seed = seed * 214013 + 2531011` modulo 2^32, of which each draw uses the upper half. The
//! later ranges were added by FreeCell Pro without disturbing the earlier ones, so a deal's number
//! decides two things, the seed and how a draw is read off it:
//!
//! | number          | seed          | value drawn             |
//! |-----------------|---------------|-------------------------|
//! | below 2^31      | number        | bits 16 to 30           |
//! | below 2^32      | number        | bits 16 to 30, plus 2^15|
//! | below 2^33      | number - 2^32 | bits 16 to 31, plus 1   |
//!
//! The card drawn is the one at `value mod cards left` in the deck (AC AD AH AS 2C ... KS, if it is one); the
//! last card of the deck takes its place.
//!
//! Relied on: the order of [`Card::from_deck`]. The tests of the module above compare whole boards of
//! each range with the ones that other programs publish.

use crate::card::Card;

/// The highest deal number. The lowest is 1.
pub const DEAL_MAX: u64 = (1 << 33) - 1;

/// First number whose draws have bit 15 set.
const SIGNED_FROM: u64 = 1 << 31;
/// First number whose draws take sixteen bits.
const LONG_FROM: u64 = 1 << 32;

/// The cards of a deal in the order in which they are dealt.
pub(super) fn cards_of(number: u64, mut deck: Vec<Card>) -> Vec<Card> {
    let cards = deck.len();
    let mut draws = Draws::new(number);
    let mut drawn = |_| deck.swap_remove(draws.next_value() as usize % deck.len());
    (0..cards).map(&mut drawn).collect()
}

/// The values drawn for one deal.
struct Draws {
    number: u64,
    seed: u32,
}

impl Draws {
    fn new(number: u64) -> Draws {
        // Dropping bit 32 is the subtraction of 2^32 in the last range.
        Draws { number, seed: number as u32 }
    }

    fn next_value(&mut self) -> u32 {
        self.seed = self.seed.wrapping_mul(214_013).wrapping_add(2_531_011);
        let upper = self.seed >> 16;
        if self.number < SIGNED_FROM {
            upper & 0x7fff
        } else if self.number < LONG_FROM {
            upper | 0x8000
        } else {
            upper + 1
        }
    }
}
