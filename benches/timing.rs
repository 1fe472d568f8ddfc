//! Timing for benchmarks: several rounds, the spread shown, and a hash of what was computed, so that
//! a faster wrong answer is seen. Machines are noisy: compare within one run.

use std::time::Instant;

/// Runs `work` a few times. It returns the number of operations done and a hash of the results, which
/// must be the same every time. Prints a line and returns the best speed.
pub fn measure(name: &str, rounds: usize, mut work: impl FnMut() -> (u64, u64)) -> f64 {
    let mut speeds = Vec::new();
    let mut first = None;
    for _ in 0..rounds {
        let started = Instant::now();
        let (operations, hash) = work();
        speeds.push(operations as f64 / started.elapsed().as_secs_f64());
        assert_eq!(*first.get_or_insert((operations, hash)), (operations, hash), "{name}");
    }
    speeds.sort_by(f64::total_cmp);
    let (worst, best) = (speeds[0], speeds[speeds.len() - 1]);
    let (operations, hash) = first.expect("a round at least");
    println!(
        "{name:<28} {:>9.3} M/s  ({:.3} to {:.3}, {operations} operations, hash {hash:016x})",
        best / 1e6,
        worst / 1e6,
        best / 1e6
    );
    best
}

/// Mixes a word into a hash.
#[allow(dead_code)] // not every benchmark computes words
pub fn mix(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}
