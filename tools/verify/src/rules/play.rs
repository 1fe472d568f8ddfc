//! The moves: which are legal and what they do.
//!
//! A single card goes on a card one rank higher, of the other colour or of the same suit as the
//! rules say, into an empty cell, into an empty column if the rules let it, or onto the foundation
//! of its suit when it is next there. Cards never leave the foundations.
//!
//! Between two columns the notation moves as many cards as fit. Where sequences are limited that is
//! short for single moves: `(free cells + 1) * 2^(empty columns)` cards, where an empty target
//! column does not count, and `free cells + 1` where empty columns do not take every card. Onto a
//! card the number of cards follows from the ranks; into an empty column it is the longest run that
//! fits, or the run down from a king where only kings may go there. Formats that tell the number or
//! name the cards are taken at their word.
//!
//! Every check comes before the first change, so an illegal move leaves the position as it was.

use super::{Build, Fill, Rules, Sequences};
use crate::card::Card;
use crate::illegal::Illegal;
use crate::moves::{Cards, Move, Place};
use crate::position::Position;

/// Plays a move, or says why it is illegal.
pub fn play(position: &mut Position, mv: &Move) -> Result<(), Illegal> {
    check_places(position, mv)?;
    let top = movable(position, mv.from)?;
    let told = number_told(position, mv, top)?;
    if let (Place::Column(from), Place::Column(to)) = (mv.from, mv.to) {
        let cards = match told {
            Some(cards) => check_run(position, from, to, cards)?,
            None => cards_to_move(position, from, to)?,
        };
        let at = position.columns[from].len() - cards;
        let run = position.columns[from].split_off(at);
        position.columns[to].extend(run);
    } else {
        if let Some(cards) = told.filter(|&cards| cards != 1) {
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
        Ok(longest) if longest > 1 && position.rules.fill == Fill::Any => {
            (1..=longest).rev().collect()
        }
        _ => Vec::new(),
    }
}

/// The number of cards as far as the solution tells it; those that it names must be there.
fn number_told(position: &Position, mv: &Move, top: Card) -> Result<Option<usize>, Illegal> {
    match &mv.cards {
        Cards::Longest | Cards::Any => Ok(None),
        Cards::OneOntoEmpty => {
            let is_empty = matches!(mv.to, Place::Column(to) if position.columns[to].is_empty());
            Ok(is_empty.then_some(1))
        }
        Cards::Count(cards) => Ok(Some(*cards)),
        Cards::Named(named) => {
            check_names(position, mv.from, top, named).map(|()| Some(named.len()))
        }
        Cards::From(card) => number_from(position, mv, top, *card).map(Some),
    }
}

/// How many cards move when the solution names the highest of them.
fn number_from(position: &Position, mv: &Move, top: Card, card: Card) -> Result<usize, Illegal> {
    if let (Place::Column(from), Place::Column(_)) = (mv.from, mv.to)
        && position.rules.sequences == Sequences::Unlimited
    {
        let column = &position.columns[from];
        let run = column.iter().rev().take(run_length(position.rules, column));
        if let Some(above) = run.into_iter().position(|&one| one == card) {
            return Ok(above + 1);
        }
    }
    check_names(position, mv.from, top, &[card]).map(|()| 1)
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
    let run = run_length(position.rules, column);
    if cards == 0 || cards > run {
        return Err(Illegal::NotInSequence { cards, run, from: Place::Column(from) });
    }
    check_target(position, column[column.len() - cards], Place::Column(to))?;
    check_number(position, to, cards)
}

/// Whether the free room lets so many cards in sequence go to a column.
fn check_number(position: &Position, to: usize, cards: usize) -> Result<usize, Illegal> {
    let fit = room_for(position, to);
    if cards <= fit {
        return Ok(cards);
    }
    let free_cells = position.free_cells();
    let empty_columns = (position.rules.fill == Fill::Any).then(|| other_empty(position, to));
    Err(Illegal::TooManyCards { cards, fit, free_cells, empty_columns })
}

/// The number of cards in sequence that may go to a column at once.
fn room_for(position: &Position, to: usize) -> usize {
    position.rules.cards_that_fit(position.free_cells(), other_empty(position, to))
}

/// The empty columns beside the target.
fn other_empty(position: &Position, to: usize) -> usize {
    position.empty_columns() - usize::from(position.columns[to].is_empty())
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
        Place::Column(column) => check_column(position, card, column),
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

/// Whether one card may go to a column.
fn check_column(position: &Position, card: Card, column: usize) -> Result<(), Illegal> {
    let rules = position.rules;
    match position.columns[column].last() {
        Some(&target) if !rules.goes_on(card, target) => {
            Err(Illegal::DoesNotGoOn { card, target, build: rules.build })
        }
        None if !rules.opens_column(card) => Err(Illegal::DoesNotOpen { card, fill: rules.fill }),
        _ => Ok(()),
    }
}

/// How many cards the standard notation moves between two columns, the first of them not empty.
fn cards_to_move(position: &Position, from: usize, to: usize) -> Result<usize, Illegal> {
    let rules = position.rules;
    let column = &position.columns[from];
    let run = &column[column.len() - run_length(rules, column)..];
    let Some(&target) = position.columns[to].last() else {
        check_column(position, run[0], to)?;
        // With kings only, the run moves from its king down or not at all.
        let longest = run.len().min(room_for(position, to));
        return if rules.fill == Fill::Any {
            Ok(longest)
        } else {
            check_number(position, to, run.len())
        };
    };
    let Some(at) = run.iter().position(|&card| rules.goes_on(card, target)) else {
        return Err(no_card_goes_on(rules.build, run, target));
    };
    check_number(position, to, run.len() - at)
}

/// The cards at the end of a column that lie in sequence.
fn run_length(rules: Rules, column: &[Card]) -> usize {
    let steps = column.windows(2).rev().take_while(|pair| rules.goes_on(pair[1], pair[0]));
    column.len().min(1) + steps.count()
}

/// Blames the card of the right rank if the run has one, else the whole run.
fn no_card_goes_on(build: Build, run: &[Card], target: Card) -> Illegal {
    match run {
        &[card] => Illegal::DoesNotGoOn { card, target, build },
        _ => match run.iter().find(|card| card.rank() + 1 == target.rank()) {
            Some(&card) => Illegal::DoesNotGoOn { card, target, build },
            None => Illegal::RunDoesNotGoOn { run: run.to_vec(), target, build },
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
#[path = "play_tests.rs"]
mod tests;
