//! Every state of deal 260335719 with 4 freecells, 21,132,864 of them: speed with one and two
//! threads, with and without the digest, and by each way; peak memory of the program.
//!
//!     cargo bench --bench census
//!
//! Instructions per state, which do not depend on what else the machine is doing:
//!
//!     valgrind --tool=callgrind target/release/strata census 7041193306 --symmetry off --threads 1
//!
//! and divide by 3,036,031.

mod timing;

use fcc::board::Board;
use fcc::census::{CensusOptions, Way, census_in_memory};
use fcc::flood::Control;
use fcc::game::Game;
use fcc::rules::Prune;
use std::process::Command;
use timing::measure;

const DEAL: u64 = 260335719;

fn states(options: CensusOptions, threads: usize) -> (u64, u64) {
    let game = Game::new(Board::deal(DEAL, 4).expect("in range"), Prune::Safe);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let control = Control::new(None);
    let report = pool.install(|| census_in_memory(&game, options, &control));
    let total = report.expect("memory does not fail").total;
    assert_eq!(total.states, 21_132_864);
    (total.states as u64, total.digest.0 as u64)
}

fn main() {
    let speed = |name: &str, digest, way, threads| {
        measure(name, 3, || states(CensusOptions { symmetry: false, digest, way }, threads))
    };
    let one = speed("one thread, no digest", false, Way::Auto, 1);
    let one_digest = speed("one thread, digest", true, Way::Auto, 1);
    let two = speed("two threads, no digest", false, Way::Auto, 2);
    let two_digest = speed("two threads, digest", true, Way::Auto, 2);
    let levels = speed("two threads, only levels", false, Way::Levels, 2);
    println!("digest costs {:.0} % on one thread", 100.0 * (one / one_digest - 1.0));
    println!(
        "two threads are {:.2} times as fast as one, {:.2} with the digest",
        two / one,
        two_digest / one_digest
    );
    println!("levels are {:.2} times as fast as the choice", levels / two);

    let program = env!("CARGO_BIN_EXE_strata");
    let output = Command::new(program)
        .args(["census", &DEAL.to_string(), "--symmetry", "off", "--json"])
        .output();
    let json: serde_json::Value =
        serde_json::from_slice(&output.expect("the program runs").stdout).expect("JSON");
    let peak = json["peak_memory_bytes"].as_u64().unwrap_or(0);
    println!("peak memory {peak} bytes, {:.1} a state", peak as f64 / 21_132_864.0);
}
