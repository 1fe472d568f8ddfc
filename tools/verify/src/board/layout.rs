//! Laying out a deal: from the order in which the cards are dealt to a board.
//!
//! Cards go row by row: card *i* of those that go to columns lies on column *i* modulo their number.
//! What else a game does is its [`Layout`]. With other numbers of cells or columns than the game's
//! own the layout stays the same; where the cells that it names are not there, its cards go to the
//! first ones.

use std::fmt;

use crate::card::Card;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::games::Layout;

/// Fewer cells than cards that a layout puts into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFewCells {
    /// The cards that the layout puts into cells.
    pub cards: usize,
    /// The cells that there are.
    pub freecells: usize,
}

impl fmt::Display for TooFewCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooFewCells { cards, freecells } = self;
        write!(f, "{cards} cards are dealt to cells, but there are {freecells} (see --freecells)")
    }
}

/// The board of a whole deck in the order dealt.
pub fn lay_out(cards: &[Card], layout: Layout, rules: Rules) -> Result<Position, TooFewCells> {
    let mut columns = vec![Vec::new(); rules.columns];
    let mut cells = vec![None; rules.freecells];
    let mut foundations = [0; 4];
    match layout {
        Layout::Rows => rows(&mut columns, cards),
        Layout::RowsAndCells(slots) => {
            if slots.len() > rules.freecells {
                let freecells = rules.freecells;
                return Err(TooFewCells { cards: slots.len(), freecells });
            }
            let (to_columns, to_cells) = cards.split_at(cards.len() - slots.len());
            rows(&mut columns, to_columns);
            let has_slots = slots.iter().all(|&slot| slot < rules.freecells);
            for (at, &card) in to_cells.iter().enumerate() {
                cells[if has_slots { slots[at] } else { at }] = Some(card);
            }
        }
        // A single column takes them all.
        Layout::RowsAndOne if rules.columns == 1 => rows(&mut columns, cards),
        Layout::RowsAndOne => {
            let (in_rows, last) = cards.split_at(cards.len() - 1);
            let (others, last_column) = columns.split_at_mut(rules.columns - 1);
            rows(others, in_rows);
            rows(last_column, last);
        }
        Layout::AcesUp => {
            foundations = [1; 4];
            let others: Vec<Card> = cards.iter().copied().filter(|card| card.rank() > 1).collect();
            rows(&mut columns, &others);
        }
    }
    Ok(Position::by(rules, columns, cells, foundations))
}

fn rows(columns: &mut [Vec<Card>], cards: &[Card]) {
    let number = columns.len();
    cards.iter().enumerate().for_each(|(at, &card)| columns[at % number].push(card));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::{GAMES, NamedGame};

    fn laid_out(game: &str, freecells: usize, columns: usize) -> Result<Position, TooFewCells> {
        let game = NamedGame::named(game).expect("a game");
        let cards: Vec<Card> = Card::deck().collect();
        lay_out(&cards, game.layout, Rules { freecells, columns, ..game.rules })
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
        for game in &GAMES {
            for columns in 1..=18 {
                assert_eq!(lengths(game.name, columns).len(), columns);
            }
        }
    }
}
