//! SplitMix64: small, repeatable from its seed, the same on every machine.

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    #[allow(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, all equally likely.
    pub fn below(&mut self, end: u64) -> u64 {
        u64::try_from(self.below_wide(end.into())).expect("it is below a u64")
    }

    /// A number below `end`, all equally likely: numbers from the last, incomplete stretch of
    /// `end` numbers are drawn again.
    pub fn below_wide(&mut self, end: u128) -> u128 {
        assert!(end > 0, "there is no number below 0");
        let left_over = (u128::MAX % end + 1) % end;
        loop {
            let drawn = u128::from(self.next()) << 64 | u128::from(self.next());
            if drawn <= u128::MAX - left_over {
                return drawn % end;
            }
        }
    }
}
