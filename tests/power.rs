//! Power loss: a run whose disk fails at the n-th operation and forgets what was not synced goes on to the
//! same counts and the same digest, for every n.

use crate::support::quick_folder;
use fcc::board::{Board, ReadOptions};
use fcc::census::{CensusOptions, CensusReport, Scope, Way, census_in_memory};
use fcc::flood::Control;
use fcc::game::Game;
use fcc::rules::Prune;
use std::path::Path;
use std::time::Duration;
use storage::Disk;
use storage::directory::Directory;
use storage::disk::Loss;
use storage::manifest::{Holds, Identity, ScopeOfRun, Status};
use strata::memory::{MEMORY_BYTES_MIN, Memory};
use strata::stores::{Keep, Limits, Records, RunDirectory, RunStores};

/// The board of docs/symmetry.md, section 8: some layers, groups and FCCs, and suits that are exchanged.
const BOARD: &str = "Foundations: H-Q C-8 D-Q S-J
Freecells: --
: 9C TC JC KC KS
: KH QC
: KD QS
";

struct Case {
    game: Game,
    symmetry: bool,
    checkpoint_every: Duration,
}

impl Case {
    fn new(symmetry: bool, checkpoint_every: Duration) -> Case {
        let board = Board::read(BOARD, &ReadOptions::default()).expect("a board");
        Case { game: Game::new(board, Prune::Safe), symmetry, checkpoint_every }
    }

    fn identity(&self) -> Identity {
        let rules = self.game.rules();
        Identity {
            deal: "a board".into(),
            board: self.game.deal().to_string(),
            freecells: rules.freecells,
            columns: rules.columns,
            prune: "safe".into(),
            symmetry: self.symmetry,
        }
    }

    fn options(&self) -> CensusOptions {
        // One FCC after the other, so that there are checkpoints inside of groups.
        CensusOptions { symmetry: self.symmetry, way: Way::Fccs, ..CensusOptions::default() }
    }

    fn expected(&self) -> CensusReport {
        let control = Control::new(None);
        census_in_memory(&self.game, self.options(), &control).expect("memory does not fail")
    }

    /// Begins the run or resumes it, to the end if the disk lets it.
    fn run(&self, disk: &Disk, path: &Path) -> Result<CensusReport, String> {
        let identity = self.identity();
        let directory = if path.join("current").exists() {
            Directory::open_on(disk, path, "test", Some(&identity))
        } else {
            Directory::create_on(disk, path, "test", identity, ScopeOfRun::default())
        };
        let directory = directory.map_err(|error| error.to_string())?;
        if let Status::Finished { .. } = directory.manifest().status {
            let mut report = CensusReport::new();
            let layers = directory.manifest().layers.iter();
            layers.for_each(|layer| report.add(layer.report.clone()));
            return Ok(report);
        }
        let run_dir =
            RunDirectory::new(directory, disk.clone(), Keep::Certificate, self.checkpoint_every);
        let memory = Memory { bytes: MEMORY_BYTES_MIN };
        let limits = Limits { memory, disk_bytes: None, threads: 2 };
        let mut stores = RunStores::new(&self.game, self.options(), limits, Some(run_dir));
        let control = Control::new(None);
        let report = stores.explore(Scope::default(), Records::Kept, &control);
        let report = report.map_err(|error| error.to_string())?;
        if let Some(unfinished) = report.unfinished {
            return Err(format!("{:?} {:?}", unfinished.cause, report.full_disk));
        }
        let verdict = report.proof().word();
        stores.finish(Status::Finished { verdict }, 0).map_err(|error| error.to_string())?;
        Ok(report)
    }

    /// Cuts the power at the n-th operation, for every n that `tried` takes, and goes on.
    fn cut_at_every_operation(&self, tried: impl Fn(u64) -> bool) {
        let expected = self.expected();
        let (mut cuts, mut from_checkpoints, mut from_parts) = (0, 0, 0);
        for operation in (1..).filter(|&operation| tried(operation)) {
            let folder = quick_folder();
            let (path, limbo) = (folder.path().join("run"), folder.path().join("limbo"));
            std::fs::create_dir(&limbo).expect("a folder");
            let disk = Disk::that_forgets(&limbo);
            disk.fail_after(operation);
            let whole = self.run(&disk, &path);
            if let Ok(report) = &whole {
                assert_eq!(report, &expected);
            }
            let done = disk.operations() <= operation;
            disk.lose_unsynced(Loss::ALL[operation as usize % Loss::ALL.len()]).expect("a disk");
            if let Ok(read) = Directory::open_read_only(&path) {
                from_checkpoints += u64::from(read.manifest.under_way.is_some());
                from_parts += read.manifest.files_of(Holds::Parts).count();
            }
            // What is left of a folder in which nothing was ever complete is no run.
            if Directory::open_read_only(&path).is_err() {
                assert!(!path.join("current").exists(), "operation {operation}: {whole:?}");
                let _ = std::fs::remove_dir_all(&path);
            }
            let again = self.run(&Disk::default(), &path);
            let again = again.unwrap_or_else(|error| panic!("operation {operation}: {error}"));
            assert_eq!(again, expected, "operation {operation}");
            cuts += 1;
            if done {
                assert!(whole.is_ok(), "{whole:?}");
                // With time between them, checkpoints fall where the machine is that fast.
                if self.checkpoint_every.is_zero() {
                    assert!(from_checkpoints * 3 > cuts, "{from_checkpoints} of {cuts} in a layer");
                    assert!(from_parts > 0, "no group was done in part");
                }
                println!("{cuts} cuts, {operation} operations, {from_checkpoints} in a layer");
                println!("{from_parts} of them inside a group");
                return;
            }
        }
    }
}

#[test]
fn the_board_is_worth_it() {
    let report = Case::new(true, Duration::ZERO).expected();
    println!("{} layers, {:?}", report.layers.len(), report.total);
    assert!(report.layers.len() > 5 && report.total.groups == 30);
    assert_eq!((report.total.fccs, report.total.states, report.total.classes), (55, 116, 86));
}

#[test]
fn a_power_cut_at_any_operation_loses_nothing() {
    Case::new(true, Duration::ZERO).cut_at_every_operation(|operation| operation % 37 == 1);
    Case::new(false, Duration::ZERO).cut_at_every_operation(|operation| operation % 61 == 5);
}

/// `cargo test --release --test strata -- --ignored --nocapture power`
#[test]
#[ignore = "minutes"]
fn a_power_cut_at_every_operation_loses_nothing() {
    Case::new(true, Duration::ZERO).cut_at_every_operation(|_| true);
    Case::new(true, Duration::from_millis(2)).cut_at_every_operation(|_| true);
    Case::new(false, Duration::ZERO).cut_at_every_operation(|_| true);
}
