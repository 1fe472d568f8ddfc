//! Layers in a manifest: those that are complete, and how far the one under way is.

use fcc::fingerprint::Fingerprint;
use fcc::ports::LayerStanding;
use fcc::report::LayerReport;
use serde::{Deserialize, Serialize};

/// The statistics of a complete layer: its [`LayerReport`], as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerStatistics {
    pub report: LayerReport,
    /// Of a search that left groups out, which earlier versions made; 0 otherwise.
    pub groups_left_out: u64,
}

impl From<&LayerReport> for LayerStatistics {
    fn from(report: &LayerReport) -> LayerStatistics {
        LayerStatistics { report: report.clone(), groups_left_out: 0 }
    }
}

/// A group's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GroupName {
    pub stuck: u64,
    pub founded: u64,
}

impl From<Fingerprint> for GroupName {
    fn from(Fingerprint { stuck, founded }: Fingerprint) -> GroupName {
        GroupName { stuck, founded }
    }
}

impl From<GroupName> for Fingerprint {
    fn from(GroupName { stuck, founded }: GroupName) -> Fingerprint {
        Fingerprint { stuck, founded }
    }
}

/// The layer that was under way when the manifest was written. Its groups come in the order of their names;
/// the first `taken` of them, up to `last_taken`, are done, but for those that are listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerUnderWay {
    pub depth: u32,
    /// Groups taken from the layer.
    pub taken: u64,
    /// The last of them.
    pub last_taken: GroupName,
    /// Of these the ones that are not done.
    pub groups_under_way: Vec<GroupName>,
    /// What is done comes to this, parts of groups under way included.
    pub tally: LayerStatistics,
}

impl LayerUnderWay {
    /// Nothing where no group was taken.
    pub fn of(standing: &LayerStanding) -> Option<LayerUnderWay> {
        // Parts are in a file of their own.
        let LayerStanding { depth, taken, last_taken, groups_under_way, parts: _, tally, won } =
            standing;
        let (depth, won) = (*depth, *won);
        let tally = LayerReport { depth, tally: tally.clone(), won };
        Some(LayerUnderWay {
            depth,
            taken: *taken,
            last_taken: GroupName::from((*last_taken)?),
            groups_under_way: groups_under_way.iter().copied().map(GroupName::from).collect(),
            tally: LayerStatistics::from(&tally),
        })
    }
}

/// Without the parts, which are in a file of their own.
impl From<&LayerUnderWay> for LayerStanding {
    fn from(layer: &LayerUnderWay) -> LayerStanding {
        let LayerReport { depth, tally, won } = layer.tally.report.clone();
        let groups_under_way = layer.groups_under_way.iter().copied().map(Fingerprint::from);
        LayerStanding {
            depth,
            taken: layer.taken,
            last_taken: Some(layer.last_taken.into()),
            groups_under_way: groups_under_way.collect(),
            parts: Vec::new(),
            tally,
            won,
        }
    }
}
