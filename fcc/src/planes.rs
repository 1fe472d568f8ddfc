//! Who lies on whom, for all cards at once.
//!
//! A loose card has four places, two bits: plane `a` says that it lies on a legal parent, plane `b`
//! tells which one, or, without a parent, that it is the bottom of a column:
//!
//! | a | b | place |
//! |---|---|---|
//! | 0 | 0 | in a cell |
//! | 0 | 1 | bottom of a column |
//! | 1 | 0 | on its low parent (clubs or diamonds) |
//! | 1 | 1 | on its high parent (spades or hearts) |
//!
//! Built by suit, a card has one parent, which is as high as itself.
//!
//! The order of columns and cells is not stored, so the form is canonical as it stands. The parents
//! are named by their height and not in an order that depends on the child's suit: exchanging two
//! partners then only exchanges their own bits and turns `b` for the cards lying on them.

use crate::card::Card;

/// The places of all loose cards; every other card has zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Planes {
    /// The cards that lie on a parent.
    pub a: u64,
    /// The cards that lie on their high parent or are the bottom of a column.
    pub b: u64,
}

impl Planes {
    /// Those of the loose cards that are in cells.
    #[inline]
    pub const fn cells(self, loose: u64) -> u64 {
        loose & !(self.a | self.b)
    }

    /// The cards that are the bottom of a column.
    #[inline]
    pub const fn bottoms(self) -> u64 {
        self.b & !self.a
    }

    /// The cards that lie on their low parent.
    #[inline]
    pub const fn on_low(self) -> u64 {
        self.a & !self.b
    }

    /// The cards that lie on their high parent.
    #[inline]
    pub const fn on_high(self) -> u64 {
        self.a & self.b
    }

    /// Gives a card a place.
    #[inline]
    pub fn put(&mut self, card: u64, place: Place) {
        self.a = if place.a() { self.a | card } else { self.a & !card };
        self.b = if place.b() { self.b | card } else { self.b & !card };
    }
}

/// Where a loose card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// It is in a freecell.
    Cell = 0b00,
    /// It is the first card of a column.
    Bottom = 0b01,
    /// It lies on a parent of a low suit, clubs or diamonds.
    LowParent = 0b10,
    /// It lies on a parent of a high suit, spades or hearts.
    HighParent = 0b11,
}

impl Place {
    /// All four, by their bits.
    pub const ALL: [Place; 4] = [Place::Cell, Place::Bottom, Place::LowParent, Place::HighParent];

    /// The place of a card that lies on `parent`.
    pub const fn on(parent: Card) -> Place {
        if parent.suit().is_high() { Place::HighParent } else { Place::LowParent }
    }

    /// The bit of plane `a`.
    #[inline]
    pub const fn a(self) -> bool {
        self as u8 & 0b10 != 0
    }

    /// The bit of plane `b`.
    #[inline]
    pub const fn b(self) -> bool {
        self as u8 & 0b01 != 0
    }
}
