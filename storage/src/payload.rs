//! What entries carry, on disk.
//!
//! Blocks are self-contained, so whatever a payload refers to is spelled out once in each block:
//! encoder and decoder hold a dictionary that is emptied when a block begins. The *book* is what
//! payloads refer to in memory. Entries of one class meet where runs are merged; what they carry is
//! joined there.
//!
//! Here are the two simple payloads, nothing at all and a word; suit pieces are in [`crate::pieces`].

use crate::varint::{Cursor, Malformed, write_varint};
use fcc::entries::Payload;

/// What an entry carries, and how it is stored.
pub trait StoredPayload: Payload {
    /// The number in the header of a run.
    const KIND: u32;
    /// What a run holds, for messages.
    const HOLDS: &'static str;
    /// Whether one key may come several times in a group, with different payloads.
    const KEYS_REPEAT: bool;

    /// What the payloads refer to.
    type Book: Clone + Send + Sync + 'static;
    type Encoder: PayloadEncoder<Self>;
    type Decoder: PayloadDecoder<Self>;
    /// What joining needs, kept from one class to the next.
    type Joiner: Send;

    fn joiner(book: &Self::Book) -> Self::Joiner;

    /// Joins what entries of one class carry, one or more of them, into as few as possible, in an order
    /// that does not depend on how they came.
    fn join(pieces: &mut Vec<Self>, joiner: &mut Self::Joiner);
}

/// Writes payloads of one block after the other.
pub trait PayloadEncoder<P: StoredPayload>: Send {
    fn new(book: &P::Book) -> Self;

    /// Forgets what was spelled out in the block before.
    fn begin_block(&mut self);

    fn encode(&mut self, payload: P, into: &mut Vec<u8>);
}

/// Reads payloads of one block after the other.
pub trait PayloadDecoder<P: StoredPayload>: Send {
    fn new(book: &P::Book) -> Self;

    /// Forgets what was spelled out in the block before.
    fn begin_block(&mut self);

    fn decode(&mut self, from: &mut Cursor) -> Result<P, Malformed>;
}

/// The coder of payloads that refer to nothing.
pub struct Plain;

impl StoredPayload for () {
    const KIND: u32 = 1;
    const HOLDS: &'static str = "entries of states";
    const KEYS_REPEAT: bool = false;
    type Book = ();
    type Encoder = Plain;
    type Decoder = Plain;
    type Joiner = ();

    fn joiner(_book: &()) {}

    fn join(pieces: &mut Vec<()>, _joiner: &mut ()) {
        pieces.truncate(1);
    }
}

impl PayloadEncoder<()> for Plain {
    fn new(_book: &()) -> Plain {
        Plain
    }

    fn begin_block(&mut self) {}

    #[inline]
    fn encode(&mut self, _payload: (), _into: &mut Vec<u8>) {}
}

impl PayloadDecoder<()> for Plain {
    fn new(_book: &()) -> Plain {
        Plain
    }

    fn begin_block(&mut self) {}

    #[inline]
    fn decode(&mut self, _from: &mut Cursor) -> Result<(), Malformed> {
        Ok(())
    }
}

/// Words belong to lists whose keys are strictly ascending: there is nothing to join.
impl StoredPayload for u64 {
    const KIND: u32 = 2;
    const HOLDS: &'static str = "a level of a flood, keys with a word each";
    const KEYS_REPEAT: bool = false;
    type Book = ();
    type Encoder = Plain;
    type Decoder = Plain;
    type Joiner = ();

    fn joiner(_book: &()) {}

    fn join(pieces: &mut Vec<u64>, _joiner: &mut ()) {
        assert!(pieces.len() == 1, "a key with two words");
    }
}

impl PayloadEncoder<u64> for Plain {
    fn new(_book: &()) -> Plain {
        Plain
    }

    fn begin_block(&mut self) {}

    #[inline]
    fn encode(&mut self, payload: u64, into: &mut Vec<u8>) {
        write_varint(payload.into(), into);
    }
}

impl PayloadDecoder<u64> for Plain {
    fn new(_book: &()) -> Plain {
        Plain
    }

    fn begin_block(&mut self) {}

    #[inline]
    fn decode(&mut self, from: &mut Cursor) -> Result<u64, Malformed> {
        from.word("a word of 64 bits")
    }
}
