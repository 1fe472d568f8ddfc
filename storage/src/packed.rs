//! A block of a run as it lies on disk, in runs of entries and in record runs alike.
//!
//! Four bytes tell the size of the contents, then these follow: compressed by LZ4 where that makes them
//! smaller, else as they are, which the reader knows by the equal sizes. The checksum of the whole block
//! is in the index of its run, and a block is checked against it before it is unpacked.

use lz4_flex::block::{compress_into, decompress_into, get_maximum_output_size};

/// Bytes of the size before the contents.
pub const BLOCK_HEAD_BYTES: usize = 4;

/// Packs a block. `stored` is the room for it and is kept from block to block.
pub fn pack<'s>(raw: &[u8], stored: &'s mut Vec<u8>) -> &'s [u8] {
    let room = BLOCK_HEAD_BYTES + get_maximum_output_size(raw.len());
    if stored.len() < room {
        stored.resize(room, 0);
    }
    let (head, body) = stored.split_at_mut(BLOCK_HEAD_BYTES);
    head.copy_from_slice(&(raw.len() as u32).to_le_bytes());
    let mut bytes = compress_into(raw, body).expect("there is room for the worst case");
    if bytes >= raw.len() {
        bytes = raw.len();
        body[..bytes].copy_from_slice(raw);
    }
    &stored[..BLOCK_HEAD_BYTES + bytes]
}

/// The size of the contents of a block, by its head.
pub fn raw_bytes(block: &[u8]) -> usize {
    let head = block.first_chunk::<BLOCK_HEAD_BYTES>().expect("the index leaves room for a head");
    u32::from_le_bytes(*head) as usize
}

/// Unpacks what follows the head of a block, into as many bytes as the head tells. The error is what was
/// found instead.
pub fn unpack(body: &[u8], into: &mut [u8]) -> Result<(), String> {
    if body.len() == into.len() {
        into.copy_from_slice(body);
        return Ok(());
    }
    let decompressed = decompress_into(body, into);
    match decompressed {
        Ok(length) if length == into.len() => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_shrink_and_blocks_that_do_not_are_read_back() {
        let mut stored = Vec::new();
        let even = vec![7; 5_000];
        let uneven: Vec<u8> =
            (0..200u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for (raw, shrinks) in [(&even, true), (&uneven, false), (&Vec::new(), false)] {
            let block = pack(raw, &mut stored);
            assert_eq!(block.len() < BLOCK_HEAD_BYTES + raw.len(), shrinks);
            let mut read = vec![0; raw_bytes(block)];
            assert_eq!(unpack(&block[BLOCK_HEAD_BYTES..], &mut read), Ok(()));
            assert_eq!(&read, raw);
        }
    }

    #[test]
    fn a_block_of_another_size_is_refused() {
        let mut stored = Vec::new();
        let block = pack(&[7; 5_000], &mut stored);
        for size in [4_999, 5_001] {
            assert!(unpack(&block[BLOCK_HEAD_BYTES..], &mut vec![0; size]).is_err(), "{size}");
        }
    }
}
