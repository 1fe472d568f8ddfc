//! The way for an FCC that is too large for a table: breadth-first by sorted levels, on all threads, in
//! a fixed amount of memory.
//!
//! Moves inside a group are undirected, so the neighbours of level *i* lie in levels *i-1*, *i* and
//! *i+1*: what is in neither of the two levels at hand is new. There is no hash table, and memory and
//! disk are read and written in order. A level is one sorted list. To expand it, chunks of it are
//! expanded in parallel, the neighbours are dealt into ranges of keys, and each range is sorted and
//! compared with the same range of the two levels.
//!
//! Levels that fit stay in memory. Where neighbours or levels outgrow their part of the share, they go
//! to the scratch store as sorted runs and come back through a merge. Every level is written to the
//! scratch store in any case: the flood hands them all back, sorted, so that entries can be found
//! among them, and classes be gone through once more when their suit sets are known.
//!
//! A state carries a word: nothing, or φ of its class. What expanding means is an [`Expansion`].

use super::Unfinished;
use super::budget::FloodShares;
use super::control::{Control, Held};
use super::level_lists::{Level, Output, write};
use super::merge::{Merge, Stream, fan_in};
use super::radix::sort_by_key;
use crate::key::Key;
use crate::key::Word;
use crate::memory::SliceStream;
use crate::ports::{PortError, Scratch, ScratchRun};
use rayon::prelude::*;
use std::sync::Arc;

/// States that one task expands.
const CHUNK: usize = 8192;
const CHUNK_MIN: usize = 512;
const RANGES_MAX: usize = 256;

/// What is done with the states of a level.
pub trait Expansion<K>: Sync {
    /// What a state carries: nothing, or φ of its class.
    type Word: Word;
    /// What the work on a part of a level adds up to.
    type Part: Default + Send;

    /// Expands some states: neighbours to `near`, the rest to the part.
    fn expand(
        &self,
        states: &[(K, Self::Word)],
        part: &mut Self::Part,
        near: impl FnMut(K, Self::Word),
    ) -> Result<(), Unfinished>;

    /// A state was reached with two different words.
    fn met(part: &mut Self::Part, one: Self::Word, other: Self::Word);

    /// Takes in what a part adds up to. Called on one thread, for each part once.
    fn join(&mut self, part: Self::Part);
}

/// An FCC that was flooded.
pub struct Flooded<K, W> {
    /// Its levels, each sorted.
    pub levels: Vec<Arc<dyn ScratchRun>>,
    /// The states of all levels; classes, in a walk over classes.
    pub states: u64,
    /// The smallest key of all levels, with its word.
    pub smallest: (K, W),
}

/// A flood by levels.
pub struct LevelFlood<'a, X> {
    /// What is done with the states; it holds the result in the end.
    pub expansion: X,
    /// Where levels are written, and neighbours that outgrow memory.
    pub scratch: &'a dyn Scratch,
    /// Counts the states of each level, and may stop the flood.
    pub control: &'a Control,
    /// Memory for the levels at hand, their neighbours and merges.
    pub bytes_max: usize,
}

/// Neighbours by range of keys, each range in several lists.
type Ranges<K, W> = Vec<Lists<K, W>>;
type Lists<K, W> = Vec<Vec<(K, W)>>;

impl<X> LevelFlood<'_, X> {
    /// Floods the FCC of an entry. `held` is the worker's account of memory.
    pub fn flood<K: Key>(
        &mut self,
        entry: (K, X::Word),
        held: &mut Held,
    ) -> Result<Flooded<K, X::Word>, Unfinished>
    where
        X: Expansion<K>,
    {
        held.set(self.bytes_max);
        let mut levels = Vec::new();
        let (mut states, mut smallest) = (0, entry);
        let mut before = Level::new(self.scratch, Vec::new(), self.level_bytes_max())?;
        let mut level = Level::new(self.scratch, vec![entry], self.level_bytes_max())?;
        while !level.run.is_empty() {
            levels.push(Arc::clone(&level.run));
            states += level.run.len();
            if let Some((key, word)) = Stream::of_run(&*level.run)?.step()?
                && K::narrow(key) < smallest.0
            {
                smallest = (K::narrow(key), X::Word::of_word(word));
            }
            let next = self.next_level(&before, &level)?;
            self.control.count_states(level.run.len())?;
            before = std::mem::replace(&mut level, next);
        }
        held.set(0);
        Ok(Flooded { levels, states, smallest })
    }

    /// Bytes that a level may have to stay in memory.
    fn level_bytes_max(&self) -> usize {
        FloodShares::of(self.bytes_max).level
    }

    /// Bytes that the neighbours of a level may have before they are condensed.
    fn near_bytes_max(&self) -> usize {
        FloodShares::of(self.bytes_max).near
    }

    /// The level after `level`.
    fn next_level<K: Key>(
        &mut self,
        before: &Level<K, X::Word>,
        level: &Level<K, X::Word>,
    ) -> Result<Level<K, X::Word>, Unfinished>
    where
        X: Expansion<K>,
    {
        let splitters = splitters_of(&level.samples, level.run.len());
        let mut near = Near { ranges: empty_ranges(&splitters), bytes: 0, spilled: Vec::new() };
        match &level.here {
            Some(list) => {
                for slab in list.chunks(self.slab::<K>()) {
                    self.expand(slab, &splitters, &mut near)?;
                }
            }
            None => self.expand_stored(&*level.run, &splitters, &mut near)?,
        }
        if let (Some(before), Some(level), true) =
            (&before.here, &level.here, near.spilled.is_empty())
        {
            let sifted = self.sift(near.ranges, &splitters, before, level);
            let bytes = sifted.iter().map(|list| size_of_val(&list[..])).sum::<usize>();
            if bytes <= self.level_bytes_max() {
                return Ok(Level::new(self.scratch, sifted.concat(), self.level_bytes_max())?);
            }
            let run = write(self.scratch, sifted.iter().map(|list| &list[..]))?;
            let samples = sifted.iter().flat_map(|list| list.first()).map(|&(key, _)| key);
            return Ok(Level { run, here: None, samples: samples.collect() });
        }
        self.sift_stored(near, &before.run, &level.run)
    }

    /// States that are expanded before the neighbours are weighed.
    fn slab<K>(&self) -> usize {
        (self.near_bytes_max() / (16 * size_of::<(K, u64)>())).max(CHUNK_MIN)
    }

    fn expand_stored<K: Key>(
        &mut self,
        run: &dyn ScratchRun,
        splitters: &[K],
        near: &mut Near<K, X::Word>,
    ) -> Result<(), Unfinished>
    where
        X: Expansion<K>,
    {
        let mut stream = Stream::of_run(run)?;
        let slab = self.slab::<K>();
        let mut states = Vec::with_capacity(slab);
        loop {
            states.clear();
            while states.len() < slab
                && let Some((key, word)) = stream.step()?
            {
                states.push((K::narrow(key), X::Word::of_word(word)));
            }
            if states.is_empty() {
                return Ok(());
            }
            self.expand(&states, splitters, near)?;
        }
    }

    /// Expands some states in parallel, and condenses the neighbours when they have become many.
    fn expand<K: Key>(
        &mut self,
        states: &[(K, X::Word)],
        splitters: &[K],
        near: &mut Near<K, X::Word>,
    ) -> Result<(), Unfinished>
    where
        X: Expansion<K>,
    {
        let expansion = &self.expansion;
        let chunk = (states.len() / rayon::current_num_threads()).clamp(CHUNK_MIN, CHUNK);
        let expand = |chunk: &[(K, X::Word)]| {
            self.control.look()?;
            let mut ranges = vec![Vec::new(); splitters.len() + 1];
            let mut part = X::Part::default();
            expansion.expand(chunk, &mut part, |key, word| {
                let range = splitters.partition_point(|&splitter| splitter <= key);
                ranges[range].push((key, word));
            })?;
            Ok((ranges, part))
        };
        let expanded: Vec<_> =
            states.par_chunks(chunk).map(expand).collect::<Result<_, Unfinished>>()?;
        for (ranges, part) in expanded {
            self.expansion.join(part);
            for (all, more) in near.ranges.iter_mut().zip(ranges) {
                near.bytes += more.capacity() * size_of::<(K, X::Word)>();
                all.push(more);
            }
        }
        if near.bytes > self.near_bytes_max() {
            self.condense(near);
            if near.bytes > self.near_bytes_max() / 2 {
                let lists = near.ranges.iter().flatten().map(|list| &list[..]);
                near.spilled.push(write(self.scratch, lists)?);
                near.clear();
            }
        }
        Ok(())
    }

    /// Sorts the neighbours of each range and drops repeats.
    fn condense<K: Key>(&mut self, near: &mut Near<K, X::Word>)
    where
        X: Expansion<K>,
    {
        let condensed: Vec<_> = near
            .ranges
            .par_iter_mut()
            .map(|lists| {
                let mut part = X::Part::default();
                let mut list = sorted(std::mem::take(lists));
                list.dedup_by(|next, kept| {
                    let same = next.0 == kept.0;
                    if same && next.1 != kept.1 {
                        X::met(&mut part, kept.1, next.1);
                    }
                    same
                });
                list.shrink_to_fit();
                (list, part)
            })
            .collect();
        near.bytes = 0;
        for (lists, (list, part)) in near.ranges.iter_mut().zip(condensed) {
            self.expansion.join(part);
            near.bytes += list.capacity() * size_of::<(K, X::Word)>();
            lists.push(list);
        }
    }

    /// Takes the new states out of the neighbours of a level, range by range in parallel.
    fn sift<K: Key>(
        &mut self,
        ranges: Ranges<K, X::Word>,
        splitters: &[K],
        before: &[(K, X::Word)],
        level: &[(K, X::Word)],
    ) -> Vec<Vec<(K, X::Word)>>
    where
        X: Expansion<K>,
    {
        let of_range = |states: &[(K, X::Word)], range: usize| {
            let cut = |splitter: K| states.partition_point(|state| state.0 < splitter);
            let from = if range == 0 { 0 } else { cut(splitters[range - 1]) };
            let to = if range == splitters.len() { states.len() } else { cut(splitters[range]) };
            from..to
        };
        let sift_one = |(range, lists): (usize, Lists<K, X::Word>)| {
            let near = sorted(lists);
            let (before, level) =
                (&before[of_range(before, range)], &level[of_range(level, range)]);
            let mut part = X::Part::default();
            (sift_range::<K, X>(&near, before, level, &mut part), part)
        };
        let sifted: Vec<_> = ranges.into_par_iter().enumerate().map(sift_one).collect();
        let mut lists = Vec::with_capacity(sifted.len());
        for (list, part) in sifted {
            self.expansion.join(part);
            lists.push(list);
        }
        lists
    }

    /// The same where something is on disk: one merge, on one thread.
    fn sift_stored<K: Key>(
        &mut self,
        mut near: Near<K, X::Word>,
        before: &Arc<dyn ScratchRun>,
        level: &Arc<dyn ScratchRun>,
    ) -> Result<Level<K, X::Word>, Unfinished>
    where
        X: Expansion<K>,
    {
        let mut part = X::Part::default();
        self.condense(&mut near);
        let fan_in = fan_in(self.bytes_max);
        while near.spilled.len() > fan_in {
            self.control.look()?;
            let some: Vec<_> = near.spilled.drain(..fan_in).collect();
            let merged = merged::<K, X>(self.scratch, Merge::of_runs(&some)?, &mut part)?;
            near.spilled.push(merged);
        }
        let here: Vec<(K, X::Word)> = near.ranges.into_iter().flatten().flatten().collect();
        let (mut before, mut level) = (Stream::of_run(&**before)?, Stream::of_run(&**level)?);
        let mut streams =
            near.spilled.iter().map(|run| Stream::of_run(&**run)).collect::<Result<Vec<_>, _>>()?;
        streams.push(Stream::new(Box::new(SliceStream { list: &here })));
        let mut merge = Merge::new(streams)?;
        let mut output = Output::new(self.scratch, self.level_bytes_max())?;
        let mut last: Option<(u128, u64)> = None;
        while let Some((key, word)) = merge.step()? {
            let known = match last {
                Some((same, known)) if same == key => Some(known),
                _ => {
                    let known = match before.find(key)? {
                        Some(known) => Some(known),
                        None => level.find(key)?,
                    };
                    if known.is_none() {
                        output.push(K::narrow(key), X::Word::of_word(word))?;
                    }
                    last = Some((key, known.unwrap_or(word)));
                    known
                }
            };
            if let Some(known) = known
                && known != word
            {
                X::met(&mut part, X::Word::of_word(known), X::Word::of_word(word));
            }
        }
        self.expansion.join(part);
        Ok(output.finish()?)
    }
}

/// Neighbours of a level while they are collected.
struct Near<K, W> {
    ranges: Ranges<K, W>,
    bytes: usize,
    /// Sorted, and without repeats each.
    spilled: Vec<Arc<dyn ScratchRun>>,
}

impl<K, W> Near<K, W> {
    fn clear(&mut self) {
        self.ranges.iter_mut().for_each(Vec::clear);
        self.bytes = 0;
    }
}

fn empty_ranges<K: Key, W>(splitters: &[K]) -> Ranges<K, W> {
    (0..=splitters.len()).map(|_| Vec::new()).collect()
}

/// Keys that cut a level, and with luck its neighbours too, into ranges of about equal length.
fn splitters_of<K: Key>(samples: &[K], len: u64) -> Vec<K> {
    let ranges = (len as usize / CHUNK).clamp(1, RANGES_MAX).min(samples.len().max(1));
    (1..ranges).map(|range| samples[range * samples.len() / ranges]).collect()
}

/// Lists as one sorted list.
fn sorted<K: Key, W: Word>(lists: Vec<Vec<(K, W)>>) -> Vec<(K, W)> {
    let mut list = lists.concat();
    drop(lists);
    sort_by_key(&mut list, &mut Vec::new());
    list
}

/// Compares sorted neighbours with the two levels that they may lie in.
fn sift_range<K: Key, X: Expansion<K>>(
    near: &[(K, X::Word)],
    before: &[(K, X::Word)],
    level: &[(K, X::Word)],
    part: &mut X::Part,
) -> Vec<(K, X::Word)> {
    let mut new = Vec::new();
    let (mut before, mut level) = (before, level);
    let find = |list: &mut &[(K, X::Word)], key: K| {
        while list.first().is_some_and(|state| state.0 < key) {
            *list = &list[1..];
        }
        list.first().filter(|state| state.0 == key).map(|state| state.1)
    };
    for same in near.chunk_by(|one, other| one.0 == other.0) {
        let first = same[0];
        let known = find(&mut before, first.0).or_else(|| find(&mut level, first.0));
        if known.is_none() {
            new.push(first);
        }
        let here = known.unwrap_or(first.1);
        for other in same.iter().filter(|other| other.1 != here) {
            X::met(part, here, other.1);
        }
    }
    new
}

/// Several sorted runs as one, repeats dropped.
fn merged<K: Key, X: Expansion<K>>(
    scratch: &dyn Scratch,
    mut merge: Merge,
    part: &mut X::Part,
) -> Result<Arc<dyn ScratchRun>, PortError> {
    let mut output = Output::<u128, u64>::new(scratch, 0)?;
    let mut last: Option<(u128, u64)> = None;
    while let Some((key, word)) = merge.step()? {
        match last {
            Some((same, known)) if same == key => {
                if known != word {
                    X::met(part, X::Word::of_word(known), X::Word::of_word(word));
                }
            }
            _ => {
                output.push(key, word)?;
                last = Some((key, word));
            }
        }
    }
    Ok(output.finish()?.run)
}
