//! The log of a run: the file `log` in its directory, one line for each event, with the time.
//!
//! Lines are `TIME LEVEL event name=value name=value`, for people and for programs. Every process of a run
//! adds to it. Nothing of the run depends on it, so what can't be written is let go.

use crate::checkpoints::Event;
use crate::stores::LOG;
use fcc::report::LayerReport;
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use storage::manifest::Manifest;
use tracing::{Dispatch, dispatcher, info};
use tracing_subscriber::fmt;

/// A log that is open. Events go to it from every thread as long as this lives: the program has one run.
pub fn open(folder: &Path) {
    let Ok(file) = OpenOptions::new().create(true).append(true).open(folder.join(LOG)) else {
        return;
    };
    let file: Arc<Mutex<File>> = Arc::new(Mutex::new(file));
    let subscriber = fmt::Subscriber::builder()
        .with_ansi(false)
        .with_target(false)
        .with_writer(move || Shared(Arc::clone(&file)))
        .finish();
    // A second run in one process, as in tests, keeps the first one's log.
    let _ = dispatcher::set_global_default(Dispatch::new(subscriber));
}

struct Shared(Arc<Mutex<File>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic while locked").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A process begins or goes on with a run.
pub fn begin(what: &str, manifest: &Manifest, memory_bytes: u64, threads: usize) {
    let identity = &manifest.identity;
    info!(
        deal = %identity.deal,
        freecells = identity.freecells,
        prune = %identity.prune,
        symmetry = identity.symmetry,
        memory_bytes,
        threads,
        process = std::process::id(),
        layers = manifest.layers.len(),
        "{what}"
    );
}

/// What a run tells while it goes on.
pub fn tell(event: Event) {
    match event {
        Event::Layer { layer: done, waiting, disk_bytes } => layer(done, waiting, disk_bytes),
        Event::Checkpoint { manifest, files, took } => checkpoint(manifest, files, took),
    }
}

fn layer(layer: &LayerReport, waiting: u64, disk_bytes: u64) {
    let LayerReport { depth, tally, won, .. } = layer;
    info!(
        depth,
        groups = tally.groups,
        fccs = %tally.fccs,
        states = %tally.states,
        classes = %tally.classes,
        entries = %tally.entries,
        exits = %tally.exits,
        digest = %tally.digest,
        won,
        waiting,
        disk_bytes,
        "layer"
    );
}

fn checkpoint(manifest: &Manifest, files: usize, took: Duration) {
    let under_way = manifest.under_way.as_ref();
    info!(
        number = manifest.number,
        layers = manifest.layers.len(),
        depth = under_way.map(|layer| layer.depth),
        groups_taken = under_way.map(|layer| layer.taken),
        files,
        disk_bytes = manifest.disk_bytes,
        milliseconds = took.as_millis() as u64,
        "checkpoint"
    );
}

/// The process ends its work.
pub fn end(status: &str, seconds: u64) {
    info!(status, seconds, "end");
}
