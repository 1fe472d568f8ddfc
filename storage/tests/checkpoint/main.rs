//! Checkpoints: what a manifest names is there after a kill or a power cut at any operation, and a run
//! that goes on from it ends like one that was never stopped.

mod check;
mod exists;
mod full;
mod power;
mod queues;
mod toy;

use std::path::Path;
use tempfile::TempDir;

/// A folder in memory where the system has such, because these tests sync a lot.
pub fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() };
    made.expect("a folder")
}
