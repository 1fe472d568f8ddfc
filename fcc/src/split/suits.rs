//! Pairs, vectors and suit sets as text.
//!
//! A **pair** is its rank and its colour: `9r` are the red nines. A **vector** is the pairs that it
//! exchanges, the highest bit first; `0` is the one that exchanges nothing. A **piece** `a + H` is its offset
//! and the basis of H, with `+` between them: `Kb+9r+7r6b` has four vectors. Each piece has one text,
//! since [`Piece`] holds the offset and the basis reduced; and each set of states of a class that is a
//! piece has one, since the exchanges that leave the class as it is are always among the directions.

use super::text::TextError;
use crate::card::{Card, KING, Suit};
use crate::gf2::{DIMENSION_MAX, Subspace, Vector};
use crate::suitset::Piece;

const RANKS: &[u8; 13] = b"A23456789TJQK";
/// The vector that exchanges nothing.
const NOTHING: &str = "0";

/// The pairs of a vector; nothing for none.
pub fn pairs_text(vector: Vector) -> String {
    let mut cards: Vec<Card> = Card::in_plane(vector).collect();
    cards.reverse();
    let letters = cards.into_iter().flat_map(|card| {
        let rank = RANKS[usize::from(card.rank()) - 1];
        [char::from(rank), if card.is_red() { 'r' } else { 'b' }]
    });
    letters.collect()
}

/// Reads pairs that stand in order.
pub fn pairs_of_text(text: &str) -> Result<Vector, TextError> {
    let error = |reason| TextError::new(text, format!("no list of pairs: {reason}"));
    let mut vector: Vector = 0;
    let mut last = Vector::MAX;
    for letters in text.as_bytes().chunks(2) {
        let rank = RANKS.iter().position(|rank| *rank == letters[0]);
        let red = match letters.get(1) {
            Some(b'r') => Some(true),
            Some(b'b') => Some(false),
            _ => None,
        };
        let (rank, red) = rank.zip(red).ok_or_else(|| error("a pair is a rank and r or b"))?;
        debug_assert!(rank < KING.into());
        let bit = Card::new(rank as u8 + 1, Suit::of(red, false)).bit();
        if bit >= last {
            return Err(error("they are in the order of the cards, the highest first"));
        }
        last = bit;
        vector |= bit;
    }
    Ok(vector)
}

/// The text of a piece.
pub fn piece_text(piece: &Piece) -> String {
    let vector = |vector| if vector == 0 { NOTHING.into() } else { pairs_text(vector) };
    let mut text = vector(piece.offset());
    for &direction in piece.space().basis() {
        text.push('+');
        text += &vector(direction);
    }
    text
}

/// Reads a piece in the one form that it has.
pub fn piece_of_text(text: &str) -> Result<Piece, TextError> {
    let error = |reason: &str| TextError::new(text, format!("no suit set: {reason}"));
    let mut vectors = Vec::new();
    for word in text.split('+') {
        let vector = if word == NOTHING { 0 } else { pairs_of_text(word)? };
        if (vector == 0) != (word == NOTHING) {
            return Err(error("a vector is `0` or a list of pairs"));
        }
        vectors.push(vector);
    }
    if vectors.len() > DIMENSION_MAX + 1 {
        return Err(error("it has 26 directions at most"));
    }
    let piece = Piece::new(vectors[0], Subspace::span(vectors[1..].iter().copied()));
    if piece_text(&piece) != text {
        return Err(error("offset and directions are reduced and in order"));
    }
    Ok(piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::LOW;
    use proptest::prelude::*;

    #[test]
    fn bad_texts_are_refused() {
        let bad_pairs = ["9", "9x", "9R", "1r", "9r9r", "9rKb", "9r "];
        assert!(bad_pairs.iter().all(|text| pairs_of_text(text).is_err()));
        assert_eq!(pairs_of_text(""), Ok(0));
        for bad in ["", "+", "0+0", "0+", "9r+9r", "0+7r+9r", "0+9r7r+7r", "9r+9r7r", "0+9r+9r"] {
            assert!(piece_of_text(bad).is_err(), "{bad}");
        }
        let piece = piece_of_text("Kb+9r+7r6b").expect("as in the description");
        assert_eq!((piece.size(), piece_text(&piece).as_str()), (4, "Kb+9r+7r6b"));
    }

    proptest! {
        #[test]
        fn pieces_are_read_as_they_are_written(
            offset in any::<u64>(), directions in prop::collection::vec(any::<u64>(), 0..30),
        ) {
            let space = Subspace::span(directions.into_iter().map(|vector| vector & LOW));
            let piece = Piece::new(offset & LOW, space);
            prop_assert_eq!(piece_of_text(&piece_text(&piece)), Ok(piece));
        }
    }
}
