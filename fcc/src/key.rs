//! A state inside its group as one integer.
//!
//! Only the movable cards of a group can be in different places, so the two planes are gathered
//! under the movable mask: with *m* movable cards the low *m* bits are plane `a`, the next *m*
//! plane `b`. Up to 32 movable cards, which is nearly every group, that is a `u64`; the rest take a
//! `u128`. The group stands for everything else and is stored once.

use std::fmt::Debug;
use std::hash::Hash;

/// An integer that holds a state of a group.
pub trait Key: Copy + Debug + Eq + Ord + Hash + Send + Sync + 'static {
    /// The most movable cards that fit.
    const CARDS_MAX: u32;
    /// A value that is no state of any group: all cards on their high parents is impossible, since
    /// a high parent takes one card and there are two for it.
    const NONE: Self;

    /// Puts the gathered planes together.
    fn join(a: u64, b: u64, cards: u32) -> Self;
    /// Takes the gathered planes apart.
    fn split(self, cards: u32) -> (u64, u64);
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
    /// A list of keys of this type as [`Keys`].
    fn wrap(keys: Vec<Self>) -> Keys;
    /// The list as keys of this type.
    ///
    /// # Panics
    /// When the list is of the other type: the group decides the type, so that is a bug.
    fn unwrap(keys: Keys) -> Vec<Self>;
    /// A quick hash for tables inside one process, good in its high bits.
    fn spot(self) -> u64;
}

/// Keys of one group, in the type that the group needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keys {
    Narrow(Vec<u64>),
    Wide(Vec<u128>),
}

impl Keys {
    /// An empty list for a group with this many movable cards.
    pub fn new(cards: u32) -> Keys {
        if cards <= u64::CARDS_MAX { Keys::Narrow(Vec::new()) } else { Keys::Wide(Vec::new()) }
    }

    pub fn len(&self) -> usize {
        match self {
            Keys::Narrow(keys) => keys.len(),
            Keys::Wide(keys) => keys.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        match self {
            Keys::Narrow(keys) => keys.capacity() * size_of::<u64>(),
            Keys::Wide(keys) => keys.capacity() * size_of::<u128>(),
        }
    }

    /// Sorts and drops repeats.
    pub fn settle(&mut self) {
        match self {
            Keys::Narrow(keys) => settle(keys),
            Keys::Wide(keys) => settle(keys),
        }
    }

    /// Adds the keys of another list of the same group.
    pub fn append(&mut self, other: Keys) {
        match (self, other) {
            (Keys::Narrow(keys), Keys::Narrow(mut more)) => keys.append(&mut more),
            (Keys::Wide(keys), Keys::Wide(mut more)) => keys.append(&mut more),
            _ => panic!("keys of one group have one type"),
        }
    }
}

fn settle<K: Key>(keys: &mut Vec<K>) {
    keys.sort_unstable();
    keys.dedup();
}

/// Odd, from the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Key for u64 {
    const CARDS_MAX: u32 = 32;
    const NONE: u64 = u64::MAX;

    #[inline]
    fn join(a: u64, b: u64, cards: u32) -> u64 {
        debug_assert!(cards <= Self::CARDS_MAX && (a | b) >> cards == 0);
        a | b << cards
    }

    #[inline]
    fn split(self, cards: u32) -> (u64, u64) {
        (self & ((1 << cards) - 1), self >> cards)
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

    fn wrap(keys: Vec<u64>) -> Keys {
        Keys::Narrow(keys)
    }

    fn unwrap(keys: Keys) -> Vec<u64> {
        match keys {
            Keys::Narrow(keys) => keys,
            Keys::Wide(_) => panic!("wide keys in a group that takes narrow ones"),
        }
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
    fn join(a: u64, b: u64, cards: u32) -> u128 {
        debug_assert!(cards <= Self::CARDS_MAX && (a | b) >> cards == 0);
        u128::from(a) | u128::from(b) << cards
    }

    #[inline]
    fn split(self, cards: u32) -> (u64, u64) {
        (self as u64 & ((1 << cards) - 1), (self >> cards) as u64)
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

    fn wrap(keys: Vec<u128>) -> Keys {
        Keys::Wide(keys)
    }

    fn unwrap(keys: Keys) -> Vec<u128> {
        match keys {
            Keys::Wide(keys) => keys,
            Keys::Narrow(_) => panic!("narrow keys in a group that takes wide ones"),
        }
    }

    #[inline]
    fn spot(self) -> u64 {
        let high = (self >> 64) as u64;
        (self as u64 ^ high.wrapping_mul(SPREAD).rotate_left(32)).spot()
    }
}
