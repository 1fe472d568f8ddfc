//! The split solver: each group of a deal explored by a process of its own, with text files between them.
//!
//! `fcc::split` explores one group in memory. Here are the files that go in and come out, the merge that
//! turns the outputs of a depth into the inputs of the deeper ones, and a driver that starts the
//! processes. docs/split.md describes the folder and every file, so that anything can take the place of
//! the driver: a shell loop, GNU parallel, a batch system.
//!
//! - [`sealed`]: a text file with a header and a checksum, complete or not there; [`error`]: file and line.
//! - [`deal`]: what a folder is about; [`folder`]: where its files are.
//! - [`input`], [`output`], [`total`]: the files; [`derived`]: a line of them; [`found`]: lines of what was found.
//! - [`run`]: a group; [`sort`], [`join`], [`merge`]: a depth; [`drive`], [`status`]: a deal.

pub mod deal;
pub mod derived;
pub mod drive;
pub mod error;
pub mod folder;
pub mod found;
pub mod input;
pub mod join;
pub mod merge;
pub mod output;
pub mod run;
pub mod sealed;
pub mod sort;
mod spent;
pub mod status;
pub mod total;

pub use deal::SplitDeal;
pub use error::SplitError;
pub use folder::Folder;
