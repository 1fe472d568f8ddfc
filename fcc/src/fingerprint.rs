//! The fingerprint: which irreversible moves led to a state, as one ternary digit a card.
//!
//! 0 *stuck*: still where it was dealt, and could not be put back there: on a card that is no legal
//! parent, or at the bottom of a column that it may not open. 1 *loose*. 2 in the foundation. Reversible moves keep it, irreversible ones raise it, so it names the group that a
//! state belongs to and its digit sum tells the layer.
//!
//! The text form packs the digits in deck order (AC AD AH AS 2C ...), five to a byte, and writes
//! the eleven bytes in Base64 with `_` for `/`, so that it can name a file. ENCODING.md has the
//! table. Reading is strict: one text for one fingerprint.

use crate::base64;
use crate::card::{ALL_CARDS, CARDS, Card};
use std::fmt;
use std::str::FromStr;

/// Digits of all cards, as the set of cards with digit 0 and the set with digit 2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    /// Cards with digit 0.
    pub stuck: u64,
    /// Cards with digit 2.
    pub founded: u64,
}

/// Length of the text form.
pub const FINGERPRINT_CHARS: usize = 15;
const DIGITS_PER_BYTE: usize = 5;
const BYTES: usize = CARDS.div_ceil(DIGITS_PER_BYTE);

impl Fingerprint {
    /// Cards with digit 1.
    #[inline]
    pub const fn loose(self) -> u64 {
        ALL_CARDS & !self.stuck & !self.founded
    }

    /// The digit of a card: 0 stuck, 1 loose, 2 founded.
    pub const fn digit(self, card: Card) -> u8 {
        if self.founded & card.bit() != 0 {
            2
        } else if self.stuck & card.bit() != 0 {
            0
        } else {
            1
        }
    }

    /// Sum of the digits. Depth is this less the deal's.
    #[inline]
    pub const fn digit_sum(self) -> u32 {
        CARDS as u32 + self.founded.count_ones() - self.stuck.count_ones()
    }

    /// The digits packed five to a byte, the first card in the highest place; the last byte holds
    /// two digits and three zeros.
    pub fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        for (chunk, byte) in bytes.iter_mut().enumerate() {
            for place in chunk * DIGITS_PER_BYTE..(chunk + 1) * DIGITS_PER_BYTE {
                let digit = if place < CARDS { self.digit(Card::from_deck(place)) } else { 0 };
                *byte = *byte * 3 + digit;
            }
        }
        bytes
    }

    /// The inverse of [`Fingerprint::to_bytes`]; `None` for bytes that it never gives.
    pub fn from_bytes(bytes: [u8; BYTES]) -> Option<Fingerprint> {
        let mut fingerprint = Fingerprint { stuck: 0, founded: 0 };
        for (chunk, &byte) in bytes.iter().enumerate() {
            let mut rest = byte;
            for place in (chunk * DIGITS_PER_BYTE..(chunk + 1) * DIGITS_PER_BYTE).rev() {
                let digit = rest % 3;
                rest /= 3;
                if place >= CARDS {
                    if digit != 0 {
                        return None;
                    }
                    continue;
                }
                match digit {
                    0 => fingerprint.stuck |= Card::from_deck(place).bit(),
                    2 => fingerprint.founded |= Card::from_deck(place).bit(),
                    _ => {}
                }
            }
            if rest != 0 {
                return None;
            }
        }
        Some(fingerprint)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word =
            self.to_bytes().into_iter().fold(0u128, |word, byte| word << 8 | u128::from(byte));
        let text: [u8; FINGERPRINT_CHARS] =
            base64::letters(word << (6 * FINGERPRINT_CHARS - 8 * BYTES));
        f.write_str(base64::as_text(&text))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FingerprintError {
    text: String,
    reason: &'static str,
}

impl fmt::Display for FingerprintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no fingerprint: {}", self.text, self.reason)
    }
}

impl std::error::Error for FingerprintError {}

impl FromStr for Fingerprint {
    type Err = FingerprintError;

    fn from_str(text: &str) -> Result<Fingerprint, FingerprintError> {
        let error = |reason| FingerprintError { text: text.chars().take(20).collect(), reason };
        if text.len() != FINGERPRINT_CHARS {
            return Err(error("it has 15 characters"));
        }
        let mut word = base64::word(text.as_bytes())
            .ok_or_else(|| error("only A-Z a-z 0-9 + _ stand in it"))?;
        let spare = 6 * FINGERPRINT_CHARS - 8 * BYTES;
        if word & ((1 << spare) - 1) != 0 {
            return Err(error("its last character has bits that no fingerprint uses"));
        }
        word >>= spare;
        let bytes = std::array::from_fn(|i| (word >> (8 * (BYTES - 1 - i))) as u8);
        Fingerprint::from_bytes(bytes)
            .ok_or_else(|| error("a byte of it is no five ternary digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn text_is_read_back(stuck in 0..=ALL_CARDS, founded in 0..=ALL_CARDS) {
            let fingerprint = Fingerprint { stuck: stuck & !founded, founded };
            let text = fingerprint.to_string();
            prop_assert_eq!(text.len(), FINGERPRINT_CHARS);
            prop_assert_eq!(text.parse::<Fingerprint>(), Ok(fingerprint));
            let sum: u32 = Card::all().map(|card| u32::from(fingerprint.digit(card))).sum();
            prop_assert_eq!(fingerprint.digit_sum(), sum);
        }

        #[test]
        fn what_is_read_is_written_the_same(text in "[A-Za-z0-9+_]{15}") {
            if let Ok(fingerprint) = text.parse::<Fingerprint>() {
                prop_assert_eq!(fingerprint.to_string(), text);
            }
        }
    }

    #[test]
    fn golden_texts() {
        let all_founded = Fingerprint { stuck: 0, founded: ALL_CARDS };
        assert_eq!(all_founded.to_string(), "8vLy8vLy8vLy8tg");
        let all_loose = Fingerprint { stuck: 0, founded: 0 };
        assert_eq!(all_loose.to_string(), "eXl5eXl5eXl5eWw");
        for bad in ["", "8vLy8vLy8vLy8th", "8vLy8vLy8vLy8t/", "_____________ww"] {
            assert!(bad.parse::<Fingerprint>().is_err(), "{bad}");
        }
    }
}
