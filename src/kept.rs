//! A directory that a run has left, open for reading.

use crate::exit::{Failure, directory_failure, needs_rocksdb};
use crate::run::with_default_limits;
use crate::solved::{of_stored, short_solution};
use fcc::board::{Board, DealName, ReadOptions};
use fcc::card::ALL_CARDS;
use fcc::fingerprint::Fingerprint;
use fcc::game::Game;
use fcc::memory::NoRecords;
use fcc::ports::DoesExists;
use fcc::rules::Prune;
use fcc::solution::Solution;
use fcc::trace::Tracer;
use fcc::verdict::VerdictWord;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;
use storage::directory::{Directory, RECORDS};
use storage::exists::RocksExists;
use storage::manifest::{Manifest, Status};
use storage::solution::{SOLUTION, Solution as Stored};

/// Memory for records that are read again and again.
const CACHE_BYTES: u64 = 64 << 20;

/// A run that has been.
pub struct KeptRun {
    pub manifest: Manifest,
    pub game: Game,
    /// None where a scan has solved the deal before anything was recorded.
    exists: Option<RocksExists>,
    path: PathBuf,
}

impl KeptRun {
    /// Opens the directory and changes nothing in it.
    pub fn open(path: &Path) -> Result<KeptRun, Failure> {
        needs_rocksdb()?;
        let directory = Directory::open_read_only(path).map_err(directory_failure)?;
        let manifest = directory.manifest;
        let game = game_of(path, &manifest)?;
        let records = path.join(RECORDS);
        let exists = match records.is_dir() {
            true => Some(RocksExists::reading(&records, CACHE_BYTES).map_err(Failure::of_machine)?),
            false => None,
        };
        Ok(KeptRun { game, manifest, exists, path: path.to_owned() })
    }

    /// Whether the deal was solved in memory, before the search by layers had come to a verdict.
    pub fn solved_in_memory(&self) -> bool {
        self.verdict() == Some(VerdictWord::Solvable)
            && self.manifest.layers.is_empty()
            && self.path.join(SOLUTION).is_file()
    }

    /// The records of the run.
    pub fn records(&self) -> Result<&RocksExists, Failure> {
        self.exists.as_ref().ok_or_else(|| {
            let path = self.path.display();
            Failure::bad_input(match self.solved_in_memory() {
                true => format!(
                    "{path} has no records: the deal was solved in memory (`strata trace` has the moves; \
                     `strata prove --no-scans --dir` explores the layers all the same)"
                ),
                false => format!("{path} has no records: the run has not written any"),
            })
        })
    }

    /// The records of the run, or those of one that has none.
    pub fn records_or_none(&self) -> &dyn DoesExists {
        match &self.exists {
            Some(exists) => exists,
            None => &NoRecords,
        }
    }

    /// The solution of the run: the one that it has kept, else one that is traced from its records. Nothing
    /// where it has none.
    pub fn solution(&self) -> Result<Option<Solution>, Failure> {
        if let Some(solution) = self.kept_solution()? {
            return Ok(Some(solution));
        }
        let layers = self.manifest.layers.iter().map(|layer| &layer.report);
        let won: Vec<u32> = layers.filter(|layer| layer.won).map(|layer| layer.depth).collect();
        if won.is_empty() {
            return Ok(None);
        }
        let symmetry = self.manifest.identity.symmetry;
        let traced = with_default_limits(|control, memory_bytes| {
            let records = self.records_or_none();
            let tracer = Tracer::new(&self.game, records, symmetry, memory_bytes, control);
            let searched = Duration::from_secs(self.manifest.seconds_spent);
            short_solution(&tracer, &self.game, &won, searched)
        });
        traced.map(Some)
    }

    fn kept_solution(&self) -> Result<Option<Solution>, Failure> {
        let path = self.path.join(SOLUTION);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(Failure::of_machine(format!("can't read {}: {error}", path.display())));
            }
        };
        let damaged = |what: String| Failure::of_machine(format!("{}: {what}", path.display()));
        let stored = Stored::from_bytes(&bytes).map_err(|error| damaged(error.to_string()))?;
        of_stored(&self.game, &stored).map(Some).map_err(damaged)
    }

    /// The name of the deal, if it has one.
    pub fn deal(&self) -> Option<DealName> {
        self.manifest.identity.deal.parse().ok()
    }

    /// The verdict, when there is one.
    pub fn verdict(&self) -> Option<VerdictWord> {
        match self.manifest.status {
            Status::Finished { verdict } => Some(verdict),
            _ => None,
        }
    }

    /// Whether a state of this depth that is not in the records can't be reached: all layers up to it
    /// are complete, with no group left out, or there are no deeper ones.
    pub fn knows(&self, depth: u32) -> bool {
        let layers = &self.manifest.layers;
        let all_groups = layers
            .iter()
            .take_while(|layer| layer.report.depth <= depth)
            .all(|layer| layer.groups_left_out == 0);
        let Some(last) = layers.last().map(|layer| layer.report.depth) else { return false };
        // The deepest state of all is the finished game: who has its layer has all.
        let end = Fingerprint { stuck: 0, founded: ALL_CARDS };
        let is_whole =
            self.verdict() == Some(VerdictWord::Impossible) || last == self.game.depth(end);
        all_groups && (depth <= last || is_whole)
    }
}

/// The game that a manifest tells of.
pub fn game_of(path: &Path, manifest: &Manifest) -> Result<Game, Failure> {
    let identity = &manifest.identity;
    let damaged =
        |what: &str| Failure::of_machine(format!("{}: the manifest has {what}", path.display()));
    let options = ReadOptions {
        freecells: Some(identity.freecells),
        columns: Some(identity.columns),
        ..Default::default()
    };
    let board = Board::read(&identity.board, &options)
        .map_err(|error| damaged(&format!("a board that can't be read: {error}")))?;
    let held = board.rules().on_planes();
    held.map_err(|error| damaged(&format!("a board that no run is of: {error}")))?;
    let prune = [Prune::Safe, Prune::None]
        .into_iter()
        .find(|prune| prune.to_string() == identity.prune)
        .ok_or_else(|| damaged(&format!("an unknown prune, {}", identity.prune)))?;
    Ok(Game::new(board, prune))
}
