//! The symbols of the original, and which of them are here.

use crate::support::{is_installed, output, prefix};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Those of version 5.0.0.
const THEIRS: &str = include_str!("data/symbols.txt");
/// Functions inside of the original that it happens to export; no header has them.
const INSIDE: [&str; 2] = ["fc_solve_moves_processed_gen", "fc_solve_pats__do_it"];
/// Those of its headers that it does not export, or that came with a later version.
const MORE: [&str; 2] =
    ["freecell_solver_user_set_cache_limit", "freecell_solver_user_soft_limit_iterations_long"];

fn symbols_of(library: &Path) -> BTreeSet<String> {
    let mut command = Command::new("nm");
    let listed = output(command.args(["-D", "--defined-only"]).arg(library));
    listed.lines().filter_map(|line| line.split(' ').nth(2)).map(str::to_owned).collect()
}

fn set_of<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    names.into_iter().map(str::to_owned).collect()
}

#[test]
fn every_function_of_the_original_is_there_and_none_of_another_name() {
    if !is_installed("nm") {
        return;
    }
    let ours = symbols_of(&prefix().join("lib/libfreecell-solver.so.0"));
    let theirs = set_of(THEIRS.lines());
    let missing: BTreeSet<String> = theirs.difference(&ours).cloned().collect();
    let more: BTreeSet<String> = ours.difference(&theirs).cloned().collect();
    assert_eq!((missing, more), (set_of(INSIDE), set_of(MORE)));
}

#[test]
fn the_list_is_that_of_the_original() {
    let installed = Path::new("/usr/lib/libfreecell-solver.so.0");
    if !installed.exists() || !is_installed("nm") {
        println!("not compared: libfreecell-solver is not installed");
        return;
    }
    assert_eq!(symbols_of(installed), set_of(THEIRS.lines()));
}

/// The functions that the headers have are those that the library has.
#[test]
fn the_header_has_every_function() {
    if !is_installed("nm") {
        return;
    }
    let header = prefix().join("include/freecell-solver/fcs_user.h");
    let header = std::fs::read_to_string(header).expect("made by the build");
    for name in symbols_of(&prefix().join("lib/libfreecell-solver.so.0")) {
        assert!(header.contains(&format!("{name}(")), "{name}");
    }
}
