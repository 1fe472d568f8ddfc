//! Depth-first over single moves, the same boards and as many states for everybody: the stacks, the planes and,
//! where it is installed, fc-solve with `-to 01ABCDE`. States stored a second, and bytes a state.
//!
//!     cargo bench --bench stacks
//!
//! The boards are FreeCell deals with three freecells, of which none is settled within that many states. Each of
//! the three makes safe moves or none as it always does, so they meet different states; what is compared is the
//! cost of one.

mod timing;

use fcc::board::Board;
use fcc::solve::engine::{Engine as PlanesEngine, Limits as PlanesLimits};
use fcc::solve::plan::Plan as PlanesPlan;
use fcc::stacks::scan::Order;
use fcc::stacks::{Engine, Limits, Plan};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use timing::measure;

const ROUNDS: usize = 3;
const FREECELLS: u8 = 3;
const ITERATIONS: u64 = 200_000;
const DEALS: [u64; 4] = [138_026, 1_453_966, 1_618_084, 3_517_532];
const DEPTH_FIRST: &str = "plan one\nscan depth\n moves up+join+seat+shift+park+open+drop";

fn boards() -> Vec<Board> {
    DEALS.iter().map(|&number| Board::deal(number, FREECELLS).expect("a deal")).collect()
}

/// Prints what a state takes.
fn print_bytes(name: &str, bytes: u64, states: u64) {
    println!("{name:<28} {:>9.1} bytes a state ({states} states)", bytes as f64 / states as f64);
}

fn measure_stacks(boards: &[Board]) {
    let limits = Limits { bytes_max: usize::MAX, states_max: usize::MAX };
    let (mut bytes, mut states) = (0, 0);
    measure("stacks", ROUNDS, || {
        (bytes, states) = (0, 0);
        for board in boards {
            let mut engine = Engine::new(board, Plan::single(Order::Depth), limits);
            engine.run(ITERATIONS, &|| false);
            bytes += engine.counters().bytes as u64;
            states += engine.counters().states as u64;
        }
        (states, bytes)
    });
    print_bytes("stacks", bytes, states);
}

fn measure_planes(boards: &[Board]) {
    let plan: PlanesPlan = DEPTH_FIRST.parse().expect("a plan");
    let limits = PlanesLimits { states_max: usize::MAX, bytes_max: usize::MAX };
    let (mut bytes, mut states) = (0, 0);
    measure("planes", ROUNDS, || {
        (bytes, states) = (0, 0);
        for board in boards {
            let mut engine = PlanesEngine::new(plan.clone(), limits);
            engine.start(board);
            engine.run(ITERATIONS, &|| false);
            bytes += engine.bytes_held() as u64;
            states += engine.counters().states as u64;
        }
        (states, bytes)
    });
    print_bytes("planes", bytes, states);
}

/// States that fc-solve has stored, and the most memory that its process held, as far as a look each
/// millisecond shows.
fn fc_solve(board: &Board) -> Option<(u64, u64)> {
    let mut command = Command::new("fc-solve");
    command.args(["--freecells-num", "3", "-to", "01ABCDE", "-mi", &ITERATIONS.to_string(), "-"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    child.stdin.take()?.write_all(board.to_text().as_bytes()).ok()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().ok()?.is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = kilobytes.unwrap_or(peak);
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut output = String::new();
    child.stdout.take()?.read_to_string(&mut output).ok()?;
    let line = output.lines().find_map(|line| line.strip_prefix("This scan generated "))?;
    Some((line.split_whitespace().next()?.parse().ok()?, 1024 * peak))
}

fn measure_fc_solve(boards: &[Board]) {
    if fc_solve(&boards[0]).is_none() {
        println!(
            "fc-solve                     not compared: it is not installed, or says something else"
        );
        return;
    }
    let (mut bytes, mut states, mut best) = (0, 0, 0f64);
    for _ in 0..ROUNDS {
        (bytes, states) = (0, 0);
        let started = Instant::now();
        for (more_states, more_bytes) in boards.iter().filter_map(fc_solve) {
            (states, bytes) = (states + more_states, bytes + more_bytes);
        }
        best = best.max(states as f64 / started.elapsed().as_secs_f64());
    }
    println!("{:<28} {:>9.3} M/s  (process and reading included)", "fc-solve", best / 1e6);
    print_bytes("fc-solve (whole process)", bytes, states);
}

fn main() {
    let boards = boards();
    measure_stacks(&boards);
    measure_planes(&boards);
    measure_fc_solve(&boards);
}
