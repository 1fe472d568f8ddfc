//! Dealing: numbered deals of every game.
//!
//! A deal is an order of the cards, which its game's layout then puts on the table
//! ([`crate::board::layout`]). Its name is `[GAME ][pysol ]N`: the game is left out for FreeCell.
//!
//! The order of a number is that of Microsoft FreeCell and FreeCell Pro: it is drawn with the
//! generator of Microsoft's C library, `seed * 214013 + 2531011` modulo 2^32. The draw's value comes
//! from the upper half of the seed, in one of three ways by the size of the deal's number; that is
//! how FreeCell Pro stretched the numbers past Microsoft's without changing the old deals. The card
//! drawn leaves a gap in the ordered deck that the last card fills. Two decks lie one after the other
//! before that, each in PySolFC's order.
//!
//! PySolFC deals numbers up to 32000 in the same way. Beyond, it shuffles a deck in the order clubs,
//! spades, hearts, diamonds with the Mersenne Twister ([`crate::board::twister`]): from the last
//! card down each changes places with one of those up to it; then the last card is dealt first.
//!
//! The tests pin a published deal from each of Microsoft's three ranges, PySolFC's deals as Python
//! makes them, and the first deals of every game.

use std::fmt;

use crate::board::layout::{NoLayout, lay_out};
use crate::board::twister::Twister;
use crate::card::{Card, RANK_MAX, Suit};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::games::{FREECELL, NamedGame};

/// The largest number of Microsoft's and FreeCell Pro's deals.
pub const DEAL_MAX: u64 = 8_589_934_591;
/// The largest number that PySolFC deals as Microsoft does.
pub const PYSOL_AS_MICROSOFT_MAX: u64 = 32_000;
/// Columns of a numbered deal of FreeCell.
pub const DEAL_COLUMNS: usize = 8;

const PYSOL: &str = "pysol";
const TWO_31: u64 = 1 << 31;
const TWO_32: u64 = 1 << 32;

/// A numbered deal of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The game whose layout it has.
    pub game: &'static NamedGame,
    /// Whether the number is PySolFC's.
    pub pysol: bool,
    /// Its number, from 1; whether there is such a deal shows when it is dealt.
    pub number: u64,
}

/// A number that names no deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchDeal {
    /// The number as written, which may be too long for an integer.
    pub written: String,
    /// The largest number there is.
    pub number_max: u64,
}

impl fmt::Display for NoSuchDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoSuchDeal { written, number_max } = self;
        write!(f, "there is no deal {written}: deals are numbered 1 to {number_max}")
    }
}

impl std::error::Error for NoSuchDeal {}

/// Why a deal has no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotDeal {
    /// There is no deal of this number.
    NoSuchDeal(NoSuchDeal),
    /// The game deals more cards to cells than there are cells.
    NoLayout(NoLayout),
}

impl fmt::Display for CannotDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotDeal::NoSuchDeal(fault) => write!(f, "{fault}"),
            CannotDeal::NoLayout(fault) => write!(f, "{fault}"),
        }
    }
}

impl Deal {
    /// A deal of FreeCell.
    pub fn freecell(number: u64) -> Deal {
        Deal { game: FREECELL, pysol: false, number }
    }

    /// Reads a name in the one form in which names are written.
    pub fn read(name: &str) -> Option<Deal> {
        let mut words: Vec<&str> = name.split(' ').collect();
        let number = words.pop()?.parse().ok()?;
        let pysol = words.pop_if(|word| *word == PYSOL).is_some();
        let game = words.pop().map_or(Some(FREECELL), NamedGame::named)?;
        let deal = Deal { game, pysol, number };
        (words.is_empty() && deal.to_string() == name).then_some(deal)
    }

    /// The board, by the game's rules or by others.
    pub fn board(self, rules: Rules) -> Result<Position, CannotDeal> {
        let cards = self.cards(rules.decks).map_err(CannotDeal::NoSuchDeal)?;
        lay_out(&cards, self.game, rules).map_err(CannotDeal::NoLayout)
    }

    /// The largest number of such a deal.
    pub fn number_max(self) -> u64 {
        if self.pysol { u64::MAX } else { DEAL_MAX }
    }

    /// The cards in the order dealt.
    fn cards(self, decks: usize) -> Result<Vec<Card>, NoSuchDeal> {
        let number_max = self.number_max();
        if !(1..=number_max).contains(&self.number) {
            return Err(NoSuchDeal { written: self.number.to_string(), number_max });
        }
        Ok(if self.pysol && self.number > PYSOL_AS_MICROSOFT_MAX {
            pysol_cards(self.number, decks)
        } else {
            microsoft_cards(self.number, decks)
        })
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game != FREECELL {
            write!(f, "{} ", self.game.name)?;
        }
        if self.pysol {
            write!(f, "{PYSOL} ")?;
        }
        write!(f, "{}", self.number)
    }
}

/// The board of a deal of FreeCell, with `freecells` empty cells.
pub fn deal(number: u64, freecells: usize) -> Result<Position, NoSuchDeal> {
    deal_into(number, DEAL_COLUMNS, freecells)
}

/// The cards of a deal in their order, dealt in turn into any number of columns.
pub fn deal_into(
    number: u64,
    columns_number: usize,
    freecells: usize,
) -> Result<Position, NoSuchDeal> {
    let cards = Deal::freecell(number).cards(1)?;
    let board = lay_out(&cards, FREECELL, Rules::freecell(freecells, columns_number));
    Ok(board.expect("FreeCell deals no card to a cell"))
}

fn microsoft_cards(number: u64, decks: usize) -> Vec<Card> {
    let mut deck = if decks == 1 { Card::deck().collect() } else { decks_by_suit(decks) };
    let mut dealt = Vec::new();
    let mut seed = number % TWO_32;
    while !deck.is_empty() {
        seed = (seed * 214_013 + 2_531_011) % TWO_32;
        let value = usize::try_from(draw_value(number, seed)).expect("a draw has 17 bits");
        let at = value % deck.len();
        dealt.push(deck.swap_remove(at));
    }
    dealt
}

/// The value of a draw, from the seed after its step.
fn draw_value(number: u64, seed: u64) -> u64 {
    let upper = seed >> 16;
    if number < TWO_31 {
        upper & 0x7fff
    } else if number < TWO_32 {
        upper | 0x8000
    } else {
        upper + 1
    }
}

fn pysol_cards(number: u64, decks: usize) -> Vec<Card> {
    let mut cards = decks_by_suit(decks);
    let mut twister = Twister::new(number);
    for at in (1..cards.len()).rev() {
        cards.swap(at, twister.below(at + 1));
    }
    cards.reverse();
    cards
}

/// The decks that PySolFC shuffles: clubs, spades, hearts and diamonds, each from ace to king.
fn decks_by_suit(decks: usize) -> Vec<Card> {
    let suits = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];
    let of_suit = |suit: Suit| (1..=RANK_MAX).map(move |rank| Card::new(rank, suit));
    let deck = suits.into_iter().flat_map(of_suit);
    (0..decks).flat_map(|_| deck.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(number: u64) -> Vec<String> {
        columns_of(&deal(number, 4).expect("a deal"))
    }

    fn columns_of(board: &Position) -> Vec<String> {
        let text = board.to_string();
        text.lines().filter_map(|line| line.strip_prefix(": ")).map(str::to_owned).collect()
    }

    #[test]
    fn deal_1_is_microsofts() {
        let expected = [
            "JD KD 2S 4C 3S 6D 6S",
            "2D KC KS 5C TD 8S 9C",
            "9H 9S 9D TS 4S 8D 2H",
            "JC 5S QD QH TH QS 6H",
            "5D AD JS 4H 8H 6C",
            "7H QC AS AC 2C 3D",
            "7C KH AH 4D JH 8C",
            "5H 3H 3C 7S 7D TC",
        ];
        assert_eq!(columns(1), expected);
    }

    #[test]
    fn deal_3000000000_draws_with_bit_15_set() {
        let expected = [
            "8D TS JS TD JH JD JC",
            "4D QS TH AD 4S TC 3C",
            "9H KH QH 4C 5C KD AS",
            "9D 5D 8S 4H KS 6S 9S",
            "6H 2S 7H 3D KC 2C",
            "9C 7C QC 7S QD 7D",
            "6C 3H 8H AC 6D 3S",
            "8C AH 2H 5H 2D 5S",
        ];
        assert_eq!(columns(3_000_000_000), expected);
    }

    #[test]
    fn deal_6000000000_draws_with_sixteen_bits_plus_one() {
        let expected = [
            "2D 2C QS 8D KD 8C 4C",
            "3D AH 2H 4H TS 6H QD",
            "4D JS AD 6S JH JC JD",
            "KH 3H KS AS TC 5D AC",
            "TD 7C 9C 7H 3C 3S",
            "QH 9H 9D 5S 7S 6C",
            "5C 5H 2S KC 9S 4S",
            "6D QC 8S TH 7D 8H",
        ];
        assert_eq!(columns(6_000_000_000), expected);
    }

    #[test]
    fn another_number_of_columns_gets_the_same_cards_in_turn() {
        let text = include_str!("../tests/data/eleven-columns-board.txt");
        let board = crate::board::read_board(text, None).expect("a board");
        assert_eq!(deal_into(1, 11, 2), Ok(board));
        for columns in 1..=18 {
            assert_eq!(deal_into(1, columns, 4).expect("a deal").columns.len(), columns);
        }
    }

    #[test]
    fn the_ends_of_every_range_are_whole_decks() {
        for number in [1, TWO_31 - 1, TWO_31, TWO_32 - 1, TWO_32, TWO_32 + 1, DEAL_MAX] {
            assert_eq!(deal(number, 4).expect("a deal").broken_invariant(), None, "deal {number}");
        }
    }

    #[test]
    fn numbers_outside_the_range_are_refused() {
        assert!(deal(0, 4).is_err());
        let error = deal(DEAL_MAX + 1, 4).expect_err("too large");
        assert_eq!(
            error.to_string(),
            "there is no deal 8589934592: deals are numbered 1 to 8589934591"
        );
    }

    #[test]
    fn pysolfc_deals_with_pythons_shuffle_above_32000() {
        // Made by Python 3.11: `random.Random(number)` and the shuffle that the top of the file tells.
        let expected = [
            "4C JC 7S QD 9D 6C 3S",
            "AC 4S 2H TS KD 7D 8C",
            "JD 7H TD QC 9S AD 9H",
            "8H TC 8S 2C 5C 6H 7C",
            "5S JH 9C TH QH 3H",
            "6S 2D AS 8D 5D KS",
            "6D 3D 3C 2S 5H 4D",
            "KH JS 4H AH QS KC",
        ];
        let first_columns = [
            (100_000, "5C 5S JD 7H QC 3S 3H"),
            (4_294_967_301, "9C 9S 8C KS KH TS 9H"),
            (10_000_000_000_000_000_007, "AD 4S 6C 3D 8H AH 3S"),
            (u64::MAX, "2C 7H QC 9D 9C 4D 5D"),
        ];
        let columns = |number| {
            let board = Deal { pysol: true, ..Deal::freecell(number) }.board(Rules::FREECELL);
            columns_of(&board.expect("a deal"))
        };
        assert_eq!(columns(32_001), expected);
        for (number, column) in first_columns {
            assert_eq!(columns(number)[0], column, "{number}");
        }
        assert_eq!(columns(32_000), columns_of(&deal(32_000, 4).expect("a deal")));
    }

    #[test]
    fn names_read_back_and_have_one_form() {
        for name in ["11982", "eight_off 12", "eight_off pysol 40000", "pysol 40000", "fan pysol 3"]
        {
            assert_eq!(Deal::read(name).expect("a name").to_string(), name);
        }
        for name in [
            "",
            "pysol",
            "eight_off",
            "freecell 12",
            "seahaven_towers 12",
            "Fan 12",
            "fan  12",
            "fan 012",
            "fan +12",
            "pysol fan 12",
            "12 fan",
            "fan fan 12",
            " 12",
            "12\n",
        ] {
            assert_eq!(Deal::read(name), None, "{name}");
        }
    }
}
