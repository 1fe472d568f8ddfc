//! Depth-first, with a stack of its own.
//!
//! The results of a state are sorted, by the group of the move first and by value then, and put on
//! the stack with the best on top. So the search goes down the most promising way and comes back to
//! the nearest choice when that ends. All results are made before the first of them is expanded; the
//! stack holds numbers of states, and its depth is no matter of the program's own stack.

use super::frontier::Frontier;

/// A stack of states; see the top of the file.
#[derive(Debug, Default)]
pub struct DepthFirst {
    stack: Vec<u32>,
    /// The results of the state being expanded: group, value, number.
    fresh: Vec<(u8, i32, u32)>,
}

impl Frontier for DepthFirst {
    const WEIGHS: bool = true;

    fn clear(&mut self, _seed: u64) {
        self.stack.clear();
        self.fresh.clear();
    }

    fn take(&mut self, _seen: u32) -> Option<u32> {
        self.stack.pop()
    }

    #[inline(always)]
    fn offer(&mut self, number: u32, group: u8, value: i32) {
        self.fresh.push((group, value, number));
    }

    fn end_offers(&mut self) {
        self.fresh.sort_unstable();
        self.stack.extend(self.fresh.drain(..).rev().map(|(_, _, number)| number));
    }

    fn bytes(&self) -> usize {
        self.stack.len() * size_of::<u32>()
    }
}
