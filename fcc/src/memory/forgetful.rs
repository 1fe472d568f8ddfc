//! DoesExists for runs whose records nobody wants: it checks them and lets them go.

use crate::fingerprint::Fingerprint;
use crate::ports::{ComponentRecord, DoesExists, ExploredTwice, PortError};
use std::collections::HashSet;

/// Keeps nothing. Notices a component that comes twice in one call only; beyond that, a run without a
/// directory relies on each group being opened once and on floods beginning at entries that no flood
/// has reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRecords;

impl DoesExists for NoRecords {
    fn record(
        &self,
        _depth: u32,
        fingerprint: Fingerprint,
        components: Vec<ComponentRecord>,
    ) -> Result<Result<(), ExploredTwice>, PortError> {
        let mut names = HashSet::with_capacity(components.len());
        let twice = components.iter().find(|component| !names.insert(component.smallest));
        Ok(match twice {
            Some(component) => Err(ExploredTwice { fingerprint, smallest: component.smallest }),
            None => Ok(()),
        })
    }

    fn layer_done(&self, _depth: u32) -> Result<(), PortError> {
        Ok(())
    }

    fn find(
        &self,
        _depth: u32,
        _fingerprint: Fingerprint,
        _smallest: u128,
    ) -> Result<Option<ComponentRecord>, PortError> {
        Ok(None)
    }

    fn of_group(
        &self,
        _depth: u32,
        _fingerprint: Fingerprint,
    ) -> Result<Vec<ComponentRecord>, PortError> {
        Ok(Vec::new())
    }

    fn groups(&self, _depth: u32) -> Result<Vec<Fingerprint>, PortError> {
        Ok(Vec::new())
    }

    fn memory_bytes(&self) -> u64 {
        0
    }
}
