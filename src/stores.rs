//! The stores of a run.
//!
//! With a directory, records and statistics are kept there; without one, queues and levels go to a
//! temporary folder when they outgrow memory, and nothing stays.

use crate::checkpoints::{Checkpoints, Clock, NoManifest, Tell};
use crate::memory::{CensusShares, Memory};
use fcc::census::{
    CensusOptions, CensusReport, ClassWalk, Earlier, LayerReport, PlainWalk, Scope, Stores, Walk,
    census, resume,
};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::memory::{MemoryExists, NoCheckpoints, NoRecords};
use fcc::ports::{DoesExists, GroupPart, LayerStanding, PortError};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use storage::directory::{Directory, RECORDS, WORK};
use storage::exists::{RecordTotals, RocksExists};
use storage::manifest::{Holds, LayerStatistics, LiveFile, Manifest, ScopeOfRun, Status};
use storage::payload::StoredPayload;
use storage::solution::Solution;
use storage::{Disk, DiskQueues, DiskScratch, Files, QueueStatistics, parts};
use tempfile::TempDir;

/// The log of a run, a file in its directory.
pub const LOG: &str = "log";

/// What a run may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub memory: Memory,
    pub disk_bytes: Option<u64>,
    pub threads: usize,
}

/// What stays in the directory at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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
    run_dir: Option<RunDirectory>,
    kept: Option<KeptRecords>,
    /// Classes of the widest search so far.
    classes: u128,
    pub used: DiskUse,
}

/// The directory of a run.
pub struct RunDirectory {
    pub directory: Directory,
    pub disk: Disk,
    pub keep: Keep,
    pub checkpoint_every: Duration,
    /// Whether the manifest has a search to resume.
    pub resumes: bool,
    /// Who hears of layers and checkpoints: nobody, if it is not said.
    pub tell: Tell,
    /// What the last search with records has come to.
    layers: Vec<LayerStatistics>,
    /// Files of complete layers that are to stay.
    files: Vec<LiveFile>,
}

impl RunDirectory {
    /// A directory that was made, or one that has a manifest to go on from.
    pub fn new(
        directory: Directory,
        disk: Disk,
        keep: Keep,
        checkpoint_every: Duration,
    ) -> RunDirectory {
        let Manifest { layers, under_way, .. } = directory.manifest();
        let resumes = !layers.is_empty() || under_way.is_some();
        let layers = layers.clone();
        let (tell, files): (Tell, _) = (|_| (), Vec::new());
        RunDirectory { directory, disk, keep, checkpoint_every, resumes, tell, layers, files }
    }
}

/// The records of the last search.
enum KeptRecords {
    Memory(MemoryExists),
    Disk(RocksExists),
    Temporary { exists: RocksExists, _folder: TempDir },
}

/// About what the record of a component takes in memory, of which there is one for several classes.
const RECORD_BYTES: u128 = 400;

impl<'a> RunStores<'a> {
    /// Stores in a directory, or in none.
    pub fn new(
        game: &'a Game,
        options: CensusOptions,
        limits: Limits,
        run_dir: Option<RunDirectory>,
    ) -> RunStores<'a> {
        let (kept, classes, used) = (None, 0, DiskUse::default());
        RunStores { game, options, limits, run_dir, kept, classes, used }
    }

    /// Whether there is a search that an earlier process has begun.
    pub fn resumes(&self) -> bool {
        self.run_dir.as_ref().is_some_and(|run_dir| run_dir.resumes)
    }

    pub fn has_directory(&self) -> bool {
        self.run_dir.is_some()
    }

    /// The next search will walk about so many classes: that tells where its records go.
    pub fn expect_classes(&mut self, classes: u128) {
        self.classes = self.classes.max(classes);
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
        let files = match &self.run_dir {
            Some(run_dir) => Files::on(&run_dir.disk, &run_dir.directory.work_path())?,
            None => Files::temporary(),
        };
        if !self.resumes() {
            // What an earlier search of the run left there.
            for (name, _) in files.list()? {
                files.remove(&name)?;
            }
        }
        let files = match self.limits.disk_bytes {
            Some(bytes) => files.limited_to(bytes),
            None => files,
        };
        let explored = if self.options.symmetry {
            let walk = ClassWalk::new(control, self.options);
            let book = Arc::clone(walk.spaces());
            self.explore_by(Searched { walk: &walk, scope, control }, book, &files, records)
        } else {
            let walk = PlainWalk::new(control, self.options);
            self.explore_by(Searched { walk: &walk, scope, control }, (), &files, records)
        };
        self.used.bytes_peak = self.used.bytes_peak.max(files.disk_bytes_peak());
        if let Ok(report) = &explored {
            self.classes = self.classes.max(report.total.classes);
        }
        explored
    }

    fn explore_by<W: Walk>(
        &mut self,
        search: Searched<W>,
        book: <W::Carries as StoredPayload>::Book,
        files: &Files,
        records: Records,
    ) -> Result<CensusReport, PortError>
    where
        W::Carries: StoredPayload,
    {
        let shares = self.limits.memory.census();
        let (buffer, merging) = (shares.queues, shares.merging);
        let queues = DiskQueues::<W::Carries>::new(files.clone(), book, buffer, merging);
        let scratch = &DiskScratch::new(files.clone());
        let budget = &Budget::new(shares.floods as usize, self.limits.threads);
        let game = self.game;
        let Searched { walk, scope, control } = search;
        let report = match (records, &mut self.run_dir) {
            (Records::Dropped, _) => {
                let (queues, checkpoints) = (&queues, &NoCheckpoints);
                let exists = &NoRecords;
                let stores = Stores { queues, exists, scratch, budget, checkpoints };
                census(game, walk, scope, control, stores)
            }
            (Records::Kept, None) if self.classes * RECORD_BYTES <= shares.queues.into() => {
                let kept = MemoryExists::keeping_all();
                let (queues, checkpoints) = (&queues, &NoCheckpoints);
                let exists = &kept;
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
                let kept = RocksExists::new(folder.path(), shares.records_waiting, shares.cache)?;
                let (queues, exists, path) = (&queues, &kept, folder.path());
                let checkpoints = &NoManifest { exists, files, folder: path };
                let stores = Stores { queues, exists, scratch, budget, checkpoints };
                let report = census(game, walk, scope, control, stores);
                self.kept = Some(KeptRecords::Temporary { exists: kept, _folder: folder });
                report
            }
            (Records::Kept, Some(run_dir)) => {
                let means = Means { files, shares, budget };
                let (report, kept, statistics) = run_dir.explore(game, search, queues, means)?;
                self.used.record_bytes = kept.disk_bytes()?;
                self.used.queues = statistics;
                self.kept = Some(KeptRecords::Disk(kept));
                return Ok(report);
            }
        };
        self.used.queues = queues.statistics();
        report
    }

    /// Discards what the last search has left in the directory: it was not needed.
    pub fn discard(&mut self) -> Result<(), PortError> {
        self.kept = None;
        let Some(run_dir) = &mut self.run_dir else { return Ok(()) };
        (run_dir.layers, run_dir.files, self.used.record_bytes) = (Vec::new(), Vec::new(), 0);
        run_dir.directory.update(|manifest| {
            (manifest.layers, manifest.files) = (Vec::new(), Vec::new());
            manifest.under_way = None;
        })?;
        run_dir.remove_folders(&[WORK, RECORDS])
    }

    /// Keeps a solution in the directory, if there is one.
    pub fn keep_solution(&self, solution: &Solution) -> Result<(), PortError> {
        match &self.run_dir {
            Some(run_dir) => Ok(run_dir.directory.keep_solution(solution)?),
            None => Ok(()),
        }
    }

    /// Writes down how it ended, after so many seconds. Removes what is not to stay when it is over; a run that was stopped stays
    /// as it is, to be resumed.
    pub fn finish(mut self, status: Status, seconds: u64) -> Result<DiskUse, PortError> {
        self.kept = None;
        let Some(mut run_dir) = self.run_dir else { return Ok(self.used) };
        if !matches!(status, Status::Finished { .. }) {
            // On a full disk the last checkpoint stands as it is.
            let _ = run_dir.directory.set_status(status);
            return Ok(self.used);
        }
        let (layers, files) =
            (std::mem::take(&mut run_dir.layers), std::mem::take(&mut run_dir.files));
        let directory = &mut run_dir.directory;
        let kept_bytes: u64 = files.iter().map(|file| file.bytes).sum();
        let disk_bytes = self.used.record_bytes + kept_bytes;
        directory.update(|manifest| {
            (manifest.seconds_spent, manifest.disk_bytes) = (seconds, disk_bytes);
            (manifest.layers, manifest.files) = (layers, files);
            (manifest.under_way, manifest.status) = (None, status);
        })?;
        match run_dir.keep {
            Keep::All => {}
            Keep::Certificate => run_dir.remove_folders(&[WORK])?,
            Keep::None => {
                run_dir.remove_folders(&[WORK, RECORDS])?;
                let path = run_dir.directory.path().to_owned();
                if_there(run_dir.disk.remove(&path.join(LOG)))
                    .and_then(|()| run_dir.directory.remove())
                    .map_err(|error| cant_clean_up(&path, &error))?;
            }
        }
        Ok(self.used)
    }
}

/// How much of the graph to walk, and how.
struct Searched<'a, W> {
    walk: &'a W,
    scope: Scope,
    control: &'a Control,
}

/// Files and memory of a search.
struct Means<'a> {
    files: &'a Files,
    shares: CensusShares,
    budget: &'a Budget,
}

impl RunDirectory {
    /// Explores with records and checkpoints in the directory, from the beginning or from where an
    /// earlier process has stopped.
    fn explore<W: Walk>(
        &mut self,
        game: &Game,
        search: Searched<W>,
        mut queues: DiskQueues<W::Carries>,
        means: Means,
    ) -> Result<(CensusReport, RocksExists, QueueStatistics), PortError>
    where
        W::Carries: StoredPayload,
    {
        if self.keep == Keep::All {
            queues = queues.keep_all();
        }
        let queues = queues.durable();
        let Searched { walk, scope, control } = search;
        let Means { files, shares: CensusShares { records_waiting, cache, .. }, budget } = means;
        let folder = self.directory.records_path();
        let exists = RocksExists::with_runs_in(files.clone(), &folder, records_waiting, cache)?;
        let exists = exists.durable();
        let earlier = match std::mem::take(&mut self.resumes) {
            true => {
                let earlier = self.take_over(&queues, &exists, files)?;
                // Under the same limit as when they were written.
                files.count_others(&folder, exists.disk_bytes()?)?;
                Some(earlier)
            }
            false => {
                exists.forget_from(0)?;
                self.directory.update(|manifest| {
                    (manifest.layers, manifest.files) = (Vec::new(), Vec::new());
                    (manifest.under_way, manifest.scope) = (None, scope_of_run(scope));
                    manifest.status = Status::Running;
                })?;
                None
            }
        };
        let clock = Clock::new(self.checkpoint_every, self.directory.manifest().seconds_spent);
        let scratch = &DiskScratch::new(files.clone());
        let tell = self.tell;
        let report = {
            let directory = Mutex::new(&mut self.directory);
            let (queues, exists) = (&queues, &exists);
            let checkpoints = &Checkpoints::new(directory, queues, exists, files, clock, tell);
            let stores = Stores { queues, exists, scratch, budget, checkpoints };
            match earlier {
                None => census(game, walk, scope, control, stores),
                Some(earlier) => resume(game, walk, scope, control, stores, earlier),
            }?
        };
        self.layers = report.layers.iter().map(LayerStatistics::from).collect();
        if self.keep == Keep::All && report.unfinished.is_none() {
            let live = queues.flush()?;
            self.files = live.into_iter().filter(|file| file.holds == Holds::Kept).collect();
        }
        Ok((report, exists, queues.statistics()))
    }

    fn remove_folders(&self, names: &[&str]) -> Result<(), PortError> {
        let path = self.directory.path();
        names.iter().try_for_each(|name| {
            if_there(self.disk.remove_folder(&path.join(name)))
                .map_err(|error| cant_clean_up(path, &error))
        })
    }

    /// Takes over what the manifest names.
    fn take_over<P: StoredPayload>(
        &mut self,
        queues: &DiskQueues<P>,
        exists: &RocksExists,
        files: &Files,
    ) -> Result<Earlier, PortError> {
        let manifest = self.directory.manifest();
        let layers: Vec<LayerReport> =
            manifest.layers.iter().map(|layer| layer.report.clone()).collect();
        let mut under_way = manifest.under_way.as_ref().map(LayerStanding::from);
        let after_last = layers.last().map_or(0, |layer| layer.depth + 1);
        exists.forget_from(under_way.as_ref().map_or(after_last, |layer| layer.depth))?;
        queues.adopt(&manifest.files)?;
        if let Some(layer) = &mut under_way {
            let records = exists.adopt(layer.depth, &manifest.files)?;
            for file in manifest.files_of(Holds::Parts) {
                layer.parts.extend(parts::read(files, file)?);
            }
            self.check_standing(layer, records)?;
        }
        self.directory.set_status(Status::Running)?;
        Ok(Earlier { layers, under_way })
    }

    /// Whether the records are those of what is done, and parts those of groups that are not.
    fn check_standing(
        &self,
        layer: &LayerStanding,
        records: RecordTotals,
    ) -> Result<(), PortError> {
        let is_under_way =
            |part: &GroupPart| layer.groups_under_way.binary_search(&part.fingerprint).is_ok();
        let broken = if (records.states, records.fccs) != (layer.tally.states, layer.tally.fccs) {
            format!(
                "the records of layer {} come to {} states in {} FCCs, the manifest has {} in {}",
                layer.depth, records.states, records.fccs, layer.tally.states, layer.tally.fccs
            )
        } else if !layer.parts.iter().all(is_under_way) {
            format!("a group of layer {} is done in part that is not under way", layer.depth)
        } else {
            return Ok(());
        };
        let path = self.directory.path().display();
        Err(PortError::failure(format!(
            "{path}: {broken}; `strata resume --restart-layer` explores the layer anew"
        )))
    }
}

fn scope_of_run(scope: Scope) -> ScopeOfRun {
    ScopeOfRun { until_won: scope.until_won, beam_entries_max: None }
}

fn cant_clean_up(path: &Path, error: &io::Error) -> PortError {
    PortError::failure(format!("can't clean up {}: {error}", path.display()))
}

/// What is not there need not be removed.
fn if_there(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
