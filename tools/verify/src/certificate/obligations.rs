//! What moves have led to and is still to be found among deeper groups.
//!
//! An obligation is a class of a group and vectors of it. They wait by depth, group and class, and
//! are joined as they come, since most moves arrive where others have.

use std::collections::BTreeMap;

use super::fast_map::FastMap;
use super::fingerprint::Fingerprint;
use super::gf2::{Piece, Vector, add_piece};
use super::group::Key;

/// The classes of a group that were reached, and with which vectors.
pub type Reached = FastMap<Key, Vec<Piece>>;

/// A single state: a group, a class of it and a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The group that it lies in.
    pub fingerprint: Fingerprint,
    /// The key of its class.
    pub key: Key,
    /// What is exchanged between it and the canonical member.
    pub vector: Vector,
}

/// All obligations that wait.
#[derive(Debug, Default)]
pub struct Obligations {
    by_depth: BTreeMap<i64, FastMap<Fingerprint, Reached>>,
}

impl Obligations {
    /// Adds an obligation.
    pub fn add(&mut self, depth: i64, fingerprint: Fingerprint, key: Key, piece: Piece) {
        let groups = self.by_depth.entry(depth).or_default();
        add_piece(groups.entry(fingerprint).or_default().entry(key).or_default(), piece);
    }

    /// Takes what waits for a group.
    pub fn take(&mut self, depth: i64, fingerprint: Fingerprint) -> Reached {
        let groups = self.by_depth.get_mut(&depth);
        groups.and_then(|groups| groups.remove(&fingerprint)).unwrap_or_default()
    }

    /// A state that waits for a group less deep than `depth`, or for any. Of several it is the
    /// least, so that a refusal is the same each time.
    pub fn overdue(&mut self, depth: Option<i64>) -> Option<Named> {
        while let Some(entry) = self.by_depth.first_entry() {
            if depth.is_some_and(|depth| *entry.key() >= depth) {
                return None;
            }
            if let Some((&fingerprint, reached)) =
                entry.get().iter().min_by_key(|(fingerprint, _)| **fingerprint)
            {
                return least(reached).map(|(key, vector)| Named { fingerprint, key, vector });
            }
            entry.remove();
        }
        None
    }
}

fn least(reached: &Reached) -> Option<(Key, Vector)> {
    let (&key, pieces) = reached.iter().min_by_key(|(key, _)| **key)?;
    Some((key, pieces.iter().map(|piece| piece.offset).min()?))
}
