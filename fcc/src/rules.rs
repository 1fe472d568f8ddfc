//! Which foundation moves are made at once: the prune rule, on whole words of cards.
//!
//! A card of rank *r* whose suit's foundation is at *r-1* is *safe* when both foundations of the
//! other colour are at *r-2* or more **and** the other foundation of its own colour is at *r-3* or
//! more. Nothing that stays in play can then ever need it: a card that could lie on it has rank
//! *r-1* and the other colour, and would be safe itself (its own conditions follow from these two).
//! Dropping the last condition is faster and unsound. Which cards are safe depends on the
//! foundations alone, so it is one word for a whole group.

use crate::card::{ALL_CARDS, CARDS};
use std::fmt;

/// Which foundation moves are made without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prune {
    /// Safe foundation moves are made at once; states that have one are not counted.
    Safe,
    /// Every move is a choice, every state is counted.
    None,
}

impl fmt::Display for Prune {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Prune::Safe => "safe",
            Prune::None => "none",
        })
    }
}

/// Every low card of a rank and colour: bits 0 and 2 of each nibble.
pub const LOW: u64 = 0x5_5555_5555_5555;
/// Every high card.
pub(crate) const HIGH: u64 = LOW << 1;
/// The cards of ladder 0.
const LADDER_0: u64 = 0x3_3333_3333_3333;
const ACES: u64 = 0xf;

/// Moves each card to the other ladder of its nibble.
const fn swap_ladders(plane: u64) -> u64 {
    (plane & LADDER_0) << 2 | plane >> 2 & LADDER_0
}

/// Moves each card to its partner.
const fn swap_partners(plane: u64) -> u64 {
    (plane & LOW) << 1 | plane >> 1 & LOW
}

/// The cards that their foundations take next, at most one of each suit.
///
/// One rank up in the same suit is the next nibble, the other ladder, the same height.
pub const fn next_up(founded: u64) -> u64 {
    (swap_ladders(founded) << 4 | ACES) & !founded & ALL_CARDS
}

/// Those of the next cards that go up at once under `prune`.
pub const fn safe_up(founded: u64, prune: Prune) -> u64 {
    match prune {
        Prune::None => 0,
        Prune::Safe => {
            // Two ranks down in the other colour: two nibbles down, the other ladder, both cards.
            let both = founded & founded >> 1 & LOW;
            let other_colour = swap_ladders(both | both << 1) << 8 | 0xff;
            // Three ranks down in the partner suit: three nibbles, the other ladder, the partner.
            let own_colour = swap_partners(swap_ladders(founded)) << 12 | 0xfff;
            next_up(founded) & other_colour & own_colour
        }
    }
}

const _: () = assert!(LOW | HIGH == ALL_CARDS && LADDER_0 | LADDER_0 << 2 == ALL_CARDS);
const _: () = assert!(CARDS == 52);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, KING, Suit};

    fn founded(ranks: [u8; 4]) -> u64 {
        Suit::ALL
            .into_iter()
            .flat_map(|suit| (1..=ranks[suit.index()]).map(move |rank| Card::new(rank, suit).bit()))
            .sum()
    }

    /// The rule as the essay has it, on ranks.
    fn is_safe(card: Card, ranks: [u8; 4]) -> bool {
        let at_least = |suit: Suit, rank: i8| ranks[suit.index()] as i8 >= rank;
        let rank = card.rank() as i8;
        Suit::ALL.into_iter().all(|suit| {
            if suit.is_red() != card.is_red() {
                at_least(suit, rank - 2)
            } else {
                suit == card.suit() || at_least(suit, rank - 3)
            }
        })
    }

    #[test]
    fn words_agree_with_the_rule_for_all_28561_foundations() {
        for code in 0..14u32.pow(4) {
            let ranks = [0, 1, 2, 3].map(|i| (code / 14u32.pow(i) % 14) as u8);
            let mut next = 0;
            let mut safe = 0;
            for suit in Suit::ALL {
                if ranks[suit.index()] < KING {
                    let card = Card::new(ranks[suit.index()] + 1, suit);
                    next |= card.bit();
                    safe |= if is_safe(card, ranks) { card.bit() } else { 0 };
                }
            }
            assert_eq!(next_up(founded(ranks)), next, "{ranks:?}");
            assert_eq!(safe_up(founded(ranks), Prune::Safe), safe, "{ranks:?}");
            assert_eq!(safe_up(founded(ranks), Prune::None), 0);
        }
    }
}
