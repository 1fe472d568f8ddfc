//! The layer under way: records that wait, and the record runs that the batches before them are in.
//!
//! When the layer is done its runs are merged into the tables of its database. Most layers of a small
//! deal are one batch, which goes there straight from memory.
//!
//! **Looking for a record** of this layer costs a block of each run. Nobody does it but tests and those
//! who watch: the search asks for records of complete layers.

use super::merge::merge;
use super::sealed::depth_path;
use super::tables::Tables;
use super::{ExistsError, Raw, RecordTotals};
use crate::database::{Database, Settings};
use crate::error::StorageError;
use crate::files::Files;
use crate::live::LiveFile;
use crate::pending::Pending;
use crate::record::RecordKey;
use crate::record_run::{RecordRun, RecordWriter};
use crate::seal::Seal;
use std::path::{Path, PathBuf};

/// What a run takes in memory while it is merged.
const READER_BYTES: u64 = 24 << 10;
/// Runs that are merged at once, at least.
const FAN_IN_MIN: u64 = 8;
/// Raw bytes of a table, at least. RocksDB holds index and filter of a table until it is complete.
const TABLE_BYTES_MIN: u64 = 1 << 20;

/// The layer under way.
pub(super) struct Layer {
    files: Files,
    depth: u32,
    path: PathBuf,
    buffer_bytes_max: u64,
    pending: Pending,
    runs: Vec<RecordRun>,
    totals: RecordTotals,
}

/// What is left of a layer that is sealed.
pub(super) struct Done {
    /// The buffer goes to the next layer.
    pub pending: Pending,
    /// Files that are no longer needed.
    pub runs: Vec<LiveFile>,
    pub totals: RecordTotals,
}

impl Layer {
    /// Begins a layer, with the buffer of the one before.
    pub(super) fn new(
        files: &Files,
        folder: &Path,
        depth: u32,
        buffer_bytes_max: u64,
        pending: Pending,
    ) -> Layer {
        assert!(pending.len() == 0, "records of another layer");
        Layer {
            files: files.clone(),
            depth,
            path: depth_path(folder, depth),
            buffer_bytes_max,
            pending,
            runs: Vec::new(),
            totals: RecordTotals::default(),
        }
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn pending_bytes(&self) -> u64 {
        self.pending.bytes()
    }

    pub(super) fn totals(&self) -> RecordTotals {
        self.totals
    }

    /// The buffer of a layer without records.
    pub(super) fn into_pending(self) -> Pending {
        self.pending
    }

    /// The files that it is in.
    pub(super) fn live(&self) -> Vec<LiveFile> {
        self.runs.iter().map(|run| run.live().clone()).collect()
    }

    /// Takes over a run, whose records come to this.
    pub(super) fn add_run(&mut self, run: RecordRun, totals: RecordTotals) {
        self.runs.push(run);
        self.totals.add(totals);
    }

    /// Adds records, which come to `totals`. Returns the key of one that was waiting already, if there is
    /// one.
    pub(super) fn add<'a>(
        &mut self,
        raw: impl Iterator<Item = (RecordKey, &'a [u8])>,
        totals: RecordTotals,
    ) -> Result<Option<RecordKey>, ExistsError> {
        self.totals.add(totals);
        for (key, value) in raw {
            if self.pending.is_full(value.len()) {
                if let Some(twice) = self.pending.make_run() {
                    return Ok(Some(twice));
                }
                self.write_run()?;
            }
            self.pending.push(&key, value);
        }
        Ok(self.pending.make_run())
    }

    /// Writes what waits to a run.
    pub(super) fn write_run(&mut self) -> Result<(), StorageError> {
        if self.pending.len() == 0 {
            return Ok(());
        }
        let mut writer = RecordWriter::create(&self.files, self.depth)?;
        self.pending.in_order().try_for_each(|(key, value)| writer.push(key, value))?;
        let live = writer.seal()?;
        assert_eq!(live.entries, self.pending.len(), "records of a run");
        self.runs.push(RecordRun::open(&self.files, &live)?);
        self.pending.clear();
        Ok(())
    }

    /// Writes all records to the database, closes it and seals it. All of it is durable afterwards.
    pub(super) fn seal(mut self, settings: &Settings) -> Result<Done, ExistsError> {
        let mut merged_away = Vec::new();
        if !self.runs.is_empty() {
            self.write_run()?;
            merged_away = self.merge_to_few()?;
        }
        let disk = self.files.disk().clone();
        disk.make_folder(&self.path).map_err(ExistsError::folder("make", &self.path))?;
        let database = Database::create(&self.path, settings)?;
        let written = self.write_tables(&database, settings)?;
        drop(database);
        if written != self.totals.records {
            let what = format!("{} records were made and {written} written", self.totals.records);
            return Err(ExistsError::Miscounted { path: self.path, what });
        }
        let sealed = Seal::write(&disk, &self.path, written);
        sealed.map_err(ExistsError::folder("seal", &self.path))?;
        self.pending.clear();
        let runs = self.live().into_iter().chain(merged_away).collect();
        Ok(Done { pending: self.pending, runs, totals: self.totals })
    }

    fn write_tables(
        &mut self,
        database: &Database,
        settings: &Settings,
    ) -> Result<u64, ExistsError> {
        let Layer { files, path, runs, pending, .. } = self;
        let bytes_max = self.buffer_bytes_max.max(TABLE_BYTES_MIN);
        let mut tables = Tables { disk: files.disk(), database, settings, bytes_max, table: None };
        let written = if runs.is_empty() {
            pending.in_order().try_for_each(|(key, value)| tables.put(key, value))?;
            pending.len()
        } else {
            merge(path, runs, |key, value| tables.put(key, value))?
        };
        tables.finish()?;
        Ok(written)
    }

    /// Merges the smallest runs until there are few enough to be merged at once. Returns those that went.
    fn merge_to_few(&mut self) -> Result<Vec<LiveFile>, ExistsError> {
        let fan_in = (self.buffer_bytes_max / READER_BYTES).max(FAN_IN_MIN) as usize;
        let mut merged_away = Vec::new();
        while self.runs.len() > fan_in {
            self.runs.sort_by_key(|run| run.live().bytes);
            let count = fan_in.min(self.runs.len() - fan_in + 1);
            let inputs: Vec<RecordRun> = self.runs.drain(..count).collect();
            let mut writer = RecordWriter::create(&self.files, self.depth)?;
            merge(&self.path, &inputs, |key, value| Ok(writer.push(key, value)?))?;
            self.runs.push(RecordRun::open(&self.files, &writer.seal()?)?);
            merged_away.extend(inputs.iter().map(|run| run.live().clone()));
        }
        Ok(merged_away)
    }

    pub(super) fn read(&self, key: &RecordKey) -> Result<Option<Vec<u8>>, ExistsError> {
        if let Some(value) = self.pending.get(key) {
            return Ok(Some(value.to_vec()));
        }
        for run in &self.runs {
            if let Some(value) = run.get(key)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// What waits and what is in the runs, in order. The record of a key that is there twice is one of
    /// them; the layer will not be sealed.
    pub(super) fn range(
        &self,
        lower: &RecordKey,
        upper: &RecordKey,
        most: usize,
    ) -> Result<Vec<Raw>, ExistsError> {
        let waiting = self.pending.range(lower, upper, most).into_iter();
        let mut raw: Vec<Raw> = waiting.map(|(key, value)| (*key, value.to_vec())).collect();
        for run in &self.runs {
            let (mut reader, mut there) = run.reader_from(lower)?;
            let before = raw.len();
            while there && reader.key() < upper && raw.len() - before < most {
                raw.push((*reader.key(), reader.value().to_vec()));
                there = reader.advance()?;
            }
        }
        raw.sort_by_key(|&(key, _)| key);
        raw.dedup_by_key(|&mut (key, _)| key);
        raw.truncate(most);
        Ok(raw)
    }
}
