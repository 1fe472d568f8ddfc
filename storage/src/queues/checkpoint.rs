//! Queues as a part of a checkpoint: what is on disk for good, and taking it over in another process.
//!
//! **Flushing** writes every buffer to a run and syncs all runs that are alive. A push that was over when
//! the flush began is in a buffer, or in the hands of one who spills; that one is waited for. Pushes
//! that come meanwhile may be in or not: entries are sets, and who pushed them is explored again.
//! The opened layer is a run already ([`DiskQueues::durable`]).
//!
//! **Conservation**: entries that were pushed were handed out, met their like, or wait; and those that
//! wait are in buffers, in runs, or in the part of an opened layer that was not read. The second is
//! counted anew from what is there.

use super::{DiskQueues, prefix};
use crate::error::StorageError;
use crate::live::{Holds, LiveFile};
use crate::payload::StoredPayload;
use crate::run::{Run, SealedRun};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Entries went missing or came from nowhere: a bug, and no answer may come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenConservation {
    pub pushed: u64,
    pub taken: u64,
    pub joined: u64,
    pub waiting: i64,
    /// Of those that wait, where they are.
    pub in_buffers: u64,
    pub in_runs: u64,
    pub in_opened_layer: i64,
}

impl fmt::Display for BrokenConservation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BrokenConservation { pushed, taken, joined, waiting, .. } = self;
        let BrokenConservation { in_buffers, in_runs, in_opened_layer, .. } = self;
        write!(
            f,
            "entries were lost or made: {pushed} pushed, {taken} taken, {joined} joined, {waiting} \
             waiting, of which {in_buffers} are in buffers, {in_runs} in runs and {in_opened_layer} \
             in the opened layer"
        )
    }
}

impl<P: StoredPayload> DiskQueues<P> {
    /// Makes everything that waits durable and names the files that hold it, and the opened layer.
    /// Nothing may be opened or consumed between the moment that the checkpoint is of and this call.
    ///
    /// # Panics
    /// When the queues are not [`DiskQueues::durable`].
    pub fn flush(&self) -> Result<Vec<LiveFile>, StorageError> {
        assert!(self.retired.is_durable(), "queues for checkpoints");
        self.unless_failed(|| {
            let live = self.spill_all()?;
            // Those that are merged away meanwhile are still there: they stay until the manifest is.
            self.synced.sync(&self.files, &live)?;
            Ok(live)
        })
    }

    /// The manifest of the last flush is durable: what it does not name is deleted.
    pub fn released(&self) -> Result<(), StorageError> {
        self.unless_failed(|| {
            let freed = self.retired.release()?;
            self.counts().disk_bytes -= freed;
            Ok(())
        })
    }

    /// Spills every buffer. Returns all files that are alive then.
    fn spill_all(&self) -> Result<Vec<LiveFile>, StorageError> {
        let _spilling = self.spilling.lock().expect("no panic while locked");
        self.retired.flush_begins();
        let depths: Vec<_> = {
            let depths = self.depths.lock().expect("no panic while locked");
            depths.iter().map(|(&number, depth)| (number, Arc::clone(depth))).collect()
        };
        let mut live = self.kept.lock().expect("no panic while locked").clone();
        for (number, depth) in depths {
            self.spill(number, &depth)?;
            let runs = depth.runs.lock().expect("no panic while locked");
            live.extend(runs.iter().map(|run| live_file(Holds::Entries, number, run)));
        }
        let opened = self.opened.lock().expect("no panic while locked");
        live.extend(opened.iter().map(|(&number, run)| live_file(Holds::Entries, number, run)));
        Ok(live)
    }

    /// Takes over the runs that a manifest names. Of each all but the blocks is checked now, and the
    /// blocks when they are read.
    pub fn adopt(&self, files: &[LiveFile]) -> Result<(), StorageError> {
        self.unless_failed(|| files.iter().try_for_each(|file| self.adopt_file(file)))
    }

    fn adopt_file(&self, file: &LiveFile) -> Result<(), StorageError> {
        if file.is_of_layer_under_way() {
            return Ok(());
        }
        let path = self.files.path(&file.name)?;
        let run = Run::<P>::open(&self.files, &file.name, &self.book);
        let run = run.map_err(|error| error.of_live(&path, file))?.facts(&file.name);
        let found = live_file(file.holds, file.depth, &run);
        if found != *file {
            return Err(StorageError::other_live(&path, file, &found.facts()));
        }
        self.synced.add(&file.name);
        if file.holds == Holds::Kept {
            self.kept.lock().expect("no panic while locked").push(found);
            return Ok(());
        }
        self.pushed.fetch_add(run.entries, Relaxed);
        self.waiting.fetch_add(run.entries as i64, Relaxed);
        self.counts().adopt_run(run.entries, run.bytes);
        self.depth(file.depth).runs.lock().expect("no panic while locked").push(run);
        Ok(())
    }

    /// Checks that no entry was lost. Means something while nobody pushes and nobody reads.
    pub fn check_conservation(&self) -> Result<(), BrokenConservation> {
        let _spilling = self.spilling.lock().expect("no panic while locked");
        let (mut in_buffers, mut in_runs) = (0, 0);
        for depth in self.depths.lock().expect("no panic while locked").values() {
            in_buffers += depth.buffer.entries();
            let runs = depth.runs.lock().expect("no panic while locked");
            in_runs += runs.iter().map(|run| run.entries).sum::<u64>();
        }
        let in_opened_layer = self.unread.load(Relaxed);
        let [pushed, taken, joined] =
            [&self.pushed, &self.taken, &self.joined].map(|count| count.load(Relaxed));
        let waiting = self.waiting.load(Relaxed);
        let held = i128::from(in_buffers) + i128::from(in_runs) + i128::from(in_opened_layer);
        let left = i128::from(pushed) - i128::from(taken) - i128::from(joined);
        if left == i128::from(waiting) && left == held {
            return Ok(());
        }
        Err(BrokenConservation {
            pushed,
            taken,
            joined,
            waiting,
            in_buffers,
            in_runs,
            in_opened_layer,
        })
    }
}

/// A run as a manifest names it.
pub(super) fn live_file(holds: Holds, depth: u32, run: &SealedRun) -> LiveFile {
    debug_assert!(run.name.starts_with(&prefix(depth)));
    let SealedRun { name, entries, bytes, checksum, .. } = run;
    let (name, bytes, entries, checksum) = (name.clone(), *bytes, *entries, *checksum);
    LiveFile { holds, depth, name, bytes, entries, checksum }
}
