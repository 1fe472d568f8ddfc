//! Which entries turned out to lie in the same FCC: a union-find over entry numbers.
//!
//! The root of a set is its smallest number. After [`Joined::flatten`] every number points at its
//! root directly, so that threads can look roots up without writing.

/// Disjoint sets of the numbers below a bound.
pub struct Joined {
    parent: Vec<u32>,
}

impl Joined {
    /// Every number on its own.
    pub fn new(count: usize) -> Joined {
        let count = u32::try_from(count).expect("fewer than 2^32 entries in a group in memory");
        Joined { parent: (0..count).collect() }
    }

    /// The root, after [`Joined::flatten`] and before the next [`Joined::join`].
    #[inline]
    pub fn flat_root(&self, number: u32) -> u32 {
        self.parent[number as usize]
    }

    fn root(&mut self, mut number: u32) -> u32 {
        while self.parent[number as usize] != number {
            let above = self.parent[self.parent[number as usize] as usize];
            self.parent[number as usize] = above;
            number = above;
        }
        number
    }

    /// Puts two sets together.
    pub fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        self.parent[one.max(other) as usize] = one.min(other);
    }

    /// Points every number at its root.
    pub fn flatten(&mut self) {
        // A parent is smaller than its child, so it is flat already when its child is reached.
        for number in 0..self.parent.len() {
            self.parent[number] = self.parent[self.parent[number] as usize];
        }
    }

    pub fn bytes(&self) -> usize {
        self.parent.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_numbers_share_their_smallest_root() {
        let mut joined = Joined::new(10);
        for (one, other) in [(7, 8), (9, 7), (2, 3), (5, 3), (8, 4)] {
            joined.join(one, other);
        }
        joined.flatten();
        let roots: Vec<u32> = (0..10).map(|number| joined.flat_root(number)).collect();
        assert_eq!(roots, [0, 1, 2, 2, 4, 2, 6, 4, 4, 4]);
    }
}
