//! The evaluation: how far a position seems from the end, as a weighted sum of things counted.
//!
//! Lower is better. Every feature is a handful of operations on whole words; what the deal alone
//! decides (which stuck cards lie over a lower card of their suit, and so on) is worked out once a
//! deal. The weights were found by hill climbing, not by thought: see [`super::presets`].

use super::position::Position;
use crate::card::{ALL_CARDS, CARDS};
use crate::game::Game;
use crate::rules::{KINGS, Rules, next_up};

/// The names of the features, in the order of [`Weights::values`].
pub const FEATURES: [&str; FEATURE_COUNT] = [
    "left", "stuck", "over", "cells", "full", "empty", "buried", "linked", "chain", "base", "high",
    "moves", "later", "spread", "short", "deep",
];
/// Features of a position that a weight can be given to.
pub const FEATURE_COUNT: usize = 16;

/// What each feature weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// A weight for each feature, in the order of their names.
    pub values: [i32; FEATURE_COUNT],
}

/// The evaluation of the positions of one game.
#[derive(Clone, Debug)]
pub struct Judge {
    weights: Weights,
    /// Stuck cards that lie over a lower card of their own suit: they have to move before it.
    over: u64,
    /// Stuck cards that lie over any lower card.
    deep: u64,
}

/// Nines and higher.
const HIGH_RANKS: u64 = ALL_CARDS & !0xffff_ffff;

impl Judge {
    /// A judge of the positions of a game.
    pub fn new(game: &Game, weights: Weights) -> Judge {
        let mut judge = Judge { weights, over: 0, deep: 0 };
        for column in game.deal().columns() {
            let mut lowest = [u8::MAX; 4];
            for &card in column {
                let suit = &mut lowest[card.suit().index()];
                judge.over |= if *suit < card.rank() { card.bit() } else { 0 };
                *suit = card.rank().min(*suit);
                let any = lowest.iter().any(|&rank| rank < card.rank());
                judge.deep |= if any { card.bit() } else { 0 };
            }
        }
        judge
    }

    /// The weights that it judges by.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Cards that lie over a lower card of their own suit: while they are stuck, a move is to come for
    /// each.
    pub(super) fn over(&self) -> u64 {
        self.over
    }

    /// A lower bound of the moves to come that are not to the foundation: see [`super::short`].
    #[inline(always)]
    pub fn moves_at_least(&self, position: &Position) -> u32 {
        (position.state.fingerprint.stuck & self.over).count_ones()
    }

    /// The position's value; `moves` is the number of moves that led to it.
    #[inline(always)]
    pub fn value(&self, game: &Game, position: &Position, moves: u32) -> i32 {
        let state = position.state;
        let (stuck, founded) = (state.fingerprint.stuck, state.fingerprint.founded);
        let movable = position.frame.movable;
        let rules = game.rules();
        let cells = state.cells();
        let cells_used = cells.count_ones();
        let bottoms = state.bottoms();
        let next = next_up(founded);
        let weights = &self.weights.values;
        let mut sum = 0;
        // What is not weighed is not counted: the walks along columns take most of the time.
        macro_rules! add {
            ($feature:expr, $count:expr) => {
                if weights[$feature] != 0 {
                    sum += weights[$feature] * $count as i32;
                }
            };
        }
        add!(0, CARDS as u32 - founded.count_ones());
        add!(1, stuck.count_ones());
        add!(2, (stuck & self.over).count_ones());
        add!(3, cells_used);
        add!(4, u32::from(cells_used == u32::from(rules.freecells)));
        add!(5, game.columns_for_loose(stuck) - bottoms.count_ones());
        add!(6, cards_above(game, position, next));
        add!(7, (state.planes.a & movable).count_ones());
        add!(8, on_top(game.rules(), position, position.frame.tops));
        add!(9, (bottoms & movable & !KINGS).count_ones());
        add!(10, (cells & HIGH_RANKS).count_ones());
        add!(11, moves);
        add!(12, cards_above(game, position, next_up(founded | next) & !next));
        add!(13, spread(next));
        add!(14, shortest(game, position));
        add!(15, (stuck & self.deep).count_ones());
        sum
    }
}

/// The cards that lie above these cards, summed up; a sequence above two of them counts once.
#[inline(always)]
fn cards_above(game: &Game, position: &Position, mut cards: u64) -> u32 {
    let unmoved = unmoved(position);
    let mut sum = 0;
    let mut row = 0;
    while cards != 0 {
        let over = game.dealt_above(cards.trailing_zeros() as usize) & unmoved;
        sum += over.count_ones();
        row |= if over == 0 { cards & cards.wrapping_neg() } else { over & position.frame.tops };
        cards &= cards - 1;
    }
    sum + on_top(game.rules(), position, row)
}

/// The fewest stuck or buried cards that a column has on its bottom card.
#[inline(always)]
fn shortest(game: &Game, position: &Position) -> u32 {
    let unmoved = unmoved(position);
    let mut fewest = 8;
    let stuck = position.state.fingerprint.stuck;
    let mut bottoms =
        (position.state.bottoms() | game.dealt_bottoms() & stuck) & !position.frame.movable;
    while bottoms != 0 {
        let over = game.dealt_above(bottoms.trailing_zeros() as usize) & unmoved;
        fewest = fewest.min(over.count_ones());
        bottoms &= bottoms - 1;
    }
    fewest
}

/// The cards in play that lie where they were dealt and can't move: stuck, or under stuck ones.
#[inline(always)]
fn unmoved(position: &Position) -> u64 {
    ALL_CARDS & !position.state.fingerprint.founded & !position.frame.movable
}

/// Loose cards that lie on these cards, with what lies on them; all columns at once, row by row.
#[inline(always)]
fn on_top(rules: Rules, position: &Position, mut row: u64) -> u32 {
    let (planes, movable) = (position.state.planes, position.frame.movable);
    let (on_low, on_high) = (planes.on_low() & movable, planes.on_high() & movable);
    let mut sum = 0;
    loop {
        row = rules.children_of_low(row) & on_low | rules.children_of_high(row) & on_high;
        if row == 0 {
            return sum;
        }
        sum += row.count_ones();
    }
}

/// Ranks between the lowest and the highest of the next cards.
#[inline(always)]
fn spread(next: u64) -> u32 {
    if next == 0 {
        return 0;
    }
    let rank = |bit: u32| bit / 4;
    rank(63 - next.leading_zeros()) - rank(next.trailing_zeros())
}
