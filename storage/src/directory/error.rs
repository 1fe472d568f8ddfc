//! Why a run directory was refused, and what to do.

use crate::disk::is_for_lack_of_room;
use crate::frame::FrameError;
use crate::manifest::Status;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A run directory could not be made or read.
#[derive(Debug)]
pub enum DirectoryError {
    Io {
        path: PathBuf,
        action: &'static str,
        source: io::Error,
    },
    /// Another run is writing to it.
    Locked {
        path: PathBuf,
        holder: String,
    },
    /// There are other things in it.
    NotEmpty {
        path: PathBuf,
        first: String,
        count: usize,
    },
    /// A run of the same deal and rules is in it.
    EarlierRun {
        path: PathBuf,
        deal: String,
        status: Status,
    },
    /// A run of another deal or other rules is in it: name, there, asked for.
    OtherRun {
        path: PathBuf,
        differences: Vec<(&'static str, String, String)>,
        status: Status,
    },
    /// Another version of the program wrote it.
    OtherProgram {
        path: PathBuf,
        there: String,
        here: String,
    },
    /// No run is in it.
    NoRun {
        path: PathBuf,
    },
    /// The pointer names a manifest that is not there.
    MissingManifest {
        path: PathBuf,
    },
    /// A file is not what was written, or of another format version.
    File {
        path: PathBuf,
        source: FrameError,
    },
}

impl DirectoryError {
    pub(super) fn io<'a>(
        action: &'static str,
        path: &'a Path,
    ) -> impl FnOnce(io::Error) -> DirectoryError + 'a {
        move |source| DirectoryError::Io { path: path.to_owned(), action, source }
    }

    pub(super) fn damaged(path: &Path) -> impl FnOnce(FrameError) -> DirectoryError + '_ {
        move |source| DirectoryError::File { path: path.to_owned(), source }
    }

    /// Whether more room would have helped.
    pub fn is_for_lack_of_room(&self) -> bool {
        matches!(self, DirectoryError::Io { source, .. } if is_for_lack_of_room(source))
    }

    /// Whether files are not what was written.
    pub fn is_damage(&self) -> bool {
        match self {
            DirectoryError::MissingManifest { .. } => true,
            DirectoryError::File { source, .. } => !matches!(source, FrameError::Version { .. }),
            _ => false,
        }
    }
}

const OTHER_FOLDER: &str = "Choose another folder, or remove this one";

/// What a file of the directory holds.
fn held(path: &Path) -> &'static str {
    let name = path.file_name().unwrap_or_default();
    if name == super::CURRENT { "the number of the last checkpoint" } else { "the last checkpoint" }
}

impl fmt::Display for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DirectoryError::Io { path, action, source } => {
                write!(f, "can't {action} {}: {source}", path.display())
            }
            DirectoryError::Locked { path, holder } => write!(
                f,
                "another run is writing to {}: {holder}. Wait for it, or choose another folder",
                path.display()
            ),
            DirectoryError::NotEmpty { path, first, count } => write!(
                f,
                "{} is no run directory and not empty: it holds {count} other files, `{first}` \
                 first. Choose a new folder",
                path.display()
            ),
            DirectoryError::EarlierRun { path, deal, status } => write!(
                f,
                "{} holds an earlier run of deal {deal} ({status}). {}{OTHER_FOLDER}",
                path.display(),
                match status {
                    Status::Finished { .. } => "",
                    _ => "Go on with it by `strata resume`. ",
                }
            ),
            DirectoryError::OtherRun { path, differences, status } => {
                write!(f, "{} holds another run ({status}):", path.display())?;
                for (name, there, here) in differences {
                    write!(f, " its {name} is {there}, and {here} was asked for.")?;
                }
                write!(f, " {OTHER_FOLDER}")
            }
            DirectoryError::OtherProgram { path, there, here } => write!(
                f,
                "{} was written by version {there} of the program, and this is {here}. Go on with that \
                 version, or start again in another folder",
                path.display()
            ),
            DirectoryError::NoRun { path } => {
                write!(f, "{} is no run directory: it has no file `current`", path.display())
            }
            DirectoryError::MissingManifest { path } => write!(
                f,
                "{} is missing, which `current` points to. Put back a copy, or remove the folder \
                 and run again",
                path.display()
            ),
            DirectoryError::File { path, source: source @ FrameError::Version { .. } } => write!(
                f,
                "{}: {source}. Use the program that wrote it, or choose another folder",
                path.display()
            ),
            DirectoryError::File { path, source } => write!(
                f,
                "{} is damaged: {source}. It held {}. Put back a copy, or remove the folder and run \
                 again",
                path.display(),
                held(path)
            ),
        }
    }
}

impl std::error::Error for DirectoryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DirectoryError::Io { source, .. } => Some(source),
            DirectoryError::File { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<DirectoryError> for fcc::ports::PortError {
    fn from(error: DirectoryError) -> fcc::ports::PortError {
        fcc::ports::PortError { is_full: error.is_for_lack_of_room(), message: error.to_string() }
    }
}
