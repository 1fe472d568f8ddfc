//! A search in memory for a win, beside the search by layers.
//!
//! By layers a win is found when everything above it has been explored: hours, for some deals that a scan
//! solves in seconds. So the stages that `solve` would go through go on here, on a thread of their own and within
//! a share of the memory, and a win that they find stops the layers. They begin a little later than the
//! layers, so that a short proof has the machine to itself, and end with their memory, so that a long one has it
//! soon.

use crate::memory::Memory;
use crate::solver::{Answer, Solver, Verdict};
use crate::watcher::End;
use fcc::flood::Control;
use fcc::verdict::StopReason;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How late the end of the layers may be noticed by a search that has not begun.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A search that is to go on beside another one.
pub struct Beside {
    /// It has tried what takes seconds.
    pub solver: Solver,
    pub memory: Memory,
    /// How long the other one has the machine to itself.
    pub later: Duration,
}

impl Beside {
    /// Does the work, which `control` stops, until it ends or this search finds a win.
    pub fn during<T>(self, control: &Control, work: impl FnOnce() -> T) -> (T, Option<Answer>) {
        let over = Arc::new(AtomicBool::new(false));
        let mut solver = self.solver.cancelled_by(Arc::clone(&over));
        // The progress that is told is that of the layers.
        solver.on_progress(|_| ());
        let begin = Instant::now() + self.later;
        std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                while Instant::now() < begin && !over.load(Relaxed) {
                    std::thread::park_timeout(LOOK_EVERY);
                }
                if over.load(Relaxed) {
                    return None;
                }
                let answer = solver.keep_trying(self.memory.bytes);
                let won = matches!(answer.verdict, Verdict::Solvable(_));
                if won {
                    control.stop(StopReason::Interrupted);
                }
                won.then_some(answer)
            });
            let end = End::of(search.thread(), &over);
            let done = work();
            drop(end);
            (done, search.join().expect("no bug in the search beside the layers"))
        })
    }
}
