//! Solving as a library: one board after the other, with limits, a progress callback and a way to stop.
//!
//! A solver goes through stages until one settles the board:
//!
//! 1. *plan*: the scans of a [`Plan`], in memory. Most deals are solved here in less than a millisecond.
//!    After the default plan comes the one for hard boards.
//! 2. *classes*: the complete search over classes of states, fewest stuck cards first, in memory. It ends
//!    in a win or in the end of the graph; at first a million classes.
//! 3. *plan, longer*: the scans go on, with all the memory that they may have.
//! 4. *classes* once more, with all the memory that it may have.
//! 5. *layers*: the complete search by layers, on disk where it outgrows memory.
//!
//! Deals 1 to 4000 with 2 freecells: of the 145 that the default plan did not settle in 50,000
//! iterations the one for hard boards settles most within a second, and classes what is impossible.
//!
//! Boards that are not on planes (two decks, built by rank, whole suits that go up) have one stage, the scans of
//! [`fcc::stacks`], all of them complete; [`SolverOptions::stacks`] has them for every board.
//!
//! Stages 2 to 5 are left out where only the plan is wanted ([`SolverOptions::complete`]). Verdicts are
//! three: a limit that comes first makes *undecided*, never *impossible*.
//!
//! ```
//! use strata::{Board, Solver, SolverOptions, Verdict};
//!
//! let mut solver = Solver::new(SolverOptions::default());
//! for number in [1, 617, 11_982] {
//!     let board = Board::deal(number, 4).expect("a deal");
//!     // Recycles the memory of the deal before.
//!     let answer = solver.solve(&board);
//!     match answer.verdict {
//!         Verdict::Solvable(solution) => assert!(solution.counts().cards >= 52),
//!         Verdict::Impossible(_) => assert_eq!(number, 11_982),
//!         Verdict::Undecided(why) => panic!("{why}"),
//!     }
//! }
//! ```
//!
//! A search that was stopped by a limit goes on with a larger one:
//!
//! ```
//! use strata::{Board, Solver, SolverOptions, Verdict};
//!
//! let options = SolverOptions { complete: false, iterations_max: 10, ..SolverOptions::default() };
//! let mut solver = Solver::new(options);
//! let board = Board::deal(169, 4).expect("a deal");
//! assert!(matches!(solver.solve(&board).verdict, Verdict::Undecided(_)));
//! let answer = solver.resume(SolverOptions { iterations_max: 1_000_000, ..solver.options().clone() });
//! assert!(matches!(answer.verdict, Verdict::Solvable(_)));
//! ```
//!
//! Another thread stops it, and a callback hears how far it is:
//!
//! ```
//! use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
//! use std::sync::Arc;
//! use strata::solver::Why;
//! use strata::{Board, Solver, SolverOptions, StopReason, Verdict};
//!
//! let calls = Arc::new(AtomicU64::new(0));
//! let mut solver = Solver::new(SolverOptions::default());
//! let cancel = solver.cancel_flag();
//! let counted = Arc::clone(&calls);
//! solver.on_progress(move |_progress| {
//!     counted.fetch_add(1, Relaxed);
//!     cancel.store(true, Relaxed);
//! });
//! let board = Board::deal(982, 2).expect("a deal");
//! let answer = solver.solve(&board);
//! assert_eq!(answer.verdict, Verdict::Undecided(Why::Stopped(StopReason::Interrupted)));
//! assert!(calls.load(Relaxed) > 0);
//! ```

mod answer;
mod complete;
mod side_by_side;
mod stacks;
mod watchdog;
mod within;

pub use answer::{Answer, Evidence, Progress, Stage, Verdict, Why};
pub use fcc::verdict::StopReason;
pub use within::Iteration;

use crate::memory::Memory;
use fcc::board::Board;
use fcc::solution::Solution;
use fcc::solve::engine::{Engine, Limits};
use fcc::solve::outcome::Outcome;
use fcc::solve::plan::Plan;
use fcc::solve::presets;
use fcc::stacks::Turn;
use stacks::Stacks;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use within::{OnIteration, Shares};

/// Iterations of the plan before the one for hard boards, and of that one before the complete search
/// begins. A second has some hundred thousand.
const ITERATIONS_FIRST: u64 = 20_000;
const ITERATIONS_HARD: u64 = 100_000;
/// Classes that the complete search walks before scans go on. About a second.
const CLASSES_FIRST: u64 = 1_000_000;
/// Iterations on one thread before scans go side by side: starting threads takes as long as most deals.
const ITERATIONS_ALONE: u64 = 5_000;
/// Iterations between two looks at the clock.
const ITERATIONS_A_LOOK: u64 = 2_000;

/// What a solver may use, and how it goes about it.
#[derive(Clone, Debug)]
pub struct SolverOptions {
    /// The scans that come first.
    pub plan: Plan,
    /// Iterations of the plan, all its turns together.
    pub iterations_max: u64,
    /// States that scans store, all of them together.
    pub states_max: usize,
    /// For each board; `None` for as long as it takes.
    pub time_max: Option<Duration>,
    /// For all stages; beyond it the search by layers goes to a temporary folder.
    pub memory_bytes: u64,
    /// Threads to search on.
    pub threads: usize,
    /// Whether the complete search follows when the plan has not settled it.
    pub complete: bool,
    /// Whether boards on planes go to the engine of the others, too: one engine checks the other.
    pub stacks: bool,
    /// Scans of that engine that take turns with those of the game, before them.
    pub stacks_first: Vec<Turn>,
}

impl Default for SolverOptions {
    /// The quick plan and the complete search, one thread, 2 GiB, no limit of time.
    fn default() -> SolverOptions {
        SolverOptions {
            plan: presets::quick(),
            iterations_max: u64::MAX,
            states_max: usize::MAX,
            time_max: None,
            memory_bytes: 2 << 30,
            threads: 1,
            complete: true,
            stacks: false,
            stacks_first: Vec::new(),
        }
    }
}

type OnProgress = Box<dyn FnMut(&Progress) + Send>;

/// Solves one board after the other.
pub struct Solver {
    options: SolverOptions,
    engine: Engine,
    /// The plan for hard boards, after the default one.
    hard: Option<Engine>,
    /// Whether it is its turn.
    hard_begun: bool,
    stacks: Stacks,
    board: Option<Board>,
    cancel: Arc<AtomicBool>,
    on_progress: Option<OnProgress>,
    on_iteration: Option<OnIteration>,
    shares: Shares,
    pool: Option<rayon::ThreadPool>,
    /// Of the board at hand.
    iterations: u64,
    classes: u64,
    started: Instant,
}

impl Solver {
    /// A solver without a board.
    pub fn new(options: SolverOptions) -> Solver {
        Solver {
            engine: Engine::new(options.plan.clone(), limits_of(&options)),
            hard: None,
            hard_begun: false,
            stacks: Stacks::default(),
            options,
            board: None,
            cancel: Arc::default(),
            on_progress: None,
            on_iteration: None,
            shares: Shares::default(),
            pool: None,
            iterations: 0,
            classes: 0,
            started: Instant::now(),
        }
    }

    /// Its limits.
    pub fn options(&self) -> &SolverOptions {
        &self.options
    }

    /// Setting this flag stops the search as undecided. It stays set until it is cleared.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }

    /// Stops the search when this flag is set, instead of one of its own.
    pub fn cancelled_by(mut self, flag: Arc<AtomicBool>) -> Solver {
        self.cancel = flag;
        self
    }

    /// Calls this at the beginning of each stage and some times a second.
    pub fn on_progress(&mut self, callback: impl FnMut(&Progress) + Send + 'static) {
        self.on_progress = Some(Box::new(callback));
    }

    /// Bytes that the scans hold, kept for the next board.
    pub fn bytes_held(&self) -> usize {
        let scans = self.engine.bytes_held() + self.hard.as_ref().map_or(0, Engine::bytes_held);
        scans + self.stacks.bytes_held()
    }

    /// Settles a board, within the limits.
    pub fn solve(&mut self, board: &Board) -> Answer {
        self.begin(board);
        self.go()
    }

    /// The stages that take seconds, for whoever explores the graph on disk if they settle nothing: the plan,
    /// and the complete search in memory with no more than so many classes. A board that is not on planes has no
    /// graph on disk, and is settled as [`Solver::solve`] does it.
    pub fn try_quickly(&mut self, board: &Board, classes_max: u64) -> Answer {
        self.begin(board);
        self.answer(|solver| {
            if solver.stacks.begun {
                return solver.by_stacks();
            }
            if let Some(settled) = solver.plans() {
                return (settled, Stage::Plan);
            }
            let settled = solver.classes(Some(classes_max), solver.deadline(100));
            let limit = StopReason::Classes { max: classes_max };
            (settled.unwrap_or(Verdict::Undecided(limit.into())), Stage::Classes)
        })
    }

    /// The stages in memory that come after those, for whoever explores the graph by layers at the same time:
    /// on one thread, and within this memory.
    pub fn keep_trying(&mut self, memory_bytes: u64) -> Answer {
        self.pool = None;
        self.options = SolverOptions { memory_bytes, threads: 1, ..self.options.clone() };
        self.set_limits();
        self.answer(|solver| {
            if solver.stacks.begun {
                return solver.by_stacks();
            }
            let settled = solver.later_stages();
            let limit = StopReason::Memory { bytes_max: memory_bytes };
            settled.unwrap_or((Verdict::Undecided(limit.into()), Stage::Classes))
        })
    }

    /// Takes other limits for the boards to come, with the plan that it has.
    pub fn set_options(&mut self, options: SolverOptions) {
        self.options = SolverOptions { plan: self.options.plan.clone(), ..options };
        self.set_limits();
    }

    fn set_limits(&mut self) {
        self.stacks.set_limits(&self.options);
        let limits = limits_of(&self.options);
        self.engine.set_limits(limits);
        if let Some(hard) = &mut self.hard {
            hard.set_limits(limits);
        }
    }

    /// Begins with a board, for [`Solver::resume_within`].
    pub fn begin(&mut self, board: &Board) {
        self.stacks.begin(board, &self.options);
        if !self.stacks.begun {
            self.engine.start(board);
        }
        self.board = Some(board.clone());
        (self.iterations, self.classes, self.hard_begun) = (0, 0, false);
        self.shares = Shares::default();
    }

    /// Goes on with the last board, with other limits. Scans go on where they stopped; complete searches
    /// begin anew. Another plan is taken for the next board.
    ///
    /// # Panics
    /// When there was no board.
    pub fn resume(&mut self, options: SolverOptions) -> Answer {
        assert!(self.board.is_some(), "a board was given before");
        let is_other = options.plan != self.options.plan || options.threads != self.options.threads;
        if is_other && !self.stacks.begun {
            self.pool = None;
            let mut engine = Engine::new(options.plan.clone(), limits_of(&options));
            engine.start(self.board.as_ref().expect("a board"));
            (self.engine, self.hard_begun) = (engine, false);
        }
        self.options = options;
        self.set_limits();
        self.go()
    }

    fn go(&mut self) -> Answer {
        self.answer(Solver::stages)
    }

    fn answer(&mut self, stages: impl FnOnce(&mut Solver) -> (Verdict, Stage)) -> Answer {
        self.started = Instant::now();
        let (verdict, stage) = stages(self);
        Answer {
            verdict,
            stage,
            iterations: self.iterations,
            stored: self.stored(),
            classes: self.classes,
            time: self.started.elapsed(),
        }
    }

    /// States that the scans hold.
    fn stored(&self) -> u64 {
        match self.stacks.begun {
            true => self.stacks.stored(),
            false => self.running().counters().states as u64,
        }
    }

    fn stages(&mut self) -> (Verdict, Stage) {
        if self.stacks.begun {
            return self.by_stacks();
        }
        if let Some(settled) = self.plans() {
            return (settled, Stage::Plan);
        }
        // Each gets a part of the time that is left, and the last one all of it.
        if let Some(settled) = self.classes(Some(CLASSES_FIRST), self.deadline(40)) {
            return (settled, Stage::Classes);
        }
        if let Some(settled) = self.later_stages() {
            return settled;
        }
        (self.layers(self.deadline(100)), Stage::Layers)
    }

    /// Scans and classes with all the memory that they may have.
    fn later_stages(&mut self) -> Option<(Verdict, Stage)> {
        if let Some(settled) = self.plan(Stage::LongerPlan, u64::MAX, self.deadline(40)) {
            return Some((settled, Stage::LongerPlan));
        }
        let settled = self.classes(None, self.deadline(60))?;
        Some((settled, Stage::Classes))
    }

    /// The plan, and after the default one that for hard boards.
    fn plans(&mut self) -> Option<Verdict> {
        let first = if self.options.complete { ITERATIONS_FIRST } else { u64::MAX };
        let settled = self.plan(Stage::Plan, first, self.deadline(100));
        if settled.is_some() || self.options.plan.name != presets::DEFAULT {
            return settled;
        }
        self.begin_hard();
        self.plan(Stage::Plan, ITERATIONS_HARD, self.deadline(100))
    }

    /// Goes over to the plan for hard boards.
    fn begin_hard(&mut self) {
        if !self.hard_begun {
            let plan = presets::named("hard").expect("it comes with the program");
            let hard = self.hard.get_or_insert_with(|| Engine::new(plan, limits_of(&self.options)));
            hard.start(self.board.as_ref().expect("a board is being solved"));
            self.hard_begun = true;
        }
    }

    /// The engine whose turn it is.
    fn running(&self) -> &Engine {
        self.hard.as_ref().filter(|_| self.hard_begun).unwrap_or(&self.engine)
    }

    /// When a stage that gets this part of the time that is left has to end.
    fn deadline(&self, percent: u32) -> Option<Instant> {
        let all = self.options.time_max?;
        let left = all.saturating_sub(self.started.elapsed());
        Some(Instant::now() + left * percent / 100)
    }

    fn time_is_up(&self) -> bool {
        self.options.time_max.is_some_and(|max| self.started.elapsed() >= max)
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Relaxed)
    }

    fn tell(&mut self, stage: Stage, classes: u64) {
        let (iterations, time) = (self.iterations, self.started.elapsed());
        if let Some(callback) = &mut self.on_progress {
            callback(&Progress { stage, iterations, classes, time });
        }
    }

    /// Runs the plan for some iterations more. Nothing when the next stage is to go on.
    fn plan(&mut self, stage: Stage, more: u64, deadline: Option<Instant>) -> Option<Verdict> {
        let iterations_end = self.options.iterations_max.min(self.iterations.saturating_add(more));
        let mut looks = 0u64;
        let mut side_by_side = self.options.threads > 1;
        let why = loop {
            if self.is_cancelled() {
                break StopReason::Interrupted;
            }
            if looks > 0 && deadline.is_some_and(|end| Instant::now() >= end) {
                break StopReason::Time;
            }
            if looks.is_multiple_of(16) && (looks > 0 || stage != Stage::Plan) {
                self.tell(stage, self.classes);
            }
            looks += 1;
            if side_by_side
                && self.iterations >= ITERATIONS_ALONE
                && self.running().plan().turns.len() > 1
            {
                side_by_side = false;
                let most = iterations_end - self.iterations;
                if let Some(settled) = self.plan_side_by_side(most, deadline) {
                    return Some(settled);
                }
                continue;
            }
            let left = iterations_end - self.iterations;
            if left > 0 {
                self.tell_iteration();
            }
            let cancel = Arc::clone(&self.cancel);
            let asked = left.min(self.iterations_to_tell());
            let engine = match &mut self.hard {
                Some(hard) if self.hard_begun => hard,
                _ => &mut self.engine,
            };
            let before = engine.counters().iterations;
            let outcome = engine.run(asked, &|| cancel.load(Relaxed));
            self.iterations += engine.counters().iterations - before;
            match outcome {
                Outcome::Solved(steps) => {
                    let board = self.board.as_ref().expect("a board is being solved");
                    return Some(Verdict::Solvable(Solution::of(board, &steps).into()));
                }
                Outcome::Exhausted(_) => {
                    let states = self.running().states_of_scan() as u64;
                    return Some(Verdict::Impossible(Evidence::Scan { states }));
                }
                Outcome::Undecided { reason: StopReason::Memory { .. } } => {
                    break StopReason::Memory { bytes_max: self.options.memory_bytes };
                }
                Outcome::Undecided { reason: StopReason::Iterations { .. } } if asked == left => {
                    break StopReason::Iterations { max: iterations_end };
                }
                // A slice of the iterations, or a flag that is looked at next.
                Outcome::Undecided {
                    reason: StopReason::Iterations { .. } | StopReason::Interrupted,
                } => {}
                Outcome::Undecided { reason } => break reason,
            }
        };
        let over = why == StopReason::Interrupted
            || !self.options.complete
            || self.iterations >= self.options.iterations_max
            || self.time_is_up();
        over.then_some(Verdict::Undecided(why.into()))
    }
}

/// What scans may hold.
fn limits_of(options: &SolverOptions) -> Limits {
    let memory = Memory { bytes: options.memory_bytes };
    let bytes_max = usize::try_from(memory.solve().scans).unwrap_or(usize::MAX);
    Limits { states_max: options.states_max, bytes_max }
}
