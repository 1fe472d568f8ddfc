//! Drivers and processes that are killed, outputs that are deleted, and a second driver.

use super::{all, census, files, init, outputs};
use crate::support::{Going, findings, quick_folder};
use split::Folder;
use split::drive::lock;
use std::fs;
use std::process::Command;
use std::time::Duration;

/// A reproducible stream of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

/// The processes that a driver has started.
fn children(of: u32) -> Vec<String> {
    let path = format!("/proc/{of}/task");
    let tasks = fs::read_dir(path).into_iter().flatten().flatten();
    let texts = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    texts.flat_map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn whatever_is_killed_or_deleted_the_result_is_the_same_by_states() {
    whatever_is_killed_or_deleted_the_result_is_the_same("off", 20261116);
}

#[test]
fn whatever_is_killed_or_deleted_the_result_is_the_same_by_classes() {
    whatever_is_killed_or_deleted_the_result_is_the_same("on", 20261117);
}

fn whatever_is_killed_or_deleted_the_result_is_the_same(symmetry: &str, seed: u64) {
    let mut choices = Choices(seed);
    let folder = quick_folder();
    let dir = folder.path().join("split");
    init(&dir, &format!("11982 --symmetry {symmetry}"));
    let arguments = format!("split all --dir {} --jobs 2 --json", dir.display());
    let (mut drivers, mut processes, mut deleted) = (0, 0, 0);
    for _ in 0..8 {
        let mut driver = Going::start(&arguments);
        let mut killed = 0;
        // Three failures of one list would end the run: two processes at most.
        for _ in 0..20 + choices.below(40) {
            std::thread::sleep(Duration::from_millis(4));
            let child = children(driver.id()).into_iter().next();
            if let Some(child) = child.filter(|_| killed < 2 && choices.below(3) == 0) {
                let ended = Command::new("kill").args(["-9", &child]).output();
                killed += usize::from(ended.is_ok_and(|ran| ran.status.success()));
            }
        }
        processes += killed;
        if driver.is_over() {
            break;
        }
        driver.kill();
        drivers += 1;
        // Whatever it had started may still be writing.
        let folder = Folder::new(&dir);
        let depth = folder.depths().last().expect("a depth");
        for output in outputs(&dir, depth).into_iter().filter(|_| choices.below(3) == 0) {
            deleted += usize::from(fs::remove_file(output).is_ok());
        }
    }
    let landed =
        format!("seed {seed}: {drivers} drivers, {processes} processes, {deleted} outputs");
    assert!(drivers >= 3 && processes >= 3 && deleted >= 3, "killed or deleted by {landed}");
    let ran = all(&dir, "--jobs 2 --json");
    assert_eq!(ran.code, 1, "{landed}: {}", ran.err);
    assert_eq!(findings(&ran.json()), census("11982", symmetry), "{landed}");
    let left = files(&dir).into_keys().filter(|path| path.to_string_lossy().ends_with(".temp"));
    assert_eq!(left.filter(|path| path.to_string_lossy().contains("/out/")).count(), 0);
}

#[test]
fn a_second_driver_is_refused() {
    let folder = quick_folder();
    let dir = folder.path().join("split");
    init(&dir, "781948");
    let held = lock(&Folder::new(&dir)).expect("nobody has it");
    for command in ["all", "merge --depth 0"] {
        let ran = crate::support::strata(&format!("split {command} --dir {}", dir.display()));
        assert_eq!(ran.code, 2);
        let holder = format!("another driver or merge has it: process {}", std::process::id());
        assert!(ran.err.contains(&holder), "{}", ran.err);
    }
    drop(held);
    assert_eq!(all(&dir, "").code, 1);
}
