//! Depth-first, with chance among equals.
//!
//! Groups of moves keep their order; the results of moves of one group are shuffled. Another seed
//! is another search: where a fixed order has led into a bad corner, a few thousand states by chance
//! often get out of it. The stream of choices follows from the seed alone, so a run can be repeated.

use super::frontier::Frontier;

/// A stack of states; see the top of the file.
#[derive(Debug, Default)]
pub struct RandomDepthFirst {
    stack: Vec<u32>,
    /// The results of the state being expanded: group, lot, number.
    fresh: Vec<(u8, u32, u32)>,
    lots: u64,
}

impl RandomDepthFirst {
    /// The next lot, by the splitmix generator.
    fn lot(&mut self) -> u32 {
        self.lots = self.lots.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.lots;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 32) as u32
    }
}

impl Frontier for RandomDepthFirst {
    const WEIGHS: bool = false;

    fn clear(&mut self, seed: u64) {
        self.stack.clear();
        self.fresh.clear();
        self.lots = seed;
    }

    fn take(&mut self, _seen: u32) -> Option<u32> {
        self.stack.pop()
    }

    fn offer(&mut self, number: u32, group: u8, _value: i32) {
        let lot = self.lot();
        self.fresh.push((group, lot, number));
    }

    fn end_offers(&mut self) {
        self.fresh.sort_unstable();
        self.stack.extend(self.fresh.drain(..).rev().map(|(_, _, number)| number));
    }

    fn bytes(&self) -> usize {
        self.stack.len() * size_of::<u32>()
    }
}
