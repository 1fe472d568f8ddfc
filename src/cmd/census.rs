//! `strata census`: the whole graph of a deal, counted.

use crate::board_arg::{NamedBoard, read_board};
use crate::census_text;
use crate::cli::PruneArg;
use crate::exit::{Exit, Failure};
use crate::size::parse_bytes;
use crate::{print, process, progress};
use clap::ValueEnum;
use fcc::census::{CensusOptions, CensusReport, Verdict, census_in_memory};
use fcc::flood::Control;
use fcc::game::Game;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::time::Instant;

/// Explore the whole graph of a deal and count it, layer by layer
///
/// Counts every position that can be reached and reports, for every depth, the groups, the fully
/// connected components (FCCs), the entries, the live states, the largest FCC and the exits; and the
/// verdict: solvable or impossible. A solvable deal is explored to the end too.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata census 11982
  strata census 1 --freecells 2 --csv > layers.csv
  strata census position.txt --prune none --max-states 1000000 --json

Words: depth is the number of irreversible steps (a stuck card that goes straight to the foundation
makes two). A group is all states that made the same ones. An FCC is a part of a group that is
connected by reversible moves. An entry is a state that an irreversible move arrives at, an exit a
move that leaves a group.

With symmetry, states that differ only by exchanging two cards of one rank and colour form a class,
and one of them is walked for all. Every count is exact and equal to that of --symmetry off.

The digest is a sum over all states: the same deal, rules and prune give the same digest, whatever
the symmetry, the threads or the memory.

Exit codes: 0 solvable, 1 impossible, 2 bad input or usage, 3 undecided (a limit or Ctrl-C came
first), 4 failure.")]
pub struct Args {
    /// A deal number, a file, or - for standard input
    board: String,
    /// Number of freecells, 0 to 12 [default: what the board says, or 4]
    #[arg(long, value_name = "N")]
    freecells: Option<u8>,
    /// Which foundation moves are made at once
    #[arg(long, value_enum, default_value_t = PruneArg::Safe)]
    prune: PruneArg,
    /// Whether to walk classes of states instead of states
    #[arg(long, value_enum, default_value_t = SymmetryArg::On)]
    symmetry: SymmetryArg,
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Stop as undecided after this many classes (states with --symmetry off)
    #[arg(long, value_name = "N")]
    max_states: Option<u64>,
    /// Stop as undecided when the search holds this much memory [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// Show progress even when standard error is no terminal
    #[arg(long)]
    progress: bool,
    /// Write JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write the layers as CSV
    #[arg(long)]
    csv: bool,
}

/// `--symmetry`
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SymmetryArg {
    /// States that differ only by exchanging suits are visited once and counted exactly
    On,
    /// Every state is visited
    Off,
}

/// What a run found and what it took.
pub struct Outcome {
    pub named: NamedBoard,
    pub game: Game,
    pub symmetry: SymmetryArg,
    pub report: CensusReport,
    pub seconds: f64,
    pub peak_memory_bytes: Option<u64>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let named = read_board(&args.board, args.freecells)?;
    let game = Game::new(named.board.clone(), args.prune.into());
    let memory = args.memory.or_else(|| process::free_memory_bytes().map(|free| free / 2));
    let control = Control::new(args.max_states, memory);
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, control.interrupt_flag())
            .map_err(|error| Failure::of_machine(format!("can't watch for signals: {error}")))?;
    }
    let started = Instant::now();
    let report = progress::watching(&control, args.progress, || explore(args, &game, &control))?;
    let outcome = Outcome {
        named,
        game,
        symmetry: args.symmetry,
        report,
        seconds: started.elapsed().as_secs_f64(),
        peak_memory_bytes: process::peak_memory_bytes(),
    };
    if args.json {
        print::json(&census_text::to_json(&outcome))?;
    } else if args.csv {
        print::text(&census_text::to_csv(&outcome))?;
    } else {
        print::text(&census_text::to_text(&outcome))?;
    }
    Ok(match outcome.report.verdict() {
        Verdict::Solvable => Exit::Done,
        Verdict::Impossible => Exit::Impossible,
        Verdict::Undecided(cause) => {
            eprintln!("strata: undecided: {cause}");
            Exit::Undecided
        }
    })
}

fn explore(args: &Args, game: &Game, control: &Control) -> Result<CensusReport, Failure> {
    let options =
        CensusOptions { symmetry: args.symmetry == SymmetryArg::On, ..CensusOptions::default() };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.unwrap_or(0).into())
        .build()
        .map_err(|error| Failure::of_machine(format!("can't start threads: {error}")))?;
    pool.install(|| census_in_memory(game, options, control)).map_err(Failure::of_machine)
}
