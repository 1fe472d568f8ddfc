//! A RocksDB directory that is written once, in sorted files, and then only read.
//!
//! The one place that names RocksDB. DoesExists writes a layer when it is complete, in the order of keys, as
//! table files which RocksDB takes over whole. There is no write-ahead log to replay, no memtable to
//! flush and nothing to compact, so writing costs one pass over the records.
//!
//! What makes a table durable: the table file is synced when it is finished, RocksDB syncs it again
//! and its folder when it takes it over, and then syncs the edit of its MANIFEST that names it. That
//! the directory itself is there is for the caller to sync.
//!
//! Reading opens the directory without writing to it. README.md has the reason of every option.

use rocksdb::{
    BlockBasedIndexType, BlockBasedOptions, Cache, DB, DBCompressionType, ErrorKind, InfoLogger,
    IngestExternalFileOptions, LogLevel, Options, ReadOptions, SstFileWriter,
};
use std::fmt;
use std::path::{Path, PathBuf};

/// The table file that is being written, until RocksDB takes it over.
const INCOMING: &str = "incoming.sst";
const BLOCK_BYTES: usize = 8 << 10;
const INDEX_BLOCK_BYTES: usize = 4 << 10;
const FILTER_BITS: f64 = 10.0;
const OPEN_FILES_MAX: i32 = 64;
const UNUSED_MEMTABLE_BYTES: usize = 64 << 10;
const FILE_BUFFER_BYTES: u64 = 256 << 10;

/// RocksDB refused something: which directory, what was being done, what it said.
#[derive(Debug)]
pub struct DatabaseError {
    path: PathBuf,
    action: &'static str,
    source: rocksdb::Error,
}

impl DatabaseError {
    /// Whether the files are not what was written. A file that is named and not there is damage too.
    pub fn is_damage(&self) -> bool {
        let is_gone = || self.source.as_ref().contains("No such file");
        match self.source.kind() {
            ErrorKind::Corruption => true,
            ErrorKind::IOError | ErrorKind::NotFound => is_gone(),
            ErrorKind::InvalidArgument | ErrorKind::NotSupported => self.action == OPEN,
            _ => false,
        }
    }

    /// Whether the disk had no room.
    pub fn is_full(&self) -> bool {
        let text = self.source.as_ref();
        let texts = ["No space left", "Disk quota exceeded", "File too large", "NoSpace"];
        texts.iter().any(|part| text.contains(part))
    }
}

const OPEN: &str = "open";

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DatabaseError { path, action, source } = self;
        write!(f, "can't {action} the database {}: ", path.display())?;
        if self.is_damage() {
            write!(f, "it is damaged ({source}). Put back a copy of this folder, or run again")
        } else if self.is_full() {
            write!(
                f,
                "the disk is full ({source}). Make room, or choose another disk, and run again"
            )
        } else {
            write!(
                f,
                "{source}. See that the disk is well, that the folder may be written and that \
                       no other program has it open"
            )
        }
    }
}

impl std::error::Error for DatabaseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// What all databases of a run share: the options and one cache.
pub struct Settings {
    options: Options,
    cache: Cache,
}

impl Settings {
    /// Blocks that were read, those of indexes and filters among them, take this much memory in all.
    pub fn new(cache_bytes: u64) -> Settings {
        let cache = Cache::new_lru_cache(cache_bytes as usize);
        let mut options = Options::default();
        options.set_block_based_table_factory(&table_options(&cache));
        options.set_compression_type(DBCompressionType::Lz4);
        options.set_paranoid_checks(true);
        options.set_disable_auto_compactions(true);
        options.set_write_buffer_size(UNUSED_MEMTABLE_BYTES);
        options.set_writable_file_max_buffer_size(FILE_BUFFER_BYTES);
        options.set_max_background_jobs(1);
        options.set_max_open_files(OPEN_FILES_MAX);
        options.set_max_file_opening_threads(1);
        options.set_skip_stats_update_on_db_open(true);
        options.set_stats_dump_period_sec(0);
        options.set_stats_persist_period_sec(0);
        options.set_info_logger(InfoLogger::new_callback_logger(LogLevel::Fatal, |_, _| {}));
        Settings { options, cache }
    }

    /// Bytes that the cache holds now.
    pub fn cache_bytes(&self) -> u64 {
        self.cache.get_usage() as u64
    }
}

fn table_options(cache: &Cache) -> BlockBasedOptions {
    let mut table = BlockBasedOptions::default();
    table.set_block_size(BLOCK_BYTES);
    table.set_block_cache(cache);
    table.set_bloom_filter(FILTER_BITS, false);
    table.set_cache_index_and_filter_blocks(true);
    table.set_index_type(BlockBasedIndexType::TwoLevelIndexSearch);
    table.set_partition_filters(true);
    table.set_metadata_block_size(INDEX_BLOCK_BYTES);
    table
}

/// An open database directory.
pub struct Database {
    path: PathBuf,
    db: DB,
}

impl Database {
    /// Makes a new database. One that is there already is refused.
    pub fn create(path: &Path, settings: &Settings) -> Result<Database, DatabaseError> {
        let mut options = settings.options.clone();
        options.create_if_missing(true);
        options.set_error_if_exists(true);
        let failed = |source| DatabaseError { path: path.to_owned(), action: "create", source };
        let db = DB::open(&options, path).map_err(failed)?;
        Ok(Database { path: path.to_owned(), db })
    }

    /// Opens a database that is complete. Nothing in its folder is changed.
    pub fn open_read_only(path: &Path, settings: &Settings) -> Result<Database, DatabaseError> {
        let failed = |source| DatabaseError { path: path.to_owned(), action: OPEN, source };
        let db = DB::open_for_read_only(&settings.options, path, false).map_err(failed)?;
        Ok(Database { path: path.to_owned(), db })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn failed(&self, action: &'static str) -> impl FnOnce(rocksdb::Error) -> DatabaseError {
        let path = self.path.clone();
        move |source| DatabaseError { path, action, source }
    }

    /// Begins a table file.
    pub fn begin_table<'a>(&'a self, settings: &'a Settings) -> Result<Table<'a>, DatabaseError> {
        let writer = SstFileWriter::create(&settings.options);
        writer.open(self.path.join(INCOMING)).map_err(self.failed("write to"))?;
        Ok(Table { database: self, writer, bytes: 0 })
    }

    /// The value of a key.
    pub fn read(&self, key: &[u8]) -> Result<Option<Vec<u8>>, DatabaseError> {
        self.db.get(key).map_err(self.failed("read from"))
    }

    /// Calls `visit` with the records of keys from `lower` up to, not including, `upper`, in order,
    /// until it returns false.
    pub fn visit(
        &self,
        lower: &[u8],
        upper: &[u8],
        mut visit: impl FnMut(&[u8], &[u8]) -> bool,
    ) -> Result<(), DatabaseError> {
        let mut options = ReadOptions::default();
        options.set_iterate_upper_bound(upper);
        let mut iterator = self.db.raw_iterator_opt(options);
        iterator.seek(lower);
        while let Some((key, value)) = iterator.item() {
            if !visit(key, value) {
                return Ok(());
            }
            iterator.next();
        }
        // An iterator that fails ends like one that is done.
        iterator.status().map_err(self.failed("read from"))
    }
}

/// A table file that is being written.
pub struct Table<'a> {
    database: &'a Database,
    writer: SstFileWriter<'a>,
    bytes: u64,
}

impl Table<'_> {
    /// Adds a record. Keys are strictly ascending.
    pub fn put(&mut self, key: &[u8], value: &[u8]) -> Result<(), DatabaseError> {
        self.bytes += (key.len() + value.len()) as u64;
        self.writer.put(key, value).map_err(self.database.failed("write to"))
    }

    /// Bytes of the records, before they are compressed.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Completes the table, and the database takes it over. Its records are durable afterwards.
    pub fn finish(mut self) -> Result<(), DatabaseError> {
        let Database { path, db } = self.database;
        self.writer.finish().map_err(self.database.failed("write to"))?;
        let mut options = IngestExternalFileOptions::default();
        options.set_move_files(true);
        let added = db.ingest_external_file_opts(&options, vec![path.join(INCOMING)]);
        added.map_err(self.database.failed("add to"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings::new(1 << 20)
    }

    fn batch(numbers: impl Iterator<Item = u32>) -> Vec<(Vec<u8>, Vec<u8>)> {
        numbers.map(|n| (n.to_be_bytes().to_vec(), vec![n as u8; 40])).collect()
    }

    fn add(database: &Database, records: &[(Vec<u8>, Vec<u8>)]) {
        let settings = settings();
        let mut table = database.begin_table(&settings).expect("room on the disk");
        for (key, value) in records {
            table.put(key, value).expect("room on the disk");
        }
        table.finish().expect("room on the disk");
    }

    #[test]
    fn what_is_written_is_read_at_once_and_after_closing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("depth");
        let database = Database::create(&path, &settings()).expect("a new one");
        add(&database, &batch((0..1000).step_by(2)));
        add(&database, &batch((0..1000).skip(1).step_by(2)));
        let check = |database: &Database| {
            for (key, value) in batch(0..1000) {
                assert_eq!(database.read(&key).expect("no damage"), Some(value));
            }
            assert_eq!(database.read(b"nothing").expect("no damage"), None);
            let mut seen = Vec::new();
            let visit = |key: &[u8], value: &[u8]| {
                seen.push((key.to_vec(), value.to_vec()));
                seen.len() < 300
            };
            let (lower, upper) = (10u32.to_be_bytes(), 900u32.to_be_bytes());
            database.visit(&lower, &upper, visit).expect("no damage");
            assert_eq!(seen, batch(10..310));
        };
        check(&database);
        assert!(Database::create(&path, &settings()).is_err(), "it is there already");
        drop(database);
        check(&Database::open_read_only(&path, &settings()).expect("it is whole"));
    }

    #[test]
    fn reading_leaves_the_folder_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("depth");
        add(&Database::create(&path, &settings()).expect("a new one"), &batch(0..10));
        let names = || {
            let entries = std::fs::read_dir(&path).expect("a folder");
            let name =
                |entry: std::io::Result<std::fs::DirEntry>| entry.expect("listed").file_name();
            entries.map(name).collect::<std::collections::BTreeSet<_>>()
        };
        let before = names();
        let database = Database::open_read_only(&path, &settings()).expect("it is whole");
        assert!(database.read(&[0, 0, 0, 1]).expect("no damage").is_some());
        drop(database);
        assert_eq!(names(), before);
    }

    #[test]
    fn a_place_that_can_not_be_used_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        std::fs::write(&path, "no folder").expect("room on the disk");
        let error = Database::create(&path, &settings()).err().expect("refused").to_string();
        assert!(error.contains("can't create the database") && error.contains("file"), "{error}");
        let path = folder.path().join("nothing");
        let error = Database::open_read_only(&path, &settings()).err().expect("refused");
        assert!(error.is_damage() && error.to_string().contains("nothing"), "{error}");
    }
}
