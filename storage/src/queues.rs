//! Queues that spill: in memory while they fit, in sorted runs on disk when they don't.
//!
//! Each depth has a buffer. When all buffers together exceed `buffer_bytes_max`, the largest is written to a
//! run and pushes go on into the emptied one; whoever finds the limit exceeded meanwhile waits at the
//! lock, which keeps memory bounded however fast the searching threads are. Nothing in here hands work
//! to other threads: a pool whose threads wait at the lock would never do it.
//!
//! A layer that was never on disk is opened from memory, if it leaves room for what will be pushed while
//! it is read. Of any other, all runs are merged into one, which is read from beginning to end; a huge
//! group of it can be read again from its place.
//!
//! For checkpoints ([`DiskQueues::durable`]) every layer is opened as a run, and runs stay until the manifest
//! that no longer names them is durable: `checkpoint`.
//!
//! After a failure memory and disk no longer hold all entries together, so nothing is answered any more.

mod buffer;
mod checkpoint;
mod layer;
mod merge;
mod spill;
mod statistics;

pub use checkpoint::BrokenConservation;
pub use statistics::QueueStatistics;

use crate::error::StorageError;
use crate::files::Files;
use crate::live::{Holds, LiveFile};
use crate::payload::StoredPayload;
use crate::retired::Retired;
use crate::run::SealedRun;
use crate::synced::Synced;
use buffer::Buffer;
use fcc::entries::Entries;
use fcc::fingerprint::Fingerprint;
use fcc::ports::{PortError, Queues, WaitingLayer};
use layer::{DiskLayer, MemoryLayer};
use merge::merge;
use spill::spill;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Instant;

/// What a run takes in memory while it is merged.
const READER_BYTES: u64 = 24 << 10;
/// Runs that are merged at once, at least.
const FAN_IN_MIN: u64 = 8;

/// Queues on disk, with a buffer in memory.
pub struct DiskQueues<P: StoredPayload> {
    files: Files,
    book: P::Book,
    buffer_bytes_max: u64,
    fan_in: usize,
    keep_all: bool,
    depths: Mutex<BTreeMap<u32, Arc<Depth<P>>>>,
    /// Runs of layers that were opened and not consumed.
    opened: Mutex<BTreeMap<u32, SealedRun>>,
    /// Runs of layers that were consumed and are kept.
    kept: Mutex<Vec<LiveFile>>,
    retired: Retired,
    synced: Synced,
    joiners: Mutex<Vec<P::Joiner>>,
    /// Held by the one who spills or merges.
    spilling: Mutex<()>,
    /// What failed first, and whether for lack of room.
    failed: OnceLock<(String, bool)>,
    waiting: AtomicI64,
    /// Entries of opened layers that were not handed out.
    unread: AtomicI64,
    bytes: AtomicI64,
    pushed: AtomicU64,
    joined: AtomicU64,
    taken: AtomicU64,
    statistics: Mutex<QueueStatistics>,
}

/// What waits at one depth.
struct Depth<P> {
    buffer: Buffer<P>,
    runs: Mutex<Vec<SealedRun>>,
}

impl<P: StoredPayload> DiskQueues<P> {
    /// Queues that hold `buffer_bytes_max` in memory, and `merge_bytes_max` more while runs are merged.
    pub fn new(
        files: Files,
        book: P::Book,
        buffer_bytes_max: u64,
        merge_bytes_max: u64,
    ) -> DiskQueues<P> {
        DiskQueues {
            retired: Retired::new(&files),
            files,
            book,
            buffer_bytes_max,
            fan_in: (merge_bytes_max / READER_BYTES).max(FAN_IN_MIN) as usize,
            keep_all: false,
            depths: Mutex::default(),
            opened: Mutex::default(),
            kept: Mutex::default(),
            synced: Synced::default(),
            joiners: Mutex::default(),
            spilling: Mutex::default(),
            failed: OnceLock::new(),
            waiting: AtomicI64::new(0),
            unread: AtomicI64::new(0),
            bytes: AtomicI64::new(0),
            pushed: AtomicU64::new(0),
            joined: AtomicU64::new(0),
            taken: AtomicU64::new(0),
            statistics: Mutex::default(),
        }
    }

    /// Leaves the runs of layers that were consumed where they are.
    pub fn keep_all(mut self) -> DiskQueues<P> {
        self.keep_all = true;
        self
    }

    /// Makes them ready for checkpoints.
    pub fn durable(mut self) -> DiskQueues<P> {
        self.retired.durable();
        self
    }

    pub fn statistics(&self) -> QueueStatistics {
        QueueStatistics {
            entries_pushed: self.pushed.load(Relaxed),
            entries_joined: self.joined.load(Relaxed),
            entries_taken: self.taken.load(Relaxed),
            ..*self.counts()
        }
    }

    fn counts(&self) -> MutexGuard<'_, QueueStatistics> {
        self.statistics.lock().expect("no panic while locked")
    }

    fn count_joined(&self, entries: u64) {
        self.joined.fetch_add(entries, Relaxed);
        self.waiting.fetch_sub(entries as i64, Relaxed);
    }

    fn count_taken(&self, entries: u64) {
        self.taken.fetch_add(entries, Relaxed);
        self.waiting.fetch_sub(entries as i64, Relaxed);
    }

    fn count_unread(&self, entries: i64) {
        self.unread.fetch_add(entries, Relaxed);
    }

    fn count_bytes(&self, bytes: i64) {
        self.bytes.fetch_add(bytes, Relaxed);
    }

    fn depth(&self, depth: u32) -> Arc<Depth<P>> {
        let mut depths = self.depths.lock().expect("no panic while locked");
        let new = || Arc::new(Depth { buffer: Buffer::new(), runs: Mutex::default() });
        Arc::clone(depths.entry(depth).or_insert_with(new))
    }

    /// Lends a joiner.
    fn with_joiner<T>(&self, work: impl FnOnce(&mut P::Joiner) -> T) -> T {
        let idle = || self.joiners.lock().expect("no panic while locked");
        let joiner = idle().pop();
        let mut joiner = joiner.unwrap_or_else(|| P::joiner(&self.book));
        let result = work(&mut joiner);
        idle().push(joiner);
        result
    }

    fn sort_and_join(&self, entries: &mut Entries<P>) {
        self.with_joiner(|joiner| buffer::sort_and_join(entries, joiner));
    }

    /// Does something that may fail, and nothing more when it has.
    fn unless_failed<T>(
        &self,
        work: impl FnOnce() -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        if let Some((cause, for_lack_of_room)) = self.failed.get() {
            let (cause, for_lack_of_room) = (cause.clone(), *for_lack_of_room);
            return Err(StorageError::FailedBefore { cause, for_lack_of_room });
        }
        work().inspect_err(|error| {
            // The first one counts.
            let _ = self.failed.set((error.to_string(), error.is_for_lack_of_room()));
        })
    }

    fn is_over_limit(&self) -> bool {
        self.memory_bytes() > self.buffer_bytes_max
    }

    /// Spills the largest buffers until the limit is kept. What is lent to an open layer can't be.
    fn spill_until_it_fits(&self) -> Result<(), StorageError> {
        while self.is_over_limit() {
            let _spilling = self.spilling.lock().expect("no panic while locked");
            let largest = {
                let depths = self.depths.lock().expect("no panic while locked");
                let largest = depths.iter().max_by_key(|(_, depth)| depth.buffer.bytes());
                largest.map(|(&number, depth)| (number, Arc::clone(depth)))
            };
            match largest {
                // Somebody else did it meanwhile.
                _ if !self.is_over_limit() => break,
                Some((number, depth)) if depth.buffer.bytes() > 0 => self.spill(number, &depth)?,
                _ => break,
            }
        }
        Ok(())
    }

    /// Writes the buffer of a depth to a run.
    fn spill(&self, number: u32, depth: &Depth<P>) -> Result<(), StorageError> {
        let started = Instant::now();
        let groups = depth.buffer.drain();
        if groups.is_empty() {
            return Ok(());
        }
        let freed = |bytes: i64| self.count_bytes(-bytes);
        let spilled = self.with_joiner(|joiner| {
            spill(&self.files, &prefix(number), &self.book, groups, joiner, freed)
        })?;
        self.count_joined(spilled.entries_joined);
        let mut counts = self.counts();
        counts.entries_spilled += spilled.run.entries;
        counts.add_run(spilled.run.entries, spilled.run.bytes);
        counts.spill_time += started.elapsed();
        drop(counts);
        depth.runs.lock().expect("no panic while locked").push(spilled.run);
        Ok(())
    }

    fn open_layer<'a>(
        &'a self,
        number: u32,
    ) -> Result<Box<dyn WaitingLayer<P> + 'a>, StorageError> {
        let _spilling = self.spilling.lock().expect("no panic while locked");
        let depth = self.depths.lock().expect("no panic while locked").remove(&number);
        let Some(depth) = depth else { return Ok(Box::new(MemoryLayer::new(self, Vec::new()))) };
        let depth = Arc::into_inner(depth).expect("no push to an open layer");
        let on_disk = !depth.runs.lock().expect("no panic while locked").is_empty();
        // What is lent to an open layer is not there for the pushes that its reading brings.
        let as_run = on_disk || self.keep_all || self.retired.is_durable();
        if !as_run && depth.buffer.bytes() <= self.buffer_bytes_max / 2 {
            return Ok(Box::new(MemoryLayer::new(self, depth.buffer.drain())));
        }
        self.spill(number, &depth)?;
        let runs = depth.runs.into_inner().expect("no panic while locked");
        let run = self.merge_all(number, runs)?;
        let layer = DiskLayer::new(self, &run)?;
        self.opened.lock().expect("no panic while locked").insert(number, run);
        Ok(Box::new(layer))
    }

    /// Merges runs into one, the smallest first when they are too many for one pass.
    fn merge_all(&self, number: u32, mut runs: Vec<SealedRun>) -> Result<SealedRun, StorageError> {
        let started = Instant::now();
        while runs.len() > 1 {
            runs.sort_by(|one, other| (one.bytes, &one.name).cmp(&(other.bytes, &other.name)));
            // The last pass takes as many as it can.
            let more = runs.len().saturating_sub(self.fan_in);
            let count = if more == 0 { runs.len() } else { self.fan_in.min(more + 1) };
            let inputs: Vec<SealedRun> = runs.drain(..count).collect();
            runs.push(self.merge_some(number, &inputs)?);
        }
        self.counts().merge_time += started.elapsed();
        Ok(runs.pop().expect("a depth that is on disk has a run"))
    }

    fn merge_some(&self, number: u32, inputs: &[SealedRun]) -> Result<SealedRun, StorageError> {
        let merged = self.with_joiner(|joiner| {
            merge::<P>(&self.files, &prefix(number), &self.book, inputs, joiner)
        })?;
        self.count_joined(merged.entries_joined);
        let mut counts = self.counts();
        for input in inputs {
            let freed_bytes = self.retired.add(&input.name, input.bytes)?;
            counts.entries_merged += input.entries;
            counts.give_up_run(input.entries, freed_bytes);
        }
        counts.add_run(merged.run.entries, merged.run.bytes);
        Ok(merged.run)
    }

    fn remove_consumed(&self, depth: u32) -> Result<(), StorageError> {
        let run = self.opened.lock().expect("no panic while locked").remove(&depth);
        let Some(run) = run else { return Ok(()) };
        if self.keep_all {
            let kept = checkpoint::live_file(Holds::Kept, depth, &run);
            self.kept.lock().expect("no panic while locked").push(kept);
            self.counts().give_up_run(run.entries, run.bytes);
            return Ok(());
        }
        let freed_bytes = self.retired.add(&run.name, run.bytes)?;
        self.counts().give_up_run(run.entries, freed_bytes);
        Ok(())
    }
}

/// How the names of runs of a depth begin.
fn prefix(depth: u32) -> String {
    format!("queue-{depth:03}")
}

impl<P: StoredPayload> Queues<P> for DiskQueues<P> {
    fn push(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        entries: Entries<P>,
    ) -> Result<(), PortError> {
        if entries.is_empty() {
            return Ok(());
        }
        let count = entries.len() as u64;
        let sort_and_join = |entries: &mut Entries<P>| self.sort_and_join(entries);
        let change = self.depth(depth).buffer.push(fingerprint, entries, sort_and_join);
        self.pushed.fetch_add(count, Relaxed);
        self.waiting.fetch_add(count as i64, Relaxed);
        self.count_joined(change.entries_joined);
        self.count_bytes(change.bytes);
        Ok(self.unless_failed(|| self.spill_until_it_fits())?)
    }

    fn next_depth(&self) -> Option<u32> {
        let depths = self.depths.lock().expect("no panic while locked");
        depths.first_key_value().map(|(&depth, _)| depth)
    }

    fn open(&self, depth: u32) -> Result<Box<dyn WaitingLayer<P> + '_>, PortError> {
        Ok(self.unless_failed(|| self.open_layer(depth))?)
    }

    fn consumed(&self, depth: u32) -> Result<(), PortError> {
        Ok(self.unless_failed(|| self.remove_consumed(depth))?)
    }

    fn waiting(&self) -> u64 {
        self.waiting.load(Relaxed).max(0) as u64
    }

    fn memory_bytes(&self) -> u64 {
        self.bytes.load(Relaxed).max(0) as u64
    }

    fn disk_bytes(&self) -> u64 {
        self.counts().disk_bytes
    }
}
