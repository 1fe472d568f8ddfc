//! Subspaces by number. The same few come again and again, so an entry carries a number instead of a
//! basis, and what is asked of a subspace is worked out once.
//!
//! [`Spaces`] is shared by all threads and only grows; each thread has a [`SpaceCache`] in front of it.
//! Numbers depend on who came first; nothing that is reported does.

use crate::gf2::{Subspace, Vector};
use crate::hash::QuickMap;
use std::sync::{Arc, Mutex, RwLock};

/// The number of a subspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpaceId(u32);

/// A piece of a suit set as entries carry it: an offset, reduced, and the number of a subspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SuitPiece {
    /// The number of H; it holds while the process runs.
    pub space: SpaceId,
    /// The vector that is added to all of H.
    pub offset: Vector,
}

/// All subspaces that have been met.
#[derive(Default)]
pub struct Spaces {
    numbers: Mutex<QuickMap<Subspace, SpaceId>>,
    list: RwLock<Vec<Subspace>>,
}

impl Spaces {
    /// The number of a subspace, a new one when it has none.
    pub fn number(&self, space: &Subspace) -> SpaceId {
        let mut numbers = self.numbers.lock().expect("no panic while locked");
        *numbers.entry(*space).or_insert_with(|| {
            let mut list = self.list.write().expect("no panic while locked");
            list.push(*space);
            SpaceId(u32::try_from(list.len() - 1).expect("fewer than 2^32 subspaces"))
        })
    }

    /// The subspace of a number that was given out.
    pub fn space(&self, id: SpaceId) -> Subspace {
        self.list.read().expect("no panic while locked")[id.0 as usize]
    }

    /// The piece of the single vector zero.
    pub fn zero(&self) -> SuitPiece {
        SuitPiece { space: self.number(&Subspace::ZERO), offset: 0 }
    }

    /// Number of different subspaces so far.
    pub fn len(&self) -> usize {
        self.list.read().expect("no panic while locked").len()
    }

    /// True until a subspace has got a number.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Subspaces that a thread holds whole, a power of two.
const SPACES_HELD: usize = 1 << 10;
/// Answers that a thread remembers, of each kind.
const ANSWERS_MAX: usize = 1 << 13;

/// Remembers an answer; all are forgotten when they have become too many.
fn insert_bounded<A: std::hash::Hash + Eq, B>(answers: &mut QuickMap<A, B>, key: A, answer: B) {
    if answers.len() >= ANSWERS_MAX {
        answers.clear();
    }
    answers.insert(key, answer);
}

/// A subspace cut at a coordinate: what is left where the coordinate is zero, and a vector that turns
/// it, if there is one.
#[derive(Clone, Copy)]
struct Cut {
    zero: SpaceId,
    turn: Option<Vector>,
}

/// One thread's view of the subspaces. Bounded: what is forgotten is worked out again.
pub struct SpaceCache {
    shared: Arc<Spaces>,
    /// By the low bits of their numbers.
    spaces: Box<[(SpaceId, Subspace); SPACES_HELD]>,
    numbers: QuickMap<Subspace, SpaceId>,
    cuts: QuickMap<(SpaceId, Vector), Cut>,
    shadows: QuickMap<(SpaceId, Vector), SpaceId>,
    wider: QuickMap<(SpaceId, Vector), SpaceId>,
}

impl SpaceCache {
    /// An empty cache in front of what all threads share.
    pub fn new(shared: &Arc<Spaces>) -> SpaceCache {
        SpaceCache {
            shared: Arc::clone(shared),
            spaces: Box::new([(SpaceId(u32::MAX), Subspace::ZERO); SPACES_HELD]),
            numbers: QuickMap::default(),
            cuts: QuickMap::default(),
            shadows: QuickMap::default(),
            wider: QuickMap::default(),
        }
    }

    /// What all threads share.
    pub fn shared(&self) -> &Arc<Spaces> {
        &self.shared
    }

    /// The subspace of a number.
    #[inline]
    pub fn space(&mut self, id: SpaceId) -> &Subspace {
        let slot = &mut self.spaces[id.0 as usize % SPACES_HELD];
        if slot.0 != id {
            *slot = (id, self.shared.space(id));
        }
        &slot.1
    }

    /// The number of a subspace, a new one when no thread has met it.
    pub fn number(&mut self, space: &Subspace) -> SpaceId {
        if let Some(&id) = self.numbers.get(space) {
            return id;
        }
        let id = self.shared.number(space);
        insert_bounded(&mut self.numbers, *space, id);
        id
    }

    /// A piece with its offset reduced.
    #[inline]
    pub fn piece(&mut self, offset: Vector, space: SpaceId) -> SuitPiece {
        SuitPiece { space, offset: self.space(space).reduce(offset) }
    }

    /// The part of a piece where the coordinate is as said.
    pub fn with_bit(&mut self, piece: SuitPiece, bit: Vector, set: bool) -> Option<SuitPiece> {
        let SuitPiece { space, offset } = piece;
        let cut = match self.cuts.get(&(space, bit)) {
            Some(&cut) => cut,
            None => {
                let whole = *self.space(space);
                let zero = self.number(&whole.zero_at(bit));
                let cut = Cut { zero, turn: whole.with_bit(bit) };
                insert_bounded(&mut self.cuts, (space, bit), cut);
                cut
            }
        };
        let right = (offset & bit != 0) == set;
        match cut.turn {
            None => right.then_some(piece),
            Some(turn) => Some(self.piece(if right { offset } else { offset ^ turn }, cut.zero)),
        }
    }

    /// Adds a piece to a list. Two pieces with the same directions become one.
    pub fn join(&mut self, pieces: &mut Vec<SuitPiece>, mut piece: SuitPiece) {
        loop {
            piece = self.piece(piece.offset, piece.space);
            let Some(index) = pieces.iter().position(|other| other.space == piece.space) else {
                return pieces.push(piece);
            };
            let apart = pieces[index].offset ^ piece.offset;
            if apart == 0 {
                return;
            }
            pieces.swap_remove(index);
            piece.space = self.widened(piece.space, apart);
        }
    }

    /// The subspace with one more vector.
    fn widened(&mut self, space: SpaceId, vector: Vector) -> SpaceId {
        if let Some(&wide) = self.wider.get(&(space, vector)) {
            return wide;
        }
        let mut wide = *self.space(space);
        wide.add(vector);
        let id = self.number(&wide);
        insert_bounded(&mut self.wider, (space, vector), id);
        id
    }

    /// The piece with all coordinates outside `mask` forgotten. The offset is not reduced.
    #[inline]
    pub fn shadow(&mut self, piece: SuitPiece, mask: Vector) -> SuitPiece {
        let SuitPiece { space, offset } = piece;
        if self.space(space).support() & !mask == 0 {
            return SuitPiece { space, offset: offset & mask };
        }
        let cast = match self.shadows.get(&(space, mask)) {
            Some(&cast) => cast,
            None => {
                let whole = *self.space(space);
                let cast = Subspace::span(whole.basis().iter().map(|&vector| vector & mask));
                let cast = self.number(&cast);
                insert_bounded(&mut self.shadows, (space, mask), cast);
                cast
            }
        };
        SuitPiece { space: cast, offset: offset & mask }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suitset::Piece;

    #[test]
    fn numbered_pieces_behave_like_pieces() {
        let shared = Arc::new(Spaces::default());
        let mut cache = SpaceCache::new(&shared);
        for seed in 0..200u64 {
            let word = |n: u64| seed.wrapping_mul(n).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58;
            let space = Subspace::span([word(3), word(5), word(7)]);
            let piece = Piece::new(word(11), space);
            let id = cache.number(&space);
            let numbered = cache.piece(word(11), id);
            let as_piece = |cache: &mut SpaceCache, numbered: SuitPiece| {
                Piece::new(numbered.offset, *cache.space(numbered.space))
            };
            assert_eq!(as_piece(&mut cache, numbered), piece);
            let bit = 1 << (seed % 6);
            for set in [false, true] {
                let cut = cache.with_bit(numbered, bit, set);
                assert_eq!(cut.map(|cut| as_piece(&mut cache, cut)), piece.with_bit(bit, set));
            }
            let mask = word(13);
            let shadow = cache.shadow(numbered, mask);
            let shadow = as_piece(&mut cache, shadow);
            assert!(
                space.vectors().all(|vector| shadow.contains((vector ^ piece.offset()) & mask))
            );
            let all: std::collections::BTreeSet<u64> =
                space.vectors().map(|vector| (vector ^ piece.offset()) & mask).collect();
            assert_eq!(shadow.size(), all.len() as u128);
        }
        assert_eq!(shared.zero(), SpaceCache::new(&shared).shadow(shared.zero(), 0));
    }
}
