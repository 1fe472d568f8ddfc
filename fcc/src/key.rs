//! A state inside its group as one integer.
//!
//! Only the movable cards of a group can be in different places, so the two planes are gathered
//! under the movable mask: with *m* movable cards the low *m* bits are plane `a`, the next *m*
//! plane `b`. Up to 32 movable cards, which is nearly every group, that is a `u64`; the rest take a
//! `u128`. The group stands for everything else and is stored once.

use crate::planes::Planes;
use std::fmt::Debug;
use std::hash::Hash;

/// An integer that holds a state of a group.
pub trait Key: Copy + Debug + Eq + Ord + Hash + Send + Sync + 'static {
    /// The most movable cards that fit.
    const CARDS_MAX: u32;
    /// A value that is no state of any group: it has as many cards on high parents as fit, and there are
    /// no more than 24 high parents, which take one card each.
    const NONE: Self;

    /// Puts the gathered planes together.
    fn join(gathered: Planes, cards: u32) -> Self;
    /// Takes the gathered planes apart.
    fn split(self, cards: u32) -> Planes;
    /// Some word of the key, for what needs to depend on it and no more.
    fn low_word(self) -> u64;
    /// This key with the bits of `clear` cleared and those of `set` set.
    fn change(self, clear: Self, set: Self) -> Self;
    /// A byte of the key, the lowest first.
    fn byte(self, index: usize) -> usize;
    /// The key as a `u128`, in the same order.
    fn wide(self) -> u128;
    /// The inverse of [`Key::wide`].
    fn narrow(wide: u128) -> Self;
    /// A quick hash for tables inside one process, good in its high bits.
    fn spot(self) -> u64;
}

/// Odd, from the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Key for u64 {
    const CARDS_MAX: u32 = 32;
    const NONE: u64 = u64::MAX;

    #[inline]
    fn join(Planes { a, b }: Planes, cards: u32) -> u64 {
        debug_assert!(cards <= Self::CARDS_MAX && (a | b) >> cards == 0);
        a | b << cards
    }

    #[inline]
    fn split(self, cards: u32) -> Planes {
        Planes { a: self & ((1 << cards) - 1), b: self >> cards }
    }

    #[inline]
    fn low_word(self) -> u64 {
        self
    }

    #[inline]
    fn change(self, clear: u64, set: u64) -> u64 {
        self & !clear | set
    }

    #[inline]
    fn byte(self, index: usize) -> usize {
        (self >> (8 * index)) as usize & 0xff
    }

    #[inline]
    fn wide(self) -> u128 {
        self.into()
    }

    #[inline]
    fn narrow(wide: u128) -> u64 {
        debug_assert!(wide >> 64 == 0);
        wide as u64
    }

    #[inline]
    fn spot(self) -> u64 {
        let mixed = (self ^ self >> 32).wrapping_mul(SPREAD);
        (mixed ^ mixed >> 29).wrapping_mul(SPREAD)
    }
}

impl Key for u128 {
    const CARDS_MAX: u32 = 52;
    const NONE: u128 = u128::MAX;

    #[inline]
    fn join(Planes { a, b }: Planes, cards: u32) -> u128 {
        debug_assert!(cards <= Self::CARDS_MAX && (a | b) >> cards == 0);
        u128::from(a) | u128::from(b) << cards
    }

    #[inline]
    fn split(self, cards: u32) -> Planes {
        Planes { a: self as u64 & ((1 << cards) - 1), b: (self >> cards) as u64 }
    }

    #[inline]
    fn low_word(self) -> u64 {
        self as u64
    }

    #[inline]
    fn change(self, clear: u128, set: u128) -> u128 {
        self & !clear | set
    }

    #[inline]
    fn byte(self, index: usize) -> usize {
        (self >> (8 * index)) as usize & 0xff
    }

    #[inline]
    fn wide(self) -> u128 {
        self
    }

    #[inline]
    fn narrow(wide: u128) -> u128 {
        wide
    }

    #[inline]
    fn spot(self) -> u64 {
        let high = (self >> 64) as u64;
        (self as u64 ^ high.wrapping_mul(SPREAD).rotate_left(32)).spot()
    }
}

/// What a state carries beside its key, as a word.
pub trait Word: Copy + Send + Sync + PartialEq + 'static {
    /// The value as a word, as scratch lists hold it.
    fn word(self) -> u64;
    /// The inverse of [`Word::word`].
    fn of_word(word: u64) -> Self;
}

impl Word for () {
    #[inline]
    fn word(self) -> u64 {
        0
    }

    #[inline]
    fn of_word(_: u64) {}
}

impl Word for u64 {
    #[inline]
    fn word(self) -> u64 {
        self
    }

    #[inline]
    fn of_word(word: u64) -> u64 {
        word
    }
}
