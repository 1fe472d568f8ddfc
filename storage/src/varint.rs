//! Integers in as few bytes as they need, made for quick reading.
//!
//! The number of bytes is told by the lowest set bit of the first one, so that reading is one load, one
//! count of zeros and one shift, without a loop: *n* bytes (1 to 8) hold 7*n* bits, above *n-1* zeros
//! and a one. Larger integers have a first byte of zero, then their length in bytes (8 to 16), then
//! the bytes, lowest first. There is one form for each integer: a longer one is malformed.
//!
//! [`Cursor`] reads from a buffer that goes on for [`PADDING`] bytes beyond what it holds, so that the
//! one load never has to ask where the end is.

/// Bytes that a buffer has to have beyond its contents: more than any integer takes.
pub const PADDING: usize = 32;

/// Bits that fit into the short form.
const SHORT_BITS: u32 = 56;

/// Bytes that were not written by us: where, and what was expected there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    pub position: usize,
    pub expected: &'static str,
}

/// Appends an integer.
#[inline]
pub fn write_varint(value: u128, into: &mut Vec<u8>) {
    if value >> SHORT_BITS != 0 {
        return write_long(value, into);
    }
    let value = value as u64;
    let bits = u64::BITS - (value | 1).leading_zeros();
    let bytes = bits.div_ceil(7);
    let word = value << bytes | 1 << (bytes - 1);
    let start = into.len();
    into.extend_from_slice(&word.to_le_bytes());
    into.truncate(start + bytes as usize);
}

#[cold]
fn write_long(value: u128, into: &mut Vec<u8>) {
    let bytes = (u128::BITS - value.leading_zeros()).div_ceil(8);
    into.extend_from_slice(&[0, bytes as u8]);
    into.extend_from_slice(&value.to_le_bytes()[..bytes as usize]);
}

/// A place in a padded buffer.
pub struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor over the bytes before `end`.
    ///
    /// # Panics
    /// When the padding is missing.
    #[inline]
    pub fn new(bytes: &'a [u8], position: usize, end: usize) -> Cursor<'a> {
        assert!(position <= end && end + PADDING <= bytes.len());
        Cursor { bytes, position, end }
    }

    #[inline]
    pub fn position(&self) -> usize {
        self.position
    }

    pub fn malformed(&self, expected: &'static str) -> Malformed {
        Malformed { position: self.position, expected }
    }

    /// The next integer.
    #[inline]
    pub fn varint(&mut self) -> Result<u128, Malformed> {
        let word = u64::from_le_bytes(self.eight_bytes());
        let first = word as u8;
        if first == 0 {
            return self.long();
        }
        let bytes = first.trailing_zeros() + 1;
        let value = word << (u64::BITS - 8 * bytes) >> (u64::BITS - 7 * bytes);
        if bytes > 1 && value >> (7 * (bytes - 1)) == 0 {
            return Err(self.malformed("an integer in its shortest form"));
        }
        self.take(bytes as usize)?;
        Ok(value.into())
    }

    #[cold]
    fn long(&mut self) -> Result<u128, Malformed> {
        let bytes = usize::from(self.bytes[self.position + 1]);
        if !(8..=16).contains(&bytes) {
            return Err(self.malformed("the length of a long integer, 8 to 16"));
        }
        let mut value = [0; 16];
        value[..bytes].copy_from_slice(&self.bytes[self.position + 2..][..bytes]);
        if value[bytes - 1] == 0 {
            return Err(self.malformed("a long integer in its shortest form"));
        }
        self.take(2 + bytes)?;
        Ok(u128::from_le_bytes(value))
    }

    /// The next integer, which is to fit a word.
    #[inline]
    pub fn word(&mut self, expected: &'static str) -> Result<u64, Malformed> {
        let position = self.position;
        u64::try_from(self.varint()?).map_err(|_| Malformed { position, expected })
    }

    /// The next integer, which is to be smaller than `limit`.
    #[inline]
    pub fn word_below(&mut self, limit: u64, expected: &'static str) -> Result<u64, Malformed> {
        let position = self.position;
        let word = self.word(expected)?;
        if word < limit { Ok(word) } else { Err(Malformed { position, expected }) }
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        let byte = self.bytes[self.position];
        self.take(1)?;
        Ok(byte)
    }

    /// The next two bytes.
    pub fn two_bytes(&mut self) -> Result<u16, Malformed> {
        let [low, high, ..] = self.eight_bytes();
        self.take(2)?;
        Ok(u16::from_le_bytes([low, high]))
    }

    #[inline]
    fn eight_bytes(&self) -> [u8; 8] {
        let bytes = &self.bytes[self.position..self.position + 8];
        bytes.try_into().expect("eight bytes")
    }

    #[inline]
    fn take(&mut self, bytes: usize) -> Result<(), Malformed> {
        if self.position + bytes > self.end {
            return Err(self.malformed("more bytes before the end"));
        }
        self.position += bytes;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(value: u128) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_varint(value, &mut bytes);
        bytes
    }

    fn read(bytes: &[u8]) -> Result<(u128, usize), Malformed> {
        let mut padded = bytes.to_vec();
        padded.resize(bytes.len() + PADDING, 0);
        let mut cursor = Cursor::new(&padded, 0, bytes.len());
        cursor.varint().map(|value| (value, cursor.position()))
    }

    #[test]
    fn integers_around_every_power_of_two_are_read_back() {
        for bits in 0..=u128::BITS {
            let power = 1u128.checked_shl(bits).unwrap_or(0);
            for value in [power.wrapping_sub(1), power, power.wrapping_add(1)] {
                let bytes = written(value);
                assert_eq!(read(&bytes), Ok((value, bytes.len())), "{value:x}");
                for cut in 0..bytes.len() {
                    assert!(read(&bytes[..cut]).is_err(), "{value:x} cut to {cut} bytes");
                }
            }
        }
        assert_eq!(written(127).len(), 1);
        assert_eq!(written(128).len(), 2);
        assert_eq!(written((1 << 26) - 1).len(), 4);
        assert_eq!(written(u64::MAX.into()).len(), 10);
    }

    proptest! {
        #[test]
        fn what_is_read_is_written_the_same(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
            if let Ok((value, length)) = read(&bytes) {
                prop_assert_eq!(written(value), &bytes[..length]);
            }
        }

        #[test]
        fn zeros_in_front_make_every_length_come_up(zeros in 0u32..9, tail: [u8; 18]) {
            let mut bytes = tail.to_vec();
            bytes[0] = if zeros == 8 { 0 } else { bytes[0] << (zeros + 1) | 1 << zeros };
            if let Ok((value, length)) = read(&bytes) {
                prop_assert_eq!(written(value), &bytes[..length]);
            }
        }
    }
}
