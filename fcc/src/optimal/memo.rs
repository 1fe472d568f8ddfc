//! Answers about cores that were found before.
//!
//! Nine of ten cores that a search meets it has met before: most moves do not touch what is in the core. A core is known by its
//! vertices and the arcs among them, all of which are compared. The table is forgotten when it is full.

use super::cycles::{Arcs, core, exceeds};

const SLOTS_FIRST: usize = 1 << 10;
/// Words of cores that are remembered: 32 MiB.
const WORDS_MAX: usize = 1 << 22;
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Answers by core.
#[derive(Debug)]
pub struct Memo {
    /// Where the core begins in `words`, plus one, above eight bits of answer; 0 for none.
    slots: Vec<u64>,
    /// For each core the set of its vertices, then the arcs of each.
    words: Vec<u64>,
    entries: usize,
}

impl Default for Memo {
    fn default() -> Memo {
        Memo { slots: vec![0; SLOTS_FIRST], words: Vec::new(), entries: 0 }
    }
}

impl Memo {
    /// Whether more than `count` vertices are needed to hit every cycle among `live`, where `count` or one more are.
    #[inline(always)]
    pub fn exceeds(&mut self, arcs: &Arcs, live: u64, count: u32) -> bool {
        let core = core(arcs, live);
        if core == 0 {
            return false;
        }
        if count == 0 {
            return true;
        }
        // The key is written where it will stay if it is new.
        let begin = self.words.len();
        self.words.push(core);
        let mut rest = core;
        while rest != 0 {
            self.words.push(arcs[rest.trailing_zeros() as usize] & core);
            rest &= rest - 1;
        }
        let mask = self.slots.len() - 1;
        let mut at = hash(&self.words[begin..]) & mask;
        while self.slots[at] != 0 {
            let known = (self.slots[at] >> 8) as usize - 1;
            if self.words[known] == core && self.is_same(known, begin) {
                self.words.truncate(begin);
                return u32::from(self.slots[at] as u8) > count;
            }
            at = (at + 1) & mask;
        }
        let is_more = exceeds(arcs, core, count);
        self.slots[at] = (begin as u64 + 1) << 8 | u64::from(count + u32::from(is_more));
        self.entries += 1;
        if self.words.len() > WORDS_MAX {
            *self = Memo::default();
        } else if 2 * self.entries > self.slots.len() {
            self.grow();
        }
        is_more
    }

    /// Whether the last core is the one at `known`, which has as many vertices.
    #[inline(always)]
    fn is_same(&self, known: usize, last: usize) -> bool {
        let key = &self.words[last..];
        self.words[known..known + key.len()] == *key
    }

    #[cold]
    fn grow(&mut self) {
        let size = 2 * self.slots.len();
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let begin = (slot >> 8) as usize - 1;
            let end = begin + 1 + self.words[begin].count_ones() as usize;
            let mut at = hash(&self.words[begin..end]) & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }
}

#[inline(always)]
fn hash(words: &[u64]) -> usize {
    let mixed =
        words.iter().fold(0u64, |mixed, word| (mixed.rotate_left(23) ^ word).wrapping_mul(ODD));
    (mixed ^ mixed >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_the_same_the_second_time() {
        let mut memo = Memo::default();
        // Rings of two to twenty vertices, each with a chord back that makes a second cycle.
        for _ in 0..2 {
            for length in 4..20 {
                let mut arcs = [0; 64];
                for (vertex, arcs) in arcs.iter_mut().enumerate().take(length) {
                    *arcs = 1 << ((vertex + 1) % length);
                }
                let all = (1 << length) - 1;
                assert!(!memo.exceeds(&arcs, all, 1));
                arcs[1] |= 1;
                arcs[3] |= 1 << 2;
                assert!(memo.exceeds(&arcs, all, 1));
            }
        }
        assert_eq!(memo.entries, 32);
    }
}
