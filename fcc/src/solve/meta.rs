//! Meta-moves: several moves made as one, because the ones before the last look bad alone.
//!
//! Taking cards off a column fills cells and gains nothing until the last of them is off. A search
//! that weighs every position on the way turns back; a player has seen the ace under three cards
//! and doesn't. Each meta-move has a goal, a card to be bared:
//!
//! - *dig*: the next card of a foundation, which then goes up;
//! - *bare*: a parent for a sequence, or a card of a cell, that lies on none; which then goes there;
//! - *empty*: the bottom of a column, which then goes too.
//!
//! How the cards above it are taken off is not a choice but a habit: the longest part of what lies
//! on top that fits onto a parent goes there; else the last card goes to a cell; else to an empty column,
//! if it may. Where kings alone open columns, one that can go to an empty column goes there first, with what
//! lies on it; where sequences move as one, all of the sequence that may goes. Safe moves happen by
//! themselves in between. A goal that takes more than [`Edge::ATOMS_MAX`] moves is left alone.

use super::kinds::{Child, Kind, MoveSet};
use super::position::{Atom, Edge, Position, View, after, child_on, parents_below, top_above};
use crate::card::{ALL_CARDS, Card};
use crate::game::Game;
use crate::planes::Place;
use crate::rules::{KINGS, Rules};

/// Adds the meta-moves of the set.
#[inline(always)]
pub fn expand(
    set: &MoveSet,
    game: &Game,
    position: &Position,
    view: &View,
    children: &mut Vec<Child>,
) {
    if room(view) == 0 {
        return;
    }
    let ground = Ground::of(position);
    if set.has(Kind::Dig) {
        let mut goals = view.next & !view.in_reach;
        while goals != 0 {
            let goal = goals & goals.wrapping_neg();
            goals ^= goal;
            dig(game, position, goal, &ground, children);
        }
    }
    if set.has(Kind::Bare) {
        bare_all(game, position, view, &ground, children);
    }
    if set.has(Kind::Empty) {
        let mut goals = worth_emptying(game, position, view);
        while goals != 0 {
            let goal = goals & goals.wrapping_neg();
            goals ^= goal;
            empty(game, position, goal, &ground, children);
        }
    }
}

/// Cards that can be put aside.
#[inline(always)]
fn room(view: &View) -> u32 {
    view.cells_free + view.rules.columns_for_any(view.columns_empty)
}

/// The bottoms of columns that would be of use without them.
#[inline(always)]
fn worth_emptying(game: &Game, position: &Position, view: &View) -> u64 {
    let openers = view.rules.openers();
    if openers == ALL_CARDS {
        // A king at the bottom of a column without stuck cards lies well.
        return view.bottoms & !(KINGS & position.frame.movable);
    }
    // A card that may open a column lies well at its bottom.
    let is_wanted = openers & !view.bottoms & !position.state.fingerprint.founded != 0;
    if is_wanted { game.dealt_bottoms() & position.state.fingerprint.stuck } else { 0 }
}

/// What has not moved from where it was dealt.
struct Ground {
    unmoved: u64,
}

impl Ground {
    fn of(position: &Position) -> Ground {
        let founded = position.state.fingerprint.founded;
        Ground { unmoved: ALL_CARDS & !founded & !position.frame.movable }
    }

    /// The last card of the column that a card is in, and the number of cards above the card.
    #[inline(always)]
    fn top_of(&self, game: &Game, position: &Position, card: u64) -> (u64, u32) {
        let free = position.frame.movable | position.frame.tops;
        if card & free != 0 {
            return top_above(game.rules(), position, card);
        }
        let over = self.unmoved & game.dealt_above(card.trailing_zeros() as usize);
        let (last, height) = top_above(game.rules(), position, over & position.frame.tops);
        (last, height + over.count_ones())
    }
}

/// A goal being worked for.
#[derive(Clone, Copy)]
struct Work {
    position: Position,
    edge: Edge,
}

impl Work {
    /// The goal is reached.
    #[inline(always)]
    fn done(self, kind: Kind, children: &mut Vec<Child>) {
        children.push(Child { kind, edge: self.edge, position: self.position });
    }

    /// Makes a move; false when the edge is full.
    #[inline(always)]
    fn make(&mut self, game: &Game, atom: Atom) -> bool {
        let Some(edge) = self.edge.then(atom) else { return false };
        self.edge = edge;
        self.position = after(game, self.position, atom);
        true
    }

    /// Takes off the cards that lie on `goal`, or that lay on it: safe moves may take it, too.
    #[inline(always)]
    fn bare(&mut self, game: &Game, goal: u64) -> bool {
        loop {
            let free = self.position.frame.movable | self.position.frame.tops;
            if self.position.state.fingerprint.founded & goal != 0 {
                return true;
            }
            let last = if free & goal != 0 {
                let (last, height) = top_above(game.rules(), &self.position, goal);
                if height == 0 {
                    return true;
                }
                last
            } else {
                Ground::of(&self.position).top_of(game, &self.position, goal).0
            };
            if !self.take_off(game, last, goal) {
                return false;
            }
        }
    }

    /// Takes the last card of a column off, with as much of its sequence as is good.
    #[inline(always)]
    fn take_off(&mut self, game: &Game, last: u64, goal: u64) -> bool {
        let view = View::of(game, &self.position);
        let onto = view.rules.children_of(view.exposed);
        let onto_max = view.onto_parent_max();
        let (mut card, mut height, mut found) = (last, 1, 0);
        while height <= onto_max {
            found = if card & onto != 0 { card } else { found };
            card = parents_below(view.rules, &self.position, card) & view.free & !goal;
            if card == 0 {
                break;
            }
            height += 1;
        }
        if found != 0 {
            let low = view.rules.children_of_low(view.exposed) & found != 0;
            let place = if low { Place::LowParent } else { Place::HighParent };
            return self.make(game, Atom::place(found, place));
        }
        let opener = if view.columns_empty > 0 { self.opener(&view, last, goal) } else { 0 };
        let is_king_with_a_home = opener != 0 && view.rules.openers() == KINGS;
        if view.cells_free > 0 && !is_king_with_a_home {
            return self.make(game, Atom::place(last, Place::Cell));
        }
        opener != 0 && self.make(game, Atom::place(opener, Place::Bottom))
    }

    /// The card that goes to an empty column with what lies on it: the last one, or the deepest of its
    /// sequence where that is the only one that may, or where sequences move as one.
    #[inline(always)]
    fn opener(&self, view: &View, last: u64, goal: u64) -> u64 {
        let openers = view.rules.openers();
        if openers == ALL_CARDS && view.rules.carriers(last) == 0 {
            return last;
        }
        let (mut card, mut height, mut found) = (last, 1, 0);
        while card != 0 && height <= view.to_empty_max() {
            found = if card & openers != 0 { card } else { found };
            card = parents_below(view.rules, &self.position, card) & view.free & !goal;
            height += 1;
        }
        found
    }
}

/// The moves that bring the next card of a foundation up.
#[inline(always)]
fn dig(game: &Game, position: &Position, goal: u64, ground: &Ground, children: &mut Vec<Child>) {
    let (_, height) = ground.top_of(game, position, goal);
    if height >= Edge::ATOMS_MAX as u32 + 3 {
        return;
    }
    let mut work = Work { position: *position, edge: Edge::default() };
    if !work.bare(game, goal) {
        return;
    }
    let is_up = work.position.state.fingerprint.founded & goal != 0;
    if is_up || work.make(game, Atom::up(goal)) {
        work.done(Kind::Dig, children);
    }
}

/// The moves that bare a parent for each card that looks for one.
#[inline(always)]
fn bare_all(
    game: &Game,
    position: &Position,
    view: &View,
    ground: &Ground,
    children: &mut Vec<Child>,
) {
    let room = room(view);
    let tableau = (ground.unmoved | position.frame.movable) & !view.cells & !view.exposed;
    let mut seekers = view.cells | (position.frame.tops | view.bottoms & position.frame.movable);
    let rules = view.rules;
    seekers &= rules.children_of(tableau);
    while seekers != 0 {
        let card = seekers & seekers.wrapping_neg();
        seekers ^= card;
        let (_, above) = top_above(rules, position, card);
        if above + 1 > view.onto_parent_max() {
            continue;
        }
        let mut parents = parents_of_one(rules, card) & tableau;
        while parents != 0 {
            let parent = parents & parents.wrapping_neg();
            parents ^= parent;
            let (_, height) = ground.top_of(game, position, parent);
            if height <= room + 2 {
                bare(game, position, card, parent, children);
            }
        }
    }
}

/// Both legal parents of a card.
#[inline(always)]
fn parents_of_one(rules: Rules, card: u64) -> u64 {
    rules.parents_of(card, 0) | rules.parents_of(0, card)
}

#[inline(always)]
fn bare(game: &Game, position: &Position, card: u64, parent: u64, children: &mut Vec<Child>) {
    let mut work = Work { position: *position, edge: Edge::default() };
    if !work.bare(game, parent) {
        return;
    }
    let founded = work.position.state.fingerprint.founded;
    if founded & (card | parent) != 0 {
        return work.done(Kind::Bare, children);
    }
    let lies_on_one = work.position.state.planes.a & card != 0;
    let view = View::of(game, &work.position);
    let (_, above) = top_above(view.rules, &work.position, card);
    if view.exposed & parent == 0 || lies_on_one || above + 1 > view.onto_parent_max() {
        return;
    }
    let parent = Card::from_index(parent.trailing_zeros() as usize);
    if work.make(game, Atom::place(card, Place::on(parent))) {
        work.done(Kind::Bare, children);
    }
}

/// The moves that empty the column with this bottom.
#[inline(always)]
fn empty(game: &Game, position: &Position, goal: u64, ground: &Ground, children: &mut Vec<Child>) {
    let (_, height) = ground.top_of(game, position, goal);
    if height + 1 > Edge::ATOMS_MAX as u32 {
        return;
    }
    let mut work = Work { position: *position, edge: Edge::default() };
    if !work.bare(game, goal) {
        return;
    }
    if work.position.state.fingerprint.founded & goal == 0 {
        debug_assert_eq!(child_on(game.rules(), &work.position, goal), 0);
        let view = View::of(game, &work.position);
        let onto = view.rules.children_of(view.exposed);
        if onto & goal == 0 && view.cells_free == 0 {
            return;
        }
        if !work.take_off(game, goal, goal) {
            return;
        }
    }
    work.done(Kind::Empty, children);
}
