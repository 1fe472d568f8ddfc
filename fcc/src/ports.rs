//! What the search needs of the world, as small traits: the ports.
//!
//! `fcc` declares them and has plain versions that live in memory (`memory`); `storage` has the ones
//! that live on disk. The search does not know which it has been given.
//!
//! - [`Queues`]: entries waiting for their depth. May not lose one.
//! - [`DoesExists`]: which components were explored. May not forget one.
//! - [`RecentEntries`]: a cache. May forget, may not invent.
//! - [`CheckpointSink`]: is told when a layer is complete and everything before it can go.

use crate::census::LayerReport;
use crate::entries::{Entries, Payload};
use crate::fingerprint::Fingerprint;
use std::fmt;

/// The world failed: a disk, a file, a limit of the store. Bugs panic instead.
#[derive(Debug)]
pub struct PortError {
    /// What was being done, to what, and what to do about it.
    pub message: String,
}

impl fmt::Display for PortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PortError {}

/// A group with the entries that wait for it, sorted, each once.
#[derive(Debug)]
pub struct WaitingGroup<P> {
    pub fingerprint: Fingerprint,
    pub entries: Entries<P>,
}

/// Groups of one layer, each once, with all their entries.
pub type WaitingGroups<'a, P> =
    Box<dyn Iterator<Item = Result<WaitingGroup<P>, PortError>> + Send + 'a>;

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

    /// Takes all that waits at this depth. Nothing may be pushed to it afterwards.
    fn open(&self, depth: u32) -> Result<WaitingGroups<'_, P>, PortError>;

    /// Entries waiting at all depths, repeats that have not met yet included.
    fn waiting(&self) -> u64;

    /// Bytes of memory held.
    fn memory_bytes(&self) -> u64;
}

/// The record of one explored component.
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
}

impl ComponentRecord {
    /// The record of a single FCC.
    pub fn of_fcc(smallest: u128, entry: u128, states: u64) -> ComponentRecord {
        ComponentRecord { smallest, entry, states: states.into(), fccs: 1 }
    }
}

/// A component was recorded that was there already: the search explored it twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredTwice {
    pub fingerprint: Fingerprint,
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
    /// Records all components of a group at once. The inner error is a bug of the search.
    fn record(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        components: Vec<ComponentRecord>,
    ) -> Result<Result<(), ExploredTwice>, PortError>;

    /// The record of the component of this name.
    fn find(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        smallest: u128,
    ) -> Result<Option<ComponentRecord>, PortError>;

    /// Bytes of memory held.
    fn memory_bytes(&self) -> u64;
}

/// A bounded cache of entries that were just written.
pub trait RecentEntries<P: Payload>: Send {
    /// False when this very entry was admitted not long ago and is not worth writing again.
    fn admit(&mut self, fingerprint: Fingerprint, key: u128, carries: P) -> bool;
}

/// Is told of completed layers.
pub trait CheckpointSink {
    fn layer_done(&mut self, layer: &LayerReport) -> Result<(), PortError>;
}
