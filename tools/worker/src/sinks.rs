//! The ports of a flood that lead to the stream: exits wait in queues, sorted and joined, and records are
//! written as they come.

use crate::findings::FindingsWriter;
use crate::row::StreamPayload;
use fcc::entries::Entries;
use fcc::fingerprint::Fingerprint;
use fcc::ports::{ComponentRecord, DoesExists, ExploredTwice, PortError, Queues, WaitingLayer};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Mutex, MutexGuard};
use storage::DiskQueues;

/// What all threads write to.
pub struct SharedWriter<W: Write>(Mutex<FindingsWriter<W>>);

impl<W: Write> SharedWriter<W> {
    /// Shares a writer.
    pub fn new(writer: FindingsWriter<W>) -> SharedWriter<W> {
        SharedWriter(Mutex::new(writer))
    }

    /// The writer, for whoever has something to write.
    pub fn lock(&self) -> MutexGuard<'_, FindingsWriter<W>> {
        self.0.lock().expect("no panic while locked")
    }

    /// The writer, when all threads are done.
    pub fn into_inner(self) -> FindingsWriter<W> {
        self.0.into_inner().expect("no panic while locked")
    }
}

/// Queues on disk that know how much waits at each depth.
pub struct CountedQueues<P: StreamPayload> {
    queues: DiskQueues<P>,
    waiting: Mutex<BTreeMap<u32, u64>>,
}

impl<P: StreamPayload> CountedQueues<P> {
    /// Counts what is pushed from now on.
    pub fn new(queues: DiskQueues<P>) -> CountedQueues<P> {
        CountedQueues { queues, waiting: Mutex::default() }
    }

    /// Entries that were pushed to a depth, repeats included.
    pub fn waiting_at(&self, depth: u32) -> u64 {
        let waiting = self.waiting.lock().expect("no panic while locked");
        waiting.get(&depth).copied().unwrap_or(0)
    }
}

impl<P: StreamPayload> Queues<P> for CountedQueues<P> {
    fn push(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        entries: Entries<P>,
    ) -> Result<(), PortError> {
        let count = entries.len() as u64;
        *self.waiting.lock().expect("no panic while locked").entry(depth).or_default() += count;
        self.queues.push(depth, fingerprint, entries)
    }

    fn next_depth(&self) -> Option<u32> {
        self.queues.next_depth()
    }

    fn open(&self, depth: u32) -> Result<Box<dyn WaitingLayer<P> + '_>, PortError> {
        self.queues.open(depth)
    }

    fn consumed(&self, depth: u32) -> Result<(), PortError> {
        self.queues.consumed(depth)
    }

    fn waiting(&self) -> u64 {
        self.queues.waiting()
    }

    fn memory_bytes(&self) -> u64 {
        self.queues.memory_bytes()
    }

    fn disk_bytes(&self) -> u64 {
        self.queues.disk_bytes()
    }
}

/// DoesExists that writes records to the stream, or lets them go. A component that comes twice in one call is
/// noticed here, any other by whoever joins the streams.
pub struct WrittenRecords<'a, W: Write> {
    /// Where they are written.
    pub writer: &'a SharedWriter<W>,
    /// Whether they are.
    pub is_wanted: bool,
}

impl<W: Write + Send> DoesExists for WrittenRecords<'_, W> {
    fn record(
        &self,
        depth: u32,
        fingerprint: Fingerprint,
        mut components: Vec<ComponentRecord>,
    ) -> Result<Result<(), ExploredTwice>, PortError> {
        components.sort_unstable_by_key(|component| component.smallest);
        let twice = components.windows(2).find(|two| two[0].smallest == two[1].smallest);
        if let Some(two) = twice {
            return Ok(Err(ExploredTwice { fingerprint, smallest: two[0].smallest }));
        }
        if self.is_wanted {
            self.writer.lock().components(depth, fingerprint, &components)?;
        }
        Ok(Ok(()))
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
