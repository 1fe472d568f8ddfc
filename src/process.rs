//! What the operating system says about this process and its machine. `None` where it does not say.

use crate::watcher::watched;
use std::fs;
use std::time::Duration;

const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The most memory that this process has held so far, in bytes.
pub fn peak_memory_bytes() -> Option<u64> {
    kibibytes_of(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// Memory of its own that this process holds now, files that are mapped not among it, in bytes.
pub fn anonymous_memory_bytes() -> Option<u64> {
    kibibytes_of(&fs::read_to_string("/proc/self/status").ok()?, "RssAnon:")
}

/// Runs `work` while another thread looks how much memory the process holds. Returns the most it saw.
pub fn watching_memory<T>(work: impl FnOnce() -> T) -> (T, Option<u64>) {
    let mut most = anonymous_memory_bytes();
    let look = || most = most.max(anonymous_memory_bytes());
    let result = watched(LOOK_EVERY, look, work);
    (result, most)
}

/// Memory that could be had without swapping, in bytes.
pub fn free_memory_bytes() -> Option<u64> {
    kibibytes_of(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// When a process was started, in ticks since the machine was: its number may be used again, both
/// together are not.
pub fn started(process: &str) -> Option<u64> {
    let facts = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before it may have blanks and brackets in it. The first one after it is the third of all.
    let (_, after_name) = facts.rsplit_once(')')?;
    after_name.split_whitespace().nth(22 - 3)?.parse().ok()
}

fn kibibytes_of(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with(name))?;
    let number: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(number * 1024)
}
