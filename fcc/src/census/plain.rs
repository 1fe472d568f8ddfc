//! The plain walk: every state is visited.

use super::workers::Workers;
use super::{CensusOptions, Walk};
use crate::arrival::Arrival;
use crate::entries::Entries;
use crate::flood::Unfinished;
use crate::flood::control::{Control, Held};
use crate::flood::exits::Exits;
use crate::flood::plain::{self, PlainTools};
use crate::flood::sinks::Sinks;
use crate::flood::source::Source;
use crate::flood::tables::TableScratch;
use crate::game::Game;
use crate::group::Group;
use crate::ports::{WaitingGroup, WaitingLayer};

/// What an idle worker may keep.
const SCRATCH_BYTES_MAX: usize = 64 << 20;

/// Visits every state.
pub struct PlainWalk<'a> {
    control: &'a Control,
    options: CensusOptions,
    workers: Workers<Worker<'a>>,
}

/// The things a thread needs.
struct Worker<'a> {
    narrow: TableScratch<u64>,
    wide: TableScratch<u128>,
    exits: Exits,
    held: Held<'a>,
}

impl<'a> PlainWalk<'a> {
    pub fn new(control: &'a Control, options: CensusOptions) -> PlainWalk<'a> {
        PlainWalk { control, options, workers: Workers::default() }
    }

    fn worker(&self) -> Worker<'a> {
        self.workers.take(|| Worker {
            narrow: TableScratch::default(),
            wide: TableScratch::default(),
            exits: Exits::new(),
            held: Held::new(self.control),
        })
    }

    fn give_back(&self, mut worker: Worker<'a>, share_bytes: usize) {
        let bytes_max = SCRATCH_BYTES_MAX.min(share_bytes / 2);
        worker.narrow.shrink(bytes_max);
        worker.wide.shrink(bytes_max);
        worker.held.set(worker.narrow.bytes() + worker.wide.bytes() + worker.exits.bytes());
        self.workers.give_back(worker);
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
        let mut worker = self.worker();
        let Worker { narrow, wide, exits, held } = &mut worker;
        let how = (self.options.way, self.options.digest);
        let before = sinks.ledger.consumed_before(waiting.fingerprint);
        if group.fits::<u64>() {
            let source = Source::<u64, ()>::after(layer, waiting, before)?;
            plain::flood(&group, source, sinks, PlainTools { scratch: narrow, exits, held }, how)?;
        } else {
            let source = Source::<u128, ()>::after(layer, waiting, before)?;
            plain::flood(&group, source, sinks, PlainTools { scratch: wide, exits, held }, how)?;
        }
        self.give_back(worker, sinks.budget.share().bytes());
        Ok(())
    }
}
