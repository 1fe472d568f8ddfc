//! The small way: one table for the whole group, one FCC after the other, on one thread.
//!
//! From each entry that no earlier flood has met, breadth-first by reversible moves. The states of
//! a level are expanded in blocks: first all neighbours of a block are made, then their slots are
//! read, all at once, then they are inserted. The reads of one block overlap, where a look-up
//! after each move would wait for memory every time.

use super::control::{Control, Held, Stopped};
use super::exits::Exits;
use super::table::Table;
use super::tally::Digester;
use crate::digest::Digest;
use crate::group::Group;
use crate::key::Key;
use crate::ports::{ComponentRecord, RecentEntries};
use std::hint::black_box;

const BLOCK: usize = 64;
/// States between two looks at the limits.
const COUNT_EVERY: u64 = 4096;

/// What a worker keeps from group to group.
pub struct TableScratch<K> {
    table: Table<K>,
    level: Vec<K>,
    next: Vec<K>,
    near: Vec<K>,
}

impl<K: Key> Default for TableScratch<K> {
    fn default() -> TableScratch<K> {
        TableScratch {
            table: Table::default(),
            level: Vec::new(),
            next: Vec::new(),
            near: Vec::new(),
        }
    }
}

impl<K: Key> TableScratch<K> {
    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        let lists = self.level.capacity() + self.next.capacity() + self.near.capacity();
        self.table.bytes() + lists * size_of::<K>()
    }

    /// Gives memory back after an unusually large group.
    pub fn shrink(&mut self, bytes_max: usize) {
        if self.bytes() > bytes_max {
            *self = TableScratch::default();
        }
    }
}

/// How the flood of a group ended.
pub enum TableFlood {
    Done {
        components: Vec<ComponentRecord>,
        digest: Digest,
        /// Moves that leave the group.
        exits: u64,
    },
    /// The group has more states than the table may hold. Nothing of it counts.
    Outgrown,
}

struct Flood<'a, K, R> {
    group: &'a Group<'a>,
    scratch: &'a mut TableScratch<K>,
    exits: &'a mut Exits<(), R>,
    control: &'a Control,
    digester: Digester,
    exits_made: u64,
    counted: u64,
    uncounted: u64,
}

/// Floods a group from its entries (sorted, each once). `held` is the worker's account of memory.
pub fn flood<K: Key, R: RecentEntries<()>>(
    group: &Group,
    entries: &[K],
    scratch: &mut TableScratch<K>,
    exits: &mut Exits<(), R>,
    (control, held): (&Control, &mut Held),
    (states_max, with_digest): (usize, bool),
) -> Result<TableFlood, Stopped> {
    scratch.table.reset(entries.len());
    let digester = Digester::new(group, with_digest);
    let mut flood =
        Flood { group, scratch, exits, control, digester, exits_made: 0, counted: 0, uncounted: 0 };
    let mut components = Vec::new();
    for &entry in entries {
        if flood.scratch.table.insert(entry, ()).is_some() {
            continue;
        }
        let Some(component) = flood.component(entry, states_max, held)? else {
            control.take_back_states(flood.counted);
            return Ok(TableFlood::Outgrown);
        };
        components.push(component);
    }
    control.count_states(flood.uncounted)?;
    let (digest, exits) = (flood.digester.digest, flood.exits_made);
    Ok(TableFlood::Done { components, digest, exits })
}

impl<K: Key, R: RecentEntries<()>> Flood<'_, K, R> {
    /// Floods the FCC of an entry that is in the table already. `None` when it is too large.
    fn component(
        &mut self,
        entry: K,
        states_max: usize,
        held: &mut Held,
    ) -> Result<Option<ComponentRecord>, Stopped> {
        let mut smallest = entry;
        let mut states = 0;
        let mut level = std::mem::take(&mut self.scratch.level);
        level.clear();
        level.push(entry);
        while !level.is_empty() {
            let mut next = std::mem::take(&mut self.scratch.next);
            next.clear();
            for block in level.chunks(BLOCK) {
                smallest = self.expand(block).min(smallest);
                self.insert(&mut next);
                self.uncounted += block.len() as u64;
                if self.uncounted >= COUNT_EVERY {
                    held.set(self.scratch.bytes() + self.exits.bytes());
                    self.counted += self.uncounted;
                    self.control.count_states(std::mem::take(&mut self.uncounted))?;
                }
            }
            states += level.len() as u64;
            self.scratch.next = std::mem::replace(&mut level, next);
            if self.scratch.table.len() > states_max {
                return Ok(None);
            }
        }
        self.scratch.level = level;
        Ok(Some(ComponentRecord::of_fcc(smallest.wide(), entry.wide(), states)))
    }

    /// Makes the neighbours and exits of a block. Returns its smallest key.
    fn expand(&mut self, block: &[K]) -> K {
        let Flood { group, scratch, exits, digester, exits_made, .. } = self;
        scratch.near.clear();
        let mut smallest = K::NONE;
        for &key in block {
            let (a, b) = group.planes(key);
            let moves = group.context().moves(a, b);
            group.neighbours(key, &moves, |neighbour| scratch.near.push(neighbour));
            group.exits(a, b, &moves, |arrival| {
                *exits_made += 1;
                exits.add(arrival, ());
            });
            digester.add(a, b);
            smallest = smallest.min(key);
        }
        smallest
    }

    /// Puts the neighbours of a block into the table, the new ones into the next level too.
    fn insert(&mut self, next: &mut Vec<K>) {
        let TableScratch { table, near, .. } = &mut *self.scratch;
        black_box(table.touch(near));
        for &neighbour in near.iter() {
            if table.insert(neighbour, ()).is_none() {
                next.push(neighbour);
            }
        }
    }
}
