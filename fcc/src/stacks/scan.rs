//! The states that a scan has met and not yet expanded, in its order.
//!
//! Best-first has a list for each weight, the last one met first; depth-first is one list from its end,
//! breadth-first one from its beginning. All three can be stopped between any two states.

use super::states::StateId;
use super::weights::Weights;
use std::collections::VecDeque;

/// In which order a scan expands its states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The one of the lowest weight first.
    Best(Weights),
    /// The one met last first.
    Depth,
    /// The one met first.
    Breadth,
}

/// The waiting states of a scan.
#[derive(Default)]
pub struct Waiting {
    lists: Vec<VecDeque<StateId>>,
    /// The lowest list that may hold a state.
    lowest: usize,
    len: usize,
}

/// Weights are counted from here, and those beyond it are all alike.
const WEIGHT_MIN: i32 = -4096;
const LISTS_MAX: usize = 1 << 16;

impl Waiting {
    /// Forgets all states and keeps the room of the lists.
    pub fn clear(&mut self) {
        self.lists.iter_mut().for_each(VecDeque::clear);
        (self.lowest, self.len) = (0, 0);
    }

    /// How many states wait.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no state waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes that they take, about.
    pub fn bytes(&self) -> usize {
        self.lists.len() * size_of::<VecDeque<StateId>>() + 2 * size_of::<StateId>() * self.len
    }

    /// Adds a state with its weight, which only best-first looks at.
    pub fn push(&mut self, state: StateId, weight: i32) {
        let list = weight.saturating_sub(WEIGHT_MIN).clamp(0, LISTS_MAX as i32 - 1) as usize;
        if list >= self.lists.len() {
            self.lists.resize_with(list + 1, VecDeque::new);
        }
        self.lists[list].push_back(state);
        self.lowest = if self.len == 0 { list } else { self.lowest.min(list) };
        self.len += 1;
    }

    /// Takes the next state.
    pub fn pop(&mut self, order: Order) -> Option<StateId> {
        if self.len == 0 {
            return None;
        }
        while self.lists[self.lowest].is_empty() {
            self.lowest += 1;
        }
        self.len -= 1;
        let list = &mut self.lists[self.lowest];
        match order {
            Order::Breadth => list.pop_front(),
            Order::Best(_) | Order::Depth => list.pop_back(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_weight_comes_first_and_the_last_of_equals() {
        let order = Order::Best(Weights::default());
        let mut waiting = Waiting::default();
        for (state, weight) in [(1, 5), (2, -3), (3, 5), (4, -9_999), (5, -3)] {
            waiting.push(state, weight);
        }
        let mut all = Vec::new();
        all.extend(waiting.pop(order));
        waiting.push(6, -9_999);
        all.extend(std::iter::from_fn(|| waiting.pop(order)));
        assert_eq!(all, [4, 6, 5, 2, 3, 1]);
        assert!(waiting.is_empty());
        waiting.push(7, 1);
        waiting.push(8, 1);
        assert_eq!(waiting.pop(Order::Breadth), Some(7));
        assert_eq!(waiting.len(), 1);
        waiting.clear();
        assert_eq!(waiting.pop(order), None);
    }
}
