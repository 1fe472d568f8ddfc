//! The fingerprint of a group, and its text.

use std::fmt;

use super::cards::{has, names, number};
use crate::card::Card;

const BASE_64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_";

/// Which cards are stuck and which are in the foundations; all others are loose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint {
    /// The plane of the stuck cards: the bit of a card is that of its number.
    pub stuck: u64,
    /// The plane of the cards in the foundations.
    pub founded: u64,
}

impl Fingerprint {
    /// The sum of the digits, less 52: what depth is measured by.
    pub fn height(self) -> i64 {
        i64::from(self.founded.count_ones()) - i64::from(self.stuck.count_ones())
    }

    /// The group in a sentence.
    pub fn words(self) -> String {
        match self.stuck {
            0 => format!("group {self} (nothing stuck)"),
            stuck => format!("group {self} (stuck: {})", names(stuck)),
        }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<u8> = Card::deck()
            .map(|card| match number(card) {
                card if has(self.stuck, card) => 0,
                card if has(self.founded, card) => 2,
                _ => 1,
            })
            .collect();
        let bytes: Vec<u8> = digits
            .chunks(5)
            .map(|five| (0..5).fold(0, |byte, at| 3 * byte + five.get(at).copied().unwrap_or(0)))
            .collect();
        for three in bytes.chunks(3) {
            let word = (0..3)
                .fold(0_u32, |word, at| word << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
            for at in 0..=three.len() {
                let symbol = BASE_64[(word >> (18 - 6 * at) & 63) as usize];
                write!(f, "{}", char::from(symbol))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_texts() {
        let text = |stuck, founded| Fingerprint { stuck, founded }.to_string();
        assert_eq!(text(0, 0), "eXl5eXl5eXl5eWw");
        assert_eq!(text(0, (1 << 52) - 1), "8vLy8vLy8vLy8tg");
        assert_eq!(text(0x000f_faf7_f6f3_ffef, 0), "AFEADAEbAQBsAAA");
    }
}
