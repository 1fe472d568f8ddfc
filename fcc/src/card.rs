//! Cards, and the one order of the 52 that every word of bits in Strata uses.
//!
//! A card's *index* is `4 * (rank - 1) + 2 * ladder + high`, so that a set of cards is a `u64`
//! (a *plane*) and bit `i` of it is the card with index `i`:
//!
//! - The rank is major: a plane is thirteen nibbles, aces lowest.
//! - The *ladder* is 0 or 1. FreeCell's sequences alternate in colour, so the 52 cards fall into two
//!   ladders that no sequence ever leaves: black kings, red queens, black jacks ... are ladder 0,
//!   red kings, black queens, red jacks ... ladder 1. The ladder is the colour turned over on
//!   every second rank.
//! - `high` tells the two cards of one rank and colour apart: clubs and diamonds are the low suits,
//!   spades and hearts the high ones.
//!
//! What this buys: both legal parents of a card lie one nibble up in the same ladder, whatever the
//! rank and colour, so that "who lies on whom" is a shift by four and a mask, for all cards at once.
//! The next card of the same suit is one nibble up in the other ladder, and as high: that is the parent
//! where columns are built by suit, and what a foundation takes next.

use std::fmt;

/// Cards in the deck.
pub const CARDS: usize = 52;
/// The plane that holds every card.
pub const ALL_CARDS: u64 = (1 << CARDS) - 1;
/// The highest rank, the king.
pub const KING: u8 = 13;

/// A suit, in the order of the dealing programs' deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Black and low.
    Clubs = 0,
    /// Red and low.
    Diamonds = 1,
    /// Red and high.
    Hearts = 2,
    /// Black and high.
    Spades = 3,
}

impl Suit {
    /// The four suits in deck order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Position in deck order: the index into arrays that hold something for each suit.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// True for diamonds and hearts.
    pub const fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }

    /// True for the second suit of its colour: spades and hearts.
    pub const fn is_high(self) -> bool {
        matches!(self, Suit::Hearts | Suit::Spades)
    }

    /// The other suit of the same colour.
    pub const fn partner(self) -> Suit {
        Suit::of(self.is_red(), !self.is_high())
    }

    /// The suit with this colour and height.
    pub const fn of(red: bool, high: bool) -> Suit {
        match (red, high) {
            (false, false) => Suit::Clubs,
            (false, true) => Suit::Spades,
            (true, false) => Suit::Diamonds,
            (true, true) => Suit::Hearts,
        }
    }

    /// The letter of board texts.
    pub const fn letter(self) -> char {
        match self {
            Suit::Clubs => 'C',
            Suit::Diamonds => 'D',
            Suit::Hearts => 'H',
            Suit::Spades => 'S',
        }
    }
}

/// One of the 52 cards, held as its index in the planes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of a rank (1 ace to 13 king) and suit.
    pub const fn new(rank: u8, suit: Suit) -> Card {
        assert!(rank >= 1 && rank <= KING);
        let row = rank - 1;
        let ladder = suit.is_red() as u8 ^ (row & 1);
        Card(4 * row + 2 * ladder + suit.is_high() as u8)
    }

    /// The card with this index in the planes.
    pub const fn from_index(index: usize) -> Card {
        assert!(index < CARDS);
        Card(index as u8)
    }

    /// The card at this place of a new deck: AC AD AH AS 2C ... KS.
    pub const fn from_deck(place: usize) -> Card {
        assert!(place < CARDS);
        Card::new((place / 4) as u8 + 1, Suit::ALL[place % 4])
    }

    /// A new deck.
    pub fn by_ranks() -> Vec<Card> {
        (0..CARDS).map(Card::from_deck).collect()
    }

    /// The card's place in a new deck.
    pub const fn deck_place(self) -> usize {
        4 * (self.rank() as usize - 1) + self.suit().index()
    }

    /// All cards in the order of the planes.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..CARDS).map(Card::from_index)
    }

    /// The cards of a plane, lowest bit first.
    pub fn in_plane(mut plane: u64) -> impl Iterator<Item = Card> {
        std::iter::from_fn(move || {
            if plane == 0 {
                return None;
            }
            let card = Card::from_index(plane.trailing_zeros() as usize);
            plane &= plane - 1;
            Some(card)
        })
    }

    /// Index in the planes, 0 to 51.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The plane that holds this card alone.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// 1 for an ace to 13 for a king.
    pub const fn rank(self) -> u8 {
        self.0 / 4 + 1
    }

    /// The suit, worked out from rank, ladder and height.
    pub const fn suit(self) -> Suit {
        let red = (self.0 >> 1 ^ self.0 >> 2) & 1 == 1;
        Suit::of(red, self.0 & 1 == 1)
    }

    /// True for diamonds and hearts.
    pub const fn is_red(self) -> bool {
        self.suit().is_red()
    }

    /// Whether it is of the same suit as another card and one rank lower.
    pub const fn is_next_below(self, other: Card) -> bool {
        self.suit() as u8 == other.suit() as u8 && self.rank() + 1 == other.rank()
    }

    /// The other card of the same rank and colour.
    pub const fn partner(self) -> Card {
        Card(self.0 ^ 1)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = b"A23456789TJQK"[self.rank() as usize - 1] as char;
        write!(f, "{rank}{}", self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_rank_and_suit_are_inverse() {
        let mut seen = 0u64;
        for rank in 1..=KING {
            for suit in Suit::ALL {
                let card = Card::new(rank, suit);
                assert_eq!((card.rank(), card.suit()), (rank, suit));
                assert_eq!(Card::from_deck(card.deck_place()), card);
                seen |= card.bit();
            }
        }
        assert_eq!(seen, ALL_CARDS);
    }

    #[test]
    fn parents_lie_one_nibble_up_in_the_same_ladder() {
        for card in Card::all() {
            assert_eq!(card.partner().rank(), card.rank());
            assert_eq!(card.partner().suit(), card.suit().partner());
            assert_ne!(card.partner(), card);
        }
    }

    #[test]
    fn cards_have_their_usual_names() {
        assert_eq!(Card::new(10, Suit::Hearts).to_string(), "TH");
        assert_eq!(Card::new(1, Suit::Spades).to_string(), "AS");
        assert_eq!(Card::from_deck(4).to_string(), "2C");
    }
}
