//! The moves of a state with what each costs and the bound of where it leads.
//!
//! Foundation moves cost nothing here: each card in play makes one, whatever the way, so their number is added at
//! the end. All other moves cost one. Safe foundation moves are made at once.

use super::bound::Waits;
use super::layout::{Layout, Open};
use super::metric::Metric;
use crate::card::Card;
use crate::game::Game;
use crate::planes::Place;
use crate::solve::position::View;

/// A move and where it leads.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The card that moves, the deepest of them, as a plane.
    pub card: u64,
    /// Where it goes; none for its foundation.
    pub place: Option<Place>,
    /// The state that it leads to, after safe moves.
    pub open: Open,
    /// The bound of that state.
    pub value: u32,
}

impl Child {
    /// What the move costs.
    #[inline(always)]
    pub const fn cost(&self) -> u32 {
        self.place.is_some() as u32
    }
}

/// The moves of one game.
#[derive(Debug)]
pub struct Mover<'a> {
    /// The game that is played.
    pub game: &'a Game,
    /// What follows from its deal.
    pub layout: &'a Layout,
    metric: Metric,
    waits: Waits,
}

impl<'a> Mover<'a> {
    /// Moves counted in this way.
    pub fn new(game: &'a Game, layout: &'a Layout, metric: Metric) -> Mover<'a> {
        Mover { game, layout, metric, waits: Waits::new(metric) }
    }

    /// The bound of a state, from nothing.
    pub fn value(&mut self, open: &Open) -> u32 {
        self.waits.set(self.game, self.layout, open);
        self.waits.value()
    }

    /// All moves of a state without safe ones, whose bound is known.
    #[inline(always)]
    pub fn expand(&mut self, open: &Open, value: u32, children: &mut Vec<Child>) {
        children.clear();
        let view = View::of(self.game, &open.arrival);
        let mut up = view.in_reach & view.next;
        while up != 0 {
            let card = up & up.wrapping_neg();
            up ^= card;
            let open = self.layout.raised(self.game, open, card);
            children.push(Child { card, place: None, open, value });
        }
        self.waits.set(self.game, self.layout, open);
        debug_assert_eq!(self.waits.value(), value, "the bound was kept up to date");
        let targets = self.targets(&view);
        let [to_cell, to_bottom, to_low, to_high] = targets;
        let mut movers = to_cell | to_bottom | to_low | to_high;
        while movers != 0 {
            let card = movers & movers.wrapping_neg();
            movers ^= card;
            let is_free = (view.cells | view.bottoms) & card != 0;
            let without = self.waits.without(card, is_free, value);
            let mut push = |place, value| {
                let open = self.layout.placed(self.game, open, card, place);
                children.push(Child { card, place: Some(place), open, value });
            };
            if to_cell & card != 0 {
                push(Place::Cell, without.value);
            }
            if to_bottom & card != 0 {
                push(Place::Bottom, without.value);
            }
            if to_low & card != 0 {
                let parent = view.rules.parents_of(card, 0);
                push(Place::LowParent, self.waits.value_on(card, without, card_of(parent)));
            }
            if to_high & card != 0 {
                let parent = view.rules.parents_of(0, card);
                push(Place::HighParent, self.waits.value_on(card, without, card_of(parent)));
            }
        }
    }

    /// The cards that can go to a cell, an empty column, a low parent, a high parent.
    #[inline(always)]
    fn targets(&self, view: &View) -> [u64; 4] {
        let flood = |yes: bool| (yes as u64).wrapping_neg();
        let (onto, to_empty) = match self.metric {
            Metric::Cards => (view.in_reach, view.in_reach & flood(view.columns_empty > 0)),
            Metric::Sequences => self.sequences(view),
        };
        [
            view.exposed & flood(view.cells_free > 0),
            to_empty & !view.bottoms & view.rules.openers(),
            onto & view.rules.children_of_low(view.exposed),
            onto & view.rules.children_of_high(view.exposed),
        ]
    }

    /// The cards that can go onto a parent, and to an empty column, with what lies on them.
    fn sequences(&self, view: &View) -> (u64, u64) {
        let (onto_max, empty_max) = (view.onto_parent_max(), view.to_empty_max());
        let (mut onto, mut to_empty) = (0, 0);
        let mut rest = view.free;
        while rest != 0 {
            let card = rest & rest.wrapping_neg();
            rest ^= card;
            let in_cell = view.cells & card != 0;
            let length = if in_cell { 1 } else { self.waits.height(card) + 1 };
            onto |= if length <= onto_max { card } else { 0 };
            to_empty |= if length <= empty_max { card } else { 0 };
        }
        (onto, to_empty)
    }
}

#[inline(always)]
fn card_of(plane: u64) -> Card {
    Card::from_index(plane.trailing_zeros() as usize)
}
