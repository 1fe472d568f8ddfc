//! `storage`: bytes on disk.
//!
//! Knows keys and records, never cards. FORMAT.md has every byte that is written, README.md the reasons.
//!
//! - [`disk`]: the one way to the disk; [`files`]: the files of a folder, with limits; [`error`]: what can go wrong there.
//! - [`run`]: a file of sorted entries, made of [`block`]s; [`payload`] and [`pieces`]: what entries carry.
//! - [`queues`] and [`scratch`]: the ports that are made of runs.
//! - [`exists`]: DoesExists, on a [`database`] per depth that is sealed; [`record`]: the bytes of one.
//! - The feature `rocksdb`, on by default: without it [`database`] is one of files of our own, for records that
//!   are temporary, and [`HAS_ROCKSDB`] is false.
//! - [`directory`]: the folder of a run, with its lock and its [`manifest`].
//! - [`solution`]: a traced solution; [`certificate`]: the file that others can check.
//! - [`check`]: looking through all of it, and changing nothing.
//! - [`allocator`]: memory that is given back.

pub mod allocator;
pub mod block;
pub mod certificate;
pub mod check;
#[cfg(feature = "rocksdb")]
pub mod database;
pub mod directory;
pub mod disk;
pub mod error;
pub mod exists;
pub mod files;
pub mod frame;
pub mod lock;
pub mod manifest;
pub mod parts;
pub mod payload;
pub mod pieces;
pub mod queues;
pub mod record;
pub mod replace;
pub mod run;
#[cfg(any(test, not(feature = "rocksdb")))]
pub mod run_database;
pub mod scratch;
pub mod solution;

mod leb128;
mod live;
mod packed;
mod pending;
mod record_run;
mod retired;
mod seal;
mod synced;
mod varint;

pub use disk::Disk;
pub use error::StorageError;
pub use files::Files;
pub use queues::{DiskQueues, QueueStatistics};
#[cfg(not(feature = "rocksdb"))]
pub use run_database as database;
pub use scratch::DiskScratch;

/// Whether records can be kept in a directory that lasts.
pub const HAS_ROCKSDB: bool = cfg!(feature = "rocksdb");
