//! The ports in plain memory.

mod exists;
mod explored;
mod forgetful;
mod queues;
mod recent;
mod scratch;

pub use exists::MemoryExists;
pub use explored::Explored;
pub use forgetful::NoRecords;
pub use queues::MemoryQueues;
pub use recent::LruEntries;
pub use scratch::{MemoryScratch, SliceStream};

use crate::ports::{CheckpointSink, PortError, Standing};
use crate::report::LayerReport;

/// Keeps nothing: a run in memory can't be resumed.
pub struct NoCheckpoints;

impl CheckpointSink for NoCheckpoints {
    fn is_due(&self) -> bool {
        false
    }

    fn layer_done(&self, _complete: &[LayerReport]) -> Result<(), PortError> {
        Ok(())
    }

    fn draw_line(&self) -> Result<(), PortError> {
        Ok(())
    }

    fn checkpoint(&self, _standing: &Standing) -> Result<(), PortError> {
        Ok(())
    }
}
