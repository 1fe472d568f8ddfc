//! Files that are there whole or not at all.

use crate::exit::Failure;
use std::path::Path;
use storage::Disk;
use storage::replace::replace_unsynced;

/// Writes a file beside its name first, so that nobody finds half of it there.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace_unsynced(&Disk::default(), path, bytes)
        .map_err(|error| Failure::of_machine(format!("can't write to {}: {error}", path.display())))
}
