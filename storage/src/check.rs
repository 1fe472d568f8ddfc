//! Looking through a run directory: every file that its manifest names, to the last byte, and every record
//! of every complete layer. Nothing is changed and no lock is taken, so a run may go on meanwhile; what it
//! replaces while it is looked at is then told as missing.
//!
//! The laws that connect the files are checked, too: the records of a layer come to the states and FCCs
//! that its statistics tell.

use crate::directory::{Directory, RECORDS, ReadDirectory, WORK};
use crate::disk::Disk;
use crate::error::StorageError;
use crate::exists::{ExistsError, RecordTotals, RocksExists, depth_path};
use crate::files::Files;
use crate::manifest::{Holds, LayerStatistics, LiveFile, Manifest};
use crate::parts;
use crate::payload::StoredPayload;
use crate::record;
use crate::record_run::RecordRun;
use crate::run::Run;
use crate::seal::Seal;
use crate::solution::{SOLUTION, Solution};
use fcc::report::LayerReport;
use fcc::spaces::SuitPiece;
use std::path::{Path, PathBuf};

/// Memory for looking through records.
const CACHE_BYTES: u64 = 8 << 20;

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub path: PathBuf,
    /// What is wrong, what the file held, what to do.
    pub message: String,
}

/// What was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    pub findings: Vec<Finding>,
    /// Files that a manifest or a seal names.
    pub files: u64,
    pub bytes: u64,
    /// Entries that wait, and records.
    pub entries: u64,
    pub records: u64,
}

/// Looks through everything in a run directory. `progress` is told the bytes that were looked at and
/// those there are in all.
pub fn check(path: &Path, progress: &mut dyn FnMut(u64, u64)) -> Checked {
    let mut checked = Checked::default();
    match Directory::open_read_only(path) {
        Err(error) => checked.find(path, error.to_string()),
        Ok(ReadDirectory { path, manifest }) => {
            let bytes_in_all = bytes_in_all(&path, &manifest);
            Check {
                path: &path,
                manifest: &manifest,
                checked: &mut checked,
                bytes_in_all,
                progress,
            }
            .all();
        }
    }
    checked
}

impl Checked {
    fn find(&mut self, path: &Path, message: String) {
        self.findings.push(Finding { path: path.to_owned(), message });
    }
}

fn bytes_in_all(path: &Path, manifest: &Manifest) -> u64 {
    let named: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    let sealed = |layer: &LayerStatistics| {
        let folder = depth_path(&path.join(RECORDS), layer.report.depth);
        Seal::read(&Disk::default(), &folder).map_or(0, |seal| seal.bytes())
    };
    named + manifest.layers.iter().map(sealed).sum::<u64>()
}

struct Check<'a> {
    path: &'a Path,
    manifest: &'a Manifest,
    checked: &'a mut Checked,
    bytes_in_all: u64,
    progress: &'a mut dyn FnMut(u64, u64),
}

impl Check<'_> {
    fn all(mut self) {
        self.named_files();
        self.sealed_depths();
        self.solution();
    }

    /// The moves that were found, if any were.
    fn solution(&mut self) {
        let path = self.path.join(SOLUTION);
        let Ok(bytes) = std::fs::read(&path) else { return };
        if let Err(error) = Solution::from_bytes(&bytes) {
            let message = format!(
                "{} is damaged: {error}. It held the moves of a solution. Remove it: `strata trace` finds \
                 them again",
                path.display()
            );
            self.checked.find(&path, message);
        }
        self.count(1, bytes.len() as u64);
    }

    fn count(&mut self, files: u64, bytes: u64) {
        self.checked.files += files;
        self.checked.bytes += bytes;
        (self.progress)(self.checked.bytes.min(self.bytes_in_all), self.bytes_in_all);
    }

    fn named_files(&mut self) {
        let (work, manifest) = (self.path.join(WORK), self.manifest);
        let files = &Files::reading(&work);
        for file in &manifest.files {
            let read = match file.holds {
                Holds::Records => read_records(files, file),
                Holds::Parts => read_parts(files, file),
                _ if manifest.identity.symmetry => read_entries::<SuitPiece>(files, file),
                _ => read_entries::<()>(files, file),
            };
            match read {
                Err(message) => self.checked.find(&work.join(&file.name), message),
                Ok(()) if file.holds == Holds::Parts => {}
                Ok(()) if file.holds == Holds::Records => self.checked.records += file.entries,
                Ok(()) => self.checked.entries += file.entries,
            }
            self.count(1, file.bytes);
        }
    }

    fn sealed_depths(&mut self) {
        if self.manifest.layers.is_empty() {
            return;
        }
        let folder = self.path.join(RECORDS);
        let exists = match RocksExists::reading(&folder, CACHE_BYTES) {
            Ok(exists) => exists,
            Err(error) => return self.checked.find(&folder, error.to_string()),
        };
        for LayerStatistics { report: layer, .. } in &self.manifest.layers {
            let path = depth_path(&folder, layer.depth);
            if let Err(error) = self.sealed_depth(&exists, &path, layer) {
                let message =
                    format!("{error}. It held the records of the complete layer {}", layer.depth);
                self.checked.find(&path, message);
            }
        }
    }

    /// First all files, so that RocksDB sees none that is damaged, then all records.
    fn sealed_depth(
        &mut self,
        exists: &RocksExists,
        path: &Path,
        layer: &LayerReport,
    ) -> Result<(), ExistsError> {
        let seal = Seal::check_whole(&Disk::default(), path, |bytes| self.count(1, bytes));
        seal.map_err(ExistsError::seal(path))?;
        let mut totals = RecordTotals::default();
        for record in exists.records(layer.depth) {
            totals.add(RecordTotals::of(&record?.1));
        }
        self.checked.records += totals.records;
        let text = |states: u128, fccs: u128| format!("{states} states in {fccs} FCCs");
        if (totals.states, totals.fccs) == (layer.tally.states, layer.tally.fccs) {
            return Ok(());
        }
        Err(ExistsError::DamagedDepth {
            path: path.to_owned(),
            expected: text(layer.tally.states, layer.tally.fccs),
            found: text(totals.states, totals.fccs),
        })
    }
}

fn read_entries<P: StoredPayload>(files: &Files, file: &LiveFile) -> Result<(), String>
where
    P::Book: Default,
{
    let path = files.path(&file.name).map_err(|error| error.to_string())?;
    let named = |error: StorageError| error.of_live(&path, file).to_string();
    let run = Run::<P>::open(files, &file.name, &P::Book::default()).map_err(named)?;
    let facts = run.facts(&file.name);
    let found = LiveFile {
        bytes: facts.bytes,
        entries: facts.entries,
        checksum: facts.checksum,
        ..file.clone()
    };
    if found != *file {
        return Err(StorageError::other_live(&path, file, &found.facts()).to_string());
    }
    let mut reader = run.reader();
    while reader.advance().map_err(named)? {}
    Ok(())
}

fn read_parts(files: &Files, file: &LiveFile) -> Result<(), String> {
    parts::read(files, file).map(|_| ()).map_err(|error| error.to_string())
}

fn read_records(files: &Files, file: &LiveFile) -> Result<(), String> {
    let run = RecordRun::open(files, file).map_err(|error| error.to_string())?;
    let mut reader = run.reader();
    while reader.advance().map_err(|error| error.to_string())? {
        if let Err(error) = record::decode(reader.key(), reader.value()) {
            let path = files.path(&file.name).map_err(|error| error.to_string())?;
            let found = format!("a record that is none: {error}");
            return Err(StorageError::other_live(&path, file, &found).to_string());
        }
    }
    Ok(())
}
