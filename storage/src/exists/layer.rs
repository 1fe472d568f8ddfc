//! The layer under way: records that wait, and the database that the batches before them are in.
//!
//! The database is made when the first batch is written. Most layers of a small deal are one batch, and
//! their database is made, filled and closed when they are done.

use super::sealed::depth_path;
use super::{ExistsError, Raw};
use crate::database::{Database, Settings};
use crate::pending::Pending;
use crate::record::{KEY_BYTES, KEYS_END, RecordKey};
use crate::replace::sync_folder;
use crate::seal::Seal;
use std::path::{Path, PathBuf};

/// The layer under way.
pub(super) struct Layer {
    depth: u32,
    path: PathBuf,
    pending: Pending,
    database: Option<Database>,
    /// Records in the database.
    written: u64,
    /// Table files in the database.
    files: u64,
}

impl Layer {
    /// Begins a layer, with the buffer of the one before.
    pub(super) fn new(folder: &Path, depth: u32, pending: Pending) -> Layer {
        assert!(pending.len() == 0, "records of another layer");
        Layer {
            depth,
            path: depth_path(folder, depth),
            pending,
            database: None,
            written: 0,
            files: 0,
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

    /// Adds records. Returns the key of one that was waiting already, if there is one.
    pub(super) fn add<'a>(
        &mut self,
        raw: impl Iterator<Item = (RecordKey, &'a [u8])>,
        settings: &Settings,
    ) -> Result<Option<RecordKey>, ExistsError> {
        for (key, value) in raw {
            if self.pending.is_full(value.len()) {
                if let Some(twice) = self.pending.settle() {
                    return Ok(Some(twice));
                }
                self.write(settings)?;
            }
            self.pending.push(&key, value);
        }
        Ok(self.pending.settle())
    }

    /// Adds what waits to the database as one file.
    fn write(&mut self, settings: &Settings) -> Result<(), ExistsError> {
        let database = match &mut self.database {
            Some(database) => database,
            none => none.insert(Database::create(&self.path, settings)?),
        };
        let count = self.pending.len();
        let records = self.pending.in_order().map(|(key, value)| (&key[..], value));
        database.ingest(records, settings)?;
        self.written += count;
        self.files += 1;
        self.pending.clear();
        Ok(())
    }

    /// Writes the rest, closes the database and seals it. All of it is durable afterwards. The buffer
    /// goes to the next layer.
    pub(super) fn seal(mut self, settings: &Settings) -> Result<Pending, ExistsError> {
        self.write(settings)?;
        if self.files > 1 {
            self.count_distinct()?;
        }
        drop(self.database);
        Seal::write(&self.path, self.written).map_err(ExistsError::folder("seal", &self.path))?;
        let folder = self.path.parent().expect("it is in a folder");
        sync_folder(folder).map_err(ExistsError::folder("sync", folder))?;
        Ok(self.pending)
    }

    /// Counts the records of several batches: a key that two of them hold is there once.
    fn count_distinct(&self) -> Result<(), ExistsError> {
        let database = self.database.as_ref().expect("batches were written");
        let mut distinct = 0;
        let count = |_: &[u8], _: &[u8]| {
            distinct += 1;
            true
        };
        database.visit(&[0; KEY_BYTES], &KEYS_END, count)?;
        if distinct > self.written {
            return Err(ExistsError::DamagedDepth {
                path: self.path.clone(),
                expected: format!("{} records", self.written),
                found: distinct.to_string(),
            });
        }
        if distinct < self.written {
            let (path, recorded) = (self.path.clone(), self.written);
            return Err(ExistsError::ExploredTwice { path, recorded, distinct });
        }
        Ok(())
    }

    pub(super) fn read(&self, key: &RecordKey) -> Result<Option<Vec<u8>>, ExistsError> {
        if let Some(value) = self.pending.get(key) {
            return Ok(Some(value.to_vec()));
        }
        match &self.database {
            Some(database) => Ok(database.read(key)?),
            None => Ok(None),
        }
    }

    /// What waits and what is in the database, merged. The record of a key that is in both is the one
    /// that waits; the layer will not be sealed.
    pub(super) fn range(
        &self,
        lower: &RecordKey,
        upper: &RecordKey,
        most: usize,
    ) -> Result<Vec<Raw>, ExistsError> {
        let waiting = self.pending.range(lower, upper, most).into_iter();
        let mut raw: Vec<Raw> = waiting.map(|(key, value)| (*key, value.to_vec())).collect();
        if let Some(database) = &self.database {
            raw.extend(range_of(database, lower, upper, most)?);
            raw.sort_by_key(|&(key, _)| key);
            raw.dedup_by_key(|&mut (key, _)| key);
            raw.truncate(most);
        }
        Ok(raw)
    }
}

/// Records of a database from `lower` up to, not including, `upper`, in order, `most` of them.
pub(super) fn range_of(
    database: &Database,
    lower: &RecordKey,
    upper: &RecordKey,
    most: usize,
) -> Result<Vec<Raw>, ExistsError> {
    let mut raw = Vec::new();
    let mut bad_key = None;
    database.visit(lower, upper, |key, value| {
        match key.try_into() {
            Ok(key) => raw.push((key, value.to_vec())),
            Err(_) => bad_key = Some(key.len()),
        }
        bad_key.is_none() && raw.len() < most
    })?;
    match bad_key {
        None => Ok(raw),
        Some(length) => Err(ExistsError::DamagedDepth {
            path: database.path().to_owned(),
            expected: format!("keys of {KEY_BYTES} bytes"),
            found: format!("one of {length}"),
        }),
    }
}
