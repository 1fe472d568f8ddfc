//! A directory that a run has left, open for reading.

use crate::exit::{Failure, directory_failure};
use fcc::board::{Board, ReadOptions};
use fcc::card::ALL_CARDS;
use fcc::fingerprint::Fingerprint;
use fcc::game::Game;
use fcc::rules::Prune;
use std::path::Path;
use storage::directory::{Directory, RECORDS};
use storage::exists::RocksExists;
use storage::manifest::{Manifest, Status};

/// Memory for records that are read again and again.
const CACHE_BYTES: u64 = 64 << 20;

/// A run that has been.
pub struct KeptRun {
    pub manifest: Manifest,
    pub game: Game,
    pub exists: RocksExists,
}

impl KeptRun {
    /// Opens the directory and changes nothing in it.
    pub fn open(path: &Path) -> Result<KeptRun, Failure> {
        let directory = Directory::open_read_only(path).map_err(directory_failure)?;
        let manifest = directory.manifest;
        let game = game_of(path, &manifest)?;
        let records = path.join(RECORDS);
        if !records.is_dir() {
            return Err(Failure::bad_input(format!(
                "{} has no records: the run has not written any",
                path.display()
            )));
        }
        let exists = RocksExists::reading(&records, CACHE_BYTES).map_err(Failure::of_machine)?;
        Ok(KeptRun { game, manifest, exists })
    }

    /// The number of the deal, if it has one.
    pub fn deal(&self) -> Option<u64> {
        self.manifest.identity.deal.parse().ok()
    }

    /// The verdict, when there is one.
    pub fn verdict(&self) -> Option<&str> {
        match &self.manifest.status {
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
            .take_while(|layer| layer.depth <= depth)
            .all(|layer| layer.groups_left_out == 0);
        let last = layers.last().map_or(0, |layer| layer.depth);
        // The deepest state of all is the finished game: who has its layer has all.
        let end = Fingerprint { stuck: 0, founded: ALL_CARDS };
        let is_whole = self.verdict() == Some("impossible") || last == self.game.depth(end);
        all_groups && (depth <= last || is_whole)
    }
}

/// The game that a manifest tells of.
pub fn game_of(path: &Path, manifest: &Manifest) -> Result<Game, Failure> {
    let identity = &manifest.identity;
    let damaged =
        |what: &str| Failure::of_machine(format!("{}: the manifest has {what}", path.display()));
    let options = ReadOptions { freecells: Some(identity.freecells) };
    let board = Board::read(&identity.board, &options)
        .map_err(|error| damaged(&format!("a board that can't be read: {error}")))?;
    let prune = [Prune::Safe, Prune::None]
        .into_iter()
        .find(|prune| prune.to_string() == identity.prune)
        .ok_or_else(|| damaged(&format!("an unknown prune, {}", identity.prune)))?;
    Ok(Game::new(board, prune))
}
