//! What goes wrong with the files of a split: which file, which line, what to do.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why something was not done. Nothing of it is tried again by whoever met it.
#[derive(Debug)]
pub enum SplitError {
    /// The system refused.
    Io { path: PathBuf, action: &'static str, source: io::Error },
    /// A file is not what was written, or of another deal.
    Refused { path: PathBuf, line: u64, reason: String },
    /// The folder is not in the state that the command needs.
    Folder { path: PathBuf, reason: String },
    /// A group does not fit into memory.
    TooLarge { reason: String },
    /// A process failed as often as it may.
    Process { message: String },
}

impl SplitError {
    pub(crate) fn io<'a>(
        action: &'static str,
        path: &'a Path,
    ) -> impl Fn(io::Error) -> SplitError + 'a {
        move |source| SplitError::Io { path: path.to_owned(), action, source }
    }

    pub(crate) fn folder(path: &Path, reason: impl fmt::Display) -> SplitError {
        SplitError::Folder { path: path.to_owned(), reason: reason.to_string() }
    }
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SplitError::Io { path, action, source } => {
                write!(f, "can't {action} {}: {source}", path.display())
            }
            SplitError::Refused { path, line, reason } => {
                write!(f, "{}, line {line}: {reason}", path.display())
            }
            SplitError::Folder { path, reason } => write!(f, "{}: {reason}", path.display()),
            SplitError::TooLarge { reason } => write!(f, "{reason}"),
            SplitError::Process { message } => write!(f, "{message}"),
        }
    }
}

impl std::error::Error for SplitError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SplitError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
