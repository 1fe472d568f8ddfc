//! DoesExists as a part of a checkpoint: the records of the layer under way on disk for good, and taking
//! them over in another process.
//!
//! What a checkpoint needs are the records of groups that were done. Those of groups that were under way
//! may be in the same files: these groups are explored again, so their records are left out when the files
//! are taken over. They are left out for good, by writing the file anew; a mark in memory would be
//! forgotten by the next process, which then would find the group twice.

use super::layer::Layer;
use super::{ExistsError, RecordTotals, RocksExists};
use crate::live::{Holds, LiveFile};
use crate::record;
use crate::record_run::{RecordRun, RecordWriter};
use fcc::fingerprint::Fingerprint;
use std::sync::atomic::Ordering::Relaxed;

/// What was taken over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adopted {
    /// What the records come to that were kept.
    pub kept: RecordTotals,
    /// Records of groups that have to be explored again.
    pub records_dropped: u64,
}

impl RocksExists {
    /// Makes all records of the layer under way durable and names the files that they are in.
    /// The layer may not be done between the moment that the checkpoint is of and this call.
    pub fn flush(&self) -> Result<Vec<LiveFile>, ExistsError> {
        let live = {
            let mut under_way = self.under_way.write().expect("no panic while locked");
            under_way.usable()?;
            self.retired.flush_begins();
            let written = under_way.layer.as_mut().map_or(Ok(Vec::new()), |layer| {
                layer.write_run()?;
                Ok(layer.live())
            });
            written.map_err(|error| under_way.fail(error))?
        };
        let synced = self.synced.sync(&self.files, &live);
        synced.map_err(|error| self.fail(error.into()))?;
        Ok(live)
    }

    /// The manifest of the last flush is durable: what it does not name is deleted.
    pub fn released(&self) -> Result<(), ExistsError> {
        self.under_way().usable()?;
        let released = self.retired.release();
        released.map(|_| ()).map_err(|error| self.fail(error.into()))
    }

    /// Takes over the record runs of the layer under way that a manifest names. Records of groups that are
    /// not to be kept are left out. Every file is read whole.
    ///
    /// # Panics
    /// When records of this depth or a deeper one are there: [`RocksExists::forget_from`] comes first.
    pub fn adopt(
        &self,
        depth: u32,
        files: &[LiveFile],
        keep: &dyn Fn(Fingerprint) -> bool,
    ) -> Result<Adopted, ExistsError> {
        let mut under_way = self.under_way.write().expect("no panic while locked");
        under_way.usable()?;
        let free = under_way.layer.is_none() && self.sealed.last().is_none_or(|last| last < depth);
        assert!(free, "layer {depth} and all after it were forgotten");
        let mut adopted = Adopted::default();
        let mut layer = self.new_layer(depth, &mut under_way.idle);
        for file in files.iter().filter(|file| file.holds == Holds::Records) {
            assert_eq!(file.depth, depth, "records of the layer under way");
            let taken = self.adopt_file(file, keep, &mut layer);
            let Adopted { kept, records_dropped } = taken.map_err(|error| under_way.fail(error))?;
            adopted.kept.add(kept);
            adopted.records_dropped += records_dropped;
        }
        under_way.layer = Some(layer);
        Ok(adopted)
    }

    fn adopt_file(
        &self,
        file: &LiveFile,
        keep: &dyn Fn(Fingerprint) -> bool,
        layer: &mut Layer,
    ) -> Result<Adopted, ExistsError> {
        let run = RecordRun::open(&self.files, file)?;
        let path = self.files.path(&file.name)?;
        let mut adopted = Adopted::default();
        let mut reader = run.reader();
        while reader.advance()? {
            let decoded = record::decode(reader.key(), reader.value());
            let decoded = decoded.map_err(ExistsError::damaged_record(&path, reader.key()));
            let (fingerprint, component) = decoded?;
            if keep(fingerprint) {
                adopted.kept.add(RecordTotals::of(&component));
            } else {
                adopted.records_dropped += 1;
            }
        }
        let run = match adopted {
            Adopted { records_dropped: 0, .. } => {
                self.synced.add(&file.name);
                Some(run)
            }
            Adopted { kept, .. } => {
                let left = if kept.records > 0 { Some(self.filtered(&run, keep)?) } else { None };
                self.retired.add(&file.name, file.bytes)?;
                left
            }
        };
        if let Some(run) = run {
            assert_eq!(run.live().entries, adopted.kept.records, "records that are kept");
            layer.add_run(run, adopted.kept);
        }
        Ok(adopted)
    }

    /// A new run with the records of groups that are kept.
    fn filtered(
        &self,
        run: &RecordRun,
        keep: &dyn Fn(Fingerprint) -> bool,
    ) -> Result<RecordRun, ExistsError> {
        let mut writer = RecordWriter::create(&self.files, run.live().depth)?;
        let mut reader = run.reader();
        while reader.advance()? {
            let (fingerprint, _) = record::name_of(reader.key()).expect("it was decoded before");
            if keep(fingerprint) {
                writer.push(reader.key(), reader.value())?;
            }
        }
        Ok(RecordRun::open(&self.files, &writer.seal()?)?)
    }

    /// What the records of the layer under way, or of the one that was done last, come to.
    pub fn totals(&self) -> RecordTotals {
        let under_way = self.under_way();
        under_way.layer.as_ref().map_or(under_way.done, Layer::totals)
    }

    fn fail(&self, error: ExistsError) -> ExistsError {
        self.pending_bytes.store(0, Relaxed);
        self.under_way.write().expect("no panic while locked").fail(error)
    }
}
