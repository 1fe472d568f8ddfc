//! The ports in plain memory.

mod exists;
mod forgetful;
mod queues;
mod recent;
mod scratch;

pub use exists::MemoryExists;
pub use forgetful::NoRecords;
pub use queues::MemoryQueues;
pub use recent::LruEntries;
pub use scratch::MemoryScratch;

use crate::census::LayerReport;
use crate::ports::{CheckpointSink, PortError};

/// Keeps nothing: a run in memory can't be resumed.
pub struct NoCheckpoints;

impl CheckpointSink for NoCheckpoints {
    fn layer_done(&mut self, _layer: &LayerReport) -> Result<(), PortError> {
        Ok(())
    }
}
