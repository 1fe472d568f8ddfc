//! What the floods of a layer have done: their records and the notes of them, always together.
//!
//! Threads take one group after the other. A flood commits what it has found, batch by batch: the records
//! of its components go to DoesExists and the notes of them in here, in one step that no checkpoint
//! falls into ([`Ledger::commit`]). A checkpoint first draws a line through the records, while nobody
//! commits, and takes down where the layer stands; then it makes the rest durable, while the threads go
//! on. So the records of a checkpoint are exactly those that its standing tells of. Entries that were
//! pushed since may be in it, too, and do no harm: they are sets, and who pushed them is explored again.
//!
//! A group that is not done may have parts that are: which of its entries they have reached is noted, and
//! the flood goes on from there. What is lost when a process is killed is the work since the last
//! checkpoint, but never less than the batch, or the huge component, that was under way.

use super::Unfinished;
use crate::consumed::Consumed;
use crate::fingerprint::Fingerprint;
use crate::flood::Control;
use crate::ports::{
    CheckpointSink, ComponentRecord, DoesExists, GroupPart, LayerStanding, Standing, WaitingGroup,
};
use crate::report::LayerReport;
use crate::tally::GroupTally;
use crate::verdict::StopReason;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, RwLock};

/// A part of a group is worth noting when it has a state for this many entries: all their bits are
/// copied.
pub const ENTRIES_PER_STATE_OF_PART: u64 = 64;

/// How far a group is after a batch.
pub enum After {
    /// Every entry was reached.
    Done,
    /// These were.
    Part(Consumed),
}

/// The groups of one layer, and what is known of them.
pub struct Ledger<'a> {
    exists: &'a dyn DoesExists,
    checkpoints: &'a dyn CheckpointSink,
    /// The layers before this one.
    complete: &'a [LayerReport],
    depth: u32,
    /// The last group that an earlier process took: it took all up to this one.
    taken_before: Option<Fingerprint>,
    notes: Mutex<Notes>,
    /// Shared by those who commit; a checkpoint has it alone while it draws its line.
    committing: RwLock<()>,
    /// Held by the thread that writes a checkpoint: an older one may not take the place of a newer one.
    writing: Mutex<()>,
}

struct Notes {
    taken: u64,
    last_taken: Option<Fingerprint>,
    under_way: BTreeMap<Fingerprint, Option<Consumed>>,
    tally: GroupTally,
    won: bool,
    /// What was missing when it stopped for lack of room, while there was some.
    no_room: Option<String>,
}

impl<'a> Ledger<'a> {
    /// The ledger of a layer of which an earlier process has done something.
    pub fn new(
        exists: &'a dyn DoesExists,
        checkpoints: &'a dyn CheckpointSink,
        complete: &'a [LayerReport],
        depth: u32,
        earlier: LayerStanding,
    ) -> Ledger<'a> {
        let mut under_way: BTreeMap<_, _> =
            earlier.groups_under_way.into_iter().map(|group| (group, None)).collect();
        for GroupPart { fingerprint, consumed } in earlier.parts {
            let group = under_way.get_mut(&fingerprint).expect("a part of a group under way");
            *group = Some(consumed);
        }
        let LayerStanding { taken, last_taken, tally, won, .. } = earlier;
        let notes = Notes { taken, last_taken, under_way, tally, won, no_room: None };
        Ledger {
            exists,
            checkpoints,
            complete,
            depth,
            taken_before: last_taken,
            notes: Mutex::new(notes),
            committing: RwLock::default(),
            writing: Mutex::default(),
        }
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().expect("no panic while locked")
    }

    /// Where the components are recorded.
    pub fn exists(&self) -> &'a dyn DoesExists {
        self.exists
    }

    /// Takes the next group that is not done. Taking it and noting that is one step: a checkpoint between
    /// the two would lose it.
    pub fn take<P>(
        &self,
        next: impl Fn() -> Result<Option<WaitingGroup<P>>, Unfinished>,
    ) -> Result<Option<WaitingGroup<P>>, Unfinished> {
        let mut notes = self.notes();
        while let Some(group) = next()? {
            let fingerprint = group.fingerprint;
            if notes.under_way.contains_key(&fingerprint) {
                return Ok(Some(group));
            }
            if self.taken_before.is_none_or(|last| fingerprint > last) {
                notes.under_way.insert(fingerprint, None);
                notes.taken += 1;
                notes.last_taken = notes.last_taken.max(Some(fingerprint));
                return Ok(Some(group));
            }
        }
        Ok(None)
    }

    /// What an earlier process has reached of a group that was taken.
    pub fn consumed_before(&self, group: Fingerprint) -> Option<Consumed> {
        self.notes().under_way[&group].clone()
    }

    /// Puts components of a group on record, with what they come to and how far the group is now. Exits
    /// of theirs were pushed before.
    ///
    /// # Panics
    /// When a component was explored before: a bug, and no answer may come of it.
    pub fn commit(
        &self,
        group: Fingerprint,
        components: Vec<ComponentRecord>,
        mut tally: GroupTally,
        after: After,
    ) -> Result<(), Unfinished> {
        for record in &components {
            tally.add_component(record.states, record.fccs);
        }
        let _committing = self.committing.read().expect("no panic while locked");
        if !components.is_empty() {
            let recorded = self.exists.record(self.depth, group, components)?;
            recorded.unwrap_or_else(|twice| panic!("{twice}"));
        }
        let mut notes = self.notes();
        match after {
            After::Done => {
                let taken = notes.under_way.remove(&group);
                assert!(taken.is_some(), "a group that was not taken");
                tally.groups = 1;
                notes.won |= group.is_won();
            }
            After::Part(consumed) => {
                let taken = notes.under_way.insert(group, Some(consumed));
                assert!(taken.is_some(), "a group that was not taken");
            }
        }
        notes.tally.join(&tally);
        Ok(())
    }

    /// After a commit: stops when there is no more room on the disk, writes a checkpoint when one is due,
    /// and sees whether to go on.
    pub fn look(&self, control: &Control) -> Result<(), Unfinished> {
        if let Err(full) = self.checkpoints.room() {
            self.notes().no_room.get_or_insert(full.message);
            return Err(control.stop(StopReason::Disk).into());
        }
        if self.checkpoints.is_due() {
            self.checkpoint()?;
        }
        Ok(control.look()?)
    }

    /// Writes down where the layer stands; nothing where there is nothing to go on from.
    pub fn checkpoint(&self) -> Result<(), Unfinished> {
        let _writing = self.writing.lock().expect("no panic while locked");
        let standing = {
            let _alone = self.committing.write().expect("no panic while locked");
            self.checkpoints.draw_line()?;
            self.standing()
        };
        let (complete, under_way) = (self.complete, Some(&standing));
        Ok(self.checkpoints.checkpoint(&Standing { complete, under_way })?)
    }

    fn standing(&self) -> LayerStanding {
        let notes = self.notes();
        let part = |(&fingerprint, consumed): (&Fingerprint, &Option<Consumed>)| {
            Some(GroupPart { fingerprint, consumed: consumed.clone()? })
        };
        LayerStanding {
            depth: self.depth,
            taken: notes.taken,
            last_taken: notes.last_taken,
            groups_under_way: notes.under_way.keys().copied().collect(),
            parts: notes.under_way.iter().filter_map(part).collect(),
            tally: notes.tally.clone(),
            won: notes.won,
        }
    }

    /// What was missing when it stopped for lack of room.
    pub fn no_room(&self) -> Option<String> {
        self.notes().no_room.clone()
    }

    /// What the layer comes to, and whether a group of it has no stuck card.
    pub fn close(&self) -> (GroupTally, bool) {
        let notes = self.notes();
        assert!(notes.under_way.is_empty(), "groups of layer {} that were not done", self.depth);
        (notes.tally.clone(), notes.won)
    }
}
