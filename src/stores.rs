//! The stores of a run, and how its memory is shared out among them.
//!
//! With a directory, records and statistics are kept there; without one, queues and levels go to a
//! temporary folder when they outgrow memory, and nothing stays.

use crate::exit::Failure;
use fcc::census::{
    CensusOptions, CensusReport, ClassWalk, LayerReport, PlainWalk, Scope, Stores, Walk, census,
};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::memory::{MemoryExists, NoCheckpoints, NoRecords};
use fcc::ports::{CheckpointSink, DoesExists, PortError};
use std::path::Path;
use std::sync::Arc;
use storage::directory::{Directory, DirectoryError};
use storage::exists::RocksExists;
use storage::manifest::{Identity, Status};
use storage::payload::StoredPayload;
use storage::solution::Solution;
use storage::{DiskQueues, DiskScratch, Files, QueueStatistics};
use tempfile::TempDir;

/// Less than this does not hold a block of everything that is read and written at once.
pub const MEMORY_BYTES_MIN: u64 = 32 << 20;

/// What a run may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub memory_bytes: u64,
    pub disk_bytes: Option<u64>,
    pub threads: usize,
}

// The parts of the memory, in thirty-seconds: most for floods, some for entries on their way, less for
// merging them and for records. A sixteenth is left for what is not counted to the byte.
const FLOODS: u64 = 19;
const QUEUES: u64 = 7;
const MERGING: u64 = 2;
const RECORDS_WAITING: u64 = 1;
const CACHE: u64 = 1;

/// What stays in the directory at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Keep {
    /// Nothing
    None,
    /// The records of all components, and the statistics
    Certificate,
    /// The entries of every layer, too
    All,
}

/// What the disk had to do.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskUse {
    pub bytes_peak: u64,
    pub record_bytes: u64,
    pub queues: QueueStatistics,
}

/// What becomes of the records of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Records {
    /// Nobody wants them.
    Dropped,
    /// They are kept in the directory, or until the end of the run where there is none.
    Kept,
}

/// The stores of one run, for one search after the other.
pub struct RunStores<'a> {
    game: &'a Game,
    options: CensusOptions,
    limits: Limits,
    place: Option<Place>,
    kept: Option<KeptRecords>,
    /// Classes of the widest search so far.
    classes: u128,
    pub used: DiskUse,
}

/// The records of the last search.
enum KeptRecords {
    Memory(MemoryExists),
    Disk(RocksExists),
    Temporary { exists: RocksExists, _folder: TempDir },
}

/// About what the record of a component takes in memory, of which there is one for several classes.
const RECORD_BYTES: u128 = 400;

/// The directory of a run.
struct Place {
    directory: Directory,
    keep: Keep,
}

/// The folder of the records in a run directory.
pub const RECORDS: &str = "exists";
const WORK: &str = "work";

impl<'a> RunStores<'a> {
    /// Stores in a directory, which is made, or in none.
    pub fn new(
        game: &'a Game,
        options: CensusOptions,
        limits: Limits,
        place: Option<(&Path, Keep, Identity)>,
    ) -> Result<RunStores<'a>, Failure> {
        let place = match place {
            None => None,
            Some((path, keep, identity)) => {
                let version = env!("CARGO_PKG_VERSION");
                let directory =
                    Directory::create(path, version, identity).map_err(|error| match error {
                        DirectoryError::Io { .. } if !path.is_file() => Failure::of_machine(&error),
                        _ => Failure::bad_input(&error),
                    })?;
                Some(Place { directory, keep })
            }
        };
        let (kept, classes, used) = (None, 0, DiskUse::default());
        Ok(RunStores { game, options, limits, place, kept, classes, used })
    }

    pub fn has_directory(&self) -> bool {
        self.place.is_some()
    }

    /// The records of the last search, if they were kept.
    pub fn records(&self) -> Option<&dyn DoesExists> {
        self.kept.as_ref().map(|kept| match kept {
            KeptRecords::Memory(exists) => exists as &dyn DoesExists,
            KeptRecords::Disk(exists) | KeptRecords::Temporary { exists, .. } => exists,
        })
    }

    /// Explores a part of the graph, with new stores.
    pub fn explore(
        &mut self,
        scope: Scope,
        records: Records,
        control: &Control,
    ) -> Result<CensusReport, PortError> {
        self.kept = None;
        let files = match &self.place {
            Some(place) => Files::at(&place.directory.path().join(WORK))?,
            None => Files::temporary(),
        };
        // What an earlier search of the run left there.
        for (name, _) in files.list()? {
            files.remove(&name)?;
        }
        let files = match self.limits.disk_bytes {
            Some(bytes) => files.limited_to(bytes),
            None => files,
        };
        let explored = if self.options.symmetry {
            let walk = ClassWalk::new(control, self.options);
            let book = Arc::clone(walk.spaces());
            self.explore_by(&walk, book, &files, (scope, records), control)
        } else {
            let walk = PlainWalk::new(control, self.options);
            self.explore_by(&walk, (), &files, (scope, records), control)
        };
        self.used.bytes_peak = self.used.bytes_peak.max(files.disk_bytes_peak());
        if let Ok(report) = &explored {
            self.classes = self.classes.max(report.total.classes);
        }
        explored
    }

    fn explore_by<W: Walk>(
        &mut self,
        walk: &W,
        book: <W::Carries as StoredPayload>::Book,
        files: &Files,
        (scope, records): (Scope, Records),
        control: &Control,
    ) -> Result<CensusReport, PortError>
    where
        W::Carries: StoredPayload,
    {
        let part = |of_32: u64| self.limits.memory_bytes / 32 * of_32;
        let (buffer, merging) = (part(QUEUES), part(MERGING));
        let mut queues = DiskQueues::<W::Carries>::new(files.clone(), book, buffer, merging);
        let scratch = &DiskScratch::new(files.clone());
        let budget = &Budget::new(part(FLOODS) as usize, self.limits.threads);
        let game = self.game;
        let (buffer, cache) = (part(RECORDS_WAITING), part(CACHE));
        let report = match (records, &mut self.place) {
            (Records::Dropped, _) => {
                let (queues, exists, checkpoints) = (&queues, &NoRecords, &mut NoCheckpoints);
                let stores = Stores { queues, exists, scratch, budget, checkpoints };
                census(game, walk, scope, control, stores)
            }
            (Records::Kept, None) if self.classes * RECORD_BYTES <= part(QUEUES).into() => {
                let kept = MemoryExists::keeping_all();
                let (queues, exists, checkpoints) = (&queues, &kept, &mut NoCheckpoints);
                let stores = Stores { queues, exists, scratch, budget, checkpoints };
                let report = census(game, walk, scope, control, stores);
                self.kept = Some(KeptRecords::Memory(kept));
                report
            }
            (Records::Kept, None) => {
                let folder = tempfile::Builder::new().prefix("strata-").tempdir();
                let folder = folder.map_err(|error| {
                    PortError::failure(format!("can't make a temporary folder: {error}"))
                })?;
                let kept = RocksExists::new(folder.path(), buffer, cache)?;
                let (queues, exists, path) = (&queues, &kept, folder.path());
                let checkpoints = &mut Layers { directory: None, exists, files, folder: path };
                let stores = Stores { queues, exists, scratch, budget, checkpoints };
                let report = census(game, walk, scope, control, stores);
                self.kept = Some(KeptRecords::Temporary { exists: kept, _folder: folder });
                report
            }
            (Records::Kept, Some(place)) => {
                if place.keep == Keep::All {
                    queues = queues.keep_all();
                }
                let folder = &place.directory.path().join(RECORDS);
                let kept = RocksExists::new(folder, buffer, cache)?;
                kept.forget_from(0)?;
                place.directory.update(|manifest| manifest.layers.clear())?;
                let (directory, exists) = (Some(&mut place.directory), &kept);
                let checkpoints = &mut Layers { directory, exists, files, folder };
                let queues = &queues;
                let stores = Stores { queues, exists, scratch, budget, checkpoints };
                let report = census(game, walk, scope, control, stores);
                self.used.record_bytes = exists.disk_bytes()?;
                self.kept = Some(KeptRecords::Disk(kept));
                report
            }
        };
        self.used.queues = queues.statistics();
        report
    }

    /// Keeps a solution in the directory, if there is one.
    pub fn keep_solution(&self, solution: &Solution) -> Result<(), PortError> {
        match &self.place {
            Some(place) => Ok(place.directory.keep_solution(solution)?),
            None => Ok(()),
        }
    }

    /// Writes down how it ended and removes what is not to stay.
    pub fn finish(mut self, status: Status) -> Result<DiskUse, PortError> {
        self.kept = None;
        let Some(Place { mut directory, keep }) = self.place else { return Ok(self.used) };
        directory.set_status(status)?;
        let path = directory.path().to_owned();
        let removed = match keep {
            Keep::All => Ok(()),
            Keep::Certificate => remove_folder(&path.join(WORK)),
            Keep::None => remove_folder(&path.join(WORK))
                .and_then(|()| remove_folder(&path.join(RECORDS)))
                .and_then(|()| directory.remove()),
        };
        removed.map_err(|error| {
            PortError::failure(format!("can't clean up {}: {error}", path.display()))
        })?;
        Ok(self.used)
    }
}

/// Removes a folder with all that is in it, if it was made.
fn remove_folder(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes down every complete layer where there is a directory, and watches the room that records take.
struct Layers<'a> {
    directory: Option<&'a mut Directory>,
    exists: &'a RocksExists,
    files: &'a Files,
    folder: &'a Path,
}

impl CheckpointSink for Layers<'_> {
    fn layer_done(&mut self, layer: &LayerReport) -> Result<(), PortError> {
        if let Some(directory) = &mut self.directory {
            directory.add_layer(layer.into())?;
        }
        self.files.count_others(self.folder, self.exists.disk_bytes()?)?;
        Ok(())
    }
}
