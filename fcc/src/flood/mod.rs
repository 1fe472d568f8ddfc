//! Floods: exploring all FCCs of one group from its entries.
//!
//! Ways through a group, all with the same counts, records and exits:
//! - *tables*: a hash table that one thread fills, for a whole group or a batch of its FCCs at a time;
//! - *levels*: one FCC breadth-first by sorted levels on all threads, in memory while they fit and on
//!   disk when they do not.
//!
//! *plain* visits every state, *classes* walks modulo the exchanges of suits; both go both ways. Memory
//! is shared out by *budget*.

pub mod budget;
pub mod class_exits;
pub mod class_flood;
pub mod class_levels;
pub mod classes;
pub mod component;
pub mod control;
pub mod digester;
pub mod exits;
pub mod ledger;
pub mod level_lists;
pub mod levels;
pub mod merge;
pub mod plain;
pub mod radix;
pub mod reached;
pub mod sinks;
pub mod source;
pub mod tables;

pub use budget::{AnalyseShares, Budget};
pub use control::Control;

use crate::digest::Digest;
use crate::ports::{ComponentRecord, PortError};
use control::Stopped;

/// Memory that a thread keeps from group to group.
pub trait WorkerMemory {
    /// Bytes of memory held.
    fn bytes(&self) -> usize;

    /// Gives memory back after an unusually large group.
    fn shrink(&mut self, _bytes_max: usize) {}
}

/// Ways through a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Tables, batch by batch, and levels for an FCC that outgrows its share of memory.
    Auto,
    /// One table for the whole group.
    Table,
    /// A table for one FCC at a time where the entries are in memory, batches where they are in the
    /// store: every batch takes a pass over them.
    Fccs,
    /// Levels, one FCC at a time: from the start where the entries are in memory, and for FCCs of some
    /// thousand states where they are in the store. (There each flood by levels takes a pass over them.)
    Levels,
}

/// How far tables go in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLimits {
    /// States after which a batch ends with the FCC at hand.
    pub batch_states_max: usize,
    /// States of an FCC that is flooded in a table.
    pub fcc_states_max: usize,
}

impl Way {
    /// How far tables go in a group whose entries are in memory or not, `auto` being the batch that is
    /// worth its pass over the entries.
    pub fn limits(self, entries_are_here: bool, auto: usize) -> TableLimits {
        let (batch_states_max, fcc_states_max) = match (self, entries_are_here) {
            (Way::Auto, _) | (Way::Fccs, false) => (auto, usize::MAX),
            (Way::Table, _) => (usize::MAX, usize::MAX),
            (Way::Fccs, true) => (1, usize::MAX),
            (Way::Levels, true) => (1, 0),
            (Way::Levels, false) => (auto, FCC_STATES_FOR_LEVELS),
        };
        TableLimits { batch_states_max, fcc_states_max }
    }
}

/// See [`Way::Levels`].
const FCC_STATES_FOR_LEVELS: usize = 4096;

/// What FCCs turned out to be, every state visited.
#[derive(Default)]
pub struct PlainFlood {
    /// One record for each FCC.
    pub components: Vec<ComponentRecord>,
    /// The sum over their states; zero if it is not wanted.
    pub digest: Digest,
    /// Moves that leave the group, counted at the states they leave.
    pub exits: u64,
}

impl PlainFlood {
    fn states(&self) -> u128 {
        self.components.iter().map(|component| component.states).sum()
    }

    fn join(&mut self, other: PlainFlood) {
        self.components.extend(other.components);
        self.digest.join(other.digest);
        self.exits += other.exits;
    }
}

/// Why a flood was not finished.
#[derive(Debug)]
pub enum Unfinished {
    /// A limit was reached or somebody asked: [`Control::reason`] says which.
    Stopped,
    /// A store failed, or it is full.
    Port(PortError),
}

impl From<Stopped> for Unfinished {
    fn from(Stopped: Stopped) -> Unfinished {
        Unfinished::Stopped
    }
}

impl From<PortError> for Unfinished {
    fn from(error: PortError) -> Unfinished {
        Unfinished::Port(error)
    }
}
