//! Files of one folder: the layer through which queues and scratch reach the disk.
//!
//! Every operation is one of [`Disk`], which tests can make fail; here all bytes are counted where they are
//! written, and limited. Writes are ordinary appends, so that a full disk is an error and not a signal; reading is through a
//! memory map, which is sound because a sealed file is never written again and one process at a time
//! owns the folder.
//!
//! Nothing is synced unless asked for. What has to last is named by a manifest only after
//! [`Files::sync`] and [`Files::sync_folder`].
//!
//! The folder is one that is given, or a temporary one, which is made when the first file is and goes
//! when the last handle does.

mod handles;

pub use handles::{MappedFile, NewFile};

use crate::disk::Disk;
use crate::error::StorageError;
use memmap2::Mmap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// Stands for no limit.
const UNLIMITED: u64 = u64::MAX;

/// The files of a folder. Clones share it.
#[derive(Clone)]
pub struct Files {
    shared: Arc<Shared>,
}

struct Shared {
    disk: Disk,
    root: Root,
    disk_bytes: AtomicU64,
    disk_bytes_peak: AtomicU64,
    disk_bytes_max: AtomicU64,
    /// The part of `disk_bytes` that is not in files of ours.
    other_bytes: AtomicU64,
    next_number: AtomicU64,
}

enum Root {
    Given(PathBuf),
    Temporary { within: PathBuf, folder: Mutex<Option<TempDir>> },
}

impl Files {
    /// The files of this folder, which is made when it is not there. Those that are in it count.
    pub fn at(path: &Path) -> Result<Files, StorageError> {
        Files::on(&Disk::default(), path)
    }

    /// [`Files::at`] on a disk that may be one for tests.
    pub fn on(disk: &Disk, path: &Path) -> Result<Files, StorageError> {
        let failed = |source| StorageError::io(path, "make the folder", source);
        disk.make_folder(path).map_err(failed)?;
        let files = Files::new(disk.clone(), Root::Given(path.to_owned()));
        let bytes = files.list()?.into_iter().map(|(_, bytes)| bytes).sum();
        files.shared.disk_bytes.store(bytes, Relaxed);
        files.shared.disk_bytes_peak.store(bytes, Relaxed);
        Ok(files)
    }

    /// The files of a folder that is only read, and may be missing.
    pub(crate) fn reading(path: &Path) -> Files {
        Files::new(Disk::default(), Root::Given(path.to_owned()))
    }

    /// Files of a folder that lasts as long as they are used, where the system keeps such.
    pub fn temporary() -> Files {
        Files::temporary_in(&std::env::temp_dir())
    }

    /// Files of a folder inside this one, which lasts as long as they are used.
    pub fn temporary_in(within: &Path) -> Files {
        let root = Root::Temporary { within: within.to_owned(), folder: Mutex::default() };
        Files::new(Disk::default(), root)
    }

    fn new(disk: Disk, root: Root) -> Files {
        let shared = Shared {
            disk,
            root,
            disk_bytes: AtomicU64::new(0),
            disk_bytes_peak: AtomicU64::new(0),
            disk_bytes_max: AtomicU64::new(UNLIMITED),
            other_bytes: AtomicU64::new(0),
            next_number: AtomicU64::new(0),
        };
        Files { shared: Arc::new(shared) }
    }

    /// Sets the limit for all files together.
    pub fn limited_to(self, disk_bytes_max: u64) -> Files {
        self.shared.disk_bytes_max.store(disk_bytes_max, Relaxed);
        self
    }

    /// For tests: after this many operations the disk refuses every further one.
    pub fn fail_after(&self, operations: u64) {
        self.shared.disk.fail_after(operations);
    }

    /// The disk that they are on.
    pub fn disk(&self) -> &Disk {
        &self.shared.disk
    }

    /// Bytes of all files, now.
    pub fn disk_bytes(&self) -> u64 {
        self.shared.disk_bytes.load(Relaxed)
    }

    /// The most bytes there were at any time.
    pub fn disk_bytes_peak(&self) -> u64 {
        self.shared.disk_bytes_peak.load(Relaxed)
    }

    /// Bytes that can still be written: to the limit, or to the end of the file system.
    pub fn room_bytes(&self) -> u64 {
        let limit = self.shared.disk_bytes_max.load(Relaxed);
        let under_limit = limit.saturating_sub(self.disk_bytes());
        match self.folder_if_made().and_then(|folder| free_bytes(&folder)) {
            Some(free) => free.min(under_limit),
            None => under_limit,
        }
    }

    /// What others hold under the same limit, now: it counts as if it were files of ours.
    pub fn count_others(&self, path: &Path, bytes: u64) -> Result<(), StorageError> {
        let before = self.shared.other_bytes.swap(bytes, Relaxed);
        if bytes >= before {
            let counted = self.reserve(path, bytes - before);
            if counted.is_err() {
                self.shared.other_bytes.store(before, Relaxed);
            }
            return counted;
        }
        self.release(before - bytes);
        Ok(())
    }

    /// Begins a file that was not there.
    pub fn create(&self, name: &str) -> Result<NewFile, StorageError> {
        let path = self.folder()?.join(name);
        let file = self.disk().create_new(&path);
        let file = file.map_err(|source| StorageError::io(&path, "create", source))?;
        let files = self.clone();
        Ok(NewFile { files, name: name.to_owned(), path, file, bytes: 0, kept: false })
    }

    /// Begins a file with a name that no other one has: the prefix, and a number.
    pub fn create_numbered(&self, prefix: &str) -> Result<NewFile, StorageError> {
        let folder = self.folder()?;
        loop {
            let number = self.shared.next_number.fetch_add(1, Relaxed);
            let name = format!("{prefix}-{number:08}");
            if !folder.join(&name).exists() {
                return self.create(&name);
            }
        }
    }

    /// Waits until a file is on the disk for good. Its name is with [`Files::sync_folder`].
    pub fn sync(&self, name: &str) -> Result<(), StorageError> {
        let path = self.path(name)?;
        self.disk().sync(&path).map_err(|source| StorageError::io(&path, "sync", source))
    }

    /// Waits until the names of all files are on the disk for good.
    pub fn sync_folder(&self) -> Result<(), StorageError> {
        let path = self.folder()?;
        let synced = self.disk().sync_folder(&path);
        synced.map_err(|source| StorageError::io(&path, "sync the folder", source))
    }

    /// Deletes a file.
    pub fn remove(&self, name: &str) -> Result<(), StorageError> {
        let path = self.path(name)?;
        let removed = self.disk().bytes(&path).and_then(|bytes| {
            self.disk().remove(&path)?;
            Ok(bytes)
        });
        self.release(removed.map_err(|source| StorageError::io(&path, "delete", source))?);
        Ok(())
    }

    /// Maps a file that is complete.
    pub fn map(&self, name: &str) -> Result<MappedFile, StorageError> {
        let path = self.path(name)?;
        let failed = |source| StorageError::io(&path, "read", source);
        let file = self.disk().open(&path).map_err(failed)?;
        // SAFETY: complete files are never written again, and the folder has one owner.
        let map = unsafe { Mmap::map(&file) }.map_err(failed)?;
        Ok(MappedFile { map, path })
    }

    /// Names and sizes of all files, by name.
    pub fn list(&self) -> Result<Vec<(String, u64)>, StorageError> {
        let Some(folder) = self.folder_if_made() else { return Ok(Vec::new()) };
        let found = self.disk().list(&folder);
        let found = found.map_err(|source| StorageError::io(&folder, "list the folder", source))?;
        let files = found.into_iter().filter(|found| found.is_file);
        Ok(files.map(|found| (found.name, found.bytes)).collect())
    }

    /// Where a file is.
    pub fn path(&self, name: &str) -> Result<PathBuf, StorageError> {
        Ok(self.folder()?.join(name))
    }

    fn folder(&self) -> Result<PathBuf, StorageError> {
        let (within, folder) = match &self.shared.root {
            Root::Given(path) => return Ok(path.clone()),
            Root::Temporary { within, folder } => (within, folder),
        };
        let mut folder = folder.lock().expect("no panic while locked");
        if let Some(folder) = &*folder {
            return Ok(folder.path().to_owned());
        }
        let make = || tempfile::Builder::new().prefix("strata-").tempdir_in(within);
        let made = self.disk().pass().and_then(|()| make());
        let made = made.map_err(|source| StorageError::io(within, "make a folder in", source))?;
        Ok(folder.insert(made).path().to_owned())
    }

    fn folder_if_made(&self) -> Option<PathBuf> {
        match &self.shared.root {
            Root::Given(path) => Some(path.clone()),
            Root::Temporary { folder, .. } => {
                let folder = folder.lock().expect("no panic while locked");
                folder.as_ref().map(|folder| folder.path().to_owned())
            }
        }
    }

    /// Counts bytes before they are written.
    fn reserve(&self, path: &Path, bytes: u64) -> Result<(), StorageError> {
        let shared = &self.shared;
        let before = shared.disk_bytes.fetch_add(bytes, Relaxed);
        let disk_bytes_max = shared.disk_bytes_max.load(Relaxed);
        if before + bytes > disk_bytes_max {
            self.release(bytes);
            let (path, missing_bytes) = (path.to_owned(), before + bytes - disk_bytes_max);
            let disk_bytes = before;
            return Err(StorageError::DiskLimit {
                path,
                disk_bytes_max,
                disk_bytes,
                missing_bytes,
            });
        }
        shared.disk_bytes_peak.fetch_max(before + bytes, Relaxed);
        Ok(())
    }

    fn release(&self, bytes: u64) {
        let before = self.shared.disk_bytes.fetch_sub(bytes, Relaxed);
        assert!(before >= bytes, "{bytes} bytes are given back of {before}");
    }
}

/// Free bytes of the file system that a folder is on, where the system says so.
fn free_bytes(folder: &Path) -> Option<u64> {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::CString::new(folder.as_os_str().as_bytes()).ok()?;
    let mut facts = std::mem::MaybeUninit::<libc::statvfs>::uninit();
    // SAFETY: a path that ends with a zero, and room for the answer, which is read only when there is one.
    let facts = unsafe {
        if libc::statvfs(path.as_ptr(), facts.as_mut_ptr()) != 0 {
            return None;
        }
        facts.assume_init()
    };
    Some(facts.f_bavail.saturating_mul(facts.f_frsize))
}

#[cfg(test)]
mod tests;
