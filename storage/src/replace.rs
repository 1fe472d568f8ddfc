//! Replacing a small file so that a crash leaves the old one or the new one, whole.
//!
//! The bytes go to a temporary file beside it, which is synced and then renamed over it; then the
//! folder is synced, so that the name is durable too. A rename before the sync could leave an empty
//! file after a power cut. The one place for this for the files of a run.

use crate::disk::{Disk, parent_of};
use std::io;
use std::path::{Path, PathBuf};

/// What is added to the name while the file is not complete.
pub const TEMPORARY: &str = ".temp";

/// Puts a file with these bytes in the place of the one that is there, if any.
pub fn replace(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = write_beside(disk, path, bytes)?;
    disk.sync(&temporary)?;
    disk.rename(&temporary, path)?;
    disk.sync_folder(&parent_of(path))
}

/// The same for a file that need not outlast a power cut.
pub fn replace_unsynced(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = write_beside(disk, path, bytes)?;
    disk.rename(&temporary, path)
}

fn write_beside(disk: &Disk, path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let temporary = temporary_of(path);
    let file = match disk.create_new(&temporary) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            disk.remove(&temporary)?;
            disk.create_new(&temporary)?
        }
        created => created?,
    };
    disk.append(&file, bytes)?;
    Ok(temporary)
}

fn temporary_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(TEMPORARY);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_replaced_and_a_torn_one_before_it_does_not_matter() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("current");
        fs::write(temporary_of(&path), "a longer text of a crash").expect("room on the disk");
        for text in ["one", "two"] {
            replace(&Disk::default(), &path, text.as_bytes()).expect("room on the disk");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
        }
    }

    #[test]
    fn a_place_that_can_not_be_written_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(replace(&Disk::default(), &folder.path().join("nowhere/current"), b"one").is_err());
    }
}
