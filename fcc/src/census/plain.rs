//! The plain walk: every state is visited.

use super::workers::{Worker, Workers};
use super::{CensusOptions, Walk};
use crate::arrival::Arrival;
use crate::entries::Entries;
use crate::flood::Unfinished;
use crate::flood::control::Control;
use crate::flood::exits::Exits;
use crate::flood::plain::{self, PlainHow, PlainTools};
use crate::flood::sinks::Sinks;
use crate::flood::source::Source;
use crate::flood::tables::TableScratch;
use crate::game::Game;
use crate::group::Group;
use crate::ports::{WaitingGroup, WaitingLayer};

/// Visits every state.
pub struct PlainWalk<'a> {
    options: CensusOptions,
    workers: Workers<'a, TableScratch<u64>, TableScratch<u128>, Exits>,
}

impl<'a> PlainWalk<'a> {
    /// A walk with no memory held yet; what its threads come to hold is counted in `control`. Whether the
    /// options ask for symmetry is not looked at.
    pub fn new(control: &'a Control, options: CensusOptions) -> PlainWalk<'a> {
        PlainWalk { options, workers: Workers::new(control) }
    }
}

impl Walk for PlainWalk<'_> {
    type Carries = ();

    fn first(&self, _: &Game, arrival: Arrival) -> Entries {
        Entries::of_arrival(arrival, ())
    }

    fn flood(
        &self,
        game: &Game,
        layer: &dyn WaitingLayer<()>,
        waiting: WaitingGroup<()>,
        sinks: &Sinks<()>,
    ) -> Result<(), Unfinished> {
        let group = Group::new(game, waiting.fingerprint);
        assert!(!group.context().is_forced(), "an entry that was not carried through");
        let new = || (TableScratch::default(), TableScratch::default(), Exits::new());
        let share = sinks.budget.share().parts();
        self.workers.with(new, share, |worker| {
            let Worker { narrow, wide, exits, held } = worker;
            let CensusOptions { way, digest, .. } = self.options;
            let how = PlainHow { way, with_digest: digest };
            let before = sinks.ledger.consumed_before(waiting.fingerprint);
            if group.fits::<u64>() {
                let source = Source::<u64, ()>::after(layer, waiting, before)?;
                plain::flood(
                    &group,
                    source,
                    sinks,
                    PlainTools { scratch: narrow, exits, held },
                    how,
                )?;
            } else {
                let source = Source::<u128, ()>::after(layer, waiting, before)?;
                plain::flood(
                    &group,
                    source,
                    sinks,
                    PlainTools { scratch: wide, exits, held },
                    how,
                )?;
            }
            Ok(())
        })
    }
}
