//! `kill -9` at moments chosen by chance, again and again until the run is over.
//!
//! The long check, with at least 200 kills (it prints how many):
//! `cargo test --release --test strata -- --ignored --nocapture two_hundred_kills`

use super::{check, logged, status, undisturbed};
use crate::certificate::verify;
use crate::support::{Chance, Going, findings, quick_folder, strata};
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant};
use storage::directory::Directory;
use storage::manifest::Holds;

impl Chance {
    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// Limits of one process.
    fn limits(&mut self) -> String {
        format!(
            "--memory {} --threads {} --checkpoint {} --way {}",
            self.one_of(&["32MiB", "40MiB", "64MiB", "1GiB"]),
            self.one_of(&["1", "2", "3"]),
            self.one_of(&["1ms", "5ms", "20ms", "60ms", "300ms"]),
            self.one_of(&["auto", "auto", "auto", "fccs", "levels"]),
        )
    }
}

/// What happened to runs.
#[derive(Clone, Copy, Debug, Default)]
struct Kills {
    all: u32,
    /// After which there was a layer under way to go on with, some of its groups done.
    inside_a_layer: u32,
    /// After which a group was done in part.
    inside_a_group: u32,
    /// After which there was no checkpoint, and the run began anew.
    before_the_first: u32,
}

impl Kills {
    fn add(&mut self, more: Kills) {
        self.all += more.all;
        self.inside_a_layer += more.inside_a_layer;
        self.inside_a_group += more.inside_a_group;
        self.before_the_first += more.before_the_first;
    }
}

/// Runs in a directory, killed after at most `longest` each time until it is over. Returns what it printed.
fn killed_until_over(
    run: &str,
    dir: &Path,
    mut longest: Duration,
    chance: &mut Chance,
) -> (Value, Kills) {
    let mut kills = Kills::default();
    loop {
        let begun = dir.join("current").exists();
        let command = if begun { "resume" } else { run };
        // To explore the layer under way anew is right at any time.
        let place = match begun {
            false => "--dir",
            true if chance.below(8) == 0 => "--restart-layer",
            true => "",
        };
        let arguments = format!("{command} {place} {} --json {}", dir.display(), chance.limits());
        let mut going = Going::start(&arguments);
        let moment = Duration::from_micros(chance.below(longest.as_micros() as u64));
        let started = Instant::now();
        while started.elapsed() < moment && !going.is_over() {
            std::thread::sleep(
                Duration::from_millis(1).min(moment - started.elapsed().min(moment)),
            );
        }
        if going.is_over() {
            let ran = going.end();
            assert!([0, 1].contains(&ran.code), "{arguments}: {}: {}", ran.code, ran.err);
            return (findings(&ran.json()), kills);
        }
        going.kill();
        kills.all += 1;
        if kills.all.is_multiple_of(20) {
            // On a machine where the start takes longer than expected the run would never end.
            longest += longest / 4;
        }
        if !dir.join("current").exists() {
            kills.before_the_first += 1;
            continue;
        }
        let status = status(dir);
        assert!(["ended", "finished"].contains(&status["status"].as_str().expect("a word")));
        if status["status"] == "finished" {
            // Killed while it printed: the same again, from the beginning.
            std::fs::remove_dir_all(dir).expect("a folder");
            continue;
        }
        let is_new = status["layers"] == Value::Array(vec![]) && status["under_way"].is_null();
        kills.before_the_first += u32::from(is_new);
        let done = status["under_way"]["groups_done"].as_u64().unwrap_or(0);
        kills.inside_a_layer += u32::from(done > 0);
        let manifest = Directory::open_read_only(dir).expect("a run").manifest;
        kills.inside_a_group += manifest.files_of(Holds::Parts).count() as u32;
        if chance.below(4) == 0 {
            check(dir);
        }
    }
}

/// Kills a run until it is over. It comes to what it comes to undisturbed, and its directory is whole.
fn kill(run: &str, dir: &Path, parts: u32, chance: &mut Chance) -> Kills {
    let (expected, started) = (undisturbed(run), Instant::now());
    // How long it takes here, with a directory.
    let whole = dir.with_extension("undisturbed");
    let with_directory = format!("{run} --dir {} --checkpoint 60ms", whole.display());
    assert_eq!(undisturbed(&with_directory), expected, "{run}");
    let longest = started.elapsed() / parts;
    let (found, kills) = killed_until_over(run, dir, longest, chance);
    assert_eq!(found, expected, "{run} after {kills:?}");
    check(dir);
    assert!(!logged(dir, "resume").is_empty(), "{run}: {kills:?}");
    println!("{run}: {kills:?}, each after {longest:?} at most");
    kills
}

#[test]
fn a_run_that_is_killed_again_and_again_comes_to_the_same() {
    let (folder, mut chance) = (quick_folder(), Chance(7));
    let mut kills = Kills::default();
    for (number, run) in [
        "census 384243 --freecells 2",
        "census 7041193306 --symmetry off",
        "census 1 --freecells 2",
    ]
    .into_iter()
    .enumerate()
    {
        kills.add(kill(run, &folder.path().join(number.to_string()), 6, &mut chance));
    }
    assert!(kills.all >= 20, "{kills:?}");
    assert!(kills.inside_a_layer >= 5, "{kills:?}");
    assert!(kills.inside_a_group >= 1, "{kills:?}");
}

/// The certificate of a run is accepted by the checker.
fn certify(dir: &Path) {
    let file = dir.with_extension("cert");
    let export = format!("certificate export {} {}", dir.display(), file.display());
    let ran = strata(&export);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let (code, text) = verify(&file, None);
    assert_eq!(code, 0, "{text}");
    assert!(text.starts_with("accepted: "), "{text}");
}

#[test]
fn a_proof_that_was_killed_again_and_again_has_a_certificate() {
    let (folder, mut chance) = (tempfile::tempdir().expect("a folder"), Chance(8));
    let dir = folder.path().join("run");
    let kills = kill("prove 982 --freecells 2 --no-scans", &dir, 6, &mut chance);
    assert!(kills.all >= 5, "{kills:?}");
    certify(&dir);
}

#[test]
#[ignore = "minutes"]
fn two_hundred_kills() {
    let (memory, disk) = (quick_folder(), tempfile::tempdir().expect("a folder"));
    let (mut chance, mut kills, mut round) = (Chance(200), Kills::default(), 0);
    while kills.all < 200 || round == 0 {
        for (run, parts, is_proof) in [
            ("census 384243 --freecells 2", 10, false),
            ("census 7041193306 --symmetry off", 10, false),
            ("census 7041193306", 8, false),
            ("census 11982 --prune none", 8, false),
            ("census 164 --freecells 0", 8, false),
            ("census 260335719 --symmetry off", 25, false),
            ("prove 384243 --freecells 2 --no-scans", 3, true),
            ("prove 7041193306 --no-scans --symmetry off", 3, true),
        ] {
            for (name, folder) in [("memory", memory.path()), ("disk", disk.path())] {
                let dir = folder.join(format!("{round}-{}", kills.all));
                let of_run = kill(run, &dir, parts, &mut chance);
                println!("  on {name}");
                kills.add(of_run);
                if is_proof {
                    certify(&dir);
                }
            }
        }
        round += 1;
    }
    println!("{kills:?}");
    assert!(kills.inside_a_layer >= 50, "{kills:?}");
    assert!(kills.inside_a_group >= 20, "{kills:?}");
}

/// What is kept of complete layers is kept over interruptions, too. Of states: into which pieces suit
/// sets are cut depends on the order of groups.
#[test]
fn entries_that_are_to_stay_stay() {
    let folder = quick_folder();
    let kept = |dir: &Path| {
        check(dir);
        let manifest = Directory::open_read_only(dir).expect("a run").manifest;
        let files = manifest.files_of(Holds::Kept);
        let mut kept: Vec<(u32, u64)> = files.map(|file| (file.depth, file.entries)).collect();
        kept.sort_unstable();
        kept
    };
    let (whole, dir) = (folder.path().join("whole"), folder.path().join("run"));
    let run = "census 11982 --symmetry off --keep all --checkpoint 1ms --json";
    let ran = strata(&format!("{run} --dir {}", whole.display()));
    assert_eq!(ran.code, 1, "{}", ran.err);
    let expected = findings(&ran.json());
    for max_states in [9_000, 30_000, 45_000] {
        let command = match dir.exists() {
            true => format!("resume {} --keep all --checkpoint 1ms", dir.display()),
            false => format!("{run} --dir {}", dir.display()),
        };
        let ran = strata(&format!("{command} --max-states {max_states}"));
        assert_eq!(ran.code, 3, "{}", ran.err);
        check(&dir);
    }
    super::resume_to(&dir, "--keep all", &expected);
    assert_eq!(kept(&whole).len(), expected["layers"].as_array().expect("layers").len());
    assert_eq!(kept(&dir), kept(&whole));
}
