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
//! The card drawn is the one at `value mod cards left` in the deck AC AD AH AS 2C ... KS; the last
//! card of the deck takes its place. Cards go to the columns in turn.
//!
//! Relied on: the order of [`Card::from_deck`]. The tests compare whole boards of each range with
//! the ones that other programs publish.

use std::error::Error;
use std::fmt;

use super::{Board, Rules};
use crate::card::{CARDS, Card};

/// The highest deal number. The lowest is 1.
pub const DEAL_MAX: u64 = (1 << 33) - 1;

/// First number whose draws have bit 15 set.
const SIGNED_FROM: u64 = 1 << 31;
/// First number whose draws take sixteen bits.
const LONG_FROM: u64 = 1 << 32;

/// Why a deal cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealNumberError {
    /// The number is not in 1 to [`DEAL_MAX`].
    Number(u64),
    /// More freecells than [`Rules::FREECELLS_MAX`].
    Freecells(u8),
    /// No column, or more than [`Rules::COLUMNS_MAX`].
    Columns(u8),
}

impl fmt::Display for DealNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealNumberError::Number(number) => {
                write!(f, "there is no deal {number}: deals are numbered 1 to {DEAL_MAX}")
            }
            DealNumberError::Freecells(freecells) => {
                let most = Rules::FREECELLS_MAX;
                write!(f, "{freecells} freecells are asked for, 0 to {most} are possible")
            }
            DealNumberError::Columns(columns) => {
                let most = Rules::COLUMNS_MAX;
                write!(f, "{columns} columns are asked for, 1 to {most} are possible")
            }
        }
    }
}

impl Error for DealNumberError {}

impl Board {
    /// Deals a numbered game on eight columns.
    pub fn deal(number: u64, freecells: u8) -> Result<Board, DealNumberError> {
        Board::deal_by(number, Rules { freecells, ..Rules::USUAL })
    }

    /// Deals the cards of a numbered game by other rules: to more or fewer columns in turn.
    pub fn deal_by(number: u64, rules: Rules) -> Result<Board, DealNumberError> {
        let Rules { freecells, columns, .. } = rules;
        if !(1..=DEAL_MAX).contains(&number) {
            return Err(DealNumberError::Number(number));
        }
        if freecells > Rules::FREECELLS_MAX {
            return Err(DealNumberError::Freecells(freecells));
        }
        if !(1..=Rules::COLUMNS_MAX).contains(&columns) {
            return Err(DealNumberError::Columns(columns));
        }
        let mut dealt = vec![Vec::new(); usize::from(columns)];
        let mut deck: Vec<Card> = (0..CARDS).map(Card::from_deck).collect();
        let mut draws = Draws::new(number);
        for turn in 0..CARDS {
            let drawn = draws.next_value() as usize % deck.len();
            dealt[turn % usize::from(columns)].push(deck.swap_remove(drawn));
        }
        Ok(Board::from_parts(rules, dealt, vec![None; usize::from(freecells)], [0; 4]))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_deal(number: u64, expected: [&str; 8]) {
        let board = Board::deal(number, 4).unwrap();
        let columns: Vec<String> = board
            .columns()
            .iter()
            .map(|column| column.iter().map(Card::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(columns, expected, "deal {number}");
        assert_eq!(board.rules(), Rules::USUAL);
    }

    #[test]
    fn deals_of_the_first_range_are_the_published_ones() {
        assert_deal(
            1,
            [
                "JD KD 2S 4C 3S 6D 6S",
                "2D KC KS 5C TD 8S 9C",
                "9H 9S 9D TS 4S 8D 2H",
                "JC 5S QD QH TH QS 6H",
                "5D AD JS 4H 8H 6C",
                "7H QC AS AC 2C 3D",
                "7C KH AH 4D JH 8C",
                "5H 3H 3C 7S 7D TC",
            ],
        );
        assert_deal(
            617,
            [
                "7D TD TH KD 4C 4S JD",
                "AD 7S QC 5H QS TS KS",
                "5C QD 3H 9S 9C 2H KC",
                "3S AC 9D 3C 9H 5D 4H",
                "5S 6D 6S 8S 7C JC",
                "8C 8H 8D 7H 6H 6C",
                "2D AS 3D 4D 2C JH",
                "AH KH TC JS 2S QH",
            ],
        );
    }

    #[test]
    fn deals_of_the_second_range_are_the_published_ones() {
        assert_deal(
            3_000_000_000,
            [
                "8D TS JS TD JH JD JC",
                "4D QS TH AD 4S TC 3C",
                "9H KH QH 4C 5C KD AS",
                "9D 5D 8S 4H KS 6S 9S",
                "6H 2S 7H 3D KC 2C",
                "9C 7C QC 7S QD 7D",
                "6C 3H 8H AC 6D 3S",
                "8C AH 2H 5H 2D 5S",
            ],
        );
    }

    #[test]
    fn deals_of_the_third_range_are_the_published_ones() {
        assert_deal(
            6_000_000_000,
            [
                "2D 2C QS 8D KD 8C 4C",
                "3D AH 2H 4H TS 6H QD",
                "4D JS AD 6S JH JC JD",
                "KH 3H KS AS TC 5D AC",
                "TD 7C 9C 7H 3C 3S",
                "QH 9H 9D 5S 7S 6C",
                "5C 5H 2S KC 9S 4S",
                "6D QC 8S TH 7D 8H",
            ],
        );
    }

    /// Computed by a program in another language; they pin the first and last deal of each range.
    #[test]
    fn the_ranges_meet_at_the_right_numbers() {
        let first_columns = [
            ((1 << 31) - 1, "9S JH 7S 5S 5D 5C 7D"),
            (1 << 31, "QH 3H 7D 4D TS QD 6D"),
            ((1 << 32) - 1, "JS QH TC 7S KC 3H QS"),
            (1 << 32, "TS 3S KC 4H 9H 3H 4D"),
            (DEAL_MAX, "TC 8S 8C 6C 5H 5C 9C"),
        ];
        for (number, expected) in first_columns {
            let text = Board::deal(number, 4).unwrap().to_text();
            assert_eq!(text.lines().next(), Some(expected), "deal {number}");
        }
    }

    #[test]
    fn the_number_of_freecells_is_the_one_asked_for() {
        for freecells in 0..=Rules::FREECELLS_MAX {
            let board = Board::deal(11982, freecells).unwrap();
            assert_eq!(board.cells(), vec![None; usize::from(freecells)]);
        }
    }

    #[test]
    fn other_columns_take_the_same_cards_in_turn() {
        let usual = Board::deal(617, 4).unwrap();
        let in_turn = |board: &Board| -> Vec<Card> {
            let longest = board.columns().iter().map(Vec::len).max().unwrap();
            let row = |row: usize| board.columns().iter().filter_map(move |column| column.get(row));
            (0..longest).flat_map(row).copied().collect()
        };
        for columns in 1..=Rules::COLUMNS_MAX {
            let board = Board::deal_by(617, Rules::freecell(2, columns)).unwrap();
            assert_eq!(board.rules().columns, columns);
            assert_eq!(in_turn(&board), in_turn(&usual));
        }
        for columns in [0, 14] {
            let rules = Rules { columns, ..Rules::USUAL };
            assert_eq!(Board::deal_by(1, rules), Err(DealNumberError::Columns(columns)));
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused_and_the_range_is_named() {
        assert_eq!(DEAL_MAX, 8_589_934_591);
        for number in [0, DEAL_MAX + 1, u64::MAX] {
            let error = Board::deal(number, 4).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("there is no deal {number}: deals are numbered 1 to 8589934591")
            );
        }
        assert_eq!(
            Board::deal(1, 13).unwrap_err().to_string(),
            "13 freecells are asked for, 0 to 12 are possible"
        );
    }
}
