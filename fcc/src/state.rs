//! A state: a fingerprint and the places of the loose cards, and the check of its invariants.
//!
//! Four words say everything about a position that matters, given the deal. A stuck card is where
//! it was dealt and so is everything under it; a card in the foundation has no other place; both
//! have zeros in the planes. A loose card under a stuck one has not moved either, but keeps its
//! bits, so that the planes need no change when the stuck card above it goes.

use crate::card::Card;
use crate::fingerprint::Fingerprint;
use crate::game::Game;
use crate::planes::Place;
use crate::rules::Rules;
use std::fmt;

/// A position, whatever the order of its columns and cells. See [`crate::planes`] for `a` and `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub fingerprint: Fingerprint,
    pub a: u64,
    pub b: u64,
}

impl State {
    #[inline]
    pub const fn cells(self) -> u64 {
        self.fingerprint.loose() & !self.a & !self.b
    }

    #[inline]
    pub const fn bottoms(self) -> u64 {
        self.b & !self.a
    }

    /// Cards that have a loose card lying on them. (What a stuck card lies on is not in here.)
    #[inline]
    pub const fn covered(self, rules: Rules) -> u64 {
        rules.parents_of(self.a & !self.b, self.a & self.b)
    }

    /// The place of a loose card.
    pub const fn place(self, card: Card) -> Place {
        match (self.a & card.bit() != 0, self.b & card.bit() != 0) {
            (false, false) => Place::Cell,
            (false, true) => Place::Bottom,
            (true, false) => Place::LowParent,
            (true, true) => Place::HighParent,
        }
    }

    /// Gives a card that is loose in the fingerprint a place.
    #[inline]
    pub fn put(&mut self, card: u64, place: Place) {
        self.a = if place.a() { self.a | card } else { self.a & !card };
        self.b = if place.b() { self.b | card } else { self.b & !card };
    }

    /// Names the first clause of the invariant that does not hold.
    pub fn check(self, game: &Game) -> Result<(), BrokenClause> {
        let Fingerprint { stuck, founded } = self.fingerprint;
        let frame = game.frame(self.fingerprint);
        let loose = self.fingerprint.loose();
        let fixed = loose & !frame.movable;
        let (on_low, on_high) = (self.a & !self.b, self.a & self.b);
        let tableau = frame.movable & !self.cells() | frame.tops;
        let holds = |holds: bool, clause| if holds { Ok(()) } else { Err(clause) };

        holds(stuck & founded == 0, BrokenClause::StuckAndFounded)?;
        holds(game.is_foundation(founded), BrokenClause::FoundationHasGaps)?;
        holds(stuck & !game.dealt_stuck() == 0, BrokenClause::StuckWasDealtLoose)?;
        holds(stuck == game.stuck_at_and_under(frame.tops), BrokenClause::StuckHasGaps)?;
        holds((self.a | self.b) & !loose == 0, BrokenClause::PlaceOfCardNotLoose)?;
        let (dealt_a, dealt_b) = game.dealt_planes();
        holds(
            (self.a ^ dealt_a) & fixed == 0 && (self.b ^ dealt_b) & fixed == 0,
            BrokenClause::BuriedCardMoved,
        )?;
        let rules = game.rules();
        let parents = rules.parents_of(on_low & frame.movable, on_high & frame.movable);
        holds(parents & !tableau == 0, BrokenClause::ParentNotInReach)?;
        for parent in Card::in_plane(parents) {
            let children_on = rules.children_of_low(parent.bit()) & on_low
                | rules.children_of_high(parent.bit()) & on_high;
            holds(children_on.count_ones() <= 1, BrokenClause::TwoCardsOnOneParent)?;
        }
        holds(self.cells().count_ones() <= u32::from(rules.freecells), BrokenClause::TooManyCells)?;
        let columns = game.columns_for_loose(stuck);
        holds(self.bottoms().count_ones() <= columns, BrokenClause::TooManyColumns)
    }
}

/// A clause of the invariant of states that did not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenClause {
    StuckAndFounded,
    FoundationHasGaps,
    StuckWasDealtLoose,
    StuckHasGaps,
    PlaceOfCardNotLoose,
    BuriedCardMoved,
    ParentNotInReach,
    TwoCardsOnOneParent,
    TooManyCells,
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
            BrokenClause::ParentNotInReach => "a card lies on one that is in a cell, up, or buried",
            BrokenClause::TwoCardsOnOneParent => "two cards lie on one parent",
            BrokenClause::TooManyCells => "more cards are in cells than there are cells",
            BrokenClause::TooManyColumns => "more cards are bottoms than there are columns",
        })
    }
}

impl std::error::Error for BrokenClause {}
