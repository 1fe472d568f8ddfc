//! What a build without RocksDB has in its place: the tables of a depth as record runs, and a file that
//! names them.
//!
//! Written once and then read, as [`crate::exists`] wants it, within the same memory. It has no cache and no
//! filter, so looking for a record costs a block. Only temporary records are kept like this: a directory
//! that is to last is RocksDB's, so that every build reads those of every other.

use crate::disk::Disk;
use crate::error::StorageError;
use crate::files::Files;
use crate::frame::{Kind, pack, unpack};
use crate::live::LiveFile;
use crate::record::RecordKey;
use crate::record_run::{RecordRun, RecordWriter};
use crate::replace::replace;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::RwLock;

/// The file that names the tables of a depth.
const TABLES: &str = "tables";
const KIND: Kind = Kind { magic: *b"STRATATB", version: 1 };

/// A table could not be written or read.
#[derive(Debug)]
pub struct DatabaseError(StorageError);

impl DatabaseError {
    /// Whether the files are not what was written.
    pub fn is_damage(&self) -> bool {
        matches!(self.0, StorageError::Damaged { .. })
    }

    /// Whether the disk had no room.
    pub fn is_full(&self) -> bool {
        self.0.is_for_lack_of_room()
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for DatabaseError {}

impl From<StorageError> for DatabaseError {
    fn from(error: StorageError) -> DatabaseError {
        DatabaseError(error)
    }
}

/// What all databases of a run share: nothing.
pub struct Settings;

impl Settings {
    /// There is no cache.
    pub fn new(_cache_bytes: u64) -> Settings {
        Settings
    }

    /// Bytes that the cache holds now.
    pub fn cache_bytes(&self) -> u64 {
        0
    }
}

/// The tables of a depth, in the order of their keys.
pub struct Database {
    path: PathBuf,
    files: Files,
    runs: RwLock<Vec<RecordRun>>,
}

impl Database {
    /// Makes a new database. One that is there already is refused.
    pub fn create(path: &Path, _settings: &Settings) -> Result<Database, DatabaseError> {
        let files = Files::at(path)?;
        drop(files.create(TABLES)?);
        let database = Database { path: path.to_owned(), files, runs: RwLock::default() };
        database.name_tables(&[])?;
        Ok(database)
    }

    /// Opens a database that is complete. Nothing in its folder is changed.
    pub fn open_read_only(path: &Path, _settings: &Settings) -> Result<Database, DatabaseError> {
        let (name, files) = (path.join(TABLES), Files::reading(path));
        let read = Disk::default().read(&name);
        let bytes = read.map_err(|source| StorageError::io(&name, "read", source))?;
        let tables: Vec<LiveFile> = unpack(KIND, &bytes).map_err(|error| {
            let (expected, found) = ("the names of tables".to_owned(), error.to_string());
            let (holds, what_to_do) = ("the tables of a depth".to_owned(), "Run again");
            StorageError::Damaged { path: name, offset: 0, holds, expected, found, what_to_do }
        })?;
        let runs: Result<Vec<_>, _> =
            tables.iter().map(|live| RecordRun::open(&files, live)).collect();
        Ok(Database { path: path.to_owned(), files, runs: RwLock::new(runs?) })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn name_tables(&self, runs: &[RecordRun]) -> Result<(), StorageError> {
        let tables: Vec<&LiveFile> = runs.iter().map(RecordRun::live).collect();
        let name = self.path.join(TABLES);
        let replaced = replace(self.files.disk(), &name, &pack(KIND, &tables));
        replaced.map_err(|source| StorageError::io(&name, "write", source))
    }

    /// Begins a table.
    pub fn begin_table<'a>(&'a self, _settings: &'a Settings) -> Result<Table<'a>, DatabaseError> {
        // For messages alone: the folder has the depth in its name.
        let name = self.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let depth = name.rsplit('-').next().and_then(|depth| depth.parse().ok()).unwrap_or(0);
        let writer = RecordWriter::create(&self.files, depth)?;
        Ok(Table { database: self, writer, bytes: 0 })
    }

    /// The value of a key.
    pub fn read(&self, key: &RecordKey) -> Result<Option<Vec<u8>>, DatabaseError> {
        for run in self.runs.read().expect("no panic while locked").iter() {
            if let Some(value) = run.get(key)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Calls `visit` with the records of keys from `lower` up to, not including, `upper`, in order,
    /// until it returns false.
    pub fn visit(
        &self,
        lower: &RecordKey,
        upper: &RecordKey,
        mut visit: impl FnMut(&[u8], &[u8]) -> bool,
    ) -> Result<(), DatabaseError> {
        for run in self.runs.read().expect("no panic while locked").iter() {
            let (mut reader, mut there) = run.reader_from(lower)?;
            while there && reader.key() < upper {
                if !visit(reader.key(), reader.value()) {
                    return Ok(());
                }
                there = reader.advance()?;
            }
        }
        Ok(())
    }
}

/// A table that is being written.
pub struct Table<'a> {
    database: &'a Database,
    writer: RecordWriter,
    bytes: u64,
}

impl Table<'_> {
    /// Adds a record. Keys are strictly ascending, from table to table as well.
    pub fn put(&mut self, key: &RecordKey, value: &[u8]) -> Result<(), DatabaseError> {
        self.bytes += (key.len() + value.len()) as u64;
        Ok(self.writer.push(key, value)?)
    }

    /// Bytes of the records, before they are compressed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Completes the table, and the database takes it over.
    pub fn finish(self) -> Result<(), DatabaseError> {
        let live = self.writer.seal()?;
        let mut runs = self.database.runs.write().expect("no panic while locked");
        runs.push(RecordRun::open(&self.database.files, &live)?);
        Ok(self.database.name_tables(&runs)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{KEY_BYTES, KEYS_END};

    fn record(n: u32) -> (RecordKey, Vec<u8>) {
        let mut key = [0; KEY_BYTES];
        key[..4].copy_from_slice(&n.to_be_bytes());
        (key, vec![n as u8; 40])
    }

    fn add(database: &Database, numbers: std::ops::Range<u32>) {
        let mut table = database.begin_table(&Settings).expect("room on the disk");
        for (key, value) in numbers.map(record) {
            table.put(&key, &value).expect("room on the disk");
        }
        table.finish().expect("room on the disk");
    }

    #[test]
    fn what_is_written_is_read_at_once_and_after_closing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("depth-0007");
        let database = Database::create(&path, &Settings).expect("a new one");
        add(&database, 0..700);
        add(&database, 700..1000);
        let check = |database: &Database| {
            for (key, value) in (0..1000).map(record) {
                assert_eq!(database.read(&key).expect("no damage"), Some(value));
            }
            assert_eq!(database.read(&record(1000).0).expect("no damage"), None);
            let mut seen = Vec::new();
            let visit = |key: &[u8], value: &[u8]| {
                seen.push((key.try_into().expect("a key"), value.to_vec()));
                seen.len() < 300
            };
            database.visit(&record(600).0, &KEYS_END, visit).expect("no damage");
            assert_eq!(seen, (600..900).map(record).collect::<Vec<(RecordKey, _)>>());
        };
        check(&database);
        assert!(Database::create(&path, &Settings).is_err(), "it is there already");
        drop(database);
        check(&Database::open_read_only(&path, &Settings).expect("it is whole"));
    }

    #[test]
    fn damage_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("depth-0007");
        add(&Database::create(&path, &Settings).expect("a new one"), 0..10);
        std::fs::write(path.join(TABLES), "nothing").expect("room on the disk");
        let error = Database::open_read_only(&path, &Settings).err().expect("refused");
        assert!(error.is_damage() && error.to_string().contains(TABLES), "{error}");
    }
}
