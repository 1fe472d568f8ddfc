//! The census: the whole graph of a deal, layer by layer.
//!
//! Irreversible moves lead strictly deeper, so when a layer is opened all entries of all its groups
//! are known, and groups are independent of each other: any order, any thread. Each is flooded once,
//! its components are recorded in DoesExists, its exits go to the queues of their depths. A layer can
//! be reached from one, two or, through safe moves, more layers above it; the queues hold them all
//! until it is its turn.

mod report;
mod worker;

pub use report::{CensusReport, LayerReport, UnfinishedLayer, Verdict};

use crate::arrival::Arrival;
use crate::flood::{Control, GroupTally, Unfinished};
use crate::game::Game;
use crate::group::key_in_frame;
use crate::key::Keys;
use crate::ports::{CheckpointSink, DoesExists, PortError, Queues, WaitingGroup};
use rayon::prelude::*;
use std::sync::atomic::Ordering::Relaxed;
use worker::Workers;

/// How to go about it. Nothing here changes what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CensusOptions {
    /// Whether to add up the digest, which takes some time for each state.
    pub digest: bool,
    /// Which way to take through groups.
    pub way: Way,
}

/// Ways through a group.
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
        CensusOptions { digest: true, way: Way::Auto }
    }
}

/// The stores that a run works with.
pub struct Stores<'a, Q, E> {
    pub queues: &'a Q,
    pub exists: &'a E,
    pub checkpoints: &'a mut dyn CheckpointSink,
}

/// Explores the whole graph of a game. Runs on the rayon pool it is called in.
///
/// # Panics
/// When a component is explored twice or a state is lost: a bug, and no answer may come of it.
pub fn census<Q: Queues, E: DoesExists>(
    game: &Game,
    options: CensusOptions,
    control: &Control,
    stores: Stores<Q, E>,
) -> Result<CensusReport, PortError> {
    let Stores { queues, exists, checkpoints } = stores;
    push_start(game, queues)?;
    let mut report = CensusReport::new();
    while let Some(depth) = queues.next_depth() {
        let before = control.progress.states.load(Relaxed);
        let run = LayerRun { game, options, control, queues, exists, depth };
        match run.explore() {
            Ok(layer) => {
                let explored = control.progress.states.load(Relaxed) - before;
                assert_eq!(u128::from(explored), layer.tally.states, "states of layer {depth}");
                checkpoints.layer_done(&layer)?;
                report.add(layer);
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

/// The deal, carried through its safe moves, is the first entry.
fn push_start<Q: Queues>(game: &Game, queues: &Q) -> Result<(), PortError> {
    let Arrival { state, frame } = Arrival::of_deal(game);
    let entry = match Keys::new(frame.movable.count_ones()) {
        Keys::Narrow(_) => Keys::Narrow(vec![key_in_frame(frame, state.a, state.b)]),
        Keys::Wide(_) => Keys::Wide(vec![key_in_frame(frame, state.a, state.b)]),
    };
    queues.push(game.depth(state.fingerprint), state.fingerprint, entry)
}

/// One layer under way.
struct LayerRun<'a, Q, E> {
    game: &'a Game,
    options: CensusOptions,
    control: &'a Control,
    queues: &'a Q,
    exists: &'a E,
    depth: u32,
}

impl<Q: Queues, E: DoesExists> LayerRun<'_, Q, E> {
    fn explore(&self) -> Result<LayerReport, Unfinished> {
        self.control.look()?;
        let mut groups = self.queues.open(self.depth)?.collect::<Result<Vec<_>, _>>()?;
        // The largest first, so that no thread is left alone with one at the end.
        groups.sort_by_key(|group| (std::cmp::Reverse(group.entries.len()), group.fingerprint));
        let progress = &self.control.progress;
        progress.depth.store(self.depth.into(), Relaxed);
        progress.groups.store(groups.len() as u64, Relaxed);
        progress.groups_done.store(0, Relaxed);
        let won = groups.iter().any(|group| group.fingerprint.stuck == 0);
        let workers = Workers::new(self.control);
        let tally = groups
            .into_par_iter()
            .with_max_len(1)
            .map(|group| self.explore_group(&workers, group))
            .try_reduce(GroupTally::default, |mut one, other| {
                one.join(&other);
                Ok(one)
            })?;
        Ok(LayerReport { depth: self.depth, tally, won })
    }

    fn explore_group(
        &self,
        workers: &Workers,
        waiting: WaitingGroup,
    ) -> Result<GroupTally, Unfinished> {
        assert_eq!(self.game.depth(waiting.fingerprint), self.depth, "a group of another layer");
        let entries = waiting.entries.len() as u128;
        let found = workers.flood(self.game, self.options, self.queues, &waiting)?;
        let mut tally = GroupTally::of_components(&found.components);
        tally.entries = entries;
        tally.exits = found.exits.into();
        tally.digest = found.digest;
        let recorded = self.exists.record(self.depth, waiting.fingerprint, found.components)?;
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
