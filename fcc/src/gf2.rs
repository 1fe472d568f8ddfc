//! Vectors over GF(2) and their subspaces in reduced echelon form.
//!
//! A vector is a word, its coordinates the bits; adding is exclusive-or. Here the coordinates are the
//! low cards of pairs, so a vector says which pairs are exchanged, and it means the same in every
//! group: what a group does not have as a pair is zero.
//!
//! A subspace is held by a basis in *reduced echelon form*: each basis vector has a leading
//! (highest) bit that no other one has, and they are sorted by it, highest first. That form is
//! unique, so equal subspaces are equal arrays. Reducing a vector clears its leading bits one after
//! the other; what is left is zero exactly when the vector is in the subspace, and is the same for all
//! vectors of one coset.

/// A set of exchanges: a word with the bits of the low cards of the pairs that are exchanged.
pub type Vector = u64;

/// The bits that a vector may have: those of all low cards, which come first of their rank and colour.
pub const COORDINATES: Vector = 0x5_5555_5555_5555;

/// Pairs there can be at most: thirteen ranks in two colours.
pub const DIMENSION_MAX: usize = 26;

/// A subspace, as its reduced echelon basis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subspace {
    /// Highest leading bit first; zeros after the first `dimension`.
    basis: [Vector; DIMENSION_MAX],
    dimension: usize,
}

impl Subspace {
    /// The subspace of zero alone.
    pub const ZERO: Subspace = Subspace { basis: [0; DIMENSION_MAX], dimension: 0 };

    /// The span of some vectors.
    pub fn span(vectors: impl IntoIterator<Item = Vector>) -> Subspace {
        let mut space = Subspace::ZERO;
        vectors.into_iter().for_each(|vector| {
            space.add(vector);
        });
        space
    }

    /// The reduced echelon basis, highest leading bit first.
    pub fn basis(&self) -> &[Vector] {
        &self.basis[..self.dimension]
    }

    /// Number of basis vectors: there are 2 to this many vectors.
    #[inline]
    pub fn dimension(&self) -> u32 {
        self.dimension as u32
    }

    /// The representative of the vector's coset: the one without leading bits.
    #[inline]
    pub fn reduce(&self, mut vector: Vector) -> Vector {
        for &base in self.basis() {
            let leading = 1 << base.ilog2();
            if vector & leading != 0 {
                vector ^= base;
            }
        }
        vector
    }

    /// Whether the vector is a sum of basis vectors.
    #[inline]
    pub fn contains(&self, vector: Vector) -> bool {
        self.reduce(vector) == 0
    }

    /// Whether the other one is a part of this one.
    pub fn contains_all(&self, other: &Subspace) -> bool {
        other.basis().iter().all(|&vector| self.contains(vector))
    }

    /// Adds a vector to the span. True when it was not in it.
    #[inline]
    pub fn add(&mut self, vector: Vector) -> bool {
        let new = self.reduce(vector);
        if new == 0 {
            return false;
        }
        self.insert(new);
        true
    }

    /// Puts in a reduced vector that is not zero, and clears its leading bit in the others.
    fn insert(&mut self, new: Vector) {
        let leading = 1 << new.ilog2();
        for base in &mut self.basis[..self.dimension] {
            if *base & leading != 0 {
                *base ^= new;
            }
        }
        let place = self.basis().partition_point(|&base| base > new);
        self.basis.copy_within(place..self.dimension, place + 1);
        self.basis[place] = new;
        self.dimension += 1;
    }

    /// The span of both.
    pub fn sum(&self, other: &Subspace) -> Subspace {
        let mut sum = *self;
        other.basis().iter().for_each(|&vector| {
            sum.add(vector);
        });
        sum
    }

    /// The vectors whose bits under `mask` are all zero.
    pub fn zero_at(&self, mask: Vector) -> Subspace {
        let mut vectors = *self;
        let mut rest = mask;
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            vectors = vectors.zero_at_bit(bit);
        }
        vectors
    }

    fn zero_at_bit(&self, bit: Vector) -> Subspace {
        let Some(with) = self.with_bit(bit) else { return *self };
        Subspace::span(
            self.basis().iter().map(|&base| if base & bit != 0 { base ^ with } else { base }),
        )
    }

    /// The coordinates that some vector has.
    #[inline]
    pub fn support(&self) -> Vector {
        self.basis().iter().fold(0, |support, &base| support | base)
    }

    /// A basis vector that has this bit, if the subspace has a vector that does.
    pub fn with_bit(&self, bit: Vector) -> Option<Vector> {
        self.basis().iter().copied().find(|base| base & bit != 0)
    }

    /// All vectors. For tests and small spaces only.
    pub fn vectors(&self) -> impl Iterator<Item = Vector> + '_ {
        (0..1u64 << self.dimension).map(|choice| {
            let chosen = self.basis().iter().enumerate().filter(|(i, _)| choice >> i & 1 != 0);
            chosen.fold(0, |sum, (_, &base)| sum ^ base)
        })
    }
}

impl std::fmt::Debug for Subspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.basis().iter().map(|base| format!("{base:b}"))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn small_vectors() -> impl Strategy<Value = Vec<Vector>> {
        prop::collection::vec(0u64..64, 0..6)
    }

    fn set(offset: Vector, space: &Subspace) -> BTreeSet<Vector> {
        space.vectors().map(|vector| vector ^ offset).collect()
    }

    proptest! {
        #[test]
        fn the_basis_is_unique_and_spans(vectors in small_vectors(), turn in 0usize..6) {
            let space = Subspace::span(vectors.iter().copied());
            let mut turned = vectors.clone();
            turned.rotate_left(turn.min(vectors.len()));
            turned.reverse();
            prop_assert_eq!(space, Subspace::span(turned));
            let mut all = BTreeSet::from([0]);
            for vector in vectors {
                let more: Vec<Vector> = all.iter().map(|other| other ^ vector).collect();
                all.extend(more);
            }
            prop_assert_eq!(&set(0, &space), &all);
            for vector in 0..64 {
                prop_assert_eq!(space.contains(vector), all.contains(&vector));
                let least = all.iter().map(|other| other ^ vector).min();
                prop_assert_eq!(Some(space.reduce(vector)), least, "the least of its coset");
            }
        }

        #[test]
        fn sums_and_zeros_are_those_of_sets(
            one in small_vectors(), other in small_vectors(), mask in 0u64..64,
        ) {
            let (one, other) = (Subspace::span(one), Subspace::span(other));
            let sums = one.vectors().flat_map(|a| other.vectors().map(move |b| a ^ b));
            prop_assert_eq!(set(0, &one.sum(&other)), sums.collect::<BTreeSet<_>>());
            let zeros = one.vectors().filter(|vector| vector & mask == 0);
            prop_assert_eq!(set(0, &one.zero_at(mask)), zeros.collect::<BTreeSet<_>>());
            prop_assert_eq!(one.contains_all(&other), set(0, &other).is_subset(&set(0, &one)));
        }
    }
}
