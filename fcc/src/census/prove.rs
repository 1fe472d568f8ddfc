//! The verdict alone, as quickly as it can be had.
//!
//! Most of the graph of a solvable deal has nothing to do with solving it. So a few narrow searches go
//! first: layer by layer, but of each layer only the groups with the fewest stuck cards. What they reach
//! can be reached, so a win is a win; that they find none means nothing. Then the whole graph, layer by
//! layer until a win or the end.

use super::{CensusOptions, CensusReport, Scope, Verdict, explore_in_memory};
use crate::flood::Control;
use crate::game::Game;
use crate::ports::PortError;

/// Entries that the narrow searches take of each layer.
const BEAMS: [u64; 3] = [300, 3_000, 30_000];

/// What settled it.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Of the last search.
    pub report: CensusReport,
    /// The width of the narrow search that found a win; `None` when the whole graph was looked at.
    pub beam: Option<u64>,
}

/// Finds the verdict of a game in memory. Runs on the rayon pool it is called in.
pub fn prove_in_memory(
    game: &Game,
    options: CensusOptions,
    control: &Control,
) -> Result<Proof, PortError> {
    for beam in BEAMS {
        let scope = Scope { until_won: true, beam_entries_max: Some(beam) };
        let report = explore_in_memory(game, options, scope, control)?;
        let settled = report.proof() == Verdict::Solvable || report.unfinished.is_some();
        let whole = report.layers.iter().all(|layer| layer.groups_left_out == 0);
        if settled || whole {
            return Ok(Proof { report, beam: (!whole).then_some(beam) });
        }
    }
    let scope = Scope { until_won: true, beam_entries_max: None };
    let report = explore_in_memory(game, options, scope, control)?;
    Ok(Proof { report, beam: None })
}
