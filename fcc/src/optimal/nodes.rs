//! The states that a search has found, each once, with the quickest way to it.
//!
//! A node is three words ([`super::layout`]): the state, the number of its parent, its moves and a mark. Nodes lie one
//! behind the other in the order they were found. Beside them is an open table with linear probing; a slot of 32
//! bits has the number of a node and, in the bits that numbers do not need yet, a piece of its hash, so that few slots
//! have to be looked behind. Whole states decide, never hashes.

use super::layout::OF_STATE;

const SLOTS_MIN: usize = 1 << 12;
const EMPTY: u32 = 0;
const CLOSED: u64 = 1 << 55;
const MOVES_AT: u32 = 56;
/// The most moves that a node can have.
pub const MOVES_MAX: u32 = 255;
/// The number of the node that a search starts from.
pub const START: u32 = 0;

/// What came of a state that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// It was new, or known with more moves; this is its number.
    Better(u32),
    /// It was known with as many moves or fewer.
    Known,
}

/// All states that were found.
#[derive(Debug)]
pub struct Nodes {
    nodes: Vec<[u64; 3]>,
    slots: Vec<u32>,
    /// How far a hash is shifted to be the number of a slot.
    shift: u32,
}

impl Default for Nodes {
    fn default() -> Nodes {
        Nodes {
            nodes: Vec::new(),
            slots: vec![EMPTY; SLOTS_MIN],
            shift: u64::BITS - SLOTS_MIN.trailing_zeros(),
        }
    }
}

#[inline(always)]
fn hash(words: &[u64; 3]) -> u64 {
    let mix = |word: u64, other: u64| {
        let product = u128::from(word) * u128::from(other);
        product as u64 ^ (product >> 64) as u64
    };
    let state = words[2] & OF_STATE;
    let first =
        mix(words[0] ^ 0x9e37_79b9_7f4a_7c15, words[1].rotate_left(29) ^ 0xd6e8_feb8_6659_fd93);
    mix(first ^ state, 0xa076_1d64_78bd_642f ^ words[1])
}

#[inline(always)]
fn is_same(one: &[u64; 3], other: &[u64; 3]) -> bool {
    one[0] == other[0] && one[1] == other[1] && (one[2] ^ other[2]) & OF_STATE == 0
}

impl Nodes {
    /// The number of states.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes that are used, with the slots as many as they will be next.
    pub fn bytes_next(&self) -> usize {
        self.nodes.len() * size_of::<[u64; 3]>() + 2 * self.slots.len() * size_of::<u32>()
    }

    /// The words of a node.
    #[inline(always)]
    pub fn words(&self, number: u32) -> [u64; 3] {
        self.nodes[number as usize]
    }

    /// Its parent; the first node is its own.
    pub fn parent(&self, number: u32) -> u32 {
        self.nodes[number as usize][2] as u32
    }

    /// Its moves.
    #[inline(always)]
    pub fn moves(&self, number: u32) -> u32 {
        (self.nodes[number as usize][2] >> MOVES_AT) as u32
    }

    /// Marks a node as expanded. False if it was before.
    #[inline(always)]
    pub fn close(&mut self, number: u32) -> bool {
        let word = &mut self.nodes[number as usize][2];
        let is_due = *word & CLOSED == 0;
        *word |= CLOSED;
        is_due
    }

    /// Offers a state with a parent and so many moves.
    #[inline(always)]
    pub fn offer(&mut self, words: [u64; 3], parent: u32, moves: u32) -> Offered {
        debug_assert!(moves <= MOVES_MAX);
        let node =
            [words[0], words[1], words[2] | u64::from(parent) | u64::from(moves) << MOVES_AT];
        let hash = hash(&words);
        let mask = self.slots.len() - 1;
        let bits = u64::BITS - self.shift;
        let tag = hash as u32 >> bits << bits;
        let mut at = (hash >> self.shift) as usize;
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                return Offered::Better(self.fill(at, tag, node));
            }
            let number = (slot & mask as u32).wrapping_sub(1);
            if slot >> bits == tag >> bits && is_same(&self.nodes[number as usize], &node) {
                if self.moves(number) <= moves {
                    return Offered::Known;
                }
                self.nodes[number as usize] = node;
                return Offered::Better(number);
            }
            at = (at + 1) & mask;
        }
    }

    #[inline(always)]
    fn fill(&mut self, at: usize, tag: u32, node: [u64; 3]) -> u32 {
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.slots[at] = tag | (number + 1);
        if self.nodes.len() * 4 > self.slots.len() * 3 {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let size = 2 * self.slots.len();
        assert!(size <= 1 << 31, "limits are below 2^30 states");
        // The old slots go before the new ones come.
        self.slots = Vec::new();
        self.slots = vec![EMPTY; size];
        self.shift -= 1;
        let bits = u64::BITS - self.shift;
        for (number, node) in self.nodes.iter().enumerate() {
            let hash = hash(node);
            let mut at = (hash >> self.shift) as usize;
            while self.slots[at] != EMPTY {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = (hash as u32 >> bits << bits) | (number as u32 + 1);
        }
    }

    /// The numbers of the nodes from the start to this one.
    pub fn path(&self, last: u32) -> Vec<u32> {
        let mut path = vec![last];
        let mut at = last;
        while at != START {
            at = self.parent(at);
            path.push(at);
        }
        path.reverse();
        path
    }
}
