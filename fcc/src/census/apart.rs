//! Groups flooded apart from a census: by a process that is handed entries and hands back what it found.
//!
//! The floods are those of the census, with its walks, its budget and its threads. What differs is who keeps
//! the books: each group has a ledger of its own, so that its counts can be told one by one, and nothing is
//! written down to go on from. Whoever handed out the entries hands them out again.

use super::Walk;
use super::frontier::NoLayer;
use super::layer::on_all_threads;
use crate::fingerprint::Fingerprint;
use crate::flood::ledger::Ledger;
use crate::flood::sinks::Sinks;
use crate::flood::{Budget, Control, Unfinished};
use crate::game::Game;
use crate::memory::NoCheckpoints;
use crate::ports::{
    DoesExists, LayerStanding, PortError, Queues, Scratch, WaitingGroup, WaitingLayer,
};
use crate::tally::GroupTally;
use std::sync::atomic::Ordering::Relaxed;

/// What floods of single groups work with, and where exits and records go.
pub struct GroupsApart<'a, W: Walk> {
    /// The game that the groups are of.
    pub game: &'a Game,
    /// Over states, or over classes.
    pub walk: &'a W,
    /// Exits go here.
    pub queues: &'a dyn Queues<W::Carries>,
    /// Records of components go here.
    pub exists: &'a dyn DoesExists,
    /// Holds the levels of floods that outgrow a table.
    pub scratch: &'a dyn Scratch,
    /// The memory that floods share.
    pub budget: &'a Budget,
    /// May stop it, and has the numbers to watch.
    pub control: &'a Control,
}

/// A group that is handed out.
pub enum Handed<'h, P> {
    /// Its entries are in memory.
    Here(WaitingGroup<P>),
    /// It was taken from this layer, which has the entries of groups that are too large.
    OfLayer(&'h dyn WaitingLayer<P>, WaitingGroup<P>),
    /// It is all that these queues hold.
    Stored {
        /// They hold one group.
        queues: Box<dyn Queues<P> + Send + 'h>,
        /// Its depth.
        depth: u32,
    },
}

impl<W: Walk> GroupsApart<'_, W> {
    /// Entries of a group that may be in memory; of more, all stay in the store.
    pub fn entries_max(&self) -> usize {
        self.budget.share().parts().entries / size_of::<(u128, W::Carries)>()
    }

    /// Floods the groups that `next` gives until it gives none, on all threads of the rayon pool it is called
    /// in, and tells `done` what was counted in each.
    pub fn explore<'h>(
        &self,
        next: impl Fn() -> Result<Option<Handed<'h, W::Carries>>, Unfinished> + Sync,
        done: impl Fn(Fingerprint, &GroupTally) -> Result<(), PortError> + Sync,
    ) -> Result<(), Unfinished> {
        on_all_threads(|| {
            let (fingerprint, tally) = match next()? {
                None => return Ok(false),
                Some(Handed::Here(waiting)) => self.flood(&NoLayer, waiting)?,
                Some(Handed::OfLayer(layer, waiting)) => self.flood(layer, waiting)?,
                Some(Handed::Stored { queues, depth }) => {
                    let layer = queues.open(depth)?;
                    let waiting = layer.next_group(self.entries_max())?.expect("one group");
                    self.flood(&*layer, waiting)?
                }
            };
            done(fingerprint, &tally)?;
            Ok(true)
        })
    }

    fn flood(
        &self,
        layer: &dyn WaitingLayer<W::Carries>,
        waiting: WaitingGroup<W::Carries>,
    ) -> Result<(Fingerprint, GroupTally), Unfinished> {
        let GroupsApart { game, walk, queues, exists, scratch, budget, control } = *self;
        control.look()?;
        let fingerprint = waiting.fingerprint;
        let depth = game.depth(fingerprint);
        control.progress.depth.store(depth.into(), Relaxed);
        let nothing = LayerStanding::default();
        let ledger = &Ledger::new(exists, &NoCheckpoints, &[], depth, nothing);
        let sinks = Sinks { queues, ledger, scratch, control, budget, depth };
        let taken = std::cell::Cell::new(Some(waiting));
        let taken = ledger.take(|| Ok(taken.take()))?.expect("a group that was not taken");
        walk.flood(game, layer, taken, &sinks)?;
        Ok((fingerprint, ledger.close().0))
    }
}
