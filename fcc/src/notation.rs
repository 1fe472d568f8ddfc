//! Places and moves as people write them: columns `1` to `13`, cells `a` to `m` without `h`, and `h`
//! for the foundations.
//!
//! The moves of a state know kinds of places only. Here they are put on a board, where every column
//! and cell has a name.

use crate::arrival::Arrival;
use crate::board::Board;
use crate::card::Card;
use crate::convert::state_of;
use crate::game::Game;
use crate::group::Group;
use crate::planes::Place;
use crate::rules::Prune;
use std::fmt;

/// A named place of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// A column, counted from 0.
    Column(usize),
    /// A cell, counted from 0.
    Cell(usize),
    Foundation,
}

/// The letters of the cells: `h` means the foundations.
const CELL_LETTERS: &[u8; 12] = b"abcdefgijklm";

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Spot::Column(index) => write!(f, "{}", index + 1),
            Spot::Cell(index) => write!(f, "{}", CELL_LETTERS[index] as char),
            Spot::Foundation => f.write_str("h"),
        }
    }
}

/// One legal move of one card on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalMove {
    pub card: Card,
    pub from: Spot,
    pub to: Spot,
    /// Whether it changes no digit.
    pub reversible: bool,
    /// Whether it is a safe foundation move, which the search makes at once.
    pub safe: bool,
}

/// All legal moves of single cards on a board of this game, one for each state that can result:
/// empty columns and empty cells are not told apart. Ordered by where the card is.
///
/// # Panics
/// When the board is no position of the game.
pub fn legal_moves(game: &Game, board: &Board) -> Vec<LegalMove> {
    let free = Game::new(game.deal().clone(), Prune::None);
    let state = state_of(&free, board).expect("a position of the game");
    let group = Group::new(&free, state.fingerprint);
    let moves = group.context().moves(state.a, state.b);
    let safe = game.rules().safe_up(state.fingerprint.founded, game.prune());
    let mut list = Vec::new();
    let mut add = |plane: u64, to: Spot, reversible: bool| {
        let card = Card::from_index(plane.trailing_zeros() as usize);
        let safe = to == Spot::Foundation && safe & plane != 0;
        list.push(LegalMove { card, from: spot_of(board, card), to, reversible, safe });
    };
    moves.reversible.for_each(|card, place| add(card, target(board, card, place), true));
    moves.unsticking.for_each(|card, place| add(card, target(board, card, place), false));
    Card::in_plane(moves.up).for_each(|card| add(card.bit(), Spot::Foundation, false));
    list.sort_by_key(|step| (step.from, step.to));
    list
}

/// Whether the search would carry the board on through a safe move at once.
pub fn is_forced(game: &Game, board: &Board) -> bool {
    let state = state_of(game, board).expect("a position of the game");
    Arrival::of_state(game, state).carried(game).state != state
}

fn spot_of(board: &Board, card: Card) -> Spot {
    let column = board.columns().iter().position(|column| column.last() == Some(&card));
    let cell = || board.cells().iter().position(|&cell| cell == Some(card));
    column.map(Spot::Column).or_else(|| cell().map(Spot::Cell)).expect("a card in reach")
}

fn target(board: &Board, card: u64, place: Place) -> Spot {
    let card = Card::from_index(card.trailing_zeros() as usize);
    let column = |wanted: &dyn Fn(Option<Card>) -> bool| {
        let index = board.columns().iter().position(|column| wanted(column.last().copied()));
        Spot::Column(index.expect("a legal move has a target"))
    };
    match place {
        Place::Cell => {
            let empty = board.cells().iter().position(Option::is_none);
            Spot::Cell(empty.expect("a legal move has a target"))
        }
        Place::Bottom => column(&|top| top.is_none()),
        on_parent => column(&|top| {
            top.is_some_and(|parent| {
                board.rules().goes_on(card, parent) && Place::on(parent) == on_parent
            })
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_a_deal_are_named() {
        let board = Board::deal(1, 1).expect("in range");
        let game = Game::new(board.clone(), Prune::Safe);
        let moves = legal_moves(&game, &board);
        let names: Vec<String> =
            moves.iter().map(|step| format!("{}{}", step.from, step.to)).collect();
        // The tops 6S 9C 2H 6H 6C 3D 8C TC were all dealt on cards that are no parents, and none
        // of them goes on another.
        assert_eq!(names, ["1a", "2a", "3a", "4a", "5a", "6a", "7a", "8a"]);
        assert!(moves.iter().all(|step| !step.reversible && !step.safe));
    }

    #[test]
    fn cells_skip_the_letter_of_the_foundations() {
        let names: String = (0..12).map(|cell| Spot::Cell(cell).to_string()).collect();
        assert_eq!(names, "abcdefgijklm");
        assert_eq!(Spot::Column(12).to_string(), "13");
        assert_eq!(Spot::Foundation.to_string(), "h");
    }
}
