//! Gathering the bits under a mask into the low end of a word, and spreading them back.
//!
//! Processors with BMI2 do each in one instruction (`pext`, `pdep`); the portable way walks the
//! mask. Which one runs is decided at run time. This is the only file of `fcc` with `unsafe`: it
//! calls functions that need BMI2 after having asked the processor for it.

/// The bits of `plane` under `mask`, moved together at the low end, in order.
#[inline]
pub fn gather(plane: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has just been asked for BMI2.
        return unsafe { bmi2::gather(plane, mask) };
    }
    gather_portable(plane, mask)
}

/// The inverse of [`gather`]: the low bits of `packed`, spread over the bits of `mask`.
#[inline]
pub fn spread(packed: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has just been asked for BMI2.
        return unsafe { bmi2::spread(packed, mask) };
    }
    spread_portable(packed, mask)
}

/// Something that counts bits in its inner loop. [`BitWork::run`] and all it calls there are to be
/// marked `inline(always)`, and closures to be kept out: nothing makes sure that those are inlined.
pub trait BitWork {
    /// What the work comes to.
    type Answer;

    /// Does all of the work, once.
    fn run(self) -> Self::Answer;
}

/// Does the work with the processor's instructions for counting and finding bits, if it has them.
///
/// Ordinary builds have to run on the oldest processors and count bits with a dozen operations.
/// What is inlined into the work is compiled a second time for newer ones.
#[inline]
pub fn with_bit_counting<W: BitWork>(work: W) -> W::Answer {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("popcnt")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
    {
        // SAFETY: the processor has just been asked for all three.
        return unsafe { bmi2::with_bit_counting(work) };
    }
    work.run()
}

/// [`gather`] with ordinary instructions, on any processor.
pub fn gather_portable(plane: u64, mut mask: u64) -> u64 {
    let mut packed = 0;
    let mut bit = 1;
    while mask != 0 {
        let lowest = mask & mask.wrapping_neg();
        packed |= if plane & lowest == 0 { 0 } else { bit };
        bit <<= 1;
        mask ^= lowest;
    }
    packed
}

/// [`spread`] with ordinary instructions, on any processor.
fn spread_portable(mut packed: u64, mut mask: u64) -> u64 {
    let mut plane = 0;
    while mask != 0 {
        let lowest = mask & mask.wrapping_neg();
        plane |= if packed & 1 == 0 { 0 } else { lowest };
        packed >>= 1;
        mask ^= lowest;
    }
    plane
}

#[cfg(target_arch = "x86_64")]
mod bmi2 {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    #[target_feature(enable = "popcnt,bmi1,bmi2")]
    pub fn with_bit_counting<W: super::BitWork>(work: W) -> W::Answer {
        work.run()
    }

    #[target_feature(enable = "bmi2")]
    pub fn gather(plane: u64, mask: u64) -> u64 {
        _pext_u64(plane, mask)
    }

    #[target_feature(enable = "bmi2")]
    pub fn spread(packed: u64, mask: u64) -> u64 {
        _pdep_u64(packed, mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_agree_and_are_inverse(plane: u64, mask: u64) {
            let packed = gather_portable(plane, mask);
            prop_assert_eq!(gather(plane, mask), packed);
            prop_assert_eq!(spread(packed, mask), plane & mask);
            prop_assert_eq!(spread_portable(packed, mask), plane & mask);
        }
    }

    #[test]
    fn gathering_keeps_the_order() {
        assert_eq!(gather_portable(0b1010_0000, 0b1110_0001), 0b1010);
        assert_eq!(gather_portable(u64::MAX, u64::MAX), u64::MAX);
        assert_eq!(spread_portable(0b1010, 0b1110_0001), 0b1010_0000);
    }
}
