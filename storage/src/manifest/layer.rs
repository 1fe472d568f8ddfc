//! Layers in a manifest: those that are complete, and how far the one under way is.

use fcc::digest::Digest;
use fcc::fingerprint::Fingerprint;
use fcc::ports::LayerStanding;
use fcc::report::LayerReport;
use fcc::tally::{GroupTally, SizeCounts};
use serde::{Deserialize, Serialize};

/// The statistics of a complete layer: all of a [`LayerReport`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerStatistics {
    pub depth: u32,
    pub groups: u64,
    pub classes: u128,
    pub fccs: u128,
    pub states: u128,
    pub entries: u128,
    pub exits: u128,
    pub largest_fcc: u128,
    /// FCCs by powers of two of their size.
    pub sizes: Vec<u128>,
    pub digest: u128,
    pub won: bool,
    /// Of a search that left groups out, which earlier versions made; 0 otherwise.
    pub groups_left_out: u64,
}

impl From<&LayerReport> for LayerStatistics {
    fn from(report: &LayerReport) -> LayerStatistics {
        let LayerReport { depth, tally, won } = report;
        let GroupTally {
            groups,
            classes,
            fccs,
            states,
            entries,
            exits,
            largest_fcc,
            sizes,
            digest,
        } = tally;
        LayerStatistics {
            depth: *depth,
            groups: *groups,
            classes: *classes,
            fccs: *fccs,
            states: *states,
            entries: *entries,
            exits: *exits,
            largest_fcc: *largest_fcc,
            sizes: sizes.as_slice().to_vec(),
            digest: digest.0,
            won: *won,
            groups_left_out: 0,
        }
    }
}

impl From<&LayerStatistics> for LayerReport {
    fn from(layer: &LayerStatistics) -> LayerReport {
        let mut sizes = SizeCounts::default();
        for (place, &fccs) in layer.sizes.iter().take(u128::BITS as usize).enumerate() {
            sizes.add(1 << place, fccs);
        }
        let tally = GroupTally {
            groups: layer.groups,
            classes: layer.classes,
            fccs: layer.fccs,
            states: layer.states,
            entries: layer.entries,
            exits: layer.exits,
            largest_fcc: layer.largest_fcc,
            sizes,
            digest: Digest(layer.digest),
        };
        let LayerStatistics { depth, won, .. } = *layer;
        LayerReport { depth, tally, won }
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
        let LayerReport { depth, tally, won, .. } = LayerReport::from(&layer.tally);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_comes_back_with_every_field() {
        let mut tally =
            GroupTally { groups: 3, classes: 200, fccs: 6, states: 9, ..Default::default() };
        (tally.entries, tally.exits, tally.largest_fcc, tally.digest) =
            (4, 5, 4, Digest(u128::MAX));
        tally.sizes.add(1, 5);
        tally.sizes.add(4, 1);
        let report = LayerReport { depth: 7, tally, won: false };
        assert_eq!(LayerReport::from(&LayerStatistics::from(&report)), report);
    }
}
