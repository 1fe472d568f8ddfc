//! A player who knows nothing but the sentences of the rule book, on lists of cards: not even the slow reference
//! of the crate is asked. It searches small graphs as a whole and follows solutions move by move.

use fcc::board::{Board, Rules};
use fcc::card::Card;
use fcc::notation::{Move, Spot};
use fcc::rules::{Build, Fill, Sequences};
use std::collections::HashSet;

/// A position of the player: columns from the bottom up, the cards in cells, the foundations.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Player {
    pub rules: Rules,
    pub columns: Vec<Vec<Card>>,
    pub cells: Vec<Card>,
    /// For each suit the ranks of its foundations, the higher first.
    pub foundations: [[u8; 2]; 4],
}

/// Where a card is or goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Column(usize),
    Cell,
    Foundation,
}

impl Player {
    pub fn of(board: &Board) -> Player {
        Player {
            rules: board.rules(),
            columns: board.columns().to_vec(),
            cells: board.cells().iter().flatten().copied().collect(),
            foundations: std::array::from_fn(|suit| {
                [board.foundations()[suit], board.second_foundations()[suit]]
            }),
        }
    }

    pub fn sorted(mut self) -> Player {
        self.columns.sort();
        self.cells.sort();
        self.foundations.iter_mut().for_each(|ranks| ranks.sort_by_key(|&rank| 13 - rank));
        self
    }

    pub fn is_won(&self) -> bool {
        self.columns.iter().all(Vec::is_empty) && self.cells.is_empty()
    }

    /// Whether the rule book lets one card lie on another.
    fn fits(&self, card: Card, on: Card) -> bool {
        let suits_fit = match self.rules.build {
            Build::Alternate => {
                "HD".contains(card.suit().letter()) != "HD".contains(on.suit().letter())
            }
            Build::Suit => card.suit().letter() == on.suit().letter(),
            Build::Rank => true,
        };
        suits_fit && card.rank() + 1 == on.rank()
    }

    /// Whether the rule book lets a card move along with the one that it lies on.
    fn goes_along(&self, card: Card, on: Card) -> bool {
        match self.rules.sequences {
            Sequences::Runs => {
                card.suit().letter() == on.suit().letter() && card.rank() + 1 == on.rank()
            }
            _ => self.fits(card, on),
        }
    }

    /// The position after the last `count` cards of a column have gone to a place, if the rules allow it.
    fn after(&self, from: usize, to: Place, count: usize) -> Option<Player> {
        let left = self.columns[from].len().checked_sub(count)?;
        if let Place::Column(target) = to
            && count > self.count_max(target, count)
        {
            return None;
        }
        let mut after = self.clone();
        let cards = after.columns[from].split_off(left);
        after.put(cards, to)
    }

    /// The same for a card of a cell.
    fn after_cell(&self, card: Card, to: Place) -> Option<Player> {
        let mut after = self.clone();
        let cell = after.cells.iter().position(|&other| other == card);
        after.cells.remove(cell.expect("a card of a cell"));
        after.put(vec![card], to)
    }

    /// Puts down cards that were taken off.
    fn put(mut self, cards: Vec<Card>, to: Place) -> Option<Player> {
        let (count, card) = (cards.len(), *cards.first()?);
        if !cards.windows(2).all(|two| self.goes_along(two[1], two[0])) {
            return None;
        }
        match to {
            Place::Column(index) => {
                let takes = match self.columns[index].last() {
                    Some(&on) => self.fits(card, on),
                    None => match self.rules.fill {
                        Fill::Any => true,
                        Fill::Kings => card.rank() == 13,
                        Fill::Nothing => false,
                    },
                };
                if !takes {
                    return None;
                }
                self.columns[index].extend(cards);
            }
            Place::Cell => {
                if count != 1 || self.cells.len() == usize::from(self.rules.freecells) {
                    return None;
                }
                self.cells.push(card);
            }
            Place::Foundation => {
                let decks = usize::from(self.rules.decks);
                let tops = &mut self.foundations[card.suit().index()][..decks];
                let (wanted, highest) = match self.rules.sequences {
                    Sequences::Runs => (13, 13),
                    _ => (1, card.rank()),
                };
                let waits = |top: &&mut u8| usize::from(**top) + count == usize::from(highest);
                let top = tops.iter_mut().find(waits).filter(|_| count == wanted)?;
                *top = highest;
            }
        }
        Some(self)
    }

    /// How many cards go to a column at once, no more than so many.
    fn count_max(&self, to: usize, count: usize) -> usize {
        let free = usize::from(self.rules.freecells) - self.cells.len();
        let empty = |&index: &usize| index != to && self.columns[index].is_empty();
        let empty = (0..self.columns.len()).filter(empty).count();
        match (self.rules.sequences, self.rules.fill) {
            (Sequences::Unlimited | Sequences::Runs, _) => count,
            (Sequences::Limited, Fill::Any) => (free + 1) << empty,
            (Sequences::Limited, _) => free + 1,
        }
    }

    /// Everything that a move leads to: of single cards, and of sequences where they move as one.
    pub fn next(&self) -> Vec<Player> {
        let columns = self.columns.len();
        let targets = (0..columns).map(Place::Column).chain([Place::Cell, Place::Foundation]);
        let targets: Vec<Place> = targets.collect();
        let mut next = Vec::new();
        for index in 0..columns {
            let most = match self.rules.sequences {
                Sequences::Limited => 1,
                Sequences::Unlimited | Sequences::Runs => self.columns[index].len(),
            };
            for (count, &to) in
                (1..=most).flat_map(|count| targets.iter().map(move |to| (count, to)))
            {
                if to != Place::Column(index) {
                    next.extend(self.after(index, to, count));
                }
            }
        }
        for &card in &self.cells {
            next.extend(targets.iter().filter_map(|&to| self.after_cell(card, to)));
        }
        next
    }

    /// Whether it can be won; nothing when there are more positions than that.
    pub fn can_win(self, positions_max: usize) -> Option<bool> {
        let start = self.sorted();
        let mut seen = HashSet::from([start.clone()]);
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            if position.is_won() {
                return Some(true);
            }
            for next in position.next().into_iter().map(Player::sorted) {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
            if seen.len() > positions_max {
                return None;
            }
        }
        Some(false)
    }

    /// Makes a move of a board with named places.
    pub fn follow(&mut self, board: &Board, one: &Move) {
        let place = |spot| match spot {
            Spot::Column(index) => Place::Column(index),
            Spot::Cell(_) => Place::Cell,
            Spot::Foundation => Place::Foundation,
        };
        let after = match one.from {
            Spot::Column(index) => {
                assert!(
                    self.columns[index].ends_with(&one.cards),
                    "{one} of {:?}\n{board}",
                    one.cards
                );
                self.after(index, place(one.to), one.cards.len())
            }
            _ => self.after_cell(one.cards[0], place(one.to)),
        };
        *self = after.unwrap_or_else(|| panic!("{one} of {:?} is illegal\n{board}", one.cards));
    }
}
