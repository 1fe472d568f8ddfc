//! What can go wrong with the records of a run.

use crate::database::DatabaseError;
use crate::disk::is_for_lack_of_room;
use crate::error::StorageError;
use crate::record::{RecordError, RecordKey, name_of};
use crate::seal::{SEAL, SealError};
use fcc::ports::PortError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The records could not be written or read: which folder, what was expected, what to do.
#[derive(Debug)]
pub enum ExistsError {
    Database(DatabaseError),
    /// Files of the layer under way.
    Storage(StorageError),
    /// The file system refused something.
    Folder {
        path: PathBuf,
        action: &'static str,
        source: io::Error,
    },
    /// A record came back that was not written like this.
    DamagedRecord {
        path: PathBuf,
        name: String,
        source: RecordError,
    },
    /// A file of a depth, or its number of records, is not what its seal says.
    DamagedDepth {
        path: PathBuf,
        expected: String,
        found: String,
    },
    /// A depth without a seal: it was under way when the program ended.
    Unsealed {
        path: PathBuf,
    },
    /// A layer has a component twice, or not as many as were recorded.
    Miscounted {
        path: PathBuf,
        what: String,
    },
    /// An earlier error is not tried again.
    Stopped {
        because: String,
        is_full: bool,
    },
}

impl ExistsError {
    pub(super) fn folder<'a>(
        action: &'static str,
        path: &'a Path,
    ) -> impl FnOnce(io::Error) -> ExistsError + 'a {
        move |source| ExistsError::Folder { path: path.to_owned(), action, source }
    }

    pub(super) fn damaged_record<'a>(
        path: &'a Path,
        key: &'a RecordKey,
    ) -> impl FnOnce(RecordError) -> ExistsError + 'a {
        move |source| {
            let name = name_text(key);
            ExistsError::DamagedRecord { path: path.to_owned(), name, source }
        }
    }

    pub(crate) fn seal(folder: &Path) -> impl FnOnce(SealError) -> ExistsError + '_ {
        move |error| match error {
            SealError::Missing => ExistsError::Unsealed { path: folder.to_owned() },
            SealError::Damaged(error) => ExistsError::DamagedDepth {
                path: folder.join(SEAL),
                expected: "a seal".into(),
                found: error.to_string(),
            },
            SealError::File { name, expected, found } => {
                ExistsError::DamagedDepth { path: folder.join(name), expected, found }
            }
            SealError::Io { name, source } => {
                ExistsError::Folder { path: folder.join(name), action: "read", source }
            }
        }
    }

    /// Whether files are not what was written.
    pub fn is_damage(&self) -> bool {
        match self {
            ExistsError::Database(error) => error.is_damage(),
            ExistsError::Storage(error) => matches!(error, StorageError::Damaged { .. }),
            ExistsError::DamagedRecord { .. } | ExistsError::DamagedDepth { .. } => true,
            _ => false,
        }
    }

    /// Whether the disk had no room.
    pub fn is_full(&self) -> bool {
        match self {
            ExistsError::Database(error) => error.is_full(),
            ExistsError::Storage(error) => error.is_for_lack_of_room(),
            ExistsError::Folder { source, .. } => is_for_lack_of_room(source),
            ExistsError::Stopped { is_full, .. } => *is_full,
            _ => false,
        }
    }
}

/// A component's name as text.
pub(super) fn name_text(key: &RecordKey) -> String {
    match name_of(key) {
        Ok((fingerprint, smallest)) => format!("{smallest:x} of group {fingerprint}"),
        Err(_) => format!("under key {key:02x?}"),
    }
}

const CURE: &str = "Put back a copy of this folder, or run again";

impl fmt::Display for ExistsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExistsError::Database(error) => error.fmt(f),
            ExistsError::Storage(error) => error.fmt(f),
            ExistsError::Folder { path, action, source } => {
                write!(f, "can't {action} {}: {source}", path.display())
            }
            ExistsError::DamagedRecord { path, name, source } => {
                write!(f, "{}: the record {name} is damaged: {source}. {CURE}", path.display())
            }
            ExistsError::DamagedDepth { path, expected, found } => {
                let path = path.display();
                write!(f, "{path} is damaged: expected {expected}, found {found}. {CURE}")
            }
            ExistsError::Unsealed { path } => write!(
                f,
                "{} is damaged, or the program ended while it wrote it: its seal is missing. {CURE}",
                path.display()
            ),
            ExistsError::Miscounted { path, what } => {
                let path = path.display();
                write!(f, "{path}: {what}: a fault of the program, please report it")
            }
            ExistsError::Stopped { because, .. } => {
                write!(f, "nothing is recorded any more after an earlier error: {because}")
            }
        }
    }
}

impl std::error::Error for ExistsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ExistsError::Database(error) => Some(error),
            ExistsError::Storage(error) => Some(error),
            ExistsError::Folder { source, .. } => Some(source),
            ExistsError::DamagedRecord { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<DatabaseError> for ExistsError {
    fn from(error: DatabaseError) -> ExistsError {
        ExistsError::Database(error)
    }
}

impl From<StorageError> for ExistsError {
    fn from(error: StorageError) -> ExistsError {
        ExistsError::Storage(error)
    }
}

impl From<ExistsError> for PortError {
    fn from(error: ExistsError) -> PortError {
        PortError { is_full: error.is_full(), message: error.to_string() }
    }
}
