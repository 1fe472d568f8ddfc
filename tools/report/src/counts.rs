//! Counts that more than one result has: those of a layer, and how numbers are distributed. As JSON they stand among
//! the other keys of the result.

use fcc::analyse::Sizes;
use fcc::report::LayerReport;
use fcc::tally::GroupTally;
use serde::Serialize;

/// What is told of a layer wherever one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LayerCounts {
    pub depth: u32,
    pub groups: u64,
    pub fccs: u128,
    pub states: u128,
}

impl From<&LayerReport> for LayerCounts {
    fn from(layer: &LayerReport) -> LayerCounts {
        let GroupTally { groups, fccs, states, .. } = layer.tally;
        LayerCounts { depth: layer.depth, groups, fccs, states }
    }
}

/// How numbers are distributed: so many parts of a hundred of them are no more than this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Percentiles {
    pub min: u128,
    pub p10: u128,
    pub p25: u128,
    pub p50: u128,
    pub p75: u128,
    pub p90: u128,
}

impl Percentiles {
    pub fn of(sizes: &Sizes) -> Percentiles {
        Percentiles {
            min: sizes.smallest(),
            p10: sizes.percentile(10),
            p25: sizes.percentile(25),
            p50: sizes.percentile(50),
            p75: sizes.percentile(75),
            p90: sizes.percentile(90),
        }
    }
}
