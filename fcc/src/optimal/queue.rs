//! What is still to be expanded: by estimate, the deepest first among equals.
//!
//! A list for each estimate and depth, last in first out, so that nothing is ever sorted. An entry is the number of a
//! node. A node that has come to be known with fewer moves is entered again; its older entry is met after
//! it was expanded, and passed by.

/// Lists of nodes.
#[derive(Debug, Default)]
pub struct Queue {
    /// For each estimate, for each depth.
    lists: Vec<Vec<Vec<u32>>>,
    /// For each estimate, no list that is deeper has an entry.
    deepest: Vec<usize>,
    /// The lowest estimate that may have an entry.
    lowest: usize,
}

impl Queue {
    /// Enters a node.
    #[inline(always)]
    pub fn push(&mut self, estimate: u32, depth: u32, number: u32) {
        let (estimate, depth) = (estimate as usize, depth as usize);
        if estimate >= self.lists.len() {
            self.lists.resize(estimate + 1, Vec::new());
            self.deepest.resize(estimate + 1, 0);
        }
        let lists = &mut self.lists[estimate];
        if depth >= lists.len() {
            lists.resize(depth + 1, Vec::new());
        }
        lists[depth].push(number);
        self.deepest[estimate] = self.deepest[estimate].max(depth);
        self.lowest = self.lowest.min(estimate);
    }

    /// The lowest estimate that has an entry.
    #[inline(always)]
    pub fn lowest(&mut self) -> Option<u32> {
        while self.lowest < self.lists.len() {
            let lists = &mut self.lists[self.lowest];
            let deepest = &mut self.deepest[self.lowest];
            while lists.get(*deepest).is_some_and(Vec::is_empty) && *deepest > 0 {
                lists[*deepest] = Vec::new();
                *deepest -= 1;
            }
            if lists.get(*deepest).is_some_and(|list| !list.is_empty()) {
                return Some(self.lowest as u32);
            }
            self.lowest += 1;
        }
        None
    }

    /// Takes the node that was entered last among the deepest of the lowest estimate.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        let estimate = self.lowest()?;
        let at = self.deepest[estimate as usize];
        self.lists[estimate as usize][at].pop().map(|number| (estimate, number))
    }

    /// Bytes of the entries.
    pub fn bytes(&self) -> usize {
        self.lists.iter().flatten().map(|list| list.capacity() * size_of::<u32>()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_estimate_comes_first_and_the_deepest_of_it() {
        let mut queue = Queue::default();
        let entries = [(5, 2, 1), (4, 0, 2), (5, 7, 3), (4, 3, 4), (4, 3, 5)];
        entries
            .into_iter()
            .for_each(|(estimate, depth, number)| queue.push(estimate, depth, number));
        assert_eq!(queue.pop(), Some((4, 5)));
        assert_eq!(queue.pop(), Some((4, 4)));
        queue.push(4, 9, 6);
        assert_eq!(queue.pop(), Some((4, 6)));
        assert_eq!(queue.pop(), Some((4, 2)));
        assert_eq!((queue.lowest(), queue.pop()), (Some(5), Some((5, 3))));
        queue.push(4, 1, 7);
        assert_eq!(queue.pop(), Some((4, 7)));
        assert_eq!((queue.pop(), queue.pop()), (Some((5, 1)), None));
    }
}
