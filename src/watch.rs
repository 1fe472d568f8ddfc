//! What is told of a run while it goes on: the progress line, the answer to SIGUSR1, and the file
//! `progress` in its directory, which `strata status` reads.
//!
//! The file is replaced in one step and not made durable: it is for looking at
//! a run that lives.

use crate::memory::MemoryPlan;
use crate::watcher::watched;
use crate::{print, process, progress};
use fcc::flood::Control;
use fcc::verdict::StopReason;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use storage::Disk;
use storage::replace::replace_unsynced;

/// The file in a run directory.
const PROGRESS: &str = "progress";
const FILE_EVERY: Duration = Duration::from_secs(1);
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// On a machine that is busy the file may be late.
const SECONDS_FRESH: u64 = 60;

/// How a run stands at this moment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Now {
    pub process: u32,
    /// When the system started it, in a unit of the system. Numbers of processes are used again.
    pub process_started: Option<u64>,
    pub unix_seconds: u64,
    /// Of this process.
    pub seconds: f64,
    pub depth: u64,
    pub groups: u64,
    pub groups_done: u64,
    /// Classes walked, or states where every state is visited.
    pub walked: u64,
    pub per_second: f64,
    pub entries_waiting: u64,
    pub memory_bytes: Option<u64>,
    pub memory_plan: MemoryPlan,
    pub disk_bytes: u64,
}

/// What to do while the work goes on.
pub struct Watch<'a> {
    pub control: &'a Control,
    /// Where the file goes.
    pub folder: Option<&'a Path>,
    /// Set by SIGUSR1.
    pub asked: Arc<AtomicBool>,
    pub progress_forced: bool,
    /// When the time is up.
    pub stop_at: Option<Instant>,
    pub memory_plan: MemoryPlan,
}

impl Watch<'_> {
    /// Runs `work` with the watch beside it.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let (mut last_walked, mut last_time) = (self.walked(), started);
        let mut per_second = 0.0;
        let tell = |per_second: f64| {
            if let Some(folder) = self.folder {
                write(folder, &self.now(started, per_second));
            }
        };
        tell(per_second);
        let look = || {
            if last_time.elapsed() >= FILE_EVERY {
                let walked = self.walked();
                per_second =
                    walked.saturating_sub(last_walked) as f64 / last_time.elapsed().as_secs_f64();
                (last_walked, last_time) = (walked, Instant::now());
                tell(per_second);
            }
            if self.stop_at.is_some_and(|end| Instant::now() >= end) {
                self.control.stop(StopReason::Time);
            }
            if self.asked.swap(false, Relaxed) {
                let line = progress::line(self.control, self.walked(), per_second);
                print::notice(&format!("strata: {line}\n"));
            }
        };
        let with_line = || progress::watching(self.control, self.progress_forced, work);
        let result = watched(LOOK_EVERY, look, with_line);
        if let Some(folder) = self.folder {
            let _ = std::fs::remove_file(folder.join(PROGRESS));
        }
        result
    }

    fn walked(&self) -> u64 {
        self.control.progress.states.load(Relaxed)
    }

    fn now(&self, started: Instant, per_second: f64) -> Now {
        let progress = &self.control.progress;
        Now {
            process: std::process::id(),
            process_started: process::started("self"),
            unix_seconds: unix_seconds(),
            seconds: started.elapsed().as_secs_f64(),
            depth: progress.depth.load(Relaxed),
            groups: progress.groups.load(Relaxed),
            groups_done: progress.groups_done.load(Relaxed),
            walked: self.walked(),
            per_second,
            entries_waiting: progress.waiting.load(Relaxed),
            memory_bytes: process::anonymous_memory_bytes(),
            memory_plan: self.memory_plan,
            disk_bytes: progress.disk_bytes.load(Relaxed),
        }
    }
}

fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Puts the file in its place. A run does not fail for it.
fn write(folder: &Path, now: &Now) {
    if let Ok(text) = serde_json::to_string(now) {
        let text = text + "\n";
        let _ = replace_unsynced(&Disk::default(), &folder.join(PROGRESS), text.as_bytes());
    }
}

/// What a run that lives says of itself; nothing when the process is gone.
pub fn read(folder: &Path) -> Option<Now> {
    let text = std::fs::read_to_string(folder.join(PROGRESS)).ok()?;
    let now: Now = serde_json::from_str(&text).ok()?;
    // Where there is no /proc, a file that is renewed every second tells.
    let alive = match Path::new("/proc/self").exists() {
        true => process::started(&now.process.to_string()) == now.process_started,
        false => unix_seconds().saturating_sub(now.unix_seconds) <= SECONDS_FRESH,
    };
    alive.then_some(now)
}
