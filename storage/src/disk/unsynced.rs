//! What a disk has not been told to keep, and how a power cut loses it.
//!
//! Of each file the synced length is known; of each folder the changes of names since it was synced,
//! in order. What is deleted or replaced goes to a folder aside, from where it can come back. A power cut
//! undoes changes of names from the last to the first, and cuts or overwrites bytes that were not
//! synced. A disk may also keep all names and lose only bytes, or nothing at all: each is a [`Loss`].

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What a power cut takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Names and bytes that were not synced.
    Everything,
    /// Names stay, bytes that were not synced are other ones.
    Garbage,
    /// Names stay, bytes that were not synced are zeros.
    Zeros,
    /// Only the program ends.
    Nothing,
}

impl Loss {
    pub const ALL: [Loss; 4] = [Loss::Everything, Loss::Garbage, Loss::Zeros, Loss::Nothing];
}

/// A change of a name that the folder does not have for good.
enum Change {
    Made { path: PathBuf },
    Removed { path: PathBuf, aside: PathBuf },
    Renamed { from: PathBuf, to: PathBuf, replaced: Option<PathBuf> },
}

impl Change {
    fn folder(&self) -> Option<&Path> {
        match self {
            Change::Made { path } | Change::Removed { path, .. } => path.parent(),
            Change::Renamed { to, .. } => to.parent(),
        }
    }

    fn aside(&self) -> Option<&Path> {
        match self {
            Change::Made { .. } => None,
            Change::Removed { aside, .. } => Some(aside),
            Change::Renamed { replaced, .. } => replaced.as_deref(),
        }
    }
}

pub(super) struct Unsynced {
    limbo: PathBuf,
    next_number: u64,
    /// Files that have bytes that are not durable, and how many are.
    files: BTreeMap<PathBuf, u64>,
    changes: Vec<Change>,
}

impl Unsynced {
    pub fn new(limbo: &Path) -> Unsynced {
        let (files, changes) = (BTreeMap::new(), Vec::new());
        Unsynced { limbo: limbo.to_owned(), next_number: 0, files, changes }
    }

    pub fn made(&mut self, path: &Path, is_file: bool) {
        if is_file {
            self.files.insert(path.to_owned(), 0);
        }
        self.changes.push(Change::Made { path: path.to_owned() });
    }

    /// More may be appended later, so the length is kept.
    pub fn synced(&mut self, path: &Path) {
        if let Some(durable) = self.files.get_mut(path) {
            *durable = fs::metadata(path).map_or(0, |data| data.len());
        }
    }

    pub fn folder_synced(&mut self, folder: &Path) -> io::Result<()> {
        let (gone, left) =
            self.changes.drain(..).partition(|change: &Change| change.folder() == Some(folder));
        self.changes = left;
        let gone: Vec<Change> = gone;
        gone.iter().filter_map(Change::aside).try_for_each(|aside| {
            self.files.retain(|path, _| !path.starts_with(aside));
            if aside.is_dir() { fs::remove_dir_all(aside) } else { fs::remove_file(aside) }
        })
    }

    pub fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        let replaced = if to.exists() { Some(self.put_aside(to)?) } else { None };
        self.carry(from, to)?;
        self.changes.push(Change::Renamed { from: from.to_owned(), to: to.to_owned(), replaced });
        Ok(())
    }

    pub fn remove(&mut self, path: &Path) -> io::Result<()> {
        let aside = self.put_aside(path)?;
        self.changes.push(Change::Removed { path: path.to_owned(), aside });
        Ok(())
    }

    fn put_aside(&mut self, path: &Path) -> io::Result<PathBuf> {
        let aside = self.limbo.join(format!("aside-{:06}", self.next_number));
        self.next_number += 1;
        self.carry(path, &aside)?;
        Ok(aside)
    }

    /// Renames a file or a folder, with what is known of it and of what is in it.
    fn carry(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)?;
        let inside: Vec<PathBuf> =
            self.files.keys().filter(|path| path.starts_with(from)).cloned().collect();
        for path in inside {
            let durable = self.files.remove(&path).expect("it was listed");
            let rest = path.strip_prefix(from).expect("it is inside");
            let moved = if rest == Path::new("") { to.to_owned() } else { to.join(rest) };
            self.files.insert(moved, durable);
        }
        Ok(())
    }

    pub fn lose(&mut self, loss: Loss) -> io::Result<()> {
        let changes = std::mem::take(&mut self.changes);
        if loss == Loss::Everything {
            changes.into_iter().rev().try_for_each(|change| self.undo(change))?;
        }
        for (path, durable) in std::mem::take(&mut self.files) {
            if path.is_file() && !path.starts_with(&self.limbo) {
                lose_bytes(&path, durable, loss)?;
            }
        }
        for left in fs::read_dir(&self.limbo)? {
            let left = left?.path();
            if left.is_dir() { fs::remove_dir_all(left)? } else { fs::remove_file(left)? }
        }
        Ok(())
    }

    fn undo(&mut self, change: Change) -> io::Result<()> {
        match change {
            Change::Made { path } if path.is_dir() => fs::remove_dir_all(path),
            Change::Made { path } => fs::remove_file(path),
            Change::Removed { path, aside } => self.carry(&aside, &path),
            Change::Renamed { from, to, replaced } => {
                self.carry(&to, &from)?;
                replaced.map_or(Ok(()), |aside| self.carry(&aside, &to))
            }
        }
    }
}

fn lose_bytes(path: &Path, durable: u64, loss: Loss) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    let tail = (file.metadata()?.len().saturating_sub(durable)) as usize;
    let byte = match loss {
        Loss::Nothing => return Ok(()),
        Loss::Everything => return file.set_len(durable),
        Loss::Garbage => 0xa7,
        Loss::Zeros => 0,
    };
    file.seek(SeekFrom::Start(durable))?;
    file.write_all(&vec![byte; tail])
}
