//! Cards: thirteen ranks, four suits, and the one place where their names are read and written.
//!
//! A rank is 1 (ace) to 13 (king); 0 is the rank of an empty foundation and never of a card. Suits
//! are in the order of Microsoft's deck (clubs, diamonds, hearts, spades), because dealing depends
//! on that order and nothing else cares. Names are read generously (any case, `T` or `10`, letters
//! or suit symbols) and always written the same way (`TH`).

use std::fmt;

/// The rank of a king, and the height of a complete foundation.
pub const RANK_MAX: u8 = 13;
/// The number of cards in the deck.
pub const CARDS: usize = 52;

const RANK_NAMES: &[u8; 13] = b"A23456789TJQK";

/// A suit, in the order of Microsoft's deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suit {
    /// Black, written `C`.
    Clubs,
    /// Red, written `D`.
    Diamonds,
    /// Red, written `H`.
    Hearts,
    /// Black, written `S`.
    Spades,
}

impl Suit {
    /// The four suits in deck order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Position in [`Suit::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Diamonds and hearts.
    pub fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }

    /// Reads a letter in any case or a suit symbol, black or white.
    pub fn read(symbol: char) -> Option<Suit> {
        match symbol {
            'C' | 'c' | '♣' | '♧' => Some(Suit::Clubs),
            'D' | 'd' | '♦' | '♢' => Some(Suit::Diamonds),
            'H' | 'h' | '♥' | '♡' => Some(Suit::Hearts),
            'S' | 's' | '♠' | '♤' => Some(Suit::Spades),
            _ => None,
        }
    }

    /// The suit's name in a sentence.
    pub fn word(self) -> &'static str {
        match self {
            Suit::Clubs => "clubs",
            Suit::Diamonds => "diamonds",
            Suit::Hearts => "hearts",
            Suit::Spades => "spades",
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Suit::Clubs => "C",
            Suit::Diamonds => "D",
            Suit::Hearts => "H",
            Suit::Spades => "S",
        })
    }
}

/// A card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    rank: u8,
    suit: Suit,
}

impl Card {
    /// A card of a rank from 1 to 13. Any other rank is a bug of the caller.
    pub fn new(rank: u8, suit: Suit) -> Card {
        assert!((1..=RANK_MAX).contains(&rank), "no card has rank {rank}");
        Card { rank, suit }
    }

    /// 1 (ace) to 13 (king).
    pub fn rank(self) -> u8 {
        self.rank
    }

    /// The card's suit.
    pub fn suit(self) -> Suit {
        self.suit
    }

    /// Position in the ordered deck AC AD AH AS 2C ... KS.
    pub fn index(self) -> usize {
        (usize::from(self.rank) - 1) * Suit::ALL.len() + self.suit.index()
    }

    /// The ordered deck, each card at its [`Card::index`].
    pub fn deck() -> impl Iterator<Item = Card> {
        (1..=RANK_MAX).flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit)))
    }

    /// Reads a name such as `5H`, `th`, `10♠`.
    pub fn read(name: &str) -> Option<Card> {
        let (at, symbol) = name.char_indices().next_back()?;
        Some(Card::new(read_rank(&name[..at])?, Suit::read(symbol)?))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", rank_name(self.rank), self.suit)
    }
}

/// Reads the rank of a card: A, 2 to 9, T or 10, J, Q, K in any case.
pub fn read_rank(name: &str) -> Option<u8> {
    if name == "10" {
        return Some(10);
    }
    let &[byte] = name.as_bytes() else { return None };
    let at = RANK_NAMES.iter().position(|&known| known == byte.to_ascii_uppercase())?;
    u8::try_from(at + 1).ok()
}

/// The name of a rank; 0 is written `0`, as for an empty foundation.
pub fn rank_name(rank: u8) -> char {
    match usize::from(rank).checked_sub(1) {
        None => '0',
        Some(at) => char::from(RANK_NAMES[at]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_from_its_name() {
        for (index, card) in Card::deck().enumerate() {
            assert_eq!(card.index(), index);
            assert_eq!(Card::read(&card.to_string()), Some(card));
            assert_eq!(Card::read(&card.to_string().to_lowercase()), Some(card));
        }
        assert_eq!(Card::deck().count(), CARDS);
    }

    #[test]
    fn tens_and_symbols_have_several_spellings() {
        let ten = Card::new(10, Suit::Hearts);
        for name in ["TH", "th", "10H", "10h", "T♥", "10♡"] {
            assert_eq!(Card::read(name), Some(ten), "{name}");
        }
        for (symbols, suit) in [("♣♧", Suit::Clubs), ("♦♢", Suit::Diamonds), ("♠♤", Suit::Spades)]
        {
            assert!(symbols.chars().all(|symbol| Suit::read(symbol) == Some(suit)));
        }
    }

    #[test]
    fn what_is_not_a_card_is_not_read() {
        for name in
            ["", "H", "5", "0H", "1H", "11H", "010H", "5X", "H5", "5HH", "♥", "é♥", "5é", "5H "]
        {
            assert_eq!(Card::read(name), None, "{name}");
        }
    }
}
