//! The ports in plain memory.

mod exists;
mod queues;
mod recent;

pub use exists::MemoryExists;
pub use queues::MemoryQueues;
pub use recent::LruEntries;

use crate::census::LayerReport;
use crate::ports::{CheckpointSink, PortError};

/// Keeps nothing: a run in memory can't be resumed.
pub struct NoCheckpoints;

impl CheckpointSink for NoCheckpoints {
    fn layer_done(&mut self, _layer: &LayerReport) -> Result<(), PortError> {
        Ok(())
    }
}
