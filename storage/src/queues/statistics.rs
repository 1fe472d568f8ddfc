//! What queues did: how many entries went where, how much was written, how long it took.

use std::time::Duration;

/// Counts since the queues were made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QueueStatistics {
    pub entries_pushed: u64,
    /// Entries that met their like, in memory or in a merge.
    pub entries_joined: u64,
    /// Entries handed out by layers.
    pub entries_taken: u64,
    /// Entries written from memory to runs.
    pub entries_spilled: u64,
    /// Entries read, and written again, by merges.
    pub entries_merged: u64,
    /// Runs written, by spills and merges.
    pub runs_written: u64,
    pub bytes_written: u64,
    /// Entries in runs that are not consumed.
    pub entries_waiting_on_disk: u64,
    /// Bytes of these runs, and of those that wait to be deleted.
    pub disk_bytes: u64,
    /// When most entries waited on disk: how many.
    pub entries_waiting_on_disk_peak: u64,
    /// And the bytes of their runs.
    pub disk_bytes_at_peak: u64,
    pub spill_time: Duration,
    pub merge_time: Duration,
}

impl QueueStatistics {
    /// Disk bytes for each waiting entry when there were most of them.
    pub fn disk_bytes_per_entry(&self) -> f64 {
        self.disk_bytes_at_peak as f64 / self.entries_waiting_on_disk_peak.max(1) as f64
    }

    /// A run was written.
    pub(super) fn add_run(&mut self, entries: u64, bytes: u64) {
        self.runs_written += 1;
        self.bytes_written += bytes;
        self.adopt_run(entries, bytes);
    }

    /// A run is there.
    pub(super) fn adopt_run(&mut self, entries: u64, bytes: u64) {
        self.entries_waiting_on_disk += entries;
        self.disk_bytes += bytes;
        if self.entries_waiting_on_disk > self.entries_waiting_on_disk_peak {
            self.entries_waiting_on_disk_peak = self.entries_waiting_on_disk;
            self.disk_bytes_at_peak = self.disk_bytes;
        }
    }

    /// A run is given up. Its bytes may stay for some time.
    pub(super) fn give_up_run(&mut self, entries: u64, freed_bytes: u64) {
        self.entries_waiting_on_disk -= entries;
        self.disk_bytes -= freed_bytes;
    }
}
