//! The walk over classes: flooding a group modulo the exchanges of its pairs.
//!
//! A state of a group is (class *q*, vector *v*): the canonical member of *q* with the pairs of *v*
//! exchanged. Exchanges turn reversible moves into reversible moves, so a move that leads from the
//! canonical member of *q* to (*q'*, *w*) leads from (*q*, *v*) to (*q'*, *v + w*), for every *v*.
//!
//! 1. **Flood.** Breadth-first over classes. The first visit of *q'* sets φ(q') = φ(q) + w; every
//!    later one adds φ(q) + w + φ(q') to the subspace K, as do the stabilisers of all classes. Then
//!    (q, v) and (q', v') are in one FCC exactly when v + φ(q) + v' + φ(q') is in K.
//! 2. **Suit sets.** An entry (q, A) reaches the coset representatives A + φ(q) + K. The union over the
//!    entries is R; class *q* was reached with the vectors R + φ(q).
//! 3. **Counting.** Class *q* stands for |R| / |Stab(q)| states, the component for |R| / |K| FCCs, all
//!    alike.
//! 4. **Exits**: `class_exits`.
//!
//! A group goes through in batches of components, as in `tables`: flood until the table has its fill,
//! join what the entries bring, leave, and begin anew at the next entry that is left. A component that
//! outgrows the share of memory on its own is flooded by levels: `class_levels`. Levels of many classes
//! are expanded on all threads; only the table is filled by one.

use super::budget::Share;
use super::class_exits::ExitsOfComponent;
use super::class_flood::{CHUNK, ClassFlood, expand_classes};
use super::class_levels;
use super::component::{ClassAt, Component, EntryStates};
use super::control::Held;
use super::ledger::{After, ENTRIES_PER_STATE_OF_PART};
use super::source::{PickEntries, Source, SourceReader};
use super::tables::BatchEnd;
use super::{Unfinished, WorkerMemory};
use crate::class::pairs_of;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::key::Key;
use crate::ports::ComponentRecord;
use crate::spaces::SuitPiece;
use crate::table::Table;
use crate::tally::GroupTally;
use rayon::prelude::*;

/// Entries that an empty table is sized for at most: more may all be in one component.
const SIZED_FOR_MAX: usize = 1 << 14;

/// A neighbour that was found.
#[derive(Clone, Copy)]
struct Near<K> {
    /// The canonical key.
    key: K,
    /// What φ would be.
    phi: Vector,
}

/// Where a class is, in the table.
#[derive(Clone, Copy, Default)]
struct Spot {
    phi: Vector,
    /// The number of its component.
    component: u32,
}

/// What a worker keeps from group to group.
pub struct ClassScratch<K> {
    table: Table<K, Spot>,
    classes: Vec<ClassAt<K>>,
    near: Vec<Near<K>>,
}

impl<K: Key> Default for ClassScratch<K> {
    fn default() -> ClassScratch<K> {
        ClassScratch { table: Table::default(), classes: Vec::new(), near: Vec::new() }
    }
}

impl<K: Key> WorkerMemory for ClassScratch<K> {
    fn bytes(&self) -> usize {
        self.table.bytes()
            + self.classes.capacity() * size_of::<ClassAt<K>>()
            + self.near.capacity() * size_of::<Near<K>>()
    }

    fn shrink(&mut self, bytes_max: usize) {
        if self.bytes() > bytes_max {
            *self = ClassScratch::default();
        }
    }
}

impl<K: Key> ClassScratch<K> {
    /// Whether the neighbours at hand can be put into the table, with the large share if need be.
    fn has_room(&self, share: &mut Share) -> bool {
        let (near, classes) = (self.near.len(), &self.classes);
        let grown = if classes.len() + near > classes.capacity() { 2 } else { 1 };
        let wanted = self.table.bytes_with(near)
            + grown * classes.capacity() * size_of::<ClassAt<K>>()
            + self.near.capacity() * size_of::<Near<K>>();
        let fits = |share: &Share| wanted <= share.parts().table;
        fits(share) || share.widen() && fits(share)
    }
}

/// A batch of components that were flooded, and how it ended.
struct Batch<K> {
    components: Vec<Component<K>>,
    end: BatchEnd<K>,
}

impl ClassFlood<'_> {
    /// Floods a group from its entries.
    pub fn flood<K: PickEntries>(
        &mut self,
        group: &Group,
        mut source: Source<K, SuitPiece>,
        scratch: &mut ClassScratch<K>,
        held: &mut Held,
    ) -> Result<(), Unfinished> {
        let pairs = pairs_of(group.context());
        let mut share = self.sinks.budget.share();
        share.set_aside(source.bytes());
        let mut reader = source.reader()?;
        let mut entries = EntryStates::new(group, pairs);
        let (mut records, mut tally) = (Vec::new(), GroupTally::default());
        loop {
            let batch = self.batch(group, &source, &mut reader, scratch, &mut share, held)?;
            let Batch { mut components, end } = batch;
            if !components.is_empty() {
                self.reach(&mut source, scratch, &mut components, &mut entries)?;
                records.extend(self.finish(group, &components, scratch, &share, &mut tally)?);
            }
            if let BatchEnd::Outgrown(entry) = end {
                scratch.shrink(0);
                drop(components);
                let bytes_max = share.bytes();
                let sums = class_levels::Sums { tally: &mut tally, entries: &mut entries };
                let record = class_levels::flood(self, group, entry, &mut source, bytes_max, sums)?;
                records.extend(record);
            }
            tally.entries += entries.take();
            if end == BatchEnd::All {
                assert_eq!(source.left(), 0, "every entry is reached");
                return self.sinks.commit(group.fingerprint(), records, tally, After::Done);
            }
            if tally.classes >= u128::from(source.len() / ENTRIES_PER_STATE_OF_PART) {
                let (records, tally) = (std::mem::take(&mut records), std::mem::take(&mut tally));
                let part = After::Part(source.consumed());
                self.sinks.commit(group.fingerprint(), records, tally, part)?;
            }
        }
    }

    /// Step 1 for as many components as the table takes: φ and K.
    fn batch<K: PickEntries>(
        &mut self,
        group: &Group,
        source: &Source<K, SuitPiece>,
        reader: &mut SourceReader<SuitPiece>,
        scratch: &mut ClassScratch<K>,
        share: &mut Share,
        held: &mut Held,
    ) -> Result<Batch<K>, Unfinished> {
        // What the table takes: every batch has its pass over the entries.
        let limits = self.way.limits(source.is_here(), usize::MAX);
        if limits.fcc_states_max == 0 {
            let next = reader.next(source)?;
            let end = next.map_or(BatchEnd::All, |(_, entry, _)| BatchEnd::Outgrown(entry));
            return Ok(Batch { components: Vec::new(), end });
        }
        scratch.table.reset((source.left() as usize).min(SIZED_FOR_MAX));
        scratch.classes.clear();
        let mut components: Vec<Component<K>> = Vec::new();
        while let Some((entry_number, entry, _)) = reader.next(source)? {
            let number = components.len() as u32;
            if scratch.table.insert(entry, Spot { phi: 0, component: number }).is_some() {
                continue;
            }
            let start = scratch.classes.len();
            let mut component = Component::new(entry, start);
            scratch.classes.push(ClassAt { key: entry, phi: 0, stabiliser: 0 });
            while component.classes.end < scratch.classes.len() {
                let is_huge = scratch.classes.len() - start > limits.fcc_states_max;
                if is_huge || !self.flood_level(group, scratch, &mut component, number, share)? {
                    let counted = component.classes.end - start;
                    self.sinks.control.take_back_states(counted as u64);
                    scratch.classes.truncate(start);
                    let alone = is_huge || components.is_empty();
                    if !alone {
                        // Perhaps it fits an empty table.
                        reader.step_back(entry_number);
                    }
                    let end = if alone { BatchEnd::Outgrown(entry) } else { BatchEnd::Full };
                    return Ok(Batch { components, end });
                }
                held.set(scratch.bytes() + components.len() * Component::<K>::BYTES);
            }
            components.push(component);
            let is_full = components.len() * Component::<K>::BYTES > share.parts().components;
            if is_full || scratch.classes.len() >= limits.batch_states_max {
                return Ok(Batch { components, end: BatchEnd::Full });
            }
        }
        Ok(Batch { components, end: BatchEnd::All })
    }

    /// Expands the classes that were found and not expanded yet. False when there is no room for more.
    fn flood_level<K: PickEntries>(
        &mut self,
        group: &Group,
        scratch: &mut ClassScratch<K>,
        component: &mut Component<K>,
        number: u32,
        share: &mut Share,
    ) -> Result<bool, Unfinished> {
        // As many as leave room for their neighbours.
        let slab = (share.bytes() / (64 * size_of::<Near<K>>())).clamp(CHUNK / 4, 64 * CHUNK);
        let from = component.classes.end;
        let level = from..scratch.classes.len().min(from + slab);
        component.classes.end = level.end;
        self.sinks.control.count_states(level.len() as u64)?;
        expand_level(group, pairs_of(group.context()), scratch, level, &mut component.k);
        if !scratch.has_room(share) {
            return Ok(false);
        }
        let ClassScratch { table, classes, near } = scratch;
        for &Near { key, phi } in near.iter() {
            match table.insert(key, Spot { phi, component: number }) {
                None => {
                    component.note_smallest(key, phi);
                    classes.push(ClassAt { key, phi, stabiliser: 0 });
                }
                Some(known) => {
                    assert_eq!(known.component, number, "a class in two components");
                    if known.phi != phi {
                        component.k.add(known.phi ^ phi);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Step 2: the suit sets of the components of a batch.
    fn reach<K: PickEntries>(
        &mut self,
        source: &mut Source<K, SuitPiece>,
        scratch: &ClassScratch<K>,
        components: &mut [Component<K>],
        entries: &mut EntryStates<K>,
    ) -> Result<(), Unfinished> {
        if let [component] = &mut *components
            && source.is_looked_up(scratch.classes.len() as u64)
        {
            for class in &scratch.classes {
                for number in source.numbers_of(class.key) {
                    source.consume(number);
                    let piece = source.carried_by(number);
                    component.join(piece, class.phi, self.exits.spaces());
                    entries.add(class.key, piece, self.exits.spaces());
                }
            }
            entries.count_last(self.exits.spaces());
            return Ok(());
        }
        let mut reader = source.reader()?;
        while let Some((number, key, piece)) = reader.next(source)? {
            let Some(spot) = scratch.table.get(key) else { continue };
            // The last component may have been given up.
            let Some(component) = components.get_mut(spot.component as usize) else { continue };
            source.consume(number);
            component.join(piece, spot.phi, self.exits.spaces());
            entries.add(key, piece, self.exits.spaces());
        }
        entries.count_last(self.exits.spaces());
        Ok(())
    }

    /// Steps 3 and 4 for the components of a batch. Returns the records of those that are new.
    fn finish<K: PickEntries>(
        &mut self,
        group: &Group,
        components: &[Component<K>],
        scratch: &ClassScratch<K>,
        share: &Share,
        tally: &mut GroupTally,
    ) -> Result<Vec<ComponentRecord>, Unfinished> {
        let mut records = Vec::with_capacity(components.len());
        for component in components {
            let classes = &scratch.classes[component.classes.clone()];
            let of_one = |class: &ClassAt<K>| 1u128 << (component.k.dimension() - class.stabiliser);
            let record = component.record(classes.iter().map(of_one).sum());
            tally.classes += classes.len() as u128;
            if !self.sinks.is_new(group.fingerprint(), &record)? {
                continue;
            }
            records.push(record);
            let leaving = ExitsOfComponent::new(group, &component.r, self.exits.spaces());
            self.leave(group, &leaving, classes, tally)?;
            if self.exits.bytes() > share.parts().exits {
                self.exits.flush(group.game(), self.sinks.queues)?;
            }
        }
        self.exits.flush(group.game(), self.sinks.queues)?;
        Ok(records)
    }
}

/// Makes the neighbours of some classes of the scratch.
fn expand_level<K: Key>(
    group: &Group,
    pairs: Vector,
    scratch: &mut ClassScratch<K>,
    level: std::ops::Range<usize>,
    k: &mut Subspace,
) {
    let ClassScratch { classes, near, .. } = scratch;
    near.clear();
    if level.len() <= CHUNK {
        expand_classes(group, pairs, &mut classes[level], k, |key, phi| {
            near.push(Near { key, phi })
        });
        return;
    }
    let so_far = *k;
    let expand = |chunk: &mut [ClassAt<K>]| {
        let (mut near, mut k) = (Vec::with_capacity(4 * CHUNK), so_far);
        expand_classes(group, pairs, chunk, &mut k, |key, phi| near.push(Near { key, phi }));
        (near, k)
    };
    let expanded: Vec<_> = classes[level].par_chunks_mut(CHUNK).map(expand).collect();
    for (more, more_k) in expanded {
        near.extend_from_slice(&more);
        *k = k.sum(&more_k);
    }
}
