//! A run of the search: its arguments, its limits, its signals, its threads, its progress line, its clock.

use crate::board_arg::{NamedBoard, read_board};
use crate::cli::PruneArg;
use crate::exit::Failure;
use crate::size::parse_bytes;
use crate::{process, progress};
use clap::ValueEnum;
use fcc::census::CensusOptions;
use fcc::flood::Control;
use fcc::game::Game;
use fcc::ports::PortError;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// What every command that searches takes.
#[derive(clap::Args)]
pub struct SearchArgs {
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
}

/// `--symmetry`
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SymmetryArg {
    /// States that differ only by exchanging suits are visited once and counted exactly
    On,
    /// Every state is visited
    Off,
}

/// What to search and how.
pub struct Search {
    pub named: NamedBoard,
    pub game: Game,
    pub options: CensusOptions,
}

impl SearchArgs {
    /// Reads the board and puts the search together.
    pub fn read(&self) -> Result<Search, Failure> {
        let named = read_board(&self.board, self.freecells)?;
        let game = Game::new(named.board.clone(), self.prune.into());
        let symmetry = self.symmetry == SymmetryArg::On;
        Ok(Search { named, game, options: CensusOptions { symmetry, ..CensusOptions::default() } })
    }
}

/// A run that has been set up.
pub struct Run {
    control: Control,
    started: Instant,
    threads: usize,
    progress_forced: bool,
}

impl Run {
    /// Sets the limits (half of the free memory where none is given) and watches for signals.
    pub fn start(args: &SearchArgs) -> Result<Run, Failure> {
        let memory = args.memory.or_else(|| process::free_memory_bytes().map(|free| free / 2));
        let control = Control::new(args.max_states, memory);
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, control.interrupt_flag()).map_err(|error| {
                Failure::of_machine(format!("can't watch for signals: {error}"))
            })?;
        }
        let threads = args.threads.unwrap_or(0).into();
        Ok(Run { control, started: Instant::now(), threads, progress_forced: args.progress })
    }

    /// Classes walked so far, in all searches of the run.
    pub fn walked(&self) -> u64 {
        self.control.progress.states.load(Relaxed)
    }

    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Does the work on a pool of threads, with a progress line beside it.
    pub fn explore<T: Send>(
        &self,
        work: impl FnOnce(&Control) -> Result<T, PortError> + Send,
    ) -> Result<T, Failure> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .map_err(|error| Failure::of_machine(format!("can't start threads: {error}")))?;
        let work = || pool.install(|| work(&self.control));
        progress::watching(&self.control, self.progress_forced, work).map_err(Failure::of_machine)
    }
}
