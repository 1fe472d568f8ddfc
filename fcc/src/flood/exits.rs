//! Exits of a group on their way to the queues: a buffer for each group they lead to.
//!
//! A group leads to a few dozen others at most. An exit passes the cache of recent entries first,
//! which keeps most repeats out; each buffer is sorted and rid of the rest whenever it has doubled.

use super::WorkerMemory;
use crate::arrival::Arrival;
use crate::entries::{Entries, Payload};
use crate::fingerprint::Fingerprint;
use crate::game::{Frame, Game};
use crate::group::key_in_frame;
use crate::hash::QuickMap;
use crate::key::Key;
use crate::memory::LruEntries;
use crate::ports::{PortError, Queues, RecentEntries};

const SETTLE_MIN: usize = 4096;
/// Small enough to stay in the processor's second cache beside the flood's own data.
const RECENT_BYTES: usize = 64 << 10;
const QUICK: usize = 64;

struct Buffer<P> {
    fingerprint: Fingerprint,
    frame: Frame,
    entries: Entries<P>,
    settle_at: usize,
}

/// Exits that have not been handed to the queues yet.
pub struct Exits<P = (), R = LruEntries<P>> {
    buffers: Vec<Buffer<P>>,
    index: QuickMap<Fingerprint, usize>,
    /// Where the last exits went, by a hash of the fingerprint: spares most look-ups in `index`.
    quick: [usize; QUICK],
    recent: R,
}

impl<P: Payload> Exits<P> {
    /// No exits, and an empty cache of recent entries.
    pub fn new() -> Exits<P> {
        Exits::with_recent(LruEntries::with_bytes_max(RECENT_BYTES))
    }
}

impl<P: Payload> Default for Exits<P> {
    fn default() -> Exits<P> {
        Exits::new()
    }
}

impl<P: Payload, R: RecentEntries<P>> WorkerMemory for Exits<P, R> {
    fn bytes(&self) -> usize {
        self.buffers.iter().map(|buffer| buffer.entries.bytes()).sum()
    }
}

impl<P: Payload, R: RecentEntries<P>> Exits<P, R> {
    fn with_recent(recent: R) -> Exits<P, R> {
        Exits { buffers: Vec::new(), index: QuickMap::default(), quick: [0; QUICK], recent }
    }

    /// Adds an exit, carried through its safe moves already.
    #[inline]
    pub fn add(&mut self, arrival: Arrival, carries: P) {
        let number = self.buffer_for(arrival);
        let buffer = &mut self.buffers[number];
        let planes = arrival.state.planes;
        match &mut buffer.entries {
            Entries::Narrow(entries) => {
                let key: u64 = key_in_frame(buffer.frame, planes);
                if self.recent.admit(buffer.fingerprint, key.wide(), carries) {
                    entries.push((key, carries));
                }
            }
            Entries::Wide(entries) => {
                let key: u128 = key_in_frame(buffer.frame, planes);
                if self.recent.admit(buffer.fingerprint, key, carries) {
                    entries.push((key, carries));
                }
            }
        }
        if buffer.entries.len() >= buffer.settle_at {
            buffer.entries.sort_and_join();
            buffer.settle_at = SETTLE_MIN.max(2 * buffer.entries.len());
        }
    }

    #[inline]
    fn buffer_for(&mut self, arrival: Arrival) -> usize {
        let fingerprint = arrival.state.fingerprint;
        let mixed = (fingerprint.stuck ^ fingerprint.founded.rotate_left(23))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let spot = (mixed >> 58) as usize % QUICK;
        let number = self.quick[spot];
        if self.buffers.get(number).is_some_and(|buffer| buffer.fingerprint == fingerprint) {
            return number;
        }
        let number = *self.index.entry(fingerprint).or_insert_with(|| {
            self.buffers.push(Buffer {
                fingerprint,
                frame: arrival.frame,
                entries: Entries::new(arrival.frame.movable.count_ones()),
                settle_at: SETTLE_MIN,
            });
            self.buffers.len() - 1
        });
        self.quick[spot] = number;
        number
    }

    /// Hands everything to the queues.
    pub fn flush(&mut self, game: &Game, queues: &dyn Queues<P>) -> Result<(), PortError> {
        for buffer in self.buffers.drain(..) {
            let depth = game.depth(buffer.fingerprint);
            queues.push(depth, buffer.fingerprint, buffer.entries)?;
        }
        self.index.clear();
        Ok(())
    }
}
