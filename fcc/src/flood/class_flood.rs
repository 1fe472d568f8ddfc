//! What a flood over classes does the same way in a table and by levels: making neighbours, and leaving a
//! component. The steps are those of `classes`.

use super::class_exits::{ClassExits, ExitsOfComponent};
use super::component::ClassAt;
use super::sinks::Sinks;
use super::source::PickEntries;
use super::{Unfinished, Way};
use crate::class::neighbours::neighbours;
use crate::class::{stabiliser, vector_to_canonical};
use crate::digest::GroupHash;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::key::Key;
use crate::spaces::SuitPiece;
use crate::tally::GroupTally;
use rayon::prelude::*;
use std::sync::Arc;

/// Classes that one task handles.
pub(super) const CHUNK: usize = 2048;

/// A walk over the classes of one group.
pub struct ClassFlood<'a> {
    /// Where entries, records and counts go.
    pub sinks: &'a Sinks<'a, SuitPiece>,
    /// Exits of this thread; they are flushed before their component is recorded.
    pub exits: &'a mut ClassExits,
    /// Whether to add up the digest.
    pub with_digest: bool,
    /// Which way to take through the group.
    pub way: Way,
}

impl ClassFlood<'_> {
    /// Steps 3 and 4: digest and exits of classes of a component whose R is known.
    pub(super) fn leave<K: PickEntries>(
        &mut self,
        group: &Group,
        of_component: &ExitsOfComponent,
        classes: &[ClassAt<K>],
        tally: &mut GroupTally,
    ) -> Result<(), Unfinished> {
        let hash = self.with_digest.then(|| GroupHash::new(group.fingerprint()));
        let leave_chunk = |chunk: &[ClassAt<K>], exits: &mut ClassExits| {
            let mut tally = GroupTally::default();
            for class in chunk {
                let planes = group.planes(class.key);
                let states = of_component.size() >> class.stabiliser;
                if let Some(hash) = hash {
                    tally.digest.add_times(hash.class(planes), states);
                }
                let made = exits.add_class(group, of_component, planes, class.phi);
                tally.exits += made >> class.stabiliser;
            }
            tally
        };
        if classes.len() <= CHUNK {
            tally.join(&leave_chunk(classes, self.exits));
            return Ok(());
        }
        let shared = Arc::clone(self.exits.spaces().shared());
        let (control, queues) = (self.sinks.control, self.sinks.queues);
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
pub(super) fn expand_classes<K: Key>(
    group: &Group,
    pairs: Vector,
    classes: &mut [ClassAt<K>],
    k: &mut Subspace,
    mut near: impl FnMut(K, Vector),
) {
    for class in classes {
        let planes = group.planes(class.key);
        debug_assert_eq!(vector_to_canonical(planes, pairs), 0, "a key that is not canonical");
        stabiliser(planes, pairs, |vector| {
            class.stabiliser += 1;
            k.add(vector);
        });
        neighbours(group, planes, |key, exchanged| near(key, class.phi ^ exchanged));
    }
}
