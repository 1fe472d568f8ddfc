//! The walk over classes on whole graphs of billions of states: classes a second with one and two
//! threads, allocations a class, peak memory of the program.
//!
//!     cargo bench --bench classes

mod timing;

use fcc::board::Board;
use fcc::census::{CensusOptions, CensusReport, census_in_memory};
use fcc::flood::Control;
use fcc::game::Game;
use fcc::rules::Prune;
use std::process::Command;
use timing::measure;

/// Deal, freecells, states.
const DEALS: [(u64, u8, u128); 3] =
    [(2901685480, 4, 330_747_308), (982, 2, 3_095_862_346), (384243, 2, 27_591_580_837)];

fn explore(deal: u64, freecells: u8, threads: usize) -> CensusReport {
    let game = Game::new(Board::deal(deal, freecells).expect("in range"), Prune::Safe);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let control = Control::new(None);
    let explore = || census_in_memory(&game, CensusOptions::default(), &control);
    pool.install(explore).expect("memory does not fail")
}

fn main() {
    for (deal, freecells, states) in DEALS {
        let classes = |threads| {
            let name = format!("{deal}, {freecells} cells, {threads} threads");
            measure(&name, 5, || {
                let total = explore(deal, freecells, threads).total;
                assert_eq!(total.states, states);
                (total.classes as u64, total.digest.0 as u64)
            })
        };
        let (one, two) = (classes(1), classes(2));
        let total = explore(deal, freecells, 1).total;
        // On this thread, so that the counter sees it all.
        let game = Game::new(Board::deal(deal, freecells).expect("in range"), Prune::Safe);
        let control = Control::new(None);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        let counts = allocation_counter::measure(|| {
            let pool = pool.as_ref().ok();
            let run = || census_in_memory(&game, CensusOptions::default(), &control);
            assert!(pool.map_or_else(run, |pool| pool.install(run)).is_ok());
        });
        println!(
            "  {states} states, {} classes: {:.3} s on one thread, two are {:.2} times as fast; \
             {:.2} allocations a class; peak memory {} bytes",
            total.classes,
            total.classes as f64 / one,
            two / one,
            counts.count_total as f64 / total.classes as f64,
            peak_memory_bytes(deal, freecells),
        );
    }
}

fn peak_memory_bytes(deal: u64, freecells: u8) -> u64 {
    let arguments = ["census", &deal.to_string(), "--freecells", &freecells.to_string(), "--json"];
    let output = Command::new(env!("CARGO_BIN_EXE_strata")).args(arguments).output();
    let json: serde_json::Value =
        serde_json::from_slice(&output.expect("the program runs").stdout).expect("JSON");
    json["peak_memory_bytes"].as_u64().unwrap_or(0)
}
