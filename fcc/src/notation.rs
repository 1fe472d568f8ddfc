//! Places and moves as people write them: columns `1` to `18`, cells `a` to `m` without `h`, and `h`
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
use crate::trace::Step;
use std::fmt;

/// A named place of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// A column, counted from 0.
    Column(usize),
    /// A cell, counted from 0.
    Cell(usize),
    /// The foundations; a move does not say which, since its card does.
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

impl Spot {
    /// The place with this name.
    pub fn of_name(name: &str) -> Option<Spot> {
        match name.as_bytes() {
            b"h" => Some(Spot::Foundation),
            [b'1'..=b'9', ..] => Some(Spot::Column(name.parse::<usize>().ok()? - 1)),
            [letter] => CELL_LETTERS.iter().position(|cell| cell == letter).map(Spot::Cell),
            _ => None,
        }
    }
}

/// A move of one card, or of a sequence, between two places of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The deepest first.
    pub cards: Vec<Card>,
    /// The place that the cards leave.
    pub from: Spot,
    /// The place that they go to.
    pub to: Spot,
}

impl Move {
    /// The deepest of its cards.
    pub fn card(&self) -> Card {
        self.cards[0]
    }
}

impl fmt::Display for Move {
    /// In standard notation: `26`, `a5`, `3h`; with a dash where a column has two digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from.to_string(), self.to.to_string());
        let dash = if from.len() > 1 || to.len() > 1 { "-" } else { "" };
        write!(f, "{from}{dash}{to}")
    }
}

/// The places of a move with this name: `26`, `a5`, `3h`, `10-a`.
pub fn places_of(name: &str) -> Option<(Spot, Spot)> {
    let (from, to) = name.split_once('-').or_else(|| name.split_at_checked(1))?;
    Some((Spot::of_name(from)?, Spot::of_name(to)?))
}

/// What a legal move is for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It changes no digit.
    Reversible,
    /// It changes a digit, and the search does not make it at once.
    Irreversible,
    /// A safe foundation move, which the search makes at once.
    Safe,
}

/// All legal moves of single cards on a board of this game, one for each state that can result:
/// empty columns and empty cells are not told apart. Ordered by where the card is. Where sequences move as
/// one, moves of sequences are among them.
///
/// # Panics
/// When the board is no position of the game.
pub fn legal_moves(game: &Game, board: &Board) -> Vec<(Move, Kind)> {
    let free = Game::new(game.deal().clone(), Prune::None);
    let state = state_of(&free, board).expect("a position of the game");
    let group = Group::new(&free, state.fingerprint);
    let moves = group.context().moves(state.planes);
    let safe = game.rules().safe_up(state.fingerprint.founded, game.prune());
    let mut list = Vec::new();
    let mut add = |card: u64, place: Option<Place>, kind: Kind| {
        let one = board.named(Step::of(card, place)).expect("a legal move has its places");
        list.push((one, kind));
    };
    moves.reversible.for_each(|card, place| add(card, Some(place), Kind::Reversible));
    moves.unsticking.for_each(|card, place| add(card, Some(place), Kind::Irreversible));
    for card in Card::in_plane(moves.up).map(Card::bit) {
        add(card, None, if safe & card != 0 { Kind::Safe } else { Kind::Irreversible });
    }
    list.sort_by_key(|(one, _)| (one.from, one.to));
    list
}

/// Whether the search would carry the board on through a safe move at once.
pub fn is_forced(game: &Game, board: &Board) -> bool {
    let state = state_of(game, board).expect("a position of the game");
    Arrival::of_state(game, state).carried(game).state != state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_a_deal_are_named() {
        let board = Board::deal(1, 1).expect("in range");
        let game = Game::new(board.clone(), Prune::Safe);
        let moves = legal_moves(&game, &board);
        let names: Vec<String> = moves.iter().map(|(one, _)| one.to_string()).collect();
        // The tops 6S 9C 2H 6H 6C 3D 8C TC were all dealt on cards that are no parents, and none
        // of them goes on another.
        assert_eq!(names, ["1a", "2a", "3a", "4a", "5a", "6a", "7a", "8a"]);
        assert!(moves.iter().all(|&(_, kind)| kind == Kind::Irreversible));
    }

    #[test]
    fn cells_skip_the_letter_of_the_foundations() {
        let names: String = (0..12).map(|cell| Spot::Cell(cell).to_string()).collect();
        assert_eq!(names, "abcdefgijklm");
        assert_eq!(Spot::Column(17).to_string(), "18");
        assert_eq!(Spot::Foundation.to_string(), "h");
        let places = [Spot::Column(0), Spot::Column(17), Spot::Cell(11), Spot::Foundation];
        assert!(places.iter().all(|place| Spot::of_name(&place.to_string()) == Some(*place)));
        for (name, from, to) in [("18-1", 17, 0), ("2-17", 1, 16), ("12-11", 11, 10)] {
            let places = (Spot::Column(from), Spot::Column(to));
            assert_eq!(places_of(name), Some(places));
            let one = Move { cards: Vec::new(), from: places.0, to: places.1 };
            assert_eq!(one.to_string(), name);
        }
    }
}
