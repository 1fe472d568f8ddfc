//! Where each movable card lies, and the exchange of pairs.
//!
//! A state of a group is an array with one of four places for each movable card: in a cell, at
//! the bottom of a column, on its low parent, on its high parent. Built by suit a card has one
//! parent, low for clubs and diamonds, and three places. Neither columns nor cells have an order. Which cards are movable is the group's business (`group.rs`); all others are
//! [`ELSEWHERE`].

use super::cards::{children, parent};
use super::gf2::{PAIRS_MAX, Vector};
use crate::card::CARDS;
use crate::rules::Build;

/// In a cell.
pub const CELL: u8 = 0;
/// At the bottom of a column.
pub const BOTTOM: u8 = 1;
/// On the low one of the two cards it goes on; on the high one is one more.
pub const ON_LOW: u8 = 2;
/// Not movable: stuck, under a stuck card, or in the foundations.
pub const ELSEWHERE: u8 = 4;

/// The place of each card, by number.
pub type Places = [u8; CARDS];

/// The card that a card in this place lies on.
pub fn parent_in(build: Build, card: u8, place: u8) -> Option<u8> {
    if place == ON_LOW || place == ON_LOW + 1 { parent(build, card, place - ON_LOW) } else { None }
}

/// The movable card that lies on a card, if there is one.
pub fn child_of(build: Build, places: &Places, card: u8) -> Option<u8> {
    let (first, second) = children(build, card)?;
    let place = ON_LOW + card % 2;
    let lies_there = |child: u8| places[usize::from(child)] == place;
    if lies_there(first) { Some(first) } else { second.filter(|&child| lies_there(child)) }
}

/// The pairs of a group: ranks and colours whose two cards are both movable. Only where columns are
/// built by alternate colours are there any.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// The low card of each, ascending. Bit `i` of a vector is pair `i`.
    low: Vec<u8>,
    index: [Option<u8>; CARDS],
}

impl Pairs {
    /// The pairs with these low cards, which ascend.
    pub fn new(low: Vec<u8>) -> Pairs {
        assert!(low.len() <= PAIRS_MAX && low.is_sorted());
        let mut index = [None; CARDS];
        for (at, &card) in (0..).zip(&low) {
            index[usize::from(card)] = Some(at);
            index[usize::from(card) + 1] = Some(at);
        }
        Pairs { low, index }
    }

    /// The low card of each pair, ascending.
    pub fn low_cards(&self) -> &[u8] {
        &self.low
    }

    /// The number of pairs.
    pub fn count(&self) -> usize {
        self.low.len()
    }

    /// The pair that a card is of.
    pub fn of(&self, card: u8) -> Option<u8> {
        self.index[usize::from(card)]
    }

    /// Exchanges the two cards of every pair in the vector: each takes the other's place, and what
    /// lay on one lies on the other.
    pub fn exchange(&self, places: &mut Places, vector: Vector) {
        for (at, &low) in self.low.iter().enumerate() {
            if vector >> at & 1 == 1 {
                exchange_one(places, low);
            }
        }
    }
}

fn exchange_one(places: &mut Places, low: u8) {
    places.swap(low.into(), usize::from(low) + 1);
    if let Some(child) = low.checked_sub(4) {
        for child in [usize::from(child), usize::from(child) + 1] {
            if places[child] == ON_LOW || places[child] == ON_LOW + 1 {
                places[child] = ON_LOW + (ON_LOW + 1 - places[child]);
            }
        }
    }
}
