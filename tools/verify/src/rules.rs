//! The rules: which moves are legal and what they do.
//!
//! A single card goes on a card of the other colour one rank higher, into an empty cell, onto an
//! empty column, or onto the foundation of its suit when it is next there. Cards never leave the
//! foundations.
//!
//! Between two columns the notation moves as many cards as fit, which is short for single moves
//! through free cells and empty columns: `(free cells + 1) * 2^(empty columns)` cards, where an
//! empty target column does not count. Onto a card the number of cards follows from the ranks; onto
//! an empty column it is the longest run that fits.
//!
//! Every check comes before the first change, so an illegal move leaves the position as it was.

use crate::card::Card;
use crate::illegal::Illegal;
use crate::moves::{Move, Place};
use crate::position::Position;

/// Plays a move, or says why it is illegal.
pub fn play(position: &mut Position, mv: &Move) -> Result<(), Illegal> {
    check_places(position, mv)?;
    let top = movable(position, mv.from)?;
    match (mv.from, mv.to, mv.card) {
        (Place::Column(from), Place::Column(to), None) => {
            let cards = cards_to_move(position, from, to)?;
            let at = position.columns[from].len() - cards;
            let run = position.columns[from].split_off(at);
            position.columns[to].extend(run);
        }
        (from, to, named) => {
            if let Some(named) = named.filter(|&named| named != top) {
                return Err(Illegal::OtherCard { named, top, from });
            }
            check_target(position, top, to)?;
            take(position, from);
            put(position, top, to);
        }
    }
    Ok(())
}

/// Both places must be on the board and differ, and cards stay in the foundations.
fn check_places(position: &Position, mv: &Move) -> Result<(), Illegal> {
    if mv.from == Place::Foundations {
        return Err(Illegal::FromFoundations);
    }
    for place in [mv.from, mv.to] {
        match place {
            Place::Column(column) if column >= position.columns.len() => {
                return Err(Illegal::NoSuchColumn { place, columns: position.columns.len() });
            }
            Place::Cell(cell) if cell >= position.cells.len() => {
                return Err(Illegal::NoSuchCell { place, freecells: position.cells.len() });
            }
            _ => {}
        }
    }
    if mv.from == mv.to { Err(Illegal::SamePlace(mv.from)) } else { Ok(()) }
}

/// The card that can be taken from a place that is on the board.
fn movable(position: &Position, from: Place) -> Result<Card, Illegal> {
    let card = match from {
        Place::Column(column) => position.columns[column].last().copied(),
        Place::Cell(cell) => position.cells[cell],
        Place::Foundations => None,
    };
    card.ok_or(Illegal::Empty(from))
}

/// Whether one card may go to a place that is on the board.
fn check_target(position: &Position, card: Card, to: Place) -> Result<(), Illegal> {
    match to {
        Place::Column(column) => match position.columns[column].last() {
            Some(&target) if !card.goes_on(target) => Err(Illegal::DoesNotGoOn { card, target }),
            _ => Ok(()),
        },
        Place::Cell(cell) => match position.cells[cell] {
            Some(by) => Err(Illegal::Occupied { cell: to, by }),
            None => Ok(()),
        },
        Place::Foundations => {
            let reached = position.foundation(card.suit());
            if reached + 1 == card.rank() {
                Ok(())
            } else {
                Err(Illegal::NotNext { card, reached })
            }
        }
    }
}

/// How many cards the notation moves between two columns, the first of them not empty.
fn cards_to_move(position: &Position, from: usize, to: usize) -> Result<usize, Illegal> {
    let column = &position.columns[from];
    let run = &column[column.len() - run_length(column)..];
    let free_cells = position.free_cells();
    let empty_columns = position.empty_columns();
    let Some(&target) = position.columns[to].last() else {
        return Ok(run.len().min(cards_that_fit(free_cells, empty_columns - 1)));
    };
    let Some(at) = run.iter().position(|card| card.goes_on(target)) else {
        return Err(no_card_goes_on(run, target));
    };
    let cards = run.len() - at;
    let fit = cards_that_fit(free_cells, empty_columns);
    if cards > fit {
        return Err(Illegal::TooManyCards { cards, fit, free_cells, empty_columns });
    }
    Ok(cards)
}

/// The cards that single moves can carry from column to column.
fn cards_that_fit(free_cells: usize, empty_columns: usize) -> usize {
    (free_cells + 1) << empty_columns
}

/// The cards at the end of a column that lie in sequence.
fn run_length(column: &[Card]) -> usize {
    let steps = column.windows(2).rev().take_while(|pair| pair[1].goes_on(pair[0]));
    column.len().min(1) + steps.count()
}

/// Blames the card of the right rank if the run has one, else the whole run.
fn no_card_goes_on(run: &[Card], target: Card) -> Illegal {
    match run {
        &[card] => Illegal::DoesNotGoOn { card, target },
        _ => match run.iter().find(|card| card.rank() + 1 == target.rank()) {
            Some(&card) => Illegal::DoesNotGoOn { card, target },
            None => Illegal::RunDoesNotGoOn { run: run.to_vec(), target },
        },
    }
}

/// Takes the movable card away.
pub(crate) fn take(position: &mut Position, from: Place) {
    let taken = match from {
        Place::Column(column) => position.columns[column].pop(),
        Place::Cell(cell) => position.cells[cell].take(),
        Place::Foundations => None,
    };
    assert!(taken.is_some(), "no card to take from {}", from.words());
}

/// Puts a card where [`check_target`] allows it.
pub(crate) fn put(position: &mut Position, card: Card, to: Place) {
    match to {
        Place::Column(column) => position.columns[column].push(card),
        Place::Cell(cell) => position.cells[cell] = Some(card),
        Place::Foundations => position.foundations[card.suit().index()] = card.rank(),
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
