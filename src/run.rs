//! A run of the search: its arguments, its limits, its signals, its threads, its progress line, its clock.

use crate::board_arg::{NamedBoard, read_board};
use crate::census_text::verdict_word;
use crate::cli::PruneArg;
use crate::exit::Failure;
use crate::print::shell_word;
use crate::size::{bytes_text, parse_bytes};
use crate::solved::Solved;
use crate::stores::{DiskUse, Keep, Limits, MEMORY_BYTES_MIN, Records, RunStores};
use crate::{process, progress};
use clap::ValueEnum;
use fcc::census::{CensusOptions, CensusReport, Scope, Verdict, Way};
use fcc::flood::Control;
use fcc::game::Game;
use fcc::ports::PortError;
use fcc::trace::{TraceError, Tracer};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;
use storage::manifest::{Identity, Status};

/// The memory to work in where the system does not say how much is free.
const MEMORY_UNKNOWN: u64 = 1 << 30;

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
    /// Work in this much memory, 32MiB or more, and on disk beyond it [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// Keep records and statistics in this directory, which must be new or empty
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// What stays in DIR at the end [default: certificate]
    #[arg(long, value_enum, requires = "dir")]
    keep: Option<Keep>,
    /// Stop as undecided when this much of the disk is taken
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    disk: Option<u64>,
    /// Which way to take through groups; makes no difference to what is found
    #[arg(long, value_enum, default_value_t = WayArg::Auto)]
    way: WayArg,
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

/// `--way`
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum WayArg {
    /// Tables, and levels for an FCC that outgrows its share of memory
    Auto,
    /// One table for a whole group
    Table,
    /// A table for one FCC at a time
    Fccs,
    /// Sorted levels, one FCC at a time
    Levels,
}

impl From<WayArg> for Way {
    fn from(way: WayArg) -> Way {
        match way {
            WayArg::Auto => Way::Auto,
            WayArg::Table => Way::Table,
            WayArg::Fccs => Way::Fccs,
            WayArg::Levels => Way::Levels,
        }
    }
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
        let options = CensusOptions { symmetry, way: self.way.into(), ..CensusOptions::default() };
        Ok(Search { named, game, options })
    }

    /// The commands that check a verdict without trusting the search.
    pub fn how_to_check(&self, verdict: Verdict, has_moves: bool) -> String {
        let cells = self.freecells.map_or(String::new(), |cells| format!(" --freecells {cells}"));
        let prune = match self.prune {
            PruneArg::Safe => "",
            PruneArg::None => " --prune none",
        };
        // What came from a pipe has to be kept in a file first.
        let board = if self.board == "-" { "BOARD".into() } else { shell_word(&self.board) };
        let export = |dir: &str| {
            format!(
                "strata certificate export {dir} proof.cert; strata-verify certificate proof.cert"
            )
        };
        let command = match (verdict, &self.dir) {
            (Verdict::Solvable, _) if has_moves => {
                format!(
                    "strata prove {board}{cells}{prune} --json | strata-verify {board} -{cells}"
                )
            }
            (Verdict::Impossible, Some(dir)) if self.keep != Some(Keep::None) => {
                export(&shell_word(&dir.display().to_string()))
            }
            (Verdict::Impossible, _) => {
                format!("strata prove {board}{cells}{prune} --dir DIR; {}", export("DIR"))
            }
            _ => return String::new(),
        };
        format!("\ncheck it with: {command}\n")
    }
}

/// A run that has been set up.
pub struct Run {
    control: Control,
    started: Instant,
    limits: Limits,
    place: Option<(PathBuf, Keep)>,
    progress_forced: bool,
}

/// What a run took.
pub struct Used {
    pub seconds: f64,
    pub peak_memory_bytes: Option<u64>,
    pub peak_anonymous_bytes: Option<u64>,
    pub disk: DiskUse,
}

impl Run {
    /// Sets the limits (half of the free memory where none is given) and watches for signals.
    pub fn start(args: &SearchArgs) -> Result<Run, Failure> {
        let control = Control::new(args.max_states);
        watch_for_signals(&control)?;
        let memory_bytes = match args.memory {
            Some(bytes) if bytes < MEMORY_BYTES_MIN => {
                let least = bytes_text(MEMORY_BYTES_MIN);
                return Err(Failure::bad_input(format!(
                    "--memory {} is too little: {least} is the least",
                    bytes_text(bytes)
                )));
            }
            Some(bytes) => bytes,
            None => process::free_memory_bytes()
                .map_or(MEMORY_UNKNOWN, |free| free / 2)
                .max(MEMORY_BYTES_MIN),
        };
        let of_machine = || std::thread::available_parallelism().map_or(1, |threads| threads.get());
        let threads = args.threads.map_or_else(of_machine, usize::from);
        let limits = Limits { memory_bytes, disk_bytes: args.disk, threads };
        let keep = args.keep.unwrap_or(Keep::Certificate);
        let place = args.dir.clone().map(|path| (path, keep));
        let progress_forced = args.progress;
        Ok(Run { control, started: Instant::now(), limits, place, progress_forced })
    }

    /// Classes walked so far, in all searches of the run.
    pub fn walked(&self) -> u64 {
        self.control.progress.states.load(Relaxed)
    }

    /// Does the work on a pool of threads, with a progress line beside it. `work` gets stores that
    /// explore parts of the graph, and tells how it ended.
    pub fn explore<T: Send>(
        &self,
        search: &Search,
        work: impl FnOnce(&mut Explorer) -> Result<(T, Verdict), PortError> + Send,
    ) -> Result<(T, Used), Failure> {
        let Limits { memory_bytes, threads, .. } = self.limits;
        storage::allocator::return_large_blocks(memory_bytes / 64, threads);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| Failure::of_machine(format!("can't start threads: {error}")))?;
        let place = self.place.as_ref().map(|(path, keep)| (&**path, *keep, search.identity()));
        let stores = RunStores::new(&search.game, search.options, self.limits, place)?;
        let control = &self.control;
        let mut explorer = Explorer { search, stores, control, memory_bytes };
        let work = || {
            pool.install(|| {
                let (result, verdict) = work(&mut explorer)?;
                Ok((result, explorer.stores.finish(status_of(verdict))?))
            })
        };
        let (watched, peak_anonymous_bytes) =
            process::watching_memory(|| progress::watching(control, self.progress_forced, work));
        let (result, disk) = watched.map_err(|error: PortError| Failure::of_machine(error))?;
        let peak_memory_bytes = process::peak_memory_bytes();
        let seconds = self.started.elapsed().as_secs_f64();
        Ok((result, Used { seconds, peak_memory_bytes, peak_anonymous_bytes, disk }))
    }
}

/// Explores parts of the graph, with new stores each time, and looks into what they have kept.
pub struct Explorer<'a> {
    search: &'a Search,
    stores: RunStores<'a>,
    control: &'a Control,
    memory_bytes: u64,
}

impl Explorer<'_> {
    pub fn explore(&mut self, scope: Scope, records: Records) -> Result<CensusReport, PortError> {
        self.stores.explore(scope, records, self.control)
    }

    /// The verdict is known: --max-states holds no more.
    pub fn lift_limit(&self) {
        self.control.lift_limit();
    }

    pub fn has_directory(&self) -> bool {
        self.stores.has_directory()
    }

    /// The moves to the win that the last search found, from its records.
    pub fn solution(&self, report: &CensusReport) -> Result<Solved, TraceError> {
        let won = report.layers.iter().find(|layer| layer.won).ok_or(TraceError::NoWin)?;
        let exists = self.stores.records().ok_or(TraceError::NoWin)?;
        let Search { game, options, .. } = self.search;
        let tracer =
            Tracer::new(game, exists, options.symmetry, self.memory_bytes / 4 * 3, self.control);
        let solved = Solved::of(game, tracer.solution(&[won.depth])?);
        self.stores.keep_solution(&solved.to_stored())?;
        Ok(solved)
    }
}

fn status_of(verdict: Verdict) -> Status {
    match verdict {
        Verdict::Undecided(cause) => Status::Stopped { cause: cause.to_string() },
        verdict => Status::Finished { verdict: verdict_word(verdict).to_owned() },
    }
}

impl Search {
    /// What a directory is to remember of it.
    fn identity(&self) -> Identity {
        let rules = self.game.rules();
        let deal = self.named.deal.map_or("a board".to_owned(), |deal| deal.to_string());
        Identity {
            deal,
            board: self.named.board.to_string(),
            freecells: rules.freecells,
            columns: rules.columns,
            prune: self.game.prune().to_string(),
            symmetry: self.options.symmetry,
        }
    }
}

/// Looks into the records of a run: within half of the free memory, stopped by a signal.
pub fn tracing<T>(work: impl FnOnce(&Control, u64) -> Result<T, TraceError>) -> Result<T, Failure> {
    let control = Control::new(None);
    watch_for_signals(&control)?;
    let memory_bytes = process::free_memory_bytes().map_or(MEMORY_UNKNOWN, |free| free / 2);
    work(&control, memory_bytes).map_err(Failure::of_machine)
}

fn watch_for_signals(control: &Control) -> Result<(), Failure> {
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, control.interrupt_flag())
            .map_err(|error| Failure::of_machine(format!("can't watch for signals: {error}")))?;
    }
    Ok(())
}
