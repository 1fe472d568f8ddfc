//! The Mersenne Twister (MT19937), by which PySolFC deals.
//!
//! PySolFC shuffles with Python's `random.Random(number)`: the number's words of 32 bits seed the
//! generator (`init_by_array`), and two draws make a fraction of 53 bits. The recurrence and its
//! constants are those of Matsumoto and Nishimura's paper (ACM TOMACS 8, 1998) and of their later
//! initialisation; the tests pin values that Python 3 gives for the same seeds.

const WORDS: usize = 624;
const SHIFT: usize = 397;
const UPPER_BIT: u32 = 1 << 31;
const MATRIX: u32 = 0x9908_b0df;

/// The generator.
pub struct Twister {
    state: [u32; WORDS],
    at: usize,
}

impl Twister {
    /// The generator of a number, seeded as Python does it.
    pub fn new(number: u64) -> Twister {
        let (low, high) = (number as u32, (number >> 32) as u32);
        let words = [low, high];
        Twister::of_words(if high == 0 { &words[..1] } else { &words })
    }

    fn of_words(key: &[u32]) -> Twister {
        let mut state = simple_state(19_650_218);
        let mut at = 1;
        for (place, &word) in key.iter().enumerate().cycle().take(WORDS) {
            let mixed = state[at] ^ spread(state[at - 1]).wrapping_mul(1_664_525);
            state[at] = mixed.wrapping_add(word).wrapping_add(place as u32);
            at = next(&mut state, at);
        }
        for _ in 1..WORDS {
            let mixed = state[at] ^ spread(state[at - 1]).wrapping_mul(1_566_083_941);
            state[at] = mixed.wrapping_sub(at as u32);
            at = next(&mut state, at);
        }
        state[0] = UPPER_BIT;
        Twister { state, at: WORDS }
    }

    /// The next 32 bits.
    pub fn word(&mut self) -> u32 {
        if self.at == WORDS {
            self.twist();
        }
        let mut word = self.state[self.at];
        self.at += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    /// A fraction from 0 up to but not including 1, of 53 bits.
    pub fn fraction(&mut self) -> f64 {
        let (high, low) = (self.word() >> 5, self.word() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    /// A number below `end`, as PySolFC draws it.
    pub fn below(&mut self, end: usize) -> usize {
        (self.fraction() * end as f64) as usize
    }

    fn twist(&mut self) {
        for at in 0..WORDS {
            let joined = self.state[at] & UPPER_BIT | self.state[(at + 1) % WORDS] & !UPPER_BIT;
            let turned = if joined % 2 == 1 { joined >> 1 ^ MATRIX } else { joined >> 1 };
            self.state[at] = self.state[(at + SHIFT) % WORDS] ^ turned;
        }
        self.at = 0;
    }
}

/// The place after this one; the way round the state puts the last word before the first.
fn next(state: &mut [u32; WORDS], at: usize) -> usize {
    if at + 1 < WORDS {
        return at + 1;
    }
    state[0] = state[WORDS - 1];
    1
}

fn spread(word: u32) -> u32 {
    word ^ word >> 30
}

/// The state that one word makes.
fn simple_state(seed: u32) -> [u32; WORDS] {
    let mut state = [seed; WORDS];
    for at in 1..WORDS {
        state[at] = spread(state[at - 1]).wrapping_mul(1_812_433_253).wrapping_add(at as u32);
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `[random.Random(seed).getrandbits(32) for ...]` of Python 3.11, at these places.
    #[test]
    fn words_are_those_of_python() {
        for (seed, first, later) in [
            (
                5489,
                [3_382_763_572, 956_215_839, 417_760_592],
                [2_520_172_305, 3_103_970_926, 877_886_483],
            ),
            (
                32_001,
                [323_091_555, 1_370_004_176, 19_685_812],
                [2_549_781_593, 2_064_606_022, 1_851_593_458],
            ),
            (
                (1 << 40) + 1,
                [754_872_011, 70_876_752, 3_562_692_845],
                [1_625_164_744, 217_408_224, 461_472_252],
            ),
        ] {
            let mut twister = Twister::new(seed);
            let words: Vec<u32> = (0..1300).map(|_| twister.word()).collect();
            assert_eq!(words[..3], first, "{seed}");
            assert_eq!([words[623], words[624], words[1299]], later, "{seed}");
        }
    }

    /// `random.Random(seed).random()` of Python 3.11, as bits.
    #[test]
    fn fractions_are_those_of_python() {
        let pinned = [
            (1, [0x3fc132d8f91b7584, 0x3feb1e2d5b3584f8]),
            (32001, [0x3fb341fc6a351358, 0x3f72c61a4fc3f500]),
            (100000, [0x3fb7e9a34f8c5f70, 0x3fe933a5e811e5c5]),
            (u64::MAX, [0x3f9659799fd7f980, 0x3fd5a35a94f333d8]),
        ];
        for (seed, bits) in pinned {
            let mut twister = Twister::new(seed);
            assert_eq!(
                [twister.fraction().to_bits(), twister.fraction().to_bits()],
                bits,
                "{seed}"
            );
        }
    }
}
