//! In fc-solve's place: its command line and what it prints, with our searches behind them.
//!
//! Programs that solve solitaire call `fc-solve` with options, give it a board and read its answer line by line. They
//! can take this instead, as the binary `fc-solve` (`tools/fc-solve`) or as `strata fc-solve`. The grammar is that of
//! version 5.0.0: options come one by one, each with its value in a word of its own, and the first word that is none is
//! the board. A verdict of any kind is exit code 0; what can't be read is 255. docs/fc-solve.md is the user's view.
//!
//! - [`words`]: options one after the other, from the command line, files and presets;
//! - `settings`: what they say, with a table of all of them; `scans` and `letters`: those about searching, as a plan;
//!   `presets`: the names of `-l`;
//! - [`board`]: boards column by column, as callers write them;
//! - `answer`: solving within the limits, and the lines that are printed;
//! - `help`: the pages of `--help`;
//! - [`session`] and [`arguments`]: the same for callers of the library (`tools/libfreecell-solver`).
//!
//! *I could not solve this game* is said only where that is proved; what a limit has ended is *Iterations count
//! exceeded*, with `-sel` and without.

mod answer;
pub mod arguments;
pub mod board;
mod help;
mod letters;
mod presets;
mod scans;
pub mod session;
mod settings;
pub mod words;

use settings::{Request, Settings};
use std::env;
use std::fs::File;
use std::io::{self, Read, Write};

/// What bad input ends with.
pub const BAD_INPUT: u8 = 255;

/// Runs the command with these arguments, without the name of the program, and returns its exit code.
pub fn run(arguments: Vec<String>) -> u8 {
    let is_quiet = env::var_os("FREECELL_SOLVER_QUIET").is_some();
    match answer_to(arguments, is_quiet) {
        Ok(()) => 0,
        Err(message) => {
            // Whoever closed standard error does not want to read it.
            let _ = writeln!(io::stderr(), "{message}");
            BAD_INPUT
        }
    }
}

fn answer_to(arguments: Vec<String>, is_quiet: bool) -> Result<(), String> {
    let settings = match settings::read(arguments)? {
        Request::Print(page) => return written(io::stdout().lock().write_all(page.as_bytes())),
        Request::Solve(settings) => *settings,
    };
    if !is_quiet {
        settings.notes.iter().for_each(|note| drop(writeln!(io::stderr(), "fc-solve: {note}")));
    }
    let text = board_text(&settings, is_quiet)?;
    let board = board::read(&text, settings.rules, settings.form)?;
    let out: Box<dyn Write + Send> = match &settings.output {
        None => Box::new(io::stdout()),
        Some(path) => Box::new(File::create(path).map_err(|error| {
            format!("Could not open output file '{path}' for writing! ({error})")
        })?),
    };
    written(answer::answer(&board, &settings, out))
}

/// A reader that has gone away has what it wanted.
fn written(result: io::Result<()>) -> Result<(), String> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("Could not write the answer: {error}"))
        }
        _ => Ok(()),
    }
}

fn board_text(settings: &Settings, is_quiet: bool) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = match settings.board.as_deref() {
        None | Some("-") => {
            if settings.board.is_none() && !is_quiet {
                let _ = writeln!(
                    io::stderr(),
                    "fc-solve: reading the board from standard input (`fc-solve --help` tells more, and \
                     FREECELL_SOLVER_QUIET leaves this out)"
                );
            }
            io::stdin().lock().read_to_end(&mut bytes)
        }
        Some(path) => File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    let name = settings.board.as_deref().unwrap_or("-");
    read.map_err(|error| format!("Could not open file \"{name}\" for input. Exiting. ({error})"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
