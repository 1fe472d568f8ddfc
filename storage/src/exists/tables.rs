//! The tables of a layer that is complete, one after the other. Each has about as many bytes as the buffer,
//! because RocksDB holds index and filter of a table in memory until it is complete.

use super::ExistsError;
use crate::database::{Database, Settings, Table};
use crate::disk::Disk;
use crate::record::RecordKey;

pub(super) struct Tables<'a> {
    pub disk: &'a Disk,
    pub database: &'a Database,
    pub settings: &'a Settings,
    /// Bytes of records after which the next table is begun.
    pub bytes_max: u64,
    pub table: Option<Table<'a>>,
}

impl Tables<'_> {
    /// Adds a record. Keys come in order.
    pub fn put(&mut self, key: &RecordKey, value: &[u8]) -> Result<(), ExistsError> {
        if self.table.as_ref().is_some_and(|table| table.bytes() > self.bytes_max) {
            self.complete()?;
        }
        let table = match &mut self.table {
            Some(table) => table,
            none => {
                pass(self.disk, self.database)?;
                none.insert(self.database.begin_table(self.settings)?)
            }
        };
        Ok(table.put(key, value)?)
    }

    /// The last table is complete.
    pub fn finish(mut self) -> Result<(), ExistsError> {
        self.complete()
    }

    fn complete(&mut self) -> Result<(), ExistsError> {
        let Some(table) = self.table.take() else { return Ok(()) };
        pass(self.disk, self.database)?;
        Ok(table.finish()?)
    }
}

fn pass(disk: &Disk, database: &Database) -> Result<(), ExistsError> {
    disk.pass().map_err(ExistsError::folder("write to", database.path()))
}
