//! `strata worker`: groups flooded for an engine that knows nothing of cards.

use crate::board_arg::{BoardArgs, PruneArg};
use crate::exit::{Exit, Failure, needs_planes};
use crate::memory::{Memory, WorkerShares};
use crate::run::{pool_of, watch_flag};
use crate::search_args::{SymmetryArg, WayArg};
use crate::size::parse_bytes;
use fcc::census::CensusOptions;
use fcc::flood::Control;
use fcc::game::Game;
use std::io::{self, BufWriter};
use worker::{Job, Limits, WorkerError};

/// Flood groups for others: entries on standard input, findings on standard output, as Apache Arrow
///
/// Reads a stream of entries, sorted by group, floods each group as the census does, and writes what it finds:
/// exits, which are the entries of deeper layers, the records of components, and counts. Spark, Flink, Ray,
/// Polars or DuckDB can make such a stream and read the other one; docs/worker.md has all columns.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata worker 11982 --first > entries.arrows
  strata worker 11982 < entries.arrows > findings.arrows
  tools/worker/by-layers 11982          the whole graph, a worker for each layer

A stream that is damaged, cut short, not sorted, of another version or of another deal is refused with the
place. What was written until then has no end, and nothing of it counts.

Memory stays within --memory; what does not fit goes to a temporary folder (TMPDIR).

Exit codes: 0 done, 2 bad input or usage (a stream that is refused), 3 stopped by a signal, 4 failure.")]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,
    /// Which foundation moves are made at once
    #[arg(long, value_enum, default_value_t = PruneArg::Safe)]
    prune: PruneArg,
    /// Whether entries are classes of states or states
    #[arg(long, value_enum, default_value_t = SymmetryArg::On)]
    symmetry: SymmetryArg,
    /// Write the entry of the deal, as a stream of entries, and read nothing
    #[arg(long)]
    first: bool,
    /// Explore deeper layers too, while they have no more entries than this. What is read is then all that
    /// waits, at all depths
    #[arg(long, value_name = "ENTRIES")]
    go_on: Option<u64>,
    /// Write no records of components
    #[arg(long)]
    no_records: bool,
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Memory limit, at least 32MiB; what does not fit goes to disk [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// How to flood groups; the results are the same
    #[arg(long, value_enum, default_value_t = WayArg::Auto)]
    way: WayArg,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.board.board == "-" {
        return Err(Failure::bad_input("entries come on standard input: BOARD can't be -"));
    }
    let named = args.board.read()?;
    needs_planes(named.board.rules())?;
    let game = Game::new(named.board, args.prune.into());
    let symmetry = args.symmetry == SymmetryArg::On;
    let worked = match args.first {
        true => worker::first(&game, symmetry, io::stdout().lock()),
        false => flood(args, &game, symmetry)?,
    };
    worked.map(|()| Exit::Done).map_err(|error| match error {
        WorkerError::Refused(_) => Failure::bad_input(error),
        WorkerError::Stopped => Failure { exit: Exit::Undecided, message: error.to_string() },
        WorkerError::Machine(_) => Failure::of_machine(error),
    })
}

fn flood(args: &Args, game: &Game, symmetry: bool) -> Result<Result<(), WorkerError>, Failure> {
    let control = &Control::new(None);
    watch_flag(&control.interrupt_flag(), Exit::Undecided)?;
    let memory = Memory::of_search(args.memory).map_err(Failure::bad_input)?;
    let of_machine = || std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let threads = args.threads.map_or_else(of_machine, usize::from);
    memory.return_large_blocks(threads);
    let WorkerShares { floods, exits, entries, merging } = memory.worker();
    let job = Job {
        game,
        options: CensusOptions { symmetry, way: args.way.into(), ..CensusOptions::default() },
        records: !args.no_records,
        go_on: args.go_on,
        limits: Limits { floods, exits, entries, merging, threads },
        control,
    };
    let pool = pool_of(threads)?;
    let out = BufWriter::with_capacity(1 << 16, io::stdout());
    Ok(pool.install(|| worker::flood(&job, io::stdin(), out)))
}
