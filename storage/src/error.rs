//! What goes wrong with bytes on disk: which file, what was expected, what to do about it.
//!
//! Four kinds that ask for different things of the user: the system refused something, the disk is
//! full, our own limit is reached, a file does not hold what was written to it. After any of them the
//! run stops; nothing is tried again.

use crate::disk::is_for_lack_of_room;
use crate::live::LiveFile;
use fcc::ports::PortError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// An operation on files that did not work.
#[derive(Debug)]
pub enum StorageError {
    /// The system refused.
    Io { path: PathBuf, action: &'static str, source: io::Error },
    /// The disk has no room left.
    DiskFull { path: PathBuf, action: &'static str, source: io::Error },
    /// The limit that was set for all files together would be exceeded.
    DiskLimit { path: PathBuf, disk_bytes_max: u64, disk_bytes: u64, missing_bytes: u64 },
    /// A file is not what was written.
    Damaged {
        path: PathBuf,
        /// The place in the file where it shows.
        offset: u64,
        /// What the file is to hold.
        holds: String,
        expected: String,
        found: String,
        what_to_do: &'static str,
    },
    /// Something failed before, and what is in memory is no longer whole.
    FailedBefore { cause: String, for_lack_of_room: bool },
}

impl StorageError {
    /// What the system said, told apart by whether room is what is missing.
    pub(crate) fn io(path: &Path, action: &'static str, source: io::Error) -> StorageError {
        let path = path.to_owned();
        if is_for_lack_of_room(&source) {
            StorageError::DiskFull { path, action, source }
        } else {
            StorageError::Io { path, action, source }
        }
    }

    /// The error of opening a file that a manifest names. One that is not there is damage.
    pub(crate) fn of_live(self, path: &Path, file: &LiveFile) -> StorageError {
        match self {
            StorageError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                StorageError::other_live(path, file, "no such file")
            }
            StorageError::Damaged { path, offset, expected, found, .. } => {
                let (holds, what_to_do) = (file.to_string(), file.what_to_do());
                StorageError::Damaged { path, offset, holds, expected, found, what_to_do }
            }
            error => error,
        }
    }

    /// A file is another than the one that a manifest names.
    pub(crate) fn other_live(path: &Path, file: &LiveFile, found: &str) -> StorageError {
        StorageError::Damaged {
            path: path.to_owned(),
            offset: 0,
            holds: file.to_string(),
            expected: file.facts(),
            found: found.to_owned(),
            what_to_do: file.what_to_do(),
        }
    }

    /// True when more room would have helped.
    pub fn is_for_lack_of_room(&self) -> bool {
        match self {
            StorageError::DiskFull { .. } | StorageError::DiskLimit { .. } => true,
            StorageError::FailedBefore { for_lack_of_room, .. } => *for_lack_of_room,
            _ => false,
        }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageError::Io { path, action, source } => {
                write!(f, "can't {action} {}: {source}", path.display())
            }
            StorageError::DiskFull { path, action, source } => write!(
                f,
                "can't {action} {}: the disk is full ({source}). Make room there",
                path.display()
            ),
            StorageError::DiskLimit { path, disk_bytes_max, disk_bytes, missing_bytes } => write!(
                f,
                "can't write to {}: the limit for files is {disk_bytes_max} bytes, {disk_bytes} \
                 are in use and {missing_bytes} are missing. Raise the limit",
                path.display()
            ),
            StorageError::Damaged { path, offset, holds, expected, found, what_to_do } => write!(
                f,
                "{} is damaged at byte {offset}: expected {expected}, found {found}. It held \
                 {holds}. {what_to_do}",
                path.display()
            ),
            StorageError::FailedBefore { cause, .. } => {
                write!(f, "nothing goes on after an earlier failure: {cause}")
            }
        }
    }
}

impl std::error::Error for StorageError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StorageError::Io { source, .. } | StorageError::DiskFull { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<StorageError> for PortError {
    fn from(error: StorageError) -> PortError {
        PortError { is_full: error.is_for_lack_of_room(), message: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_apart_from_other_refusals() {
        let error =
            |kind: io::ErrorKind| StorageError::io(Path::new("a-run"), "write", kind.into());
        let full = error(io::ErrorKind::StorageFull);
        assert!(full.is_for_lack_of_room(), "{full:?}");
        let message = PortError::from(full).message;
        assert!(message.contains("a-run") && message.contains("disk is full"), "{message}");
        assert!(!error(io::ErrorKind::PermissionDenied).is_for_lack_of_room());
    }
}
