//! Payloads as tests see them: how to make one, and what a list of them means.

use fcc::bits::spread;
use fcc::gf2::COORDINATES;
use fcc::gf2::Subspace;
use fcc::spaces::{Spaces, SuitPiece};
use fcc::suitset::{Piece, SuitSet};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use storage::payload::StoredPayload;

/// A payload that can be made at random and compared by what it means.
pub trait TestPayload: StoredPayload {
    fn book() -> Self::Book;
    fn random(random: &mut Random, book: &Self::Book) -> Self;
    /// The vectors that all of these stand for together.
    fn meaning(pieces: &[Self], book: &Self::Book) -> BTreeSet<u64>;
}

impl TestPayload for () {
    fn book() {}

    fn random(_random: &mut Random, _book: &()) {}

    fn meaning(pieces: &[()], _book: &()) -> BTreeSet<u64> {
        pieces.iter().map(|()| 0).collect()
    }
}

/// Vectors of six coordinates, the highest ones.
const VECTORS: u64 = 64;

pub fn vector(word: u64) -> u64 {
    spread((word % VECTORS) << 20, COORDINATES)
}

impl TestPayload for SuitPiece {
    fn book() -> Arc<Spaces> {
        Arc::default()
    }

    fn random(random: &mut Random, book: &Arc<Spaces>) -> SuitPiece {
        let dimension = random.below(4);
        let space = Subspace::span((0..dimension).map(|_| vector(random.word())));
        let offset = space.reduce(vector(random.word()));
        SuitPiece { space: book.number(&space), offset }
    }

    fn meaning(pieces: &[SuitPiece], book: &Arc<Spaces>) -> BTreeSet<u64> {
        let piece = |piece: &SuitPiece| Piece::new(piece.offset, book.space(piece.space));
        let set = SuitSet::new(pieces.iter().map(piece));
        (0..VECTORS).map(vector).filter(|&vector| set.contains(vector)).collect()
    }
}

/// Words that look random.
pub struct Random(u64);

impl Random {
    /// From the seed that is set, or a new one, which is printed.
    pub fn new(name: &str) -> Random {
        let set = std::env::var("STRATA_SEED").ok().and_then(|text| text.parse().ok());
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_nanos());
        let seed = set.unwrap_or_else(|| clock() as u64);
        println!("{name}: STRATA_SEED={seed}");
        Random(seed)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.word() % limit
    }
}
