//! DoesExists as a part of a checkpoint: the records of the layer under way on disk for good, and taking
//! them over in another process.
//!
//! The line through the records is drawn by the search, while nobody records: what was recorded before
//! belongs to the checkpoint, and nothing else.

use super::layer::Layer;
use super::{ExistsError, RecordTotals, RocksExists};
use crate::live::{Holds, LiveFile};
use crate::record;
use crate::record_run::RecordRun;
use std::sync::atomic::Ordering::Relaxed;

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

    /// Takes over the record runs of the layer under way that a manifest names. Every file is read whole.
    /// Returns what the records come to.
    ///
    /// # Panics
    /// When records of this depth or a deeper one are there: [`RocksExists::forget_from`] comes first.
    pub fn adopt(&self, depth: u32, files: &[LiveFile]) -> Result<RecordTotals, ExistsError> {
        let mut under_way = self.under_way.write().expect("no panic while locked");
        under_way.usable()?;
        let free = under_way.layer.is_none() && self.sealed.last().is_none_or(|last| last < depth);
        assert!(free, "layer {depth} and all after it were forgotten");
        let mut layer = self.new_layer(depth, &mut under_way.idle);
        for file in files.iter().filter(|file| file.holds == Holds::Records) {
            assert_eq!(file.depth, depth, "records of the layer under way");
            let adopted = self.adopt_file(file, &mut layer);
            adopted.map_err(|error| under_way.fail(error))?;
        }
        let totals = layer.totals();
        under_way.layer = Some(layer);
        Ok(totals)
    }

    fn adopt_file(&self, file: &LiveFile, layer: &mut Layer) -> Result<(), ExistsError> {
        let run = RecordRun::open(&self.files, file)?;
        let path = self.files.path(&file.name)?;
        let mut totals = RecordTotals::default();
        let mut reader = run.reader();
        while reader.advance()? {
            let decoded = record::decode(reader.key(), reader.value());
            let decoded = decoded.map_err(ExistsError::damaged_record(&path, reader.key()));
            totals.add(RecordTotals::of(&decoded?.1));
        }
        self.synced.add(&file.name);
        layer.add_run(run, totals);
        Ok(())
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
