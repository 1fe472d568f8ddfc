//! Files of one folder: the layer through which queues and scratch reach the disk.
//!
//! It is small so that it can be trusted and replaced: every operation is a method, each passes through
//! one gate ([`Files::fail_after`] makes it refuse), and all bytes are counted where they are written.
//! Writes are ordinary appends, so that a full disk is an error and not a signal; reading is through a
//! memory map, which is sound because a sealed file is never written again and one process at a time
//! owns the folder.
//!
//! Nothing is synced unless asked for: queues and scratch can be made again from what came before them.
//! What has to last is named only after [`Files::sync`]. (The manifest is written by `replace`, records by
//! RocksDB.)
//!
//! The folder is one that is given, or a temporary one, which is made when the first file is and goes
//! when the last handle does.

mod handles;

pub use handles::{MappedFile, NewFile};

use crate::error::StorageError;
use memmap2::Mmap;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// Stands for no limit, on bytes and on operations.
const UNLIMITED: u64 = u64::MAX;

/// The files of a folder. Clones share it.
#[derive(Clone)]
pub struct Files {
    shared: Arc<Shared>,
}

struct Shared {
    root: Root,
    disk_bytes: AtomicU64,
    disk_bytes_peak: AtomicU64,
    disk_bytes_max: AtomicU64,
    /// The part of `disk_bytes` that is not in files of ours.
    other_bytes: AtomicU64,
    next_number: AtomicU64,
    /// Operations that still work.
    operations_left: AtomicU64,
}

enum Root {
    Given(PathBuf),
    Temporary { within: PathBuf, folder: Mutex<Option<TempDir>> },
}

impl Files {
    /// The files of this folder, which is made when it is not there. Those that are in it count.
    pub fn at(path: &Path) -> Result<Files, StorageError> {
        let failed = |source| StorageError::io(path, "make the folder", source);
        fs::create_dir_all(path).map_err(failed)?;
        let files = Files::new(Root::Given(path.to_owned()));
        let bytes = files.list()?.into_iter().map(|(_, bytes)| bytes).sum();
        files.shared.disk_bytes.store(bytes, Relaxed);
        files.shared.disk_bytes_peak.store(bytes, Relaxed);
        Ok(files)
    }

    /// Files of a folder that lasts as long as they are used, where the system keeps such.
    pub fn temporary() -> Files {
        Files::temporary_in(&std::env::temp_dir())
    }

    /// Files of a folder inside this one, which lasts as long as they are used.
    pub fn temporary_in(within: &Path) -> Files {
        Files::new(Root::Temporary { within: within.to_owned(), folder: Mutex::default() })
    }

    fn new(root: Root) -> Files {
        let shared = Shared {
            root,
            disk_bytes: AtomicU64::new(0),
            disk_bytes_peak: AtomicU64::new(0),
            disk_bytes_max: AtomicU64::new(UNLIMITED),
            other_bytes: AtomicU64::new(0),
            next_number: AtomicU64::new(0),
            operations_left: AtomicU64::new(UNLIMITED),
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
        self.shared.operations_left.store(operations, Relaxed);
    }

    /// Bytes of all files, now.
    pub fn disk_bytes(&self) -> u64 {
        self.shared.disk_bytes.load(Relaxed)
    }

    /// The most bytes there were at any time.
    pub fn disk_bytes_peak(&self) -> u64 {
        self.shared.disk_bytes_peak.load(Relaxed)
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
        self.gate("create", &path)?;
        let opened = OpenOptions::new().append(true).create_new(true).open(&path);
        let file = opened.map_err(|source| StorageError::io(&path, "create", source))?;
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
        self.gate("sync", &path)?;
        let synced = File::open(&path).and_then(|file| file.sync_all());
        synced.map_err(|source| StorageError::io(&path, "sync", source))
    }

    /// Waits until the names of all files are on the disk for good.
    pub fn sync_folder(&self) -> Result<(), StorageError> {
        let path = self.folder()?;
        self.gate("sync the folder", &path)?;
        let synced = File::open(&path).and_then(|folder| folder.sync_all());
        synced.map_err(|source| StorageError::io(&path, "sync the folder", source))
    }

    /// Puts one file in the place of another, or of none, at one instant, and for good.
    pub fn rename(&self, from: &str, to: &str) -> Result<(), StorageError> {
        self.sync(from)?;
        let (old, new) = (self.path(from)?, self.path(to)?);
        self.gate("rename", &new)?;
        let replaced_bytes = fs::metadata(&new).map_or(0, |file| file.len());
        fs::rename(&old, &new).map_err(|source| StorageError::io(&new, "rename", source))?;
        self.release(replaced_bytes);
        self.sync_folder()
    }

    /// Deletes a file.
    pub fn remove(&self, name: &str) -> Result<(), StorageError> {
        let path = self.path(name)?;
        self.gate("delete", &path)?;
        let removed = fs::metadata(&path).and_then(|file| {
            fs::remove_file(&path)?;
            Ok(file.len())
        });
        self.release(removed.map_err(|source| StorageError::io(&path, "delete", source))?);
        Ok(())
    }

    /// Maps a file that is complete.
    pub fn map(&self, name: &str) -> Result<MappedFile, StorageError> {
        let path = self.path(name)?;
        self.gate("read", &path)?;
        let failed = |source| StorageError::io(&path, "read", source);
        let file = File::open(&path).map_err(failed)?;
        // SAFETY: complete files are never written again, and the folder has one owner.
        let map = unsafe { Mmap::map(&file) }.map_err(failed)?;
        Ok(MappedFile { map, path })
    }

    /// Names and sizes of all files, by name.
    pub fn list(&self) -> Result<Vec<(String, u64)>, StorageError> {
        let Some(folder) = self.folder_if_made() else { return Ok(Vec::new()) };
        self.gate("list the folder", &folder)?;
        let found = files_in(&folder);
        let mut found =
            found.map_err(|source| StorageError::io(&folder, "list the folder", source))?;
        found.sort_unstable();
        Ok(found)
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
        self.gate("make a folder in", within)?;
        let made = tempfile::Builder::new().prefix("strata-").tempdir_in(within);
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

    /// Every operation passes here.
    fn gate(&self, action: &'static str, path: &Path) -> Result<(), StorageError> {
        let left = &self.shared.operations_left;
        if left.load(Relaxed) == UNLIMITED {
            return Ok(());
        }
        let used = left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        let refused =
            |_| StorageError::io(path, action, io::Error::other("made to fail by a test"));
        used.map(|_| ()).map_err(refused)
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

fn files_in(folder: &Path) -> io::Result<Vec<(String, u64)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (name, file) = (entry.file_name(), entry.metadata()?);
        // Every file of ours has a name in UTF-8.
        if let (Some(name), true) = (name.to_str(), file.is_file()) {
            found.push((name.to_owned(), file.len()));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_folder_comes_with_the_first_file_and_goes_with_the_last_handle() {
        let within = tempfile::tempdir().expect("a folder");
        let inside = || fs::read_dir(within.path()).expect("a folder").count();
        let files = Files::temporary_in(within.path());
        assert!(files.list().expect("list").is_empty());
        assert_eq!(inside(), 0, "nothing is made before it is needed");
        let file = files.create("first").expect("create");
        drop(files);
        assert_eq!(inside(), 1);
        drop(file);
        assert_eq!(inside(), 0);
    }

    #[test]
    fn bytes_are_counted_up_and_down_and_limited() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("old"), [7; 30]).expect("write");
        let files = Files::at(folder.path()).expect("open").limited_to(100);
        let mut file = files.create("new").expect("create");
        file.append(&[1; 50]).expect("80 bytes are within the limit");
        let error = file.append(&[2; 25]).expect_err("105 are not");
        assert!(error.is_for_lack_of_room());
        let text = error.to_string();
        assert!(text.contains("100 bytes") && text.contains("5 are missing"), "{text}");
        assert_eq!(&files.map("new").expect("map")[..], [1; 50]);
        file.keep();
        assert_eq!(files.list().expect("list"), [("new".into(), 50), ("old".into(), 30)]);
        files.remove("old").expect("remove");
        assert_eq!((files.disk_bytes(), files.disk_bytes_peak()), (50, 80));
        files.count_others(folder.path(), 50).expect("100 bytes are within the limit");
        let error = files.count_others(folder.path(), 60).expect_err("110 are not");
        assert!(error.to_string().contains("10 are missing"), "{error}");
        files.count_others(folder.path(), 20).expect("fewer");
        assert_eq!((files.disk_bytes(), files.disk_bytes_peak()), (70, 100));
    }

    #[test]
    fn a_file_that_is_not_kept_leaves_nothing() {
        let files = Files::temporary();
        files.create("gone").expect("create").append(b"some bytes").expect("write");
        assert!(files.list().expect("list").is_empty());
        assert_eq!((files.disk_bytes(), files.disk_bytes_peak()), (0, 10));
        let name = files.create_numbered("run").expect("create").keep();
        assert_ne!(files.create_numbered("run").expect("create").keep(), name);
        let error = files.create(&name).err().expect("it is there").to_string();
        assert!(error.contains("can't create") && error.contains(&name), "{error}");
    }

    #[test]
    fn after_the_given_number_of_operations_all_fail() {
        let files = Files::temporary();
        let mut file = files.create("file").expect("create");
        files.fail_after(1);
        file.append(b"works").expect("one operation is left");
        for _ in 0..2 {
            let error = file.append(b"fails").expect_err("none is left").to_string();
            assert!(error.contains("made to fail"), "{error}");
        }
        assert!(files.sync_folder().is_err() && files.map("file").is_err());
    }
}
