//! A caller in C, compiled with our headers and, where they are installed, with those of the original: what was compiled
//! for one library runs with the other.

use crate::support::{is_installed, output, prefix, text, with_ours};
use fcc::board::Board;
use std::path::{Path, PathBuf};
use std::process::Command;

fn compiled(folder: &Path, include: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/caller.c");
    let program = folder.join("caller");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&program).arg(source);
    compiler.arg("-I").arg(include).arg("-L").arg(prefix().join("lib")).arg("-lfreecell-solver");
    output(&mut compiler);
    program
}

fn runs(include: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = compiled(folder.path(), include);
    let deal = |number| text(&Board::deal(number, 4).expect("a deal"));
    assert_eq!(output(with_ours(program).args([deal(11_982), deal(617)])), "ok\n");
}

#[test]
fn a_program_with_our_headers_runs() {
    if is_installed("cc") {
        runs(&prefix().join("include"));
    }
}

#[test]
fn a_program_with_the_headers_of_the_original_runs() {
    let include = Path::new("/usr/include");
    if !include.join("freecell-solver/fcs_user.h").exists() {
        println!("not tried: libfreecell-solver-dev is not installed");
    } else if is_installed("cc") {
        runs(include);
    }
}

#[test]
fn pkg_config_finds_headers_and_library() {
    if !is_installed("pkg-config") {
        return;
    }
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", prefix().join("lib/pkgconfig"));
    let flags = output(command.args(["--cflags", "--libs", "libfreecell-solver"]));
    assert!(flags.contains("-lfreecell-solver") && flags.contains("/include"), "{flags}");
}
