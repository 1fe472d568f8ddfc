//! The stages that leave nothing out: over classes, fewest stuck cards first, in memory; and by layers,
//! on disk where memory ends.

use super::{Evidence, Solver, Stage, StopReason, Verdict, Why, watchdog};
use crate::memory::Memory;
use crate::solved::shortened;
use crate::stores::{Limits, Records, RunStores};
use fcc::census::{self, CensusOptions, Scope};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::ports::PortError;
use fcc::rules::Prune;
use fcc::solution::Solution;
use fcc::trace::{Path, TraceError, Tracer};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Counts and digest are nobody's business here.
const OPTIONS: CensusOptions =
    CensusOptions { symmetry: true, digest: false, way: census::Way::Auto };

/// When a stage has to end.
struct StageLimits {
    classes_max: Option<u64>,
    deadline: Option<Instant>,
}

/// What a complete search came to.
enum Ended {
    Settled(Verdict),
    /// A limit of the stage came first.
    Limit(Why),
}

impl Solver {
    /// The complete search in memory. Nothing when the next stage is to go on.
    pub(super) fn classes(
        &mut self,
        classes_max: Option<u64>,
        deadline: Option<Instant>,
    ) -> Option<Verdict> {
        let threads = self.options.threads;
        let limits = StageLimits { classes_max, deadline };
        let ended = self.watched(Stage::Classes, limits, |game, memory_bytes, control| {
            fewest(game, memory_bytes, threads, control)
        });
        self.unless_over(ended)
    }

    /// The complete search by layers, until it is settled or a limit comes.
    pub(super) fn layers(&mut self, deadline: Option<Instant>) -> Verdict {
        let threads = self.options.threads;
        let limits = StageLimits { classes_max: None, deadline };
        let ended = self.watched(Stage::Layers, limits, |game, memory_bytes, control| {
            let memory = Memory { bytes: Memory { bytes: memory_bytes }.solve().layers };
            let limits = Limits { memory, disk_bytes: None, threads };
            by_layers(game, limits, control)
        });
        match ended {
            Ended::Settled(verdict) => verdict,
            Ended::Limit(why) => Verdict::Undecided(why),
        }
    }

    fn unless_over(&self, ended: Ended) -> Option<Verdict> {
        match ended {
            Ended::Settled(verdict) => Some(verdict),
            Ended::Limit(why) if is_final(&why) || self.time_is_up() => {
                Some(Verdict::Undecided(why))
            }
            Ended::Limit(_) => None,
        }
    }

    /// Does a stage on the solver's threads, with a watchdog beside it.
    fn watched(
        &mut self,
        stage: Stage,
        limits: StageLimits,
        work: impl FnOnce(&Game, u64, &Control) -> Result<Ended, PortError> + Send,
    ) -> Ended {
        self.tell(stage, self.classes);
        let pool = match self.pool.take() {
            Some(pool) => pool,
            None => match rayon::ThreadPoolBuilder::new().num_threads(self.options.threads).build()
            {
                Ok(pool) => pool,
                Err(error) => {
                    return Ended::Limit(Why::Failed(format!("can't start threads: {error}")));
                }
            },
        };
        let board = self.board.clone().expect("a board is being solved");
        let game = Game::new(board, Prune::Safe);
        let control = Control::new(limits.classes_max);
        let held = self.bytes_held() as u64;
        let memory_bytes = self.options.memory_bytes.saturating_sub(held);
        let cancel = Arc::clone(&self.cancel);
        let before = self.classes;
        let tick = |classes: u64| self.tell(stage, before + classes);
        let ended = watchdog::during(&control, &cancel, limits.deadline, tick, || {
            pool.install(|| work(&game, memory_bytes, &control))
        });
        self.pool = Some(pool);
        self.classes += control.progress.states.load(Relaxed);
        match ended {
            Ok(ended) => ended,
            Err(full) if full.is_full => Ended::Limit(StopReason::Disk.into()),
            Err(error) => Ended::Limit(Why::Failed(error.to_string())),
        }
    }
}

/// By layers: first without records, and with them when there is a win to be traced.
fn by_layers(game: &Game, limits: Limits, control: &Control) -> Result<Ended, PortError> {
    let started = Instant::now();
    let mut stores = RunStores::new(game, OPTIONS, limits, None);
    let scope = Scope { until_won: true, ..Scope::default() };
    let report = stores.explore(scope, Records::Dropped, control)?;
    match report.proof() {
        census::Verdict::Impossible => {
            let classes = report.total.classes as u64;
            Ok(Ended::Settled(Verdict::Impossible(Evidence::Classes { classes })))
        }
        census::Verdict::Undecided(cause) => Ok(Ended::Limit(cause.into())),
        census::Verdict::Solvable => {
            let report = stores.explore(scope, Records::Kept, control)?;
            let won = report.layers.iter().find(|layer| layer.won);
            let (Some(won), Some(exists)) = (won, stores.records()) else {
                let reason = control.reason().expect("a search that found a win finds it again");
                return Ok(Ended::Limit(reason.into()));
            };
            let bytes = limits.memory.trace();
            let tracer = Tracer::new(game, exists, true, bytes, control);
            let search = Searched { started, bytes_max: bytes };
            traced(game, search, || tracer.solution(&[won.depth]), control)
        }
    }
}

/// The moves of a path, shortened and played on the board, after a search that began then.
fn traced(
    game: &Game,
    search: Searched,
    trace: impl FnOnce() -> Result<Path, TraceError>,
    control: &Control,
) -> Result<Ended, PortError> {
    let (searched, started) = (search.started.elapsed(), Instant::now());
    match trace() {
        Ok(Path { steps, .. }) => {
            let time = searched.saturating_sub(started.elapsed());
            let steps = shortened(game.deal(), steps, time);
            Ok(Ended::Settled(Verdict::Solvable(Solution::of(game.deal(), &steps).into())))
        }
        Err(TraceError::Stopped) => {
            let reason = control.reason().expect("a trace that stops has a reason");
            Ok(Ended::Limit(reason.into()))
        }
        Err(TraceError::TooLarge { .. }) => {
            Ok(Ended::Limit(StopReason::Memory { bytes_max: search.bytes_max }.into()))
        }
        Err(error) => Err(PortError::failure(error.to_string())),
    }
}

/// A search that found a win, and the memory that tracing it may take.
struct Searched {
    started: Instant,
    bytes_max: u64,
}

/// Whether no further stage can help.
fn is_final(why: &Why) -> bool {
    matches!(why, Why::Failed(_) | Why::Stopped(StopReason::Interrupted))
}

/// Fewest stuck cards first, in memory.
fn fewest(
    game: &Game,
    memory_bytes: u64,
    threads: usize,
    control: &Control,
) -> Result<Ended, PortError> {
    let (started, part) = (Instant::now(), Memory { bytes: memory_bytes }.solve().classes);
    let budget = Budget::new(part as usize, threads);
    let found = census::fewest_stuck_first(game, OPTIONS.way, &budget, part, control)?;
    match found.verdict {
        census::Verdict::Solvable => {
            let search = Searched { started, bytes_max: part };
            traced(game, search, || found.solution(game, part, control), control)
        }
        census::Verdict::Impossible => {
            let classes = found.classes_walked;
            Ok(Ended::Settled(Verdict::Impossible(Evidence::Classes { classes })))
        }
        census::Verdict::Undecided(cause) => Ok(Ended::Limit(cause.into())),
    }
}
