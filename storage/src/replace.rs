//! Replacing a file so that a crash leaves the old one or the new one, whole.
//!
//! The bytes go to a temporary file beside it, which is synced and then renamed over it; then the
//! folder is synced, so that the name is durable too. A rename before the sync could leave an empty
//! file after a power cut. The one place for this.
//!
//! A file of the user is another matter: anything may be beside it, so its temporary name is a new one each time,
//! and is removed when the writing fails.

use crate::disk::{Disk, parent_of};
use std::fs::{File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
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

/// Writes a file of the user with all that `write` gives it. Whether it is synced is for `write` to say.
pub fn write_whole<T, E>(
    path: &Path,
    failed: impl Fn(io::Error) -> E,
    write: impl FnOnce(&File) -> Result<T, E>,
) -> Result<T, E> {
    // As any other new file, less what the user's mask takes away.
    let readable = Permissions::from_mode(0o666);
    let file = tempfile::Builder::new()
        .prefix(".strata-")
        .permissions(readable)
        .tempfile_in(parent_of(path))
        .map_err(&failed)?;
    let written = write(file.as_file())?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(written)
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
    use std::io::Write;

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
    fn a_file_of_the_user_is_whole_or_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("page");
        let write = |text: &'static str| {
            write_whole(&path, |error| error, |mut file| file.write_all(text.as_bytes()))
        };
        for text in ["one, and longer", "two"] {
            write(text).expect("room on the disk");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        let stopped: io::Result<()> = write_whole(
            &path,
            |error| error,
            |mut file| {
                file.write_all(b"half of")?;
                Err(io::Error::other("a full disk"))
            },
        );
        assert!(stopped.is_err());
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "two");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_place_that_can_not_be_written_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(replace(&Disk::default(), &folder.path().join("nowhere/current"), b"one").is_err());
    }
}
