//! No more room: by `--disk`, by a limit for the size of files, and on a small file system.
//!
//! The last ones need root, to mount:
//! `cargo test --release --test strata -- --ignored --nocapture file_system`

use super::{PAUSED, check, in_the_middle, resume, resume_to, status, undisturbed};
use crate::support::{Going, Ran, quick_folder, strata};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

const RUN: &str = "census 384243 --freecells 2";
const LIMITS: &str = "--memory 32MiB --checkpoint 50ms";

/// It is paused for lack of room, says how much is missing where it can, and everything is whole.
fn is_paused(ran: &Ran, dir: &Path) {
    says_paused(ran, dir);
    let status = status(dir);
    assert_eq!(status["status"], "paused");
    let cause = status["cause"].as_str().expect("a cause");
    assert!(cause.contains("no more room on disk"), "{cause}");
    check(dir);
}

/// As [`is_paused`]; where nothing at all can be written, that includes the cause.
fn says_paused(ran: &Ran, dir: &Path) {
    assert_eq!(ran.code, PAUSED, "{}", ran.err);
    assert!(ran.err.contains("no more room on disk"), "{}", ran.err);
    assert!(ran.err.contains(&format!("strata resume {}", dir.display())), "{}", ran.err);
    let status = status(dir);
    assert!(["paused", "ended"].contains(&status["status"].as_str().expect("a word")), "{status}");
    check(dir);
}

fn states(dir: &Path) -> u64 {
    status(dir)["states"].as_u64().expect("a number")
}

#[test]
fn the_limit_of_disk_pauses_a_run_with_a_directory() {
    let (folder, expected) = (quick_folder(), undisturbed(RUN));
    for limit in ["400KiB", "1600KiB"] {
        let dir = folder.path().join(limit);
        let ran = strata(&format!("{RUN} {LIMITS} --disk {limit} --dir {}", dir.display()));
        is_paused(&ran, &dir);
        assert!(
            ran.err.contains("make room for ") || ran.err.contains("are missing"),
            "{}",
            ran.err
        );
        let before = states(&dir);
        assert!(before > 0);
        for _ in 0..2 {
            is_paused(&resume(&dir, &format!("{LIMITS} --disk {limit}")), &dir);
            assert!(states(&dir) >= before, "nothing is lost");
        }
        resume_to(&dir, LIMITS, &expected);
        check(&dir);
    }
}

#[test]
fn what_the_records_take_counts_after_a_resume_too() {
    let folder = quick_folder();
    let dir = folder.path().join("run");
    let start = format!("{RUN} {LIMITS} --max-states 1200000 --dir {}", dir.display());
    assert_eq!(strata(&start).code, 3);
    let before = states(&dir);
    // Less than the records of the complete layers take.
    is_paused(&resume(&dir, "--memory 32MiB --disk 400KiB"), &dir);
    assert_eq!(states(&dir), before, "nothing is explored beyond the limit");
}

/// A limit for the size of files. The signal that comes with it is left as it is.
fn with_files_of_at_most(bytes: u64) -> impl FnOnce(&mut Command) {
    move |command: &mut Command| {
        let limit = libc::rlimit { rlim_cur: bytes, rlim_max: libc::RLIM_INFINITY };
        let set = move || match unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, &limit) } {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()),
        };
        // SAFETY: one system call between fork and exec, which allocates nothing.
        unsafe { command.pre_exec(set) };
    }
}

#[test]
fn a_limit_for_the_size_of_files_pauses_a_run() {
    let (folder, expected) = (quick_folder(), undisturbed(RUN));
    for kibibytes in [6, 30, 100] {
        let dir = folder.path().join(kibibytes.to_string());
        let start = format!("{RUN} {LIMITS} --dir {}", dir.display());
        let ran = Going::start_with(&start, with_files_of_at_most(kibibytes << 10)).end();
        is_paused(&ran, &dir);
        assert!(ran.err.contains("File too large"), "{}", ran.err);
        let again = format!("resume {LIMITS} {}", dir.display());
        let ran = Going::start_with(&again, with_files_of_at_most(kibibytes << 10)).end();
        is_paused(&ran, &dir);
        resume_to(&dir, LIMITS, &expected);
        check(&dir);
    }
}

/// A file system in memory, unmounted at the end.
struct Mounted<'a>(&'a Path);

impl Mounted<'_> {
    fn mount(&self, options: &str) -> bool {
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", options, "strata-test"]).arg(self.0);
        command.status().is_ok_and(|status| status.success())
    }
}

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
#[ignore = "needs root, for a mount"]
fn a_small_file_system_pauses_a_run() {
    let expected = undisturbed(RUN);
    // Some leave room for a few layers only, some for almost everything.
    for kibibytes in [200, 700, 1200, 1900, 2600, 3200] {
        let folder = tempfile::tempdir().expect("a folder");
        let mounted = Mounted(folder.path());
        if !mounted.mount(&format!("size={kibibytes}k")) {
            std::mem::forget(mounted);
            println!("not done: nothing can be mounted here");
            return;
        }
        let dir = folder.path().join("run");
        // The watch over free space keeps clear of the end, so something else takes what it counts on.
        let other = folder.path().join("other");
        let start = format!("{RUN} {LIMITS} --dir {}", dir.display());
        let mut ran = strata(&start);
        println!("{kibibytes} KiB: {}: {}", ran.code, ran.err);
        for round in 0..6 {
            says_paused(&ran, &dir);
            let room = 4096 * (1 + round * 7);
            fill(&other, room);
            ran = resume(&dir, LIMITS);
            println!("  {room} bytes left: {}: {}", ran.code, ran.err);
            says_paused(&ran, &dir);
            std::fs::remove_file(&other).expect("a file");
        }
        assert!(mounted.mount("remount,size=64m"), "a mount of ours");
        resume_to(&dir, LIMITS, &expected);
        check(&dir);
    }
}

/// Somebody else takes the room while a run goes on.
#[test]
#[ignore = "needs root, for a mount"]
fn a_file_system_that_fills_up_pauses_a_run() {
    let expected = undisturbed(RUN);
    for room in [0, 5_000, 20_000, 50_000, 100_000, 200_000] {
        let folder = tempfile::tempdir().expect("a folder");
        let mounted = Mounted(folder.path());
        if !mounted.mount("size=8m") {
            std::mem::forget(mounted);
            println!("not done: nothing can be mounted here");
            return;
        }
        let (dir, other) = (folder.path().join("run"), folder.path().join("other"));
        let going = in_the_middle(&format!("{RUN} {LIMITS} --threads 1"), &dir);
        fill(&other, room);
        let ran = going.end();
        println!("{room} bytes left: {}: {}", ran.code, ran.err);
        says_paused(&ran, &dir);
        std::fs::remove_file(&other).expect("a file");
        assert!(mounted.mount("remount,size=64m"), "a mount of ours");
        resume_to(&dir, LIMITS, &expected);
        check(&dir);
    }
}

/// Fills a file system, but for so many bytes.
fn fill(path: &Path, room: usize) {
    use std::io::Write;
    let mut file = std::fs::File::create(path).expect("a new file");
    for piece in [1 << 16, 1 << 12] {
        while file.write_all(&vec![1; piece]).is_ok() {}
    }
    let bytes = file.metadata().expect("a file").len();
    file.set_len(bytes.saturating_sub(room as u64)).expect("a shorter file");
}
