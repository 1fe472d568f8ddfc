//! A run directory: the folder that one run writes to, with its lock and its manifest.
//!
//! A run begins in a folder that is new or empty. A folder of an earlier run, of this deal or another,
//! and a folder with anything else in it, is refused and left as it is: nothing that took days is
//! overwritten by a mistake on the command line. A run is resumed in its own folder, by one program at
//! a time, and what the manifest does not name is removed then.
//!
//! Every change is a new manifest and then a new pointer (`manifest`), each made durable before the next
//! step. Later commands read a directory without taking its lock, also while a run writes to it.

use crate::disk::Disk;
use crate::lock::{LOCK, Lock, LockError, unix_seconds};
use crate::manifest::{Identity, MANIFEST_PREFIX, Manifest, Pointer, ScopeOfRun, Status};
use crate::replace::{TEMPORARY, replace};
use crate::solution::{SOLUTION, Solution};
use std::io;
use std::path::{Path, PathBuf};

mod error;
mod read;
#[cfg(test)]
mod tests;

pub use error::DirectoryError;

/// The pointer to the manifest that counts.
const CURRENT: &str = "current";
/// The folder of records.
pub const RECORDS: &str = "exists";
/// The folder of files that come and go: queues, scratch, records of the layer under way.
pub const WORK: &str = "work";

/// The directory of a run that writes to it.
pub struct Directory {
    disk: Disk,
    path: PathBuf,
    manifest: Manifest,
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
        scope: ScopeOfRun,
    ) -> Result<Directory, DirectoryError> {
        Directory::create_on(&Disk::default(), path, program_version, identity, scope)
    }

    /// [`Directory::create`] on a disk that may be one for tests.
    pub fn create_on(
        disk: &Disk,
        path: &Path,
        program_version: &str,
        identity: Identity,
        scope: ScopeOfRun,
    ) -> Result<Directory, DirectoryError> {
        disk.make_folder(path).map_err(DirectoryError::io("make", path))?;
        read::refuse_strangers(disk, path)?;
        let lock = take_lock(disk, path)?;
        read::refuse_earlier_run(disk, path, &identity)?;
        let manifest = Manifest { scope, ..Manifest::new(program_version, identity) };
        let (disk, path) = (disk.clone(), path.to_owned());
        let mut directory = Directory { disk, path, manifest, _lock: lock };
        directory.write()?;
        Ok(directory)
    }

    /// Goes on with the run in a folder. Refuses one that another program writes to, that another
    /// version of the program wrote or that explores something else than `identity`, if that is given.
    /// Removes files that the manifest does not name.
    pub fn open(
        path: &Path,
        program_version: &str,
        identity: Option<&Identity>,
    ) -> Result<Directory, DirectoryError> {
        Directory::open_on(&Disk::default(), path, program_version, identity)
    }

    /// [`Directory::open`] on a disk that may be one for tests.
    pub fn open_on(
        disk: &Disk,
        path: &Path,
        program_version: &str,
        identity: Option<&Identity>,
    ) -> Result<Directory, DirectoryError> {
        read::read_pointer(disk, path)?; // no lock in a folder that is no run
        let lock = take_lock(disk, path)?;
        let manifest = read::read_manifest(disk, path)?;
        if let Some(identity) = identity {
            read::refuse_other_run(path, &manifest, identity)?;
        }
        if manifest.program_version != program_version {
            return Err(DirectoryError::OtherProgram {
                path: path.to_owned(),
                there: manifest.program_version,
                here: program_version.to_owned(),
            });
        }
        let (disk, path) = (disk.clone(), path.to_owned());
        let directory = Directory { disk, path, manifest, _lock: lock };
        directory.remove_unnamed()?;
        Ok(directory)
    }

    /// Reads the manifest of a directory, and leaves everything in it alone.
    pub fn open_read_only(path: &Path) -> Result<ReadDirectory, DirectoryError> {
        let manifest = read::read_manifest(&Disk::default(), path)?;
        Ok(ReadDirectory { path: path.to_owned(), manifest })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of files that come and go.
    pub fn work_path(&self) -> PathBuf {
        self.path.join(WORK)
    }

    /// The folder of records.
    pub fn records_path(&self) -> PathBuf {
        self.path.join(RECORDS)
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Changes the manifest. The change is durable afterwards; number and time are set here.
    pub fn update(&mut self, change: impl FnOnce(&mut Manifest)) -> Result<(), DirectoryError> {
        change(&mut self.manifest);
        self.write()
    }

    /// Says how the run stands.
    pub fn set_status(&mut self, status: Status) -> Result<(), DirectoryError> {
        self.update(|manifest| manifest.status = status)
    }

    /// Keeps a solution beside the manifest.
    pub fn keep_solution(&self, solution: &Solution) -> Result<(), DirectoryError> {
        let path = self.path.join(SOLUTION);
        replace(&self.disk, &path, &solution.to_bytes()).map_err(DirectoryError::io("write", &path))
    }

    /// Ends the run without a trace: its manifest, its lock and, if nothing else is in it, the folder.
    pub fn remove(self) -> io::Result<()> {
        let Directory { disk, path, manifest, .. } = &self;
        disk.remove(&path.join(CURRENT))?;
        disk.remove(&path.join(Pointer::to(manifest.number, &[]).file_name()))?;
        disk.remove(&path.join(LOCK))?;
        match disk.remove(&path.join(SOLUTION)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        if disk.list(path)?.is_empty() { disk.remove_folder(path) } else { Ok(()) }
    }

    /// Writes the next manifest, points to it, and deletes the one before.
    fn write(&mut self) -> Result<(), DirectoryError> {
        let before = Pointer::to(self.manifest.number, &[]);
        self.manifest.number += 1;
        self.manifest.unix_seconds = unix_seconds();
        let bytes = self.manifest.to_bytes();
        let pointer = Pointer::to(self.manifest.number, &bytes);
        let put = |name: &str, bytes: &[u8]| {
            let path = self.path.join(name);
            replace(&self.disk, &path, bytes).map_err(DirectoryError::io("write", &path))
        };
        put(&pointer.file_name(), &bytes)?;
        put(CURRENT, &pointer.to_bytes())?;
        self.delete(&self.path.join(before.file_name()))
    }

    fn delete(&self, path: &Path) -> Result<(), DirectoryError> {
        match self.disk.remove(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(DirectoryError::io("delete", path)(error))
            }
            _ => Ok(()),
        }
    }

    /// Removes what a crash left: manifests that do not count, files that are not complete, files in the
    /// work folder that the manifest does not name.
    fn remove_unnamed(&self) -> Result<(), DirectoryError> {
        let current = Pointer::to(self.manifest.number, &[]).file_name();
        let is_ours = |name: &str| name.starts_with(MANIFEST_PREFIX) || name.starts_with(CURRENT);
        let is_left = |name: &str| {
            let manifest = name.strip_prefix(MANIFEST_PREFIX);
            let digits = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit());
            (manifest.is_some_and(digits) && name != current)
                || (is_ours(name) && name.ends_with(TEMPORARY))
        };
        let named = |name: &str| self.manifest.files.iter().any(|file| file.name == name);
        for found in self.list(&self.path)?.iter().filter(|name| is_left(name)) {
            self.delete(&self.path.join(found))?;
        }
        let work = self.work_path();
        for found in self.list(&work)?.iter().filter(|name| !named(name)) {
            self.delete(&work.join(found))?;
        }
        Ok(())
    }

    /// The names of the files of a folder, which may be missing.
    fn list(&self, folder: &Path) -> Result<Vec<String>, DirectoryError> {
        match self.disk.list(folder) {
            Ok(found) => Ok(found.into_iter().filter(|it| it.is_file).map(|it| it.name).collect()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(DirectoryError::io("list", folder)(error)),
        }
    }
}

impl std::fmt::Debug for Directory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Directory").field(&self.path).field(&self.manifest).finish()
    }
}

fn take_lock(disk: &Disk, path: &Path) -> Result<Lock, DirectoryError> {
    Lock::take(disk, path).map_err(|error| match error {
        LockError::Held { holder } => DirectoryError::Locked { path: path.to_owned(), holder },
        LockError::Io(source) => DirectoryError::io("lock", &path.join(LOCK))(source),
    })
}
