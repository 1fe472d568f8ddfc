//! Numbered deals: which cards come in which order, and where a game lays them.
//!
//! A deal has a name: the game whose layout it has, a numbering and a number. The numbering gives the
//! order of the cards (`microsoft`, `mersenne`), the game's [`crate::rules::Layout`] their places (`layout`).
//! Other numbers of cells or columns than the game's own do not change the layout: rows go
//! over the columns there are.

mod layout;
mod mersenne;
mod microsoft;
mod name;

pub use microsoft::DEAL_MAX;
pub use name::{DealName, DealNameError, Numbering};

use super::{Board, Rules};
use crate::card::{Card, KING, Suit};
use crate::rules::{NamedGame, Shape};
use std::error::Error;
use std::fmt;

/// Why a deal cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealNumberError {
    /// The number is not in 1 to [`DEAL_MAX`].
    Number(u64),
    /// More freecells than [`Rules::FREECELLS_MAX`].
    Freecells(u8),
    /// No column, or more than [`Rules::COLUMNS_MAX`].
    Columns(u8),
    /// The game deals more cards to cells than there are.
    Cells {
        /// The game whose layout was asked for.
        game: &'static NamedGame,
        /// The freecells that there are to be.
        freecells: u8,
    },
    /// The game's layout is for other numbers of columns and decks.
    Layout {
        /// The game whose layout was asked for.
        game: &'static NamedGame,
    },
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
            DealNumberError::Cells { game, freecells } => write!(
                f,
                "{} deals {} cards to cells, {freecells} freecells are too few for it",
                game.name,
                game.layout.to_cells.len()
            ),
            DealNumberError::Layout { game } => write!(
                f,
                "{} is dealt to {} columns, with {}, and not otherwise",
                game.name,
                game.rules.columns,
                if game.rules.decks == 1 { "one deck" } else { "two decks" },
            ),
        }
    }
}

impl Error for DealNumberError {}

impl DealName {
    /// Deals it, by the game's rules or by others.
    pub fn board(&self, rules: Rules) -> Result<Board, DealNumberError> {
        let Rules { freecells, columns, .. } = rules;
        if freecells > Rules::FREECELLS_MAX {
            return Err(DealNumberError::Freecells(freecells));
        }
        if !(1..=Rules::COLUMNS_MAX).contains(&columns) {
            return Err(DealNumberError::Columns(columns));
        }
        if self.game.layout.to_cells.len() > usize::from(freecells) {
            return Err(DealNumberError::Cells { game: self.game, freecells });
        }
        let own = (self.game.rules.columns, self.game.rules.decks);
        if self.game.layout.shape != Shape::Rows && own != (columns, rules.decks) {
            return Err(DealNumberError::Layout { game: self.game });
        }
        Ok(layout::lay_out(self.cards(rules.decks)?, rules, self.game.layout))
    }

    /// The cards in the order in which they are dealt.
    fn cards(&self, decks: u8) -> Result<Vec<Card>, DealNumberError> {
        match self.numbering {
            _ if self.number == 0 => Err(DealNumberError::Number(0)),
            Numbering::PySol if self.number > mersenne::MICROSOFT_UP_TO => {
                Ok(mersenne::cards_of(self.number, by_suits(decks)))
            }
            _ if self.number > DEAL_MAX => Err(DealNumberError::Number(self.number)),
            _ if decks > 1 => Ok(microsoft::cards_of(self.number, by_suits(decks))),
            _ => Ok(microsoft::cards_of(self.number, Card::by_ranks())),
        }
    }
}

/// So many decks as PySol has them before they are shuffled: suit by suit.
fn by_suits(decks: u8) -> Vec<Card> {
    let suits = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];
    let of_suit = |suit| (1..=KING).map(move |rank| Card::new(rank, suit));
    (0..decks).flat_map(|_| suits.into_iter().flat_map(of_suit)).collect()
}

impl Board {
    /// Deals a numbered game of FreeCell on eight columns.
    pub fn deal(number: u64, freecells: u8) -> Result<Board, DealNumberError> {
        Board::deal_by(number, Rules { freecells, ..Rules::USUAL })
    }

    /// Deals the cards of a numbered game by other rules: row by row to more or fewer columns.
    pub fn deal_by(number: u64, rules: Rules) -> Result<Board, DealNumberError> {
        DealName::freecell(number).board(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ReadOptions;
    use crate::rules::GAMES;

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
        for columns in [0, 19] {
            let rules = Rules { columns, ..Rules::USUAL };
            assert_eq!(Board::deal_by(1, rules), Err(DealNumberError::Columns(columns)));
        }
    }

    #[test]
    fn every_layout_takes_two_decks_or_says_that_it_does_not() {
        // The last two aces may be twins: so they are in some of these.
        for game in &GAMES {
            let rules = Rules { decks: 2, ..game.rules };
            for number in 1..=60 {
                let name = DealName { game, numbering: Numbering::Microsoft, number };
                match name.board(rules) {
                    Ok(board) => {
                        let again = Board::read(&board.to_text(), &ReadOptions::default());
                        assert_eq!(again, Ok(board));
                    }
                    Err(refused) => assert_eq!(refused, DealNumberError::Layout { game }),
                }
            }
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
