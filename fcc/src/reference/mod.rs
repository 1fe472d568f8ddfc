//! The reference model: the rules of the game written out the slow, obvious way.
//!
//! The search holds a position in planes of bits and moves all cards of a kind at once. That is
//! fast, and a slip in a mask would be hard to see. So the tests compare it with this: a position
//! is lists of cards, a rule is the sentence of the rule book, and nothing is remembered from one
//! position to the next. It plays every game that [`Rules`] can name.
//!
//! It shares with the rest of the crate the names of the cards ([`Card::rank`], [`Card::suit`],
//! [`Card::is_red`]; [`Card::deck_place`] to number an array), the board it is read from and the
//! words for rules, pruning and steps. It uses no plane, no card index, and nothing of what `rules/words.rs`
//! makes of the rules, since a fault in those is what it is there to find. The order of cards serves
//! only to sort.
//!
//! A sequence that may be moved only card by card needs no move of its own: it is moved card by card.
//! Where sequences move as one, every card that only a legal sequence lies on moves with it, whether
//! that card lies on a legal parent itself or not.
//!
//! [`naive`] counts whole game graphs with it. Both are for tests; nothing that gives a verdict
//! may rest on them, for they keep everything in memory.

use crate::board::{Board, Rules};
use crate::card::{CARDS, Card, KING, Suit};
use crate::planes::Place;
use crate::rules::{Build, Fill, Prune, Sequences};
use crate::trace::{Step, To};

pub mod naive;
pub mod shortest;

/// A position as lists of cards. The cells are a list of the cards in them, without the gaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Model {
    /// What its moves are judged by.
    pub rules: Rules,
    /// Each from the bottom card to the one that is free to move.
    pub columns: Vec<Vec<Card>>,
    /// The cards in cells, in any order.
    pub cells: Vec<Card>,
    /// The highest rank in the foundation of each suit, by [`Suit::index`]; 0 when empty.
    pub foundations: [u8; 4],
}

/// Where a card lies or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pile {
    /// A column, by its position in [`Model::columns`].
    Column(usize),
    /// Any of the cells, which are all alike.
    Cell,
    /// The foundation of the card's suit.
    Foundation,
}

/// The move of a card with all that lies on it. The columns are those of the model it was made for:
/// sorting them ([`Model::canonical`]) makes it meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModelMove {
    /// The deepest card that moves.
    pub card: Card,
    /// Where it lies; never a foundation.
    pub from: Pile,
    /// Where it goes.
    pub to: Pile,
}

/// What a card lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seat {
    On(Card),
    Bottom,
    /// It is in a cell or in a foundation.
    NotInColumn,
}

/// Whether the rules let a card be put on another: one rank higher, and of the other colour or of the
/// same suit.
fn is_legal_parent(rules: Rules, parent: Card, card: Card) -> bool {
    let fits = match rules.build {
        Build::Alternate => parent.is_red() != card.is_red(),
        Build::Suit => parent.suit() == card.suit(),
        Build::Rank => true,
    };
    fits && parent.rank() == card.rank() + 1
}

/// Whether the rules let a card be put into an empty column.
fn may_open_column(rules: Rules, card: Card) -> bool {
    match rules.fill {
        Fill::Any => true,
        Fill::Kings => card.rank() == KING,
        Fill::Nothing => false,
    }
}

impl Model {
    /// The position of a board. Which of the cells are empty is forgotten.
    pub fn from_board(board: &Board) -> Model {
        Model {
            rules: board.rules(),
            columns: board.columns().to_vec(),
            cells: board.cells().iter().flatten().copied().collect(),
            foundations: board.foundations(),
        }
    }

    /// The board with the cards of the cells in the first cells.
    pub fn to_board(&self) -> Board {
        let mut cells: Vec<Option<Card>> = self.cells.iter().copied().map(Some).collect();
        cells.resize(self.rules.freecells as usize, None);
        Board::from_parts(self.rules, self.columns.clone(), cells, self.foundations)
    }

    /// The same state with its columns and cells sorted. Two positions are the same state exactly
    /// when their canonical models are equal.
    pub fn canonical(&self) -> Model {
        let mut sorted = self.clone();
        sorted.columns.sort();
        sorted.cells.sort();
        sorted
    }

    /// How many cards at the end of a column may move together, at most: one, or the longest legal
    /// sequence.
    fn run_length(&self, column: &[Card]) -> usize {
        let linked = match self.rules.sequences {
            Sequences::Limited => 0,
            Sequences::Unlimited | Sequences::Runs => {
                let is_link = |two: &&[Card]| is_legal_parent(self.rules, two[0], two[1]);
                column.windows(2).rev().take_while(is_link).count()
            }
        };
        column.len().min(linked + 1)
    }

    /// The cards that are free to move, each with its place and the number of cards that move: those at
    /// the end of each column, and those in the cells.
    fn free_cards(&self) -> Vec<(Card, Pile, usize)> {
        let mut free = Vec::new();
        for (number, column) in self.columns.iter().enumerate() {
            for cards in 1..=self.run_length(column) {
                free.push((column[column.len() - cards], Pile::Column(number), cards));
            }
        }
        for &card in &self.cells {
            free.push((card, Pile::Cell, 1));
        }
        free
    }

    /// Whether the rules let a free card be put there, with so many cards in all. Only one card at a
    /// time goes to a cell or to a foundation.
    fn accepts(&self, card: Card, cards: usize, to: Pile) -> bool {
        match to {
            Pile::Column(number) => match self.columns[number].last() {
                Some(&parent) => is_legal_parent(self.rules, parent, card),
                None => may_open_column(self.rules, card),
            },
            Pile::Cell => cards == 1 && self.cells.len() < self.rules.freecells as usize,
            Pile::Foundation => {
                cards == 1 && self.foundations[card.suit().index()] + 1 == card.rank()
            }
        }
    }

    /// All legal moves, one for each different state that results. So only the first empty column is
    /// a target, a whole column goes to no other empty column, and a card in a cell to no other cell.
    pub fn moves(&self) -> Vec<ModelMove> {
        let first_empty = self.columns.iter().position(|column| column.is_empty());
        let mut moves = Vec::new();
        for (card, from, cards) in self.free_cards() {
            let mut targets = vec![Pile::Foundation];
            if from != Pile::Cell {
                targets.push(Pile::Cell);
            }
            for number in 0..self.columns.len() {
                let to = Pile::Column(number);
                let is_second_empty =
                    self.columns[number].is_empty() && Some(number) != first_empty;
                if to != from && !is_second_empty {
                    targets.push(to);
                }
            }
            for to in targets {
                let changes_nothing = self.is_whole(from, cards) && self.is_empty_column(to);
                if self.accepts(card, cards, to) && !changes_nothing {
                    moves.push(ModelMove { card, from, to });
                }
            }
        }
        moves
    }

    fn is_whole(&self, place: Pile, cards: usize) -> bool {
        matches!(place, Pile::Column(number) if self.columns[number].len() == cards)
    }

    fn is_empty_column(&self, place: Pile) -> bool {
        matches!(place, Pile::Column(number) if self.columns[number].is_empty())
    }

    /// The position after a move.
    ///
    /// # Panics
    /// When the card is not free at the place it comes from, or may not go where it is sent.
    pub fn make(&self, step: &ModelMove) -> Model {
        let ModelMove { card, from, to } = *step;
        let is_it = |free: &&(Card, Pile, usize)| (free.0, free.1) == (card, from);
        let free = self.free_cards();
        let Some(&(_, _, cards)) = free.iter().find(is_it) else {
            panic!("{card} is not free at {from:?}");
        };
        assert!(from != to && self.accepts(card, cards, to), "{card} may not go to {to:?}");
        let mut after = self.clone();
        let moved = match from {
            Pile::Column(number) => {
                let column = &mut after.columns[number];
                column.split_off(column.len() - cards)
            }
            Pile::Cell => {
                after.cells.retain(|&other| other != card);
                vec![card]
            }
            Pile::Foundation => unreachable!("no card of a foundation is free"),
        };
        match to {
            Pile::Column(number) => after.columns[number].extend(moved),
            Pile::Cell => after.cells.push(card),
            Pile::Foundation => after.foundations[card.suit().index()] = card.rank(),
        }
        after
    }

    /// The position after a step of a search, which tells the card and the kind of its target. None when
    /// it is not legal.
    pub fn after(&self, step: Step) -> Option<Model> {
        let is_target = |pile: Pile| match (step.to, pile) {
            (To::Up, Pile::Foundation) | (To::Place(Place::Cell), Pile::Cell) => true,
            (To::Place(place), Pile::Column(number)) => match self.columns[number].last() {
                None => place == Place::Bottom,
                Some(card) if matches!(card.suit(), Suit::Clubs | Suit::Diamonds) => {
                    place == Place::LowParent
                }
                Some(_) => place == Place::HighParent,
            },
            _ => false,
        };
        let mut moves = self.moves().into_iter();
        let legal = moves.find(|one| one.card == step.card && is_target(one.to))?;
        Some(self.make(&legal))
    }

    /// Whether nothing that stays in play can need this card, which its foundation takes. Built by
    /// suit, always. Built by alternate colours, when both foundations of the other colour are at its
    /// rank less two or more, the other foundation of its own colour at its rank less three or more.
    fn is_safe_to_raise(&self, card: Card) -> bool {
        Suit::ALL.into_iter().all(|suit| {
            let top = self.foundations[suit.index()];
            if suit == card.suit() || self.rules.build == Build::Suit {
                true
            } else if suit.is_red() == card.is_red() {
                top + 3 >= card.rank()
            } else {
                top + 2 >= card.rank()
            }
        })
    }

    /// A move to the foundation that is made at once, if there is one. Without pruning there is
    /// none.
    pub fn safe_move(&self, prune: Prune) -> Option<ModelMove> {
        match prune {
            Prune::None => None,
            Prune::Safe => self
                .moves()
                .into_iter()
                .find(|step| step.to == Pile::Foundation && self.is_safe_to_raise(step.card)),
        }
    }

    /// Whether the position has a safe move and is therefore not counted. All others are live.
    pub fn is_forced(&self, prune: Prune) -> bool {
        self.safe_move(prune).is_some()
    }

    /// The live position that is left when safe moves are made as long as there are any.
    pub fn carried(&self, prune: Prune) -> Model {
        let mut model = self.clone();
        while let Some(step) = model.safe_move(prune) {
            model = model.make(&step);
        }
        model
    }

    /// For each card, by its place in the deck, what it lies on.
    fn seats(&self) -> [Seat; CARDS] {
        let mut seats = [Seat::NotInColumn; CARDS];
        for column in &self.columns {
            if let Some(bottom) = column.first() {
                seats[bottom.deck_place()] = Seat::Bottom;
            }
            for pair in column.windows(2) {
                seats[pair[1].deck_place()] = Seat::On(pair[0]);
            }
        }
        seats
    }

    /// The fingerprint: each card's digit, by its place in the deck.
    ///
    /// 2 in the foundation; 0 when the card lies where it was dealt and could not be put there; else 1.
    pub fn digits(&self, deal: &Model) -> [u8; CARDS] {
        let (dealt, seats) = (deal.seats(), self.seats());
        std::array::from_fn(|place| {
            let card = Card::from_deck(place);
            if card.rank() <= self.foundations[card.suit().index()] {
                return 2;
            }
            let could_be_put = match dealt[place] {
                Seat::On(below) => is_legal_parent(self.rules, below, card),
                Seat::Bottom => may_open_column(self.rules, card),
                Seat::NotInColumn => true,
            };
            u8::from(could_be_put || seats[place] != dealt[place])
        })
    }

    /// The sum of the digits, less that of the deal.
    pub fn depth(&self, deal: &Model) -> u32 {
        let sum = |model: &Model| model.digits(deal).iter().map(|&digit| digit as u32).sum::<u32>();
        sum(self) - sum(deal)
    }

    /// Whether a move changes no digit.
    pub fn is_reversible(&self, deal: &Model, step: &ModelMove) -> bool {
        self.digits(deal) == self.make(step).digits(deal)
    }

    /// Whether all cards are in the foundations.
    pub fn is_won(&self) -> bool {
        self.foundations == [KING; 4]
    }

    /// Whether no card is stuck. The deal is won then: the lowest card in play has nothing on it.
    pub fn no_stuck(&self, deal: &Model) -> bool {
        !self.digits(deal).contains(&0)
    }
}

#[cfg(test)]
mod games;
#[cfg(test)]
pub(crate) mod pruning;

#[cfg(test)]
mod tests {
    use super::*;

    /// The cards of a text such as "KS QH".
    pub(super) fn cards(text: &str) -> Vec<Card> {
        let named = |name: &str| Card::all().find(|card| card.to_string() == name);
        text.split_whitespace().map(|name| named(name).expect(name)).collect()
    }

    /// A position from its columns and cells. The cards that are named nowhere lie in a last column
    /// of their own, the lowest at the bottom and a king on top.
    pub(super) fn position(
        freecells: u8,
        columns: &[&str],
        cells: &str,
        foundations: [u8; 4],
    ) -> Model {
        let mut columns: Vec<Vec<Card>> = columns.iter().map(|text| cards(text)).collect();
        let cells = cards(cells);
        let is_placed = |card: &Card| {
            card.rank() <= foundations[card.suit().index()]
                || cells.contains(card)
                || columns.iter().flatten().any(|other| other == card)
        };
        let rest: Vec<Card> = (0..CARDS).map(Card::from_deck).filter(|c| !is_placed(c)).collect();
        if !rest.is_empty() {
            columns.push(rest);
        }
        let rules = Rules::freecell(freecells, columns.len() as u8);
        let model = Model { rules, columns, cells, foundations };
        assert_eq!(Model::from_board(&model.to_board()), model);
        model
    }

    pub(super) fn step(card: &str, from: Pile, to: Pile) -> ModelMove {
        ModelMove { card: cards(card)[0], from, to }
    }

    #[test]
    fn a_deal_survives_the_way_through_the_model() {
        let board = Board::deal(11982, 4).unwrap();
        assert_eq!(Model::from_board(&board).to_board(), board);
    }

    #[test]
    fn the_order_of_columns_and_cells_makes_no_other_state() {
        let one = position(3, &["KS QH", "KH", ""], "QS KC", [12, 13, 11, 11]);
        let same = position(3, &["", "KS QH", "KH"], "KC QS", [12, 13, 11, 11]);
        let other = position(3, &["KS", "KH", "QH"], "QS KC", [12, 13, 11, 11]);
        assert_ne!(one, same);
        assert_eq!(one.canonical(), same.canonical());
        assert_ne!(one.canonical(), other.canonical());
    }

    #[test]
    fn a_parent_is_one_rank_higher_and_of_the_other_colour_or_of_the_same_suit() {
        let parents_by = |rules: Rules, name: &str| -> Vec<String> {
            let card = cards(name)[0];
            let parents =
                (0..CARDS).map(Card::from_deck).filter(|&p| is_legal_parent(rules, p, card));
            parents.map(|parent| parent.to_string()).collect()
        };
        let parents = |name| parents_by(Rules::USUAL, name);
        assert_eq!(parents("QH"), ["KC", "KS"]);
        assert_eq!(parents("AS"), ["2D", "2H"]);
        assert!(parents("KD").is_empty());
        let by_suit = Rules { build: Build::Suit, ..Rules::USUAL };
        assert_eq!(parents_by(by_suit, "QH"), ["KH"]);
        assert!(parents_by(by_suit, "KD").is_empty());
    }

    #[test]
    fn moves_lead_to_different_states_and_none_is_missing() {
        let model = position(2, &["KS", "", "", "QS KH"], "QH", [13, 13, 11, 11]);
        let expected = [
            step("KS", Pile::Column(0), Pile::Cell),
            step("KH", Pile::Column(3), Pile::Cell),
            step("KH", Pile::Column(3), Pile::Column(1)),
            step("QH", Pile::Cell, Pile::Foundation),
            step("QH", Pile::Cell, Pile::Column(0)),
            step("QH", Pile::Cell, Pile::Column(1)),
        ];
        assert_eq!(model.moves(), expected);
        let full = position(1, &["KS", "", "", "QS KH"], "QH", [13, 13, 11, 11]);
        assert_eq!(full.moves(), expected[2..], "a full cell takes no card");
    }

    #[test]
    #[should_panic(expected = "QS is not free")]
    fn a_covered_card_does_not_move() {
        let model = position(1, &["QS KH"], "", [13, 13, 12, 11]);
        model.make(&step("QS", Pile::Column(0), Pile::Foundation));
    }

    #[test]
    #[should_panic(expected = "QS may not go")]
    fn a_card_does_not_go_on_its_own_colour() {
        let model = position(1, &["QS", "KC"], "", [12, 13, 13, 11]);
        model.make(&step("QS", Pile::Column(0), Pile::Column(1)));
    }

    #[test]
    fn digits_tell_stuck_loose_and_founded_cards_apart() {
        let deal = position(2, &["KS QH", "QS KH"], "", [13, 13, 11, 11]);
        let digit = |model: &Model, card| model.digits(&deal)[cards(card)[0].deck_place()];
        assert_eq!(["KS", "QH", "QS", "KH", "KC"].map(|c| digit(&deal, c)), [1, 1, 1, 0, 2]);
        assert!(deal.depth(&deal) == 0 && !deal.no_stuck(&deal));

        let to_cell = step("QH", Pile::Column(0), Pile::Cell);
        assert!(deal.is_reversible(&deal, &to_cell));
        assert_eq!(deal.make(&to_cell).depth(&deal), 0);

        let unstuck = step("KH", Pile::Column(1), Pile::Cell);
        assert!(!deal.is_reversible(&deal, &unstuck));
        let loose = deal.make(&unstuck);
        assert!(digit(&loose, "KH") == 1 && loose.depth(&deal) == 1 && loose.no_stuck(&deal));

        let queen_up = deal.make(&step("QH", Pile::Column(0), Pile::Foundation));
        assert_eq!(queen_up.depth(&deal), 1);
        let king_up = queen_up.make(&step("KH", Pile::Column(1), Pile::Foundation));
        assert_eq!(king_up.depth(&deal), 3, "from stuck to the foundation are two steps of depth");
    }
}
