//! Files that their store no longer needs, but that the last manifest may still name.
//!
//! They are deleted when the manifest after it is durable. That one was made from a flush; what the
//! store had given up before the flush began it does not name, and what was given up later it may.
//! Where there are no manifests files are deleted at once.

use crate::error::StorageError;
use crate::files::Files;
use std::sync::{Mutex, MutexGuard};

pub(crate) struct Retired {
    files: Files,
    /// Whether there are manifests.
    durable: bool,
    list: Mutex<List>,
}

#[derive(Default)]
struct List {
    /// Names and sizes, in the order in which they were given up.
    given_up: Vec<(String, u64)>,
    /// How many of them when the last flush began.
    before_flush: usize,
}

impl Retired {
    pub fn new(files: &Files) -> Retired {
        Retired { files: files.clone(), durable: false, list: Mutex::default() }
    }

    /// Keeps files until [`Retired::release`].
    pub fn durable(&mut self) {
        self.durable = true;
    }

    pub fn is_durable(&self) -> bool {
        self.durable
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().expect("no panic while locked")
    }

    /// Gives a file up. Returns the bytes that this freed.
    pub fn add(&self, name: &str, bytes: u64) -> Result<u64, StorageError> {
        if !self.durable {
            self.files.remove(name)?;
            return Ok(bytes);
        }
        self.list().given_up.push((name.to_owned(), bytes));
        Ok(0)
    }

    pub fn flush_begins(&self) {
        let mut list = self.list();
        list.before_flush = list.given_up.len();
    }

    /// The manifest of the last flush is durable: deletes what it does not name. Returns the bytes.
    pub fn release(&self) -> Result<u64, StorageError> {
        let gone: Vec<(String, u64)> = {
            let mut list = self.list();
            let count = std::mem::take(&mut list.before_flush);
            list.given_up.drain(..count).collect()
        };
        gone.iter().try_fold(0, |freed, (name, bytes)| {
            self.files.remove(name)?;
            Ok(freed + bytes)
        })
    }
}
