//! The walk over classes: what threads keep from group to group.

use super::workers::Workers;
use super::{CensusOptions, Walk};
use crate::arrival::Arrival;
use crate::class::{exchange, vector_to_canonical};
use crate::entries::Entries;
use crate::flood::Unfinished;
use crate::flood::class_exits::ClassExits;
use crate::flood::class_flood::ClassFlood;
use crate::flood::classes::ClassScratch;
use crate::flood::control::{Control, Held};
use crate::flood::sinks::Sinks;
use crate::flood::source::Source;
use crate::game::Game;
use crate::group::Group;
use crate::ports::{WaitingGroup, WaitingLayer};
use crate::spaces::{Spaces, SuitPiece};
use crate::state::State;
use std::sync::Arc;

/// What an idle worker may keep.
const SCRATCH_BYTES_MAX: usize = 64 << 20;

/// Walks classes of states.
pub struct ClassWalk<'a> {
    control: &'a Control,
    options: CensusOptions,
    spaces: Arc<Spaces>,
    workers: Workers<Worker<'a>>,
}

struct Worker<'a> {
    narrow: ClassScratch<u64>,
    wide: ClassScratch<u128>,
    exits: ClassExits,
    held: Held<'a>,
}

impl<'a> ClassWalk<'a> {
    pub fn new(control: &'a Control, options: CensusOptions) -> ClassWalk<'a> {
        ClassWalk { control, options, spaces: Arc::default(), workers: Workers::default() }
    }

    fn worker(&self) -> Worker<'a> {
        self.workers.take(|| Worker {
            narrow: ClassScratch::default(),
            wide: ClassScratch::default(),
            exits: ClassExits::new(&self.spaces),
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

    /// The subspaces that entries carry by number.
    pub fn spaces(&self) -> &Arc<Spaces> {
        &self.spaces
    }
}

impl Walk for ClassWalk<'_> {
    type Carries = SuitPiece;

    fn first(&self, game: &Game, arrival: Arrival) -> Entries<SuitPiece> {
        let State { fingerprint, a, b } = arrival.state;
        let vector = vector_to_canonical(a, b, game.rules().pairs_in(arrival.frame.movable));
        let (a, b) = exchange(a, b, vector);
        let member = Arrival { state: State { fingerprint, a, b }, ..arrival };
        Entries::of_arrival(member, SuitPiece { offset: vector, ..self.spaces.zero() })
    }

    fn flood(
        &self,
        game: &Game,
        layer: &dyn WaitingLayer<SuitPiece>,
        waiting: WaitingGroup<SuitPiece>,
        sinks: &Sinks<SuitPiece>,
    ) -> Result<(), Unfinished> {
        let group = Group::new(game, waiting.fingerprint);
        assert!(!group.context().is_forced(), "an entry that was not carried through");
        let mut worker = self.worker();
        let Worker { narrow, wide, exits, held } = &mut worker;
        let CensusOptions { way, digest, .. } = self.options;
        let mut flood = ClassFlood { sinks, exits, with_digest: digest, way };
        let before = sinks.ledger.consumed_before(waiting.fingerprint);
        if group.fits::<u64>() {
            let source = Source::<u64, SuitPiece>::after(layer, waiting, before)?;
            flood.flood(&group, source, narrow, held)?;
        } else {
            let source = Source::<u128, SuitPiece>::after(layer, waiting, before)?;
            flood.flood(&group, source, wide, held)?;
        }
        self.give_back(worker, sinks.budget.share().bytes());
        Ok(())
    }
}
