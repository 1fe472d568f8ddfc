//! Depths that are complete: a folder each, opened when they are asked for.
//!
//! An open database takes memory and files, so only the few that were asked for last stay open. When a
//! depth is opened, its files are first compared with its seal.

use super::ExistsError;
use crate::database::{Database, Settings};
use crate::replace::sync_folder;
use crate::seal::Seal;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Depths that are kept open. A search looks at a layer and the few above it.
const OPEN_MAX: usize = 4;
const PREFIX: &str = "depth-";

/// The folder of a depth.
pub(super) fn depth_path(folder: &Path, depth: u32) -> PathBuf {
    folder.join(format!("{PREFIX}{depth:04}"))
}

/// The depths whose folders are there.
fn depths_in(folder: &Path) -> Result<BTreeSet<u32>, ExistsError> {
    let mut depths = BTreeSet::new();
    for entry in fs::read_dir(folder).map_err(ExistsError::folder("list", folder))? {
        let name = entry.map_err(ExistsError::folder("list", folder))?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse().ok());
        let is_name = |&depth: &u32| depth_path(folder, depth).file_name() == Some(&name);
        depths.extend(number.filter(is_name));
    }
    Ok(depths)
}

/// A complete depth, open for reading.
pub(super) struct Depth {
    pub(super) database: Database,
    /// Records that it has.
    pub(super) records: u64,
}

/// Complete depths.
pub(super) struct Sealed {
    folder: PathBuf,
    depths: Mutex<BTreeSet<u32>>,
    /// The one that was asked for last at the end.
    open: Mutex<Vec<(u32, Arc<Depth>)>>,
}

impl Sealed {
    /// What is in the folder.
    pub(super) fn list(folder: &Path) -> Result<Sealed, ExistsError> {
        let depths = Mutex::new(depths_in(folder)?);
        Ok(Sealed { folder: folder.to_owned(), depths, open: Mutex::default() })
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
                Arc::new(Depth::open(&depth_path(&self.folder, depth), settings)?)
            }
        };
        open.push((depth, found.clone()));
        Ok(Some(found))
    }
}

impl Depth {
    fn open(path: &Path, settings: &Settings) -> Result<Depth, ExistsError> {
        let seal = Seal::check(path).map_err(ExistsError::seal(path))?;
        let database = Database::open_read_only(path, settings)?;
        Ok(Depth { database, records: seal.records })
    }
}

/// Deletes the folders from this depth on, deepest first, so that what is left has no gap.
pub(super) fn delete_from(folder: &Path, depth: u32) -> Result<(), ExistsError> {
    for &depth in depths_in(folder)?.range(depth..).rev() {
        let path = depth_path(folder, depth);
        fs::remove_dir_all(&path).map_err(ExistsError::folder("delete", &path))?;
    }
    sync_folder(folder).map_err(ExistsError::folder("sync", folder))
}

/// Bytes of all files of all depths.
pub(super) fn folder_bytes(folder: &Path) -> Result<u64, ExistsError> {
    let mut bytes = 0;
    for depth in depths_in(folder)? {
        let path = depth_path(folder, depth);
        for entry in fs::read_dir(&path).map_err(ExistsError::folder("list", &path))? {
            let metadata = entry.and_then(|entry| entry.metadata());
            match metadata {
                Ok(metadata) => bytes += metadata.len(),
                // A file that goes while it is looked at takes no room.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(ExistsError::folder("list", &path)(error)),
            }
        }
    }
    Ok(bytes)
}
