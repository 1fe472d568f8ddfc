//! `storage`: bytes on disk.
//!
//! Knows keys and records, never cards. FORMAT.md has every byte that is written, README.md the reasons.
//!
//! - [`disk`]: the one way to the disk; [`files`]: the files of a folder, with limits; [`error`]: what can go wrong there.
//! - [`run`]: a file of sorted entries, made of [`block`]s; [`payload`] and [`pieces`]: what entries carry.
//! - [`queues`] and [`scratch`]: the ports that are made of runs.
//! - [`exists`]: DoesExists, on a [`database`] per depth that is sealed; [`record`]: the bytes of one.
//! - [`directory`]: the folder of a run, with its lock and its [`manifest`].
//! - [`solution`]: a traced solution; [`certificate`]: the file that others can check.
//! - [`check`]: looking through all of it, and changing nothing.
//! - [`allocator`]: memory that is given back.

pub mod allocator;
pub mod block;
pub mod certificate;
pub mod check;
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
pub mod scratch;
pub mod solution;

mod leb128;
mod live;
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
pub use scratch::DiskScratch;
