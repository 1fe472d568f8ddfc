//! Reading what is in a run directory, and refusing what is not to be touched.

use super::{CURRENT, DirectoryError};
use crate::disk::Disk;
use crate::frame::FrameError;
use crate::lock::LOCK;
use crate::manifest::{Identity, MANIFEST_PREFIX, Manifest, Pointer};
use crate::replace::TEMPORARY;
use std::io;
use std::path::Path;

/// A writer may replace the manifest while it is being read. That it does so between two steps of a
/// reader this often does not happen.
const READ_TRIES: usize = 10;

/// Refuses a folder with files that no run writes before it is under way. Does not touch it.
pub(super) fn refuse_strangers(disk: &Disk, path: &Path) -> Result<(), DirectoryError> {
    if path.join(CURRENT).exists() {
        return Ok(()); // an earlier run, which says more itself
    }
    let mut strangers = Vec::new();
    for found in disk.list(path).map_err(DirectoryError::io("list", path))? {
        let name = found.name;
        // What a crash leaves of a run that was about to begin.
        let ours = name == LOCK || name == format!("{CURRENT}{TEMPORARY}");
        let first = format!("{MANIFEST_PREFIX}000001");
        if !(ours || name == first || name == format!("{first}{TEMPORARY}")) {
            strangers.push(name);
        }
    }
    strangers.sort();
    match strangers.first() {
        None => Ok(()),
        Some(first) => Err(DirectoryError::NotEmpty {
            path: path.to_owned(),
            first: first.clone(),
            count: strangers.len(),
        }),
    }
}

pub(super) fn refuse_earlier_run(
    disk: &Disk,
    path: &Path,
    identity: &Identity,
) -> Result<(), DirectoryError> {
    let manifest = match read_manifest(disk, path) {
        Ok(manifest) => manifest,
        Err(DirectoryError::NoRun { .. }) => return Ok(()),
        Err(error) => return Err(error),
    };
    refuse_other_run(path, &manifest, identity)?;
    let Manifest { identity: Identity { deal, .. }, status, .. } = manifest;
    Err(DirectoryError::EarlierRun { path: path.to_owned(), deal, status })
}

/// Refuses a run of another deal or other rules, with both values.
pub(super) fn refuse_other_run(
    path: &Path,
    manifest: &Manifest,
    identity: &Identity,
) -> Result<(), DirectoryError> {
    let differences = manifest.identity.differences(identity);
    if differences.is_empty() {
        return Ok(());
    }
    let (path, status) = (path.to_owned(), manifest.status.clone());
    Err(DirectoryError::OtherRun { path, differences, status })
}

/// The manifest that counts.
pub(super) fn read_manifest(disk: &Disk, path: &Path) -> Result<Manifest, DirectoryError> {
    let mut tries = 0;
    loop {
        tries += 1;
        let pointer = read_pointer(disk, path)?;
        let file = path.join(pointer.file_name());
        let bytes = match disk.read(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if tries < READ_TRIES && read_pointer(disk, path)? != pointer {
                    continue; // a new one took its place
                }
                return Err(DirectoryError::MissingManifest { path: file });
            }
            Err(error) => return Err(DirectoryError::io("read", &file)(error)),
        };
        let manifest = Manifest::from_bytes(&bytes).map_err(DirectoryError::damaged(&file))?;
        let found = Pointer::to(pointer.number, &bytes).checksum;
        if found != pointer.checksum {
            let error = FrameError::Checksum { expected: pointer.checksum, found };
            return Err(DirectoryError::damaged(&file)(error));
        }
        if manifest.number != pointer.number {
            return Err(DirectoryError::damaged(&file)(FrameError::Content));
        }
        return Ok(manifest);
    }
}

pub(super) fn read_pointer(disk: &Disk, path: &Path) -> Result<Pointer, DirectoryError> {
    let file = path.join(CURRENT);
    match disk.read(&file) {
        Ok(bytes) => Pointer::from_bytes(&bytes).map_err(DirectoryError::damaged(&file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(DirectoryError::NoRun { path: path.to_owned() })
        }
        Err(error) => Err(DirectoryError::io("read", &file)(error)),
    }
}
