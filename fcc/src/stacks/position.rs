//! A state, unpacked: foundations, cells, columns, in the one order that equal states share.
//!
//! Columns are sorted by their numbers and cells by their cards, so states that differ only in the order of
//! columns or cells are the same. Packed, a state is a few words ([`Shape`] says how many): the foundations, four
//! cells a word, a column a word.

use super::columns::{ColumnId, Columns, EMPTY};
use crate::board::Board;
use crate::card::{Card, KING, Suit};
use crate::rules::Rules;

/// The most columns of a game.
pub const COLUMNS_MAX: usize = Rules::COLUMNS_MAX as usize;
/// The most cells of a game.
pub const CELLS_MAX: usize = Rules::FREECELLS_MAX as usize;
/// The most words that a packed state takes.
pub const WORDS_MAX: usize = 1 + CELLS_MAX.div_ceil(4) + COLUMNS_MAX;
/// A cell without a card.
const NO_CARD: u8 = u8::MAX;

/// How the states of a board are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The rules, for the numbers of cells and columns.
    pub rules: Rules,
    cell_words: usize,
}

impl Shape {
    /// The shape of all states by these rules.
    pub fn new(rules: Rules) -> Shape {
        Shape { rules, cell_words: usize::from(rules.freecells).div_ceil(4) }
    }

    /// Words of a packed state.
    pub fn words(self) -> usize {
        1 + self.cell_words + usize::from(self.rules.columns)
    }
}

/// A state. Unused places of the arrays are always the same, so states can be compared as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The ranks of the foundations, higher and lower of each suit.
    pub foundations: [[u8; 4]; 2],
    cells: [u8; CELLS_MAX],
    /// The numbers of the columns.
    pub columns: [ColumnId; COLUMNS_MAX],
}

impl Position {
    /// The position of a board, its columns and cells in the order of the board.
    pub fn of(board: &Board, columns: &mut Columns) -> Position {
        let mut position = Position {
            foundations: [board.foundations(), board.second_foundations()],
            cells: [NO_CARD; CELLS_MAX],
            columns: [EMPTY; COLUMNS_MAX],
        };
        for (cell, card) in position.cells.iter_mut().zip(board.cells()) {
            *cell = card.map_or(NO_CARD, |card| card.index() as u8);
        }
        for (column, cards) in position.columns.iter_mut().zip(board.columns()) {
            *column = columns.of(cards);
        }
        position
    }

    /// Reads a packed state.
    #[inline]
    pub fn unpack(words: &[u32], shape: Shape) -> Position {
        let mut position = Position {
            foundations: [[0; 4]; 2],
            cells: [NO_CARD; CELLS_MAX],
            columns: [EMPTY; COLUMNS_MAX],
        };
        for suit in 0..4 {
            let both = words[0] >> (8 * suit);
            position.foundations[0][suit] = (both & 0xf) as u8;
            position.foundations[1][suit] = (both >> 4 & 0xf) as u8;
        }
        for index in 0..usize::from(shape.rules.freecells) {
            position.cells[index] = (words[1 + index / 4] >> (8 * (index % 4))) as u8;
        }
        let columns = usize::from(shape.rules.columns);
        position.columns[..columns].copy_from_slice(&words[1 + shape.cell_words..][..columns]);
        position
    }

    /// Packs a sorted state.
    #[inline]
    pub fn pack(&self, words: &mut [u32], shape: Shape) {
        words[0] = (0..4).fold(0, |all, suit| {
            let both = self.foundations[0][suit] | self.foundations[1][suit] << 4;
            all | u32::from(both) << (8 * suit)
        });
        for word in 0..shape.cell_words {
            let four: [u8; 4] = self.cells[4 * word..4 * word + 4].try_into().expect("four cells");
            words[1 + word] = u32::from_le_bytes(four);
        }
        let columns = usize::from(shape.rules.columns);
        words[1 + shape.cell_words..][..columns].copy_from_slice(&self.columns[..columns]);
    }

    /// Puts columns and cells into their order: what is empty comes first among the columns and last among
    /// the cells.
    #[inline]
    pub fn sort(&mut self, shape: Shape) {
        insertion_sort(&mut self.columns[..usize::from(shape.rules.columns)]);
        insertion_sort(&mut self.cells[..usize::from(shape.rules.freecells)]);
    }

    /// The card of a cell.
    #[inline]
    pub fn cell(&self, index: usize) -> Option<Card> {
        let card = self.cells[index];
        (card != NO_CARD).then(|| Card::from_index(card.into()))
    }

    /// Puts a card into a cell, or takes it out.
    #[inline]
    pub fn set_cell(&mut self, index: usize, card: Option<Card>) {
        self.cells[index] = card.map_or(NO_CARD, |card| card.index() as u8);
    }

    /// Cells without a card.
    #[inline]
    pub fn free_cells(&self, rules: Rules) -> usize {
        let cells = &self.cells[..usize::from(rules.freecells)];
        cells.iter().filter(|&&card| card == NO_CARD).count()
    }

    /// Columns without a card.
    #[inline]
    pub fn empty_columns(&self, rules: Rules) -> usize {
        let columns = &self.columns[..usize::from(rules.columns)];
        columns.iter().filter(|&&column| column == EMPTY).count()
    }

    /// Whether a foundation waits for a card.
    #[inline]
    pub fn takes(&self, card: Card, rules: Rules) -> bool {
        let (suit, below) = (card.suit().index(), card.rank() - 1);
        self.foundations[0][suit] == below || rules.decks == 2 && self.foundations[1][suit] == below
    }

    /// Puts a card into the foundation that waits for it: the higher of two.
    #[inline]
    pub fn raise(&mut self, card: Card) {
        let suit = card.suit().index();
        if self.foundations[0][suit] + 1 == card.rank() {
            self.foundations[0][suit] += 1;
        } else {
            self.foundations[1][suit] += 1;
        }
    }

    /// Puts a whole suit into a foundation.
    pub fn raise_suit(&mut self, suit: Suit) {
        let deck = usize::from(self.foundations[0][suit.index()] != 0);
        self.foundations[deck][suit.index()] = KING;
    }

    /// Cards in the foundations.
    #[inline]
    pub fn cards_up(&self) -> u32 {
        self.foundations.iter().flatten().map(|&rank| u32::from(rank)).sum()
    }

    /// Whether all cards are there.
    #[inline]
    pub fn is_won(&self, rules: Rules) -> bool {
        self.cards_up() == 52 * u32::from(rules.decks)
    }
}

/// For a handful of numbers that are nearly sorted: a move changes two.
#[inline]
fn insertion_sort<T: Copy + PartialOrd>(list: &mut [T]) {
    for at in 1..list.len() {
        let moved = list[at];
        let mut place = at;
        while place > 0 && list[place - 1] > moved {
            list[place] = list[place - 1];
            place -= 1;
        }
        list[place] = moved;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_state_comes_back() {
        let board = Board::deal(617, 4).expect("a deal");
        let shape = Shape::new(board.rules());
        let mut columns = Columns::new(board.rules());
        let mut position = Position::of(&board, &mut columns);
        position.set_cell(2, Some(Card::from_index(7)));
        position.foundations = [[3, 0, 13, 1], [0, 0, 12, 1]];
        position.sort(shape);
        assert_eq!(position.cell(0), Some(Card::from_index(7)));
        let mut words = vec![0; shape.words()];
        position.pack(&mut words, shape);
        assert_eq!(Position::unpack(&words, shape), position);
        assert_eq!((position.free_cells(board.rules()), position.cards_up()), (3, 30));
    }

    #[test]
    fn the_higher_foundation_comes_first_and_either_takes_a_card() {
        let rules = Rules { decks: 2, ..Rules::USUAL };
        let board = Board::deal(1, 4).expect("a deal");
        let mut position = Position::of(&board, &mut Columns::new(rules));
        let [ace, two] = [1, 2].map(|rank| Card::new(rank, Suit::Hearts));
        position.raise(ace);
        assert!(position.takes(ace, rules) && position.takes(two, rules));
        assert!(!position.takes(ace, Rules::USUAL));
        position.raise(two);
        position.raise(ace);
        assert_eq!(position.foundations.map(|ranks| ranks[Suit::Hearts.index()]), [2, 1]);
        position.raise(two);
        assert_eq!(position.foundations.map(|ranks| ranks[Suit::Hearts.index()]), [2, 2]);
    }
}
