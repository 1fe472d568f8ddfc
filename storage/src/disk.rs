//! The disk: the one small layer through which everything in this room but RocksDB reaches it.
//!
//! Every operation is a method and passes one gate, which counts. A test can let the gate close after
//! any number of operations ([`Disk::fail_after`]): that one and all later ones fail, as if the
//! power were gone. A disk [`Disk::that_forgets`] also remembers what was not synced, and
//! [`Disk::lose_unsynced`] then leaves the folders as a power cut may: see `unsynced`.
//!
//! RocksDB has its own way to its files. Whoever calls it passes the gate first ([`Disk::pass`]), so that after
//! the end nothing of it happens either; what it wrote it has synced.

mod unsynced;

pub use unsynced::Loss;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use unsynced::Unsynced;

const UNLIMITED: u64 = u64::MAX;

/// The disk. Clones share the count of operations.
#[derive(Clone)]
pub struct Disk {
    shared: Arc<Shared>,
}

struct Shared {
    operations: AtomicU64,
    operations_max: AtomicU64,
    /// Only where a test wants to lose it.
    unsynced: Option<Mutex<Unsynced>>,
}

/// A name in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    pub name: String,
    pub bytes: u64,
    pub is_file: bool,
}

impl Default for Disk {
    fn default() -> Disk {
        Disk::new(None)
    }
}

impl Disk {
    fn new(unsynced: Option<Mutex<Unsynced>>) -> Disk {
        let operations_max = AtomicU64::new(UNLIMITED);
        let shared = Shared { operations: AtomicU64::new(0), operations_max, unsynced };
        Disk { shared: Arc::new(shared) }
    }

    /// For tests: remembers what was not synced. `limbo` is a folder of the same file system for files
    /// that were deleted and might come back.
    pub fn that_forgets(limbo: &Path) -> Disk {
        Disk::new(Some(Mutex::new(Unsynced::new(limbo))))
    }

    /// For tests: after this many more operations the disk refuses every further one.
    pub fn fail_after(&self, operations: u64) {
        let max = self.operations().saturating_add(operations);
        self.shared.operations_max.store(max, Relaxed);
    }

    /// Operations so far, those that were refused included.
    pub fn operations(&self) -> u64 {
        self.shared.operations.load(Relaxed)
    }

    /// For tests: brings the folders to a state that a power cut may leave.
    ///
    /// # Panics
    /// On a disk that does not forget.
    pub fn lose_unsynced(&self, loss: Loss) -> io::Result<()> {
        self.unsynced().expect("a disk that forgets").lose(loss)
    }

    /// What every operation passes.
    pub fn pass(&self) -> io::Result<()> {
        let number = self.shared.operations.fetch_add(1, Relaxed);
        if number < self.shared.operations_max.load(Relaxed) {
            return Ok(());
        }
        Err(io::Error::other("made to fail by a test"))
    }

    fn unsynced(&self) -> Option<MutexGuard<'_, Unsynced>> {
        self.shared.unsynced.as_ref().map(|it| it.lock().expect("no panic while locked"))
    }

    /// Makes a folder and those above it that are not there. They are durable afterwards.
    pub fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.pass()?;
        if path.is_dir() {
            return Ok(());
        }
        let parent = parent_of(path);
        self.make_folder(&parent)?;
        match fs::create_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {}
            made => made?,
        }
        if let Some(mut unsynced) = self.unsynced() {
            unsynced.made(path, false);
        }
        self.sync_folder(&parent)
    }

    /// Begins a file that was not there.
    pub fn create_new(&self, path: &Path) -> io::Result<File> {
        self.pass()?;
        let file = OpenOptions::new().append(true).create_new(true).open(path)?;
        if let Some(mut unsynced) = self.unsynced() {
            unsynced.made(path, true);
        }
        Ok(file)
    }

    /// A file that may be there, to be read and changed in place: the lock, and nothing that counts.
    pub fn open_in_place(&self, path: &Path) -> io::Result<File> {
        self.pass()?;
        let is_new = !path.exists();
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        if is_new && let Some(mut unsynced) = self.unsynced() {
            unsynced.made(path, true);
        }
        Ok(file)
    }

    /// Writes at the end of a file.
    pub fn append(&self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        self.pass()?;
        file.write_all(bytes)
    }

    /// Waits until the bytes of a file are on the disk for good. Its name is with the folder.
    pub fn sync(&self, path: &Path) -> io::Result<()> {
        self.pass()?;
        let file = File::open(path)?;
        file.sync_all()?;
        if let Some(mut unsynced) = self.unsynced() {
            unsynced.synced(path);
        }
        Ok(())
    }

    /// Waits until the names in a folder are on the disk for good.
    pub fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.pass()?;
        File::open(folder)?.sync_all()?;
        self.unsynced().map_or(Ok(()), |mut unsynced| unsynced.folder_synced(folder))
    }

    /// Puts a file in the place of another of the same folder, or of none, at one instant. Durable
    /// when the folder is synced.
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.pass()?;
        match self.unsynced() {
            Some(mut unsynced) => unsynced.rename(from, to),
            None => fs::rename(from, to),
        }
    }

    /// Deletes a file.
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        self.pass()?;
        match self.unsynced() {
            Some(mut unsynced) => unsynced.remove(path),
            None => fs::remove_file(path),
        }
    }

    /// Deletes a folder with all that is in it.
    pub fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.pass()?;
        match self.unsynced() {
            Some(mut unsynced) => unsynced.remove(path),
            None => fs::remove_dir_all(path),
        }
    }

    /// All bytes of a small file.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.pass()?;
        fs::read(path)
    }

    /// A file to be read or mapped.
    pub fn open(&self, path: &Path) -> io::Result<File> {
        self.pass()?;
        File::open(path)
    }

    /// The size of a file.
    pub fn bytes(&self, path: &Path) -> io::Result<u64> {
        self.pass()?;
        Ok(fs::metadata(path)?.len())
    }

    /// What is in a folder, by name. A name that is no UTF-8 is not ours and comes as it can be shown.
    pub fn list(&self, folder: &Path) -> io::Result<Vec<Listed>> {
        self.pass()?;
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            match entry.metadata() {
                Ok(data) => {
                    found.push(Listed { name, bytes: data.len(), is_file: data.is_file() });
                }
                // A file that goes while it is looked at is not there.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        found.sort_unstable();
        Ok(found)
    }
}

/// The folder that a path is in.
pub fn parent_of(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    parent.unwrap_or(Path::new(".")).to_owned()
}

/// Whether more room would have helped: the disk, a quota or a limit for the size of files.
pub fn is_for_lack_of_room(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

#[cfg(test)]
mod tests;
