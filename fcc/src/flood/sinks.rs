//! What floods work with and where their results go.

use super::Unfinished;
use super::budget::Budget;
use super::control::Control;
use super::ledger::{After, Ledger};
use crate::entries::Payload;
use crate::fingerprint::Fingerprint;
use crate::ports::{ComponentRecord, Queues, Scratch};
use crate::tally::GroupTally;
use std::sync::atomic::Ordering::Relaxed;

/// The ports, the limits and the layer that is being explored.
pub struct Sinks<'a, P> {
    /// Exits go here, as entries of deeper layers.
    pub queues: &'a dyn Queues<P>,
    /// Components and counts go here.
    pub ledger: &'a Ledger<'a>,
    /// Floods by levels write their levels here.
    pub scratch: &'a dyn Scratch,
    /// Has the limits, and the numbers to watch.
    pub control: &'a Control,
    /// The memory that floods share.
    pub budget: &'a Budget,
    /// The depth of the layer.
    pub depth: u32,
}

impl<P: Payload> Sinks<'_, P> {
    /// Whether a component of a group, flooded and ready to be left, is to be left and recorded.
    pub fn is_new(
        &self,
        group: Fingerprint,
        component: &ComponentRecord,
    ) -> Result<bool, Unfinished> {
        Ok(self.ledger.exists().is_new(self.depth, group, component)?)
    }

    /// Puts a batch of components of a group on record, all of whose exits were pushed. A checkpoint may
    /// be written then, so floods do this while they hold no lock.
    pub fn commit(
        &self,
        group: Fingerprint,
        components: Vec<ComponentRecord>,
        tally: GroupTally,
        after: After,
    ) -> Result<(), Unfinished> {
        let groups_done = u64::from(matches!(after, After::Done));
        self.ledger.commit(group, components, tally, after)?;
        let progress = &self.control.progress;
        progress.groups_done.fetch_add(groups_done, Relaxed);
        progress.waiting.store(self.queues.waiting(), Relaxed);
        let disk = self.queues.disk_bytes() + self.scratch.disk_bytes();
        progress.disk_bytes.store(disk, Relaxed);
        let ports = self.queues.memory_bytes() + self.ledger.exists().memory_bytes();
        progress.port_bytes.store(ports, Relaxed);
        self.ledger.look(self.control)
    }
}
