//! What the operating system says about this process and its machine. `None` where it does not say.

use std::fs;

/// The most memory that this process has held so far, in bytes.
pub fn peak_memory_bytes() -> Option<u64> {
    kibibytes_of(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// Memory that could be had without swapping, in bytes.
pub fn free_memory_bytes() -> Option<u64> {
    kibibytes_of(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

fn kibibytes_of(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with(name))?;
    let number: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(number * 1024)
}
