//! Files that were cut, edited or exchanged are refused with their names and lines.

use super::{all, files, init, outputs};
use crate::support::{quick_folder, strata};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of deal 781948, with depth 6 explored and not merged.
fn half_done(folder: &Path, symmetry: &str) -> PathBuf {
    let dir = folder.join("split");
    init(&dir, &format!("781948 --symmetry {symmetry}"));
    all(&dir, "");
    fs::remove_file(dir.join("depth-006/total")).expect("it was merged");
    for depth in (7..=21).map(|depth| dir.join(format!("depth-{depth:03}"))) {
        for name in ["in", "out"] {
            fs::remove_dir_all(depth.join(name)).expect("it was there");
        }
        for name in ["groups", "total"] {
            fs::remove_file(depth.join(name)).expect("it was there");
        }
    }
    dir
}

/// Changes a file, sees it refused and puts it back.
fn refused(dir: &Path, path: &Path, bytes: &[u8], said: &str) {
    let before = fs::read(path).expect("a file");
    fs::write(path, bytes).expect("room");
    let ran = all(dir, "--jobs 1");
    assert_eq!(ran.code, 4, "{}", ran.err);
    let name = path.file_name().expect("a name").to_str().expect("a text");
    assert!(ran.err.contains(&format!("{name}, line ")) && ran.err.contains(said), "{}", ran.err);
    fs::write(path, before).expect("room");
}

#[test]
fn damaged_outputs_of_states_are_refused() {
    damaged_outputs_are_refused("off");
}

#[test]
fn damaged_outputs_of_classes_are_refused() {
    damaged_outputs_are_refused("on");
}

fn damaged_outputs_are_refused(symmetry: &str) {
    let folder = quick_folder();
    let dir = half_done(folder.path(), symmetry);
    let longest = |paths: Vec<PathBuf>| {
        paths.into_iter().max_by_key(|path| fs::metadata(path).expect("a file").len())
    };
    let output = longest(outputs(&dir, 6)).expect("an output");
    let bytes = fs::read(&output).expect("a file");
    let text = String::from_utf8(bytes.clone()).expect("a text");
    refused(&dir, &output, &bytes[..bytes.len() / 2], "line ");
    refused(&dir, &output, b"", "line 1: the file is cut off here");
    let whole_lines = &text[..text.find("Totals:").expect("totals")];
    refused(&dir, &output, whole_lines.as_bytes(), "the file is cut off here");
    let edited = text.replacen("exits ", "exits 1", 1);
    refused(&dir, &output, edited.as_bytes(), "the file was changed");
    let first = text.lines().position(|line| line == "Derived States:").expect("a heading") + 2;
    let derived = text.lines().nth(first - 1).expect("a derived state").to_owned();
    let longer = format!("{derived}7HS");
    refused(
        &dir,
        &output,
        text.replacen(&derived, &longer, 1).as_bytes(),
        &format!("line {first}: "),
    );
    let lost = text.replacen(&format!("{derived}\n"), "", 1);
    refused(&dir, &output, lost.as_bytes(), "the file was changed");
    assert_eq!(all(&dir, "--jobs 1").code, 1, "as it was");
}

#[test]
fn damaged_inputs_of_states_stop_the_run_after_three_processes() {
    damaged_inputs_stop_the_run("off");
}

#[test]
fn damaged_inputs_of_classes_stop_the_run_after_three_processes() {
    damaged_inputs_stop_the_run("on");
}

fn damaged_inputs_stop_the_run(symmetry: &str) {
    let folder = quick_folder();
    let dir = half_done(folder.path(), symmetry);
    let input = files(&dir.join("depth-006/in")).into_keys().next().expect("an input");
    let name = input.file_name().expect("a name").to_owned();
    fs::remove_file(dir.join("depth-006/out").join(&name)).expect("an output");
    let text = fs::read_to_string(&input).expect("a text");
    let line = text.lines().nth(2).expect("a state").to_owned();
    let other_way = line.replacen("c", "e", 1);
    refused(&dir, &input, text.replacen(&line, &other_way, 1).as_bytes(), "line 3: ");
    fs::write(&input, "").expect("room");
    let ran = all(&dir, "--jobs 2");
    assert!(ran.err.contains("3 processes for ") && ran.err.contains("line 1: "), "{}", ran.err);
    fs::write(&input, text).expect("room");
    assert_eq!(all(&dir, "--jobs 1").code, 1, "as it was");
}

#[test]
fn files_of_another_deal_or_another_input_are_refused() {
    let folder = quick_folder();
    let dir = half_done(folder.path(), "on");
    let other = folder.path().join("other");
    init(&other, "781948 --symmetry off");
    all(&other, "");
    let output = outputs(&dir, 6).remove(0);
    let stranger = fs::read(&outputs(&other, 6)[0]).expect("a file");
    refused(&dir, &output, &stranger, "line 1: a file of another deal, rules, prune or symmetry");
    let another = fs::read(&outputs(&dir, 6)[1]).expect("a file");
    refused(&dir, &output, &another, "line 2: expected `group ");
    let derived = dir.join("depth-006/from-005");
    let from_4 = fs::read(dir.join("depth-005/from-004")).expect("a file");
    fs::write(&derived, from_4).expect("room");
    let merge = format!("split merge --dir {} --depth 5", dir.display());
    let ran = strata(&merge);
    assert_eq!(ran.code, 0, "merging depth 5 makes it anew: {}", ran.err);
    fs::remove_file(dir.join("depth-006/groups")).expect("it was there");
    fs::remove_file(&derived).expect("it was there");
    let ran = all(&dir, "--jobs 1");
    assert!(ran.code == 2 && ran.err.contains("--depth 5` makes it again"), "{}", ran.err);
    assert_eq!(strata(&merge).code, 0);
    assert_eq!(all(&dir, "--jobs 1").code, 1, "as it was");
}
