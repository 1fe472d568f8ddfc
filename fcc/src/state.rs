//! A state: a fingerprint and the places of the loose cards, and the check of its invariants.
//!
//! Four words say everything about a position that matters, given the deal. A stuck card is where
//! it was dealt and so is everything under it; a card in the foundation has no other place; both
//! have zeros in the planes. A loose card under a stuck one has not moved either, but keeps its
//! bits, so that the planes need no change when the stuck card above it goes.

use crate::card::Card;
use crate::fingerprint::Fingerprint;
use crate::planes::{Place, Planes};
use crate::rules::Rules;
use std::fmt;

/// A position, whatever the order of its columns and cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The digits of all cards: the group that the state is in.
    pub fingerprint: Fingerprint,
    /// The places of the loose cards.
    pub planes: Planes,
}

impl State {
    /// The cards in cells.
    #[inline]
    pub const fn cells(self) -> u64 {
        self.planes.cells(self.fingerprint.loose())
    }

    /// The loose cards that are the bottom of a column. (A stuck bottom is not in here.)
    #[inline]
    pub const fn bottoms(self) -> u64 {
        self.planes.bottoms()
    }

    /// Cards that have a loose card lying on them. (What a stuck card lies on is not in here.)
    #[inline]
    pub const fn covered(self, rules: Rules) -> u64 {
        rules.parents_of(self.planes.on_low(), self.planes.on_high())
    }

    /// The place of a loose card.
    pub const fn place(self, card: Card) -> Place {
        match (self.planes.a & card.bit() != 0, self.planes.b & card.bit() != 0) {
            (false, false) => Place::Cell,
            (false, true) => Place::Bottom,
            (true, false) => Place::LowParent,
            (true, true) => Place::HighParent,
        }
    }

    /// Gives a card that is loose in the fingerprint a place.
    #[inline]
    pub fn put(&mut self, card: u64, place: Place) {
        self.planes.put(card, place);
    }
}

/// A clause of the invariant of states that did not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenClause {
    /// A card has the digits 0 and 2 at once.
    StuckAndFounded,
    /// A card is in its foundation, and one of its suit below it is not.
    FoundationHasGaps,
    /// A card is stuck that was loose in the deal.
    StuckWasDealtLoose,
    /// A stuck card lies above one that was dealt stuck and is not any more.
    StuckHasGaps,
    /// A stuck or founded card has a bit in the planes.
    PlaceOfCardNotLoose,
    /// A loose card under a stuck one has other bits than in the deal.
    BuriedCardMoved,
    /// A loose card that may not open a column is the bottom of one.
    BottomMayNotOpen,
    /// A loose card lies on a parent that the build rule does not give it.
    NoSuchParent,
    /// A movable card lies on one that is in a cell, up, or buried.
    ParentNotInReach,
    /// Two cards lie on one parent.
    TwoCardsOnOneParent,
    /// More cards are in cells than there are cells.
    TooManyCells,
    /// More loose cards are bottoms than there are columns for them.
    TooManyColumns,
}

impl fmt::Display for BrokenClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BrokenClause::StuckAndFounded => "a card is stuck and in the foundation at once",
            BrokenClause::FoundationHasGaps => "a card is in the foundation, one below it is not",
            BrokenClause::StuckWasDealtLoose => "a card is stuck that was not dealt stuck",
            BrokenClause::StuckHasGaps => "a stuck card lies above one that was stuck and moved",
            BrokenClause::PlaceOfCardNotLoose => "a card that is not loose has a place",
            BrokenClause::BuriedCardMoved => {
                "a loose card under a stuck one is not where it was dealt"
            }
            BrokenClause::BottomMayNotOpen => {
                "a card that may not open a column is the bottom of one"
            }
            BrokenClause::NoSuchParent => "a card lies on one that it does not go on",
            BrokenClause::ParentNotInReach => "a card lies on one that is in a cell, up, or buried",
            BrokenClause::TwoCardsOnOneParent => "two cards lie on one parent",
            BrokenClause::TooManyCells => "more cards are in cells than there are cells",
            BrokenClause::TooManyColumns => "more cards are bottoms than there are columns",
        })
    }
}

impl std::error::Error for BrokenClause {}
