//! The walk over classes: what threads keep from group to group.

use super::workers::{Worker, Workers};
use super::{CensusOptions, Walk};
use crate::arrival::Arrival;
use crate::class::canonical::canonical_member;
use crate::entries::Entries;
use crate::flood::Unfinished;
use crate::flood::class_exits::ClassExits;
use crate::flood::class_flood::ClassFlood;
use crate::flood::classes::ClassScratch;
use crate::flood::control::Control;
use crate::flood::sinks::Sinks;
use crate::flood::source::Source;
use crate::game::Game;
use crate::group::Group;
use crate::ports::{WaitingGroup, WaitingLayer};
use crate::spaces::{Spaces, SuitPiece};
use std::sync::Arc;

/// Walks classes of states.
pub struct ClassWalk<'a> {
    options: CensusOptions,
    spaces: Arc<Spaces>,
    workers: Workers<'a, ClassScratch<u64>, ClassScratch<u128>, ClassExits>,
}

impl<'a> ClassWalk<'a> {
    /// A walk with no memory held yet; what its threads come to hold is counted in `control`. Whether the
    /// options ask for symmetry is not looked at.
    pub fn new(control: &'a Control, options: CensusOptions) -> ClassWalk<'a> {
        ClassWalk { options, spaces: Arc::default(), workers: Workers::new(control) }
    }

    /// The subspaces that entries carry by number.
    pub fn spaces(&self) -> &Arc<Spaces> {
        &self.spaces
    }
}

impl Walk for ClassWalk<'_> {
    type Carries = SuitPiece;

    fn first(&self, game: &Game, arrival: Arrival) -> Entries<SuitPiece> {
        let pairs = game.rules().pairs_in(arrival.frame.movable);
        let (state, vector) = canonical_member(arrival.state, pairs);
        let member = Arrival { state, ..arrival };
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
        let new =
            || (ClassScratch::default(), ClassScratch::default(), ClassExits::new(&self.spaces));
        let share = sinks.budget.share().parts();
        self.workers.with(new, share, |worker| {
            let Worker { narrow, wide, exits, held } = worker;
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
            Ok(())
        })
    }
}
