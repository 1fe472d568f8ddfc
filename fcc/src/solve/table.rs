//! The states that a scan has seen, each once, with the way it was come to.
//!
//! States lie one behind the other in a vector, in the order they were found; beside it is an open
//! table of slots with linear probing, each half of a hash and the number of a state. A hit is a hit
//! only when the whole states are equal: hashes alone never decide. A state, its frame, the edge
//! that led to it and the number of its parent fill one cache line of 64 bytes.
//!
//! For the next deal everything is forgotten and nothing is given back. A search begins with few of
//! the slots, whatever a large search before it has left, so that they stay in the processor's first
//! caches; a hard deal does not slow down those after it. Forgetting costs as much as was used.

use super::position::{Edge, Position};
use crate::planes::Planes;
use crate::state::State;

/// A state that was seen.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Node {
    /// The position itself.
    pub position: Position,
    /// What led here from the parent.
    pub edge: Edge,
    /// The number of the parent; the first node is its own.
    pub parent: u32,
    /// Moves that are not to the foundation, from the start.
    pub moves: u16,
}

const _: () = assert!(size_of::<Node>() == 64);

/// A node and four slots: the table doubles when it is half full.
pub const BYTES_PER_STATE: usize = size_of::<Node>() + 4 * size_of::<u64>();
/// The number of the node that a search starts from.
pub const START: u32 = 0;
const SLOTS_MIN: usize = 1 << 11;
const EMPTY: u64 = 0;

/// All states that were seen.
#[derive(Debug)]
pub struct Table {
    nodes: Vec<Node>,
    /// The high half of the hash, and the number of a node plus one.
    slots: Vec<u64>,
    /// One less than the number of slots in use, a power of two. The others are empty.
    mask: usize,
}

impl Default for Table {
    fn default() -> Table {
        Table { nodes: Vec::new(), slots: vec![EMPTY; SLOTS_MIN], mask: SLOTS_MIN - 1 }
    }
}

#[inline(always)]
fn hash(state: &State) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |word: u64, other: u64| {
        let product = u128::from(word ^ ODD) * u128::from(other ^ 0xd6e8_feb8_6659_fd93);
        product as u64 ^ (product >> 64) as u64
    };
    let digits = mix(state.fingerprint.stuck, state.fingerprint.founded.rotate_left(31));
    let Planes { a, b } = state.planes;
    mix(digits ^ a, b.rotate_left(29) ^ digits.rotate_left(17))
}

impl Table {
    /// Forgets all states and keeps the memory.
    pub fn clear(&mut self) {
        if self.nodes.len() * 8 < self.mask {
            // A run of full slots holds nodes only, so every full slot is at or behind the place of
            // its node's hash with no gap between: all are met.
            for node in &self.nodes {
                let mut at = hash(&node.position.state) as usize & self.mask;
                while self.slots[at] != EMPTY {
                    self.slots[at] = EMPTY;
                    at = (at + 1) & self.mask;
                }
            }
        } else {
            self.slots[..=self.mask].fill(EMPTY);
        }
        debug_assert!(self.slots.iter().all(|&slot| slot == EMPTY));
        self.mask = SLOTS_MIN - 1;
        self.nodes.clear();
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes that the states take, with the most slots that so many states can have. What the vector
    /// of states has grown ahead is in [`Table::bytes_held`].
    pub fn bytes(&self) -> usize {
        self.nodes.len() * BYTES_PER_STATE
    }

    /// Bytes that are held, whether in use or kept for the next deal.
    pub fn bytes_held(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.slots.capacity() * size_of::<u64>()
    }

    /// The position with this number.
    #[inline(always)]
    pub fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// The number of a state that was not seen before; `None` for one that was.
    #[inline(always)]
    pub fn insert(&mut self, node: Node) -> Option<u32> {
        match self.find_or_slot(&node.position.state) {
            Ok(_) => None,
            Err((slot, tag)) => Some(self.fill(slot, tag, node)),
        }
    }

    /// The number of a state that is new, or was come to with more moves before: then it has another
    /// parent now.
    #[inline(always)]
    pub fn insert_if_quicker(&mut self, node: Node) -> Option<u32> {
        match self.find_or_slot(&node.position.state) {
            Ok(known) if self.node(known).moves <= node.moves => None,
            Ok(known) => {
                self.reparent(known, node.parent, node.edge, node.moves);
                Some(known)
            }
            Err((slot, tag)) => Some(self.fill(slot, tag, node)),
        }
    }

    /// The number of a state, if it was seen.
    #[inline(always)]
    pub fn find(&self, state: &State) -> Option<u32> {
        self.find_or_slot(state).ok()
    }

    /// Gives a node another parent.
    pub fn reparent(&mut self, number: u32, parent: u32, edge: Edge, moves: u16) {
        let node = &mut self.nodes[number as usize];
        (node.parent, node.edge, node.moves) = (parent, edge, moves);
    }

    #[inline(always)]
    fn find_or_slot(&self, state: &State) -> Result<u32, (usize, u64)> {
        let mask = self.mask;
        let hash = hash(state);
        let tag = hash & !u64::from(u32::MAX);
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                return Err((at, tag));
            }
            let number = slot as u32 - 1;
            if slot & !u64::from(u32::MAX) == tag
                && self.nodes[number as usize].position.state == *state
            {
                return Ok(number);
            }
            at = (at + 1) & mask;
        }
    }

    #[inline(always)]
    fn fill(&mut self, slot: usize, tag: u64, node: Node) -> u32 {
        let number = u32::try_from(self.nodes.len()).expect("limits are below 2^32 states");
        self.nodes.push(node);
        self.slots[slot] = tag | u64::from(number + 1);
        if self.nodes.len() * 2 > self.mask {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let size = 2 * (self.mask + 1);
        self.slots[..=self.mask].fill(EMPTY);
        if self.slots.len() < size {
            self.slots.resize(size, EMPTY);
        }
        self.mask = size - 1;
        for (number, node) in self.nodes.iter().enumerate() {
            let hash = hash(&node.position.state);
            let mut at = hash as usize & (size - 1);
            while self.slots[at] != EMPTY {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = hash & !u64::from(u32::MAX) | (number as u64 + 1);
        }
    }

    /// The numbers of the nodes from the start to this one.
    pub fn path(&self, last: u32) -> Vec<u32> {
        let mut path = vec![last];
        let mut at = last;
        while at != START {
            at = self.node(at).parent;
            path.push(at);
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrival::Arrival;
    use crate::board::Board;
    use crate::game::Game;
    use crate::rules::Prune;

    /// Nodes of states that differ; what they mean is no matter here.
    fn node(number: u64) -> Node {
        let game = Game::new(Board::deal(1, 4).expect("in range"), Prune::Safe);
        let mut position = Arrival::of_deal(&game);
        position.state.planes.a = number;
        Node { position, edge: Edge::default(), parent: START, moves: 0 }
    }

    #[test]
    fn states_are_found_again_until_they_are_forgotten() {
        let mut table = Table::default();
        // Many, then few in the large table that is left, then many again.
        for (round, count) in [10_000, 50, 1500, 10_000].into_iter().enumerate() {
            let base = round as u64 * 7;
            for number in 0..count {
                assert_eq!(table.insert(node(base + number)), Some(number as u32));
                assert_eq!(table.insert(node(base + number)), None);
            }
            for number in 0..count {
                assert_eq!(table.find(&node(base + number).position.state), Some(number as u32));
            }
            assert_eq!(table.find(&node(base + count).position.state), None);
            assert_eq!(table.len(), count as usize);
            table.clear();
            assert!(table.is_empty() && table.slots.iter().all(|&slot| slot == EMPTY));
        }
    }

    #[test]
    fn paths_lead_back_to_the_start() {
        let mut table = Table::default();
        for number in 0..10 {
            let parent = (number as u32).saturating_sub(2);
            table.insert(Node { parent, ..node(number) });
        }
        assert_eq!(table.path(9), [0, 1, 3, 5, 7, 9]);
        table.reparent(9, 2, Edge::default(), 1);
        assert_eq!(table.path(9), [0, 2, 9]);
    }
}
