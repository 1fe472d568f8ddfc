//! Checkpoints of a run with a directory: what is in memory goes to files, and then one manifest names all
//! that the run needs to go on.
//!
//! Every so often, in the middle of a layer, at its end, or when the run is told to stop. What was written
//! since the last one is lost when the process is killed, and nothing else. The files that the last
//! manifest names are deleted when the next one is durable, and not before.
//!
//! At the end of each layer the laws of conservation are checked: no entry was lost on its way through the
//! queues, and the records of the layer come to its states and FCCs. A broken law is a bug, and no answer
//! may come of it.

use crate::size::bytes_text;
use fcc::ports::{CheckpointSink, PortError, Queues, Standing};
use fcc::report::LayerReport;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use storage::directory::Directory;
use storage::exists::RocksExists;
use storage::manifest::{Holds, LayerStatistics, LayerUnderWay, LiveFile, Manifest};
use storage::payload::StoredPayload;
use storage::{DiskQueues, Files, parts};

/// What has to be left on the disk beside room for what is in memory: manifests and ends of files.
const ROOM_BYTES: u64 = 256 << 10;
/// Entries in memory take more bytes than on disk, at least this many times.
const PACKED: u64 = 4;

/// What a run tells of itself, for its log.
pub enum Event<'a> {
    /// A layer is complete.
    Layer { layer: &'a LayerReport, waiting: u64, disk_bytes: u64 },
    /// A manifest has been written.
    Checkpoint { manifest: &'a Manifest, files: usize, took: Duration },
}

/// Who hears it.
pub type Tell = fn(Event<'_>);

/// Writes the checkpoints of one search.
pub struct Checkpoints<'a, P: StoredPayload> {
    directory: Mutex<&'a mut Directory>,
    queues: &'a DiskQueues<P>,
    exists: &'a RocksExists,
    files: &'a Files,
    clock: Clock,
    tell: Tell,
    /// The files of the records when the last line was drawn.
    record_files: Mutex<Vec<LiveFile>>,
}

/// When checkpoints are due, and how long the run has taken.
#[derive(Debug)]
pub struct Clock {
    every: Duration,
    started: Instant,
    /// Of earlier processes.
    seconds_before: u64,
    /// In milliseconds after the start.
    next: AtomicU64,
}

impl Clock {
    pub fn new(every: Duration, seconds_before: u64) -> Clock {
        let next = AtomicU64::new(every.as_millis() as u64);
        Clock { every, started: Instant::now(), seconds_before, next }
    }

    /// True once for each time that is due.
    fn is_due(&self) -> bool {
        let now = self.started.elapsed().as_millis() as u64;
        let next = self.next.load(Relaxed);
        let after = now + self.every.as_millis() as u64;
        now >= next && self.next.compare_exchange(next, after, Relaxed, Relaxed).is_ok()
    }

    /// Seconds that the run has taken, over all its processes.
    pub fn seconds(&self) -> u64 {
        self.seconds_before + self.started.elapsed().as_secs()
    }
}

impl<'a, P: StoredPayload> Checkpoints<'a, P> {
    pub fn new(
        directory: Mutex<&'a mut Directory>,
        queues: &'a DiskQueues<P>,
        exists: &'a RocksExists,
        files: &'a Files,
        clock: Clock,
        tell: Tell,
    ) -> Checkpoints<'a, P> {
        let record_files = Mutex::default();
        Checkpoints { directory, queues, exists, files, clock, tell, record_files }
    }

    /// Writes a manifest. Records are durable up to the line that was drawn.
    fn write(&self, standing: &Standing) -> Result<(), PortError> {
        let began = Instant::now();
        let mut directory = self.directory.lock().expect("no panic while locked");
        let mut files = self.queues.flush()?;
        files.append(&mut self.record_files.lock().expect("no panic while locked"));
        if let Some(layer) = standing.under_way.filter(|layer| !layer.parts.is_empty()) {
            files.push(parts::write(self.files, layer.depth, &layer.parts)?);
        }
        let count = files.len();
        let parts_before: Vec<_> = directory.manifest().files_of(Holds::Parts).cloned().collect();
        directory.update(|manifest: &mut Manifest| {
            manifest.layers = standing.complete.iter().map(LayerStatistics::from).collect();
            manifest.under_way = standing.under_way.and_then(LayerUnderWay::of);
            manifest.files = files;
            manifest.seconds_spent = self.clock.seconds();
            manifest.disk_bytes = self.files.disk_bytes();
        })?;
        for file in parts_before {
            self.files.remove(&file.name)?;
        }
        self.queues.released()?;
        self.exists.released()?;
        let (manifest, took) = (directory.manifest(), began.elapsed());
        (self.tell)(Event::Checkpoint { manifest, files: count, took });
        Ok(())
    }

    fn check_laws(&self, layer: &LayerReport) {
        if let Err(broken) = self.queues.check_conservation() {
            panic!("after layer {}: {broken}", layer.depth);
        }
        let totals = self.exists.totals();
        let records = (totals.states, totals.fccs);
        let counted = (layer.tally.states, layer.tally.fccs);
        assert_eq!(records, counted, "states and FCCs of the records of layer {}", layer.depth);
    }
}

impl<P: StoredPayload> CheckpointSink for Checkpoints<'_, P> {
    fn is_due(&self) -> bool {
        self.clock.is_due()
    }

    fn layer_done(&self, complete: &[LayerReport]) -> Result<(), PortError> {
        let layer = complete.last().expect("the one that is done");
        self.check_laws(layer);
        let (waiting, disk_bytes) = (self.queues.waiting(), self.files.disk_bytes());
        (self.tell)(Event::Layer { layer, waiting, disk_bytes });
        let folder: &Path = &self.directory.lock().expect("no panic while locked").records_path();
        self.files.count_others(folder, self.exists.disk_bytes()?)?;
        if self.is_due() {
            self.draw_line()?;
            self.write(&Standing { complete, under_way: None })?;
        }
        Ok(())
    }

    fn draw_line(&self) -> Result<(), PortError> {
        let files = self.exists.flush()?;
        *self.record_files.lock().expect("no panic while locked") = files;
        Ok(())
    }

    fn checkpoint(&self, standing: &Standing) -> Result<(), PortError> {
        self.write(standing)
    }

    fn room(&self) -> Result<(), PortError> {
        let wanted = self.queues.memory_bytes() / PACKED + ROOM_BYTES;
        let found = self.files.room_bytes();
        if found >= wanted {
            return Ok(());
        }
        let message = format!(
            "{} are left on the disk or under --disk, {} are wanted for what is in memory: make room \
             for {} more, and for what is still to come, and resume",
            bytes_text(found),
            bytes_text(wanted),
            bytes_text(wanted - found)
        );
        Err(PortError { message, is_full: true })
    }
}

/// Watches the room that records take, in a run that leaves nothing.
pub struct NoManifest<'a> {
    pub exists: &'a RocksExists,
    pub files: &'a Files,
    pub folder: &'a Path,
}

impl CheckpointSink for NoManifest<'_> {
    fn is_due(&self) -> bool {
        false
    }

    fn layer_done(&self, _complete: &[LayerReport]) -> Result<(), PortError> {
        Ok(self.files.count_others(self.folder, self.exists.disk_bytes()?)?)
    }

    fn draw_line(&self) -> Result<(), PortError> {
        Ok(())
    }

    fn checkpoint(&self, _standing: &Standing) -> Result<(), PortError> {
        Ok(())
    }
}
