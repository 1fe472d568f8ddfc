//! Boards whose empty columns are blank lines, and boards from a pipe.

use crate::support::{strata, strata_with_input, wins};
use std::fs;
use strata_verify::board::{Told, read_board_as};

const UP: &str = "Founds: H-K C-K D-K S-J\n";

fn blank_lines() -> String {
    format!("{UP}{}QS KS\n", "\n".repeat(7))
}

/// PySolFC writes an empty column as a blank line. The reader dropped seven of them, and one column with
/// two cards and no cell is lost.
#[test]
fn blank_lines_that_may_be_columns_make_no_verdict() {
    for command in ["solve", "hint", "prove", "census", "show", "analyse", "graph"] {
        let ran = strata_with_input(&format!("{command} - --freecells 0"), &blank_lines());
        assert_eq!(ran.code, 2, "{command}: {}{}", ran.out, ran.err);
        for words in ["lines 2 to 8 are blank", "8 columns if", "1 column if", "--columns 8"] {
            assert!(ran.err.contains(words), "{command}: {}", ran.err);
        }
    }
    let colons = format!("{UP}{}QS KS\n", ":\n".repeat(7));
    for (board, told) in [(blank_lines(), " --columns 8"), (colons, "")] {
        let ran = strata_with_input(&format!("solve - --freecells 0 --json{told}"), &board);
        assert_eq!((ran.code, &ran.json()["columns"]), (0, &8.into()), "{}", ran.err);
        let columns = (!told.is_empty()).then_some(8);
        let start = read_board_as(&board, Told { freecells: Some(0), columns });
        assert!(wins(&start.expect("a board"), &ran.out), "{}", ran.out);
        let ran = strata_with_input(&format!("hint - --freecells 0{told}"), &board);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    let ran = strata_with_input("solve - --freecells 0 --columns 1", &blank_lines());
    assert_eq!((ran.code, &ran.out[..10]), (1, "impossible"), "{}", ran.err);
}

#[test]
fn every_command_that_reads_a_board_takes_the_number_of_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("split").display().to_string();
    let split = format!("split init - --freecells 0 --columns 8 --dir {dir}");
    for command in ["solve", "hint", "prove", "census", "show", "analyse", "graph"]
        .map(|command| format!("{command} - --freecells 0 --columns 8"))
        .into_iter()
        .chain([split])
    {
        let ran = strata_with_input(&command, &blank_lines());
        assert_eq!(ran.code, 0, "{command}: {}", ran.err);
    }
    let dir = folder.path().join("run").display().to_string();
    assert_eq!(strata(&format!("census 11982 --columns 9 --max-states 100 --dir {dir}")).code, 3);
    assert!(strata(&format!("status {dir}")).out.contains("9 columns"));
    // The run knows how many columns there are.
    let deal = strata("deal 11982 --columns 9").out;
    let ran = strata_with_input(&format!("lookup {dir} -"), &format!("\n{deal}\n\n"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(deal.lines().count(), 9);
    let refused = strata("deal 1 --columns 19");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("19 columns are asked for, 1 to 18 are possible"));
}

/// The board was read again for the directory, from a standard input that was at its end.
#[test]
fn a_board_from_a_pipe_goes_to_a_directory() {
    let deal = strata("deal 384243 --freecells 2").out;
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("run").display().to_string();
    let ran = strata_with_input(&format!("solve - --dir {dir}"), &deal);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(
        ran.out.starts_with("impossible: the whole graph, 27,591,580,837 states"),
        "{}",
        ran.out
    );
    let cert = folder.path().join("cert").display().to_string();
    assert_eq!(strata(&format!("certificate export {dir} {cert}")).code, 0);
}

#[test]
fn standard_input_is_read_once() {
    let ran = strata_with_input("analyse compare - -", &strata("deal 11982").out);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("it was read already: - can be given once"), "{}", ran.err);
    let path = tempfile::NamedTempFile::new().expect("a file");
    fs::write(path.path(), strata("deal 11982").out).expect("a board");
    let show = format!("show - --of {}", path.path().display());
    assert_eq!(strata_with_input(&show, &strata("deal 11982").out).code, 0);
}
