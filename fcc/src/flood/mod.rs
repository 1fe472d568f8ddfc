//! Floods: exploring all FCCs of one group from its entries.
//!
//! Each way through a group is a file of its own and gives the same [`GroupTally`] and the same
//! exits. *Table* keeps the whole group in one hash table on one thread and is the quickest while
//! that table is small. *Levels* goes breadth-first by sorted levels on all threads and is the quickest
//! for what is large. *Classes* walks modulo the exchanges of suits.

pub mod class_exits;
pub mod classes;
pub mod control;
pub mod exits;
pub mod joined;
pub mod levels;
pub mod radix;
pub mod spaces;
pub mod table;
pub mod tables;
pub mod tally;

pub use control::{Control, StopCause};
pub use tally::{GroupTally, SizeCounts};

use crate::digest::Digest;
use crate::ports::{ComponentRecord, PortError};
use control::Stopped;

/// What a group turned out to be, every state visited.
pub struct PlainFlood {
    pub components: Vec<ComponentRecord>,
    pub digest: Digest,
    /// Moves that leave the group, counted at the states they leave.
    pub exits: u64,
}

/// What a group turned out to be.
pub struct GroupFlood {
    pub components: Vec<ComponentRecord>,
    pub tally: GroupTally,
}

/// Why a flood was not finished.
#[derive(Debug)]
pub enum Unfinished {
    Stopped,
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
