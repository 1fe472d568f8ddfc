//! What the search needs of the world, as small traits: the ports.
//!
//! `fcc` declares them and has plain versions that live in memory (`memory`); `storage` has the ones
//! that live on disk. The search does not know which it has been given.
//!
//! - [`Queues`]: entries waiting for their depth. May not lose one.
//! - [`DoesExists`]: which components were explored. May not forget one.
//! - [`Scratch`]: room for levels of a flood that memory can't hold.
//! - [`RecentEntries`]: a cache. May forget, may not invent.
//! - [`CheckpointSink`]: writes down how far a run is.

use crate::consumed::Consumed;
use crate::entries::{Entries, Payload};
use crate::fingerprint::Fingerprint;
use crate::gf2::Subspace;
use crate::report::LayerReport;
use crate::suitset::SuitSet;
use crate::tally::GroupTally;
use std::fmt;

/// The world failed: a disk, a file, a limit of the store. Bugs panic instead.
#[derive(Debug)]
pub struct PortError {
    /// What was being done, to what, and what to do about it.
    pub message: String,
    /// There is no more room, on the disk or under its limit. The run stops as undecided.
    pub is_full: bool,
}

impl PortError {
    /// Something else than a full disk.
    pub fn failure(message: String) -> PortError {
        PortError { message, is_full: false }
    }
}

impl fmt::Display for PortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PortError {}

/// A group with the entries that wait for it: sorted by key; with symmetry a class may come with
/// several pieces of its suit set, one after the other.
#[derive(Debug)]
pub struct WaitingGroup<P> {
    /// The name of the group.
    pub fingerprint: Fingerprint,
    /// What waits for it, in memory or in the store.
    pub entries: Waiting<P>,
}

/// The entries of a group that is opened.
#[derive(Debug)]
pub enum Waiting<P> {
    /// They are few enough.
    Here(Entries<P>),
    /// They stay where they are and are read through [`WaitingLayer::stream`].
    Stored(StoredGroup),
}

impl<P: Payload> Waiting<P> {
    /// Number of entries; each piece of a class is one.
    pub fn len(&self) -> usize {
        match self {
            Waiting::Here(entries) => entries.len(),
            Waiting::Stored(group) => group.entries as usize,
        }
    }

    /// True when nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries of a group that is not too large.
    pub fn here(&self) -> &Entries<P> {
        match self {
            Waiting::Here(entries) => entries,
            Waiting::Stored(_) => panic!("the entries are in the store"),
        }
    }
}

/// Where a store keeps the entries of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredGroup {
    /// The name of the group.
    pub fingerprint: Fingerprint,
    /// The number of entries.
    pub entries: u64,
    /// Means something to the store only.
    pub place: u64,
}

/// Entries waiting for their depth.
pub trait Queues<P: Payload>: Sync {
    /// Adds entries of a group of the layer `depth`, in any order, repeats allowed.
    fn push(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        entries: Entries<P>,
    ) -> Result<(), PortError>;

    /// The least depth that has entries waiting.
    fn next_depth(&self) -> Option<u32>;

    /// Opens all that waits at this depth. Nothing may be pushed to it afterwards, and it is no longer
    /// the next depth.
    fn open(&self, depth: u32) -> Result<Box<dyn WaitingLayer<P> + '_>, PortError>;

    /// The layer that was opened has been explored, and that is on record: what it was read from goes.
    fn consumed(&self, depth: u32) -> Result<(), PortError>;

    /// Entries waiting at all depths, repeats that have not met yet included.
    fn waiting(&self) -> u64;

    /// Bytes of memory held.
    fn memory_bytes(&self) -> u64;

    /// Bytes on disk, now.
    fn disk_bytes(&self) -> u64;
}

/// A layer that is being read: its groups in the order of their fingerprints, each once.
pub trait WaitingLayer<P: Payload>: Sync {
    /// The next group. When it has more than `entries_max` entries they stay in the store. Threads may
    /// ask side by side.
    fn next_group(&self, entries_max: usize) -> Result<Option<WaitingGroup<P>>, PortError>;

    /// The entries of a group that was left in the store, from the first one, as often as needed.
    fn stream(&self, group: StoredGroup) -> Result<Box<dyn EntryStream<P> + '_>, PortError>;

    /// Number of groups, where that is known beforehand.
    fn groups(&self) -> Option<u64>;
}

/// Entries that a stream hands out at once: a merge holds as many for each of its lists.
pub const STREAM_ENTRIES_MAX: usize = 512;

/// Entries of one group, in order.
pub trait EntryStream<P>: Send {
    /// Appends the next entries, [`STREAM_ENTRIES_MAX`] at most. False when there are no more.
    fn read(&mut self, into: &mut Vec<(u128, P)>) -> Result<bool, PortError>;
}

/// Room for what a flood can't hold in memory: sorted lists of keys with a word each.
pub trait Scratch: Sync {
    /// Begins a list.
    fn create(&self) -> Result<Box<dyn ScratchWriter>, PortError>;

    /// Bytes on disk, now.
    fn disk_bytes(&self) -> u64;
}

/// A list being written.
pub trait ScratchWriter: Send {
    /// Appends keys, strictly ascending over all appends.
    fn append(&mut self, entries: &[(u128, u64)]) -> Result<(), PortError>;

    /// Completes the list.
    fn seal(self: Box<Self>) -> Result<Box<dyn ScratchRun>, PortError>;
}

/// A complete list. Its room is free again when it is dropped.
pub trait ScratchRun: Send + Sync {
    /// Number of keys.
    fn len(&self) -> u64;

    /// True when there is no key.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads from the first key, as often as needed.
    fn read(&self) -> Result<Box<dyn EntryStream<u64> + '_>, PortError>;
}

/// The record of one explored component. It does not depend on the way that was taken through the
/// group, on threads or on budgets (a suit set may be cut into other pieces).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentRecord {
    /// Its smallest key: its name within the group.
    pub smallest: u128,
    /// The smallest of the entries it was reached by.
    pub entry: u128,
    /// Live states in it, those of all its FCCs.
    pub states: u128,
    /// FCCs that it stands for: one where every state is visited.
    pub fccs: u128,
    /// Which of the states of its classes were reached; nothing where every state is visited.
    pub suits: Option<Box<SuitRecord>>,
}

/// K and R of a component of classes (docs/symmetry.md), with the class of the smallest key as the
/// origin: that class was reached with the vectors of `reached`, and two vectors of it are in one FCC
/// when their sum is in `k`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuitRecord {
    /// Exchanges that reversible moves inside the component can make.
    pub k: Subspace,
    /// R for this origin: a union of cosets of K.
    pub reached: SuitSet,
}

impl ComponentRecord {
    /// The record of a single FCC.
    pub fn of_fcc(smallest: u128, entry: u128, states: u64) -> ComponentRecord {
        ComponentRecord { smallest, entry, states: states.into(), fccs: 1, suits: None }
    }
}

/// A component was recorded that was there already: the search explored it twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredTwice {
    /// The group that it belongs to.
    pub fingerprint: Fingerprint,
    /// Its name within the group.
    pub smallest: u128,
}

impl fmt::Display for ExploredTwice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the component {:x} of group {} was explored twice",
            self.smallest, self.fingerprint
        )
    }
}

/// Which components were explored.
pub trait DoesExists: Sync {
    /// Records components of a group: all of them, or some and the rest with a later call. The inner
    /// error is a bug of the search; a store reports it when it notices, at the latest when a record is
    /// looked for.
    fn record(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        components: Vec<ComponentRecord>,
    ) -> Result<Result<(), ExploredTwice>, PortError>;

    /// Whether a component that was flooded has states that are not on record. One that has none is not
    /// left again. A search that opens each group once has no use for the question: to it every component
    /// is new, and one that is recorded twice is a bug.
    fn is_new(
        &self,
        _depth: u32,
        _fingerprint: Fingerprint,
        _component: &ComponentRecord,
    ) -> Result<bool, PortError> {
        Ok(true)
    }

    /// The layer is complete: everything recorded at this depth is made durable.
    fn layer_done(&self, depth: u32) -> Result<(), PortError>;

    /// The record of the component of this name. Sees everything that was recorded before.
    fn find(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        smallest: u128,
    ) -> Result<Option<ComponentRecord>, PortError>;

    /// All components of a group, by name.
    fn of_group(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
    ) -> Result<Vec<ComponentRecord>, PortError>;

    /// The groups of a depth that have components, by fingerprint.
    fn groups(&self, depth: u32) -> Result<Vec<Fingerprint>, PortError>;

    /// Bytes of memory held.
    fn memory_bytes(&self) -> u64;
}

/// A bounded cache of entries that were just written.
pub trait RecentEntries<P: Payload>: Send {
    /// False when this very entry was admitted not long ago and is not worth writing again.
    fn admit(&mut self, fingerprint: Fingerprint, key: u128, carries: P) -> bool;
}

/// Writes down how far a run is, so that it can go on from there.
pub trait CheckpointSink: Sync {
    /// Whether a checkpoint is due. Asked by all threads after every batch; one of them gets a yes.
    fn is_due(&self) -> bool;

    /// A layer is complete: its records are sealed, and what it was read from is not needed any more
    /// once this is written down.
    fn layer_done(&self, complete: &[LayerReport]) -> Result<(), PortError>;

    /// Begins a checkpoint: what is recorded now belongs to it, and what will be later does not. Nobody
    /// records meanwhile.
    fn draw_line(&self) -> Result<(), PortError>;

    /// Writes down where the run stood when the line was drawn. Other threads may go on exploring meanwhile.
    fn checkpoint(&self, standing: &Standing) -> Result<(), PortError>;

    /// Whether there is room on the disk for what is in memory, too; if not, what is missing. A run that has
    /// not much left stops while it can still write down where it is.
    fn room(&self) -> Result<(), PortError> {
        Ok(())
    }
}

/// Where a run stands: what it has to do no more.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// Complete layers.
    pub complete: &'a [LayerReport],
    /// The layer after them, if it has begun.
    pub under_way: Option<&'a LayerStanding>,
}

/// How far a layer is. Its groups come in the order of their fingerprints, so the last one that was taken
/// and a few names tell which are done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayerStanding {
    /// The depth of all its groups.
    pub depth: u32,
    /// Groups taken from the layer.
    pub taken: u64,
    /// The last of them, in the order of fingerprints; `None` when none was taken.
    pub last_taken: Option<Fingerprint>,
    /// Those of them that are not done, by fingerprint.
    pub groups_under_way: Vec<Fingerprint>,
    /// What was reached of those that are done in part.
    pub parts: Vec<GroupPart>,
    /// What is done comes to this, the parts included.
    pub tally: GroupTally,
    /// Whether a group that is done has no stuck card.
    pub won: bool,
}

/// How far a group is that is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPart {
    /// The group, one of those under way.
    pub fingerprint: Fingerprint,
    /// The entries that components on record have reached.
    pub consumed: Consumed,
}
