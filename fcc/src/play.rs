//! The board while it is played on: which moves the sentences of the rule book allow, and the board
//! after one. Nobody else changes a board, and no plane and no mask is in this file.
//!
//! A step of a search names a card and a kind of place ([`Board::named`]). Where sequences move as one, all
//! that lies on the card goes along; elsewhere a step is the move of a single card.
//!
//! Also what a reader of standard notation makes of a move that does not tell its number of cards
//! ([`Board::read_as`]): onto a card the ranks decide, onto an empty column it is the longest sequence
//! that fits.

use crate::board::Board;
use crate::card::{CARDS, Card};
use crate::notation::{Move, Spot};
use crate::planes::Place;
use crate::trace::{Step, To};

impl Board {
    /// Whether all cards are in the foundations.
    pub fn is_won(&self) -> bool {
        let ranks = self.foundations.iter().chain(&self.second);
        let up: usize = ranks.map(|&rank| usize::from(rank)).sum();
        up == CARDS * usize::from(self.rules.decks)
    }

    /// The cards of a place, the one that is free to move last. From a foundation none comes back.
    pub fn pile(&self, place: Spot) -> &[Card] {
        match place {
            Spot::Column(index) => self.columns.get(index).map_or(&[], Vec::as_slice),
            Spot::Cell(index) => self.cells.get(index).map_or(&[], Option::as_slice),
            Spot::Foundation => &[],
        }
    }

    /// The move of the card that is free at a place, if there is one.
    pub fn single(&self, from: Spot, to: Spot) -> Option<Move> {
        self.pile(from).last().map(|&card| Move { cards: vec![card], from, to })
    }

    /// The move of a card to a kind of place, or why there is no such place. Of several that are alike
    /// it is the first. What lies on the card goes along where sequences move as one.
    pub fn named(&self, step: Step) -> Result<Move, &'static str> {
        let Step { card, to } = step;
        let column = |holds: &dyn Fn(Option<&Card>) -> bool| {
            self.columns.iter().position(|column| holds(column.last())).map(Spot::Column)
        };
        let cell = |holds| self.cells.iter().position(|&cell| cell == holds).map(Spot::Cell);
        let free = column(&|top| top == Some(&card)).or_else(|| cell(Some(card)));
        let (from, cards) = free
            .map(|from| (from, vec![card]))
            .or_else(|| self.carried_with(card))
            .ok_or("the card is not free to move")?;
        let to = match to {
            To::Up => Spot::Foundation,
            To::Place(Place::Cell) => cell(None).ok_or("no cell is free")?,
            To::Place(Place::Bottom) => column(&|top| top.is_none()).ok_or("no column is empty")?,
            To::Place(on_parent) => {
                let takes = |&parent: &Card| {
                    self.rules.goes_on(card, parent) && Place::on(parent) == on_parent
                };
                column(&|top| top.is_some_and(takes)).ok_or("no card it goes on is free")?
            }
        };
        Ok(Move { cards, from, to })
    }

    /// The sequence that a card is the deepest of, if it may move as one, and its column.
    fn carried_with(&self, card: Card) -> Option<(Spot, Vec<Card>)> {
        if self.rules.carriers(card.bit()) == 0 {
            return None;
        }
        let within = |column: &Vec<Card>| column.iter().position(|&other| other == card);
        let (index, height) = self
            .columns
            .iter()
            .enumerate()
            .find_map(|(index, column)| within(column).map(|height| (index, height)))?;
        let cards = &self.columns[index][height..];
        self.is_sequence(cards).then(|| (Spot::Column(index), cards.to_vec()))
    }

    /// The move of a card that lies at a place, with all that lies on it there; of two such cards, the one
    /// with less on it.
    pub fn from_card_on(&self, card: Card, from: Spot, to: Spot) -> Option<Move> {
        let pile = self.pile(from);
        let height = pile.iter().rposition(|&other| other == card)?;
        Some(Move { cards: pile[height..].to_vec(), from, to })
    }

    /// Makes a move, or tells why the rules do not allow it.
    pub fn play(&mut self, one: &Move) -> Result<(), &'static str> {
        self.check(one)?;
        match one.from {
            Spot::Column(index) => {
                let left = self.columns[index].len() - one.cards.len();
                self.columns[index].truncate(left);
            }
            Spot::Cell(index) => self.cells[index] = None,
            Spot::Foundation => unreachable!("no card is free there"),
        }
        match one.to {
            Spot::Column(index) => self.columns[index].extend(&one.cards),
            Spot::Cell(index) => self.cells[index] = Some(one.card()),
            Spot::Foundation => self.raise(one),
        }
        Ok(())
    }

    /// Puts cards into a foundation that waits for them: the higher of two.
    fn raise(&mut self, one: &Move) {
        let last = one.cards[one.cards.len() - 1];
        let suit = last.suit().index();
        let is_first = self.foundations[suit] + 1 == last.rank();
        let foundation = if is_first { &mut self.foundations } else { &mut self.second };
        foundation[suit] = one.card().rank();
        if self.second[suit] > self.foundations[suit] {
            std::mem::swap(&mut self.second[suit], &mut self.foundations[suit]);
        }
    }

    /// Makes a move that is known to be legal.
    ///
    /// # Panics
    /// When it is not.
    pub fn make(&mut self, one: &Move) {
        self.play(one).unwrap_or_else(|reason| panic!("{one}: {reason}"));
    }

    /// The boards after each of these moves, which are known to be legal.
    pub fn after_each<'a>(
        &self,
        moves: impl IntoIterator<Item = &'a Move>,
    ) -> impl Iterator<Item = Board> {
        let mut board = self.clone();
        moves.into_iter().map(move |one| {
            board.make(one);
            board.clone()
        })
    }

    fn check(&self, one: &Move) -> Result<(), &'static str> {
        let Move { cards, from, to } = one;
        let legal = |is_so: bool, otherwise| if is_so { Ok(()) } else { Err(otherwise) };
        let [card, ..] = cards[..] else { return Err("it moves no card") };
        legal(self.pile(*from).ends_with(cards), "the card is not free to move")?;
        legal(from != to, "it is there already")?;
        if let Spot::Column(target) = *to {
            let column = self.columns.get(target).ok_or("there is no such column")?;
            match column.last() {
                Some(&parent) => {
                    legal(self.rules.goes_on(card, parent), "no card it goes on is free")?
                }
                None => {
                    let opens = self.rules.openers() & card.bit() != 0;
                    legal(opens, "the card may not open a column")?
                }
            }
            legal(self.is_sequence(cards), "the cards are no sequence")?;
            return legal(cards.len() <= self.room(target), "there is no room for so many");
        }
        let at_once = self.rules.cards_up_at_once();
        match *to {
            Spot::Cell(index) => {
                legal(cards.len() == 1, "only one card goes there at a time")?;
                legal(self.cells.get(index) == Some(&None), "the cell is not free")
            }
            _ if at_once > 1 => {
                let is_whole = cards.len() == at_once && self.is_sequence(cards);
                legal(is_whole, "only a whole suit goes there, from king to ace")
            }
            _ => {
                legal(cards.len() == 1, "only one card goes there at a time")?;
                let (suit, below) = (card.suit().index(), card.rank() - 1);
                let waits = self.foundations[suit] == below
                    || self.rules.decks == 2 && self.second[suit] == below;
                legal(waits, "its foundation is not waiting for it")
            }
        }
    }

    fn is_sequence(&self, cards: &[Card]) -> bool {
        cards.windows(2).all(|two| self.rules.moves_with(two[1], two[0]))
    }

    /// How many cards can go to a column at once.
    pub(crate) fn room(&self, target: usize) -> usize {
        let cells = self.cells.iter().filter(|cell| cell.is_none()).count();
        let columns = self.columns.iter().enumerate();
        let others = columns.filter(|(index, cards)| *index != target && cards.is_empty()).count();
        self.rules.sequence_max(cells as u32, others as u32) as usize
    }

    /// The move that a reader of standard notation makes from one place to another, if there is one.
    pub fn read_as(&self, from: Spot, to: Spot) -> Option<Move> {
        let pile = self.pile(from);
        let linked = pile.windows(2).rev().take_while(|two| self.is_sequence(two)).count();
        let run = &pile[pile.len() - pile.len().min(linked + 1)..];
        let cards = match (to, self.pile(to).last()) {
            (Spot::Column(_), Some(&parent)) => {
                run.len() - run.iter().position(|&card| self.rules.goes_on(card, parent))?
            }
            (Spot::Column(target), None) => run.len().min(self.room(target)),
            (Spot::Foundation, _) => run.len().min(self.rules.cards_up_at_once()),
            _ => run.len().min(1),
        };
        let one = Move { cards: run[run.len() - cards..].to_vec(), from, to };
        self.check(&one).is_ok().then_some(one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ReadOptions;

    const TEXT: &str = "Foundations: H-T C-T D-9 S-T\nFreecells: KD --\n\
                        : KS\n: KC QH JS\n: KH QC JD\n: QS\n: JH\n: TD\n:\n: QD JC\n:\n";

    fn board() -> Board {
        Board::read(TEXT, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_reader_moves_the_longest_sequence_that_fits() {
        let mut board = board();
        let column = Spot::Column;
        let cards =
            |board: &Board, from, to| board.read_as(from, to).map_or(0, |one| one.cards.len());
        // A cell and another column: 4 fit, 3 are there.
        assert_eq!(cards(&board, column(1), column(6)), 3);
        assert_eq!(cards(&board, column(1), column(0)), 2);
        assert_eq!(cards(&board, column(4), column(3)), 1);
        assert_eq!(cards(&board, column(3), column(4)), 0);
        assert_eq!(cards(&board, column(1), column(1)), 0);
        assert_eq!(cards(&board, column(1), Spot::Cell(1)), 1);
        assert_eq!(cards(&board, column(1), Spot::Cell(0)), 0);
        assert_eq!(cards(&board, Spot::Cell(0), column(6)), 1);
        assert_eq!(cards(&board, Spot::Cell(0), column(0)), 0);
        assert_eq!(cards(&board, column(5), Spot::Foundation), 1);
        board.make(&board.single(column(7), Spot::Cell(1)).expect("a card"));
        // No cell and another column: 2.
        assert_eq!(cards(&board, column(1), column(6)), 2);
    }

    fn by(rules: &str) -> Board {
        let mut board = board();
        board.rules = format!("freecells 2, columns 9, {rules}").parse().expect("rules");
        board
    }

    fn refusal(board: &Board, cards: usize, from: usize, to: usize) -> Option<&'static str> {
        let pile = &board.columns()[from];
        let (from, to) = (Spot::Column(from), Spot::Column(to));
        let one = Move { cards: pile[pile.len() - cards..].to_vec(), from, to };
        board.clone().play(&one).err()
    }

    #[test]
    fn an_empty_column_takes_what_the_rules_say() {
        let refused = Some("the card may not open a column");
        assert_eq!(refusal(&by("fill any"), 2, 1, 6), None);
        assert_eq!(refusal(&by("fill kings"), 2, 1, 6), refused);
        assert_eq!(refusal(&by("fill kings"), 1, 0, 6), None);
        assert_eq!(refusal(&by("fill none"), 1, 0, 6), refused);
    }

    #[test]
    fn columns_that_do_not_take_any_card_do_not_help_to_move_a_sequence() {
        // One cell is free.
        assert_eq!(refusal(&by("fill any"), 3, 1, 6), None);
        let too_many = Some("there is no room for so many");
        assert_eq!(refusal(&by("fill kings"), 3, 1, 6), too_many);
        assert_eq!(refusal(&by("fill kings"), 2, 1, 0), None);
        assert_eq!(refusal(&by("fill none"), 2, 1, 0), None);
        assert_eq!(refusal(&by("fill kings, sequences unlimited"), 3, 1, 6), None);
    }

    #[test]
    fn sequences_are_built_as_the_rules_say() {
        assert_eq!(refusal(&by("build suit"), 1, 4, 7), Some("no card it goes on is free"));
        assert_eq!(refusal(&by("build suit"), 2, 1, 6), Some("the cards are no sequence"));
        assert_eq!(refusal(&by("build suit"), 1, 3, 0), None);
        assert_eq!(refusal(&by("build suit"), 1, 5, 2), None);
    }

    #[test]
    fn a_step_takes_along_what_lies_on_its_card_where_sequences_move_as_one() {
        let queen = Card::all().find(|card| card.to_string() == "QH").expect("a card");
        let onto = |place| Step { card: queen, to: To::Place(place) };
        let free = "the card is not free to move";
        assert_eq!(board().named(onto(Place::HighParent)), Err(free));
        let mut board = by("sequences unlimited");
        let one = board.named(onto(Place::HighParent)).expect("onto KS");
        assert_eq!((one.cards.len(), one.to_string()), (2, "21".into()));
        let to_cell = board.named(onto(Place::Cell)).expect("a cell is free");
        assert_eq!(board.play(&to_cell), Err("only one card goes there at a time"));
        assert_eq!(board.play(&one), Ok(()));
        assert_eq!(
            board.from_card_on(queen, one.to, one.from),
            Some(Move { from: one.to, to: one.from, ..one })
        );
    }

    #[test]
    fn a_move_takes_its_cards_along() {
        let mut board = board();
        let (from, to) = (Spot::Column(1), Spot::Column(0));
        let cards = board.columns()[1][1..].to_vec();
        board.make(&Move { cards: cards.clone(), from, to });
        assert_eq!(board.columns()[1].len(), 1);
        assert_eq!(board.columns()[0][1..], cards);
        let whole = Move { cards: board.columns()[0].clone(), from: to, to: Spot::Column(6) };
        board.make(&board.single(Spot::Column(5), Spot::Foundation).expect("a card"));
        let text = board.to_text();
        assert!(text.starts_with("Foundations: H-T C-T D-T S-T\nFreecells: KD --\n"), "{text}");
        assert!(!board.is_won());
        // Three empty columns are left; without them and the cell only one card can go.
        assert_eq!(board.clone().play(&whole), Ok(()));
        assert_eq!(
            board.play(&Move { to: Spot::Cell(1), ..whole.clone() }),
            Err("only one card goes there at a time")
        );
        assert_eq!(
            board.play(&Move { to: Spot::Column(1), ..whole }),
            Err("no card it goes on is free")
        );
    }
}
