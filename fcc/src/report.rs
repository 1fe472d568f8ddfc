//! What a census found, layer by layer and in all.

use crate::tally::GroupTally;
use crate::verdict::{StopReason, Verdict};
use serde::{Deserialize, Serialize};

/// One complete layer. Manifests hold it as it is: the order of fields is a part of their format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerReport {
    /// The depth of all its states.
    pub depth: u32,
    /// What was counted in all its groups.
    pub tally: GroupTally,
    /// Whether a state without stuck cards is in it: from there every deal plays itself out.
    pub won: bool,
}

/// The layer in which a limit stopped the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnfinishedLayer {
    /// The depth of the layer.
    pub depth: u32,
    /// States (or classes) of this layer that were walked before the stop. Not the same in every run.
    pub states: u64,
    /// Why the run stopped.
    pub cause: StopReason,
}

/// Everything a census found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CensusReport {
    /// Complete layers that hold states, by depth.
    pub layers: Vec<LayerReport>,
    /// The sum of the complete layers.
    pub total: GroupTally,
    /// Where the run was stopped; `None` when it came to its end, or to the win that it was to stop at.
    pub unfinished: Option<UnfinishedLayer>,
    /// What the store said when there was no more room.
    pub full_disk: Option<String>,
}

impl CensusReport {
    /// No layers yet. Its verdict means nothing before the census has ended.
    pub fn new() -> CensusReport {
        CensusReport::default()
    }

    /// Adds the next layer.
    pub fn add(&mut self, layer: LayerReport) {
        assert!(self.layers.last().is_none_or(|last| last.depth < layer.depth), "layers in order");
        self.total.join(&layer.tally);
        self.layers.push(layer);
    }

    /// The run ends in this layer, before its end. A layer that was complete and could not be written down
    /// is not.
    pub fn give_up(
        &mut self,
        depth: u32,
        states: u64,
        cause: StopReason,
        full_disk: Option<String>,
    ) {
        if self.layers.last().is_some_and(|layer| layer.depth == depth) {
            self.layers.pop();
            self.total = GroupTally::default();
            self.layers.iter().for_each(|layer| self.total.join(&layer.tally));
        }
        self.unfinished = Some(UnfinishedLayer { depth, states, cause });
        self.full_disk = full_disk;
    }

    /// The verdict of a census. A run that was stopped has none, whatever it has seen.
    pub fn verdict(&self) -> Verdict {
        match self.unfinished {
            Some(unfinished) => Verdict::Undecided(unfinished.cause),
            None => self.proof(),
        }
    }

    /// What was found out, by a part of the graph too: a win that was reached is a win, whatever was
    /// left out or came after it. *Impossible* takes the whole graph.
    pub fn proof(&self) -> Verdict {
        if self.layers.iter().any(|layer| layer.won) {
            Verdict::Solvable
        } else if let Some(unfinished) = self.unfinished {
            Verdict::Undecided(unfinished.cause)
        } else {
            Verdict::Impossible
        }
    }
}
