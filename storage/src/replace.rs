//! Replacing a small file so that a crash leaves the old one or the new one, whole.
//!
//! The bytes go to a temporary file beside it, which is synced and then renamed over it; then the
//! folder is synced, so that the name is durable too. A rename before the sync could leave an empty
//! file after a power cut. The one function for this in the whole project.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is added to the name while the file is not complete.
pub const TEMPORARY: &str = ".temp";

/// Puts a file with these bytes in the place of the one that is there, if any.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = temporary_of(path);
    let mut file = File::create(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&temporary, path)?;
    sync_folder(path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new(".")))
}

fn temporary_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(TEMPORARY);
    name.into()
}

/// Makes the names in a folder durable.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_a_torn_one_before_it_does_not_matter() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("current");
        fs::write(temporary_of(&path), "a longer text of a crash").expect("room on the disk");
        for text in ["one", "two"] {
            replace(&path, text.as_bytes()).expect("room on the disk");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
        }
    }

    #[test]
    fn a_place_that_can_not_be_written_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(replace(&folder.path().join("nowhere/current"), b"one").is_err());
    }
}
