//! Best-first: always the state with the lowest value, wherever it was found.
//!
//! The value is a weighted sum ([`super::weights`]) and may hold the number of moves so far: a heavy
//! weight on that gives shorter solutions for more states. Among equals the one found last comes
//! first, which follows one way down rather than all of them side by side.

use super::frontier::Frontier;
use std::collections::BinaryHeap;

/// A heap of states; see the top of the file.
#[derive(Debug, Default)]
pub struct BestFirst {
    /// The value, turned over so that low ones come first, and the number of the state.
    heap: BinaryHeap<(i32, u32)>,
}

impl Frontier for BestFirst {
    const WEIGHS: bool = true;

    fn clear(&mut self, _seed: u64) {
        self.heap.clear();
    }

    fn take(&mut self, _seen: u32) -> Option<u32> {
        self.heap.pop().map(|(_, number)| number)
    }

    #[inline(always)]
    fn offer(&mut self, number: u32, _group: u8, value: i32) {
        self.heap.push((-value, number));
    }

    fn end_offers(&mut self) {}

    fn bytes(&self) -> usize {
        self.heap.len() * size_of::<(i32, u32)>()
    }
}
