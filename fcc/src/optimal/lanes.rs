//! Sets of cards by suit: sixteen bits for each, the ace lowest.
//!
//! The planes are made for parents and children, one rank apart. The bound asks another question, *which cards
//! of these suits are higher than the lowest here*, and that is a subtraction in each lane of sixteen bits.

use crate::card::Card;

/// The highest bit of each lane, which no card has: what is borrowed in a lane ends there.
const GUARDS: u64 = 0x8000_8000_8000_8000;
/// The aces.
const ACES: u64 = 0x0001_0001_0001_0001;

/// The number of a card's bit.
pub const fn lane_index(card: Card) -> usize {
    16 * card.suit().index() + card.rank() as usize - 1
}

/// The set of one card.
pub const fn lane(card: Card) -> u64 {
    1 << lane_index(card)
}

/// In each suit, the cards up to the lowest of the set, that one included; all of them where there is none.
#[inline(always)]
const fn up_to_lowest(set: u64) -> u64 {
    set ^ ((set | GUARDS) - ACES)
}

/// In each suit, the cards higher than the lowest of the set.
#[inline(always)]
pub const fn above_lowest(set: u64) -> u64 {
    !up_to_lowest(set) & !GUARDS
}

/// In each suit, the lowest card of the set and all that are higher.
#[inline(always)]
pub const fn from_lowest(set: u64) -> u64 {
    let lowest = set & !((set | GUARDS) - ACES);
    above_lowest(set) | lowest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_cards_say() {
        for seed in 1..200u64 {
            let chosen = |card: &Card| {
                seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(card.index() as u32) % 11 == 0
            };
            let cards: Vec<Card> = Card::all().filter(chosen).collect();
            let set = cards.iter().fold(0, |set, &card| set | lane(card));
            for card in Card::all() {
                let lower =
                    |other: &&Card| other.suit() == card.suit() && other.rank() < card.rank();
                let is_above = cards.iter().any(|other| lower(&other));
                assert_eq!(above_lowest(set) & lane(card) != 0, is_above, "{card} over {cards:?}");
                let is_from = is_above || cards.contains(&card);
                assert_eq!(from_lowest(set) & lane(card) != 0, is_from, "{card} from {cards:?}");
            }
            assert_eq!((above_lowest(set) | from_lowest(set)) & GUARDS, 0);
        }
    }
}
