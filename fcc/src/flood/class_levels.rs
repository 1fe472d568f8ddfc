//! A component of classes that is too large for a table: by levels, in a fixed amount of memory.
//!
//! The same four steps as in `classes`, each a pass over sorted lists: flood by levels with φ beside
//! each key; find the entries among the levels and join what they bring to R; go through the levels
//! once more for digest and exits.

use super::Unfinished;
use super::class_exits::ExitsOfComponent;
use super::class_flood::{ClassFlood, expand_classes};
use super::component::{ClassAt, Component, EntryStates};
use super::control::Held;
use super::levels::{Expansion, Flooded, LevelFlood};
use super::merge::Stream;
use super::reached::consume;
use super::source::{PickEntries, Source};
use crate::class::{pairs_of, stabiliser};
use crate::gf2::{DIMENSION_MAX, Subspace, Vector};
use crate::group::Group;
use crate::ports::ComponentRecord;
use crate::spaces::SuitPiece;
use crate::tally::GroupTally;

/// What is added up over a group.
pub struct Sums<'a, 'g, K> {
    /// Gets classes, exits and digest of the component; its record counts states and FCCs.
    pub tally: &'a mut GroupTally,
    /// Counts the states of the entries that the component reaches.
    pub entries: &'a mut EntryStates<'g, K>,
}

/// Floods the component of an entry. What it adds to the group is added to the sums. Returns its record
/// if it is new.
pub fn flood<K: PickEntries>(
    walk: &mut ClassFlood,
    group: &Group,
    entry: K,
    source: &mut Source<K, SuitPiece>,
    bytes_max: usize,
    sums: Sums<K>,
) -> Result<Option<ComponentRecord>, Unfinished> {
    let sinks = walk.sinks;
    let Sums { tally, entries } = sums;
    let (scratch, control) = (sinks.scratch, sinks.control);
    let expansion = ClassExpansion { group, pairs: pairs_of(group.context()), made: Made::new() };
    let mut flood = LevelFlood { expansion, scratch, control, bytes_max };
    let mut held = Held::new(control);
    let found: Flooded<K, Vector> = flood.flood((entry, 0), &mut held)?;
    let Made { k, stabilisers } = flood.expansion.made;
    let mut component = Component::new(entry, 0);
    component.k = k;
    component.note_smallest(found.smallest.0, found.smallest.1);
    consume(source, &found.levels, bytes_max, |key, piece, phi| {
        component.join(piece, phi, walk.exits.spaces());
        entries.add(key, piece, walk.exits.spaces());
    })?;
    entries.count_last(walk.exits.spaces());
    let by_stabiliser = stabilisers.iter().zip((0..=k.dimension()).rev());
    let states = by_stabiliser.map(|(&classes, dimension)| u128::from(classes) << dimension).sum();
    tally.classes += u128::from(found.states);
    let record = component.record(states);
    if !sinks.is_new(group.fingerprint(), &record)? {
        return Ok(None);
    }
    leave(walk, group, &component, &found, bytes_max, tally)?;
    walk.exits.flush(group.game(), sinks.queues)?;
    Ok(Some(record))
}

/// Goes through all classes once more, for digest and exits.
fn leave<K: PickEntries>(
    walk: &mut ClassFlood,
    group: &Group,
    component: &Component<K>,
    found: &Flooded<K, Vector>,
    bytes_max: usize,
    tally: &mut GroupTally,
) -> Result<(), Unfinished> {
    let pairs = pairs_of(group.context());
    let leaving = ExitsOfComponent::new(group, &component.r, walk.exits.spaces());
    let slab = bytes_max / (8 * size_of::<ClassAt<K>>());
    let mut classes = Vec::new();
    for level in &found.levels {
        let mut stream = Stream::of_run(&**level)?;
        while let Some((key, phi)) = stream.step()? {
            let key = K::narrow(key);
            let mut dimension = 0;
            stabiliser(group.planes(key), pairs, |_| dimension += 1);
            classes.push(ClassAt { key, phi, stabiliser: dimension });
            if classes.len() >= slab {
                walk.leave(group, &leaving, &classes, tally)?;
                classes.clear();
            }
        }
    }
    walk.leave(group, &leaving, &classes, tally)
}

/// What expanding adds up to: K, and the number of classes for each dimension of a stabiliser.
struct Made {
    k: Subspace,
    stabilisers: [u64; DIMENSION_MAX + 1],
}

impl Made {
    fn new() -> Made {
        Made { k: Subspace::ZERO, stabilisers: [0; DIMENSION_MAX + 1] }
    }
}

impl Default for Made {
    fn default() -> Made {
        Made::new()
    }
}

/// Classes: neighbours with φ, K.
struct ClassExpansion<'a> {
    group: &'a Group<'a>,
    pairs: Vector,
    made: Made,
}

impl<K: PickEntries> Expansion<K> for ClassExpansion<'_> {
    type Word = Vector;
    type Part = Made;

    fn expand(
        &self,
        states: &[(K, Vector)],
        part: &mut Made,
        mut near: impl FnMut(K, Vector),
    ) -> Result<(), Unfinished> {
        for &(key, phi) in states {
            let mut class = [ClassAt { key, phi, stabiliser: 0 }];
            expand_classes(self.group, self.pairs, &mut class, &mut part.k, &mut near);
            part.stabilisers[class[0].stabiliser as usize] += 1;
        }
        Ok(())
    }

    fn met(part: &mut Made, one: Vector, other: Vector) {
        part.k.add(one ^ other);
    }

    fn join(&mut self, part: Made) {
        self.made.k = self.made.k.sum(&part.k);
        for (all, more) in self.made.stabilisers.iter_mut().zip(part.stabilisers) {
            *all += more;
        }
    }
}
