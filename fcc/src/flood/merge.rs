//! Merging sorted lists: one ascending stream out of many.

use super::budget::FloodShares;
use crate::ports::{EntryStream, PortError, ScratchRun};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a stream of a merge holds, about.
const STREAM_BYTES: usize = 48 << 10;

/// Lists that are merged at once by a flood with so many bytes.
pub fn fan_in(bytes_max: usize) -> usize {
    (FloodShares::of(bytes_max).merge / STREAM_BYTES).max(8)
}

/// A list that is read through a small buffer.
pub struct Stream<'a> {
    from: Box<dyn EntryStream<u64> + 'a>,
    buffer: Vec<(u128, u64)>,
    at: usize,
}

impl<'a> Stream<'a> {
    /// Reads a list with ascending keys, none before it is asked for.
    pub fn new(from: Box<dyn EntryStream<u64> + 'a>) -> Stream<'a> {
        Stream { from, buffer: Vec::new(), at: 0 }
    }

    /// Reads a run from its first key.
    pub fn of_run(run: &'a dyn ScratchRun) -> Result<Stream<'a>, PortError> {
        Ok(Stream::new(run.read()?))
    }

    /// The next key with its word.
    #[inline]
    pub fn step(&mut self) -> Result<Option<(u128, u64)>, PortError> {
        let next = self.peek()?;
        self.at += usize::from(next.is_some());
        Ok(next)
    }

    /// The same, and it comes again.
    #[inline]
    pub fn peek(&mut self) -> Result<Option<(u128, u64)>, PortError> {
        if self.at == self.buffer.len() {
            self.buffer.clear();
            self.at = 0;
            self.from.read(&mut self.buffer)?;
        }
        Ok(self.buffer.get(self.at).copied())
    }

    /// The word of this key, if the list has it. Keys have to be asked for in ascending order.
    #[inline]
    pub fn find(&mut self, key: u128) -> Result<Option<u64>, PortError> {
        while let Some((next, word)) = self.peek()? {
            if next >= key {
                return Ok((next == key).then_some(word));
            }
            self.at += 1;
        }
        Ok(None)
    }
}

/// Several lists as one.
pub struct Merge<'a> {
    streams: Vec<Stream<'a>>,
    /// The head of each stream that is not at its end.
    heads: BinaryHeap<Reverse<(u128, u64, u32)>>,
}

impl<'a> Merge<'a> {
    /// Reads the first key of each stream. The keys of a stream have to ascend.
    pub fn new(streams: Vec<Stream<'a>>) -> Result<Merge<'a>, PortError> {
        let mut merge = Merge { streams, heads: BinaryHeap::new() };
        for number in 0..merge.streams.len() {
            merge.refill(number as u32)?;
        }
        Ok(merge)
    }

    /// All lists of some runs.
    pub fn of_runs<R: AsRef<dyn ScratchRun + 'static> + 'a>(
        runs: impl IntoIterator<Item = &'a R>,
    ) -> Result<Merge<'a>, PortError> {
        let streams = runs.into_iter().map(|run| Stream::of_run(run.as_ref()));
        Merge::new(streams.collect::<Result<_, _>>()?)
    }

    fn refill(&mut self, number: u32) -> Result<(), PortError> {
        if let Some((key, word)) = self.streams[number as usize].step()? {
            self.heads.push(Reverse((key, word, number)));
        }
        Ok(())
    }

    /// The next key, ascending. A key that several lists have comes as often.
    #[inline]
    pub fn step(&mut self) -> Result<Option<(u128, u64)>, PortError> {
        let Some(mut head) = self.heads.peek_mut() else { return Ok(None) };
        let Reverse((key, word, number)) = *head;
        match self.streams[number as usize].step()? {
            Some((next, next_word)) => *head = Reverse((next, next_word, number)),
            None => {
                std::collections::binary_heap::PeekMut::pop(head);
            }
        }
        Ok(Some((key, word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::SliceStream;

    #[test]
    fn merged_lists_ascend_and_lose_nothing() {
        let lists: Vec<Vec<(u64, u64)>> =
            (1..8).map(|step| (0..2000).map(|n| (n * step, step)).collect()).collect();
        let stream = |list| Stream::new(Box::new(SliceStream { list }));
        let mut merge = Merge::new(lists.iter().map(|list| stream(list)).collect()).unwrap();
        let mut expected: Vec<(u64, u64)> = lists.concat();
        expected.sort_unstable();
        for (key, word) in expected {
            assert_eq!(merge.step().unwrap(), Some((key.into(), word)));
        }
        assert_eq!(merge.step().unwrap(), None);
        let mut one = stream(&lists[6]);
        assert_eq!(one.find(3).unwrap(), None);
        assert_eq!(one.find(7000).unwrap(), Some(7));
        assert_eq!(one.find(7001).unwrap(), None);
        assert_eq!(one.find(20_000).unwrap(), None);
    }
}
