//! Laying out a deal: from the order in which the cards are dealt to a board.
//!
//! Cards go row by row: card *i* of those that go to columns lies on column *i* modulo their number.
//! What else a game does is its [`Layout`]. With other numbers of cells, columns or decks than the
//! game's own the layout stays the same; where the cells that it names are not there, its cards go to
//! the first ones. Layouts that are no rows are for the game's own columns and decks only.

use std::fmt;

use crate::card::{Card, RANK_MAX};
use crate::position::{DECKS_MAX, Position};
use crate::rules::Rules;
use crate::rules::games::{Layout, NamedGame};

/// Why cards cannot be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLayout {
    /// Fewer cells than cards that a layout puts into cells.
    TooFewCells {
        /// The cards that the layout puts into cells.
        cards: usize,
        /// The cells that there are.
        freecells: usize,
    },
    /// Other columns or decks than the layout is made for.
    OwnColumnsOnly(&'static NamedGame),
}

impl fmt::Display for NoLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoLayout::TooFewCells { cards, freecells } => write!(
                f,
                "{cards} cards are dealt to cells, but there are {freecells} (see --freecells)"
            ),
            NoLayout::OwnColumnsOnly(game) => write!(
                f,
                "{} is dealt to {} columns with {}, and not otherwise (see --columns and --decks)",
                game.name,
                game.rules.columns,
                if game.rules.decks == 1 { "one deck" } else { "two decks" }
            ),
        }
    }
}

/// The board of whole decks in the order dealt, as a game lays them out.
pub fn lay_out(
    cards: &[Card],
    game: &'static NamedGame,
    rules: Rules,
) -> Result<Position, NoLayout> {
    let mut table = Table::new(rules);
    match game.layout {
        Layout::Rows => table.rows(cards),
        Layout::RowsAndCells(slots) => {
            if slots.len() > rules.freecells {
                let freecells = rules.freecells;
                return Err(NoLayout::TooFewCells { cards: slots.len(), freecells });
            }
            table.rows_and_cells(cards, slots);
        }
        // A single column takes them all.
        Layout::RowsAndOne if rules.columns == 1 => table.rows(cards),
        Layout::RowsAndOne => {
            let (in_rows, last) = cards.split_at(cards.len() - 1);
            let (others, last_column) = table.columns.split_at_mut(rules.columns - 1);
            rows(others, in_rows);
            rows(last_column, last);
        }
        Layout::AcesUp => {
            let others = table.put_up_aces(cards);
            table.rows(&others);
        }
        Layout::AcesUpAndWhatFits => {
            let others = table.put_up_aces(cards);
            table.rows_but_what_fits(&others);
        }
        Layout::KingsDown { aces_up } => table.kings_down(cards, aces_up),
        Layout::Stairs | Layout::ByKings { .. }
            if (rules.columns, rules.decks) != (game.rules.columns, game.rules.decks) =>
        {
            return Err(NoLayout::OwnColumnsOnly(game));
        }
        Layout::Stairs => table.stairs(cards),
        Layout::ByKings { aces_up: false } => table.by_kings(cards),
        Layout::ByKings { aces_up: true } => {
            let others = table.put_up_aces(cards);
            table.by_kings(&others);
        }
    }
    let Table { columns, cells, foundations, .. } = table;
    Ok(Position::of_decks(rules, columns, cells, foundations))
}

/// The table while cards are laid on it.
struct Table {
    rules: Rules,
    columns: Vec<Vec<Card>>,
    cells: Vec<Option<Card>>,
    /// The foundations of each deck.
    foundations: [[u8; 4]; DECKS_MAX],
}

impl Table {
    fn new(rules: Rules) -> Table {
        Table {
            rules,
            columns: vec![Vec::new(); rules.columns],
            cells: vec![None; rules.freecells],
            foundations: [[0; 4]; DECKS_MAX],
        }
    }

    fn rows(&mut self, cards: &[Card]) {
        rows(&mut self.columns, cards);
    }

    fn rows_and_cells(&mut self, cards: &[Card], slots: &[usize]) {
        let (to_columns, to_cells) = cards.split_at(cards.len() - slots.len());
        self.rows(to_columns);
        let has_slots = slots.iter().all(|&slot| slot < self.cells.len());
        for (at, &card) in to_cells.iter().enumerate() {
            self.cells[if has_slots { slots[at] } else { at }] = Some(card);
        }
    }

    /// Puts a card into a foundation that waits for it, if there is one.
    fn put_up(&mut self, card: Card) -> bool {
        let of_decks = self.foundations.iter_mut().take(self.rules.decks);
        let mut of_suit = of_decks.map(|ranks| &mut ranks[card.suit().index()]);
        let waiting = of_suit.find(|rank| **rank + 1 == card.rank());
        waiting.map(|rank| *rank = card.rank()).is_some()
    }

    /// Puts all aces into the foundations and gives the other cards.
    fn put_up_aces(&mut self, cards: &[Card]) -> Vec<Card> {
        let (aces, others): (Vec<Card>, Vec<Card>) =
            cards.iter().copied().partition(|card| card.rank() == 1);
        let up = aces.into_iter().filter(|&ace| self.put_up(ace)).count();
        assert_eq!(up, 4 * self.rules.decks, "there is a foundation for each ace");
        others
    }

    /// Row by row; a card that goes up leaves its place empty.
    fn rows_but_what_fits(&mut self, cards: &[Card]) {
        for (at, &card) in cards.iter().enumerate() {
            if !self.put_up(card) {
                self.columns[at % self.rules.columns].push(card);
            }
        }
    }

    /// Row by row in the other order, each king exchanged before with the first other card of its
    /// column, and then the last so many aces taken out.
    fn kings_down(&mut self, cards: &[Card], aces_up: usize) {
        let mut cards: Vec<Card> = cards.iter().rev().copied().collect();
        for at in 0..cards.len() {
            let mut under = (at % self.rules.columns..at).step_by(self.rules.columns);
            if cards[at].rank() == RANK_MAX
                && let Some(lower) = under.find(|&lower| cards[lower].rank() < RANK_MAX)
            {
                cards.swap(at, lower);
            }
        }
        for _ in 0..aces_up {
            let last = cards.iter().rposition(|card| card.rank() == 1).expect("an ace is left");
            let ace = cards.remove(last);
            assert!(self.put_up(ace), "there is a foundation for each ace");
        }
        self.rows(&cards);
    }

    fn stairs(&mut self, cards: &[Card]) {
        let columns = self.rules.columns;
        let places = (3..columns).rev().chain([columns]).flat_map(|length| 0..length);
        for (&card, at) in cards.iter().zip(places) {
            self.columns[at].push(card);
        }
    }

    fn by_kings(&mut self, cards: &[Card]) {
        let mut at = 0;
        for &card in cards {
            at += usize::from(card.rank() == RANK_MAX);
            self.columns[at].push(card);
        }
    }
}

fn rows(columns: &mut [Vec<Card>], cards: &[Card]) {
    let number = columns.len();
    cards.iter().enumerate().for_each(|(at, &card)| columns[at % number].push(card));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::GAMES;

    fn laid_out(game: &str, freecells: usize, columns: usize) -> Result<Position, NoLayout> {
        let game = NamedGame::named(game).expect("a game");
        let cards: Vec<Card> = Card::deck().collect();
        lay_out(&cards, game, Rules { freecells, columns, ..game.rules })
    }

    fn cells(game: &str, freecells: usize) -> Vec<Option<String>> {
        let board = laid_out(game, freecells, 8).expect("cells enough");
        board.cells.iter().map(|cell| cell.map(|card| card.to_string())).collect()
    }

    #[test]
    fn where_the_named_cells_are_not_there_the_first_take_the_cards() {
        let held = |names: [Option<&str>; 7]| names.map(|name| name.map(str::to_owned)).to_vec();
        let (kc, kd, kh, ks) = (Some("KC"), Some("KD"), Some("KH"), Some("KS"));
        assert_eq!(cells("eight_off", 7), held([kc, None, kd, None, kh, None, ks]));
        assert_eq!(cells("eight_off", 6), held([kc, kd, kh, ks, None, None, None])[..6]);
        assert_eq!(cells("eight_off", 4), held([kc, kd, kh, ks, None, None, None])[..4]);
        let refused = laid_out("eight_off", 3, 8).expect_err("too few").to_string();
        assert_eq!(refused, "4 cards are dealt to cells, but there are 3 (see --freecells)");
        assert_eq!(cells("seahaven", 3), held([None, kh, ks, None, None, None, None])[..3]);
        assert_eq!(cells("seahaven", 2), held([kh, ks, None, None, None, None, None])[..2]);
        assert!(laid_out("seahaven", 1, 10).is_err());
    }

    #[test]
    fn rows_go_over_the_columns_there_are() {
        let lengths = |game, columns| -> Vec<usize> {
            let board = laid_out(game, 8, columns).expect("cells enough");
            board.columns.iter().map(Vec::len).collect()
        };
        assert_eq!(lengths("fan", 18), [vec![3; 17], vec![1]].concat());
        assert_eq!(lengths("fan", 3), [26, 25, 1]);
        assert_eq!(lengths("fan", 1), [52]);
        assert_eq!(lengths("cruel", 12), [4; 12]);
        assert_eq!(lengths("cruel", 5), [10, 10, 10, 9, 9]);
        assert_eq!(lengths("seahaven", 10), [5; 10]);
        assert_eq!(lengths("forecell", 8), [6; 8]);
        assert_eq!(lengths("bakers_dozen", 13), [4; 13]);
        assert_eq!(lengths("good_measure", 10), [5; 10]);
        assert_eq!(lengths("simple_simon", 10), [8, 8, 8, 7, 6, 5, 4, 3, 2, 1]);
        let has_rows =
            |game: &&NamedGame| !matches!(game.layout, Layout::Stairs | Layout::ByKings { .. });
        for game in GAMES.iter().filter(has_rows) {
            for columns in 1..=18 {
                assert_eq!(lengths(game.name, columns).len(), columns);
            }
        }
    }

    #[test]
    fn what_is_not_laid_in_rows_keeps_its_columns_and_decks() {
        let refused = laid_out("simple_simon", 0, 9).expect_err("nine columns").to_string();
        let own = "simple_simon is dealt to 10 columns with one deck, and not otherwise";
        assert_eq!(refused, format!("{own} (see --columns and --decks)"));
        let game = NamedGame::named("der_katz").expect("a game");
        let cards: Vec<Card> = Card::deck().collect();
        let refused = lay_out(&cards, game, Rules { decks: 1, ..game.rules });
        assert_eq!(refused, Err(NoLayout::OwnColumnsOnly(game)));
    }

    #[test]
    fn a_king_changes_places_with_the_lowest_other_card_of_its_column() {
        let board = laid_out("bakers_dozen", 0, 13).expect("a deal");
        let is_king = |card: &Card| card.rank() == RANK_MAX;
        for column in &board.columns {
            assert_eq!(
                column.iter().rposition(is_king),
                column.iter().filter(|&one| is_king(one)).count().checked_sub(1)
            );
        }
    }

    /// The two aces that are dealt last may be of one suit.
    #[test]
    fn two_decks_have_two_foundations_for_the_aces_of_a_suit() {
        let game = NamedGame::named("good_measure").expect("a game");
        let mut cards: Vec<Card> = Card::deck().chain(Card::deck()).collect();
        cards.sort_by_key(|card| (card.rank() > 1, card.suit().index()));
        let rules = Rules { decks: 2, ..game.rules };
        let board = lay_out(&cards, game, rules).expect("a deal");
        assert_eq!((board.foundations, board.second_foundations), ([1, 0, 0, 0], [1, 0, 0, 0]));
        assert_eq!(board.columns.iter().map(Vec::len).sum::<usize>(), 102);
    }
}
