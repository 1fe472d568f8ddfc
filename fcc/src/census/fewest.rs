//! The complete search in the order *fewest stuck cards first*, for solving.
//!
//! By layers a win is found when everything above it has been explored. Here the search chooses: each turn
//! opens a group with all the entries that wait for it and floods it as the census does. Irreversible moves
//! never add stuck cards, so entries of a group come from groups with as many or more of them. The search
//! goes down in *sweeps*, from the groups with the most stuck cards that wait to those with none; at each
//! number of stuck cards it opens groups, those with the most cards in the foundations first, until it has
//! walked its share of classes, and leaves the rest for later. Each sweep has twice the share of the one
//! before. So a dive that leads nowhere is left soon, nothing is ever dropped, and a group is seldom opened
//! more than a few times.
//!
//! Entries that come late reopen their group. Flooding a component again from the new entries alone is
//! exact, since the exits of a union are the union of the exits; and [`Explored`] tells, before a component
//! is left, whether it was reached with anything new. So the search ends: *solvable* when a group without
//! stuck cards is reached, *impossible* when nothing waits, and then the records are those of the census;
//! *undecided* at a limit of classes or bytes, or when it is interrupted.
//!
//! Measured on deals 1 to 60 with 2 freecells and 300,000 classes each, of which 45 are solved and 7 proved
//! impossible (`fewest_range 1 60 2 300000`); 46 are solved with one and a half times the share each, 45 with
//! three times. Orders that were tried before groups of one depth came by fingerprint, when those with few
//! entries came first: sweeps with the share fixed at 1,000 classes solve 42, with twice the share 43; always
//! the group with the fewest stuck cards 35 with the most cards in the foundations first, 29 with the
//! fewest, since it gets lost at the bottom; a stuck card less and a card more in the foundations worth the
//! same 39; sweeps by depth 10; only the groups with the fewest
//! stuck cards of each layer, none. Weight for few entries helped on these deals and harmed
//! on 101 to 150. Reopening costs little: for impossible deals 1.0 to 1.35 times the classes of the census
//! (982 with 2 freecells: 367,816 against 271,528).

use super::frontier::{Frontier, NoLayer};
use super::layer::LayerRun;
use super::{CensusOptions, ClassWalk, Verdict, Walk, Way};
use crate::arrival::Arrival;
use crate::fingerprint::Fingerprint;
use crate::flood::ledger::Ledger;
use crate::flood::sinks::Sinks;
use crate::flood::{Budget, Control, Unfinished};
use crate::game::Game;
use crate::memory::{Explored, MemoryScratch, NoCheckpoints};
use crate::ports::{LayerStanding, PortError, Queues, Waiting, WaitingGroup};
use crate::trace::{Path, TraceError, Tracer};
use crate::verdict::StopReason;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Classes that the first sweep walks at each number of stuck cards.
const CLASSES_OF_FIRST_SWEEP: u64 = 1_000;
/// Times as many as in the sweep before.
const SWEEP_GROWTH: u64 = 2;

/// What the search found, and all that it explored.
pub struct Fewest {
    /// *Impossible* means that nothing was left waiting.
    pub verdict: Verdict,
    /// The records of what was explored; those of the whole graph if it is *impossible*.
    pub explored: Explored,
    /// The depth of the win.
    pub won_depth: Option<u32>,
    /// Groups that were opened, reopened ones included.
    pub groups_opened: u64,
    /// Classes that floods went through; those of a component count again each time it is flooded.
    pub classes_walked: u64,
}

impl Fewest {
    /// The moves of the win. `memory_bytes` is what a component on the way may take.
    pub fn solution(
        &self,
        game: &Game,
        memory_bytes: u64,
        control: &Control,
    ) -> Result<Path, TraceError> {
        let depth = self.won_depth.ok_or(TraceError::NoWin)?;
        Tracer::new(game, &self.explored, true, memory_bytes, control).solution(&[depth])
    }
}

/// Searches until a win, the end of the graph, or a limit. Floods have the memory of `budget`; frontier
/// and records together `bytes_max`. Runs on the rayon pool it is called in.
pub fn fewest_stuck_first(
    game: &Game,
    way: Way,
    budget: &Budget,
    bytes_max: u64,
    control: &Control,
) -> Result<Fewest, PortError> {
    // Components that are left again would be in the digest again.
    let options = CensusOptions { symmetry: true, digest: false, way };
    let walk = &ClassWalk::new(control, options);
    let explored = Explored::new(walk.spaces());
    let before = control.progress.states.load(Relaxed);
    let search = Search {
        game,
        walk,
        explored: &explored,
        frontier: &Frontier::new(&explored, walk.spaces(), bytes_max),
        budget,
        control,
        opened: AtomicU64::new(0),
    };
    let (verdict, won_depth) = match search.run() {
        Ok(Some(depth)) => (Verdict::Solvable, Some(depth)),
        Ok(None) => (Verdict::Impossible, None),
        Err(Unfinished::Stopped) => {
            let cause = control.reason().expect("a run that stops has a reason");
            (Verdict::Undecided(cause), None)
        }
        Err(Unfinished::Port(error)) if error.is_full => {
            (Verdict::Undecided(StopReason::Memory { bytes_max }), None)
        }
        Err(Unfinished::Port(error)) => return Err(error),
    };
    let groups_opened = search.opened.load(Relaxed);
    let classes_walked = control.progress.states.load(Relaxed) - before;
    Ok(Fewest { verdict, explored, won_depth, groups_opened, classes_walked })
}

struct Search<'a, 'c> {
    game: &'a Game,
    walk: &'a ClassWalk<'c>,
    explored: &'a Explored,
    frontier: &'a Frontier<'a>,
    budget: &'a Budget,
    control: &'a Control,
    opened: AtomicU64,
}

/// What the groups of a turn are opened for.
#[derive(Clone, Copy)]
enum Turn {
    /// To go on, until so many classes have been walked in all.
    Until { classes: u64 },
    /// A win was found here: one component is enough to be on record.
    Won,
}

impl Search<'_, '_> {
    /// Sweeps until a win, whose depth is returned, or until nothing waits.
    fn run(&self) -> Result<Option<u32>, Unfinished> {
        let start = Arrival::of_deal(self.game);
        let fingerprint = start.state.fingerprint;
        self.frontier.push(
            self.game.depth(fingerprint),
            fingerprint,
            self.walk.first(self.game, start),
        )?;
        let mut classes_max = CLASSES_OF_FIRST_SWEEP;
        while let Some(most) = self.frontier.most_stuck() {
            for stuck in (0..=most).rev() {
                self.sweep(stuck, classes_max)?;
                if let Some((depth, group)) = self.frontier.won() {
                    self.explore(depth, vec![group], Turn::Won)?;
                    return Ok(Some(depth));
                }
            }
            classes_max = classes_max.saturating_mul(SWEEP_GROWTH);
        }
        Ok(None)
    }

    /// Opens groups with so many stuck cards, until so many classes were walked. One group for each thread
    /// at a time: the best are others after every turn, and 4 or 64 at once on one thread
    /// solved fewer deals.
    fn sweep(&self, stuck: u32, classes_max: u64) -> Result<(), Unfinished> {
        let end = self.walked().saturating_add(classes_max);
        while self.walked() < end
            && self.frontier.won().is_none()
            && let Some((depth, groups)) = self.frontier.best(stuck, rayon::current_num_threads())
        {
            self.explore(depth, groups, Turn::Until { classes: end })?;
        }
        Ok(())
    }

    fn walked(&self) -> u64 {
        self.control.progress.states.load(Relaxed)
    }

    /// Explores groups of one depth from what waits for them, on all threads.
    fn explore(&self, depth: u32, groups: Vec<Fingerprint>, turn: Turn) -> Result<(), Unfinished> {
        let Search { game, walk, frontier: queues, budget, control, .. } = *self;
        control.look()?;
        control.progress.depth.store(depth.into(), Relaxed);
        let (exists, earlier) = (self.explored, LayerStanding::default());
        let ledger = &Ledger::new(exists, &NoCheckpoints, &[], depth, earlier);
        let sinks = Sinks { queues, ledger, scratch: &MemoryScratch, control, budget, depth };
        let run = LayerRun { game, walk, sinks, groups_done: 0 };
        let groups = Mutex::new(groups.into_iter());
        run.explore_groups(&NoLayer, || {
            let is_over = match turn {
                Turn::Until { classes } => self.walked() >= classes || queues.won().is_some(),
                Turn::Won => false,
            };
            if is_over {
                return Ok(None);
            }
            let mut groups = groups.lock().expect("no panic while locked");
            let mut next = groups.find_map(|group| queues.take(depth, group));
            if let (Turn::Won, Some(WaitingGroup { entries: Waiting::Here(entries), .. })) =
                (turn, &mut next)
            {
                entries.truncate(1);
            }
            self.opened.fetch_add(u64::from(next.is_some()), Relaxed);
            Ok(next)
        })
    }
}
