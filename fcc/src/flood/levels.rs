//! The way for large groups: breadth-first from all entries at once, by sorted levels, on all threads.
//!
//! Moves inside a group are undirected, so the neighbours of level *i* lie in levels *i-1*, *i* and
//! *i+1*: what is in neither of the two levels at hand is new. Nothing else is kept, there is no hash
//! table, and memory is read and written in order. A level is one sorted list. To expand it, chunks of
//! it are expanded in parallel, the neighbours are dealt into ranges of keys, and each range is
//! sorted and compared with the same range of the two levels.
//!
//! Each state carries the number of the entry that it came from. Where two floods meet, their
//! entries are joined: every edge is seen while both its ends are in the levels at hand, so in the
//! end the sets of joined entries are the FCCs.

use super::control::{Control, Held};
use super::exits::Exits;
use super::joined::Joined;
use super::radix::{Keyed, sort_by_key};
use super::tally::Digester;
use super::{PlainFlood, Unfinished};
use crate::digest::Digest;
use crate::group::Group;
use crate::key::Key;
use crate::ports::{ComponentRecord, Queues};
use rayon::prelude::*;

/// States that one task expands.
const CHUNK: usize = 8192;
const RANGES_MAX: usize = 256;

/// A state and the number of the entry whose flood found it.
#[derive(Clone, Copy)]
struct Found<K> {
    key: K,
    from: u32,
}

impl<K: Key> Keyed<K> for Found<K> {
    #[inline]
    fn key(&self) -> K {
        self.key
    }
}

/// What one task made of its chunk: neighbours by range, digest, number of exits.
struct Expanded<K> {
    near: Vec<Vec<Found<K>>>,
    digest: Digest,
    exits: u64,
}

/// The new states of one range, sorted, and the entries whose floods met there.
struct Sifted<K> {
    new: Vec<Found<K>>,
    met: Vec<(u32, u32)>,
}

struct Flood<'a, Q> {
    group: &'a Group<'a>,
    queues: &'a Q,
    control: &'a Control,
    with_digest: bool,
}

/// Floods a group from its entries (sorted, each once).
pub fn flood<K: Key, Q: Queues<()>>(
    group: &Group,
    entries: &[K],
    queues: &Q,
    control: &Control,
    with_digest: bool,
) -> Result<PlainFlood, Unfinished> {
    let flood = Flood { group, queues, control, with_digest };
    let mut held = Held::new(control);
    let mut components = Components::new(entries);
    let mut joined = Joined::new(entries.len());
    let mut done = PlainFlood { components: Vec::new(), digest: Digest::default(), exits: 0 };
    let number = |(number, &key): (usize, &K)| Found { key, from: number as u32 };
    let mut before: Vec<Found<K>> = Vec::new();
    let mut level: Vec<Found<K>> = entries.iter().enumerate().map(number).collect();
    while !level.is_empty() {
        components.count(&level);
        let splitters = splitters_of(&level);
        let mut expanded = flood.expand(&level, &splitters)?;
        for chunk in &expanded {
            done.digest.join(chunk.digest);
            done.exits += chunk.exits;
        }
        let near: usize = expanded.iter().flat_map(|chunk| &chunk.near).map(Vec::capacity).sum();
        let found = near + before.capacity() + 2 * level.capacity();
        held.set(found * size_of::<Found<K>>() + components.bytes() + joined.bytes());
        control.count_states(level.len() as u64)?;
        let sifted = sift(&mut expanded, &splitters, &before, &level, &joined);
        for &(one, other) in sifted.iter().flat_map(|range| &range.met) {
            joined.join(one, other);
        }
        joined.flatten();
        before = level;
        level = Vec::with_capacity(sifted.iter().map(|range| range.new.len()).sum());
        for range in sifted {
            level.extend_from_slice(&range.new);
        }
        for state in &mut level {
            state.from = joined.flat_root(state.from);
        }
    }
    done.components = components.finish(&joined, entries);
    Ok(done)
}

/// Keys that cut a level, and with luck its neighbours too, into ranges of about equal length.
fn splitters_of<K: Key>(level: &[Found<K>]) -> Vec<K> {
    let ranges = (level.len() / CHUNK).clamp(1, RANGES_MAX);
    (1..ranges).map(|range| level[range * level.len() / ranges].key).collect()
}

impl<Q: Queues<()>> Flood<'_, Q> {
    /// Expands a level in parallel.
    fn expand<K: Key>(
        &self,
        level: &[Found<K>],
        splitters: &[K],
    ) -> Result<Vec<Expanded<K>>, Unfinished> {
        level.par_chunks(CHUNK).map(|chunk| self.expand_chunk(chunk, splitters)).collect()
    }

    fn expand_chunk<K: Key>(
        &self,
        chunk: &[Found<K>],
        splitters: &[K],
    ) -> Result<Expanded<K>, Unfinished> {
        self.control.look()?;
        let mut near = vec![Vec::new(); splitters.len() + 1];
        let mut exits = Exits::new();
        let mut exits_made = 0;
        let mut digester = Digester::new(self.group, self.with_digest);
        for &Found { key, from } in chunk {
            let (a, b) = self.group.planes(key);
            let moves = self.group.context().moves(a, b);
            self.group.neighbours(key, &moves, |neighbour| {
                let range = splitters.partition_point(|&splitter| splitter <= neighbour);
                near[range].push(Found { key: neighbour, from });
            });
            self.group.exits(a, b, &moves, |arrival| {
                exits_made += 1;
                exits.add(arrival, ());
            });
            digester.add(a, b);
        }
        exits.flush(self.group.game(), self.queues)?;
        Ok(Expanded { near, digest: digester.digest, exits: exits_made })
    }
}

/// Takes the new states out of the neighbours of a level, range by range in parallel.
fn sift<K: Key>(
    expanded: &mut [Expanded<K>],
    splitters: &[K],
    before: &[Found<K>],
    level: &[Found<K>],
    joined: &Joined,
) -> Vec<Sifted<K>> {
    let ranges: Vec<Vec<Vec<Found<K>>>> = (0..=splitters.len())
        .map(|range| {
            expanded.iter_mut().map(|chunk| std::mem::take(&mut chunk.near[range])).collect()
        })
        .collect();
    let of_range = |states: &[Found<K>], range: usize| {
        let cut = |splitter: K| states.partition_point(|state| state.key < splitter);
        let from = if range == 0 { 0 } else { cut(splitters[range - 1]) };
        let to = if range == splitters.len() { states.len() } else { cut(splitters[range]) };
        from..to
    };
    let sift_one = |(range, near): (usize, Vec<Vec<Found<K>>>)| {
        let mut near = near.concat();
        sort_by_key(&mut near, &mut Vec::new());
        let before = &before[of_range(before, range)];
        let level = &level[of_range(level, range)];
        sift_range(&near, before, level, joined)
    };
    ranges.into_par_iter().enumerate().map(sift_one).collect()
}

/// Compares sorted neighbours with the two levels that they may lie in.
fn sift_range<K: Key>(
    near: &[Found<K>],
    before: &[Found<K>],
    level: &[Found<K>],
    joined: &Joined,
) -> Sifted<K> {
    let mut sifted = Sifted { new: Vec::new(), met: Vec::new() };
    let (mut before, mut level) = (before, level);
    let find = |list: &mut &[Found<K>], key: K| {
        while list.first().is_some_and(|state| state.key < key) {
            *list = &list[1..];
        }
        list.first().filter(|state| state.key == key).map(|state| state.from)
    };
    for same in near.chunk_by(|one, other| one.key == other.key) {
        let first = same[0];
        let known = find(&mut before, first.key).or_else(|| find(&mut level, first.key));
        if known.is_none() {
            sifted.new.push(first);
        }
        let here = joined.flat_root(known.unwrap_or(first.from));
        for other in same {
            let there = joined.flat_root(other.from);
            if here != there && sifted.met.last() != Some(&(here, there)) {
                sifted.met.push((here, there));
            }
        }
    }
    sifted
}

/// States and smallest key, for each entry, of what its flood found first.
struct Components<K> {
    states: Vec<u64>,
    smallest: Vec<K>,
}

impl<K: Key> Components<K> {
    fn new(entries: &[K]) -> Components<K> {
        Components { states: vec![0; entries.len()], smallest: entries.to_vec() }
    }

    fn count(&mut self, level: &[Found<K>]) {
        for state in level {
            let from = state.from as usize;
            self.states[from] += 1;
            self.smallest[from] = self.smallest[from].min(state.key);
        }
    }

    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<u64>() + self.smallest.capacity() * size_of::<K>()
    }

    /// Sums up over joined entries.
    fn finish(mut self, joined: &Joined, entries: &[K]) -> Vec<ComponentRecord> {
        for entry in 0..entries.len() {
            let root = joined.flat_root(entry as u32) as usize;
            if root != entry {
                self.states[root] += self.states[entry];
                self.smallest[root] = self.smallest[root].min(self.smallest[entry]);
            }
        }
        (0..entries.len())
            .filter(|&entry| joined.flat_root(entry as u32) as usize == entry)
            .map(|entry| {
                let (smallest, first) = (self.smallest[entry].wide(), entries[entry].wide());
                ComponentRecord::of_fcc(smallest, first, self.states[entry])
            })
            .collect()
    }
}
