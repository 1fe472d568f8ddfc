//! The command that replays a solution: arguments in, verdict or faults out.
//!
//! Board and solution are both read before anything is judged, so that the faults of both are named
//! in one run.

use clap::{Args, value_parser};

use crate::autoplay::Autoplay;
use crate::board::{Told, read_board_as};
use crate::deal::{DEAL_COLUMNS, NoSuchDeal, deal_into};
use crate::input::Source;
use crate::moves::{Step, number_of_moves};
use crate::position::{FREECELLS_DEFAULT, Position};
use crate::replay::{Verdict, replay};
use crate::report;
use crate::solution::read_solution;

/// The arguments of a replay.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// A deal's number (1 to 8589934591), a file with a board, or - for standard input
    pub board: String,
    /// A file with the moves in any of the formats below, or - for standard input
    pub solution: String,
    /// The number of freecells, 0 to 12 [default: as the board says, else 4]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(0..=12))]
    pub freecells: Option<u8>,
    /// The number of columns, 1 to 13 [default: as the board's text shows, 8 for a deal's number]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=13))]
    pub columns: Option<u8>,
    /// After each move put cards up by Microsoft's rule, for solutions that leave those moves out
    #[arg(long)]
    pub autoplay: bool,
    /// Print the verdict as one line of JSON
    #[arg(long)]
    pub json: bool,
}

/// The outcome of a replay: what to print and whether the solution is valid.
#[derive(Debug)]
pub struct Outcome {
    pub report: String,
    pub valid: bool,
}

/// Replays a solution; the error is the whole message about inputs that could not be read.
pub fn run(args: &ReplayArgs) -> Result<Outcome, String> {
    if args.board == "-" && args.solution == "-" {
        return Err(
            "BOARD and SOLUTION cannot both be -: standard input can be read only once".to_owned()
        );
    }
    let told =
        Told { freecells: args.freecells.map(usize::from), columns: args.columns.map(usize::from) };
    let board = load_board(&args.board, told);
    let solution = load_solution(&args.solution);
    let (board, steps) = match (board, solution) {
        (Ok(board), Ok(steps)) => (board, steps),
        (Err(of_board), Err(of_solution)) => {
            return Err(format!("{of_board}\nerror: {of_solution}"));
        }
        (Err(fault), _) | (_, Err(fault)) => return Err(fault),
    };
    let autoplay = if args.autoplay { Autoplay::MicrosoftRule } else { Autoplay::Off };
    let verdict = replay(&board, &steps, autoplay);
    if verdict == Verdict::TooManyReadings {
        return Err(report::TOO_MANY_READINGS.to_owned());
    }
    let write = if args.json { report::json } else { report::text };
    Ok(Outcome { report: write(&verdict, number_of_moves(&steps)), valid: verdict == Verdict::Won })
}

/// A name of digits only is a deal's number; a file of such a name can be given as `./617`.
fn load_board(name: &str, told: Told) -> Result<Position, String> {
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        let freecells = told.freecells.unwrap_or(FREECELLS_DEFAULT);
        let columns = told.columns.unwrap_or(DEAL_COLUMNS);
        let number = name.parse().map_err(|_| NoSuchDeal { written: name.to_owned() });
        return number
            .and_then(|number| deal_into(number, columns, freecells))
            .map_err(|error| error.to_string());
    }
    let source = Source::named(name);
    let text =
        source.read().map_err(|error| format!("cannot read the board, {source}: {error}"))?;
    read_board_as(&text, told)
        .map_err(|faults| format!("the board, {source}, has faults:\n{faults}"))
}

fn load_solution(name: &str) -> Result<Vec<Step>, String> {
    let source = Source::named(name);
    let text =
        source.read().map_err(|error| format!("cannot read the solution, {source}: {error}"))?;
    read_solution(&text).map_err(|faults| format!("the solution, {source}, has faults:\n{faults}"))
}
