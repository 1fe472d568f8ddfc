//! Playing moves on a board, by the rules of the game and nothing else.
//!
//! A path that was traced is a list of cards and kinds of places. Here it is played on lists of cards,
//! where every column and cell has a name, and every move is checked against the sentence of the rule
//! book: the last thing before it is printed. No plane and no mask is in this file.

use crate::board::Board;
use crate::card::{CARDS, Card};
use crate::notation::Spot;
use crate::planes::Place;
use crate::trace::{Step, To};
use std::fmt;

/// The move of one card between named places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub card: Card,
    pub from: Spot,
    pub to: Spot,
}

impl fmt::Display for Played {
    /// In standard notation: `26`, `a5`, `3h`; with a dash where a column has two digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from.to_string(), self.to.to_string());
        let dash = if from.len() > 1 || to.len() > 1 { "-" } else { "" };
        write!(f, "{from}{dash}{to}")
    }
}

/// A move that the rules do not allow: the path is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalStep {
    /// Its number, counted from 1.
    pub number: usize,
    pub card: Card,
    pub reason: &'static str,
}

impl fmt::Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}, of {}: {}", self.number, self.card, self.reason)
    }
}

impl std::error::Error for IllegalStep {}

/// Plays all steps from a board. Returns the moves with their places and the board they lead to.
pub fn replay(board: &Board, steps: &[Step]) -> Result<(Vec<Played>, Board), IllegalStep> {
    let mut columns = board.columns().to_vec();
    let mut cells = board.cells().to_vec();
    let mut foundations = board.foundations();
    let mut moves = Vec::with_capacity(steps.len());
    for (index, &Step { card, to }) in steps.iter().enumerate() {
        let illegal = |reason| IllegalStep { number: index + 1, card, reason };
        let column = columns.iter().position(|column| column.last() == Some(&card));
        let cell = cells.iter().position(|&cell| cell == Some(card));
        let from = match (column, cell) {
            (Some(column), _) => Spot::Column(column),
            (None, Some(cell)) => Spot::Cell(cell),
            (None, None) => return Err(illegal("the card is not free to move")),
        };
        let to = match to {
            To::Up if foundations[card.suit().index()] + 1 == card.rank() => Spot::Foundation,
            To::Up => return Err(illegal("its foundation is not waiting for it")),
            To::Place(Place::Cell) => {
                let free = cells.iter().position(|cell| cell.is_none());
                Spot::Cell(free.ok_or_else(|| illegal("no cell is free"))?)
            }
            To::Place(Place::Bottom) => {
                let empty = columns.iter().position(|column| column.is_empty());
                Spot::Column(empty.ok_or_else(|| illegal("no column is empty"))?)
            }
            To::Place(on_parent) => {
                let takes = |parent: &Card| {
                    board.rules().goes_on(card, *parent) && Place::on(*parent) == on_parent
                };
                let column = columns.iter().position(|column| column.last().is_some_and(takes));
                Spot::Column(column.ok_or_else(|| illegal("no card it goes on is free"))?)
            }
        };
        if from == to {
            return Err(illegal("it is there already"));
        }
        match from {
            Spot::Column(column) => drop(columns[column].pop()),
            Spot::Cell(cell) => cells[cell] = None,
            Spot::Foundation => unreachable!("cards in foundations are not free"),
        }
        match to {
            Spot::Column(column) => columns[column].push(card),
            Spot::Cell(cell) => cells[cell] = Some(card),
            Spot::Foundation => foundations[card.suit().index()] = card.rank(),
        }
        moves.push(Played { card, from, to });
    }
    Ok((moves, Board::from_parts(board.rules(), columns, cells, foundations)))
}

/// Whether all cards are in the foundations.
pub fn is_won(board: &Board) -> bool {
    board.foundations().iter().map(|&rank| usize::from(rank)).sum::<usize>() == CARDS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ReadOptions;

    fn board() -> Board {
        let text = "Foundations: H-Q C-K D-Q S-J\nFreecells: --\n: KS\n: KD QS\n: KH\n:\n";
        Board::read(text, &ReadOptions::default()).expect("a board")
    }

    fn card(name: &str) -> Card {
        Card::all().find(|card| card.to_string() == name).expect("a card")
    }

    fn step(name: &str, to: To) -> Step {
        Step { card: card(name), to }
    }

    #[test]
    fn moves_get_the_names_of_their_places() {
        let steps = [
            step("QS", To::Place(Place::Cell)),
            step("QS", To::Place(Place::HighParent)),
            step("QS", To::Place(Place::Bottom)),
            step("QS", To::Up),
            step("KD", To::Up),
            step("KS", To::Up),
            step("KH", To::Up),
        ];
        let (moves, end) = replay(&board(), &steps).expect("legal moves");
        let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["2a", "a3", "34", "4h", "2h", "1h", "3h"]);
        assert!(is_won(&end) && !is_won(&board()));
    }

    #[test]
    fn every_rule_is_checked() {
        let refused = |steps: &[Step]| replay(&board(), steps).expect_err("illegal").to_string();
        assert!(refused(&[step("KD", To::Up)]).contains("not free to move"));
        assert!(refused(&[step("KS", To::Up)]).contains("not waiting"));
        assert!(refused(&[step("QS", To::Place(Place::LowParent))]).contains("no card it goes on"));
        let cell = To::Place(Place::Cell);
        assert!(refused(&[step("KH", cell), step("QS", cell)]).contains("move 2, of QS: no cell"));
        let bottom = To::Place(Place::Bottom);
        assert!(refused(&[step("QS", bottom), step("QS", bottom)]).contains("no column is empty"));
        assert!(refused(&[step("KH", cell), step("KH", cell)]).contains("no cell"));
    }
}
