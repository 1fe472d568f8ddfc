//! `worker`: groups flooded for others, with streams of Apache Arrow in between.
//!
//! An engine that knows nothing of cards hands out entries, sorted by group, and gets back what was found:
//! exits, which are the entries of deeper layers, the records of components, and counts. The floods are those
//! of the census. docs/worker.md is the contract; this room reads and writes it.
//!
//! - [`identity`]: what a stream is of; [`schema`]: its columns; [`error`]: why one is refused.
//! - [`row`]: a run of entries as a row, with its checksum; [`lists`]: lists as columns.
//! - [`input`]: entries as they are read, group after group; [`findings`]: what is written.
//! - [`sinks`]: the ports of a flood that lead to the stream; [`flood`]: all of it put together.
//! - [`components`]: records read back, for a certificate.

pub mod components;
pub mod error;
pub mod findings;
pub mod flood;
pub mod identity;
pub mod input;
pub mod lists;
pub mod row;
pub mod schema;
pub mod sinks;

pub use error::WorkerError;
pub use flood::{Job, Limits, first, flood};
pub use identity::Identity;
