//! The move between two positions, for solutions that show positions and no moves.
//!
//! Nothing is guessed from what looks changed: every move of the rules from a place that lost a card
//! is tried, and the one that leads to the position shown is the move. When there is none, there is
//! no legal move between the two.

use crate::autoplay::{Autoplay, put_up};
use crate::card::RANK_MAX;
use crate::moves::{Cards, Move, Place};
use crate::position::Position;
use crate::rules::play;

/// The position after the move that leads to `shown`, if there is such a move.
pub fn step_to(position: &Position, shown: &Position, autoplay: Autoplay) -> Option<Position> {
    let from = places(position).filter(|&place| is_changed(position, shown, place));
    let moves = from.flat_map(|from| moves_from(position, from));
    moves.filter_map(|mv| after(position, &mv, autoplay)).find(|next| is_shown(next, shown))
}

/// The position after a move, if the move is legal.
fn after(position: &Position, mv: &Move, autoplay: Autoplay) -> Option<Position> {
    let mut next = position.clone();
    play(&mut next, mv).ok()?;
    if autoplay == Autoplay::MicrosoftRule {
        put_up(&mut next);
    }
    Some(next)
}

fn is_shown(position: &Position, shown: &Position) -> bool {
    position.difference(shown).is_none()
}

fn places(position: &Position) -> impl Iterator<Item = Place> {
    let columns = (0..position.columns.len()).map(Place::Column);
    columns.chain((0..position.cells.len()).map(Place::Cell))
}

/// A card leaves its source for good: automatic moves only put cards up.
fn is_changed(position: &Position, shown: &Position, place: Place) -> bool {
    match place {
        Place::Column(column) => shown.columns.get(column) != Some(&position.columns[column]),
        Place::Cell(cell) => {
            position.cells[cell].is_some()
                && shown.cells.get(cell).copied().flatten() != position.cells[cell]
        }
        Place::Foundations => false,
    }
}

/// Every move from a place that could be legal, of each number of cards.
fn moves_from(position: &Position, from: Place) -> impl Iterator<Item = Move> {
    let cards_max = match from {
        Place::Column(column) => position.columns[column].len().min(usize::from(RANK_MAX)),
        _ => 1,
    };
    let at_once = position.rules.cards_up_at_once();
    places(position).chain([Place::Foundations]).flat_map(move |to| {
        let cards = match to {
            Place::Column(_) => 1..=cards_max,
            Place::Cell(_) => 1..=cards_max.min(1),
            Place::Foundations => at_once..=at_once,
        };
        cards.map(move |cards| Move { written: "".into(), from, to, cards: Cards::Count(cards) })
    })
}
