//! DoesExists on disk: the records of all components, one RocksDB directory per depth.
//!
//! Only the layer under way is written. Its records are collected in memory and, when the buffer is
//! full, sorted and written to a file of our own, a record run. When the layer is done the runs are merged
//! into the tables of the depth's database, which is closed and sealed. From then on it is only
//! read: the few depths that were asked for last are kept open.
//!
//! **A repeat** inside the buffer is noticed at once, one between two runs when they are merged. A
//! depth that is sealed takes no more records.
//!
//! **Checkpoints** name the record runs (`checkpoint`). Where there are none, runs are in a temporary
//! folder and go when they are merged.
//!
//! **Memory**: the buffer, the cache that all depths share, and some hundred kilobytes for each of the
//! open databases. **After an error of the disk** everything is refused.
//!
//! Threads may record side by side: records are turned into bytes before the lock is taken.

mod checkpoint;
mod error;
mod layer;
mod merge;
mod records;
mod sealed;
mod tables;
mod totals;

pub use error::ExistsError;
pub use records::Records;
pub(crate) use sealed::depth_path;
pub use totals::RecordTotals;

use crate::database::Settings;
use crate::files::Files;
use crate::live::LiveFile;
use crate::pending::Pending;
use crate::record::{self, FINGERPRINT_BYTES, KEY_BYTES, KEYS_END, RecordKey};
use crate::retired::Retired;
use crate::synced::Synced;
use fcc::fingerprint::Fingerprint;
use fcc::ports::{ComponentRecord, DoesExists, ExploredTwice, PortError};
use layer::Layer;
use sealed::Sealed;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{RwLock, RwLockReadGuard};

/// Records that are turned into bytes before the lock is taken.
const BATCH: usize = 1024;

/// A record as the database has it.
type Raw = (RecordKey, Vec<u8>);

/// DoesExists on RocksDB.
pub struct RocksExists {
    folder: PathBuf,
    /// Where record runs are.
    files: Files,
    retired: Retired,
    synced: Synced,
    settings: Settings,
    buffer_bytes_max: u64,
    under_way: RwLock<UnderWay>,
    sealed: Sealed,
    pending_bytes: AtomicU64,
}

/// An error after which nothing is written any more.
struct Failure {
    because: String,
    is_full: bool,
}

/// The layer that is being written, and whether that failed.
#[derive(Default)]
struct UnderWay {
    layer: Option<Layer>,
    /// The buffer between two layers.
    idle: Option<Pending>,
    /// What the records of the layer that was done last come to.
    done: RecordTotals,
    /// What failed first.
    failed: Option<Failure>,
}

impl RocksExists {
    /// Makes the folder when it is not there. Depths that are in it can be read, and are not written
    /// again.
    pub fn new(
        folder: &Path,
        buffer_bytes_max: u64,
        cache_bytes: u64,
    ) -> Result<RocksExists, ExistsError> {
        let files = Files::temporary_in(folder);
        RocksExists::with_runs_in(files, folder, buffer_bytes_max, cache_bytes)
    }

    /// [`RocksExists::new`], with record runs among these files.
    pub fn with_runs_in(
        files: Files,
        folder: &Path,
        buffer_bytes_max: u64,
        cache_bytes: u64,
    ) -> Result<RocksExists, ExistsError> {
        let made = files.disk().make_folder(folder);
        made.map_err(ExistsError::folder("make", folder))?;
        RocksExists::over(files, folder, buffer_bytes_max, cache_bytes)
    }

    /// Only for reading: nothing is made.
    pub fn reading(folder: &Path, cache_bytes: u64) -> Result<RocksExists, ExistsError> {
        RocksExists::over(Files::reading(folder), folder, 0, cache_bytes)
    }

    fn over(
        files: Files,
        folder: &Path,
        buffer_bytes_max: u64,
        cache_bytes: u64,
    ) -> Result<RocksExists, ExistsError> {
        let disk = files.disk();
        Ok(RocksExists {
            sealed: Sealed::list(disk, folder)?,
            retired: Retired::new(&files),
            synced: Synced::default(),
            files,
            folder: folder.to_owned(),
            settings: Settings::new(cache_bytes),
            buffer_bytes_max,
            under_way: RwLock::default(),
            pending_bytes: AtomicU64::new(0),
        })
    }

    /// Makes it ready for checkpoints: record runs stay until the manifest that no longer names them is
    /// durable.
    pub fn durable(mut self) -> RocksExists {
        self.retired.durable();
        self
    }

    /// The depths that have records, in order.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths = self.sealed.depths();
        depths.extend(self.under_way().layer.as_ref().map(Layer::depth));
        depths
    }

    /// All records of a depth, by fingerprint and name. Of the layer under way it gives those that were
    /// there when it came to their place.
    pub fn records(&self, depth: u32) -> Records<'_> {
        Records::new(self, depth)
    }

    /// The number of records of a complete depth.
    pub fn count(&self, depth: u32) -> Result<u64, ExistsError> {
        Ok(self.sealed.open(depth, &self.settings)?.map_or(0, |depth| depth.records))
    }

    /// Bytes of complete depths on disk, now. Asks the file system for every file. Record runs are
    /// counted by their [`Files`].
    pub fn disk_bytes(&self) -> Result<u64, ExistsError> {
        sealed::folder_bytes(self.files.disk(), &self.folder)
    }

    /// Deletes everything from this depth on, sealed or not, so that it can be written again.
    pub fn forget_from(&self, depth: u32) -> Result<(), ExistsError> {
        let mut under_way = self.under_way.write().expect("no panic while locked");
        if let Some(layer) = under_way.layer.take_if(|layer| layer.depth() >= depth) {
            self.pending_bytes.store(0, Relaxed);
            self.give_up(&layer.live()).map_err(|error| under_way.fail(error))?;
        }
        self.sealed.forget_from(depth);
        sealed::delete_from(self.files.disk(), &self.folder, depth)
    }

    fn give_up(&self, runs: &[LiveFile]) -> Result<(), ExistsError> {
        for run in runs {
            self.retired.add(&run.name, run.bytes)?;
        }
        Ok(())
    }

    fn new_layer(&self, depth: u32, idle: &mut Option<Pending>) -> Layer {
        let pending = idle.take().unwrap_or_else(|| Pending::new(self.buffer_bytes_max));
        Layer::new(&self.files, &self.folder, depth, self.buffer_bytes_max, pending)
    }

    fn under_way(&self) -> RwLockReadGuard<'_, UnderWay> {
        self.under_way.read().expect("no panic while locked")
    }

    fn try_record(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        components: &[ComponentRecord],
    ) -> Result<Result<(), ExploredTwice>, ExistsError> {
        let mut values = Vec::new();
        let mut ends = Vec::new();
        for batch in components.chunks(BATCH) {
            values.clear();
            ends.clear();
            let mut totals = RecordTotals::default();
            for component in batch {
                totals.add(RecordTotals::of(component));
                let key = record::encode(fingerprint, component, &mut values);
                ends.push((key, values.len()));
            }
            let mut start = 0;
            let raw = ends
                .iter()
                .map(|&(key, end)| (key, &values[std::mem::replace(&mut start, end)..end]));
            if let Some(key) = self.add(depth, raw, totals)? {
                let (fingerprint, smallest) = record::name_of(&key).expect("a key of ours");
                return Ok(Err(ExploredTwice { fingerprint, smallest }));
            }
        }
        Ok(Ok(()))
    }

    /// Adds records to the layer under way. Returns the key of one that is there already, if there is one.
    fn add<'a>(
        &self,
        depth: u32,
        raw: impl Iterator<Item = (RecordKey, &'a [u8])>,
        totals: RecordTotals,
    ) -> Result<Option<RecordKey>, ExistsError> {
        let mut under_way = self.under_way.write().expect("no panic while locked");
        under_way.usable()?;
        let mut raw = raw.peekable();
        let Some(&(first, _)) = raw.peek() else { return Ok(None) };
        if self.sealed.last().is_some_and(|last| last >= depth) {
            return Ok(Some(first));
        }
        let UnderWay { layer, idle, .. } = &mut *under_way;
        let layer = layer.get_or_insert_with(|| self.new_layer(depth, idle));
        if depth < layer.depth() {
            return Ok(Some(first));
        }
        assert!(depth == layer.depth(), "layer {} was not done, {depth} begins", layer.depth());
        let added = layer.add(raw, totals);
        self.pending_bytes.store(layer.pending_bytes(), Relaxed);
        added.map_err(|error| under_way.fail(error))
    }

    fn seal(&self, depth: u32) -> Result<(), ExistsError> {
        let mut under_way = self.under_way.write().expect("no panic while locked");
        under_way.usable()?;
        let Some(layer) = under_way.layer.take_if(|layer| layer.depth() == depth) else {
            under_way.done = RecordTotals::default();
            return Ok(()); // nothing was recorded
        };
        if layer.totals() == RecordTotals::default() {
            (under_way.idle, under_way.done) =
                (Some(layer.into_pending()), RecordTotals::default());
            return Ok(()); // nothing was left of what was taken over
        }
        let sealed = layer.seal(&self.settings).and_then(|done| {
            self.give_up(&done.runs)?;
            Ok(done)
        });
        let done = sealed.map_err(|error| under_way.fail(error))?;
        (under_way.idle, under_way.done) = (Some(done.pending), done.totals);
        self.sealed.add(depth);
        Ok(())
    }

    fn try_find(
        &self,
        depth: u32,
        key: &RecordKey,
    ) -> Result<Option<ComponentRecord>, ExistsError> {
        self.under_way().usable()?;
        if let Some(layer) = self.under_way().layer.as_ref().filter(|layer| layer.depth() == depth)
        {
            let value = layer.read(key)?;
            return value.map(|value| decoded(layer.path(), key, &value)).transpose();
        }
        let Some(sealed) = self.sealed.open(depth, &self.settings)? else { return Ok(None) };
        let database = &sealed.database;
        let value = database.read(key)?;
        value.map(|value| decoded(database.path(), key, &value)).transpose()
    }

    /// Records of a depth from `lower` up to, not including, `upper`, in order, `most` of them.
    fn range(
        &self,
        depth: u32,
        lower: &RecordKey,
        upper: &RecordKey,
        most: usize,
    ) -> Result<Vec<(Fingerprint, ComponentRecord)>, ExistsError> {
        let (path, raw): (PathBuf, Vec<Raw>) = {
            let under_way = self.under_way();
            under_way.usable()?;
            match under_way.layer.as_ref().filter(|layer| layer.depth() == depth) {
                Some(layer) => (layer.path().to_owned(), layer.range(lower, upper, most)?),
                None => {
                    drop(under_way);
                    let Some(sealed) = self.sealed.open(depth, &self.settings)? else {
                        return Ok(Vec::new());
                    };
                    let raw = sealed::range_of(&sealed.database, lower, upper, most)?;
                    (sealed.database.path().to_owned(), raw)
                }
            }
        };
        let decode = |(key, value): &Raw| {
            record::decode(key, value).map_err(ExistsError::damaged_record(&path, key))
        };
        raw.iter().map(decode).collect()
    }
}

impl UnderWay {
    /// Refuses to go on after an error.
    fn usable(&self) -> Result<(), ExistsError> {
        match &self.failed {
            Some(Failure { because, is_full }) => {
                Err(ExistsError::Stopped { because: because.clone(), is_full: *is_full })
            }
            None => Ok(()),
        }
    }

    fn fail(&mut self, error: ExistsError) -> ExistsError {
        let failure = || Failure { because: error.to_string(), is_full: error.is_full() };
        self.failed.get_or_insert_with(failure);
        error
    }
}

fn decoded(path: &Path, key: &RecordKey, value: &[u8]) -> Result<ComponentRecord, ExistsError> {
    let record = record::decode(key, value).map_err(ExistsError::damaged_record(path, key))?;
    Ok(record.1)
}

/// The keys of a group: the first, and the first beyond it.
fn keys_of_group(fingerprint: Fingerprint) -> (RecordKey, RecordKey) {
    let mut beyond = [0; KEY_BYTES];
    beyond[..FINGERPRINT_BYTES].copy_from_slice(&fingerprint.to_bytes());
    beyond[FINGERPRINT_BYTES - 1] += 1; // five ternary digits are 242 at most
    (record::key_of(fingerprint, 0), beyond)
}

impl DoesExists for RocksExists {
    fn record(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        components: Vec<ComponentRecord>,
    ) -> Result<Result<(), ExploredTwice>, PortError> {
        Ok(self.try_record(depth, fingerprint, &components)?)
    }

    fn layer_done(&self, depth: u32) -> Result<(), PortError> {
        Ok(self.seal(depth)?)
    }

    fn find(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        smallest: u128,
    ) -> Result<Option<ComponentRecord>, PortError> {
        Ok(self.try_find(depth, &record::key_of(fingerprint, smallest))?)
    }

    fn of_group(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
    ) -> Result<Vec<ComponentRecord>, PortError> {
        let (lower, upper) = keys_of_group(fingerprint);
        let records = self.range(depth, &lower, &upper, usize::MAX)?;
        Ok(records.into_iter().map(|(_, record)| record).collect())
    }

    fn groups(&self, depth: u32) -> Result<Vec<Fingerprint>, PortError> {
        // From group to group: what they hold is not read.
        let (mut groups, mut from) = (Vec::new(), [0; KEY_BYTES]);
        while let Some((fingerprint, _)) = self.range(depth, &from, &KEYS_END, 1)?.first() {
            groups.push(*fingerprint);
            from = keys_of_group(*fingerprint).1;
        }
        groups.sort_unstable();
        Ok(groups)
    }

    fn memory_bytes(&self) -> u64 {
        self.pending_bytes.load(Relaxed) + self.settings.cache_bytes()
    }
}
