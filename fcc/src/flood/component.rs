//! A component of classes while it is put together, and the states among its entries.

use crate::class::stabiliser_space;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::key::Key;
use crate::ports::{ComponentRecord, SuitRecord};
use crate::spaces::{SpaceCache, SpaceId, SuitPiece};
use crate::suitset::{Piece, SuitSet};

/// A class of a component: its canonical key, φ, and the dimension of its stabiliser.
#[derive(Clone, Copy)]
pub struct ClassAt<K> {
    /// The key of its canonical member.
    pub key: K,
    /// φ, the vector of its first visit; zero for the entry where the flood began.
    pub phi: Vector,
    /// The dimension, 0 until the class is expanded.
    pub stabiliser: u32,
}

/// A component of classes while it is put together.
pub struct Component<K> {
    /// Its classes, as a range of the flood's list.
    pub classes: std::ops::Range<usize>,
    smallest: (K, Vector),
    entry: K,
    /// K; complete when all classes were expanded.
    pub k: Subspace,
    /// R, a union of cosets of K; complete when all entries were joined.
    pub r: SuitSet,
    /// Most entries bring nothing new, and these tell it quickly.
    joined: Vec<Joined>,
}

/// What R has of one subspace that entries have.
struct Joined {
    space: SpaceId,
    /// The subspace with K added.
    wide: Subspace,
    offsets: Vec<Vector>,
}

impl<K: Key> Component<K> {
    /// About what a component takes, with its R and its record.
    pub const BYTES: usize = 2 * size_of::<Component<K>>() + 4 * size_of::<Piece>();

    /// A component that begins at an entry, the smallest of its entries.
    pub fn new(entry: K, start: usize) -> Component<K> {
        Component {
            classes: start..start,
            smallest: (entry, 0),
            entry,
            k: Subspace::ZERO,
            r: SuitSet::default(),
            joined: Vec::new(),
        }
    }

    /// A class of the component with its φ.
    #[inline]
    pub fn note_smallest(&mut self, key: K, phi: Vector) {
        if key < self.smallest.0 {
            self.smallest = (key, phi);
        }
    }

    /// Joins a piece of an entry whose class has this φ to R. K is complete.
    pub fn join(&mut self, piece: SuitPiece, phi: Vector, spaces: &mut SpaceCache) {
        let index = self.joined.iter().position(|joined| joined.space == piece.space);
        let index = index.unwrap_or_else(|| {
            let wide = spaces.space(piece.space).sum(&self.k);
            self.joined.push(Joined { space: piece.space, wide, offsets: Vec::new() });
            self.joined.len() - 1
        });
        let Joined { wide, offsets, .. } = &mut self.joined[index];
        let offset = wide.reduce(piece.offset ^ phi);
        if !offsets.contains(&offset) {
            offsets.push(offset);
            self.r.add(Piece::new(offset, *wide));
        }
    }

    /// What the component stands for, each of its FCCs having this many states.
    pub fn record(&self, states_of_fcc: u128) -> ComponentRecord {
        let dimension = self.k.dimension();
        let reached = self.r.size();
        assert!(reached > 0 && reached.is_multiple_of(1 << dimension), "R is made of cosets of K");
        let fccs = reached >> dimension;
        let (smallest, phi) = self.smallest;
        ComponentRecord {
            smallest: smallest.wide(),
            entry: self.entry.wide(),
            states: states_of_fcc * fccs,
            fccs,
            suits: Some(Box::new(SuitRecord { k: self.k, reached: self.r.shifted(phi) })),
        }
    }
}

/// Adds up the states that the entries of a group stand for. Pieces of one class come one after the
/// other.
pub struct EntryStates<'g, K> {
    group: &'g Group<'g>,
    pairs: Vector,
    key: Option<K>,
    pieces: Vec<SuitPiece>,
    states: u128,
}

impl<'g, K: Key> EntryStates<'g, K> {
    /// Nothing counted yet. `pairs` are those of the group.
    pub fn new(group: &'g Group<'g>, pairs: Vector) -> EntryStates<'g, K> {
        EntryStates { group, pairs, key: None, pieces: Vec::new(), states: 0 }
    }

    /// Adds a piece of an entry. The class before it is counted when the key is another one.
    #[inline]
    pub fn add(&mut self, key: K, piece: SuitPiece, spaces: &mut SpaceCache) {
        if self.key != Some(key) {
            self.count_last(spaces);
            self.key = Some(key);
        }
        self.pieces.push(piece);
    }

    /// What was counted since it was taken last. The last class is settled.
    pub fn take(&mut self) -> u128 {
        assert!(self.key.is_none(), "a class that was not counted");
        std::mem::take(&mut self.states)
    }

    /// Counts the last class.
    pub fn count_last(&mut self, spaces: &mut SpaceCache) {
        let Some(key) = self.key.take() else { return };
        let fixing = stabiliser_space(self.group.planes(key), self.pairs);
        self.states += size_of_pieces(&self.pieces, &fixing, spaces) >> fixing.dimension();
        self.pieces.clear();
    }
}

/// Number of vectors in the pieces of one class, closed under its stabiliser.
fn size_of_pieces(pieces: &[SuitPiece], fixing: &Subspace, spaces: &mut SpaceCache) -> u128 {
    if let ([piece], 0) = (pieces, fixing.dimension()) {
        return 1 << spaces.space(piece.space).dimension();
    }
    let wide = pieces
        .iter()
        .map(|piece| Piece::new(piece.offset, *spaces.space(piece.space)).widened(fixing));
    SuitSet::new(wide).size()
}
