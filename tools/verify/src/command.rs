//! The command that replays a solution: arguments in, verdict or faults out.
//!
//! Board and solution are both read before anything is judged, so that the faults of both are named
//! in one run.

use clap::{Args, value_parser};

use crate::autoplay::Autoplay;
use crate::board::{Known, read_board_as};
use crate::deal::{Deal, NoSuchDeal};
use crate::input::Source;
use crate::moves::{Step, number_of_moves};
use crate::position::Position;
use crate::replay::{Verdict, replay};
use crate::report;
use crate::rules::games::{FREECELL, NamedGame, names};
use crate::rules::{Build, Fill, Parts, Rules, Sequences};
use crate::solution::read_solution;

/// The arguments of a replay.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// A deal's number (1 to 8589934591), a file with a board, or - for standard input
    pub board: String,
    /// A file with the moves in any of the formats below, or - for standard input
    pub solution: String,
    /// After each move put cards up by Microsoft's rule, for solutions that leave those moves out
    #[arg(long)]
    pub autoplay: bool,
    /// Print the verdict as one line of JSON
    #[arg(long)]
    pub json: bool,
}

/// The game and its rules, as far as the caller tells them.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// The game that is dealt and played [default: as the board says, else freecell]
    #[arg(long, value_name = "NAME", value_parser = read_game)]
    pub game: Option<&'static NamedGame>,
    /// Which card goes on one of the next rank: alternate, suit or rank [default: as in the game]
    #[arg(long, value_name = "HOW", hide_possible_values = true)]
    pub build: Option<Build>,
    /// What may be put into an empty column: any, kings or none [default: as in the game]
    #[arg(long, value_name = "WHAT", hide_possible_values = true)]
    pub fill: Option<Fill>,
    /// How many cards in sequence move at once: limited, unlimited or runs (of one suit, and only a
    /// whole suit goes up) [default: as in the game]
    #[arg(long, value_name = "HOW", hide_possible_values = true)]
    pub sequences: Option<Sequences>,
    /// The number of freecells, 0 to 12 [default: as the board or the game says, else 4]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(0..=12))]
    pub freecells: Option<u8>,
    /// The number of columns, 1 to 18 [default: as the board's text or the game says, else 8]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=18))]
    pub columns: Option<u8>,
    /// The number of decks, 1 or 2 [default: as the board or the game says, else 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=2))]
    pub decks: Option<u8>,
    /// The deal's number is PySolFC's; up to 32000 it is also Microsoft's
    #[arg(long)]
    pub pysol: bool,
}

impl RulesArgs {
    fn known(&self) -> Known {
        let parts = Parts {
            freecells: self.freecells.map(usize::from),
            columns: self.columns.map(usize::from),
            decks: self.decks.map(usize::from),
            build: self.build,
            fill: self.fill,
            sequences: self.sequences,
        };
        Known { game: self.game, parts }
    }
}

fn read_game(name: &str) -> Result<&'static NamedGame, String> {
    NamedGame::named(name).ok_or_else(|| format!("there is no such game: there are {}", names()))
}

/// Why `--autoplay` is refused.
fn no_autoplay(rules: Rules) -> String {
    format!(
        "--autoplay puts cards up by Microsoft's rule, which is made for one deck and columns built by \
        alternate colours; this board is by the rules `{rules}`"
    )
}

/// The outcome of a replay: what to print and whether the solution is valid.
#[derive(Debug)]
pub struct Outcome {
    /// Text or JSON, as it was asked for.
    pub report: String,
    /// Whether every move is legal and the game is won.
    pub valid: bool,
}

/// Replays a solution; the error is the whole message about inputs that could not be read.
pub fn run(args: &ReplayArgs, rules: &RulesArgs) -> Result<Outcome, String> {
    if args.board == "-" && args.solution == "-" {
        return Err(
            "BOARD and SOLUTION cannot both be -: standard input can be read only once".to_owned()
        );
    }
    let board = load_board(&args.board, rules);
    let solution = load_solution(&args.solution);
    let (board, steps) = match (board, solution) {
        (Ok(board), Ok(steps)) => (board, steps),
        (Err(of_board), Err(of_solution)) => {
            return Err(format!("{of_board}\nerror: {of_solution}"));
        }
        (Err(fault), _) | (_, Err(fault)) => return Err(fault),
    };
    if args.autoplay && !board.rules.has_microsoft_rule() {
        return Err(no_autoplay(board.rules));
    }
    let autoplay = if args.autoplay { Autoplay::MicrosoftRule } else { Autoplay::Off };
    let verdict = replay(&board, &steps, autoplay);
    if verdict == Verdict::TooManyReadings {
        return Err(report::TOO_MANY_READINGS.to_owned());
    }
    let write = if args.json { report::json } else { report::text };
    Ok(Outcome { report: write(&verdict, number_of_moves(&steps)), valid: verdict == Verdict::Won })
}

/// A name of digits only is a deal's number; a file of such a name can be given as `./617`.
fn load_board(name: &str, args: &RulesArgs) -> Result<Position, String> {
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        return deal_board(name, args);
    }
    if args.pysol {
        return Err("--pysol tells how a deal is numbered, and BOARD is no number".to_owned());
    }
    let source = Source::named(name);
    let text =
        source.read().map_err(|error| format!("cannot read the board, {source}: {error}"))?;
    read_board_as(&text, args.known())
        .map_err(|faults| format!("the board, {source}, has faults:\n{faults}"))
}

fn deal_board(number: &str, args: &RulesArgs) -> Result<Position, String> {
    let mut deal = Deal { game: args.game.unwrap_or(FREECELL), pysol: args.pysol, number: 0 };
    deal.number = number.parse().map_err(|_| {
        NoSuchDeal { written: number.to_owned(), number_max: deal.number_max() }.to_string()
    })?;
    let rules = args.known().parts.over(deal.game.rules);
    deal.board(rules).map_err(|error| error.to_string())
}

fn load_solution(name: &str) -> Result<Vec<Step>, String> {
    let source = Source::named(name);
    let text =
        source.read().map_err(|error| format!("cannot read the solution, {source}: {error}"))?;
    read_solution(&text).map_err(|faults| format!("the solution, {source}, has faults:\n{faults}"))
}
