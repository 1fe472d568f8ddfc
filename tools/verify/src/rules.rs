//! The rules: which moves are legal and what they do.
//!
//! A single card goes on a card of the other colour one rank higher, into an empty cell, onto an
//! empty column, or onto the foundation of its suit when it is next there. Cards never leave the
//! foundations.
//!
//! Between two columns the notation moves as many cards as fit, which is short for single moves
//! through free cells and empty columns: `(free cells + 1) * 2^(empty columns)` cards, where an
//! empty target column does not count. Onto a card the number of cards follows from the ranks; onto
//! an empty column it is the longest run that fits. Formats that tell the number or name the cards
//! are taken at their word.
//!
//! Every check comes before the first change, so an illegal move leaves the position as it was.

use crate::card::Card;
use crate::illegal::Illegal;
use crate::moves::{Cards, Move, Place};
use crate::position::Position;

/// Plays a move, or says why it is illegal.
pub fn play(position: &mut Position, mv: &Move) -> Result<(), Illegal> {
    check_places(position, mv)?;
    let top = movable(position, mv.from)?;
    if let Cards::Named(named) = &mv.cards {
        check_names(position, mv.from, top, named)?;
    }
    if let (Place::Column(from), Place::Column(to)) = (mv.from, mv.to) {
        let cards = match told(position, to, &mv.cards) {
            Some(cards) => check_run(position, from, to, cards)?,
            None => cards_to_move(position, from, to)?,
        };
        let at = position.columns[from].len() - cards;
        let run = position.columns[from].split_off(at);
        position.columns[to].extend(run);
    } else {
        if let Some(cards) = told(position, 0, &mv.cards).filter(|&cards| cards != 1) {
            return Err(Illegal::NotOneCard { cards });
        }
        check_target(position, top, mv.to)?;
        take(position, mv.from);
        put(position, top, mv.to);
    }
    Ok(())
}

/// The numbers of cards that a move may be of, when it does not say and more than one is possible;
/// the largest first.
pub fn possible_numbers(position: &Position, mv: &Move) -> Vec<usize> {
    let (Place::Column(from), Place::Column(to), Cards::Any) = (mv.from, mv.to, &mv.cards) else {
        return Vec::new();
    };
    let is_legal = check_places(position, mv).is_ok() && movable(position, mv.from).is_ok();
    if !is_legal || !position.columns[to].is_empty() {
        return Vec::new();
    }
    match cards_to_move(position, from, to) {
        Ok(longest) if longest > 1 => (1..=longest).rev().collect(),
        _ => Vec::new(),
    }
}

/// The number of cards as far as the solution tells it.
fn told(position: &Position, to: usize, cards: &Cards) -> Option<usize> {
    match cards {
        Cards::Longest | Cards::Any => None,
        Cards::OneOntoEmpty => position.columns.get(to).is_some_and(Vec::is_empty).then_some(1),
        Cards::Count(cards) => Some(*cards),
        Cards::Named(named) => Some(named.len()),
    }
}

/// The cards that the solution names must lie at the source, the last of them on top.
fn check_names(position: &Position, from: Place, top: Card, named: &[Card]) -> Result<(), Illegal> {
    if let &[named] = named {
        return if named == top { Ok(()) } else { Err(Illegal::OtherCard { named, top, from }) };
    }
    let is_there = match from {
        Place::Column(column) => position.columns[column].ends_with(named),
        _ => false,
    };
    if is_there { Ok(()) } else { Err(Illegal::OtherCards { named: named.to_vec(), from }) }
}

/// Whether so many cards may go from one column to another.
fn check_run(position: &Position, from: usize, to: usize, cards: usize) -> Result<usize, Illegal> {
    let column = &position.columns[from];
    let run = run_length(column);
    if cards == 0 || cards > run {
        return Err(Illegal::NotInSequence { cards, run, from: Place::Column(from) });
    }
    check_target(position, column[column.len() - cards], Place::Column(to))?;
    let free_cells = position.free_cells();
    let target_empty = usize::from(position.columns[to].is_empty());
    let empty_columns = position.empty_columns() - target_empty;
    let fit = cards_that_fit(free_cells, empty_columns);
    if cards > fit {
        return Err(Illegal::TooManyCards { cards, fit, free_cells, empty_columns });
    }
    Ok(cards)
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

/// How many cards the standard notation moves between two columns, the first of them not empty.
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
