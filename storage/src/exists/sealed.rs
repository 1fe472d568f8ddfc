//! Depths that are complete: a folder each, opened when they are asked for.
//!
//! An open database takes memory and files, so only the few that were asked for last stay open. When a
//! depth is opened, its files are first compared with its seal.

use super::{ExistsError, Raw};
use crate::database::{Database, Settings};
use crate::disk::Disk;
use crate::record::{KEY_BYTES, RecordKey};
use crate::seal::Seal;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Depths that are kept open. A search looks at a layer and the few above it.
const OPEN_MAX: usize = 4;
const PREFIX: &str = "depth-";

/// The folder of a depth.
pub(crate) fn depth_path(folder: &Path, depth: u32) -> PathBuf {
    folder.join(format!("{PREFIX}{depth:04}"))
}

/// The depths whose folders are there.
fn depths_in(disk: &Disk, folder: &Path) -> Result<BTreeSet<u32>, ExistsError> {
    let listed = disk.list(folder).map_err(ExistsError::folder("list", folder))?;
    let depth = |name: &str| {
        let depth = name.strip_prefix(PREFIX)?.parse().ok()?;
        (depth_path(folder, depth) == folder.join(name)).then_some(depth)
    };
    Ok(listed.iter().filter_map(|found| depth(&found.name)).collect())
}

/// A complete depth, open for reading.
pub(super) struct Depth {
    pub(super) database: Database,
    /// Records that it has.
    pub(super) records: u64,
}

/// Complete depths.
pub(super) struct Sealed {
    disk: Disk,
    folder: PathBuf,
    depths: Mutex<BTreeSet<u32>>,
    /// The one that was asked for last at the end.
    open: Mutex<Vec<(u32, Arc<Depth>)>>,
}

impl Sealed {
    /// What is in the folder.
    pub(super) fn list(disk: &Disk, folder: &Path) -> Result<Sealed, ExistsError> {
        let depths = Mutex::new(depths_in(disk, folder)?);
        let (disk, folder) = (disk.clone(), folder.to_owned());
        Ok(Sealed { disk, folder, depths, open: Mutex::default() })
    }

    pub(super) fn depths(&self) -> Vec<u32> {
        self.depths.lock().expect("no panic while locked").iter().copied().collect()
    }

    pub(super) fn last(&self) -> Option<u32> {
        self.depths.lock().expect("no panic while locked").last().copied()
    }

    pub(super) fn add(&self, depth: u32) {
        self.depths.lock().expect("no panic while locked").insert(depth);
    }

    /// Closes the databases from this depth on.
    pub(super) fn forget_from(&self, depth: u32) {
        self.depths.lock().expect("no panic while locked").retain(|&other| other < depth);
        self.open.lock().expect("no panic while locked").retain(|&(other, _)| other < depth);
    }

    /// A depth, if that has records.
    pub(super) fn open(
        &self,
        depth: u32,
        settings: &Settings,
    ) -> Result<Option<Arc<Depth>>, ExistsError> {
        if !self.depths.lock().expect("no panic while locked").contains(&depth) {
            return Ok(None);
        }
        let mut open = self.open.lock().expect("no panic while locked");
        let found = match open.iter().position(|&(other, _)| other == depth) {
            Some(place) => open.remove(place).1,
            None => {
                // Closes the one that was not asked for longest before the next takes memory.
                if open.len() == OPEN_MAX {
                    open.remove(0);
                }
                let path = depth_path(&self.folder, depth);
                Arc::new(Depth::open(&self.disk, &path, settings)?)
            }
        };
        open.push((depth, found.clone()));
        Ok(Some(found))
    }
}

impl Depth {
    fn open(disk: &Disk, path: &Path, settings: &Settings) -> Result<Depth, ExistsError> {
        let seal = Seal::check(disk, path).map_err(ExistsError::seal(path))?;
        let database = Database::open_read_only(path, settings)?;
        Ok(Depth { database, records: seal.records })
    }
}

/// Deletes the folders from this depth on, deepest first, so that what is left has no gap.
pub(super) fn delete_from(disk: &Disk, folder: &Path, depth: u32) -> Result<(), ExistsError> {
    let depths = depths_in(disk, folder)?;
    let mut gone = depths.range(depth..).rev().peekable();
    if gone.peek().is_none() {
        return Ok(());
    }
    for &depth in gone {
        let path = depth_path(folder, depth);
        disk.remove_folder(&path).map_err(ExistsError::folder("delete", &path))?;
    }
    disk.sync_folder(folder).map_err(ExistsError::folder("sync", folder))
}

/// Bytes of all files of all depths.
pub(super) fn folder_bytes(disk: &Disk, folder: &Path) -> Result<u64, ExistsError> {
    let mut bytes = 0;
    for depth in depths_in(disk, folder)? {
        let path = depth_path(folder, depth);
        match disk.list(&path) {
            Ok(files) => bytes += files.iter().map(|file| file.bytes).sum::<u64>(),
            // A folder that goes while it is looked at takes no room.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(ExistsError::folder("list", &path)(error)),
        }
    }
    Ok(bytes)
}

/// Records of a database from `lower` up to, not including, `upper`, in order, `most` of them.
pub(super) fn range_of(
    database: &Database,
    lower: &RecordKey,
    upper: &RecordKey,
    most: usize,
) -> Result<Vec<Raw>, ExistsError> {
    let mut raw = Vec::new();
    let mut bad_key = None;
    database.visit(lower, upper, |key, value| {
        match key.try_into() {
            Ok(key) => raw.push((key, value.to_vec())),
            Err(_) => bad_key = Some(key.len()),
        }
        bad_key.is_none() && raw.len() < most
    })?;
    match bad_key {
        None => Ok(raw),
        Some(length) => Err(ExistsError::DamagedDepth {
            path: database.path().to_owned(),
            expected: format!("keys of {KEY_BYTES} bytes"),
            found: format!("one of {length}"),
        }),
    }
}
