//! The census: the whole graph of a deal, layer by layer.
//!
//! Irreversible moves lead strictly deeper, so when a layer is opened all entries of all its groups
//! are known, and groups are independent of each other: any order, any thread. Each is flooded once,
//! its components are recorded in DoesExists, its exits go to the queues of their depths. A layer can
//! be reached from one, two or, through safe moves, more layers above it; the queues hold them all
//! until it is its turn.

mod layer;
mod plain;
mod prove;
mod report;
mod symmetric;
mod workers;

pub use crate::flood::Way;
pub use plain::PlainWalk;
pub use prove::{Proof, prove, wider};

pub use report::{CensusReport, LayerReport, UnfinishedLayer, Verdict};
pub use symmetric::ClassWalk;

use crate::arrival::Arrival;
use crate::entries::{Entries, Payload};
use crate::flood::sinks::Sinks;
use crate::flood::{Budget, Control, GroupTally, StopCause, Unfinished};
use crate::game::Game;
use crate::memory::{MemoryExists, MemoryQueues, MemoryScratch, NoCheckpoints};
use crate::ports::{
    CheckpointSink, DoesExists, PortError, Queues, Scratch, WaitingGroup, WaitingLayer,
};
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

    /// Explores one group of a layer from all its entries: components go to DoesExists, exits to the
    /// queues.
    fn flood<Q: Queues<Self::Carries>, E: DoesExists>(
        &self,
        game: &Game,
        layer: &dyn WaitingLayer<Self::Carries>,
        waiting: WaitingGroup<Self::Carries>,
        sinks: &Sinks<Q, E>,
    ) -> Result<GroupTally, Unfinished>;
}

/// The stores that a run works with, and the memory for its floods.
pub struct Stores<'a, Q, E> {
    pub queues: &'a Q,
    pub exists: &'a E,
    pub scratch: &'a dyn Scratch,
    pub budget: &'a Budget,
    pub checkpoints: &'a mut dyn CheckpointSink,
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
    let exists = &MemoryExists::new();
    let (scratch, checkpoints) = (&MemoryScratch, &mut NoCheckpoints);
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
pub fn census<W: Walk, Q: Queues<W::Carries>, E: DoesExists>(
    game: &Game,
    walk: &W,
    scope: Scope,
    control: &Control,
    stores: Stores<Q, E>,
) -> Result<CensusReport, PortError> {
    let Stores { queues, exists, scratch, budget, checkpoints } = stores;
    let start = Arrival::of_deal(game);
    let fingerprint = start.state.fingerprint;
    queues.push(game.depth(fingerprint), fingerprint, walk.first(start))?;
    let mut report = CensusReport::new();
    while let Some(depth) = queues.next_depth() {
        let before = control.progress.states.load(Relaxed);
        let sinks = Sinks { queues, exists, scratch, control, budget, depth };
        let explored = (LayerRun { game, walk, scope, sinks }).explore().and_then(|layer| {
            let walked = control.progress.states.load(Relaxed) - before;
            assert_eq!(u128::from(walked), layer.tally.classes, "classes of layer {depth}");
            exists.layer_done(depth)?;
            checkpoints.layer_done(&layer)?;
            queues.consumed(depth)?;
            Ok(layer)
        });
        match explored {
            Ok(layer) => {
                let done = layer.won && scope.until_won;
                report.add(layer);
                if done {
                    return Ok(report);
                }
            }
            Err(unfinished) => {
                let states = control.progress.states.load(Relaxed) - before;
                let cause = match unfinished {
                    Unfinished::Stopped => control.cause().expect("a run that stops has a cause"),
                    Unfinished::Port(error) if !error.is_full => return Err(error),
                    Unfinished::Port(full) => {
                        report.full_disk = Some(full.message);
                        StopCause::Disk
                    }
                };
                report.unfinished = Some(UnfinishedLayer { depth, states, cause });
                return Ok(report);
            }
        }
    }
    Ok(report)
}
