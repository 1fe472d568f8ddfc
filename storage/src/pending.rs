//! Records that wait to be written: two flat buffers, and runs that are merged as they grow.
//!
//! Keys and values lie one after the other in one buffer; the other has the position of each record. The
//! positions form sorted *runs*: what is added together is a run, and a run that is at least half as long
//! as the one before it is merged with that, so there are few of them, each more than twice as long as
//! the next. A record is looked for by halving in every run; writing merges the runs into one. All the
//! merges together are the sort that writing would need anyway.
//!
//! Both buffers ask for their room at once and keep it: pages that were never written to take no
//! memory, nothing is ever moved, and no freed pieces are left behind in the allocator. A `BTreeMap`
//! was tried first. It took 72 bytes a key instead of 39, and its freed nodes stayed behind in the
//! arenas of two threads: with a buffer and a cache of 16 MiB each the program took 75 MiB, now 48.

use crate::record::{KEY_BYTES, RecordKey};

/// Two buffers: positions are 32-bit.
const BYTES_MAX: u64 = u32::MAX as u64 / 2;
/// A position, and its share of the room that a merge takes for a moment.
const POSITION_BYTES: u64 = size_of::<RecordPosition>() as u64 * 3 / 2;

/// Where a record lies: its key, and its value after it.
#[derive(Clone, Copy)]
struct RecordPosition {
    start: u32,
    value_bytes: u32,
}

/// Records that wait to be written.
pub struct Pending {
    bytes_max: u64,
    records: Vec<u8>,
    positions: Vec<RecordPosition>,
    /// Where each run starts.
    runs: Vec<usize>,
    /// Where the last run ends; positions after it were pushed and are in no run yet.
    settled: usize,
    /// The most that each buffer has held: pages that stay.
    records_bytes_held: u64,
    positions_held: u64,
}

impl Pending {
    pub fn new(bytes_max: u64) -> Pending {
        let bytes_max = bytes_max.min(BYTES_MAX);
        let places_max = bytes_max / (POSITION_BYTES + KEY_BYTES as u64) + 1;
        Pending {
            bytes_max,
            records: Vec::with_capacity(bytes_max as usize),
            positions: Vec::with_capacity(places_max as usize),
            runs: Vec::new(),
            settled: 0,
            records_bytes_held: 0,
            positions_held: 0,
        }
    }

    /// Whether a value of this length has to wait until the others are written.
    pub fn is_full(&self, value_bytes: usize) -> bool {
        let records = self.records.len() as u64 + (KEY_BYTES + value_bytes) as u64;
        let (records, positions) =
            (self.records_bytes_held.max(records), self.positions_held.max(self.len() + 1));
        !self.positions.is_empty() && records + positions * POSITION_BYTES > self.bytes_max
    }

    /// Adds a record to the newest run, out of order for the moment: [`Pending::settle`] is to follow.
    pub fn push(&mut self, key: &RecordKey, value: &[u8]) {
        let start = u32::try_from(self.records.len()).expect("the buffer is bounded");
        let value_bytes = u32::try_from(value.len()).expect("a record is short");
        self.records.extend_from_slice(key);
        self.records.extend_from_slice(value);
        self.positions.push(RecordPosition { start, value_bytes });
        self.records_bytes_held = self.records_bytes_held.max(self.records.len() as u64);
        self.positions_held = self.positions_held.max(self.len());
    }

    /// Makes what was pushed since the last call a run, and merges. Returns a key that is there twice,
    /// if there is one: the search has a fault, and what waits is not to be used any more.
    pub fn make_run(&mut self) -> Option<RecordKey> {
        let start = std::mem::replace(&mut self.settled, self.positions.len());
        if start == self.settled {
            return None;
        }
        self.sort_from(start);
        let twice = self.repeat_from(start);
        self.runs.push(start);
        while let [.., before, last] = self.runs[..]
            && 2 * (self.settled - last) >= last - before
        {
            self.runs.pop();
            self.sort_from(before);
        }
        twice
    }

    fn sort_from(&mut self, start: usize) {
        let Pending { records, positions, .. } = self;
        // Stable sorting finds the sorted runs in it and merges them.
        positions[start..].sort_by(|&one, &other| key_at(records, one).cmp(key_at(records, other)));
    }

    /// A key of the sorted positions from `start` on that is there twice, or in a run before.
    fn repeat_from(&self, start: usize) -> Option<RecordKey> {
        let new = &self.positions[start..];
        let key = |position: &RecordPosition| *key_at(&self.records, *position);
        let twice = new.windows(2).find(|two| key(&two[0]) == key(&two[1]));
        if let Some(two) = twice {
            return Some(key(&two[0]));
        }
        let (first, last) = (key(new.first()?), key(new.last()?));
        for run in self.runs_until(start) {
            let within = &run[run.partition_point(|position| key(position) < first)..];
            let within = &within[..within.partition_point(|position| key(position) <= last)];
            // Mostly nothing: the keys of a call are those of one group.
            let is_there =
                |new: &&RecordPosition| within.binary_search_by_key(&key(new), key).is_ok();
            if !within.is_empty()
                && let Some(position) = new.iter().find(is_there)
            {
                return Some(key(position));
            }
        }
        None
    }

    /// The runs up to `end`, which is where one ends.
    fn runs_until(&self, end: usize) -> impl Iterator<Item = &[RecordPosition]> {
        let ends = self.runs.iter().copied().skip(1).chain([end]);
        self.runs.iter().zip(ends).map(|(&start, end)| &self.positions[start..end])
    }

    fn record_at(&self, position: RecordPosition) -> (&RecordKey, &[u8]) {
        let value =
            &self.records[position.start as usize + KEY_BYTES..][..position.value_bytes as usize];
        (key_at(&self.records, position), value)
    }

    pub fn get(&self, key: &RecordKey) -> Option<&[u8]> {
        self.runs_until(self.settled).find_map(|run| {
            let found = run.binary_search_by(|&position| key_at(&self.records, position).cmp(key));
            found.ok().map(|index| self.record_at(run[index]).1)
        })
    }

    /// The first records from `lower` up to, not including, `upper`, in order: `most` of them.
    pub fn range(
        &self,
        lower: &RecordKey,
        upper: &RecordKey,
        most: usize,
    ) -> Vec<(&RecordKey, &[u8])> {
        let mut found = Vec::new();
        for run in self.runs_until(self.settled) {
            let first = run.partition_point(|&position| key_at(&self.records, position) < lower);
            let records = run[first..].iter().map(|&position| self.record_at(position));
            found.extend(records.take_while(|&(key, _)| key < upper).take(most));
        }
        found.sort_unstable();
        found.truncate(most);
        found
    }

    /// All records, in order.
    pub fn in_order(&mut self) -> impl Iterator<Item = (&RecordKey, &[u8])> {
        assert!(self.settled == self.positions.len(), "all of it is settled");
        if self.runs.len() > 1 {
            self.runs.truncate(1);
            self.sort_from(0);
        }
        self.positions.iter().map(|&position| self.record_at(position))
    }

    /// Forgets everything. The memory is kept for what comes next.
    pub fn clear(&mut self) {
        self.records.clear();
        self.positions.clear();
        self.runs.clear();
        self.settled = 0;
    }

    pub fn len(&self) -> u64 {
        self.positions.len() as u64
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        self.records_bytes_held + self.positions_held * POSITION_BYTES
    }
}

fn key_at(records: &[u8], position: RecordPosition) -> &RecordKey {
    records[position.start as usize..].first_chunk().expect("a position has a key")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn key(number: u8) -> RecordKey {
        [number; KEY_BYTES]
    }

    proptest! {
        #[test]
        fn it_holds_what_a_map_holds(
            calls in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9), 0..20),
            lower: u8, upper: u8, most in 0usize..20,
        ) {
            let mut pending = Pending::new(1 << 20);
            let mut model = BTreeMap::new();
            for call in calls {
                let count = model.len() + call.len();
                for number in call {
                    pending.push(&key(number), &[number; 3]);
                    model.insert(key(number), [number; 3]);
                }
                let twice = pending.make_run();
                prop_assert_eq!(twice.is_some(), model.len() < count, "a repeat is noticed");
                if twice.is_some() {
                    return Ok(());
                }
                prop_assert!(pending.runs.len() <= 9, "few runs");
            }
            for number in 0..=255 {
                let found = pending.get(&key(number));
                prop_assert_eq!(found, model.get(&key(number)).map(|value| &value[..]));
            }
            let (lower, upper) = (key(lower.min(upper)), key(lower.max(upper)));
            let range = model.range(lower..upper).map(|(key, value)| (key, &value[..]));
            prop_assert_eq!(pending.range(&lower, &upper, most), range.take(most).collect::<Vec<_>>());
            let all: Vec<_> = model.iter().map(|(key, value)| (key, &value[..])).collect();
            prop_assert_eq!(pending.in_order().collect::<Vec<_>>(), all);
        }
    }

    #[test]
    fn it_is_full_before_it_takes_more_than_it_may() {
        let mut pending = Pending::new(500);
        assert!(!pending.is_full(10_000), "one record always has room");
        for _ in 0..2 {
            let mut count = 0;
            while !pending.is_full(20) {
                pending.push(&key(count), &[0; 20]);
                count += 1;
                assert!(pending.bytes() <= 500);
            }
            assert_eq!(u32::from(count), 500 / (27 + 20 + 12));
            assert_eq!(pending.make_run(), None);
            pending.clear();
            assert_eq!(pending.len(), 0);
            assert!(pending.bytes() > 400, "pages that were written to stay");
        }
    }
}
