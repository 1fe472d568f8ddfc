//! Files that are there whole or not at all.

use crate::exit::Failure;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file beside its name first, so that nobody finds half of it there. The folder is the user's: the name beside
/// it is a new one, and does not stay when the disk is full.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: io::Error| {
        Failure::of_machine(format!("can't write to {}: {error}", path.display()))
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new()
        .prefix(".strata-")
        .permissions(readable())
        .tempfile_in(folder)
        .map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// As any other new file, less what the user's mask takes away.
fn readable() -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    std::fs::Permissions::from_mode(0o666)
}
