//! The bound: what waits for what in a state, and how many cards have to move more than once for it.
//!
//! Every card in play goes up once, so what is to be counted are the other moves. A card *w* that lies over a
//! card *b* leaves it before *b* goes up, and *b* goes up before every higher card *v* of its suit. So if *w* makes no
//! move but the one to its foundation, *w* goes up before *v*: an arc from *w* to *v*. Cards on a cycle can't all be
//! like that. The smallest number of cards that hit every cycle is a lower bound of the other moves, and
//! where it is none every card goes up from where it lies. docs/optimal.md has the proofs, and those for sequences
//! counted as one: there the set has the cards that are the deepest of a move, a stuck card waits for what lies
//! under it as before, and a loose one for nothing but the card that it lies on.
//!
//! A move changes the arcs of one card alone, the deepest of what moves, and a card that goes up was on no cycle.
//! So the number of a state's child is that of the state, or one more or less, and mostly this is seen at
//! once: a card over a lower one of its suit is a cycle by itself, a card that nothing leads to is on none. What is
//! left is asked of [`Memo`].

use super::cycles::{Arcs, core, fewest};
use super::lanes::{above_lowest, from_lowest, lane, lane_index};
use super::layout::{Layout, Open};
use super::memo::Memo;
use super::metric::Metric;
use crate::card::{CARDS, Card};
use crate::game::Game;
use crate::solve::position::child_on;

/// What waits for what in a state.
#[derive(Debug)]
pub struct Waits {
    metric: Metric,
    /// Right for the cards of `live`.
    arcs: Arcs,
    /// Cards in columns, not at the bottom, that are no cycle by themselves, by lanes.
    live: u64,
    /// Those of them that cycles can pass.
    core: u64,
    /// The cards that some arc leads to.
    reached: u64,
    /// Cards that are a cycle by themselves.
    loops: u32,
    /// For the last card of each column, what a card that is put on it waits for.
    ends: [u64; CARDS],
    /// For the cards of sequences, how many lie on them.
    heights: [u8; CARDS],
    memo: Memo,
}

/// What is left of the graph without the arcs of one card.
#[derive(Clone, Copy, Debug)]
pub struct Without {
    live: u64,
    loops: u32,
    /// The number of the state with that card in a cell.
    pub value: u32,
}

impl Waits {
    /// Without any card.
    pub fn new(metric: Metric) -> Waits {
        Waits {
            metric,
            arcs: [0; 64],
            live: 0,
            core: 0,
            reached: 0,
            loops: 0,
            ends: [0; CARDS],
            heights: [0; CARDS],
            memo: Memo::default(),
        }
    }

    /// Works it out for a state.
    #[inline(always)]
    pub fn set(&mut self, game: &Game, layout: &Layout, open: &Open) {
        self.arcs = layout.arcs;
        (self.live, self.loops) = (0, 0);
        for part in layout.fixed(open.code) {
            self.live |= part.live;
            self.loops += part.loops;
            if part.top != 0 {
                self.column(game, open, part.top, part.cards);
            }
        }
        let mut bottoms = open.arrival.state.bottoms() & open.arrival.frame.movable;
        while bottoms != 0 {
            let card = bottoms & bottoms.wrapping_neg();
            bottoms ^= card;
            self.column(game, open, card, lane(card_of(card)));
        }
        (self.core, self.reached) = self.prune();
    }

    /// The core, and all cards that some arc leads to.
    #[inline(always)]
    fn prune(&self) -> (u64, u64) {
        let (mut reached, mut rest) = (0, self.live);
        while rest != 0 {
            reached |= self.arcs[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        (core(&self.arcs, self.live & reached), reached)
    }

    /// The cards on a card that no stuck card covers, from there to the end of its column.
    #[inline(always)]
    fn column(&mut self, game: &Game, open: &Open, first: u64, mut under: u64) {
        let rules = game.rules();
        let mut card = first;
        let mut height = 0;
        loop {
            let child = child_on(rules, &open.arrival, card);
            if child == 0 {
                break;
            }
            let (below, above) = (card_of(card), card_of(child));
            let arcs = self.arcs_over(under, below);
            self.arcs[lane_index(above)] = arcs;
            if arcs & lane(above) == 0 {
                self.live |= lane(above);
            } else {
                self.loops += 1;
            }
            under |= lane(above);
            card = child;
            height += 1;
        }
        let last = card_of(card);
        self.ends[last.index()] = self.arcs_over(under, last);
        if self.metric == Metric::Sequences {
            self.note_heights(game, open, first, height);
        }
    }

    fn note_heights(&mut self, game: &Game, open: &Open, first: u64, height: u8) {
        let mut card = first;
        for above in (0..=height).rev() {
            self.heights[card.trailing_zeros() as usize] = above;
            card = child_on(game.rules(), &open.arrival, card);
        }
    }

    /// What a loose card waits for that lies on `below`, with this in the column under it.
    #[inline(always)]
    fn arcs_over(&self, under: u64, below: Card) -> u64 {
        let arcs = match self.metric {
            Metric::Cards => above_lowest(under),
            Metric::Sequences => from_lowest(lane(below)),
        };
        #[cfg(test)]
        let arcs = super::faults::arcs(arcs, under);
        arcs
    }

    /// How many cards lie on a card of a column that no stuck card covers; known if sequences are counted.
    #[inline(always)]
    pub fn height(&self, card: u64) -> u32 {
        self.heights[card.trailing_zeros() as usize].into()
    }

    /// The number of the state, from nothing.
    pub fn value(&self) -> u32 {
        self.loops + fewest(&self.arcs, self.core)
    }

    /// What is left without the arcs of a card of a state that has this number. `is_free` of a card in a cell or at
    /// the bottom of a column, which has none.
    #[inline(always)]
    pub fn without(&mut self, card: u64, is_free: bool, value: u32) -> Without {
        let (index, bit) = lane_of(card);
        let same = Without { live: self.live, loops: self.loops, value };
        if is_free {
            return same;
        }
        if self.live & bit == 0 {
            debug_assert!(self.arcs[index] & bit != 0, "a cycle by itself");
            return Without { loops: self.loops - 1, value: value - 1, ..same };
        }
        let live = self.live & !bit;
        if self.core & bit == 0 {
            return Without { live, ..same };
        }
        let needed = value - self.loops;
        let is_less = !self.memo.exceeds(&self.arcs, self.core & !bit, needed - 1);
        #[cfg(test)]
        let is_less = is_less && !super::faults::is(super::faults::Fault::NeverLess);
        Without { live, value: value - u32::from(is_less), ..same }
    }

    /// The number of the state with the card on a last card of a column.
    #[inline(always)]
    pub fn value_on(&mut self, card: u64, without: Without, parent: Card) -> u32 {
        let (index, bit) = lane_of(card);
        let arcs = self.ends[parent.index()];
        if arcs & bit != 0 {
            return without.value + 1;
        }
        if self.reached & bit == 0 || arcs & without.live == 0 {
            return without.value;
        }
        let before = std::mem::replace(&mut self.arcs[index], arcs);
        let needed = without.value - without.loops;
        let live = (without.live | bit) & (self.reached | arcs);
        let is_more = self.memo.exceeds(&self.arcs, live, needed);
        self.arcs[index] = before;
        #[cfg(test)]
        let is_more = is_more || super::faults::is(super::faults::Fault::AlwaysMore);
        without.value + u32::from(is_more)
    }
}

#[inline(always)]
fn lane_of(card: u64) -> (usize, u64) {
    let index = lane_index(card_of(card));
    (index, 1 << index)
}

#[inline(always)]
fn card_of(plane: u64) -> Card {
    Card::from_index(plane.trailing_zeros() as usize)
}
