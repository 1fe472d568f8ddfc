//! The digest of what a flood visits.

use crate::class::{canonical, pairs_of};
use crate::digest::{Digest, GroupHash};
use crate::group::Group;
use crate::planes::Planes;

/// Adds up the digest of the states of a group, or does nothing when it is not wanted.
#[derive(Clone, Copy)]
pub struct Digester {
    hash: Option<GroupHash>,
    pairs: u64,
    /// The sum so far; zero if it is not wanted.
    pub digest: Digest,
}

impl Digester {
    /// For states of this group; nothing is added up unless it is `wanted`.
    pub fn new(group: &Group, wanted: bool) -> Digester {
        Digester {
            hash: wanted.then(|| GroupHash::new(group.fingerprint())),
            pairs: pairs_of(group.context()),
            digest: Digest::default(),
        }
    }

    /// Adds the state with these planes.
    #[inline]
    pub fn add(&mut self, planes: Planes) {
        if let Some(hash) = self.hash {
            self.digest.add(hash.class(canonical(planes, self.pairs)));
        }
    }
}
