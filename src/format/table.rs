//! The board while the moves of a solution are made on it, sequences at once.
//!
//! Also what a reader makes of a move between two columns that does not tell its number of cards
//! ([`Table::read_as`]): onto a card the ranks decide, onto an empty column it is the longest sequence
//! that fits. Nothing here decides whether a solution is right: that was done when it was replayed.

use fcc::board::{Board, Rules};
use fcc::card::{CARDS, Card};
use fcc::notation::Spot;
use fcc::replay::Played;
use fcc::solve::counts::Move;

/// Columns, cells and foundations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    rules: Rules,
    columns: Vec<Vec<Card>>,
    cells: Vec<Option<Card>>,
    foundations: [u8; 4],
}

impl Table {
    pub fn of(board: &Board) -> Table {
        Table {
            rules: board.rules(),
            columns: board.columns().to_vec(),
            cells: board.cells().to_vec(),
            foundations: board.foundations(),
        }
    }

    /// The board as it is now.
    pub fn board(&self) -> Board {
        Board::from_parts(self.rules, self.columns.clone(), self.cells.clone(), self.foundations)
    }

    pub fn columns(&self) -> &[Vec<Card>] {
        &self.columns
    }

    pub fn cells(&self) -> &[Option<Card>] {
        &self.cells
    }

    /// The highest rank in the foundation of each suit, in deck order.
    pub fn foundations(&self) -> [u8; 4] {
        self.foundations
    }

    /// The card that can be taken from a place.
    pub fn top(&self, from: Spot) -> Option<Card> {
        match from {
            Spot::Column(column) => self.columns[column].last().copied(),
            Spot::Cell(cell) => self.cells[cell],
            Spot::Foundation => None,
        }
    }

    /// The cards that a move takes, deepest first.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn cards(&self, from: Spot, cards: usize) -> Vec<Card> {
        match from {
            Spot::Column(column) => {
                let column = &self.columns[column];
                column[column.len() - cards..].to_vec()
            }
            _ => {
                assert_eq!(cards, 1, "one card at a time from {from}");
                vec![self.top(from).expect("a card to move")]
            }
        }
    }

    /// Makes a move that is legal.
    ///
    /// # Panics
    /// When there is no such card to move or no room for it.
    pub fn make(&mut self, one: &Move) {
        let cards = self.cards(one.from, one.cards);
        assert_eq!(cards[0], one.base, "the move is of another card");
        match one.from {
            Spot::Column(column) => {
                let left = self.columns[column].len() - cards.len();
                self.columns[column].truncate(left);
            }
            Spot::Cell(cell) => self.cells[cell] = None,
            Spot::Foundation => unreachable!("cards do not come back"),
        }
        match one.to {
            Spot::Column(column) => self.columns[column].extend(&cards),
            Spot::Cell(cell) => {
                assert_eq!(self.cells[cell], None, "the cell is taken");
                self.cells[cell] = Some(cards[0]);
            }
            Spot::Foundation => {
                let foundation = &mut self.foundations[cards[0].suit().index()];
                assert_eq!(*foundation + 1, cards[0].rank(), "the foundation waits for another");
                *foundation += 1;
            }
        }
    }

    /// The move of the top card of a place.
    ///
    /// # Panics
    /// When there is none.
    pub fn single(&self, from: Spot, to: Spot) -> Move {
        let base = self.top(from).expect("a card to move");
        Move { cards: 1, base, from, to, automatic: false, steps: 1 }
    }

    /// A single move that was played.
    pub fn step(&self, step: &Played) -> Move {
        let one = self.single(step.from, step.to);
        assert_eq!(one.base, step.card, "the step is of another card");
        one
    }

    /// How many cards a reader of standard notation moves from one place to another: 0 when none can.
    pub fn read_as(&self, from: Spot, to: Spot) -> usize {
        let Some(top) = self.top(from) else { return 0 };
        match (from, to) {
            _ if from == to => 0,
            (_, Spot::Foundation) => {
                usize::from(self.foundations[top.suit().index()] + 1 == top.rank())
            }
            (_, Spot::Cell(cell)) => usize::from(self.cells[cell].is_none()),
            (Spot::Column(source), Spot::Column(target)) => self.between(source, target),
            (_, Spot::Column(target)) => usize::from(
                self.columns[target].last().is_none_or(|&parent| self.rules.goes_on(top, parent)),
            ),
        }
    }

    fn between(&self, source: usize, target: usize) -> usize {
        let run = self.run(source);
        let cells_free = self.cells.iter().filter(|cell| cell.is_none()).count() as u32;
        let columns_empty = self.columns.iter().filter(|column| column.is_empty()).count() as u32;
        let rules = self.rules;
        let Some(&parent) = self.columns[target].last() else {
            return run.len().min(rules.sequence_max_to_empty(cells_free, columns_empty) as usize);
        };
        let Some(at) = run.iter().position(|&card| self.rules.goes_on(card, parent)) else {
            return 0;
        };
        let cards = run.len() - at;
        if cards <= rules.sequence_max(cells_free, columns_empty) as usize { cards } else { 0 }
    }

    /// The sequence at the end of a column.
    fn run(&self, column: usize) -> &[Card] {
        let column = &self.columns[column];
        let linked =
            column.windows(2).rev().take_while(|two| self.rules.goes_on(two[1], two[0])).count();
        let cards = column.len().min(linked + 1);
        &column[column.len() - cards..]
    }

    /// Whether all cards are in the foundations.
    pub fn is_won(&self) -> bool {
        self.foundations.iter().map(|&rank| usize::from(rank)).sum::<usize>() == CARDS
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use fcc::board::ReadOptions;
    use fcc::planes::Place;
    use fcc::trace::{Step, To};

    /// Reads a board of a test.
    pub(crate) fn board(text: &str) -> Board {
        Board::read(text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Steps such as `JS cell, QH bottom, JS high, JS up`.
    pub(crate) fn steps(text: &str) -> Vec<Step> {
        let step = |words: &str| {
            let (name, to) = words.trim().split_once(' ').expect("a card and a place");
            let card = Card::all().find(|card| card.to_string() == name).expect("a card");
            let to = match to {
                "cell" => To::Place(Place::Cell),
                "bottom" => To::Place(Place::Bottom),
                "low" => To::Place(Place::LowParent),
                "high" => To::Place(Place::HighParent),
                "up" => To::Up,
                other => panic!("{other} is no place"),
            };
            Step { card, to }
        };
        text.split(',').map(step).collect()
    }

    const TEXT: &str = "Foundations: H-T C-T D-9 S-T\nFreecells: KD --\n\
                        : KS\n: KC QH JS\n: KH QC JD\n: QS\n: JH\n: TD\n:\n: QD JC\n:\n";

    #[test]
    fn a_reader_moves_the_longest_sequence_that_fits() {
        let mut table = Table::of(&board(TEXT));
        let column = Spot::Column;
        // A cell and another column: 4 fit, 3 are there.
        assert_eq!(table.read_as(column(1), column(6)), 3);
        assert_eq!(table.read_as(column(1), column(0)), 2);
        assert_eq!(table.read_as(column(4), column(3)), 1);
        assert_eq!(table.read_as(column(3), column(4)), 0);
        assert_eq!(table.read_as(column(1), column(1)), 0);
        assert_eq!(table.read_as(column(1), Spot::Cell(1)), 1);
        assert_eq!(table.read_as(column(1), Spot::Cell(0)), 0);
        assert_eq!(table.read_as(Spot::Cell(0), column(6)), 1);
        assert_eq!(table.read_as(Spot::Cell(0), column(0)), 0);
        assert_eq!(table.read_as(column(5), Spot::Foundation), 1);
        table.make(&table.single(column(7), Spot::Cell(1)));
        // No cell and another column: 2.
        assert_eq!(table.read_as(column(1), column(6)), 2);
    }

    #[test]
    fn a_move_takes_its_cards_along() {
        let mut table = Table::of(&board(TEXT));
        let cards = table.cards(Spot::Column(1), 2);
        let base = cards[0];
        let (from, to) = (Spot::Column(1), Spot::Column(0));
        table.make(&Move { cards: 2, base, from, to, automatic: false, steps: 3 });
        assert_eq!(table.columns()[1].len(), 1);
        assert_eq!(table.columns()[0][1..], cards);
        table.make(&table.single(Spot::Column(5), Spot::Foundation));
        let text = table.board().to_text();
        assert!(text.starts_with("Foundations: H-T C-T D-T S-T\nFreecells: KD --\n"), "{text}");
        assert!(!table.is_won());
    }
}
