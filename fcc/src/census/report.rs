//! What a census found, layer by layer and in all.

use crate::flood::{GroupTally, StopCause};

/// Three verdicts, never a bool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Solvable,
    Impossible,
    /// A limit came first.
    Undecided(StopCause),
}

/// One complete layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerReport {
    pub depth: u32,
    pub tally: GroupTally,
    /// Whether a state without stuck cards is in it: from there every deal plays itself out.
    pub won: bool,
}

/// The layer in which a limit stopped the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnfinishedLayer {
    pub depth: u32,
    /// States (or classes) of this layer that were walked before the stop. Not the same in every run.
    pub states: u64,
    pub cause: StopCause,
}

/// Everything a census found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CensusReport {
    /// Complete layers that hold states, by depth.
    pub layers: Vec<LayerReport>,
    /// The sum of the complete layers.
    pub total: GroupTally,
    pub unfinished: Option<UnfinishedLayer>,
}

impl CensusReport {
    pub fn new() -> CensusReport {
        CensusReport::default()
    }

    /// Adds the next layer.
    pub fn add(&mut self, layer: LayerReport) {
        assert!(self.layers.last().is_none_or(|last| last.depth < layer.depth), "layers in order");
        self.total.join(&layer.tally);
        self.layers.push(layer);
    }

    /// The verdict. A run that was stopped has none, whatever it has seen.
    pub fn verdict(&self) -> Verdict {
        match self.unfinished {
            Some(unfinished) => Verdict::Undecided(unfinished.cause),
            None if self.layers.iter().any(|layer| layer.won) => Verdict::Solvable,
            None => Verdict::Impossible,
        }
    }
}
