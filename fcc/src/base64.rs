//! Words of bits as text, six to a letter, in the modified Base64 whose `_` for `/` lets a text name a
//! file. No padding: whoever writes knows how many letters there are, and reads just as many.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_";

/// The lowest bits of a word, the highest of them first.
pub(crate) fn letters<const N: usize>(word: u128) -> [u8; N] {
    std::array::from_fn(|place| ALPHABET[(word >> (6 * (N - 1 - place))) as usize & 63])
}

/// The word of at most 21 letters; `None` where one is none of the alphabet.
pub(crate) fn word(text: &[u8]) -> Option<u128> {
    debug_assert!(text.len() <= 21);
    text.iter().try_fold(0, |word, &letter| Some(word << 6 | u128::from(digit(letter)?)))
}

/// Letters that [`letters`] gave.
pub(crate) fn as_text(letters: &[u8]) -> &str {
    std::str::from_utf8(letters).expect("letters of the alphabet")
}

fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'_' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_read_back() {
        for digit in 0..64u128 {
            let two = (digit << 6) | (63 - digit);
            let text: [u8; 2] = letters(two);
            assert_eq!(word(&text), Some(two), "{}", as_text(&text));
        }
        assert_eq!((word(b"A/"), word(b"A="), word(b"A b")), (None, None, None));
    }
}
