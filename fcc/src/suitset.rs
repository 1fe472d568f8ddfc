//! Suit sets: which exchanges of a class were reached, as a union of affine pieces.
//!
//! A *piece* is a coset `a + H`: an offset, reduced so that equal pieces are equal values, and a
//! subspace. A *suit set* is a union of pieces. It is kept short: a piece inside another one goes, and
//! `a + H` and `b + H` become `a + <H, a+b>`. Pieces may overlap; the size of the union is exact all
//! the same.

use crate::gf2::{Subspace, Vector};

/// An affine piece `offset + space`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    offset: Vector,
    space: Subspace,
}

impl Piece {
    /// The piece `offset + space`; any of its vectors will do as offset.
    pub fn new(offset: Vector, space: Subspace) -> Piece {
        Piece { offset: space.reduce(offset), space }
    }

    /// The vector that stands for the piece: the one without leading bits of the subspace.
    pub fn offset(&self) -> Vector {
        self.offset
    }

    /// The subspace: sums of two vectors of the piece.
    pub fn space(&self) -> &Subspace {
        &self.space
    }

    /// Number of vectors: 2 to the dimension.
    pub fn size(&self) -> u128 {
        1 << self.space.dimension()
    }

    /// Whether the piece has this vector.
    pub fn contains(&self, vector: Vector) -> bool {
        self.space.reduce(vector) == self.offset
    }

    /// Whether the other piece lies in this one.
    pub fn contains_all(&self, other: &Piece) -> bool {
        self.contains(other.offset) && self.space.contains_all(&other.space)
    }

    /// Every vector with `by` added.
    pub fn shifted(&self, by: Vector) -> Piece {
        Piece::new(self.offset ^ by, self.space)
    }

    /// Every vector with every vector of `space` added.
    pub fn widened(&self, space: &Subspace) -> Piece {
        Piece::new(self.offset, self.space.sum(space))
    }

    /// The vectors that have (or have not) this bit.
    pub fn with_bit(&self, bit: Vector, set: bool) -> Option<Piece> {
        let wanted = if set { bit } else { 0 };
        match self.space.with_bit(bit) {
            Some(turn) => {
                let right = self.offset & bit == wanted;
                let offset = if right { self.offset } else { self.offset ^ turn };
                Some(Piece::new(offset, self.space.zero_at(bit)))
            }
            None => (self.offset & bit == wanted).then_some(*self),
        }
    }

    /// The vectors that two pieces `a + H` and `b + G` share.
    ///
    /// Row-reduces the pairs (h, h) for the basis of H and (g, 0) for that of G on their first
    /// parts. A pair whose first part vanishes has written zero as a sum h + g with h = g: its second part
    /// is in both. Reducing (a + b, 0) likewise writes a + b = h + g, and a + h = b + g is a common point.
    fn intersection(&self, other: &Piece) -> Option<Piece> {
        let mut rows: Vec<(Vector, Vector)> = Vec::new();
        let mut common = Subspace::ZERO;
        let reduce = |rows: &[(Vector, Vector)], mut row: (Vector, Vector)| {
            for &(first, second) in rows {
                if row.0 & (1 << first.ilog2()) != 0 {
                    row = (row.0 ^ first, row.1 ^ second);
                }
            }
            row
        };
        let of_h = self.space.basis().iter().map(|&vector| (vector, vector));
        for row in of_h.chain(other.space.basis().iter().map(|&vector| (vector, 0))) {
            let row = reduce(&rows, row);
            if row.0 == 0 {
                common.add(row.1);
            } else {
                rows.push(row);
                rows.sort_unstable_by_key(|&(first, _)| std::cmp::Reverse(first.ilog2()));
            }
        }
        let (left, part_of_h) = reduce(&rows, (self.offset ^ other.offset, 0));
        (left == 0).then(|| Piece::new(self.offset ^ part_of_h, common))
    }
}

/// A union of pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuitSet {
    pieces: Vec<Piece>,
}

impl SuitSet {
    /// The union of these pieces.
    pub fn new(pieces: impl IntoIterator<Item = Piece>) -> SuitSet {
        let mut set = SuitSet::default();
        pieces.into_iter().for_each(|piece| set.add(piece));
        set
    }

    /// Pieces of which the union is made. None lies in another one, but they may overlap.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Joins a piece: merged with those it merges with, left out when it is in one of them.
    pub fn add(&mut self, mut piece: Piece) {
        while let Some(merged) = self.merge(&piece) {
            piece = merged;
        }
        if !self.pieces.iter().any(|other| other.contains_all(&piece)) {
            self.pieces.retain(|other| !piece.contains_all(other));
            self.pieces.push(piece);
            self.pieces.sort_unstable();
        }
    }

    /// Takes out a piece with the same directions and returns it joined with `piece`.
    fn merge(&mut self, piece: &Piece) -> Option<Piece> {
        let same = |other: &Piece| other.space == piece.space && other.offset != piece.offset;
        let index = self.pieces.iter().position(same)?;
        let other = self.pieces.swap_remove(index);
        let mut space = piece.space;
        space.add(piece.offset ^ other.offset);
        Some(Piece::new(piece.offset, space))
    }

    /// Whether some piece has this vector.
    pub fn contains(&self, vector: Vector) -> bool {
        self.pieces.iter().any(|piece| piece.contains(vector))
    }

    /// Whether every vector of another set is in this one: in one of its pieces, or in several together.
    pub fn contains_all(&self, other: &SuitSet) -> bool {
        let inside = |piece: &Piece| self.pieces.iter().any(|mine| mine.contains_all(piece));
        other.pieces.iter().all(inside) || self.joined(other).size() == self.size()
    }

    /// The union of both.
    pub fn joined(&self, other: &SuitSet) -> SuitSet {
        let mut joined = self.clone();
        other.pieces.iter().for_each(|&piece| joined.add(piece));
        joined
    }

    /// The vectors that are in both.
    pub fn shared(&self, other: &SuitSet) -> SuitSet {
        let of_piece = |piece: &Piece| {
            let piece = *piece;
            other.pieces.iter().filter_map(move |theirs| piece.intersection(theirs))
        };
        SuitSet::new(self.pieces.iter().flat_map(of_piece))
    }

    /// Number of vectors in the union, overlaps counted once.
    pub fn size(&self) -> u128 {
        union_size(&self.pieces)
    }

    /// Number of vectors of a piece that the set does not have.
    pub fn beyond(&self, piece: &Piece) -> u128 {
        let shared = self.pieces.iter().filter_map(|other| piece.intersection(other));
        piece.size() - union_size(SuitSet::new(shared).pieces())
    }

    /// Every vector with every vector of `space` added.
    pub fn widened(&self, space: &Subspace) -> SuitSet {
        SuitSet::new(self.pieces.iter().map(|piece| piece.widened(space)))
    }

    /// Every vector with `by` added.
    pub fn shifted(&self, by: Vector) -> SuitSet {
        SuitSet::new(self.pieces.iter().map(|piece| piece.shifted(by)))
    }

    /// The vectors that have (or have not) this bit.
    pub fn with_bit(&self, bit: Vector, set: bool) -> SuitSet {
        SuitSet::new(self.pieces.iter().filter_map(|piece| piece.with_bit(bit, set)))
    }
}

/// Each piece counts with what it has beyond the ones before it: its size less that of the union of
/// its intersections with them.
fn union_size(pieces: &[Piece]) -> u128 {
    let beyond = |index: usize| {
        let piece = &pieces[index];
        let shared = pieces[..index].iter().filter_map(|other| piece.intersection(other));
        piece.size() - union_size(SuitSet::new(shared).pieces())
    };
    (0..pieces.len()).map(beyond).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn any_piece() -> impl Strategy<Value = Piece> {
        (0u64..64, prop::collection::vec(0u64..64, 0..4))
            .prop_map(|(offset, vectors)| Piece::new(offset, Subspace::span(vectors)))
    }

    fn vectors(pieces: &[Piece]) -> BTreeSet<Vector> {
        let of_piece =
            |piece: &Piece| piece.space.vectors().map(|v| v ^ piece.offset).collect::<Vec<_>>();
        pieces.iter().flat_map(of_piece).collect()
    }

    proptest! {
        #[test]
        fn unions_have_the_vectors_of_their_pieces(pieces in prop::collection::vec(any_piece(), 0..7)) {
            let set = SuitSet::new(pieces.iter().copied());
            let all = vectors(&pieces);
            prop_assert_eq!(&vectors(set.pieces()), &all);
            prop_assert_eq!(set.size(), all.len() as u128);
            for vector in 0..64 {
                prop_assert_eq!(set.contains(vector), all.contains(&vector));
            }
            for (index, piece) in set.pieces().iter().enumerate() {
                let others = set.pieces().iter().enumerate().filter(|&(other, _)| other != index);
                for (_, other) in others {
                    prop_assert!(!other.contains_all(piece), "a piece inside another");
                    prop_assert!(other.space != piece.space, "two pieces that merge");
                }
            }
        }

        #[test]
        fn a_set_contains_another_when_it_has_its_vectors(
            some in prop::collection::vec(any_piece(), 0..7), others in prop::collection::vec(any_piece(), 0..4),
        ) {
            let (set, other) = (SuitSet::new(some), SuitSet::new(others));
            let (has, wanted) = (vectors(set.pieces()), vectors(other.pieces()));
            prop_assert_eq!(set.contains_all(&other), has.is_superset(&wanted));
            for piece in other.pieces() {
                let beyond = vectors(&[*piece]).difference(&has).count();
                prop_assert_eq!(set.beyond(piece), beyond as u128);
            }
            let joined = set.joined(&other);
            prop_assert!(joined.contains_all(&set) && joined.contains_all(&other));
            prop_assert_eq!(joined.size(), has.union(&wanted).count() as u128);
            let shared = vectors(set.shared(&other).pieces());
            prop_assert_eq!(shared, has.intersection(&wanted).copied().collect::<BTreeSet<_>>());
        }

        #[test]
        fn intersections_are_those_of_sets(one in any_piece(), other in any_piece()) {
            let common: BTreeSet<Vector> =
                vectors(&[one]).intersection(&vectors(&[other])).copied().collect();
            prop_assert_eq!(vectors(one.intersection(&other).as_slice()), common);
        }

        #[test]
        fn a_split_loses_nothing_and_shares_nothing(
            pieces in prop::collection::vec(any_piece(), 1..5), coordinate in 0u32..6,
        ) {
            let set = SuitSet::new(pieces);
            let bit = 1 << coordinate;
            let (with, without) = (set.with_bit(bit, true), set.with_bit(bit, false));
            let all = vectors(set.pieces());
            let expect = |on: bool| {
                all.iter().copied().filter(|v| (v & bit != 0) == on).collect::<BTreeSet<_>>()
            };
            prop_assert_eq!(vectors(with.pieces()), expect(true));
            prop_assert_eq!(vectors(without.pieces()), expect(false));
            prop_assert_eq!(with.size() + without.size(), set.size());
        }

        #[test]
        fn shifting_and_widening_are_those_of_sets(
            piece in any_piece(), by in 0u64..64, more in prop::collection::vec(0u64..64, 0..3),
        ) {
            let space = Subspace::span(more);
            let shifted: BTreeSet<Vector> = vectors(&[piece]).iter().map(|v| v ^ by).collect();
            prop_assert_eq!(vectors(&[piece.shifted(by)]), shifted);
            let wide: BTreeSet<Vector> =
                vectors(&[piece]).iter().flat_map(|&v| space.vectors().map(move |w| v ^ w)).collect();
            prop_assert_eq!(vectors(&[piece.widened(&space)]), wide);
        }
    }
}
