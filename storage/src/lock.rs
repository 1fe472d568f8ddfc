//! The lock of a run directory: one writer, and whoever comes second is told who that is.
//!
//! The operating system holds the lock for as long as the file is open, so a program that was killed
//! leaves none behind. The text in the file is for people.

use crate::disk::Disk;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The lock file's name in the run directory.
pub const LOCK: &str = "strata.lock";

/// The lock, held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

/// Why the lock was not had.
#[derive(Debug)]
pub enum LockError {
    /// Another one has it: who, in its own words.
    Held {
        holder: String,
    },
    Io(io::Error),
}

impl Lock {
    /// Takes the lock of a folder.
    pub fn take(disk: &Disk, folder: &Path) -> Result<Lock, LockError> {
        let mut file = disk.open_in_place(&folder.join(LOCK)).map_err(LockError::Io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LockError::Held { holder: holder(&mut file) });
            }
            Err(TryLockError::Error(error)) => return Err(LockError::Io(error)),
        }
        let mut lock = Lock { file };
        sign(disk, &mut lock.file).map_err(LockError::Io)?;
        Ok(lock)
    }
}

/// Closing the file is not enough where another thread is starting a program: the child has the file open,
/// too, until it becomes that program.
impl Drop for Lock {
    fn drop(&mut self) {
        // A lock that can't be given up goes when the process does.
        let _ = self.file.unlock();
    }
}

fn sign(disk: &Disk, file: &mut File) -> io::Result<()> {
    let (process, since) = (std::process::id(), date(unix_seconds()));
    file.set_len(0)?;
    file.rewind()?;
    disk.append(file, format!("process {process} on {}, since {since} UTC\n", host()).as_bytes())
}

/// What the machine is called.
fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let plain = |letter: &char| letter.is_ascii_graphic();
    let name: String = name.trim().chars().filter(plain).take(64).collect();
    if name.is_empty() { "this machine".into() } else { name }
}

/// Seconds since 1970.
pub fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

fn holder(file: &mut File) -> String {
    let mut bytes = Vec::new();
    let read = file.take(200).read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).trim().to_owned();
    if read.is_err() || text.is_empty() { "a process that has just begun".into() } else { text }
}

/// Seconds since 1970 as a date. Counts days from 1 March 0000, where the leap day ends a year.
fn date(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = 400 * era + year + next;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_lock_is_refused_and_names_the_holder() {
        let folder = tempfile::tempdir().expect("a folder");
        let lock = Lock::take(&Disk::default(), folder.path()).expect("nobody has it");
        let Err(LockError::Held { holder }) = Lock::take(&Disk::default(), folder.path()) else {
            panic!("two locks");
        };
        assert!(holder.starts_with(&format!("process {} on ", std::process::id())), "{holder}");
        assert!(holder.contains(", since 2"), "{holder}");
        drop(lock);
        Lock::take(&Disk::default(), folder.path()).expect("nobody has it any more");
    }

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01 00:00:00");
        assert_eq!(date(951_782_400), "2000-02-29 00:00:00");
        assert_eq!(date(1_763_270_243), "2025-11-16 05:17:23");
        assert_eq!(date(4_107_542_399), "2100-02-28 23:59:59");
        assert_eq!(date(4_107_542_400), "2100-03-01 00:00:00");
    }
}
