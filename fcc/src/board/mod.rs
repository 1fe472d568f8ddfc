//! A board: where the cards lie, in lists, and the rules it is played by.
//!
//! This is the form in which positions come in and go out. The search does not work on it: see
//! [`crate::planes`] and [`crate::state`] for the form that it works on.

use crate::card::{ALL_CARDS, Card, KING, Suit};

mod columns;
pub mod deal;
mod fault;
#[cfg(test)]
mod fault_tests;
#[cfg(test)]
mod random_tests;
mod read;
pub mod text;
mod write;

pub use crate::rules::Rules;
pub use deal::{DEAL_MAX, DealName, DealNumberError, Numbering};
pub use text::{BoardError, Fault, ReadOptions};

/// A position as lists of cards. Kept valid by its constructors: each card is there
/// once, or twice with two decks; there are `rules.columns` columns and `rules.freecells` cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) rules: Rules,
    pub(crate) columns: Vec<Vec<Card>>,
    pub(crate) cells: Vec<Option<Card>>,
    pub(crate) foundations: [u8; 4],
    /// The lower of the two foundations of each suit, with two decks.
    pub(crate) second: [u8; 4],
}

impl Board {
    /// Puts a board together from parts that are valid already.
    ///
    /// # Panics
    /// When a card is missing or twice, or the parts do not fit the rules: a bug of the caller.
    /// Text from outside is read, with every fault named, by [`Board::read`].
    pub fn from_parts(
        rules: Rules,
        columns: Vec<Vec<Card>>,
        cells: Vec<Option<Card>>,
        foundations: [u8; 4],
    ) -> Board {
        assert_eq!(rules.decks, 1, "decks");
        Board::from_decks(rules, columns, cells, [foundations, [0; 4]])
    }

    /// The same for one or two decks, with both foundations of each suit.
    ///
    /// # Panics
    /// As [`Board::from_parts`].
    pub fn from_decks(
        rules: Rules,
        columns: Vec<Vec<Card>>,
        cells: Vec<Option<Card>>,
        foundations: [[u8; 4]; 2],
    ) -> Board {
        assert!(rules.decks == 1 && foundations[1] == [0; 4] || rules.decks == 2, "decks");
        assert!(rules.freecells <= Rules::FREECELLS_MAX);
        assert!(rules.columns >= 1 && rules.columns <= Rules::COLUMNS_MAX);
        assert_eq!(columns.len(), rules.columns as usize, "number of columns");
        assert_eq!(cells.len(), rules.freecells as usize, "number of freecells");
        // The cards that are there once at least, and those that are there twice.
        let (mut seen, mut twice) = (0u64, 0u64);
        let placed = columns.iter().flatten().copied().chain(cells.iter().flatten().copied());
        let founded = foundations.into_iter().flat_map(|ranks| {
            Suit::ALL.into_iter().flat_map(move |suit| {
                assert!(ranks[suit.index()] <= KING);
                (1..=ranks[suit.index()]).map(move |rank| Card::new(rank, suit))
            })
        });
        for card in placed.chain(founded) {
            let full = if rules.decks == 1 { seen } else { twice };
            assert!(full & card.bit() == 0, "{card} is on the board once too often");
            twice |= seen & card.bit();
            seen |= card.bit();
        }
        let full = if rules.decks == 1 { seen } else { twice };
        assert_eq!(full, ALL_CARDS, "cards on the board");
        let [first, second] = foundations;
        let higher = std::array::from_fn(|suit| first[suit].max(second[suit]));
        let lower = std::array::from_fn(|suit| first[suit].min(second[suit]));
        Board { rules, columns, cells, foundations: higher, second: lower }
    }

    /// The rules it is played by, with the numbers of its columns and cells.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The columns, each from the bottom card (dealt first) to the top one (free to move).
    pub fn columns(&self) -> &[Vec<Card>] {
        &self.columns
    }

    /// One slot for each freecell; `None` is an empty one.
    pub fn cells(&self) -> &[Option<Card>] {
        &self.cells
    }

    /// The highest rank in the foundation of each suit, in deck order; 0 when empty. With two decks, in the
    /// higher of the two.
    pub fn foundations(&self) -> [u8; 4] {
        self.foundations
    }

    /// With two decks, the highest rank in the lower foundation of each suit; 0 with one.
    pub fn second_foundations(&self) -> [u8; 4] {
        self.second
    }

    /// Whether it can be searched by layers and on planes: one deck, built by suit or by colours.
    pub fn is_on_planes(&self) -> bool {
        self.rules.is_on_planes()
    }
}
