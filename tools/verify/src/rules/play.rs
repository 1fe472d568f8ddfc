//! The moves: which are legal and what they do.
//!
//! A single card goes on a card one rank higher, of the other colour, of the same suit or of any as
//! the rules say, into an empty cell, into an empty column if the rules let it, or onto a foundation
//! of its suit when it is next there. Cards never leave the foundations.
//!
//! Where runs of one suit move as one, the foundations take nothing but a whole suit at once. A
//! sequence of several runs is then short for moves of runs, as one of several cards is elsewhere for
//! moves of cards: by way of the empty columns `2^(empty columns)` runs can go, one if these do not
//! take every card.
//!
//! Between two columns the notation moves as many cards as fit. Where sequences are limited that is
//! short for single moves: `(free cells + 1) * 2^(empty columns)` cards, where an empty target
//! column does not count, and `free cells + 1` where empty columns do not take every card. Onto a
//! card the number of cards follows from the ranks; into an empty column it is the longest sequence
//! that fits (one run where runs move as one), or that down from a king where only kings may go there. Formats that tell the number or
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
    } else if mv.to == Place::Foundations && position.rules.cards_up_at_once() > 1 {
        let column = whole_suit(position, mv.from, told)?;
        for _ in 0..position.rules.cards_up_at_once() {
            let card = position.columns[column].pop().expect("the cards of a suit");
            put(position, card, Place::Foundations);
        }
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

/// The moves that a name of `fc-solve` may mean, when it leaves that open: the numbers of cards that
/// may go to an empty column, the largest first; or the columns that a whole suit may go up from.
pub fn possible_readings(position: &Position, mv: &Move) -> Vec<Move> {
    let is_legal = check_places(position, mv).is_ok();
    match (mv.from, mv.to, &mv.cards) {
        (Place::Column(from), Place::Column(to), Cards::Any) if is_legal => {
            let numbers = possible_numbers(position, from, to);
            numbers.map(|cards| Move { cards: Cards::Count(cards), ..mv.clone() }).collect()
        }
        // A whole suit's column is counted from 0 by that program, and from 1 by others.
        (Place::Column(from), Place::Foundations, Cards::Any | Cards::OneOntoEmpty)
            if position.rules.cards_up_at_once() > 1 =>
        {
            let columns = (from..position.columns.len()).take(2).map(Place::Column);
            let whole = columns.filter(|&from| whole_suit(position, from, None).is_ok());
            whole.map(|from| Move { from, ..mv.clone() }).collect()
        }
        _ => Vec::new(),
    }
}

/// The numbers of cards that can go from one column to another that is empty, if there are several.
fn possible_numbers(
    position: &Position,
    from: usize,
    to: usize,
) -> impl Iterator<Item = usize> + use<> {
    let (rules, column) = (position.rules, &position.columns[from]);
    let is_open = position.columns[to].is_empty() && rules.fill == Fill::Any;
    let fits = |&cards: &usize| is_open && runs(rules, column, cards) <= room_for(position, to);
    let longest = (2..=sequence_length(rules, column)).rev().find(fits);
    (1..=longest.unwrap_or(0)).rev()
}

/// The column that ends with a whole suit, which may go up.
fn whole_suit(position: &Position, from: Place, told: Option<usize>) -> Result<usize, Illegal> {
    let (column, run) = match from {
        Place::Column(column) => (column, run_length(position.rules, &position.columns[column])),
        Place::Cell(_) | Place::Foundations => (0, 1),
    };
    let cards = told.unwrap_or(run);
    let whole = position.rules.cards_up_at_once();
    if (cards, run) == (whole, whole) {
        Ok(column)
    } else {
        Err(Illegal::NotWholeSuit { cards, from })
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
    let moves_as_one = match mv.to {
        Place::Column(_) => position.rules.sequences != Sequences::Limited,
        Place::Foundations => position.rules.cards_up_at_once() > 1,
        Place::Cell(_) => false,
    };
    if let (Place::Column(from), true) = (mv.from, moves_as_one) {
        let column = &position.columns[from];
        // No two cards of a sequence are of one rank, so its twin is not meant.
        let sequence = column.iter().rev().take(sequence_length(position.rules, column));
        if let Some(above) = sequence.into_iter().position(|&one| one == card) {
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
    let run = sequence_length(position.rules, column);
    if cards == 0 || cards > run {
        return Err(Illegal::NotInSequence { cards, run, from: Place::Column(from) });
    }
    check_target(position, column[column.len() - cards], Place::Column(to))?;
    check_number(position, from, to, cards)
}

/// Whether the free room lets so many cards in sequence go to a column.
fn check_number(
    position: &Position,
    from: usize,
    to: usize,
    cards: usize,
) -> Result<usize, Illegal> {
    let rules = position.rules;
    let fit = room_for(position, to);
    let runs = runs(rules, &position.columns[from], cards);
    if runs <= fit {
        return Ok(cards);
    }
    let free_cells = position.free_cells();
    let empty_columns = (rules.fill == Fill::Any).then(|| other_empty(position, to));
    Err(match rules.sequences {
        Sequences::Runs => Illegal::TooManyRuns { cards, runs, fit, empty_columns },
        _ => Illegal::TooManyCards { cards, fit, free_cells, empty_columns },
    })
}

/// The number of runs in sequence that may go to a column at once.
fn room_for(position: &Position, to: usize) -> usize {
    position.rules.runs_that_fit(position.free_cells(), other_empty(position, to))
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
            if position.takes(card) {
                return Ok(());
            }
            let reached = position.foundations_of(card.suit()).collect();
            Err(Illegal::NotNext { card, reached })
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
    let last = |cards: usize| &column[column.len() - cards..];
    let Some(&target) = position.columns[to].last() else {
        let cards = match rules.sequences {
            Sequences::Limited => sequence_length(rules, column),
            Sequences::Unlimited | Sequences::Runs => run_length(rules, column),
        };
        check_column(position, last(cards)[0], to)?;
        // With kings only, the sequence moves from its king down or not at all.
        return match (rules.fill, rules.sequences) {
            (Fill::Any, Sequences::Limited) => Ok(cards.min(room_for(position, to))),
            _ => check_number(position, from, to, cards),
        };
    };
    let run = last(sequence_length(rules, column));
    let Some(at) = run.iter().position(|&card| rules.goes_on(card, target)) else {
        return Err(no_card_goes_on(rules.build, run, target));
    };
    check_number(position, from, to, run.len() - at)
}

/// The cards at the end of a column that lie in sequence.
fn sequence_length(rules: Rules, column: &[Card]) -> usize {
    let is_one = |pair: &&[Card]| rules.lies_in_sequence(pair[1], pair[0]);
    column.len().min(1) + column.windows(2).rev().take_while(is_one).count()
}

/// The cards at the end of a column that move as one; a single one where sequences are limited.
fn run_length(rules: Rules, column: &[Card]) -> usize {
    let is_one = |pair: &&[Card]| rules.is_one_run(pair[1], pair[0]);
    column.len().min(1) + column.windows(2).rev().take_while(is_one).count()
}

/// How many runs the last cards of a column are, at least one card.
fn runs(rules: Rules, column: &[Card], cards: usize) -> usize {
    let cards = &column[column.len() - cards..];
    1 + cards.windows(2).filter(|pair| !rules.is_one_run(pair[1], pair[0])).count()
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
        Place::Foundations => position.raise(card),
    }
}

#[cfg(test)]
#[path = "play_tests.rs"]
mod tests;
