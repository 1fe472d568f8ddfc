//! What threads keep from group to group, lent out for one group at a time.

use crate::flood::budget::FloodShares;
use crate::flood::control::{Control, Held};
use crate::flood::{Unfinished, WorkerMemory};
use std::sync::Mutex;

/// What the tables of an idle worker may keep.
const BYTES_MAX: usize = 64 << 20;

/// The things that a thread needs: tables for narrow and for wide keys, and exits on their way.
pub struct Worker<'a, N, W, X> {
    pub narrow: N,
    pub wide: W,
    pub exits: X,
    pub held: Held<'a>,
}

/// Workers that wait to be used again.
pub struct Workers<'a, N, W, X> {
    control: &'a Control,
    idle: Mutex<Vec<Worker<'a, N, W, X>>>,
}

impl<'a, N: WorkerMemory, W: WorkerMemory, X: WorkerMemory> Workers<'a, N, W, X> {
    pub fn new(control: &'a Control) -> Workers<'a, N, W, X> {
        Workers { control, idle: Mutex::default() }
    }

    /// Lends one that is idle to `work`, or a new one. It gives memory back where it has more than half of a
    /// share.
    pub fn with(
        &self,
        new: impl FnOnce() -> (N, W, X),
        share: FloodShares,
        work: impl FnOnce(&mut Worker<'a, N, W, X>) -> Result<(), Unfinished>,
    ) -> Result<(), Unfinished> {
        let idle = self.idle.lock().expect("no panic while locked").pop();
        let mut worker = idle.unwrap_or_else(|| {
            let (narrow, wide, exits) = new();
            Worker { narrow, wide, exits, held: Held::new(self.control) }
        });
        work(&mut worker)?;
        let bytes_max = BYTES_MAX.min(share.idle);
        worker.narrow.shrink(bytes_max);
        worker.wide.shrink(bytes_max);
        worker.held.set(worker.narrow.bytes() + worker.wide.bytes() + worker.exits.bytes());
        self.idle.lock().expect("no panic while locked").push(worker);
        Ok(())
    }
}
