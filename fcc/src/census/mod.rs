//! The census: the whole graph of a deal, layer by layer.
//!
//! Irreversible moves lead strictly deeper, so when a layer is opened all entries of all its groups
//! are known, and groups are independent of each other: any order, any thread. Each is flooded once,
//! its components are recorded in DoesExists, its exits go to the queues of their depths. A layer can
//! be reached from one, two or, through safe moves, more layers above it; the queues hold them all
//! until it is its turn.

mod plain;
mod prove;
mod report;
mod symmetric;

pub use plain::PlainWalk;
pub use prove::{Proof, prove_in_memory};

pub use report::{CensusReport, LayerReport, UnfinishedLayer, Verdict};
pub use symmetric::ClassWalk;

use crate::arrival::Arrival;
use crate::entries::{Entries, Payload};
use crate::flood::{Control, GroupFlood, GroupTally, Unfinished};
use crate::game::Game;
use crate::memory::{MemoryExists, MemoryQueues, NoCheckpoints};
use crate::ports::{CheckpointSink, DoesExists, PortError, Queues, WaitingGroup};
use rayon::prelude::*;
use std::sync::atomic::Ordering::Relaxed;

/// How to go about it. Nothing here changes what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CensusOptions {
    /// Whether to walk classes of states instead of states.
    pub symmetry: bool,
    /// Whether to add up the digest, which takes some time for each state.
    pub digest: bool,
    /// Which way to take through groups.
    pub way: Way,
}

/// Ways through a group, for the walk over states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A table, and levels when that outgrows its share.
    Auto,
    /// A table, whatever its size.
    Table,
    /// Sorted levels from the start.
    Levels,
}

impl Default for CensusOptions {
    fn default() -> CensusOptions {
        CensusOptions { symmetry: true, digest: true, way: Way::Auto }
    }
}

/// How much of the graph to look at. The whole of it is needed for counts and for *impossible*; a part
/// is enough to find a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Stop when a state without stuck cards has been reached.
    pub until_won: bool,
    /// Take only the groups with the fewest stuck cards of each layer, as many as have this many
    /// entries together. The rest is left out, and the report says so.
    pub beam_entries_max: Option<u64>,
}

/// A way of walking the graph: over states, or over classes of them.
pub trait Walk: Sync {
    /// What an entry carries beside its key.
    type Carries: Payload;

    /// The entry of the deal, carried through its safe moves.
    fn first(&self, arrival: Arrival) -> Entries<Self::Carries>;

    /// Explores one group from all its entries; exits go to the queues.
    fn flood<Q: Queues<Self::Carries>>(
        &self,
        game: &Game,
        waiting: WaitingGroup<Self::Carries>,
        queues: &Q,
    ) -> Result<GroupFlood, Unfinished>;
}

/// The stores that a run works with.
pub struct Stores<'a, Q, E> {
    pub queues: &'a Q,
    pub exists: &'a E,
    pub checkpoints: &'a mut dyn CheckpointSink,
}

/// Explores the whole graph of a game in memory, by the walk that the options ask for. Runs on the
/// rayon pool it is called in.
pub fn census_in_memory(
    game: &Game,
    options: CensusOptions,
    control: &Control,
) -> Result<CensusReport, PortError> {
    explore_in_memory(game, options, Scope::default(), control)
}

/// [`census_in_memory`] of a part of the graph.
pub fn explore_in_memory(
    game: &Game,
    options: CensusOptions,
    scope: Scope,
    control: &Control,
) -> Result<CensusReport, PortError> {
    let exists = &MemoryExists::new();
    let checkpoints = &mut NoCheckpoints;
    if options.symmetry {
        let walk = ClassWalk::new(control, options);
        let queues = &MemoryQueues::default();
        census(game, &walk, scope, control, Stores { queues, exists, checkpoints })
    } else {
        let walk = PlainWalk::new(control, options);
        let queues = &MemoryQueues::default();
        census(game, &walk, scope, control, Stores { queues, exists, checkpoints })
    }
}

/// Explores the whole graph of a game. Runs on the rayon pool it is called in.
///
/// # Panics
/// When a component is explored twice or a state is lost: a bug, and no answer may come of it.
pub fn census<W: Walk, Q: Queues<W::Carries>, E: DoesExists>(
    game: &Game,
    walk: &W,
    scope: Scope,
    control: &Control,
    stores: Stores<Q, E>,
) -> Result<CensusReport, PortError> {
    let Stores { queues, exists, checkpoints } = stores;
    let start = Arrival::of_deal(game);
    let fingerprint = start.state.fingerprint;
    queues.push(game.depth(fingerprint), fingerprint, walk.first(start))?;
    let mut report = CensusReport::new();
    while let Some(depth) = queues.next_depth() {
        let before = control.progress.states.load(Relaxed);
        let run = LayerRun { game, walk, scope, control, queues, exists, depth };
        match run.explore() {
            Ok(layer) => {
                let walked = control.progress.states.load(Relaxed) - before;
                assert_eq!(u128::from(walked), layer.tally.classes, "classes of layer {depth}");
                checkpoints.layer_done(&layer)?;
                let done = layer.won && scope.until_won;
                report.add(layer);
                if done {
                    return Ok(report);
                }
            }
            Err(Unfinished::Port(error)) => return Err(error),
            Err(Unfinished::Stopped) => {
                let cause = control.cause().expect("a run that stops has a cause");
                let states = control.progress.states.load(Relaxed) - before;
                report.unfinished = Some(UnfinishedLayer { depth, states, cause });
                return Ok(report);
            }
        }
    }
    Ok(report)
}

/// One layer under way.
struct LayerRun<'a, W, Q, E> {
    game: &'a Game,
    walk: &'a W,
    scope: Scope,
    control: &'a Control,
    queues: &'a Q,
    exists: &'a E,
    depth: u32,
}

impl<W: Walk, Q: Queues<W::Carries>, E: DoesExists> LayerRun<'_, W, Q, E> {
    fn explore(&self) -> Result<LayerReport, Unfinished> {
        self.control.look()?;
        let mut groups = self.queues.open(self.depth)?.collect::<Result<Vec<_>, _>>()?;
        let left_out = self.narrow(&mut groups);
        // The largest first, so that no thread is left alone with one at the end.
        groups.sort_by_key(|group| (std::cmp::Reverse(group.entries.len()), group.fingerprint));
        let progress = &self.control.progress;
        progress.depth.store(self.depth.into(), Relaxed);
        progress.groups.store(groups.len() as u64, Relaxed);
        progress.groups_done.store(0, Relaxed);
        let won = groups.iter().any(|group| group.fingerprint.stuck == 0);
        let tally = groups
            .into_par_iter()
            .with_max_len(1)
            .map(|group| self.explore_group(group))
            .try_reduce(GroupTally::default, |mut one, other| {
            one.join(&other);
            Ok(one)
        })?;
        Ok(LayerReport { depth: self.depth, tally, won, groups_left_out: left_out })
    }

    /// Leaves out what the beam does not take. Returns the number of groups that are left out.
    fn narrow(&self, groups: &mut Vec<WaitingGroup<W::Carries>>) -> u64 {
        let Some(entries_max) = self.scope.beam_entries_max else { return 0 };
        groups.sort_by_key(|group| {
            (group.fingerprint.stuck.count_ones(), group.entries.len(), group.fingerprint)
        });
        let mut entries = 0;
        let taken = groups.iter().take_while(|group| {
            entries += group.entries.len() as u64;
            entries <= entries_max
        });
        let taken = taken.count().max(1);
        let left_out = groups.len().saturating_sub(taken);
        groups.truncate(taken);
        left_out as u64
    }

    fn explore_group(&self, waiting: WaitingGroup<W::Carries>) -> Result<GroupTally, Unfinished> {
        let fingerprint = waiting.fingerprint;
        assert_eq!(self.game.depth(fingerprint), self.depth, "a group of another layer");
        let GroupFlood { components, tally } = self.walk.flood(self.game, waiting, self.queues)?;
        let recorded = self.exists.record(self.depth, fingerprint, components)?;
        recorded.unwrap_or_else(|twice| panic!("{twice}"));
        let progress = &self.control.progress;
        progress.groups_done.fetch_add(1, Relaxed);
        progress.waiting.store(self.queues.waiting(), Relaxed);
        let ports = self.queues.memory_bytes() + self.exists.memory_bytes();
        progress.port_bytes.store(ports, Relaxed);
        self.control.look()?;
        Ok(tally)
    }
}
