//! A RocksDB directory: keys and values in order of their keys, compressed with LZ4.
//!
//! The one place that names RocksDB. DoesExists touches it once per component in sorted batches, so
//! writes come as batches and every read is of a whole record.

use rocksdb::{DB, DBCompressionType, Options, WriteBatch};
use std::fmt;
use std::path::{Path, PathBuf};

/// RocksDB refused something: which directory, what was being done, what it said.
#[derive(Debug)]
pub struct DatabaseError {
    path: PathBuf,
    action: &'static str,
    source: rocksdb::Error,
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "can't {} the database {}: {}", self.action, self.path.display(), self.source)
    }
}

impl std::error::Error for DatabaseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// An open database directory.
pub struct Database {
    path: PathBuf,
    db: DB,
}

impl Database {
    /// Opens the directory, making it when it is not there. A second opening of the same directory
    /// is refused while the first one lives.
    pub fn open(path: &Path) -> Result<Database, DatabaseError> {
        let mut options = Options::default();
        options.create_if_missing(true);
        options.set_compression_type(DBCompressionType::Lz4);
        let failed = |source| DatabaseError { path: path.to_owned(), action: "open", source };
        let db = DB::open(&options, path).map_err(failed)?;
        Ok(Database { path: path.to_owned(), db })
    }

    fn failed(&self, action: &'static str) -> impl FnOnce(rocksdb::Error) -> DatabaseError {
        let path = self.path.clone();
        move |source| DatabaseError { path, action, source }
    }

    /// Writes all of these, or none of them.
    pub fn write<'a>(
        &self,
        records: impl IntoIterator<Item = (&'a [u8], &'a [u8])>,
    ) -> Result<(), DatabaseError> {
        let mut batch = WriteBatch::default();
        for (key, value) in records {
            batch.put(key, value);
        }
        self.db.write(batch).map_err(self.failed("write to"))
    }

    /// The value of a key.
    pub fn read(&self, key: &[u8]) -> Result<Option<Vec<u8>>, DatabaseError> {
        self.db.get(key).map_err(self.failed("read from"))
    }

    /// Closes the database and deletes what it wrote.
    pub fn destroy(self) -> Result<(), DatabaseError> {
        let Database { path, db } = self;
        drop(db);
        let failed = |source| DatabaseError { path: path.clone(), action: "delete", source };
        DB::destroy(&Options::default(), &path).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_after_closing_and_gone_after_destroying() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("layer-0");
        let records: Vec<(Vec<u8>, Vec<u8>)> =
            (0..1000u32).map(|n| (n.to_be_bytes().to_vec(), vec![n as u8; 40])).collect();

        let database = Database::open(&path).expect("open");
        database.write(records.iter().map(|(k, v)| (&k[..], &v[..]))).expect("write");
        assert!(Database::open(&path).is_err(), "one writer at a time");
        drop(database);

        let database = Database::open(&path).expect("open again");
        for (key, value) in &records {
            assert_eq!(database.read(key).expect("read").as_ref(), Some(value));
        }
        assert_eq!(database.read(b"nothing").expect("read"), None);

        database.destroy().expect("destroy");
        let database = Database::open(&path).expect("a new one");
        assert_eq!(database.read(&records[0].0).expect("read"), None);
    }

    #[test]
    fn a_place_that_can_not_be_opened_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        std::fs::write(&path, "no folder").expect("write");
        let error = Database::open(&path).err().expect("refused").to_string();
        assert!(error.contains("can't open the database") && error.contains("file"), "{error}");
    }
}
