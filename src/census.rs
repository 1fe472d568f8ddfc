//! Counting the whole graph of a board.

use crate::memory::{MEMORY_BYTES_MIN, Memory};
use crate::stores::{Limits, Records, RunStores};
use fcc::board::Board;
use fcc::census::{CensusOptions, CensusReport, Scope};
use fcc::flood::Control;
use fcc::game::Game;
use fcc::rules::Prune;
use std::fmt;

/// Explores the whole graph of a board and counts it, layer by layer.
///
/// Every count is exact, and with the digest the same on every machine, whatever the threads and the memory.
/// Positions that differ only by exchanged suits are walked once. What does not fit into the memory goes to
/// a temporary folder.
///
/// ```
/// use strata::fcc::verdict::Verdict;
/// use strata::{Board, Census};
///
/// let board = Board::deal(11_982, 4).expect("a deal");
/// let report = Census::of(board).threads(2).run().expect("room on the disk");
/// assert_eq!(report.verdict(), Verdict::Impossible);
/// assert_eq!(report.total.states, 61_643);
/// println!("{} layers, digest {}", report.layers.len(), report.total.digest);
/// ```
#[derive(Clone, Debug)]
pub struct Census {
    board: Board,
    prune: Prune,
    memory_bytes: u64,
    threads: usize,
    classes_max: Option<u64>,
}

impl Census {
    /// Of this board: one thread, 2 GiB, safe foundation moves made at once.
    pub fn of(board: Board) -> Census {
        Census { board, prune: Prune::Safe, memory_bytes: 2 << 30, threads: 1, classes_max: None }
    }

    /// Which foundation moves are made at once.
    pub fn prune(self, prune: Prune) -> Census {
        Census { prune, ..self }
    }

    /// Works in this much memory; 32 MiB is the least.
    pub fn memory_bytes(self, bytes: u64) -> Census {
        Census { memory_bytes: bytes.max(MEMORY_BYTES_MIN), ..self }
    }

    /// Works on so many threads.
    pub fn threads(self, threads: usize) -> Census {
        Census { threads: threads.max(1), ..self }
    }

    /// Stops after this many classes, and the verdict is undecided. Those of complete layers are counted.
    pub fn classes_max(self, classes: u64) -> Census {
        Census { classes_max: Some(classes), ..self }
    }

    /// Counts it. Boards with two decks, built by rank or with whole suits that go up are refused: the search by
    /// layers does not hold them.
    pub fn run(&self) -> Result<CensusReport, CensusFailed> {
        let held = self.board.rules().on_planes();
        held.map_err(|error| CensusFailed(error.to_string()))?;
        let game = Game::new(self.board.clone(), self.prune);
        let control = Control::new(self.classes_max);
        let memory = Memory { bytes: self.memory_bytes };
        let limits = Limits { memory, disk_bytes: None, threads: self.threads };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|error| CensusFailed(format!("can't start threads: {error}")))?;
        pool.install(|| {
            let mut stores = RunStores::new(&game, CensusOptions::default(), limits, None);
            let report = stores.explore(Scope::default(), Records::Dropped, &control);
            report.map_err(|error| CensusFailed(error.to_string()))
        })
    }
}

/// The disk or the threads failed, or the search does not hold the board, as this says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CensusFailed(String);

impl fmt::Display for CensusFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CensusFailed {}
