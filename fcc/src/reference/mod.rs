//! The reference model: the rules of the game written out the slow, obvious way.
//!
//! The search holds a position in planes of bits and moves all cards of a kind at once. That is
//! fast, and a slip in a mask would be hard to see. So the tests compare it with this: a position
//! is lists of cards, a rule is the sentence of the rule book, and nothing is remembered from one
//! position to the next.
//!
//! It shares with the rest of the crate the names of the cards ([`Card::rank`], [`Card::suit`],
//! [`Card::is_red`]; [`Card::deck_place`] to number an array), the board it is read from and the
//! word for the pruning. It uses no plane, no card index, and none of `goes_on` and `partner`,
//! since a fault in those is what it is there to find. The order of cards serves only to sort.
//!
//! [`naive`] counts whole game graphs with it. Both are for tests; nothing that gives a verdict
//! may rest on them, for they keep everything in memory.

use crate::board::{Board, Rules};
use crate::card::{CARDS, Card, KING, Suit};
use crate::rules::Prune;

pub mod naive;

/// A position as lists of cards. The cells are a list of the cards in them, without the gaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Model {
    pub rules: Rules,
    /// Each from the bottom card to the one that is free to move.
    pub columns: Vec<Vec<Card>>,
    pub cells: Vec<Card>,
    /// The highest rank in the foundation of each suit, by [`Suit::index`]; 0 when empty.
    pub foundations: [u8; 4],
}

/// Where a card lies or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pile {
    /// A column, by its position in [`Model::columns`].
    Column(usize),
    Cell,
    Foundation,
}

/// The move of a single card. The columns are those of the model it was made for: sorting them
/// ([`Model::canonical`]) makes it meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModelMove {
    pub card: Card,
    pub from: Pile,
    pub to: Pile,
}

/// Whether `parent` is a legal parent of `card`: one rank higher and of the other colour.
fn is_legal_parent(parent: Card, card: Card) -> bool {
    parent.rank() == card.rank() + 1 && parent.is_red() != card.is_red()
}

impl Model {
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

    /// The cards that are free to move, each with its place: the last of each column and those in
    /// the cells.
    fn free_cards(&self) -> Vec<(Card, Pile)> {
        let mut free = Vec::new();
        for (number, column) in self.columns.iter().enumerate() {
            if let Some(&card) = column.last() {
                free.push((card, Pile::Column(number)));
            }
        }
        for &card in &self.cells {
            free.push((card, Pile::Cell));
        }
        free
    }

    /// Whether the rules let a free card be put there.
    fn accepts(&self, card: Card, to: Pile) -> bool {
        match to {
            Pile::Column(number) => match self.columns[number].last() {
                Some(&parent) => is_legal_parent(parent, card),
                None => true,
            },
            Pile::Cell => self.cells.len() < self.rules.freecells as usize,
            Pile::Foundation => self.foundations[card.suit().index()] + 1 == card.rank(),
        }
    }

    /// All legal moves of a single card, one for each different state that results. So only the
    /// first empty column is a target, a card that is alone in its column goes to no other empty
    /// column, and one in a cell to no other cell.
    pub fn moves(&self) -> Vec<ModelMove> {
        let first_empty = self.columns.iter().position(|column| column.is_empty());
        let mut moves = Vec::new();
        for (card, from) in self.free_cards() {
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
                let changes_nothing = self.is_alone(from) && self.is_empty_column(to);
                if self.accepts(card, to) && !changes_nothing {
                    moves.push(ModelMove { card, from, to });
                }
            }
        }
        moves
    }

    fn is_alone(&self, place: Pile) -> bool {
        matches!(place, Pile::Column(number) if self.columns[number].len() == 1)
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
        assert!(self.free_cards().contains(&(card, from)), "{card} is not free at {from:?}");
        assert!(from != to && self.accepts(card, to), "{card} may not go to {to:?}");
        let mut after = self.clone();
        match from {
            Pile::Column(number) => {
                after.columns[number].pop();
            }
            Pile::Cell => after.cells.retain(|&other| other != card),
            Pile::Foundation => unreachable!("no card of a foundation is free"),
        }
        match to {
            Pile::Column(number) => after.columns[number].push(card),
            Pile::Cell => after.cells.push(card),
            Pile::Foundation => after.foundations[card.suit().index()] = card.rank(),
        }
        after
    }

    /// Whether nothing that stays in play can need this card: both foundations of the other colour
    /// are at its rank less two or more, the other foundation of its own colour at its rank less
    /// three or more.
    fn is_safe_to_raise(&self, card: Card) -> bool {
        Suit::ALL.into_iter().all(|suit| {
            let top = self.foundations[suit.index()];
            if suit == card.suit() {
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

    /// For each card, by its place in the deck, the card it lies directly on in a column.
    fn lies_on(&self) -> [Option<Card>; CARDS] {
        let mut lies_on = [None; CARDS];
        for column in &self.columns {
            for pair in column.windows(2) {
                lies_on[pair[1].deck_place()] = Some(pair[0]);
            }
        }
        lies_on
    }

    /// The fingerprint: each card's digit, by its place in the deck.
    ///
    /// 2 in the foundation; 0 when the card was dealt on a card that is no legal parent and lies on
    /// that same card still; else 1.
    pub fn digits(&self, deal: &Model) -> [u8; CARDS] {
        let dealt_on = deal.lies_on();
        let lies_on = self.lies_on();
        std::array::from_fn(|place| {
            let card = Card::from_deck(place);
            if card.rank() <= self.foundations[card.suit().index()] {
                return 2;
            }
            match dealt_on[place] {
                Some(below) if !is_legal_parent(below, card) && lies_on[place] == Some(below) => 0,
                _ => 1,
            }
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
mod pruning;

#[cfg(test)]
mod tests {
    use super::*;

    /// The cards of a text such as "KS QH".
    fn cards(text: &str) -> Vec<Card> {
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
    fn a_parent_is_one_rank_higher_and_of_the_other_colour() {
        let parents = |name: &str| -> Vec<String> {
            let card = cards(name)[0];
            let parents = (0..CARDS).map(Card::from_deck).filter(|&p| is_legal_parent(p, card));
            parents.map(|parent| parent.to_string()).collect()
        };
        assert_eq!(parents("QH"), ["KC", "KS"]);
        assert_eq!(parents("AS"), ["2D", "2H"]);
        assert!(parents("KD").is_empty());
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
