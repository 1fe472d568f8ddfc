//! The fewest moves of a small board, by breadth-first search: no bound, nothing that is made at once, no
//! exchange of suits. Positions are lists of cards, and the order of columns and cells is all that is forgotten.

use super::{Model, ModelMove, Pile};
use crate::board::Board;
use crate::rules::{Fill, Sequences};
use std::collections::HashSet;

/// What breadth-first search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortest {
    /// The fewest moves.
    Moves(u32),
    /// There is no solution.
    None,
    /// There are more positions than were allowed.
    Unknown,
}

/// Looks for the fewest moves among at most `positions_max` positions. Single cards are counted, or cards that go
/// together from a column to another as one.
pub fn shortest(board: &Board, sequences_as_one: bool, positions_max: usize) -> Shortest {
    let start = Model::from_board(board).canonical();
    let mut seen = HashSet::from([start.clone()]);
    let mut level = vec![start];
    let mut moves = 0;
    while !level.is_empty() {
        if level.iter().any(|model| model.foundations == [13; 4]) {
            return Shortest::Moves(moves);
        }
        let mut next = Vec::new();
        for model in &level {
            for after in neighbours(model, sequences_as_one) {
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        if seen.len() > positions_max {
            return Shortest::Unknown;
        }
        (level, moves) = (next, moves + 1);
    }
    Shortest::None
}

/// All positions that one move leads to.
fn neighbours(model: &Model, sequences_as_one: bool) -> Vec<Model> {
    let rules = model.rules;
    if !sequences_as_one || rules.sequences != Sequences::Limited {
        return model.moves().iter().map(|one| model.make(one).canonical()).collect();
    }
    // As if sequences moved as one, however long; then those that there is no room for are left out.
    let mut as_one = model.clone();
    as_one.rules.sequences = Sequences::Unlimited;
    let fits = |one: &&ModelMove| cards_of(model, one) <= room(model, one.to);
    let moves = as_one.moves();
    let after = |one: &ModelMove| Model { rules, ..as_one.make(one).canonical() };
    moves.iter().filter(fits).map(after).collect()
}

/// How many cards a move takes along.
fn cards_of(model: &Model, one: &ModelMove) -> usize {
    let Pile::Column(number) = one.from else { return 1 };
    let column = &model.columns[number];
    let deepest = column.iter().position(|&card| card == one.card);
    column.len() - deepest.expect("the card lies there")
}

/// How many cards could be moved there card by card.
fn room(model: &Model, to: Pile) -> usize {
    let Pile::Column(target) = to else { return 1 };
    let cells_free = model.rules.freecells as usize - model.cells.len();
    let columns = model.columns.iter().enumerate();
    let empty = columns.filter(|(number, column)| *number != target && column.is_empty()).count();
    match model.rules.fill {
        Fill::Any => (cells_free + 1) << empty,
        Fill::Kings | Fill::Nothing => cells_free + 1,
    }
}
