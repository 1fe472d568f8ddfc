//! The scripts of tools/split: with the real GNU parallel, and with a stand-in for Slurm. And the shell loop
//! of the description, as it stands there.

use super::{SOLVABLE, all, census, init};
use crate::support::{findings, quick_folder};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// GNU parallel, and not another program of the same name. `make test` installs it where it can.
fn has_parallel() -> bool {
    let said = Command::new("parallel").arg("--version").output();
    said.is_ok_and(|ran| String::from_utf8_lossy(&ran.stdout).starts_with("GNU parallel"))
}

#[test]
fn gnu_parallel_comes_to_the_same_result() {
    if !has_parallel() {
        eprintln!("SKIPPED: no GNU parallel, and `make setup` could not install it");
        return;
    }
    let folder = quick_folder();
    let dir = folder.path().join("a split");
    let ran = Command::new(env!("CARGO_BIN_EXE_strata"))
        .args(["split", "init", "781948", "--dir"])
        .arg(&dir)
        .output();
    assert!(ran.expect("it starts").status.success());
    let ran = Command::new("tools/split/with-parallel")
        .arg(&dir)
        .arg("2")
        .env("STRATA", env!("CARGO_BIN_EXE_strata"))
        .output()
        .expect("it starts");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(ran.status.code(), Some(1), "{out}{}", String::from_utf8_lossy(&ran.stderr));
    let digest = census("781948", "on")["digest"].as_str().expect("a text").to_owned();
    assert!(out.contains("verdict  impossible") && out.contains(&digest), "{out}");
}

#[test]
fn the_script_for_slurm_comes_to_the_same_result() {
    let folder = quick_folder();
    let dir = folder.path().join("split");
    init(&dir, "781948");
    let sbatch = folder.path().join("sbatch");
    let stand_in = "#!/bin/sh
while :; do case $1 in --array=0-*) last=${1#--array=0-}; shift;; --*) shift;; *) break;; esac; done
for task in $(seq 0 \"$last\"); do SLURM_ARRAY_TASK_ID=$task sh \"$@\" || exit 1; done
";
    fs::write(&sbatch, stand_in).expect("room");
    fs::set_permissions(&sbatch, fs::Permissions::from_mode(0o755)).expect("ours");
    let path = std::env::var("PATH").unwrap_or_default();
    let ran = Command::new("tools/split/with-slurm")
        .arg(&dir)
        .arg("3")
        .env("STRATA", env!("CARGO_BIN_EXE_strata"))
        .env("PATH", format!("{}:{path}", folder.path().display()))
        .output()
        .expect("it starts");
    assert_eq!(ran.status.code(), Some(1), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(findings(&all(&dir, "--json").json()), census("781948", "on"));
}

#[test]
fn the_shell_loop_of_the_description_comes_to_the_same_result() {
    let text = fs::read_to_string("docs/split.md").expect("the description");
    let section = text.split("## With a shell loop").nth(1).expect("the section");
    let script = section.split("```").nth(1).and_then(|code| code.strip_prefix("sh\n"));
    let script = script.expect("a script");
    assert!(script.contains("split init 11982 --dir d"), "{script}");
    let folder = quick_folder();
    fs::write(folder.path().join("board.txt"), SOLVABLE[0]).expect("room");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_strata"));
    let path = std::env::var("PATH").unwrap_or_default();
    let ran = Command::new("sh")
        .args(["-ec", &script.replace("11982", "board.txt")])
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", program.parent().expect("a folder").display()))
        .output()
        .expect("it starts");
    let out = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(ran.status.code(), Some(0), "{out}{}", String::from_utf8_lossy(&ran.stderr));
    let board = folder.path().join("board.txt").display().to_string();
    let digest = census(&board, "on")["digest"].as_str().expect("a text").to_owned();
    assert!(out.contains("verdict  solvable") && out.contains(&digest), "{out}");
}
