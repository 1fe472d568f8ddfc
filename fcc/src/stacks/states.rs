//! The collection of states that the scans of a plan share.
//!
//! A state is a record of words: its packed position, the state that it was found from, the move, and marks. Records
//! lie in segments that never move, so the collection grows without copying, and a board that is done leaves its
//! segments to the next. A table of numbers finds a record by its position. Each slot has half of the hash beside
//! the number: a look that finds another state there ends without reading its record, which is somewhere else
//! in memory, and a table that grows needs no record at all. Positions are compared as a whole, never by their
//! hash alone.
//!
//! **Dead ends.** Parents make a tree. A state that a complete scan has expanded is *dead* when all states that
//! were first found from it are dead. All other moves from it lead to states that were found elsewhere, which are
//! dead themselves or will be expanded as long as they are not. So whoever can win from a live state can do
//! so by passing dead ones by: take the last dead state on the way to the win; the next one is live, and so
//! are its parents up to the root. With the root dead the board is impossible.

use super::moves::Step;
use super::position::{Position, Shape, WORDS_MAX};

/// The number of a state.
pub type StateId = u32;
/// The state that a board begins with.
pub const ROOT: StateId = 0;

/// The most states that a collection holds, whatever memory there is: numbers and slots of more do not fit.
pub const STATES_MAX: usize = 1 << 31;

/// States of a segment.
const SEGMENT: usize = 1 << 14;
/// Words of a record behind its position.
const EXTRA: usize = 3;
/// Slots of a new table.
const SLOTS_MIN: usize = 1 << 12;
const FREE: u64 = u64::MAX;

const DEAD: u32 = 1 << Step::BITS;
const EXPANDED: u32 = 1 << (Step::BITS + 1);
const FIRST_SCAN: u32 = Step::BITS + 2;
/// Scans that can share a collection: as many as there are marks.
pub const SCANS_MAX: usize = (32 - FIRST_SCAN) as usize;
const LIVE_BITS: u32 = 12;
/// Depths are not told apart beyond this one.
const DEPTH_MAX: u32 = (1 << (32 - LIVE_BITS)) - 1;

/// A position as it is kept, with its hash.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    words: [u32; WORDS_MAX],
    hash: u32,
}

/// The states found so far.
pub struct States {
    shape: Shape,
    stride: usize,
    segments: Vec<Vec<u32>>,
    len: usize,
    /// The hash of a state and its number; [`FREE`] without one.
    slots: Vec<u64>,
    dead: usize,
}

impl States {
    /// Without a state.
    pub fn new(shape: Shape) -> States {
        let stride = shape.words() + EXTRA;
        let slots = vec![FREE; SLOTS_MIN];
        States { shape, stride, segments: Vec::new(), len: 0, slots, dead: 0 }
    }

    /// Forgets all states and keeps the room for the next board.
    pub fn reset(&mut self, shape: Shape) {
        if shape.words() != self.shape.words() {
            self.segments.clear();
        }
        if self.slots.len() > SLOTS_MIN && self.len * 16 < self.slots.len() {
            // A table that a large board has left is slow to clear for small ones.
            self.slots.truncate(SLOTS_MIN);
        }
        self.slots.fill(FREE);
        (self.shape, self.stride) = (shape, shape.words() + EXTRA);
        (self.len, self.dead) = (0, 0);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none yet.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many of them are known to be dead ends.
    pub fn dead(&self) -> usize {
        self.dead
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let segments: usize = self.segments.iter().map(Vec::capacity).sum();
        size_of::<u32>() * segments + size_of::<u64>() * self.slots.capacity()
    }

    #[inline]
    fn record(&self, state: StateId) -> &[u32] {
        let index = state as usize;
        &self.segments[index / SEGMENT][index % SEGMENT * self.stride..][..self.stride]
    }

    #[inline]
    fn extra(&mut self, state: StateId) -> &mut [u32] {
        let (index, words) = (state as usize, self.shape.words());
        &mut self.segments[index / SEGMENT][index % SEGMENT * self.stride + words..][..EXTRA]
    }

    /// The position of a state.
    #[inline]
    pub fn position(&self, state: StateId) -> Position {
        Position::unpack(self.record(state), self.shape)
    }

    /// The state that it was found from, and the move; none for the root.
    pub fn origin(&self, state: StateId) -> Option<(StateId, Step)> {
        let extra = &self.record(state)[self.shape.words()..];
        (state != ROOT).then(|| (extra[0], Step::unpack(extra[1])))
    }

    /// Moves from the root to it, on the way by parents.
    pub fn depth(&self, state: StateId) -> u32 {
        self.record(state)[self.shape.words() + 2] >> LIVE_BITS
    }

    /// A position as it would be kept.
    #[inline]
    pub fn packed(&self, position: &Position) -> Packed {
        let mut words = [0; WORDS_MAX];
        position.pack(&mut words, self.shape);
        Packed { words, hash: hash(&words[..self.shape.words()]) }
    }

    /// The slot where the search for a hash begins.
    #[inline]
    fn slot(&self, hash: u32) -> usize {
        hash as usize >> (32 - self.slots.len().trailing_zeros())
    }

    /// Finds a position or adds it, found from a state by a move.
    #[inline]
    pub fn find_or_add(&mut self, packed: &Packed, parent: StateId, step: Step) -> StateId {
        let words = &packed.words[..self.shape.words()];
        let mask = self.slots.len() - 1;
        let mut slot = self.slot(packed.hash);
        loop {
            let found = self.slots[slot];
            if found == FREE {
                break;
            }
            let state = found as StateId;
            if found >> 32 == u64::from(packed.hash) && &self.record(state)[..words.len()] == words
            {
                return state;
            }
            slot = (slot + 1) & mask;
        }
        let state = self.push(words, parent, step);
        self.slots[slot] = u64::from(packed.hash) << 32 | u64::from(state);
        if self.len * 3 > self.slots.len() * 2 {
            self.grow();
        }
        state
    }

    fn push(&mut self, packed: &[u32], parent: StateId, step: Step) -> StateId {
        let index = self.len;
        let state = StateId::try_from(index).expect("fewer states than fit in memory");
        if index / SEGMENT == self.segments.len() {
            self.segments.push(vec![0; SEGMENT * self.stride]);
        }
        self.len += 1;
        let at = index % SEGMENT * self.stride;
        let record = &mut self.segments[index / SEGMENT][at..at + self.stride];
        record[..packed.len()].copy_from_slice(packed);
        record[packed.len()..].copy_from_slice(&[parent, step.pack(), 0]);
        if state != ROOT {
            let depth = (self.depth(parent) + 1).min(DEPTH_MAX);
            self.extra(state)[2] = depth << LIVE_BITS;
            self.extra(parent)[2] += 1;
        }
        state
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let old = std::mem::replace(&mut self.slots, vec![FREE; mask + 1]);
        for found in old.into_iter().filter(|&found| found != FREE) {
            let mut slot = self.slot((found >> 32) as u32);
            while self.slots[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = found;
        }
    }

    /// Marks a state as met by a scan, and tells whether it was not.
    #[inline]
    pub fn meet(&mut self, state: StateId, scan: usize) -> bool {
        let marks = &mut self.extra(state)[1];
        let mark = 1 << (FIRST_SCAN + scan as u32);
        let is_new = *marks & mark == 0;
        *marks |= mark;
        is_new
    }

    /// Whether a state is known to be a dead end.
    #[inline]
    pub fn is_dead(&self, state: StateId) -> bool {
        self.record(state)[self.shape.words() + 1] & DEAD != 0
    }

    /// Notes that a complete scan has made all moves of a state: it may be a dead end now, and its parents with it.
    pub fn note_expanded(&mut self, state: StateId) {
        self.extra(state)[1] |= EXPANDED;
        let mut state = state;
        loop {
            let [parent, marks, counts] = self.extra(state) else { unreachable!("three words") };
            let has_live = *counts & ((1 << LIVE_BITS) - 1) != 0;
            if *marks & EXPANDED == 0 || *marks & DEAD != 0 || has_live {
                return;
            }
            *marks |= DEAD;
            let parent = *parent;
            self.dead += 1;
            if state == ROOT {
                return;
            }
            self.extra(parent)[2] -= 1;
            state = parent;
        }
    }
}

/// The upper half of a product, whose bits depend on all of the words.
#[inline]
fn hash(words: &[u32]) -> u32 {
    let mut mixed = 0u64;
    for two in words.chunks(2) {
        let high = two.get(1).copied().unwrap_or_default();
        let word = u64::from(two[0]) | u64::from(high) << 32;
        mixed = (mixed.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    ((mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::stacks::columns::Columns;

    const STEP: Step = Step { from: 3, to: Step::TO_CELL, cards: 1 };

    fn some_states(count: usize) -> (States, Vec<Position>) {
        let board = Board::deal(1, 4).expect("a deal");
        let shape = Shape::new(board.rules());
        let mut columns = Columns::new(board.rules());
        let first = Position::of(&board, &mut columns);
        let mut states = States::new(shape);
        let positions: Vec<Position> = (0..count as u32)
            .map(|number| {
                let mut position = first;
                position.columns[7] = number;
                position
            })
            .collect();
        for position in &positions {
            let packed = states.packed(position);
            states.find_or_add(&packed, ROOT, STEP);
        }
        (states, positions)
    }

    #[test]
    fn a_state_is_found_again_with_its_origin() {
        let (mut states, positions) = some_states(4_000);
        for (number, position) in positions.iter().enumerate() {
            let packed = states.packed(position);
            assert_eq!(states.find_or_add(&packed, 7, STEP), number as StateId);
            assert_eq!(states.position(number as StateId), *position);
        }
        assert_eq!(states.len(), positions.len());
        assert_eq!((states.origin(ROOT), states.origin(9)), (None, Some((ROOT, STEP))));
        assert_eq!(states.depth(9), 1);
        assert!(states.meet(9, 0) && !states.meet(9, 0) && states.meet(9, SCANS_MAX - 1));
        assert_eq!(states.origin(9), Some((ROOT, STEP)));
        states.reset(Shape::new(crate::rules::Rules::USUAL));
        assert!(states.is_empty());
    }

    #[test]
    fn the_root_is_dead_when_all_that_was_found_from_it_is() {
        let (mut states, positions) = some_states(3);
        let mut deeper = positions[2];
        deeper.columns[6] = 99;
        let deeper = states.packed(&deeper);
        let deeper = states.find_or_add(&deeper, 2, STEP);
        states.note_expanded(ROOT);
        states.note_expanded(1);
        states.note_expanded(2);
        assert!(states.is_dead(1) && !states.is_dead(2) && !states.is_dead(ROOT));
        states.note_expanded(deeper);
        assert!(states.is_dead(2) && states.is_dead(ROOT));
        assert_eq!(states.dead(), 4);
    }
}
