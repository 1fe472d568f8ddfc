//! Cards by number, as the file has them, and the six things that are asked of a card.
//!
//! The number of a card is that of `fcc/ENCODING.md`: four to a rank, and in a rank the two of one
//! colour side by side, arranged so that both cards of the other colour that a card may lie on are
//! four further up. Clubs and diamonds are even, spades and hearts odd, so the card of the same suit
//! one rank up is the one of the same kind in the other colour. The numbers are needed because planes and keys are in their order; drawing and playing is done with
//! [`Card`].

use crate::card::{CARDS, Card, Suit};
use crate::rules::Build;

/// The head of a certificate refuses such rules.
const NOT_BY_RANK: &str = "no certificate is of a game built by rank";

/// The lower card of the two of a rank and colour, clubs or diamonds, has an even number.
pub fn low_of_pair(card: u8) -> u8 {
    card - card % 2
}

/// The other card of the same rank and colour.
pub fn partner(card: u8) -> u8 {
    low_of_pair(card) + 1 - card % 2
}

/// The card one rank up that a card may lie on; `side` 0 is the low one, clubs or diamonds, and 1
/// the high one. Built by suit there is one of them only.
pub fn parent(build: Build, card: u8, side: u8) -> Option<u8> {
    let parent = match build {
        Build::Alternate => low_of_pair(card) + 4 + side,
        Build::Suit => other_colour(card) + 4,
        Build::Rank => unreachable!("{NOT_BY_RANK}"),
    };
    (usize::from(parent) < CARDS && parent % 2 == side).then_some(parent)
}

/// The cards that may lie on a card: two, built by suit one, and none on an ace.
pub fn children(build: Build, card: u8) -> Option<(u8, Option<u8>)> {
    let lower = card.checked_sub(4)?;
    Some(match build {
        Build::Alternate => (low_of_pair(lower), Some(low_of_pair(lower) + 1)),
        Build::Suit => (other_colour(lower), None),
        Build::Rank => unreachable!("{NOT_BY_RANK}"),
    })
}

/// The card of the same rank and the other colour that is low or high as this one.
fn other_colour(card: u8) -> u8 {
    4 * (card / 4) + (card + 2) % 4
}

/// 1 to 13.
pub fn rank(card: u8) -> u8 {
    card / 4 + 1
}

/// The card's suit.
pub fn suit(card: u8) -> Suit {
    let odd_rank = rank(card) % 2 == 1;
    let second_ladder = card / 2 % 2 == 1;
    let red = second_ladder == odd_rank;
    match (red, card % 2 == 1) {
        (false, false) => Suit::Clubs,
        (false, true) => Suit::Spades,
        (true, false) => Suit::Diamonds,
        (true, true) => Suit::Hearts,
    }
}

/// The number of a card.
pub fn number(card: Card) -> u8 {
    let odd_rank = card.rank() % 2 == 1;
    let second_ladder = u8::from(card.suit().is_red() == odd_rank);
    let high = u8::from(matches!(card.suit(), Suit::Spades | Suit::Hearts));
    4 * (card.rank() - 1) + 2 * second_ladder + high
}

/// The card of a number.
pub fn card(number: u8) -> Card {
    Card::new(rank(number), suit(number))
}

/// All numbers.
pub fn all() -> std::ops::Range<u8> {
    0..52
}

/// The plane that has only this card.
pub fn bit(card: u8) -> u64 {
    1 << card
}

/// Whether a plane has the card.
pub fn has(plane: u64, card: u8) -> bool {
    plane & bit(card) != 0
}

/// The cards of a plane, for a message: `TC JC KC`.
pub fn names(plane: u64) -> String {
    let names: Vec<String> =
        all().filter(|&number| has(plane, number)).map(|number| card(number).to_string()).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_table_of_nibbles() {
        let names = |rank: u8| -> Vec<String> {
            (0..4).map(|at| card(4 * (rank - 1) + at).to_string()).collect()
        };
        assert_eq!(names(1), ["AC", "AS", "AD", "AH"]);
        assert_eq!(names(2), ["2D", "2H", "2C", "2S"]);
        assert_eq!(names(13), ["KC", "KS", "KD", "KH"]);
    }

    #[test]
    fn a_number_is_a_card_and_back_and_partners_and_parents_fit() {
        for index in all() {
            assert_eq!(number(card(index)), index);
            let other = card(partner(index));
            assert_eq!(other.rank(), card(index).rank());
            assert_ne!(other.suit(), card(index).suit());
            assert_eq!(other.suit().is_red(), card(index).suit().is_red());
            for build in [Build::Alternate, Build::Suit] {
                let by_rule = |above: &u8| build.goes_on(card(index), card(*above));
                let parents: Vec<u8> =
                    (0..2).filter_map(|side| parent(build, index, side)).collect();
                assert_eq!(parents, all().filter(by_rule).collect::<Vec<_>>());
                for above in parents {
                    let high = matches!(suit(above), Suit::Hearts | Suit::Spades);
                    assert_eq!(parent(build, index, u8::from(high)), Some(above));
                }
                let on_it = |other: &u8| build.goes_on(card(*other), card(index));
                let on_it: Vec<u8> = all().filter(on_it).collect();
                let found = children(build, index).into_iter();
                let found = found.flat_map(|(first, second)| [Some(first), second]).flatten();
                assert_eq!(found.collect::<Vec<_>>(), on_it);
            }
        }
    }
}
