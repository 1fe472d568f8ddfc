//! The command line.

use crate::cmd;
use crate::exit::{Exit, Failure};
use clap::{Parser, Subcommand};

/// A disk-backed FreeCell solver that proves
///
/// Strata walks the graph of a FreeCell deal by layers of irreversible moves and, inside a layer,
/// by fully connected components of reversible ones.
#[derive(Parser)]
#[command(
    version,
    after_help = "BOARD is everywhere a deal number, a file, or - for standard input.

Examples:
  strata solve 617                  a solution, or a proof that there is none
  strata hint position.txt          the next move
  strata range 1 32000              many deals, a line for each
  strata deal 11982                 the deal as a board
  strata games                      the games of the family: --game NAME
  strata show 11982                 its fingerprint and its legal moves
  strata census 11982               the whole graph of it, layer by layer
  strata census 1 --freecells 2 --json
  strata prove 384243 --freecells 2 the verdict alone
  strata census 1 --dir graph       can be resumed with: strata resume graph
  strata analyse graph              FCC sizes, dead ends, winning FCCs by depth; --plots DIR
  strata report graph -o page.html  a page about it, to be opened in a browser
  strata split init 11982 --dir d   a deal spread over processes: strata split all --dir d

Exit codes: 0 solvable or done, 1 impossible, 2 bad input or usage, 3 undecided, 4 failure of disk
or memory, 75 paused and resumable."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Deal(cmd::deal::Args),
    Games(cmd::games::Args),
    Show(cmd::show::Args),
    Solve(cmd::solve::Args),
    Hint(cmd::hint::Args),
    Range(cmd::range::Args),
    Plans(cmd::plans::Args),
    Census(cmd::census::Args),
    Prove(cmd::prove::Args),
    Resume(cmd::resume::Args),
    Status(cmd::status::Args),
    Check(cmd::check::Args),
    Trace(cmd::trace::Args),
    Lookup(cmd::lookup::Args),
    Report(cmd::report::Args),
    Certificate(cmd::certificate::Args),
    Split(cmd::split::Args),
    Analyse(cmd::analyse::Args),
    Graph(cmd::graph::Args),
    Worker(cmd::worker::Args),
    FcSolve(cmd::fc_solve::Args),
}

pub fn run() -> Result<Exit, Failure> {
    match Cli::parse().command {
        Command::Deal(args) => cmd::deal::run(&args),
        Command::Games(args) => cmd::games::run(&args),
        Command::Show(args) => cmd::show::run(&args),
        Command::Solve(args) => cmd::solve::run(&args),
        Command::Hint(args) => cmd::hint::run(&args),
        Command::Range(args) => cmd::range::run(&args),
        Command::Plans(args) => cmd::plans::run(&args),
        Command::Census(args) => cmd::census::run(&args),
        Command::Prove(args) => cmd::prove::run(&args),
        Command::Resume(args) => cmd::resume::run(&args),
        Command::Status(args) => cmd::status::run(&args),
        Command::Check(args) => cmd::check::run(&args),
        Command::Trace(args) => cmd::trace::run(&args),
        Command::Lookup(args) => cmd::lookup::run(&args),
        Command::Report(args) => cmd::report::run(&args),
        Command::Certificate(args) => cmd::certificate::run(&args),
        Command::Split(args) => cmd::split::run(&args),
        Command::Analyse(args) => cmd::analyse::run(&args),
        Command::Graph(args) => cmd::graph::run(&args),
        Command::Worker(args) => cmd::worker::run(&args),
        Command::FcSolve(args) => cmd::fc_solve::run(&args),
    }
}
