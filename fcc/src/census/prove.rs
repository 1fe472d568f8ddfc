//! The verdict alone, as quickly as it can be had.
//!
//! Most of the graph of a solvable deal has nothing to do with solving it. So a few narrow searches go
//! first: layer by layer, but of each layer only the groups with the fewest stuck cards. What they reach
//! can be reached, so a win is a win; that they find none means nothing. Then the whole graph, layer by
//! layer until a win or the end.

use super::{CensusReport, Scope, Verdict};
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

/// Finds the verdict of a game with searches of parts of its graph, and of the whole if need be.
/// `explore` does one of them, each with new stores.
pub fn prove(
    mut explore: impl FnMut(Scope) -> Result<CensusReport, PortError>,
) -> Result<Proof, PortError> {
    for beam in BEAMS {
        let report =
            explore(Scope { until_won: true, beam_entries_max: Some(beam), ..Scope::default() })?;
        if report.proof() == Verdict::Solvable || report.unfinished.is_some() {
            return Ok(Proof { report, beam: Some(beam) });
        }
        if report.layers.iter().all(|layer| layer.groups_left_out == 0) {
            break;
        }
    }
    let report = explore(Scope { until_won: true, ..Scope::default() })?;
    Ok(Proof { report, beam: None })
}

/// The scopes to try when a win of this width is to be found once more, its own first. How pieces of
/// suit sets are cut depends on the threads, and with it which groups a narrow search takes; the whole
/// graph has the win for certain.
pub fn wider(beam: Option<u64>) -> impl Iterator<Item = Scope> {
    let beams = BEAMS.into_iter().filter(move |&other| beam.is_some_and(|beam| other >= beam));
    beams.map(Some).chain([None]).map(|beam| Scope {
        until_won: true,
        beam_entries_max: beam,
        ..Scope::default()
    })
}
