//! Files that are there whole or not at all.

use crate::exit::Failure;
use std::io::{self, Write};
use std::path::Path;
use storage::replace::write_whole;

/// Writes a file of the user in one step.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: io::Error| {
        Failure::of_machine(format!("can't write to {}: {error}", path.display()))
    };
    write_whole(path, failed, |mut file| file.write_all(bytes).map_err(failed))
}
