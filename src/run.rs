//! A run of the search: its limits, its signals, its threads, its progress line, its clock.

use crate::beside::Beside;
use crate::exit::{Exit, Failure, how_to_resume, needs_rocksdb};
use crate::memory::{Memory, MemoryPlan};
use crate::print::notice;
use crate::search::Search;
use crate::search_args::{LimitArgs, SearchArgs};
use crate::solved::{short_solution, to_stored};
use crate::solver::{Answer, Solver, SolverOptions};
use crate::stores::{DiskUse, Keep, Limits, Records, RunDirectory, RunStores};
use crate::watch::Watch;
use crate::{log, process};
use fcc::census::{CensusOptions, CensusReport, Scope, Verdict};
use fcc::flood::Control;
use fcc::ports::{DoesExists, PortError};
use fcc::solution::Solution;
use fcc::trace::{TraceError, Tracer};
use fcc::verdict::StopReason;
use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use storage::Disk;
use storage::directory::{Directory, DirectoryError};
use storage::manifest::{ScopeOfRun, Status};
use strata_report::census::{DiskUsed, Used};

/// What a run that is killed may lose.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(5 * 60);

/// A run that has been set up.
pub struct Run {
    control: Control,
    started: Instant,
    limits: Limits,
    run_dir: Option<RunDirectory>,
    /// Set by SIGUSR1.
    asked: Arc<AtomicBool>,
    progress_forced: bool,
    stop_at: Option<Instant>,
    /// What was spared for a search beside it.
    memory_beside: Option<Memory>,
}

impl Run {
    /// A new run, in a directory if one is given.
    pub fn start(args: &SearchArgs, search: &Search) -> Result<Run, Failure> {
        if args.dir.is_some() {
            needs_rocksdb()?;
        }
        let mut run = Run::without_directory(&args.limits, args.dir.is_some(), search.options)?;
        if let Some(path) = &args.dir {
            let version = env!("CARGO_PKG_VERSION");
            let scope = ScopeOfRun { until_won: search.until_won, beam_entries_max: None };
            let created = Directory::create(path, version, search.identity(), scope);
            let directory = created.map_err(|error| match error {
                DirectoryError::Io { .. } if !path.is_file() => Failure::of_machine(&error),
                _ => Failure::bad_input(&error),
            })?;
            run.attach(directory, &args.limits, "begin");
        }
        Ok(run)
    }

    /// Goes on with the run of a directory.
    pub fn resume(directory: Directory, args: &LimitArgs, search: &Search) -> Result<Run, Failure> {
        let mut run = Run::without_directory(args, true, search.options)?;
        run.attach(directory, args, "resume");
        Ok(run)
    }

    /// Sets the limits (half of the free memory where none is given) and watches for signals.
    fn without_directory(
        args: &LimitArgs,
        resumable: bool,
        options: CensusOptions,
    ) -> Result<Run, Failure> {
        let control = Control::new(args.max_states).counting_states(!options.symmetry);
        let asked = Arc::new(AtomicBool::new(false));
        watch_for_signals(&control, if resumable { Exit::Paused } else { Exit::Undecided })?;
        signal_hook::flag::register(SIGUSR1, Arc::clone(&asked)).map_err(no_signals)?;
        // A limit for the size of files is then an error of the write, as a full disk is, and no end.
        signal_hook::flag::register(SIGXFSZ, Arc::default()).map_err(no_signals)?;
        let memory = Memory::of_search(args.memory).map_err(Failure::bad_input)?;
        let of_machine = || std::thread::available_parallelism().map_or(1, |threads| threads.get());
        let threads = args.threads.map_or_else(of_machine, usize::from);
        let limits = Limits { memory, disk_bytes: args.disk, threads };
        let (started, progress_forced) = (Instant::now(), args.progress);
        Ok(Run {
            control,
            started,
            limits,
            run_dir: None,
            asked,
            progress_forced,
            stop_at: None,
            memory_beside: None,
        })
    }

    fn attach(&mut self, directory: Directory, args: &LimitArgs, event: &str) {
        log::open(directory.path());
        log::begin(event, directory.manifest(), self.limits.memory.bytes, self.limits.threads);
        let keep = args.keep.unwrap_or(Keep::Certificate);
        let every = args.checkpoint.unwrap_or(CHECKPOINT_EVERY);
        let mut run_dir = RunDirectory::new(directory, Disk::default(), keep, every);
        run_dir.tell = log::tell;
        self.run_dir = Some(run_dir);
    }

    /// Stops it after this time.
    pub fn stop_after(&mut self, time: Duration) {
        self.stop_at = Some(Instant::now() + time);
    }

    /// Set by the signals that stop it.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.control.interrupt_flag()
    }

    /// A solver that tries the board first: it expands no more states than the search may walk, and stops
    /// when the run is interrupted.
    pub fn solver(&self) -> Solver {
        let most = self.control.states_max();
        let options = SolverOptions {
            iterations_max: most.unwrap_or(u64::MAX),
            memory_bytes: self.limits.memory.bytes,
            threads: self.limits.threads,
            ..SolverOptions::default()
        };
        Solver::new(options).cancelled_by(self.interrupt_flag())
    }

    /// Whether there is a search by layers that an earlier process has begun.
    pub fn resumes(&self) -> bool {
        self.run_dir.as_ref().is_some_and(|run_dir| run_dir.resumes)
    }

    /// Takes a share of its memory for a search beside it, if there is enough.
    pub fn spare_memory(&mut self) -> Option<Memory> {
        let (layers, beside) = self.limits.memory.with_search_beside();
        (self.limits.memory, self.memory_beside) = (layers, beside);
        beside
    }

    /// Classes walked so far, in all searches of the run.
    pub fn walked(&self) -> u64 {
        self.control.progress.states.load(Relaxed)
    }

    /// Does the work on a pool of threads, with a progress line beside it. `work` gets stores that
    /// explore parts of the graph, and tells how it ended.
    pub fn explore<T: Send>(
        &mut self,
        search: &Search,
        work: impl FnOnce(&mut Explorer) -> Result<(T, Verdict), PortError> + Send,
    ) -> Result<(T, Used), Failure> {
        let Limits { memory, threads, .. } = self.limits;
        memory.return_large_blocks(threads);
        let pool = pool_of(threads)?;
        let run_dir = self.run_dir.take();
        let folder = run_dir.as_ref().map(|run_dir| run_dir.directory.path().to_owned());
        let removes_all = run_dir.as_ref().is_some_and(|run_dir| run_dir.keep == Keep::None);
        let seconds_before =
            run_dir.as_ref().map_or(0, |run_dir| run_dir.directory.manifest().seconds_spent);
        let stores = RunStores::new(&search.game, search.options, self.limits, run_dir);
        let control = &self.control;
        let mut explorer = Explorer { search, stores, control, memory, started: self.started };
        let seconds_until_now = || seconds_before + self.started.elapsed().as_secs();
        let work = || {
            pool.install(|| {
                let (result, verdict) = match work(&mut explorer) {
                    Ok((result, verdict)) => (Ok(result), verdict),
                    Err(full) if full.is_full => (Err(full), Verdict::Undecided(StopReason::Disk)),
                    Err(error) => {
                        log::end(&error.to_string(), seconds_until_now());
                        return Err(error);
                    }
                };
                let status = status_of(verdict);
                log::end(&status.to_string(), seconds_until_now());
                let disk = explorer.stores.finish(status, seconds_until_now())?;
                Ok((result?, disk))
            })
        };
        let watch = Watch {
            control,
            folder: folder.as_deref(),
            asked: Arc::clone(&self.asked),
            progress_forced: self.progress_forced,
            stop_at: self.stop_at,
            memory_plan: MemoryPlan::new(memory, self.memory_beside),
        };
        let (watched, peak_anonymous_memory_bytes) =
            process::watching_memory(|| watch.during(work));
        if let (true, Some(folder)) = (removes_all, &folder) {
            // The watch had a file in it until now. Other files of other people stay.
            let _ = std::fs::remove_dir(folder);
        }
        let (result, disk) = watched.map_err(|error: PortError| {
            match folder.as_deref().filter(|_| error.is_full) {
                // What the last checkpoint has is not lost.
                Some(folder) => Failure::paused(StopReason::Disk, &error, folder),
                None => Failure::of_machine(error),
            }
        })?;
        let peak_memory_bytes = process::peak_memory_bytes();
        let seconds = seconds_before as f64 + self.started.elapsed().as_secs_f64();
        let disk = disk_used(disk);
        Ok((result, Used { seconds, peak_memory_bytes, peak_anonymous_memory_bytes, disk }))
    }
}

/// Explores parts of the graph, with new stores each time, and looks into what they have kept.
pub struct Explorer<'a> {
    search: &'a Search,
    pub stores: RunStores<'a>,
    pub control: &'a Control,
    memory: Memory,
    started: Instant,
}

impl Explorer<'_> {
    /// Explores the graph until a win, with a search in memory beside it. Its win is the second part.
    pub fn explore_beside(
        &mut self,
        beside: Beside,
        records: Records,
    ) -> Result<(CensusReport, Option<Answer>), PortError> {
        let scope = Scope { until_won: true, ..Scope::default() };
        let explore = || self.stores.explore(scope, records, self.control);
        let (explored, answer) = beside.during(self.control, explore);
        let report = explored?;
        if report.unfinished.is_none() || answer.is_none() {
            return Ok((report, None));
        }
        self.stores.discard()?;
        Ok((report, answer))
    }

    /// Looks into the records of the last search: with so much memory, on the threads of the run. A limit that
    /// ended the search does not end this.
    pub fn look<T>(&self, work: impl FnOnce(&dyn DoesExists, &Control, u64) -> T) -> Option<T> {
        self.control.clear_limit();
        Some(work(self.stores.records()?, self.control, self.memory.analyse()))
    }

    /// The moves to the win that the last search found, from its records.
    pub fn solution(&self, report: &CensusReport) -> Result<Solution, TraceError> {
        let won = report.layers.iter().find(|layer| layer.won).ok_or(TraceError::NoWin)?;
        let exists = self.stores.records().ok_or(TraceError::NoWin)?;
        let Search { game, options, .. } = self.search;
        let tracer = Tracer::new(game, exists, options.symmetry, self.memory.trace(), self.control);
        let solution = short_solution(&tracer, game, &[won.depth], self.started.elapsed())?;
        self.keep_solution(&solution)?;
        Ok(solution)
    }

    /// Keeps a solution in the directory, if there is one.
    pub fn keep_solution(&self, solution: &Solution) -> Result<(), PortError> {
        self.stores.keep_solution(&to_stored(solution))
    }
}

fn disk_used(used: DiskUse) -> DiskUsed {
    let queues = &used.queues;
    let waited = queues.entries_waiting_on_disk_peak > 0;
    DiskUsed {
        peak_bytes: used.bytes_peak,
        record_bytes: used.record_bytes,
        entries_pushed: queues.entries_pushed,
        entries_spilled: queues.entries_spilled,
        bytes_per_waiting_entry: waited.then(|| queues.disk_bytes_per_entry()),
        queue_seconds: (queues.spill_time + queues.merge_time).as_secs_f64(),
    }
}

fn status_of(verdict: Verdict) -> Status {
    match verdict {
        Verdict::Undecided(cause) => Status::Stopped { cause: cause.to_string() },
        verdict => Status::Finished { verdict: verdict.word() },
    }
}

/// The exit code of a verdict. What came before one is told on standard error, and how to go on where
/// there is a directory. A limit of the search is undecided; a signal, a full disk or the end of the time is
/// a pause.
pub fn exit_of(verdict: Verdict, full_disk: Option<&str>, dir: Option<&Path>) -> Exit {
    let cause = match verdict {
        Verdict::Solvable => return Exit::Done,
        Verdict::Impossible => return Exit::Impossible,
        Verdict::Undecided(cause) => cause,
    };
    let goes_on = matches!(cause, StopReason::Interrupted | StopReason::Disk | StopReason::Time);
    let paused = goes_on && dir.is_some();
    notice(&format!("strata: {}: {cause}\n", if paused { "paused" } else { "undecided" }));
    if let Some(message) = full_disk {
        notice(&format!("strata: {message}\n"));
    }
    if let Some(dir) = dir {
        notice(&format!("strata: {}\n", how_to_resume(dir)));
    }
    if paused { Exit::Paused } else { Exit::Undecided }
}

/// Looks into the records of a run of before, with a progress line: on these threads and within this memory,
/// or half of what is free; stopped by a signal.
pub fn with_limits<T: Send>(
    args: &LimitArgs,
    work: impl FnOnce(&Control, u64) -> T + Send,
) -> Result<T, Failure> {
    let run = Run::without_directory(args, false, CensusOptions::default())?;
    let Limits { memory, threads, .. } = run.limits;
    memory.return_large_blocks(threads);
    let pool = pool_of(threads)?;
    let work = || pool.install(|| work(&run.control, memory.bytes));
    Ok(crate::progress::watching(&run.control, args.progress, work))
}

/// A pool of so many threads.
pub fn pool_of(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::of_machine(format!("can't start threads: {error}")))
}

/// Looks into the records of a run: within half of the free memory, stopped by a signal.
pub fn with_default_limits<T>(
    work: impl FnOnce(&Control, u64) -> Result<T, TraceError>,
) -> Result<T, Failure> {
    let control = Control::new(None);
    watch_for_signals(&control, Exit::Failure)?;
    let memory = Memory::of_search(None).map_err(Failure::bad_input)?;
    work(&control, memory.bytes).map_err(Failure::of_machine)
}

/// The first signal stops the run, the second ends the process at once.
fn watch_for_signals(control: &Control, at_once: Exit) -> Result<(), Failure> {
    watch_flag(&control.interrupt_flag(), at_once)
}

/// The first signal sets the flag, the second ends the process at once.
pub fn watch_flag(flag: &Arc<AtomicBool>, at_once: Exit) -> Result<(), Failure> {
    for signal in [SIGINT, SIGTERM] {
        let set = Arc::clone(flag);
        signal_hook::flag::register_conditional_shutdown(signal, at_once as i32, set)
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(flag)))
            .map_err(no_signals)?;
    }
    Ok(())
}

fn no_signals(error: std::io::Error) -> Failure {
    Failure::of_machine(format!("can't watch for signals: {error}"))
}
