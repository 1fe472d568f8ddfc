//! The numbers of an analysis. `--json` prints this; tables, CSV, plots and reports are made of it.
//!
//! Documented in `docs/analysis.md` and kept stable: keys may be added, none changes its meaning.

use crate::counts::{LayerCounts, Percentiles};
use crate::named::Named;
use fcc::verdict::VerdictWord;
use serde::Serialize;

/// Everything that was found out about one graph.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// What people call it: `deal 11982`, or the name of a file.
    pub name: String,
    #[serde(flatten)]
    pub named: Named,
    pub prune: String,
    /// `solvable`, `impossible`, or `undecided` where the run was stopped or is still at work.
    pub verdict: VerdictWord,
    /// Whether all layers of the graph are here, with no group left out.
    pub complete: bool,
    /// The position it begins with, as text.
    pub board: String,
    pub groups: u64,
    pub fccs: u128,
    pub states: u128,
    pub entries: u128,
    pub exits: u128,
    pub classes: u128,
    pub digest: String,
    /// FCCs without a move that leads out of them.
    pub dead_ends: u128,
    /// FCCs from which the game can be won: 0 for an impossible deal, nothing where that is not known.
    pub winning_fccs: Option<u128>,
    pub winning_states: Option<u128>,
    /// Why `winning_fccs` is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_unknown: Option<String>,
    pub layers: Vec<LayerAnalysis>,
    /// The largest FCCs of all depths, largest first; those that are alike count as one.
    pub largest: Vec<Example>,
    /// FCCs of the deepest layers, and those with the most cards in the foundations.
    pub deepest: Vec<Example>,
}

/// One depth.
#[derive(Clone, Debug, Serialize)]
pub struct LayerAnalysis {
    #[serde(flatten)]
    pub counts: LayerCounts,
    /// States that the groups of this depth are entered by.
    pub entries: u128,
    /// Moves that lead out of the groups of this depth.
    pub exits: u128,
    pub classes: u128,
    /// States of this layer for each of the layer before.
    pub growth: Option<f64>,
    pub largest_fcc: u128,
    /// FCCs with 1, 2 to 3, 4 to 7, ... states.
    pub fcc_sizes: Vec<u128>,
    pub size_quantiles: Quantiles,
    pub dead_ends: u128,
    pub winning_fccs: Option<u128>,
    pub winning_states: Option<u128>,
    /// States with 0, 1, 2, ... cells in use.
    pub cells_in_use: Vec<u128>,
    /// States with 0, 1, 2, ... empty columns.
    pub empty_columns: Vec<u128>,
    /// Cards that have not moved since the deal, over states.
    pub stuck_cards: Spread,
    /// Cards in the foundations, over states.
    pub founded_cards: Spread,
    /// One of the largest FCCs.
    pub largest: Example,
}

/// Sizes of FCCs in states.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Quantiles {
    #[serde(flatten)]
    pub percentiles: Percentiles,
    pub p99: u128,
    pub max: u128,
    pub mean: f64,
}

/// Smallest, mean, largest.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    pub min: u32,
    pub mean: f64,
    pub max: u32,
}

/// An FCC with one of its positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Example {
    pub depth: u32,
    pub fingerprint: String,
    pub smallest_key: String,
    pub states: u128,
    /// FCCs that differ from it by exchanged suits alone, itself included.
    pub fccs_alike: u128,
    /// Whether the game can be won from it, where that is known. FCCs that are alike may differ in it.
    pub winning: Option<bool>,
    /// A position in it, as text.
    pub board: String,
}
