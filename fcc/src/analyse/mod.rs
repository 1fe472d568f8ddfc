//! Analysis: what a graph looks like, from the records of a run.
//!
//! Records name the components that were reached. Everything else comes back by flooding them again, by
//! classes whatever the run did, so a graph of a billion states takes as long as its classes take. Layers
//! are gone through from the deepest up: an FCC can win when one of its exits leads to an FCC that can, and
//! exits only lead deeper. Groups of a layer are independent and go side by side.
//!
//! Memory: the components under way, a few numbers for each layer, and, where winning FCCs are asked for,
//! 32 bytes for each class of a component that has one; beyond the limit that question is given up and all
//! others are answered.

mod exits;
mod graph;
mod group;
mod layer;
mod sizes;
mod winning;

pub use graph::{FccGraph, FccNode, GraphError, fcc_graph};
pub use layer::LayerNumbers;
pub use sizes::Sizes;

use crate::fingerprint::Fingerprint;
use crate::flood::{AnalyseShares, Control};
use crate::game::Game;
use crate::ports::DoesExists;
use crate::state::State;
use crate::trace::{FloodLimits, TraceError, classes_in};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use winning::{Winning, WinningGroup};

/// Groups that a thread takes at once.
const GROUPS_AT_ONCE: usize = 16;

/// An FCC with one of its states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The layer that it lies in.
    pub depth: u32,
    /// The smallest key of the classes of its component.
    pub smallest: u128,
    /// How many states it has; those alike have as many.
    pub states: u128,
    /// FCCs of its component, itself included: they differ by exchanged suits alone.
    pub fccs_alike: u128,
    /// One of its states, a member of the class with the smallest key.
    pub state: State,
    /// Whether the game can be won from here.
    pub winning: Option<bool>,
}

/// What is wanted, and what it may take.
#[derive(Clone, Copy, Debug)]
pub struct AnalyseOptions {
    /// Ask which FCCs can win. The layers have to be all of the graph.
    pub winning: bool,
    /// What it may take: three eighths are for floods, three eighths for classes that can win.
    pub memory_bytes: u64,
    /// How many floods go on at once; they share their part of the memory.
    pub threads: usize,
}

/// The numbers of one layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerFound {
    /// The depth that its groups have in common.
    pub depth: u32,
    /// What was counted in all its groups.
    pub numbers: LayerNumbers,
    /// Whether its winning FCCs were counted.
    pub winning_known: bool,
}

/// A part of a layer while it is counted.
#[derive(Default)]
struct PartOfLayer {
    numbers: LayerNumbers,
    won: Vec<(Fingerprint, WinningGroup)>,
}

impl PartOfLayer {
    fn joined(mut self, other: PartOfLayer) -> PartOfLayer {
        self.numbers.join(&other.numbers);
        self.won.extend(other.won);
        self
    }
}

/// Counts the recorded layers of these depths, deepest first, and returns them by depth.
pub fn analyse(
    game: &Game,
    exists: &dyn DoesExists,
    depths: &[u32],
    options: AnalyseOptions,
    control: &Control,
) -> Result<Vec<LayerFound>, TraceError> {
    let shares = AnalyseShares::of(options.memory_bytes, options.threads);
    let limits = FloodLimits { classes_max: classes_in(shares.flood), control };
    let mut winning = options.winning.then(Winning::default);
    let mut layers = Vec::new();
    let mut depths = depths.to_vec();
    depths.sort_unstable();
    for &depth in depths.iter().rev() {
        let groups = exists.groups(depth)?;
        control.progress.depth.store(depth.into(), Relaxed);
        control.progress.groups.store(groups.len() as u64, Relaxed);
        control.progress.groups_done.store(0, Relaxed);
        let deeper = winning.as_ref();
        let held = AtomicU64::new(deeper.map_or(0, Winning::bytes));
        let count = |mut part: PartOfLayer, some: &[Fingerprint]| {
            let before = part.numbers.classes;
            for &fingerprint in some {
                control.look().map_err(|_| TraceError::Stopped)?;
                let records = exists.of_group(depth, fingerprint)?;
                let into = &mut part.numbers;
                let won = group::count_group(game, fingerprint, records, deeper, limits, into)?;
                if held.fetch_add(won.bytes(), Relaxed) > shares.wins {
                    part.won = Vec::new();
                } else if !won.is_empty() {
                    part.won.push((fingerprint, won));
                }
                control.progress.groups_done.fetch_add(1, Relaxed);
            }
            control.progress.states.fetch_add((part.numbers.classes - before) as u64, Relaxed);
            Ok::<PartOfLayer, TraceError>(part)
        };
        // Whoever joins what with what: sums and best ones come out the same.
        let PartOfLayer { numbers, won } = groups
            .par_chunks(GROUPS_AT_ONCE)
            .try_fold(PartOfLayer::default, count)
            .try_reduce(PartOfLayer::default, |one, other| Ok(one.joined(other)))?;
        let winning_known = winning.is_some();
        if held.into_inner() > shares.wins {
            winning = None;
        }
        if let Some(winning) = &mut winning {
            won.into_iter().for_each(|(fingerprint, group)| winning.add(fingerprint, group));
        }
        layers.push(LayerFound { depth, numbers, winning_known });
    }
    layers.reverse();
    Ok(layers)
}
