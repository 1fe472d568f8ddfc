//! PySolFC's numbering above 32,000: the Mersenne Twister as Python seeds and reads it.
//!
//! The deck (AC 2C ... KC, then spades, hearts and diamonds) is shuffled from its end: card *n* changes places
//! with a card drawn from 0 to *n*, and the cards are dealt from the end of the list. The generator is
//! MT19937 (Matsumoto and Nishimura, 1998), seeded by the number as a list of words of 32 bits, the lowest
//! first; a draw from *m* values is the product of *m* and a fraction of 53 bits, 27 from one output and 26
//! from the next, rounded down.

use crate::card::Card;

/// Up to this number PySolFC deals as Microsoft does.
pub(super) const MICROSOFT_UP_TO: u64 = 32_000;

const WORDS: usize = 624;
const MIDDLE: usize = 397;

/// The cards of a deal in the order in which they are dealt.
pub(super) fn cards_of(number: u64, mut deck: Vec<Card>) -> Vec<Card> {
    let mut twister = Twister::seeded(number);
    for last in (1..deck.len()).rev() {
        let drawn = (twister.next_fraction() * (last + 1) as f64) as usize;
        deck.swap(last, drawn);
    }
    deck.reverse();
    deck
}

/// The generator.
struct Twister {
    words: [u32; WORDS],
    next: usize,
}

impl Twister {
    /// Seeded by the words of a number, as a list of one or two.
    fn seeded(number: u64) -> Twister {
        let list = [number as u32, (number >> 32) as u32];
        let list = &list[..if list[1] == 0 { 1 } else { 2 }];
        let mut words = [19_650_218u32; WORDS];
        for index in 1..WORDS {
            let before = words[index - 1];
            words[index] =
                (before ^ before >> 30).wrapping_mul(1_812_433_253).wrapping_add(index as u32);
        }
        let mut index = 1;
        let mut step = |factor: u32, change: &dyn Fn(u32, usize) -> u32| {
            let before = words[index - 1];
            words[index] =
                change(words[index] ^ (before ^ before >> 30).wrapping_mul(factor), index);
            index += 1;
            if index == WORDS {
                words[0] = words[WORDS - 1];
                index = 1;
            }
        };
        for turn in 0..WORDS {
            let place = turn % list.len();
            step(1_664_525, &|word, _| word.wrapping_add(list[place]).wrapping_add(place as u32));
        }
        for _ in 1..WORDS {
            step(1_566_083_941, &|word, index| word.wrapping_sub(index as u32));
        }
        words[0] = 1 << 31;
        Twister { words, next: WORDS }
    }

    fn next_word(&mut self) -> u32 {
        if self.next == WORDS {
            self.twist();
        }
        let mut word = self.words[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    fn twist(&mut self) {
        for index in 0..WORDS {
            let mixed = self.words[index] & 1 << 31 | self.words[(index + 1) % WORDS] & !(1 << 31);
            let odd = if mixed & 1 == 1 { 0x9908_b0df } else { 0 };
            self.words[index] = self.words[(index + MIDDLE) % WORDS] ^ mixed >> 1 ^ odd;
        }
        self.next = 0;
    }

    /// A number from 0 to 1, of 53 bits.
    fn next_fraction(&mut self) -> f64 {
        let upper = u64::from(self.next_word() >> 5);
        let lower = u64::from(self.next_word() >> 6);
        (upper << 26 | lower) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `random.Random(N).random()` of Python.
    #[test]
    fn fractions_are_those_of_python() {
        for (number, first, last) in [
            (32001, 0.07522561638786607, 0.18130313906297246),
            (4294967295, 0.6353574441341173, 0.3919979148549002),
            (4294967296, 0.11299430095636409, 0.3168898974792226),
            (18446744073709551615, 0.021825695401270107, 0.07090244683793556),
        ] {
            let mut twister = Twister::seeded(number);
            let drawn: Vec<f64> = (0..400).map(|_| twister.next_fraction()).collect();
            assert_eq!((drawn[0], drawn[399]), (first, last), "{number}");
        }
    }
}
