//! The moves of a position by [`kinds`](super::kinds).

use super::kinds::{Child, Kind, MoveSet};
use super::meta;
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
        plain(self, game, position, &view, children);
        if self.has_meta() {
            meta::expand(self, game, position, &view, children);
        }
    }
}

/// The moves of one card or one sequence.
#[inline(always)]
fn plain(set: &MoveSet, game: &Game, position: &Position, view: &View, children: &mut Vec<Child>) {
    let mut each = Each { set, game, position, children };
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
            each.card(Kind::Join, row & takes & !position.state.a, to);
            each.card(Kind::Shift, row & takes & position.state.a, to);
        }
        if height <= empty_max {
            each.card(Kind::Open, row & !view.bottoms & openers, To::Place(Place::Bottom));
        }
        row = parents_below(view.rules, position, row & position.frame.movable) & view.free;
        height += 1;
    }
    if view.columns_empty > 0 {
        each.card(Kind::Drop, view.cells & openers, To::Place(Place::Bottom));
    }
    if view.cells_free > 0 {
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
