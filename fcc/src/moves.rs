//! The moves of a state, as sets of cards for each kind of destination.
//!
//! A dozen operations on whole words find every legal move at once. They fall into three kinds:
//!
//! - *reversible*: a loose card moves and no digit changes;
//! - *unsticking*: a stuck card moves and is loose from then on: an exit;
//! - *up*: a card goes to its foundation without being safe: an exit.
//!
//! **Reversible is reversible**, by all rules. A loose card lies where it could be put: the place it left
//! is free, and takes it back, with all that lies on it if it came with that. A stuck card can't be put
//! back. Where sequences move as one, any card moves that a stuck one does not cover, a stuck one on top of
//! its column's others included: it takes its place, which is relative to its parent, and what lies
//! on it keeps its own. Only one card at a time goes to a cell or a foundation.
//!
//! **Forced is a matter of the group.** What lies on a movable card, or on the top one of a column's stuck
//! cards, lies there as a legal child. Say such a card X of rank *r* is safe to go up, and Y lies on it.
//! Built by suit, there is no such Y: it is up. Built by alternate colours, the foundation of Y's suit
//! is at *r-2* by X's safety, so Y is next, and Y is safe by the same two conditions. So is whatever lies
//! on Y. The card on top of them all is in reach: a safe card is never hidden under loose cards, and a
//! group that has a safe card among its movable cards or on top of a column's stuck ones holds forced
//! states only. All other groups hold live states only, and no reversible move leads from a live state to
//! a forced one. Safety is a matter of the foundations, so what fills columns and how sequences move
//! makes no difference here.

use crate::game::Frame;
use crate::planes::{Place, Planes};
use crate::rules::Rules;

/// The cards that can go to each kind of place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// Indexed by [`Place`]: cell, bottom of an empty column, low parent, high parent.
    pub cards: [u64; 4],
}

impl Targets {
    #[inline]
    fn of(self, cards: u64) -> Targets {
        Targets { cards: self.cards.map(|plane| plane & cards) }
    }

    /// Each card with each place it can go to.
    #[inline(always)]
    pub fn for_each(self, mut visit: impl FnMut(u64, Place)) {
        for place in Place::ALL {
            let mut cards = self.cards[place as usize];
            while cards != 0 {
                let card = cards & cards.wrapping_neg();
                cards ^= card;
                visit(card, place);
            }
        }
    }

    /// Number of moves.
    pub fn count(self) -> u32 {
        self.cards.iter().map(|plane| plane.count_ones()).sum()
    }
}

/// All legal moves of a live state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Moves of movable cards, which change no digit.
    pub reversible: Targets,
    /// Moves of tops to places other than foundations: they are loose from then on.
    pub unsticking: Targets,
    /// Cards that can go to their foundations, none of them safe.
    pub up: u64,
}

/// What the moves of all states of a group depend on, apart from the planes.
#[derive(Clone, Copy, Debug)]
pub struct MoveContext {
    /// Tops and movable cards, the only ones that move.
    pub frame: Frame,
    /// All loose cards, those under a stuck card included.
    pub loose: u64,
    /// Cards that their foundations take next.
    pub next: u64,
    /// Those of them that go up at once.
    pub safe: u64,
    /// The cells of the game, free or not.
    pub freecells: u32,
    /// Columns that loose cards may be the bottoms of.
    pub columns: u32,
    /// Cards that may open a column.
    pub openers: u64,
    /// Cards that may move with what lies on them: all that no stuck card covers, where sequences move as
    /// one.
    pub carriers: u64,
    /// They say which card goes on which.
    pub rules: Rules,
}

impl MoveContext {
    /// The cards that nothing lies on and that can therefore move.
    #[inline(always)]
    pub fn in_reach(&self, planes: Planes) -> u64 {
        let covered = self.rules.parents_of(planes.on_low(), planes.on_high());
        (self.frame.movable | self.frame.tops) & !covered
    }

    /// Whether the states of the group are forced: all of them or none, as shown above.
    #[inline]
    pub fn is_forced(&self) -> bool {
        (self.frame.movable | self.frame.tops) & self.safe != 0
    }

    /// The moves of a live state with these planes.
    #[inline(always)]
    pub fn moves(&self, planes: Planes) -> Moves {
        debug_assert!(!self.is_forced());
        let cells = planes.cells(self.loose);
        let bottoms = planes.bottoms();
        let in_reach = self.in_reach(planes);
        let exposed = in_reach & !cells;
        let cell_free = flood(cells.count_ones() < self.freecells);
        let column_free = flood(bottoms.count_ones() < self.columns);
        // Places are relative to the parent: what lies on a card goes along, where sequences move as one.
        let movers = in_reach | self.carriers & !cells;
        // A card that lies on a parent covers it, so the parent is not exposed and the card is not
        // offered its own place.
        let all = Targets {
            cards: [
                in_reach & !cells & cell_free,
                movers & !bottoms & column_free & self.openers,
                movers & self.rules.children_of_low(exposed),
                movers & self.rules.children_of_high(exposed),
            ],
        };
        Moves {
            reversible: all.of(self.frame.movable),
            unsticking: all.of(self.frame.tops),
            up: in_reach & self.next,
        }
    }
}

/// All ones for true.
#[inline]
fn flood(yes: bool) -> u64 {
    (yes as u64).wrapping_neg()
}
