//! The small way: a table that is kept from FCC to FCC, on one thread.
//!
//! From each entry that no earlier flood has met, breadth-first by reversible moves. The states of
//! a level are expanded in blocks: first all neighbours of a block are made, then their slots are
//! read, all at once, then they are inserted. The reads of one block overlap, where a look-up
//! after each move would wait for memory every time.
//!
//! A group goes through in *batches*: when the table has its fill, the entries that are in it are
//! marked as consumed in one pass, and the next batch begins with an empty table at the next entry that
//! is left. A small group is one batch; the way *FCC by FCC* is a batch for each FCC. A batch ends while
//! there is room for one more FCC like the largest so far. An FCC that finds no room all the same is
//! handed back, to be flooded by levels.

use super::budget::Share;
use super::control::{Control, Held};
use super::digester::Digester;
use super::exits::Exits;
use super::sinks::Sinks;
use super::source::{PickEntries, Source, SourceReader};
use super::{PlainFlood, TableLimits, Unfinished, WorkerMemory};
use crate::digest::Digest;
use crate::group::Group;
use crate::key::Key;
use crate::ports::{ComponentRecord, Queues, RecentEntries};
use crate::table::Table;
use std::hint::black_box;

const BLOCK: usize = 64;
/// States between two looks at the limits.
const COUNT_EVERY: u64 = 4096;
/// Entries that an empty table is sized for at most: more may all be in one FCC.
const SIZED_FOR_MAX: usize = 1 << 16;

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

impl<K: Key> WorkerMemory for TableScratch<K> {
    fn bytes(&self) -> usize {
        let lists = self.level.capacity() + self.next.capacity() + self.near.capacity();
        self.table.bytes() + lists * size_of::<K>()
    }

    fn shrink(&mut self, bytes_max: usize) {
        if self.bytes() > bytes_max {
            *self = TableScratch::default();
        }
    }
}

/// How far a batch came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchEnd<K> {
    /// No entry is left.
    All,
    /// The table has its fill.
    Full,
    /// The FCC of this entry outgrew the share of memory. Nothing of it counts.
    Outgrown(K),
}

/// A flood in tables.
pub struct TableFlood<'a, K, R> {
    /// The group that is flooded.
    pub group: &'a Group<'a>,
    /// Table and lists of the worker, kept for their memory.
    pub scratch: &'a mut TableScratch<K>,
    /// Exits on their way. They are flushed within a batch when they take too much; the caller flushes the rest.
    pub exits: &'a mut Exits<(), R>,
    /// Where exits are flushed to.
    pub queues: &'a dyn Queues<()>,
    /// Counts the states, and may stop the flood.
    pub control: &'a Control,
    /// Adds up the digest of one batch.
    pub digester: Digester,
    /// When a batch ends, and which FCCs are handed back.
    pub limits: TableLimits,
    exits_made: u64,
    /// States of the FCC at hand that were reported, and those that were not yet.
    counted: u64,
    uncounted: u64,
}

impl<'a, K: PickEntries, R: RecentEntries<()>> TableFlood<'a, K, R> {
    /// A flood that has done nothing yet. Of the sinks it takes queues and control: records go to the caller.
    pub fn new(
        group: &'a Group<'a>,
        scratch: &'a mut TableScratch<K>,
        exits: &'a mut Exits<(), R>,
        sinks: &Sinks<'a, ()>,
        digester: Digester,
        limits: TableLimits,
    ) -> TableFlood<'a, K, R> {
        let (queues, control) = (sinks.queues, sinks.control);
        let (exits_made, counted, uncounted) = (0, 0, 0);
        TableFlood {
            group,
            scratch,
            exits,
            queues,
            control,
            digester,
            limits,
            exits_made,
            counted,
            uncounted,
        }
    }

    /// Floods from the entries that the reader gives, until they or the table end. What was reached is
    /// marked as consumed. `held` is the worker's account of memory.
    pub fn batch(
        &mut self,
        source: &mut Source<K, ()>,
        reader: &mut SourceReader<()>,
        share: &mut Share,
        held: &mut Held,
    ) -> Result<(PlainFlood, BatchEnd<K>), Unfinished> {
        let is_first = source.left() == source.len();
        let is_of_another_group = !self.scratch.table.is_empty();
        if is_first || is_of_another_group || self.scratch.table.bytes() == 0 {
            self.scratch.table.reset((source.len() as usize).min(SIZED_FOR_MAX));
        }
        // Otherwise it is empty, and as large as the batch before has made it.
        assert!(self.scratch.table.is_empty(), "a batch begins with an empty table");
        self.digester.digest = Digest::default();
        self.exits_made = 0;
        let mut components = Vec::new();
        let mut largest = 0;
        let mut end = BatchEnd::All;
        while let Some((_, entry, ())) = reader.next(source)? {
            if self.scratch.table.insert(entry, ()).is_some() {
                continue;
            }
            let before = (self.digester.digest, self.exits_made);
            match self.component(entry, share, held)? {
                Some(component) => {
                    largest = largest.max(component.states as usize);
                    components.push(component);
                }
                None => {
                    (self.digester.digest, self.exits_made) = before;
                    end = BatchEnd::Outgrown(entry);
                    break;
                }
            }
            let records = components.capacity() * size_of::<ComponentRecord>();
            // Another one like the largest is to have room.
            let len = self.scratch.table.len() + largest;
            if len >= self.limits.batch_states_max || records > share.parts().components {
                end = BatchEnd::Full;
                break;
            }
        }
        // A single batch that came to the end has reached every entry.
        if !(is_first && end == BatchEnd::All) {
            self.consume(source)?;
        }
        let (digest, exits) = (self.digester.digest, self.exits_made);
        Ok((PlainFlood { components, digest, exits }, end))
    }

    /// Floods the FCC of an entry that is in the table already. `None` when it is too large.
    fn component(
        &mut self,
        entry: K,
        share: &mut Share,
        held: &mut Held,
    ) -> Result<Option<ComponentRecord>, Unfinished> {
        let mut smallest = entry;
        let mut states = 0;
        let len_max = self.limits.fcc_states_max.saturating_add(self.scratch.table.len() - 1);
        let mut level = std::mem::take(&mut self.scratch.level);
        level.clear();
        level.push(entry);
        while !level.is_empty() {
            let mut next = std::mem::take(&mut self.scratch.next);
            next.clear();
            for block in level.chunks(BLOCK) {
                smallest = self.expand(block).min(smallest);
                if self.scratch.table.len() > len_max || !self.has_room(&level, &next, share) {
                    self.control.take_back_states(std::mem::take(&mut self.counted));
                    self.uncounted = 0;
                    return Ok(None);
                }
                self.insert(&mut next);
                self.uncounted += block.len() as u64;
                if self.uncounted >= COUNT_EVERY {
                    // An FCC that is handed back later has its exits sent twice: the queues join them.
                    if self.exits.bytes() > share.parts().exits {
                        self.exits.flush(self.group.game(), self.queues)?;
                    }
                    held.set(self.scratch.bytes() + self.exits.bytes());
                    self.counted += self.uncounted;
                    self.control.count_states(std::mem::take(&mut self.uncounted))?;
                }
            }
            states += level.len() as u64;
            self.scratch.next = std::mem::replace(&mut level, next);
        }
        self.scratch.level = level;
        self.control.count_states(std::mem::take(&mut self.uncounted))?;
        self.counted = 0;
        Ok(Some(ComponentRecord::of_fcc(smallest.wide(), entry.wide(), states)))
    }

    /// Whether the neighbours at hand can be put into the table, with the large share if need be.
    fn has_room(&self, level: &Vec<K>, next: &Vec<K>, share: &mut Share) -> bool {
        let near = self.scratch.near.len();
        let lists = level.capacity() + 2 * (next.capacity() + near);
        let wanted = self.scratch.table.bytes_with(near) + lists * size_of::<K>();
        wanted <= share.bytes() || share.widen() && wanted <= share.bytes()
    }

    /// Makes the neighbours and exits of a block. Returns its smallest key.
    fn expand(&mut self, block: &[K]) -> K {
        let TableFlood { group, scratch, exits, digester, exits_made, .. } = self;
        scratch.near.clear();
        let mut smallest = K::NONE;
        for &key in block {
            let planes = group.planes(key);
            let moves = group.context().moves(planes);
            group.neighbours(key, &moves, |neighbour| scratch.near.push(neighbour));
            group.exits(planes, &moves, |arrival| {
                *exits_made += 1;
                exits.add(arrival, ());
            });
            digester.add(planes);
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

    /// Marks the entries that are in the table, which is empty afterwards.
    fn consume(&mut self, source: &mut Source<K, ()>) -> Result<(), Unfinished> {
        let keys = self.scratch.table.sort();
        if source.is_looked_up(keys.len() as u64) {
            for &(key, ()) in keys {
                source.numbers_of(key).for_each(|number| source.consume(number));
            }
        } else {
            let mut reader = source.reader()?;
            let mut keys = keys.iter().map(|&(key, ())| key).peekable();
            while let Some((number, entry, ())) = reader.next(source)? {
                while keys.next_if(|&key| key < entry).is_some() {}
                match keys.peek() {
                    None => break,
                    Some(&key) if key == entry => source.consume(number),
                    Some(_) => {}
                }
            }
        }
        self.scratch.table.clear();
        Ok(())
    }
}
