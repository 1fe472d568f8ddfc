//! The census: the whole graph of a deal, layer by layer.
//!
//! Irreversible moves lead strictly deeper, so when a layer is opened all entries of all its groups
//! are known, and groups are independent of each other: any order, any thread. Each is flooded once,
//! its components are recorded in DoesExists, its exits go to the queues of their depths. A layer can
//! be reached from one, two or, through safe moves, more layers above it; the queues hold them all
//! until it is its turn.

mod apart;
mod fewest;
mod frontier;
mod layer;
mod plain;
mod symmetric;
mod workers;

pub use crate::flood::Way;
pub use apart::{GroupsApart, Handed};
pub use fewest::{Fewest, fewest_stuck_first};
pub use plain::PlainWalk;

pub use crate::report::{CensusReport, LayerReport, UnfinishedLayer};
pub use crate::verdict::Verdict;
pub use symmetric::ClassWalk;

use crate::arrival::Arrival;
use crate::entries::{Entries, Payload};
use crate::flood::ledger::Ledger;
use crate::flood::sinks::Sinks;
use crate::flood::{Budget, Control, Unfinished};
use crate::game::Game;
use crate::memory::{MemoryExists, MemoryQueues, MemoryScratch, NoCheckpoints};
use crate::ports::{
    CheckpointSink, DoesExists, LayerStanding, PortError, Queues, Scratch, WaitingGroup,
    WaitingLayer,
};
use crate::verdict::StopReason;
use layer::LayerRun;
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
    /// Stop before the layers that are deeper than this.
    pub depth_max: Option<u32>,
}

/// A way of walking the graph: over states, or over classes of them.
pub trait Walk: Sync {
    /// What an entry carries beside its key.
    type Carries: Payload;

    /// The entry of the deal, carried through its safe moves.
    fn first(&self, game: &Game, arrival: Arrival) -> Entries<Self::Carries>;

    /// Explores one group of a layer from all its entries that were not reached before: exits go to the
    /// queues, components and counts to the ledger.
    fn flood(
        &self,
        game: &Game,
        layer: &dyn WaitingLayer<Self::Carries>,
        waiting: WaitingGroup<Self::Carries>,
        sinks: &Sinks<Self::Carries>,
    ) -> Result<(), Unfinished>;
}

/// The stores that a run works with, and the memory for its floods.
pub struct Stores<'a, P> {
    /// Holds the entries of layers that were not opened yet.
    pub queues: &'a dyn Queues<P>,
    /// Gets the record of every component.
    pub exists: &'a dyn DoesExists,
    /// Holds the levels of floods that outgrow a table.
    pub scratch: &'a dyn Scratch,
    /// The memory that floods may take; what the stores take is not in it.
    pub budget: &'a Budget,
    /// Writes down how far the run is, as often as it sees fit.
    pub checkpoints: &'a dyn CheckpointSink,
}

/// What an earlier process has done of a run. The queues hold what it left.
#[derive(Clone, Debug, Default)]
pub struct Earlier {
    /// Complete layers, by depth.
    pub layers: Vec<LayerReport>,
    /// The layer after them, if it had begun.
    pub under_way: Option<LayerStanding>,
}

/// Explores the whole graph of a game in memory, by the walk that the options ask for. Runs on the
/// rayon pool it is called in.
pub fn census_in_memory(
    game: &Game,
    options: CensusOptions,
    control: &Control,
) -> Result<CensusReport, PortError> {
    explore_in_memory(game, options, Scope::default(), &Budget::unlimited(), control)
}

/// [`census_in_memory`] of a part of the graph, with a budget for the floods.
pub fn explore_in_memory(
    game: &Game,
    options: CensusOptions,
    scope: Scope,
    budget: &Budget,
    control: &Control,
) -> Result<CensusReport, PortError> {
    with_records_in(&MemoryExists::new(), game, options, scope, budget, control)
}

/// [`explore_in_memory`] that puts records there.
pub fn with_records_in(
    exists: &MemoryExists,
    game: &Game,
    options: CensusOptions,
    scope: Scope,
    budget: &Budget,
    control: &Control,
) -> Result<CensusReport, PortError> {
    let (scratch, checkpoints) = (&MemoryScratch, &NoCheckpoints);
    if options.symmetry {
        let walk = ClassWalk::new(control, options);
        let queues = &MemoryQueues::default();
        let stores = Stores { queues, exists, scratch, budget, checkpoints };
        census(game, &walk, scope, control, stores)
    } else {
        let walk = PlainWalk::new(control, options);
        let queues = &MemoryQueues::default();
        let stores = Stores { queues, exists, scratch, budget, checkpoints };
        census(game, &walk, scope, control, stores)
    }
}

/// Explores the whole graph of a game. Runs on the rayon pool it is called in.
///
/// # Panics
/// When a component is explored twice or a state is lost: a bug, and no answer may come of it.
pub fn census<W: Walk>(
    game: &Game,
    walk: &W,
    scope: Scope,
    control: &Control,
    stores: Stores<W::Carries>,
) -> Result<CensusReport, PortError> {
    let start = Arrival::of_deal(game);
    let fingerprint = start.state.fingerprint;
    stores.queues.push(game.depth(fingerprint), fingerprint, walk.first(game, start))?;
    resume(game, walk, scope, control, stores, Earlier::default())
}

/// Goes on with a run where an earlier process has stopped.
///
/// # Panics
/// As [`census`].
pub fn resume<W: Walk>(
    game: &Game,
    walk: &W,
    scope: Scope,
    control: &Control,
    stores: Stores<W::Carries>,
    earlier: Earlier,
) -> Result<CensusReport, PortError> {
    let Stores { queues, exists, scratch, budget, checkpoints } = stores;
    let mut report = CensusReport::new();
    earlier.layers.into_iter().for_each(|layer| report.add(layer));
    if scope.until_won && report.layers.iter().any(|layer| layer.won) {
        return Ok(report);
    }
    let mut earlier = earlier.under_way;
    let done = report.total.classes + earlier.as_ref().map_or(0, |layer| layer.tally.classes);
    control.progress.states.fetch_add(done as u64, Relaxed);
    while let Some(depth) = queues.next_depth() {
        if let Some(max) = scope.depth_max.filter(|&max| depth > max) {
            report.give_up(depth, 0, StopReason::Depth { max }, None);
            return Ok(report);
        }
        let before = control.progress.states.load(Relaxed);
        let earlier = earlier.take().unwrap_or_default();
        let classes_before = earlier.tally.classes;
        assert!(
            earlier.taken == 0 || earlier.depth == depth,
            "the layer that was under way is next"
        );
        let groups_done = earlier.tally.groups;
        let complete = &report.layers;
        let ledger = &Ledger::new(exists, checkpoints, complete, depth, earlier);
        let sinks = Sinks { queues, ledger, scratch, control, budget, depth };
        match (LayerRun { game, walk, sinks, groups_done }).explore() {
            Ok(layer) => {
                let walked = control.progress.states.load(Relaxed) - before;
                let classes = u128::from(walked) + classes_before;
                assert_eq!(classes, layer.tally.classes, "classes of layer {depth}");
                let done = layer.won && scope.until_won;
                report.add(layer);
                let ended = exists
                    .layer_done(depth)
                    .and_then(|()| queues.consumed(depth))
                    .and_then(|()| checkpoints.layer_done(&report.layers));
                match ended {
                    Err(full) if full.is_full => {
                        report.give_up(depth, 0, StopReason::Disk, Some(full.message));
                        return Ok(report);
                    }
                    ended => ended?,
                }
                if done {
                    return Ok(report);
                }
            }
            Err(unfinished) => {
                let states = control.progress.states.load(Relaxed) - before;
                let (cause, full_disk) = pause(ledger, unfinished, control)?;
                report.give_up(depth, states, cause, full_disk);
                return Ok(report);
            }
        }
    }
    Ok(report)
}

/// Writes down where a layer stands that is not finished, if that is possible. Returns why it is not, and
/// what is missing where that is room on the disk.
fn pause(
    ledger: &Ledger,
    unfinished: Unfinished,
    control: &Control,
) -> Result<(StopReason, Option<String>), PortError> {
    let full = |message: String| Ok((StopReason::Disk, Some(message)));
    match unfinished {
        Unfinished::Port(error) if error.is_full => full(error.message),
        Unfinished::Port(error) => Err(error),
        Unfinished::Stopped => match ledger.checkpoint() {
            Err(Unfinished::Port(error)) if error.is_full => full(error.message),
            Err(Unfinished::Port(error)) => Err(error),
            Ok(()) | Err(Unfinished::Stopped) => {
                let cause = control.reason().expect("a run that stops has a reason");
                Ok((cause, ledger.no_room().filter(|_| cause == StopReason::Disk)))
            }
        },
    }
}
