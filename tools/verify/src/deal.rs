//! Dealing: the numbered deals of Microsoft FreeCell and FreeCell Pro.
//!
//! A deal is drawn with the generator of Microsoft's C library, `seed * 214013 + 2531011` modulo
//! 2^32. The draw's value comes from the upper half of the seed, in one of three ways by the size
//! of the deal's number; that is how FreeCell Pro stretched the numbers past Microsoft's without
//! changing the old deals. The card drawn leaves a gap in the ordered deck that the last card
//! fills.
//!
//! The tests pin a published deal from each of the three ranges.

use std::fmt;

use crate::card::Card;
use crate::position::Position;

/// The largest deal number.
pub const DEAL_MAX: u64 = 8_589_934_591;
/// Columns of a numbered deal.
pub const DEAL_COLUMNS: usize = 8;

const TWO_31: u64 = 1 << 31;
const TWO_32: u64 = 1 << 32;

/// A number that names no deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchDeal {
    /// The number as written, which may be too long for an integer.
    pub written: String,
}

impl fmt::Display for NoSuchDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no deal {}: deals are numbered 1 to {DEAL_MAX}", self.written)
    }
}

impl std::error::Error for NoSuchDeal {}

/// The board of a deal, with `freecells` empty cells.
pub fn deal(number: u64, freecells: usize) -> Result<Position, NoSuchDeal> {
    deal_into(number, DEAL_COLUMNS, freecells)
}

/// The cards of a deal in their order, dealt in turn into any number of columns.
pub fn deal_into(
    number: u64,
    columns_number: usize,
    freecells: usize,
) -> Result<Position, NoSuchDeal> {
    if !(1..=DEAL_MAX).contains(&number) {
        return Err(NoSuchDeal { written: number.to_string() });
    }
    let mut columns = vec![Vec::new(); columns_number];
    let mut deck: Vec<Card> = Card::deck().collect();
    let mut seed = number % TWO_32;
    for turn in 0.. {
        if deck.is_empty() {
            break;
        }
        seed = (seed * 214_013 + 2_531_011) % TWO_32;
        let at =
            usize::try_from(draw_value(number, seed)).expect("a draw has 17 bits") % deck.len();
        columns[turn % columns_number].push(deck.swap_remove(at));
    }
    Ok(Position::new(columns, vec![None; freecells], [0; 4]))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(number: u64) -> Vec<String> {
        let text = deal(number, 4).expect("a deal").to_string();
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
        for columns in 1..=13 {
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
}
