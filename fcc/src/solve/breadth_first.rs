//! Breadth-first: states in the order they were found.
//!
//! The table keeps them in that order, so the frontier is a number: the next one to expand. Fewest
//! meta-moves first, and the way to prove small boards impossible when the set is complete.

use super::frontier::Frontier;

/// The number of the next state; see the top of the file.
#[derive(Debug, Default)]
pub struct BreadthFirst {
    next: u32,
}

impl Frontier for BreadthFirst {
    const WEIGHS: bool = false;
    const ALL_MOVES: bool = true;

    fn clear(&mut self, _seed: u64) {
        self.next = 0;
    }

    fn take(&mut self, seen: u32) -> Option<u32> {
        let number = self.next;
        (number < seen).then(|| {
            self.next += 1;
            number
        })
    }

    fn offer(&mut self, _number: u32, _group: u8, _value: i32) {}

    fn end_offers(&mut self) {}

    fn bytes(&self) -> usize {
        size_of::<u32>()
    }
}
