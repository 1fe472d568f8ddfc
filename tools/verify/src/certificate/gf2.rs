//! Sets of suit exchanges: vectors over the field of two elements.
//!
//! A vector is a word with a bit for each pair of the group, and adding is exclusive-or. A
//! [`Space`] is a subspace by its reduced echelon basis; a [`Piece`] is a space moved by an
//! offset; a suit set is a union of pieces, which may overlap.
//!
//! The question that a proof rests on is whether a piece lies within a union of pieces, also when
//! only several of them together cover it. [`missing`] answers it exactly: it cuts the piece in
//! halves along the first piece of the union until every part is inside one or outside all. Each
//! cut takes one from the dimension of the part, so it ends.

/// A vector: bit `i` is the pair with the `i`-th lowest card.
pub type Vector = u32;

/// Two cards of 26 ranks and colours.
pub const PAIRS_MAX: usize = 26;

/// A subspace: basis vectors with the highest leading bit first, no leading bit in another one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Space {
    basis: Vec<Vector>,
}

impl Space {
    /// The space of a basis that is in reduced echelon form already, or `None` if it is not.
    pub fn from_reduced(basis: Vec<Vector>) -> Option<Space> {
        let descending = basis.windows(2).all(|two| leading(two[0]) > leading(two[1]));
        let reduced = basis.iter().enumerate().all(|(at, &vector)| {
            vector != 0
                && basis
                    .iter()
                    .enumerate()
                    .all(|(other_at, &other)| at == other_at || other & leading(vector) == 0)
        });
        (descending && reduced).then_some(Space { basis })
    }

    /// The basis, in reduced echelon form.
    pub fn basis(&self) -> &[Vector] {
        &self.basis
    }

    /// The number of basis vectors.
    pub fn dimension(&self) -> usize {
        self.basis.len()
    }

    /// The number of vectors.
    pub fn size(&self) -> u128 {
        1 << self.basis.len()
    }

    /// What is left of a vector when the space is divided out: 0 exactly for the space's own.
    pub fn rest(&self, mut vector: Vector) -> Vector {
        for &base in &self.basis {
            if vector & leading(base) != 0 {
                vector ^= base;
            }
        }
        vector
    }

    /// Whether every vector of `other` is in this space.
    pub fn contains(&self, other: &Space) -> bool {
        other.basis.len() <= self.basis.len()
            && other.basis.iter().all(|&vector| self.rest(vector) == 0)
    }

    /// Adds a vector to what the space spans.
    pub fn add(&mut self, vector: Vector) {
        let vector = self.rest(vector);
        if vector == 0 {
            return;
        }
        for base in &mut self.basis {
            if *base & leading(vector) != 0 {
                *base ^= vector;
            }
        }
        let at = self.basis.partition_point(|&base| base > vector);
        self.basis.insert(at, vector);
    }

    /// The space spanned by both.
    pub fn joined(&self, other: &Space) -> Space {
        let mut joined = self.clone();
        other.basis.iter().for_each(|&vector| joined.add(vector));
        joined
    }
}

/// The highest bit of a vector, alone.
fn leading(vector: Vector) -> Vector {
    if vector == 0 { 0 } else { 1 << (31 - vector.leading_zeros()) }
}

/// All sums of the offset and a vector of the space.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// A vector of the piece; any of them makes the same piece.
    pub offset: Vector,
    /// The differences of its vectors.
    pub space: Space,
}

impl Piece {
    /// The piece of one vector.
    pub fn single(offset: Vector) -> Piece {
        Piece { offset, space: Space::default() }
    }

    /// The number of vectors.
    pub fn size(&self) -> u128 {
        self.space.size()
    }

    /// Whether the vector is in the piece.
    pub fn has(&self, vector: Vector) -> bool {
        self.space.rest(vector ^ self.offset) == 0
    }

    /// Whether all of `other` is in this piece.
    pub fn contains(&self, other: &Piece) -> bool {
        self.has(other.offset) && self.space.contains(&other.space)
    }

    /// The piece with every vector moved by `by`.
    pub fn moved(&self, by: Vector) -> Piece {
        Piece { offset: self.offset ^ by, space: self.space.clone() }
    }

    /// The vectors whose coordinate `pair` is `value`.
    pub fn cut(&self, pair: usize, value: bool) -> Option<Piece> {
        let Some(at) = self.space.basis.iter().rposition(|&base| base >> pair & 1 == 1) else {
            return ((self.offset >> pair & 1 == 1) == value).then(|| self.clone());
        };
        let mut piece = self.clone();
        // The last basis vector with the coordinate leaves. Its leading bit is in no other one, so
        // those that it is added to keep their leading bits and the form stays reduced.
        let gone = piece.space.basis.remove(at);
        for base in &mut piece.space.basis {
            if *base >> pair & 1 == 1 {
                *base ^= gone;
            }
        }
        if (piece.offset >> pair & 1 == 1) != value {
            piece.offset ^= gone;
        }
        Some(piece)
    }

    /// The piece in other coordinates: pair `i` becomes pair `map[i]`, `None` is forgotten.
    /// Pairs keep their order.
    pub fn mapped(&self, map: &[Option<u8>]) -> Piece {
        let mapped = |vector: Vector| {
            map.iter().enumerate().fold(0, |mapped, (from, to)| match to {
                Some(to) if vector >> from & 1 == 1 => mapped | 1 << to,
                _ => mapped,
            })
        };
        let mut space = Space::default();
        if map.iter().all(Option::is_some) {
            space.basis.extend(self.space.basis.iter().map(|&base| mapped(base)));
        } else {
            self.space.basis.iter().for_each(|&base| space.add(mapped(base)));
        }
        Piece { offset: mapped(self.offset), space }
    }

    /// The two halves along `edge`, a piece that meets this one or not: the half that may meet it
    /// and the half that does not. `None` if no direction of this piece leads out of `edge`.
    fn halves(&self, edge: &Piece) -> Option<(Piece, Piece)> {
        let out =
            self.space.basis.iter().map(|&base| edge.space.rest(base)).find(|&rest| rest != 0)?;
        // The rest's bit, as a function of a vector, is linear and 0 on the space of `edge`.
        let bit = leading(out);
        let side = |vector: Vector| edge.space.rest(vector) & bit != 0;
        let turns: Vec<Vector> =
            self.space.basis.iter().copied().filter(|&base| side(base)).collect();
        let mut space = Space::default();
        for &base in &self.space.basis {
            if !side(base) {
                space.add(base);
            }
        }
        turns.iter().skip(1).for_each(|&turn| space.add(turn ^ turns[0]));
        let (near, far) = if side(self.offset) == side(edge.offset) {
            (self.offset, self.offset ^ turns[0])
        } else {
            (self.offset ^ turns[0], self.offset)
        };
        Some((Piece { offset: near, space: space.clone() }, Piece { offset: far, space }))
    }
}

/// A vector of `piece` that is in none of `union`, or `None` if all are.
pub fn missing(piece: &Piece, union: &[Piece]) -> Option<Vector> {
    if union.iter().any(|one| one.contains(piece)) {
        return None;
    }
    let Some((first, others)) = union.split_first() else { return Some(piece.offset) };
    match piece.halves(first) {
        // All directions stay within the first piece's, so the two are disjoint.
        None => missing(piece, others),
        Some((near, far)) => missing(&far, others).or_else(|| missing(&near, union)),
    }
}

/// How many vectors of `piece` are in at least one of `union`.
pub fn covered(piece: &Piece, union: &[Piece]) -> u128 {
    let Some((first, others)) = union.split_first() else { return 0 };
    match piece.halves(first) {
        None if first.has(piece.offset) => piece.size(),
        None => covered(piece, others),
        Some((near, far)) => covered(&near, union) + covered(&far, others),
    }
}

/// The number of different vectors in a union.
pub fn union_size(union: &[Piece]) -> u128 {
    let beyond = |at: usize| union[at].size() - covered(&union[at], &union[..at]);
    (0..union.len()).map(beyond).sum()
}

/// Adds a piece to a union, joining what is one piece together, leaving out what is there already.
pub fn add_piece(union: &mut Vec<Piece>, mut piece: Piece) {
    loop {
        if union.iter().any(|one| one.contains(&piece)) {
            return;
        }
        union.retain(|one| !piece.contains(one));
        let Some(at) = union.iter().position(|one| one.space == piece.space) else { break };
        let other = union.swap_remove(at);
        piece.space.add(piece.offset ^ other.offset);
    }
    union.push(piece);
}

#[cfg(test)]
#[path = "gf2_tests.rs"]
mod tests;
