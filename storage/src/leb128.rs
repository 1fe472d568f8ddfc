//! Numbers in as few bytes as they need: seven bits a byte, lowest first, the high bit set on every
//! byte but the last.
//!
//! One number has one form: reading refuses a form with a needless zero byte at the end, and one that
//! is wider than was asked for. Nothing read here panics, whatever the bytes are.

const MORE: u8 = 0x80;
const BITS: u32 = 7;

/// Appends a number.
pub fn put(number: u128, into: &mut Vec<u8>) {
    let mut rest = number;
    while rest >= u128::from(MORE) {
        into.push(rest as u8 | MORE);
        rest >>= BITS;
    }
    into.push(rest as u8);
}

/// Takes a number below 2^`width` off the front of the bytes; nothing when there is none in its one
/// form. `width` is 128 at most.
pub fn take(bytes: &mut &[u8], width: u32) -> Option<u128> {
    let mut number = 0u128;
    let mut place = 0;
    loop {
        let (&byte, rest) = bytes.split_first()?;
        let digit = u128::from(byte & !MORE);
        let room = width.saturating_sub(place);
        if digit.checked_shr(room).unwrap_or(0) != 0 || (byte == 0 && place > 0) {
            return None;
        }
        // With no room left the digit is zero, and a place beyond the word adds nothing.
        number |= digit.checked_shl(place).unwrap_or(0);
        *bytes = rest;
        if byte & MORE == 0 {
            return Some(number);
        }
        place += BITS;
        if place >= width {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes_of(number: u128) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(number, &mut bytes);
        bytes
    }

    proptest! {
        #[test]
        fn a_number_is_read_back(number: u128, shift in 0u32..128, more: Vec<u8>) {
            let number = number >> shift;
            let mut bytes = bytes_of(number);
            bytes.extend(&more);
            let mut rest = &bytes[..];
            prop_assert_eq!(take(&mut rest, 128), Some(number));
            prop_assert_eq!(rest, &more[..]);
            let width = 128 - number.leading_zeros();
            prop_assert_eq!(take(&mut &bytes[..], width.max(1)), Some(number));
            if width > 1 {
                prop_assert_eq!(take(&mut &bytes[..], width - 1), None);
            }
        }

        #[test]
        fn what_is_read_is_written_the_same(bytes: Vec<u8>, width in 1u32..=128) {
            let mut rest = &bytes[..];
            if let Some(number) = take(&mut rest, width) {
                prop_assert_eq!(&bytes_of(number)[..], &bytes[..bytes.len() - rest.len()]);
            }
        }
    }

    #[test]
    fn golden_bytes() {
        assert_eq!(bytes_of(0), [0]);
        assert_eq!(bytes_of(127), [0x7f]);
        assert_eq!(bytes_of(128), [0x80, 1]);
        assert_eq!(bytes_of(u128::MAX).len(), 19);
        for bad in [&[][..], &[0x80], &[0x80, 0], &[0xff; 19], &[0xff; 40]] {
            assert_eq!(take(&mut &bad[..], 128), None, "{bad:?}");
        }
    }
}
