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
