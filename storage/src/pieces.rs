//! Suit pieces on disk.
//!
//! In memory a piece has the number of its subspace, which means something to this process only. On disk
//! the subspace is its basis, once in each block: a piece is an index into the pieces that the block has
//! had so far, or the next index and then the piece; its subspace likewise is an index or the next index
//! and then the basis. The same few pieces come again and again, so that most take one byte.
//!
//! A vector has bits at low cards only, every other bit of the word. They are gathered, which makes 26
//! bits, at most four bytes.

use crate::payload::{PayloadDecoder, PayloadEncoder, StoredPayload};
use crate::varint::{Cursor, Malformed, write_varint};
use fcc::bits::{gather, spread};
use fcc::gf2::{COORDINATES, DIMENSION_MAX, Subspace, Vector};
use fcc::hash::QuickMap;
use fcc::spaces::{SpaceCache, SpaceId, Spaces, SuitPiece};
use std::sync::Arc;

const _: () = assert!(COORDINATES.count_ones() as usize == DIMENSION_MAX);

impl StoredPayload for SuitPiece {
    const KIND: u32 = 3;
    const HOLDS: &'static str = "entries of classes with pieces of suit sets";
    const KEYS_REPEAT: bool = true;
    type Book = Arc<Spaces>;
    type Encoder = PieceEncoder;
    type Decoder = PieceDecoder;
    type Joiner = PieceJoiner;

    fn joiner(book: &Arc<Spaces>) -> PieceJoiner {
        PieceJoiner { spaces: SpaceCache::new(book), joined: Vec::new() }
    }

    /// Numbers of subspaces depend on who came first, so the order is that of the bases.
    fn join(pieces: &mut Vec<SuitPiece>, joiner: &mut PieceJoiner) {
        let PieceJoiner { spaces, joined } = joiner;
        if let [piece] = &mut pieces[..] {
            *piece = spaces.piece(piece.offset, piece.space);
            return;
        }
        sort_by_basis(pieces, spaces);
        joined.clear();
        pieces.drain(..).for_each(|piece| spaces.join(joined, piece));
        sort_by_basis(joined, spaces);
        pieces.append(joined);
    }
}

/// The subspaces as one thread sees them, and a list that is used again.
pub struct PieceJoiner {
    spaces: SpaceCache,
    joined: Vec<SuitPiece>,
}

fn sort_by_basis(pieces: &mut [SuitPiece], spaces: &mut SpaceCache) {
    pieces.sort_unstable_by(|one, other| {
        if one.space == other.space {
            return one.offset.cmp(&other.offset);
        }
        let first = *spaces.space(one.space);
        first.basis().cmp(spaces.space(other.space).basis())
    });
}

/// The dictionary of the block that is being written.
pub struct PieceEncoder {
    book: Arc<Spaces>,
    pieces: QuickMap<SuitPiece, u32>,
    spaces: QuickMap<SpaceId, u32>,
    /// The piece before and its index: often the next one is the same.
    last: Option<(SuitPiece, u32)>,
}

impl PayloadEncoder<SuitPiece> for PieceEncoder {
    fn new(book: &Arc<Spaces>) -> PieceEncoder {
        let (pieces, spaces) = (QuickMap::default(), QuickMap::default());
        PieceEncoder { book: Arc::clone(book), pieces, spaces, last: None }
    }

    fn begin_block(&mut self) {
        self.pieces.clear();
        self.spaces.clear();
        self.last = None;
    }

    #[inline]
    fn encode(&mut self, piece: SuitPiece, into: &mut Vec<u8>) {
        if let Some((last, index)) = self.last
            && last == piece
        {
            return write_varint(index.into(), into);
        }
        let next = self.pieces.len() as u32;
        let index = *self.pieces.entry(piece).or_insert(next);
        self.last = Some((piece, index));
        write_varint(index.into(), into);
        if index == next {
            self.spell_out(piece, into);
        }
    }
}

impl PieceEncoder {
    fn spell_out(&mut self, piece: SuitPiece, into: &mut Vec<u8>) {
        let space = self.book.space(piece.space);
        assert_eq!(space.reduce(piece.offset), piece.offset, "a piece that is not reduced");
        let next = self.spaces.len() as u32;
        let index = *self.spaces.entry(piece.space).or_insert(next);
        write_varint(index.into(), into);
        if index == next {
            into.push(space.dimension() as u8);
            space.basis().iter().for_each(|&vector| write_vector(vector, into));
        }
        write_vector(piece.offset, into);
    }
}

fn write_vector(vector: Vector, into: &mut Vec<u8>) {
    assert_eq!(vector & !COORDINATES, 0, "a vector has bits at low cards only");
    write_varint(gather(vector, COORDINATES).into(), into);
}

fn read_vector(from: &mut Cursor) -> Result<Vector, Malformed> {
    let packed = from.word_below(1 << DIMENSION_MAX, "a vector of 26 bits")?;
    Ok(spread(packed, COORDINATES))
}

/// The dictionary of the block that is being read.
pub struct PieceDecoder {
    book: Arc<Spaces>,
    pieces: Vec<SuitPiece>,
    spaces: Vec<SpaceId>,
}

impl PayloadDecoder<SuitPiece> for PieceDecoder {
    fn new(book: &Arc<Spaces>) -> PieceDecoder {
        PieceDecoder { book: Arc::clone(book), pieces: Vec::new(), spaces: Vec::new() }
    }

    fn begin_block(&mut self) {
        self.pieces.clear();
        self.spaces.clear();
    }

    #[inline]
    fn decode(&mut self, from: &mut Cursor) -> Result<SuitPiece, Malformed> {
        let known = self.pieces.len() as u64;
        let index = from.word_below(known + 1, "the index of a piece")?;
        if index == known {
            let piece = self.read_piece(from)?;
            self.pieces.push(piece);
        }
        Ok(self.pieces[index as usize])
    }
}

impl PieceDecoder {
    fn read_piece(&mut self, from: &mut Cursor) -> Result<SuitPiece, Malformed> {
        let known = self.spaces.len() as u64;
        let index = from.word_below(known + 1, "the index of a subspace")?;
        let subspace = if index == known {
            let subspace = read_subspace(from)?;
            self.spaces.push(self.book.number(&subspace));
            subspace
        } else {
            self.book.space(self.spaces[index as usize])
        };
        let at = from.position();
        let offset = read_vector(from)?;
        if subspace.reduce(offset) != offset {
            return Err(Malformed { position: at, expected: "an offset that is reduced" });
        }
        Ok(SuitPiece { space: self.spaces[index as usize], offset })
    }
}

fn read_subspace(from: &mut Cursor) -> Result<Subspace, Malformed> {
    let at = from.position();
    let dimension = usize::from(from.byte()?);
    if dimension > DIMENSION_MAX {
        return Err(Malformed { position: at, expected: "a dimension of at most 26" });
    }
    let mut basis = [0; DIMENSION_MAX];
    for vector in &mut basis[..dimension] {
        *vector = read_vector(from)?;
    }
    let subspace = Subspace::span(basis[..dimension].iter().copied());
    if subspace.basis() != &basis[..dimension] {
        return Err(Malformed { position: at, expected: "a basis in reduced echelon form" });
    }
    Ok(subspace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::varint::PADDING;

    fn piece(spaces: &Spaces, vectors: &[u64], offset: u64) -> SuitPiece {
        let space = Subspace::span(vectors.iter().map(|&vector| spread(vector, COORDINATES)));
        let offset = space.reduce(spread(offset, COORDINATES));
        SuitPiece { space: spaces.number(&space), offset }
    }

    #[test]
    fn pieces_are_read_back_by_a_process_with_other_numbers() {
        let (ours, theirs) = (Arc::new(Spaces::default()), Arc::new(Spaces::default()));
        theirs.number(&Subspace::span([4]));
        let shapes: [(&[u64], u64); 5] =
            [(&[], 0), (&[3, 1 << 25], 8), (&[3, 1 << 25], 16), (&[], 5), (&[3, 1 << 25], 8)];
        let mut encoder = PieceEncoder::new(&ours);
        let mut bytes = Vec::new();
        for (vectors, offset) in shapes {
            encoder.encode(piece(&ours, vectors, offset), &mut bytes);
        }
        let end = bytes.len();
        bytes.resize(end + PADDING, 0);
        let mut cursor = Cursor::new(&bytes, 0, end);
        let mut decoder = PieceDecoder::new(&theirs);
        for (vectors, offset) in shapes {
            let found = decoder.decode(&mut cursor).expect("well-formed");
            assert_eq!(found, piece(&theirs, vectors, offset));
        }
        assert_eq!(cursor.position(), end);
    }

    #[test]
    fn the_join_does_not_depend_on_the_order() {
        let spaces = Arc::new(Spaces::default());
        let mut joiner = SuitPiece::joiner(&spaces);
        let all = [
            piece(&spaces, &[], 1),
            piece(&spaces, &[4], 3),
            piece(&spaces, &[], 2),
            piece(&spaces, &[3], 4),
            piece(&spaces, &[4], 3),
        ];
        let mut first = None;
        for turn in 0..all.len() {
            let mut pieces = all.to_vec();
            pieces.rotate_left(turn);
            SuitPiece::join(&mut pieces, &mut joiner);
            assert_eq!(*first.get_or_insert_with(|| pieces.clone()), pieces);
        }
        // 1 and 2 make 1 + <3>, and that with 4 + <3> makes 1 + <3, 5>.
        let expected = [piece(&spaces, &[4], 3), piece(&spaces, &[3, 5], 1)];
        assert_eq!(first.as_deref(), Some(&expected[..]));
    }
}
