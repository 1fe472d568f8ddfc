//! The entries of a group while it is flooded, and which of them have been reached.
//!
//! Few entries are here in memory; many stay in the store and are read as a stream, as often as
//! needed. Either way they come in order of their keys, each has a number, and one bit says whether it
//! is *consumed*: a flood has reached it, so no flood may begin at it. Passes leave out what is
//! consumed, so this alone would not notice a component that is flooded twice; DoesExists on disk does,
//! and so does the digest.

use crate::consumed::Consumed;
use crate::entries::{Entries, Payload};
use crate::fingerprint::Fingerprint;
use crate::key::Key;
use crate::ports::{EntryStream, PortError, StoredGroup, Waiting, WaitingGroup, WaitingLayer};
use std::sync::Arc;

/// Entries of one group with keys of one type.
pub struct Source<'a, K, P> {
    from: From<'a, K, P>,
    consumed: Vec<u64>,
    len: u64,
    left: u64,
}

enum From<'a, K, P> {
    Here(Vec<(K, P)>),
    Stored(&'a dyn WaitingLayer<P>, StoredGroup),
}

/// A key type picks its variant of entries.
pub trait PickEntries: Key {
    /// The list of these entries.
    ///
    /// # Panics
    /// When their keys are of the other type: a bug.
    fn pick<P: Payload>(entries: Entries<P>) -> Vec<(Self, P)>;
}

impl PickEntries for u64 {
    fn pick<P: Payload>(entries: Entries<P>) -> Vec<(u64, P)> {
        match entries {
            Entries::Narrow(entries) => entries,
            Entries::Wide(_) => panic!("wide keys in a narrow group"),
        }
    }
}

impl PickEntries for u128 {
    fn pick<P: Payload>(entries: Entries<P>) -> Vec<(u128, P)> {
        match entries {
            Entries::Wide(entries) => entries,
            Entries::Narrow(_) => panic!("narrow keys in a wide group"),
        }
    }
}

impl<'a, K: PickEntries, P: Payload> Source<'a, K, P> {
    /// All entries of a group, none consumed. `layer` is read where they are stored.
    pub fn new(layer: &'a dyn WaitingLayer<P>, waiting: Waiting<P>) -> Source<'a, K, P> {
        let len = waiting.len() as u64;
        let from = match waiting {
            Waiting::Here(entries) => From::Here(K::pick(entries)),
            Waiting::Stored(group) => From::Stored(layer, group),
        };
        Source { from, consumed: vec![0; len.div_ceil(64) as usize], len, left: len }
    }

    /// The entries of a group of which an earlier process may have reached some.
    pub fn after(
        layer: &'a dyn WaitingLayer<P>,
        waiting: WaitingGroup<P>,
        before: Option<Consumed>,
    ) -> Result<Source<'a, K, P>, PortError> {
        let mut source = Source::new(layer, waiting.entries);
        if let Some(before) = before {
            source.restore(waiting.fingerprint, before)?;
        }
        Ok(source)
    }

    fn restore(&mut self, group: Fingerprint, before: Consumed) -> Result<(), PortError> {
        if before.entries != self.len || !before.is_sound() {
            return Err(PortError::failure(format!(
                "the queue has {} entries of group {group}, and the checkpoint tells of {}: `strata resume \
                 --restart-layer` explores the layer anew",
                self.len, before.entries
            )));
        }
        self.consumed = Arc::unwrap_or_clone(before.bits);
        let reached: u64 = self.consumed.iter().map(|word| u64::from(word.count_ones())).sum();
        self.left = self.len - reached;
        Ok(())
    }

    /// Which entries were reached so far.
    pub fn consumed(&self) -> Consumed {
        Consumed { entries: self.len, bits: Arc::new(self.consumed.clone()) }
    }

    /// Number of entries.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// True for a group without entries, whatever was consumed.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Entries that no flood has reached yet.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        let entries = match &self.from {
            From::Here(entries) => entries.capacity() * size_of::<(K, P)>(),
            From::Stored(..) => 0,
        };
        // Those that a checkpoint would take are a copy.
        entries + 2 * self.consumed.len() * size_of::<u64>()
    }

    /// Whether a flood has reached the entry of this number.
    pub fn is_consumed(&self, number: u64) -> bool {
        self.consumed[(number / 64) as usize] >> (number % 64) & 1 != 0
    }

    /// A flood has reached the entry of this number.
    pub fn consume(&mut self, number: u64) {
        let word = &mut self.consumed[(number / 64) as usize];
        assert!(*word >> (number % 64) & 1 == 0, "an entry was reached by two floods");
        *word |= 1 << (number % 64);
        self.left -= 1;
    }

    /// Whether the entries are in memory.
    pub fn is_here(&self) -> bool {
        matches!(self.from, From::Here(_))
    }

    /// Whether so few states are better looked for one by one among the entries, than the entries among
    /// them.
    pub fn is_looked_up(&self, states: u64) -> bool {
        self.is_here() && states * 16 < self.left
    }

    /// The numbers of the entries with this key, which are in memory.
    pub fn numbers_of(&self, key: K) -> std::ops::Range<u64> {
        let From::Here(entries) = &self.from else { panic!("stored entries are not looked up") };
        let first = entries.partition_point(|entry| entry.0 < key);
        let count = entries[first..].iter().take_while(|entry| entry.0 == key).count();
        first as u64..(first + count) as u64
    }

    /// What an entry in memory carries.
    pub fn carried_by(&self, number: u64) -> P {
        let From::Here(entries) = &self.from else { panic!("stored entries are not looked up") };
        entries[number as usize].1
    }

    /// A reader at the first entry. Consuming goes on while it reads.
    pub fn reader(&self) -> Result<SourceReader<'a, P>, PortError> {
        let stream = match self.from {
            From::Here(_) => None,
            From::Stored(layer, group) => Some(layer.stream(group)?),
        };
        Ok(SourceReader { stream, chunk: Vec::new(), first: 0, at: 0 })
    }
}

/// Where a pass over the entries is.
pub struct SourceReader<'a, P> {
    stream: Option<Box<dyn EntryStream<P> + 'a>>,
    /// What the stream gave last, and the number of its first entry.
    chunk: Vec<(u128, P)>,
    first: u64,
    /// The number of the next entry.
    at: u64,
}

impl<P: Payload> SourceReader<'_, P> {
    /// The next entry that is not consumed, with its number.
    #[inline]
    pub fn next<K: PickEntries>(
        &mut self,
        source: &Source<K, P>,
    ) -> Result<Option<(u64, K, P)>, PortError> {
        loop {
            if self.at == source.len {
                return Ok(None);
            }
            let number = self.at;
            let (key, carries) = match &source.from {
                From::Here(entries) => entries[number as usize],
                From::Stored(_, group) => {
                    while number - self.first >= self.chunk.len() as u64 {
                        self.first += self.chunk.len() as u64;
                        self.chunk.clear();
                        let stream = self.stream.as_mut().expect("a reader of stored entries");
                        if !stream.read(&mut self.chunk)? {
                            let message = format!(
                                "the queue gave {number} entries of group {} instead of {}",
                                group.fingerprint, group.entries
                            );
                            return Err(PortError::failure(message));
                        }
                    }
                    let (key, carries) = self.chunk[(number - self.first) as usize];
                    (K::narrow(key), carries)
                }
            };
            self.at += 1;
            if !source.is_consumed(number) {
                return Ok(Some((number, key, carries)));
            }
        }
    }

    /// Steps back, so that the entry of this number (or the next one that is not consumed) comes again.
    /// Only the last one can.
    pub fn step_back(&mut self, number: u64) {
        assert!(number + 1 == self.at, "only the last entry comes again");
        self.at = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::Fingerprint;
    use crate::memory::MemoryQueues;
    use crate::ports::Queues;

    fn open(queues: &MemoryQueues<()>) -> Box<dyn WaitingLayer<()> + '_> {
        let group = Fingerprint { stuck: 1, founded: 0 };
        let keys = (0..10_000u64).map(|n| (3 * n, ())).collect();
        queues.push(0, group, Entries::Narrow(keys)).expect("memory does not fail");
        queues.open(0).expect("memory does not fail")
    }

    #[test]
    fn entries_in_memory_and_in_the_store_read_alike() {
        for entries_max in [usize::MAX, 10] {
            let queues = MemoryQueues::default();
            let layer = open(&queues);
            let group = layer.next_group(entries_max).unwrap().unwrap();
            let mut source = Source::<u64, ()>::new(&*layer, group.entries);
            let mut reader = source.reader().unwrap();
            for expected in 0..5 {
                let (number, key, ()) = reader.next(&source).unwrap().unwrap();
                assert_eq!((number, key), (expected, 3 * expected));
            }
            reader.step_back(4);
            for number in [4, 5, 9998] {
                source.consume(number);
            }
            let (number, ..) = reader.next(&source).unwrap().unwrap();
            assert_eq!(number, 6);
            let mut rest = 0;
            while let Some((_, key, ())) = reader.next(&source).unwrap() {
                rest += 1;
                assert_ne!(key, 3 * 9998);
            }
            assert_eq!((rest, source.left()), (9_992, 9_997));
        }
    }

    #[test]
    #[should_panic(expected = "two floods")]
    fn reaching_an_entry_twice_is_a_bug() {
        let queues = MemoryQueues::default();
        let layer = open(&queues);
        let group = layer.next_group(10).unwrap().unwrap();
        let mut source = Source::<u64, ()>::new(&*layer, group.entries);
        source.consume(7);
        source.consume(7);
    }
}
