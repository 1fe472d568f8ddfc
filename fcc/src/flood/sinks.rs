//! What floods work with and where their results go.

use super::Unfinished;
use super::budget::Budget;
use super::control::Control;
use super::tally::GroupTally;
use crate::fingerprint::Fingerprint;
use crate::ports::{ComponentRecord, DoesExists, Scratch};

/// The ports, the limits and the layer that is being explored.
pub struct Sinks<'a, Q, E> {
    pub queues: &'a Q,
    pub exists: &'a E,
    pub scratch: &'a dyn Scratch,
    pub control: &'a Control,
    pub budget: &'a Budget,
    pub depth: u32,
}

impl<Q, E: DoesExists> Sinks<'_, Q, E> {
    /// Counts components of a group and puts them on record.
    ///
    /// # Panics
    /// When a component was explored before: a bug, and no answer may come of it.
    pub fn record(
        &self,
        fingerprint: Fingerprint,
        components: Vec<ComponentRecord>,
        tally: &mut GroupTally,
    ) -> Result<(), Unfinished> {
        tally.add_components(&components);
        if !components.is_empty() {
            let recorded = self.exists.record(self.depth, fingerprint, components)?;
            recorded.unwrap_or_else(|twice| panic!("{twice}"));
        }
        Ok(())
    }
}
