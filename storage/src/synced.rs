//! Which files of a store are on the disk for good.

use crate::error::StorageError;
use crate::files::Files;
use crate::live::LiveFile;
use std::collections::BTreeSet;
use std::sync::Mutex;

#[derive(Default)]
pub(crate) struct Synced {
    names: Mutex<BTreeSet<String>>,
}

impl Synced {
    /// A file that was durable before this process began.
    pub fn add(&self, name: &str) {
        self.names.lock().expect("no panic while locked").insert(name.to_owned());
    }

    /// Makes all files that are alive durable, with their names.
    pub fn sync(&self, files: &Files, live: &[LiveFile]) -> Result<(), StorageError> {
        let mut names = self.names.lock().expect("no panic while locked");
        let new: Vec<_> = live.iter().filter(|file| !names.contains(&file.name)).collect();
        for file in &new {
            files.sync(&file.name)?;
        }
        if !new.is_empty() {
            files.sync_folder()?;
        }
        *names = live.iter().map(|file| file.name.clone()).collect();
        Ok(())
    }
}
