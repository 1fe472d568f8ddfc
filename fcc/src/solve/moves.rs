//! The moves of a position by [`kinds`](super::kinds).

use super::kinds::{Child, Kind, MoveSet};
use super::meta;
use super::no_cells;
use super::position::{Atom, Edge, Position, View, after, parents_below};
use crate::game::Game;
use crate::planes::Place;
use crate::trace::To;

impl MoveSet {
    /// Adds every move of the set, and the position it leads to, to `children`.
    ///
    /// A list and not a callback: see [`crate::bits::with_bit_counting`] for what closures cost.
    #[inline(always)]
    pub fn expand(&self, game: &Game, position: &Position, children: &mut Vec<Child>) {
        let view = View::of(game, position);
        plain(&mut Each { set: self, game, position, children }, &view, false);
        if self.has_meta() {
            meta::expand(self, game, position, &view, children);
        }
    }

    /// The same less moves that can be left out without losing a way to win: see [`super::kinds`] and
    /// [`super::no_cells`].
    #[inline(always)]
    pub fn expand_needed(&self, game: &Game, position: &Position, children: &mut Vec<Child>) {
        let view = View::of(game, position);
        let is_by_suit = view.rules.seats_lose_nothing() && self.has(Kind::Seat);
        let mut each = Each { set: self, game, position, children };
        if is_by_suit {
            let takes = view.rules.children_of(view.exposed);
            if view.cells & takes != 0 {
                return each.seat(Kind::Seat, view.cells & takes, &view);
            }
            let lasting = no_cells::seated_without_loss(game, position, &view);
            if lasting != 0 && self.has(Kind::Join) {
                return each.seat(Kind::Join, lasting, &view);
            }
        }
        plain(&mut each, &view, is_by_suit);
        if self.has_meta() {
            meta::expand(self, game, position, &view, children);
        }
    }
}

/// The moves of one card or one sequence. To cells go single cards, or whole sequences.
#[inline(always)]
fn plain(each: &mut Each, view: &View, park_whole: bool) {
    let state = each.position.state;
    each.card(Kind::Up, view.in_reach & view.next, To::Up);
    let onto = [
        (To::Place(Place::LowParent), view.rules.children_of_low(view.exposed)),
        (To::Place(Place::HighParent), view.rules.children_of_high(view.exposed)),
    ];
    for (to, takes) in onto {
        each.card(Kind::Seat, view.cells & takes, to);
    }
    let (onto_max, empty_max) = (view.onto_parent_max(), view.to_empty_max());
    let mut row = view.exposed;
    let mut height = 1;
    let openers = view.rules.openers();
    while row != 0 && height <= onto_max {
        for (to, takes) in onto {
            each.card(Kind::Join, row & takes & !state.planes.a, to);
            each.card(Kind::Shift, row & takes & state.planes.a, to);
        }
        if height <= empty_max {
            each.card(Kind::Open, row & !view.bottoms & openers, To::Place(Place::Bottom));
        }
        if park_whole && height <= view.cells_free {
            each.card(Kind::Park, row & !state.planes.a, To::Place(Place::Cell));
        }
        let movable = row & each.position.frame.movable;
        row = parents_below(view.rules, each.position, movable) & view.free;
        height += 1;
    }
    if view.columns_empty > 0 {
        each.card(Kind::Drop, view.cells & openers, To::Place(Place::Bottom));
    }
    if view.cells_free > 0 && !park_whole {
        each.card(Kind::Park, view.exposed, To::Place(Place::Cell));
    }
}

struct Each<'a> {
    set: &'a MoveSet,
    game: &'a Game,
    position: &'a Position,
    children: &'a mut Vec<Child>,
}

impl Each<'_> {
    /// The first of the cards goes onto its parent, of which it has one.
    #[inline(always)]
    fn seat(&mut self, kind: Kind, cards: u64, view: &View) {
        let card = cards & cards.wrapping_neg();
        let is_low = view.rules.children_of_low(view.exposed) & card != 0;
        let place = if is_low { Place::LowParent } else { Place::HighParent };
        self.card(kind, card, To::Place(place));
    }

    /// Moves each of the cards to the same kind of place.
    #[inline(always)]
    fn card(&mut self, kind: Kind, mut cards: u64, to: To) {
        if !self.set.has(kind) {
            return;
        }
        while cards != 0 {
            let atom = Atom { card: cards & cards.wrapping_neg(), to };
            cards &= cards - 1;
            let position = after(self.game, *self.position, atom);
            self.children.push(Child { kind, edge: Edge::of(atom), position });
        }
    }
}
