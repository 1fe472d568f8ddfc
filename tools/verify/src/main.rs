//! The command line of `strata-verify`: parse, call the library, print, exit code.
//!
//! The replay is the command without a name; checking a certificate has one.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use strata_verify::certificate::command as certificate;
use strata_verify::command::{self as replay, ReplayArgs, RulesArgs};

const VALID: u8 = 0;
const INVALID: u8 = 1;
const UNREADABLE: u8 = 2;

const AFTER_HELP: &str = "\
Examples:
  strata-verify 617 solution.txt                 a numbered deal
  strata-verify board.txt solution.json          a board as text, moves in JSON
  strata solve 617 | strata-verify 617 -         a solution from a pipe
  strata-verify 617 notes.txt --autoplay         moves as Microsoft's game records them
  strata-verify board.txt moves.txt --freecells 2 --json
  strata-verify 12 solution.txt --game eight_off a deal of another game
  strata-verify 40000 moves.txt --game fan --pysol
  strata-verify certificate 11982.cert           a proof that a deal can't be won (see --help)

Board text: one line per column, the movable card last; an empty column is a lone `:`.
  Foundations: H-0 C-A D-2 S-0
  Freecells: 3H -- KD --
  : 4C 2C 9C 8C QS 4S 2H

  Blank lines around columns are refused where they may be empty columns (see --columns).

  A line `# game: eight_off` or `# rules: build suit, fill kings` tells what is played.

Games (columns, freecells, build, fill, sequences); the flags change single parts of them:
  freecell          8   4  alternate  any    limited
  relaxed_freecell  8   4  alternate  any    unlimited
  forecell          8   4  alternate  kings  limited    4 cards are dealt to cells
  bakers_game       8   4  suit       any    limited
  ko_bakers_game    8   4  suit       kings  limited
  eight_off         8   8  suit       kings  limited    4 cards are dealt to cells
  seahaven         10   4  suit       kings  limited    2 cards are dealt to cells
  relaxed_seahaven 10   4  suit       kings  unlimited  2 cards are dealt to cells
  fan              18   0  suit       kings  limited
  cruel            12   0  suit       none   limited    the aces are dealt to the foundations
  bakers_dozen     13   0  rank       none   limited    kings are dealt under other cards
  good_measure     10   0  rank       none   limited    the same; two aces to the foundations
  beleaguered_castle 8  0  rank       any    limited    the aces are dealt to the foundations
  streets_and_alleys 8  0  rank       any    limited
  citadel           8   0  rank       any    limited    what fits is dealt to the foundations
  simple_simon     10   0  rank       any    runs
  der_katz          9   8  alternate  none   unlimited  two decks, a column for each king
  die_schlange      9   8  alternate  none   limited    the same; aces to the foundations
  build: a card goes on a card one rank higher, of the other colour (alternate), its suit (suit) or
    any (rank)
  fill: an empty column takes any card, a king (also with a sequence on it), or none
  sequences: limited to (free cells + 1) * 2^(other empty columns) cards with fill any and to
    free cells + 1 with fill kings or none; or unlimited; or runs: those of one suit move as one,
    with fill any 2^(other empty columns) of them in sequence, and nothing goes up but a whole suit
  decks: two of them have each card twice and two foundations of each suit (--decks 2)

Solutions, told apart by their text:
  standard notation: from and to, columns 1-9, cells a-g and i-m, foundations h (26 a5 3h), with
    a dash past column 9 (10-12); onto an empty column goes the longest sequence that fits,
    where only kings go there the one that begins with a king, and one run where runs move as one
  numbered moves in words, as strata solve prints them
  JSON, one card a move: {\"moves\":[{\"card\":\"5H\",\"from\":\"3\",\"to\":\"a\"}]};
    with unlimited sequences and runs the card takes along what lies on it; a key \"rules\" must say the
    rules of the board
  positions only, as board text one after the other (strata solve --format boards)
  what fc-solve prints with any of -p -t -m -sam -sn -snx (strata solve --format fc-solve)
  Numbers of cards and positions that are written must be right.

Exit codes:
  0  every move is legal and the game is won
  1  a move is illegal, or the game is not won at the end
  2  the board, the solution or the arguments cannot be read";

/// Replays a solution of FreeCell, or of a game like it, move by move and says whether it wins.
#[derive(Parser)]
#[command(
    name = "strata-verify",
    version,
    after_help = AFTER_HELP,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(flatten)]
    replay: Option<ReplayArgs>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Check a certificate that a deal can't be won
    #[command(after_help = certificate::AFTER_HELP)]
    Certificate(certificate::CertificateArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match (&cli.command, &cli.replay) {
        (Some(Command::Certificate(args)), _) => certificate::run(args),
        (None, Some(args)) => replay::run(args, &cli.rules),
        (None, None) => Cli::command()
            .error(ErrorKind::MissingRequiredArgument, "needs BOARD and SOLUTION, or a command")
            .exit(),
    };
    let code = match outcome {
        Ok(outcome) => match print(&outcome.report) {
            Ok(()) => {
                if outcome.valid {
                    VALID
                } else {
                    INVALID
                }
            }
            Err(error) => fail(&format!("cannot write the verdict: {error}")),
        },
        Err(message) => fail(&message),
    };
    ExitCode::from(code)
}

fn print(report: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(report.as_bytes())?;
    output.flush()
}

/// Says what went wrong. Nothing is left to do if even that cannot be written.
fn fail(message: &str) -> u8 {
    let _ = writeln!(io::stderr(), "error: {message}");
    UNREADABLE
}
