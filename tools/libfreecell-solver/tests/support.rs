//! Where the library is, boards for callers, and the moves that they get.

use fcc::board::Board;
use fcc::notation::{Move, Spot};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder with headers and library, as an installation has it.
pub fn prefix() -> PathBuf {
    PathBuf::from(env!("FREECELL_SOLVER_PREFIX"))
}

pub fn library_folder() -> PathBuf {
    let folder = prefix().join("lib");
    assert!(folder.join("libfreecell-solver.so.0").exists(), "{}", folder.display());
    folder
}

/// A command that finds our library where it looks for the original.
pub fn with_ours(program: impl AsRef<Path>) -> Command {
    let mut command = Command::new(program.as_ref());
    command.env("LD_LIBRARY_PATH", library_folder());
    command
}

/// What a command prints.
pub fn output(command: &mut Command) -> String {
    let ran = command.stdin(Stdio::null()).output().expect("the program starts");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{command:?}: {}\n{out}\n{err}", ran.status);
    out.into_owned()
}

/// Whether there is a program of this name.
pub fn is_installed(name: &str) -> bool {
    let there = Command::new("sh").args(["-c", &format!("command -v {name}")]).output();
    let there = there.is_ok_and(|ran| ran.status.success());
    if !there {
        println!("not tried: {name} is not installed");
    }
    there
}

/// A board as callers write it.
pub fn text(board: &Board) -> String {
    let mut text = String::from("Foundations:");
    for (suit, &rank) in "CDHS".chars().zip(&board.foundations()) {
        text += &format!(" {suit}-{}", char::from(b"0A23456789TJQK"[usize::from(rank)]));
    }
    text += "\nFreecells:";
    for cell in board.cells() {
        text += &format!(" {}", cell.map_or("-".to_owned(), |card| card.to_string()));
    }
    for column in board.columns() {
        let names: Vec<String> = column.iter().map(ToString::to_string).collect();
        text += &format!("\n: {}", names.join(" "));
    }
    text + "\n"
}

/// Plays a move of the library: its kind, from, to and cards.
pub fn play(board: &mut Board, [kind, from, to, cards]: [usize; 4]) {
    let (from, to, cards) = match kind {
        0 => (Spot::Column(from), Spot::Column(to), cards),
        1 => (Spot::Column(from), Spot::Cell(to), 1),
        2 => (Spot::Cell(from), Spot::Column(to), 1),
        3 => (Spot::Cell(from), Spot::Cell(to), 1),
        4 => (Spot::Column(from), Spot::Foundation, 1),
        5 => (Spot::Cell(from), Spot::Foundation, 1),
        11 => (Spot::Column(from), Spot::Foundation, 13),
        _ => panic!("no kind of move: {kind}"),
    };
    let pile = board.pile(from);
    let one = Move { cards: pile[pile.len() - cards..].to_vec(), from, to };
    board.play(&one).unwrap_or_else(|reason| panic!("{one}: {reason}\n{board}"));
}
