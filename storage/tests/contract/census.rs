//! Whole graphs through queues and scratch room on disk: the same counts and the same digest as in
//! memory, whatever the way and the budget.

use fcc::board::Board;
use fcc::census::{
    CensusOptions, CensusReport, ClassWalk, PlainWalk, Scope, Stores, Way, census, census_in_memory,
};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::memory::{NoCheckpoints, NoRecords};
use fcc::rules::Prune;
use std::sync::Arc;
use storage::{DiskQueues, DiskScratch, Files};

fn options(symmetry: bool, way: Way) -> CensusOptions {
    CensusOptions { symmetry, digest: true, way }
}

/// A census with this many bytes for floods and for queues each. Returns the runs that were written.
fn on_disk(game: &Game, options: CensusOptions, bytes: u64) -> (CensusReport, u64) {
    let files = Files::temporary();
    let (scratch, budget) = (&DiskScratch::new(files.clone()), &Budget::new(bytes as usize, 2));
    let control = Control::new(None);
    let (exists, checkpoints) = (&NoRecords, &NoCheckpoints);
    let scope = Scope::default();
    if options.symmetry {
        let walk = ClassWalk::new(&control, options);
        let queues = &DiskQueues::new(files, Arc::clone(walk.spaces()), bytes, 0);
        let stores = Stores { queues, exists, scratch, budget, checkpoints };
        let report = census(game, &walk, scope, &control, stores).expect("the disk works");
        (report, queues.statistics().runs_written)
    } else {
        let walk = PlainWalk::new(&control, options);
        let queues = &DiskQueues::<()>::new(files, (), bytes, 0);
        let stores = Stores { queues, exists, scratch, budget, checkpoints };
        let report = census(game, &walk, scope, &control, stores).expect("the disk works");
        (report, queues.statistics().runs_written)
    }
}

#[test]
fn a_census_on_disk_finds_what_one_in_memory_finds() {
    disk_and_memory_agree(&[(11982, 4), (1, 2)]);
}

/// `cargo test --release -p storage --test contract -- --ignored`
#[test]
#[ignore = "a minute"]
fn a_census_on_disk_finds_what_one_in_memory_finds_in_three_million_states() {
    disk_and_memory_agree(&[(7041193306, 4)]);
}

fn disk_and_memory_agree(deals: &[(u64, u8)]) {
    for &(deal, freecells) in deals {
        let game = Game::new(Board::deal(deal, freecells).expect("in range"), Prune::Safe);
        for symmetry in [true, false] {
            let control = Control::new(None);
            let expected = census_in_memory(&game, options(symmetry, Way::Auto), &control);
            let expected = expected.expect("memory does not fail");
            for (way, bytes) in [
                (Way::Auto, 0x1_0000),
                (Way::Auto, 0x10_0000),
                (Way::Fccs, 0x10_0000),
                (Way::Levels, 0x10_0000),
            ] {
                // The larger deal one way only: it takes its time.
                if deal == 7041193306 && (symmetry || (way, bytes) != (Way::Auto, 0x10_0000)) {
                    continue;
                }
                let (report, runs) = on_disk(&game, options(symmetry, way), bytes);
                assert_eq!(report, expected, "deal {deal}, symmetry {symmetry}, {way:?}, {bytes}");
                println!("deal {deal}, symmetry {symmetry}, {way:?}, {bytes} bytes: {runs} runs");
                assert!(runs > 0 || bytes > 0x1_0000, "nothing was on disk");
            }
        }
    }
}
