//! Entries of one group: keys with what they carry, in the type of key that the group needs.
//!
//! What an entry carries is `()` where every state is visited: the key is all. A walk over classes
//! carries a piece of a suit set with each.

use crate::arrival::Arrival;
use crate::group::key_in_frame;
use crate::key::Key;

/// What an entry carries beside its key.
pub trait Payload: Copy + Ord + Send + Sync + std::fmt::Debug + 'static {}

impl<P: Copy + Ord + Send + Sync + std::fmt::Debug + 'static> Payload for P {}

/// Entries of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entries<P = ()> {
    /// Keys of a group with up to 32 movable cards.
    Narrow(Vec<(u64, P)>),
    /// Keys of a group with more.
    Wide(Vec<(u128, P)>),
}

impl<P: Payload> Entries<P> {
    /// An empty list for a group with this many movable cards.
    pub fn new(cards: u32) -> Entries<P> {
        if cards <= u64::CARDS_MAX {
            Entries::Narrow(Vec::new())
        } else {
            Entries::Wide(Vec::new())
        }
    }

    /// The list with one arrival.
    pub fn of_arrival(arrival: Arrival, carries: P) -> Entries<P> {
        let Arrival { state, frame } = arrival;
        match Entries::<P>::new(frame.movable.count_ones()) {
            Entries::Narrow(_) => {
                Entries::Narrow(vec![(key_in_frame(frame, state.planes), carries)])
            }
            Entries::Wide(_) => Entries::Wide(vec![(key_in_frame(frame, state.planes), carries)]),
        }
    }

    /// Number of entries, repeats that were not joined yet included.
    pub fn len(&self) -> usize {
        match self {
            Entries::Narrow(entries) => entries.len(),
            Entries::Wide(entries) => entries.len(),
        }
    }

    /// True when there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        match self {
            Entries::Narrow(entries) => entries.capacity() * size_of::<(u64, P)>(),
            Entries::Wide(entries) => entries.capacity() * size_of::<(u128, P)>(),
        }
    }

    /// Keeps the first ones only.
    pub fn truncate(&mut self, len: usize) {
        match self {
            Entries::Narrow(entries) => entries.truncate(len),
            Entries::Wide(entries) => entries.truncate(len),
        }
    }

    /// Sorts and drops repeats.
    pub fn sort_and_join(&mut self) {
        match self {
            Entries::Narrow(entries) => sort_and_join(entries),
            Entries::Wide(entries) => sort_and_join(entries),
        }
    }

    /// Adds the entries of another list of the same group.
    pub fn append(&mut self, other: Entries<P>) {
        match (self, other) {
            (Entries::Narrow(entries), Entries::Narrow(mut more)) => entries.append(&mut more),
            (Entries::Wide(entries), Entries::Wide(mut more)) => entries.append(&mut more),
            _ => panic!("entries of one group have one type of key"),
        }
    }
}

fn sort_and_join<K: Key, P: Payload>(entries: &mut Vec<(K, P)>) {
    entries.sort_unstable();
    entries.dedup();
}
