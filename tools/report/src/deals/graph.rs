//! The whole graph of a deal, counted beside solving it.

use fcc::analyse::{AnalyseOptions, analyse};
use fcc::board::Board;
use fcc::census::{CensusOptions, Scope, Verdict, with_records_in};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::memory::MemoryExists;
use fcc::rules::Prune;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What the graph of a deal has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphLine {
    pub states: u128,
    pub fccs: u128,
    pub groups: u64,
    /// Of the deepest layer.
    pub depth: u32,
    pub largest_fcc: u128,
    /// FCCs without exits.
    pub dead_ends: u128,
    pub winning_fccs: Option<u128>,
}

/// Which graphs are counted, and in which memory.
#[derive(Clone, Copy, Debug)]
pub struct GraphLimits {
    pub classes_max: u64,
    /// What records of components may take. A graph that may have more than fit is not counted.
    pub record_bytes: u64,
    /// For the floods of the census.
    pub flood_bytes: u64,
    /// For the analysis after it.
    pub analysis_bytes: u64,
}

/// What the record of a class takes at most.
const RECORD_BYTES: u64 = 400;

impl GraphLimits {
    /// The graph of a board and its verdict, or nothing where it has too many classes or `cancel` was set. Runs
    /// on the rayon pool it is called in.
    pub fn count(self, board: &Board, cancel: &Arc<AtomicBool>) -> Option<(Verdict, GraphLine)> {
        let classes_max = self.classes_max.min(self.record_bytes / RECORD_BYTES);
        let game = Game::new(board.clone(), Prune::Safe);
        let control = Control::new(Some(classes_max)).interrupted_by(Arc::clone(cancel));
        let threads = rayon::current_num_threads();
        let exists = MemoryExists::keeping_all();
        let budget = &Budget::new(self.flood_bytes as usize, threads);
        let (options, scope) = (CensusOptions::default(), Scope::default());
        let report = with_records_in(&exists, &game, options, scope, budget, &control).ok()?;
        let verdict = report.verdict();
        if matches!(verdict, Verdict::Undecided(_)) {
            return None;
        }
        let depths: Vec<u32> = report.layers.iter().map(|layer| layer.depth).collect();
        let winning = verdict == Verdict::Solvable;
        let options = AnalyseOptions { winning, memory_bytes: self.analysis_bytes, threads };
        let layers = analyse(&game, &exists, &depths, options, &control).ok()?;
        let known = layers.iter().all(|layer| layer.winning_known);
        let winning_fccs = match verdict {
            Verdict::Solvable if known => {
                Some(layers.iter().map(|layer| layer.numbers.winning_fccs).sum())
            }
            Verdict::Solvable => None,
            _ => Some(0),
        };
        let line = GraphLine {
            states: report.total.states,
            fccs: report.total.fccs,
            groups: report.total.groups,
            depth: depths.last().copied().unwrap_or(0),
            largest_fcc: report.total.largest_fcc,
            dead_ends: layers.iter().map(|layer| layer.numbers.dead_ends).sum(),
            winning_fccs,
        };
        Some((verdict, line))
    }
}
