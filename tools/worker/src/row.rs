//! A run: some entries of one group as a row, with what they carry and a checksum.
//!
//! Arrow's streams have no checksums, and between two workers a row goes through shuffles and files of others.
//! So a row has one, which whoever carries it need not understand. A row that somebody else has made may go
//! without; its entries are then looked at one by one.

use crate::lists::{Ends, ListColumn};
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{ArrayRef, Int32Array, Int64Array};
use fcc::fingerprint::Fingerprint;
use fcc::gf2::{COORDINATES, DIMENSION_MAX, Subspace, Vector};
use fcc::hash::QuickMap;
use fcc::spaces::{Spaces, SuitPiece};
use std::sync::Arc;
use storage::payload::StoredPayload;

/// Entries of a row that a worker writes, at most.
pub const RUN_ENTRIES_MAX: usize = 4096;

/// What entries carry, in a stream.
pub trait StreamPayload: StoredPayload + std::hash::Hash {
    /// The vectors of a piece, the offset first; nothing where every state is visited.
    fn vectors(self, book: &Self::Book) -> Option<Vec<Vector>>;

    /// What an entry carries that has this piece, or none. `pairs` are those of its group.
    fn of_vectors(
        vectors: Option<&[i64]>,
        pairs: Vector,
        book: &Self::Book,
    ) -> Result<Self, &'static str>;
}

impl StreamPayload for () {
    fn vectors(self, (): &()) -> Option<Vec<Vector>> {
        None
    }

    fn of_vectors(vectors: Option<&[i64]>, _: Vector, (): &()) -> Result<(), &'static str> {
        vectors.map_or(Ok(()), |_| Err("an entry of a state has a piece of a suit set"))
    }
}

impl StreamPayload for SuitPiece {
    fn vectors(self, book: &Arc<Spaces>) -> Option<Vec<Vector>> {
        let space = book.space(self.space);
        Some(std::iter::once(self.offset).chain(space.basis().iter().copied()).collect())
    }

    fn of_vectors(
        vectors: Option<&[i64]>,
        pairs: Vector,
        book: &Arc<Spaces>,
    ) -> Result<SuitPiece, &'static str> {
        let (offset, space) = piece_of(vectors.ok_or("an entry of a class has no piece")?, pairs)?;
        Ok(SuitPiece { space: book.number(&space), offset })
    }
}

/// The offset and the subspace of a piece, with all that has to hold of them.
pub fn piece_of(vectors: &[i64], pairs: Vector) -> Result<(Vector, Subspace), &'static str> {
    let Some((&offset, basis)) = vectors.split_first() else { return Err("an empty piece") };
    let offset = offset as Vector;
    if basis.len() > DIMENSION_MAX {
        return Err("a piece of more than 26 dimensions");
    }
    let basis: Vec<Vector> = basis.iter().map(|&vector| vector as Vector).collect();
    let allowed = pairs & COORDINATES;
    if basis.iter().chain([&offset]).any(|vector| vector & !allowed != 0) {
        return Err("a piece that exchanges what is no pair of the group");
    }
    let space = Subspace::span(basis.iter().copied());
    if space.basis() != basis {
        return Err("a piece whose basis is not in reduced echelon form");
    }
    if space.reduce(offset) != offset {
        return Err("a piece whose offset is not reduced");
    }
    Ok((offset, space))
}

/// Halves of numbers with 128 bits: the lower ones, and the upper ones where one of them is not zero.
pub fn halves(numbers: impl Iterator<Item = u128> + Clone) -> (Vec<i64>, Option<Vec<i64>>) {
    let low = numbers.clone().map(|number| number as i64).collect();
    let is_wide = numbers.clone().any(|number| number >> 64 != 0);
    (low, is_wide.then(|| numbers.map(|number| (number >> 64) as i64).collect()))
}

/// The checksum of a row, taken of its columns in their order; what is null is left out.
#[derive(Default)]
pub struct Checksum(Vec<u8>);

impl Checksum {
    /// Begins with the name of the group.
    pub fn of(&mut self, group: Fingerprint) -> &mut Checksum {
        self.0.clear();
        self.longs(&[group.stuck as i64, group.founded as i64])
    }

    /// Adds a list of longs.
    pub fn longs(&mut self, list: &[i64]) -> &mut Checksum {
        list.iter().for_each(|number| self.0.extend(number.to_le_bytes()));
        self
    }

    /// Adds a list of indices.
    pub fn indices(&mut self, list: &[i32]) -> &mut Checksum {
        list.iter().for_each(|number| self.0.extend(number.to_le_bytes()));
        self
    }

    /// Adds a list within a list: its length and what is in it.
    pub fn piece(&mut self, vectors: &[i64]) -> &mut Checksum {
        self.indices(&[vectors.len() as i32]).longs(vectors)
    }

    /// What it comes to.
    pub fn value(&self) -> i64 {
        crc32fast::hash(&self.0).into()
    }
}

/// Pieces of a row, each once.
pub struct PieceTable<P> {
    numbers: QuickMap<P, i32>,
    last: Option<(P, i32)>,
    /// The vectors of each, in the order of the numbers.
    pub pieces: Vec<Vec<i64>>,
}

impl<P> Default for PieceTable<P> {
    fn default() -> PieceTable<P> {
        PieceTable { numbers: QuickMap::default(), last: None, pieces: Vec::new() }
    }
}

impl<P: Copy + Eq + std::hash::Hash> PieceTable<P> {
    /// Forgets all pieces.
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.pieces.clear();
        self.last = None;
    }

    /// The number of a piece, whose vectors are asked for when it is new.
    pub fn number(&mut self, piece: P, vectors: impl FnOnce() -> Vec<Vector>) -> i32 {
        if let Some((last, number)) = self.last
            && last == piece
        {
            return number;
        }
        let next = self.pieces.len() as i32;
        let number = *self.numbers.entry(piece).or_insert(next);
        if number == next {
            self.pieces.push(vectors().into_iter().map(|vector| vector as i64).collect());
        }
        self.last = Some((piece, number));
        number
    }
}

/// The columns of runs while they are filled.
#[derive(Default)]
pub struct RunColumns {
    stuck: Vec<i64>,
    founded: Vec<i64>,
    entries: Vec<i32>,
    keys: ListColumn<i64>,
    keys_high: ListColumn<i64>,
    piece: ListColumn<i32>,
    pieces: ListColumn<i64>,
    pieces_end: Ends,
    checksum: Vec<i64>,
    sum: Checksum,
    entries_held: usize,
}

impl RunColumns {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.stuck.len()
    }

    /// Entries of all rows.
    pub fn entries_held(&self) -> usize {
        self.entries_held
    }

    /// Appends a run.
    pub fn push<P: StreamPayload>(
        &mut self,
        group: Fingerprint,
        entries: &[(u128, P)],
        book: &P::Book,
        table: &mut PieceTable<P>,
    ) {
        let (low, high) = halves(entries.iter().map(|&(key, _)| key));
        table.clear();
        let mut numbers = Vec::with_capacity(entries.len());
        for &(_, piece) in entries {
            if let Some((last, number)) = table.last
                && last == piece
            {
                numbers.push(number);
            } else if let Some(vectors) = piece.vectors(book) {
                numbers.push(table.number(piece, || vectors));
            }
        }
        self.sum.of(group).longs(&low).longs(high.as_deref().unwrap_or_default()).indices(&numbers);
        table.pieces.iter().for_each(|vectors| {
            self.sum.piece(vectors);
            self.pieces.push(vectors.iter().copied());
        });
        let has_pieces = !numbers.is_empty();
        self.pieces_end.push(self.pieces.len(), has_pieces);
        self.stuck.push(group.stuck as i64);
        self.founded.push(group.founded as i64);
        self.entries.push(entries.len() as i32);
        self.keys.push(low);
        self.keys_high.push_some(high.as_deref());
        self.piece.push_some(has_pieces.then_some(&numbers[..]));
        self.checksum.push(self.sum.value());
        self.entries_held += entries.len();
    }

    /// The columns by name, emptied.
    pub fn finish(&mut self) -> Vec<(&'static str, ArrayRef)> {
        self.entries_held = 0;
        let longs = |column: &mut Vec<i64>| -> ArrayRef {
            Arc::new(Int64Array::from(std::mem::take(column)))
        };
        vec![
            ("stuck", longs(&mut self.stuck)),
            ("founded", longs(&mut self.founded)),
            ("entries", Arc::new(Int32Array::from(std::mem::take(&mut self.entries)))),
            ("keys", self.keys.finish::<Int64Type>()),
            ("keys_high", self.keys_high.finish::<Int64Type>()),
            ("piece", self.piece.finish::<Int32Type>()),
            ("pieces", self.pieces.finish_nested::<Int64Type>(&mut self.pieces_end)),
            ("checksum", longs(&mut self.checksum)),
        ]
    }
}
