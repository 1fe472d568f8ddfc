//! From edges back to moves that everybody can follow.
//!
//! The search moves sequences and leaves safe moves unsaid. Here they are said: the way is walked
//! again, a sequence becomes the moves of its cards by way of cells and empty columns, and each safe
//! move is written where it is made. At the end every card that is left goes up. Where sequences move as
//! one, a sequence is one step, that of its deepest card.
//!
//! A sequence of *k* cards with *f* cells and *e* columns free: up to *f + 1* cards go by the cells.
//! With a column more, the part that is too much is first moved onto that column, then the rest to
//! its target, then the part after it; each with one column less. Hence *(f + 1) 2^e* in one move, and
//! *f + 1* where not every card may go to an empty column.

use super::position::{Atom, Position, View, after, child_on, placed};
use crate::arrival::Arrival;
use crate::card::Card;
use crate::game::Game;
use crate::planes::Place;
use crate::trace::{Step, To};

/// A solution in the making.
#[derive(Debug)]
pub struct Walk<'a> {
    game: &'a Game,
    /// The position after the last step.
    pub position: Position,
    /// The steps so far, single cards, safe moves included.
    pub steps: Vec<Step>,
}

impl<'a> Walk<'a> {
    /// From the deal, through its safe moves.
    pub fn new(game: &'a Game) -> Walk<'a> {
        let position = Arrival::of_state(game, game.start());
        let mut walk = Walk { game, position, steps: Vec::with_capacity(160) };
        walk.carry();
        walk
    }

    fn carry(&mut self) {
        while let Some(card) = self.position.safe_card(self.game) {
            self.up(card);
        }
    }

    fn up(&mut self, card: u64) {
        self.steps.push(Step { card: card_of(card), to: To::Up });
        self.position = self.position.after_up(self.game, card);
    }

    /// Makes the move of an atom and the safe moves after it.
    pub fn make(&mut self, atom: Atom) {
        match atom.to {
            To::Up => {
                self.up(atom.card);
                self.carry();
            }
            To::Place(place) => {
                self.sequence(atom.card, place);
                let end = after(self.game, self.position, atom);
                self.position = placed(self.game, self.position, atom.card, place);
                self.carry();
                debug_assert_eq!(self.position, end);
            }
        }
    }

    /// The single moves that bring a card, and the cards on it, to a place.
    fn sequence(&mut self, base: u64, place: Place) {
        let view = View::of(self.game, &self.position);
        if place != Place::Cell && view.rules.carriers(base) != 0 {
            self.steps.push(Step { card: card_of(base), to: To::Place(place) });
            return;
        }
        let mut cards = vec![];
        let mut card = base;
        while card != 0 {
            cards.push(card_of(card));
            card = child_on(view.rules, &self.position, card);
        }
        if place == Place::Cell {
            let to_cell = |&card: &Card| Step { card, to: To::Place(Place::Cell) };
            return self.steps.extend(cards.iter().rev().map(to_cell));
        }
        let others = view.columns_empty - u32::from(place == Place::Bottom);
        let columns = view.rules.columns_for_any(others);
        let in_cell = view.cells & base != 0;
        assert!(cards.len() == 1 || !in_cell, "nothing lies on a card in a cell");
        shift(&cards, place, view.cells_free, columns, &mut self.steps);
    }

    /// Sends up all cards of a position without stuck cards, lowest first.
    pub fn play_out(&mut self) {
        loop {
            let view = View::of(self.game, &self.position);
            let ready = view.in_reach & view.next;
            if ready == 0 {
                return;
            }
            self.up(ready & ready.wrapping_neg());
        }
    }
}

fn card_of(plane: u64) -> Card {
    Card::from_index(plane.trailing_zeros() as usize)
}

/// Moves a sequence, deepest card first in the list, by way of so many cells and empty columns.
fn shift(cards: &[Card], place: Place, cells: u32, columns: u32, steps: &mut Vec<Step>) {
    let by_cells = cells as usize + 1;
    if cards.len() <= by_cells {
        let (base, rest) = cards.split_first().expect("a sequence has a card");
        let to = |card: Card, place| Step { card, to: To::Place(place) };
        steps.extend(rest.iter().rev().map(|&card| to(card, Place::Cell)));
        steps.push(to(*base, place));
        steps.extend(cards.windows(2).map(|two| to(two[1], Place::on(two[0]))));
        return;
    }
    assert!(columns > 0, "a sequence of {} cards is too long for {cells} cells", cards.len());
    let rest = by_cells << (columns - 1);
    if cards.len() <= rest {
        return shift(cards, place, cells, columns - 1, steps);
    }
    let (below, above) = cards.split_at(rest);
    shift(above, Place::Bottom, cells, columns - 1, steps);
    shift(below, place, cells, columns - 1, steps);
    shift(above, Place::on(below[rest - 1]), cells, columns - 1, steps);
}
