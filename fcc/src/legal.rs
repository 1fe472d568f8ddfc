//! The legal moves of any board, found by asking the rule book ([`Board::play`]) about every place.
//!
//! [`crate::notation::legal_moves`] asks the planes, and knows what a move is for the search by layers. This asks
//! nobody but the board, so that it has an answer for every game, for people who look at a position. It is not fast.

use crate::board::Board;
use crate::notation::{Kind, Move, Spot};
use crate::rules::{Prune, Sequences};

/// All legal moves of single cards, and of sequences and whole suits where they move as one, ordered by where the
/// cards are. Empty columns and empty cells are not told apart, and a move that only changes the order of columns or
/// cells is none. A move is reversible if the rules allow to take it back.
pub fn legal_moves(board: &Board, prune: Prune) -> Vec<(Move, Kind)> {
    let columns = (0..board.columns().len()).map(Spot::Column);
    let cells = (0..board.cells().len()).map(Spot::Cell);
    let mut list = Vec::new();
    for from in columns.chain(cells) {
        for cards in counts(board, from) {
            for to in targets(board) {
                list.extend(named(board, from, to, cards, prune));
            }
        }
    }
    list.sort_by_key(|(one, _)| (one.from, one.to));
    list
}

/// How many cards may leave a place together.
fn counts(board: &Board, from: Spot) -> std::ops::RangeInclusive<usize> {
    let most = match board.rules().sequences {
        Sequences::Limited => 1,
        Sequences::Unlimited | Sequences::Runs => usize::MAX,
    };
    1..=board.pile(from).len().min(most)
}

/// The places that cards may go to: of those that are empty, one column and one cell.
fn targets(board: &Board) -> Vec<Spot> {
    let is_empty = |spot: &Spot| board.pile(*spot).is_empty();
    let columns: Vec<Spot> = (0..board.columns().len()).map(Spot::Column).collect();
    let first_empty = columns.iter().copied().find(is_empty);
    let cell = (0..board.cells().len()).map(Spot::Cell).find(is_empty);
    let filled = columns.into_iter().filter(|column| !is_empty(column));
    filled.chain(first_empty).chain(cell).chain([Spot::Foundation]).collect()
}

fn named(board: &Board, from: Spot, to: Spot, cards: usize, prune: Prune) -> Option<(Move, Kind)> {
    let pile = board.pile(from);
    let is_the_same = match (from, to) {
        (Spot::Column(_), Spot::Column(_)) => cards == pile.len() && board.pile(to).is_empty(),
        (Spot::Cell(_), Spot::Cell(_)) => true,
        _ => false,
    };
    if is_the_same {
        return None;
    }
    let one = Move { cards: pile[pile.len() - cards..].to_vec(), from, to };
    let mut after = board.clone();
    after.play(&one).ok()?;
    let foundations = [board.foundations(), board.second_foundations()];
    let kind = match to {
        Spot::Foundation
            if prune == Prune::Safe && board.rules().is_safe_up(one.card(), foundations) =>
        {
            Kind::Safe
        }
        Spot::Foundation => Kind::Irreversible,
        _ => {
            let back = Move { cards: one.cards.clone(), from: to, to: from };
            if after.play(&back).is_ok() { Kind::Reversible } else { Kind::Irreversible }
        }
    };
    Some((one, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::DealName;
    use crate::game::Game;
    use crate::rules::GAMES;

    #[test]
    fn boards_on_planes_have_the_moves_that_the_planes_have() {
        for game in GAMES.iter().filter(|game| game.rules.is_on_planes()) {
            let name = DealName { game, numbering: Default::default(), number: 3 };
            let mut board = name.board(game.rules).expect("a deal");
            let planes = Game::new(board.clone(), Prune::Safe);
            for turn in 0..60 {
                let moves = legal_moves(&board, Prune::Safe);
                assert_eq!(moves, crate::notation::legal_moves(&planes, &board), "{board}");
                let Some((one, _)) = moves.get(turn * 7 % moves.len().max(1)) else { break };
                board.make(one);
            }
        }
    }

    #[test]
    fn whole_suits_go_up_as_one_and_parts_of_runs_move() {
        let text = "Foundations: H-K C-0 D-K S-K\n: KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC\n:\n:\n:\n:\n:\n:\n:\n:\n:\n\
                    # game: simple_simon\n";
        let board = Board::read(text, &Default::default()).expect("a board");
        let moves = legal_moves(&board, Prune::Safe);
        // Twelve parts go to an empty column, and all of it up.
        assert_eq!(moves.len(), 13);
        let up = moves.iter().filter(|(one, _)| one.to == Spot::Foundation);
        assert_eq!(up.map(|(one, _)| one.cards.len()).collect::<Vec<_>>(), [13]);
    }
}
