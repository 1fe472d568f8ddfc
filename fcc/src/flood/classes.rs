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
//! Levels of many classes are expanded on all threads; only the table is filled by one.

use super::class_exits::{ClassExits, ExitsOfComponent};
use super::control::{Control, Held};
use super::spaces::{SpaceCache, SpaceId, SuitPiece};
use super::table::Table;
use super::{GroupFlood, GroupTally, Unfinished};
use crate::class::{exchange, pairs_of, stabiliser, vector_to_canonical};
use crate::digest::GroupHash;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::key::Key;
use crate::planes::Place;
use crate::ports::{ComponentRecord, Queues};
use crate::suitset::{Piece, SuitSet};
use rayon::prelude::*;
use std::sync::Arc;

/// Classes that one task handles.
const CHUNK: usize = 2048;

/// A class of a component: its canonical key, φ, and the dimension of its stabiliser.
#[derive(Clone, Copy)]
pub struct ClassAt<K> {
    pub key: K,
    pub phi: Vector,
    pub stabiliser: u32,
}

/// A neighbour that was found: a canonical key and what φ would be.
type Near<K> = (K, Vector);

/// Where a class is, in the table: φ and the number of the component.
type Spot = (Vector, u32);

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

impl<K: Key> ClassScratch<K> {
    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
            + self.classes.capacity() * size_of::<ClassAt<K>>()
            + self.near.capacity() * size_of::<Near<K>>()
    }

    /// Gives memory back after an unusually large group.
    pub fn shrink(&mut self, bytes_max: usize) {
        if self.bytes() > bytes_max {
            *self = ClassScratch::default();
        }
    }
}

/// A component of classes while it is put together.
struct Component<K> {
    /// Its classes, as a range of the scratch's list.
    classes: std::ops::Range<usize>,
    smallest: K,
    entry: K,
    k: Subspace,
    r: SuitSet,
    /// Subspaces of entries with K added, and the offsets that R has of each: most entries bring
    /// nothing new, and these tell it quickly.
    joined: Vec<(SpaceId, Subspace, Vec<Vector>)>,
}

/// What a walk over classes works with, apart from the group.
pub struct ClassFlood<'a, Q> {
    pub queues: &'a Q,
    pub control: &'a Control,
    pub exits: &'a mut ClassExits,
    pub with_digest: bool,
}

impl<Q: Queues<SuitPiece>> ClassFlood<'_, Q> {
    /// Floods a group from its entries (sorted; a class may come with several pieces).
    pub fn flood<K: Key>(
        &mut self,
        group: &Group,
        entries: &[(K, SuitPiece)],
        scratch: &mut ClassScratch<K>,
        held: &mut Held,
    ) -> Result<GroupFlood, Unfinished> {
        let pairs = pairs_of(group.context());
        let mut components = self.flood_classes(group, pairs, entries, scratch, held)?;
        let entry_states = self.reach(group, pairs, entries, scratch, &mut components);
        let mut records = Vec::with_capacity(components.len());
        let mut tally = GroupTally::default();
        for component in &components {
            let classes = &scratch.classes[component.classes.clone()];
            records.push(component.record(classes));
            self.leave(group, component, classes, &mut tally)?;
        }
        self.exits.flush(group.game(), self.queues)?;
        let walked = tally;
        let mut tally = GroupTally::of_components(&records);
        tally.classes = scratch.classes.len() as u128;
        tally.entries = entry_states;
        tally.exits = walked.exits;
        tally.digest = walked.digest;
        Ok(GroupFlood { components: records, tally })
    }

    /// Step 1: all components, with φ and K.
    fn flood_classes<K: Key>(
        &mut self,
        group: &Group,
        pairs: Vector,
        entries: &[(K, SuitPiece)],
        scratch: &mut ClassScratch<K>,
        held: &mut Held,
    ) -> Result<Vec<Component<K>>, Unfinished> {
        scratch.table.reset(entries.len());
        scratch.classes.clear();
        let mut components: Vec<Component<K>> = Vec::new();
        for &(entry, _) in entries {
            let number = components.len() as u32;
            if scratch.table.insert(entry, (0, number)).is_some() {
                continue;
            }
            let start = scratch.classes.len();
            let mut component = Component {
                classes: start..start,
                smallest: entry,
                entry,
                k: Subspace::ZERO,
                r: SuitSet::default(),
                joined: Vec::new(),
            };
            scratch.classes.push(ClassAt { key: entry, phi: 0, stabiliser: 0 });
            while component.classes.end < scratch.classes.len() {
                self.flood_level(group, pairs, scratch, &mut component, number)?;
                held.set(scratch.bytes());
            }
            components.push(component);
        }
        Ok(components)
    }

    /// Expands the classes that were found and not expanded yet.
    fn flood_level<K: Key>(
        &mut self,
        group: &Group,
        pairs: Vector,
        scratch: &mut ClassScratch<K>,
        component: &mut Component<K>,
        number: u32,
    ) -> Result<(), Unfinished> {
        let ClassScratch { table, classes, near } = scratch;
        let level = component.classes.end..classes.len();
        component.classes.end = level.end;
        self.control.count_states(level.len() as u64)?;
        near.clear();
        if level.len() > CHUNK {
            let expand = |chunk: &mut [ClassAt<K>]| {
                let (mut near, mut k) = (Vec::with_capacity(4 * CHUNK), component.k);
                expand_classes(group, pairs, chunk, &mut near, &mut k);
                (near, k)
            };
            let expanded: Vec<_> = classes[level].par_chunks_mut(CHUNK).map(expand).collect();
            for (more, k) in expanded {
                near.extend_from_slice(&more);
                component.k = component.k.sum(&k);
            }
        } else {
            expand_classes(group, pairs, &mut classes[level], near, &mut component.k);
        }
        for &(key, phi) in near.iter() {
            match table.insert(key, (phi, number)) {
                None => {
                    component.smallest = component.smallest.min(key);
                    classes.push(ClassAt { key, phi, stabiliser: 0 });
                }
                Some((known, of)) => {
                    assert_eq!(of, number, "a class in two components");
                    if known != phi {
                        component.k.add(known ^ phi);
                    }
                }
            }
        }
        Ok(())
    }

    /// Step 2: the suit sets of all components. Returns the number of states among the entries.
    fn reach<K: Key>(
        &mut self,
        group: &Group,
        pairs: Vector,
        entries: &[(K, SuitPiece)],
        scratch: &ClassScratch<K>,
        components: &mut [Component<K>],
    ) -> u128 {
        let mut states = 0;
        for same in entries.chunk_by(|one, other| one.0 == other.0) {
            let key = same[0].0;
            let (phi, number) = scratch.table.get(key).expect("every entry was flooded");
            for &(_, piece) in same {
                components[number as usize].join(piece, phi, self.exits.spaces());
            }
            let (a, b) = group.planes(key);
            let mut fixing = Subspace::ZERO;
            stabiliser(a, b, pairs, |vector| {
                fixing.add(vector);
            });
            states += self.size_of_entries(same, &fixing) >> fixing.dimension();
        }
        states
    }

    /// Number of vectors in the pieces of one class, closed under its stabiliser.
    fn size_of_entries<K>(&mut self, same: &[(K, SuitPiece)], fixing: &Subspace) -> u128 {
        let spaces = self.exits.spaces();
        if let ([(_, piece)], 0) = (same, fixing.dimension()) {
            return 1 << spaces.space(piece.space).dimension();
        }
        let pieces = same
            .iter()
            .map(|(_, piece)| Piece::new(piece.offset, *spaces.space(piece.space)).widened(fixing));
        SuitSet::new(pieces).size()
    }

    /// Steps 3 and 4: digest and exits of a component whose R is known.
    fn leave<K: Key>(
        &mut self,
        group: &Group,
        component: &Component<K>,
        classes: &[ClassAt<K>],
        tally: &mut GroupTally,
    ) -> Result<(), Unfinished> {
        let of_component = ExitsOfComponent::new(group, &component.r, self.exits.spaces());
        let hash = self.with_digest.then(|| GroupHash::new(group.fingerprint()));
        let leave_chunk = |chunk: &[ClassAt<K>], exits: &mut ClassExits| {
            let mut tally = GroupTally::default();
            for class in chunk {
                let (a, b) = group.planes(class.key);
                let states = of_component.size() >> class.stabiliser;
                if let Some(hash) = hash {
                    tally.digest.add_times(hash.class(a, b), states);
                }
                let made = exits.add_class(group, &of_component, (a, b), class.phi);
                tally.exits += made >> class.stabiliser;
            }
            tally
        };
        if classes.len() <= CHUNK {
            tally.join(&leave_chunk(classes, self.exits));
            return Ok(());
        }
        let shared = Arc::clone(self.exits.spaces().shared());
        let (control, queues) = (self.control, self.queues);
        let left: Result<Vec<GroupTally>, Unfinished> = classes
            .par_chunks(CHUNK)
            .map(|chunk| {
                control.look()?;
                let mut exits = ClassExits::new(&shared);
                let tally = leave_chunk(chunk, &mut exits);
                exits.flush(group.game(), queues)?;
                Ok(tally)
            })
            .collect();
        left?.iter().for_each(|more| tally.join(more));
        Ok(())
    }
}

/// Makes the neighbours of some classes, notes their stabilisers, and adds those to K.
fn expand_classes<K: Key>(
    group: &Group,
    pairs: Vector,
    classes: &mut [ClassAt<K>],
    near: &mut Vec<Near<K>>,
    k: &mut Subspace,
) {
    for class in classes {
        let (a, b) = group.planes(class.key);
        debug_assert_eq!(vector_to_canonical(a, b, pairs), 0, "a key that is not canonical");
        stabiliser(a, b, pairs, |vector| {
            class.stabiliser += 1;
            k.add(vector);
        });
        let moves = group.context().moves(a, b);
        moves.reversible.for_each(|card, place| {
            let (a, b) = moved(a, b, card, place);
            let vector = vector_to_canonical(a, b, pairs);
            let (a, b) = exchange(a, b, vector);
            near.push((group.key(a, b), class.phi ^ vector));
        });
    }
}

#[inline]
fn moved(a: u64, b: u64, card: u64, place: Place) -> (u64, u64) {
    let a = if place.a() { a | card } else { a & !card };
    let b = if place.b() { b | card } else { b & !card };
    (a, b)
}

impl<K: Key> Component<K> {
    /// Joins a piece of an entry whose class has this φ to R. K is complete.
    fn join(&mut self, piece: SuitPiece, phi: Vector, spaces: &mut SpaceCache) {
        let index = self.joined.iter().position(|&(id, ..)| id == piece.space);
        let index = index.unwrap_or_else(|| {
            let wide = spaces.space(piece.space).sum(&self.k);
            self.joined.push((piece.space, wide, Vec::new()));
            self.joined.len() - 1
        });
        let (_, wide, offsets) = &mut self.joined[index];
        let offset = wide.reduce(piece.offset ^ phi);
        if !offsets.contains(&offset) {
            offsets.push(offset);
            self.r.add(Piece::new(offset, *wide));
        }
    }

    /// Step 3: what the component stands for.
    fn record(&self, classes: &[ClassAt<K>]) -> ComponentRecord {
        let dimension = self.k.dimension();
        let reached = self.r.size();
        assert!(reached > 0 && reached.is_multiple_of(1 << dimension), "R is made of cosets of K");
        let of_one = |class: &ClassAt<K>| 1u128 << (dimension - class.stabiliser);
        let states_of_fcc: u128 = classes.iter().map(of_one).sum();
        let fccs = reached >> dimension;
        ComponentRecord {
            smallest: self.smallest.wide(),
            entry: self.entry.wide(),
            states: states_of_fcc * fccs,
            fccs,
        }
    }
}
