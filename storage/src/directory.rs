//! A run directory: the folder that one run writes to, with its lock and its manifest.
//!
//! A run begins in a folder that is new or empty. A folder of an earlier run, of this deal or another,
//! and a folder with anything else in it, is refused and left as it is: nothing that took days is
//! overwritten by a mistake on the command line.
//!
//! Every change is a new manifest and then a new pointer (`manifest`), each made durable before the next
//! step. Later commands read a directory without taking its lock, also while a run writes to it.

use crate::frame::FrameError;
use crate::lock::{LOCK, Lock, LockError};
use crate::manifest::{Identity, LayerStatistics, MANIFEST_PREFIX, Manifest, Pointer, Status};
use crate::replace::{TEMPORARY, replace, sync_folder};
use crate::solution::{SOLUTION, Solution};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

mod error;
#[cfg(test)]
mod tests;

pub use error::DirectoryError;

/// The pointer to the manifest that counts.
const CURRENT: &str = "current";
/// A writer may replace the manifest while it is being read. That it does so between two steps of a
/// reader this often does not happen.
const READ_TRIES: usize = 10;

/// The directory of a run that writes to it.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    manifest: Manifest,
    number: u64,
    _lock: Lock,
}

/// The directory of a run, as it was when it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadDirectory {
    pub path: PathBuf,
    pub manifest: Manifest,
}

impl Directory {
    /// Begins a run in a folder that is new or empty.
    pub fn create(
        path: &Path,
        program_version: &str,
        identity: Identity,
    ) -> Result<Directory, DirectoryError> {
        fs::create_dir_all(path).map_err(DirectoryError::io("make", path))?;
        refuse_strangers(path)?;
        let lock = Lock::take(path).map_err(|error| match error {
            LockError::Held { holder } => DirectoryError::Locked { path: path.to_owned(), holder },
            LockError::Io(source) => DirectoryError::io("lock", &path.join(LOCK))(source),
        })?;
        refuse_earlier_run(path, &identity)?;
        if let Some(parent) = path.parent().filter(|parent| *parent != Path::new("")) {
            sync_folder(parent).map_err(DirectoryError::io("sync", parent))?;
        }
        let manifest = Manifest::new(program_version, identity);
        let mut directory = Directory { path: path.to_owned(), manifest, number: 0, _lock: lock };
        directory.write()?;
        Ok(directory)
    }

    /// Reads the manifest of a directory, and leaves everything in it alone.
    pub fn open_read_only(path: &Path) -> Result<ReadDirectory, DirectoryError> {
        let manifest = read_manifest(path)?.1;
        Ok(ReadDirectory { path: path.to_owned(), manifest })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Changes the manifest. The change is durable afterwards.
    pub fn update(&mut self, change: impl FnOnce(&mut Manifest)) -> Result<(), DirectoryError> {
        change(&mut self.manifest);
        self.write()
    }

    /// Adds a complete layer.
    pub fn add_layer(&mut self, layer: LayerStatistics) -> Result<(), DirectoryError> {
        self.update(|manifest| manifest.layers.push(layer))
    }

    /// Says how the run stands.
    pub fn set_status(&mut self, status: Status) -> Result<(), DirectoryError> {
        self.update(|manifest| manifest.status = status)
    }

    /// Keeps a solution beside the manifest.
    pub fn keep_solution(&self, solution: &Solution) -> Result<(), DirectoryError> {
        let path = self.path.join(SOLUTION);
        replace(&path, &solution.to_bytes()).map_err(DirectoryError::io("write", &path))
    }

    /// Ends the run without a trace: its manifest, its lock and, if nothing else is in it, the folder.
    pub fn remove(self) -> io::Result<()> {
        let Directory { path, number, .. } = &self;
        fs::remove_file(path.join(CURRENT))?;
        fs::remove_file(path.join(Pointer::to(*number, &[]).file_name()))?;
        fs::remove_file(path.join(LOCK))?;
        match fs::remove_file(path.join(SOLUTION)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        match fs::remove_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
            removed => removed,
        }
    }

    /// Writes the next manifest, points to it, and deletes the one before.
    fn write(&mut self) -> Result<(), DirectoryError> {
        let bytes = self.manifest.to_bytes();
        let before = Pointer::to(self.number, &[]);
        self.number += 1;
        let pointer = Pointer::to(self.number, &bytes);
        let put = |name: &str, bytes: &[u8]| {
            let path = self.path.join(name);
            replace(&path, bytes).map_err(DirectoryError::io("write", &path))
        };
        put(&pointer.file_name(), &bytes)?;
        put(CURRENT, &pointer.to_bytes())?;
        let path = self.path.join(before.file_name());
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(DirectoryError::io("delete", &path)(error))
            }
            _ => Ok(()),
        }
    }
}

/// Refuses a folder with files that no run writes before it is under way. Does not touch it.
fn refuse_strangers(path: &Path) -> Result<(), DirectoryError> {
    if path.join(CURRENT).exists() {
        return Ok(()); // an earlier run, which says more itself
    }
    let mut strangers = Vec::new();
    for entry in fs::read_dir(path).map_err(DirectoryError::io("list", path))? {
        let name = entry.map_err(DirectoryError::io("list", path))?.file_name();
        let name = name.to_string_lossy().into_owned();
        // What a crash leaves of a run that was about to begin.
        let ours = name == LOCK || name == format!("{CURRENT}{TEMPORARY}");
        let first = format!("{MANIFEST_PREFIX}000001");
        if !(ours || name == first || name == format!("{first}{TEMPORARY}")) {
            strangers.push(name);
        }
    }
    strangers.sort();
    match strangers.first() {
        None => Ok(()),
        Some(first) => Err(DirectoryError::NotEmpty {
            path: path.to_owned(),
            first: first.clone(),
            count: strangers.len(),
        }),
    }
}

fn refuse_earlier_run(path: &Path, identity: &Identity) -> Result<(), DirectoryError> {
    let manifest = match read_manifest(path) {
        Ok((_, manifest)) => manifest,
        Err(DirectoryError::NoRun { .. }) => return Ok(()),
        Err(error) => return Err(error),
    };
    let path = path.to_owned();
    let differences = manifest.identity.differences(identity);
    if differences.is_empty() {
        let Manifest { identity: Identity { deal, .. }, status, .. } = manifest;
        return Err(DirectoryError::EarlierRun { path, deal, status });
    }
    Err(DirectoryError::OtherRun { path, differences, status: manifest.status })
}

/// The manifest that counts.
fn read_manifest(path: &Path) -> Result<(Pointer, Manifest), DirectoryError> {
    let mut tries = 0;
    loop {
        tries += 1;
        let pointer = read_pointer(path)?;
        let file = path.join(pointer.file_name());
        let bytes = match fs::read(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if tries < READ_TRIES && read_pointer(path)? != pointer {
                    continue; // a new one took its place
                }
                return Err(DirectoryError::MissingManifest { path: file });
            }
            Err(error) => return Err(DirectoryError::io("read", &file)(error)),
        };
        let manifest = Manifest::from_bytes(&bytes).map_err(DirectoryError::damaged(&file))?;
        let found = Pointer::to(pointer.number, &bytes).checksum;
        if found != pointer.checksum {
            let error = FrameError::Checksum { expected: pointer.checksum, found };
            return Err(DirectoryError::damaged(&file)(error));
        }
        return Ok((pointer, manifest));
    }
}

fn read_pointer(path: &Path) -> Result<Pointer, DirectoryError> {
    let file = path.join(CURRENT);
    match fs::read(&file) {
        Ok(bytes) => Pointer::from_bytes(&bytes).map_err(DirectoryError::damaged(&file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(DirectoryError::NoRun { path: path.to_owned() })
        }
        Err(error) => Err(DirectoryError::io("read", &file)(error)),
    }
}
