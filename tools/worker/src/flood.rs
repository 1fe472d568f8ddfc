//! A worker: entries in, floods, findings out.
//!
//! Groups are taken from the stream one after the other, by as many threads as there are, and flooded as the
//! census does it. Exits of all groups meet in queues of this worker, where repeats are joined, and leave at
//! the end, sorted. Memory has three parts: the floods, the exits that wait, and the entries of groups that
//! are too large to be taken whole; beyond them there are files in a temporary folder.
//!
//! A worker that is to *go on* is handed all that waits at all depths. It explores layer after layer, as the
//! census does, until one has more entries than it was told. Small layers cost an engine more than a flood.

use crate::error::WorkerError;
use crate::findings::FindingsWriter;
use crate::identity::Identity;
use crate::input::RunReader;
use crate::row::{PieceTable, RunColumns, StreamPayload};
use crate::schema;
use crate::sinks::{CountedQueues, SharedWriter, WrittenRecords};
use arrow_array::RecordBatch;
use arrow_ipc::writer::StreamWriter;
use fcc::arrival::Arrival;
use fcc::census::{CensusOptions, ClassWalk, GroupsApart, Handed, PlainWalk, Walk};
use fcc::entries::Entries;
use fcc::fingerprint::Fingerprint;
use fcc::flood::{Budget, Control, Unfinished};
use fcc::game::Game;
use fcc::group::Group;
use fcc::key::Key;
use fcc::ports::{PortError, Queues, Waiting, WaitingGroup};
use fcc::tally::GroupTally;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use storage::{DiskQueues, DiskScratch, Files};

/// What to do, and with what.
pub struct Job<'a> {
    /// The game that the entries are of.
    pub game: &'a Game,
    /// By classes or by states, and which way through groups.
    pub options: CensusOptions,
    /// Whether the records of components are written.
    pub records: bool,
    /// Entries of a layer that is explored here too, after those that were read; nothing for none.
    pub go_on: Option<u64>,
    /// What it may take.
    pub limits: Limits,
    /// May stop it.
    pub control: &'a Control,
}

/// Memory in bytes, and threads.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For floods.
    pub floods: u64,
    /// For exits that wait.
    pub exits: u64,
    /// For entries of groups that are too large to be taken whole.
    pub entries: u64,
    /// For merging either of them.
    pub merging: u64,
    /// Threads of the pool it is called in.
    pub threads: usize,
}

/// Floods all groups of a stream of entries and writes a stream of findings. Runs on the rayon pool it is
/// called in.
pub fn flood(job: &Job, from: impl Read + Send, out: impl Write + Send) -> Result<(), WorkerError> {
    if job.options.symmetry {
        let walk = ClassWalk::new(job.control, job.options);
        let book = Arc::clone(walk.spaces());
        flood_by(job, &walk, book, from, out)
    } else {
        flood_by(job, &PlainWalk::new(job.control, job.options), (), from, out)
    }
}

/// Writes the entry of the deal, as a stream of entries.
pub fn first(game: &Game, symmetry: bool, out: impl Write) -> Result<(), WorkerError> {
    let control = Control::new(None);
    let options = CensusOptions { symmetry, ..CensusOptions::default() };
    let mut runs = RunColumns::default();
    let arrival = Arrival::of_deal(game);
    let group = arrival.state.fingerprint;
    if symmetry {
        let walk = ClassWalk::new(&control, options);
        let entries = listed(&walk.first(game, arrival));
        runs.push(group, &entries, walk.spaces(), &mut PieceTable::default());
    } else {
        let walk = PlainWalk::new(&control, options);
        runs.push(group, &listed(&walk.first(game, arrival)), &(), &mut PieceTable::default());
    }
    let schema = Arc::new(schema::entries(&Identity::of(game, symmetry)));
    let columns = runs.finish().into_iter().map(|(_, column)| column).collect();
    let written = StreamWriter::try_new(out, &schema).and_then(|mut stream| {
        stream.write(&RecordBatch::try_new(Arc::clone(&schema), columns)?)?;
        stream.finish()
    });
    written.map_err(|error| WorkerError::Machine(format!("can't write the entry: {error}")))
}

/// Entries with keys of one width.
fn listed<P: StreamPayload>(entries: &Entries<P>) -> Vec<(u128, P)> {
    match entries {
        Entries::Narrow(list) => list.iter().map(|&(key, piece)| (key.wide(), piece)).collect(),
        Entries::Wide(list) => list.clone(),
    }
}

/// Entries in the type of key that their group needs.
fn entries_of<P: StreamPayload>(group: &Group, list: Vec<(u128, P)>) -> Entries<P> {
    match group.fits::<u64>() {
        true => Entries::Narrow(list.into_iter().map(|(key, piece)| (key as u64, piece)).collect()),
        false => Entries::Wide(list),
    }
}

fn flood_by<W: Walk>(
    job: &Job,
    walk: &W,
    book: <W::Carries as storage::payload::StoredPayload>::Book,
    from: impl Read + Send,
    out: impl Write + Send,
) -> Result<(), WorkerError>
where
    W::Carries: StreamPayload,
{
    let &Job { game, options, limits, control, .. } = job;
    let identity = Identity::of(game, options.symmetry);
    let reader = RunReader::open(from, &identity, game, book.clone())?;
    let files = Files::temporary();
    let queues = |bytes| DiskQueues::new(files.clone(), book.clone(), bytes, limits.merging);
    let exits = CountedQueues::<W::Carries>::new(queues(limits.exits));
    let writer = SharedWriter::new(FindingsWriter::new(out, &identity)?);
    let layers = Layers::default();
    let entries_read;
    {
        let groups = GroupsApart {
            game,
            walk,
            queues: &exits,
            exists: &WrittenRecords { writer: &writer, is_wanted: job.records },
            scratch: &DiskScratch::new(files.clone()),
            budget: &Budget::new(limits.floods as usize, limits.threads),
            control,
        };
        let done = |group: Fingerprint, tally: &GroupTally| {
            layers.add(game.depth(group), tally, group.is_won());
            writer.lock().tally(game.depth(group), group, tally)
        };
        let stored = &|| queues(limits.entries / limits.threads as u64);
        let entries_max = groups.entries_max();
        let mut source = GroupSource { game, reader, entries_max, stored };
        match job.go_on {
            None => entries_read = explore_stream(&groups, source, done)?,
            Some(entries_max) => {
                while let Some(handed) = source.next()? {
                    push(&exits, game, handed)?;
                }
                entries_read = source.reader.entries;
                go_on(&groups, &exits, entries_max, done)?;
            }
        }
    }
    write_exits(&exits, &book, &writer)?;
    Ok(writer.into_inner().finish(layers.into_inner(), entries_read)?)
}

/// Floods the groups of a stream, and tells how many entries it had. What is wrong with the stream comes before what it led to.
fn explore_stream<W: Walk, R: Read + Send>(
    groups: &GroupsApart<W>,
    source: GroupSource<'_, R, W::Carries>,
    done: impl Fn(Fingerprint, &GroupTally) -> Result<(), PortError> + Sync,
) -> Result<u64, WorkerError>
where
    W::Carries: StreamPayload,
{
    let refused = Mutex::new(None);
    let source = Mutex::new(source);
    let next = || {
        let mut source = source.lock().expect("no panic while locked");
        let mut refused = refused.lock().expect("no panic while locked");
        if refused.is_some() {
            // Nothing is made of what comes after it.
            return Ok(None);
        }
        source.next().map_err(|error| {
            let message = error.to_string();
            *refused = Some(error);
            Unfinished::Port(PortError::failure(message))
        })
    };
    let explored = groups.explore(next, done);
    match refused.into_inner().expect("no panic while locked") {
        Some(refused) => return Err(refused),
        None => explored?,
    }
    Ok(source.into_inner().expect("no panic while locked").reader.entries)
}

/// Explores layers while they are small.
fn go_on<W: Walk>(
    groups: &GroupsApart<W>,
    exits: &CountedQueues<W::Carries>,
    entries_max: u64,
    done: impl Fn(Fingerprint, &GroupTally) -> Result<(), PortError> + Sync,
) -> Result<(), WorkerError>
where
    W::Carries: StreamPayload,
{
    let mut is_first = true;
    while let Some(depth) = exits.next_depth() {
        if !is_first && exits.waiting_at(depth) > entries_max {
            break;
        }
        is_first = false;
        let layer = exits.open(depth)?;
        let next = || {
            let group = layer.next_group(groups.entries_max())?;
            Ok(group.map(|group| Handed::OfLayer(&*layer, group)))
        };
        groups.explore(next, &done)?;
        drop(layer);
        exits.consumed(depth)?;
    }
    Ok(())
}

/// Puts a group to the exits.
fn push<P: StreamPayload>(
    exits: &CountedQueues<P>,
    game: &Game,
    handed: Handed<'_, P>,
) -> Result<(), PortError> {
    match handed {
        Handed::Here(WaitingGroup { fingerprint, entries: Waiting::Here(entries) }) => {
            exits.push(game.depth(fingerprint), fingerprint, entries)
        }
        Handed::Stored { queues, depth } => drain(&*queues, depth, |group, entries| {
            exits.push(depth, group, entries_of(&Group::new(game, group), entries))
        }),
        _ => panic!("groups of a stream are in memory or in queues of their own"),
    }
}

/// Writes all exits, depth after depth, sorted.
fn write_exits<P: StreamPayload, W: Write>(
    exits: &CountedQueues<P>,
    book: &P::Book,
    writer: &SharedWriter<W>,
) -> Result<(), PortError> {
    let mut table = PieceTable::default();
    let mut writer = writer.lock();
    while let Some(depth) = exits.next_depth() {
        drain(exits, depth, |group, entries| {
            writer.exits(depth, group, &entries, book, &mut table)
        })?;
        exits.consumed(depth)?;
    }
    Ok(())
}

/// Entries of a group that are handled at once.
const DRAINED_MAX: usize = 1 << 16;

/// Takes all that waits at a depth.
fn drain<P: StreamPayload>(
    queues: &dyn Queues<P>,
    depth: u32,
    mut take: impl FnMut(Fingerprint, Vec<(u128, P)>) -> Result<(), PortError>,
) -> Result<(), PortError> {
    let layer = queues.open(depth)?;
    while let Some(WaitingGroup { fingerprint, entries }) = layer.next_group(DRAINED_MAX)? {
        match entries {
            Waiting::Here(entries) => take(fingerprint, listed(&entries))?,
            Waiting::Stored(group) => {
                let mut stream = layer.stream(group)?;
                let mut some = Vec::new();
                while stream.read(&mut some)? {
                    if some.len() >= DRAINED_MAX {
                        take(fingerprint, std::mem::take(&mut some))?;
                    }
                }
                take(fingerprint, some)?;
            }
        }
    }
    Ok(())
}

/// Groups of a stream of entries, one after the other.
struct GroupSource<'a, R, P: StreamPayload> {
    game: &'a Game,
    reader: RunReader<'a, R, P>,
    /// Entries of a group that is taken whole.
    entries_max: usize,
    /// Makes queues for one that is not.
    stored: &'a (dyn Fn() -> DiskQueues<P> + Sync),
}

impl<R: Read, P: StreamPayload> GroupSource<'_, R, P> {
    fn next<'h>(&mut self) -> Result<Option<Handed<'h, P>>, WorkerError> {
        let Some(fingerprint) = self.reader.peek()? else { return Ok(None) };
        let (mut list, mut queues) = (Vec::new(), None);
        let depth = self.game.depth(fingerprint);
        while self.reader.peek()? == Some(fingerprint) {
            self.reader.read(&mut list)?;
            if list.len() > self.entries_max {
                let queues = queues.get_or_insert_with(self.stored);
                let group = Group::new(self.game, fingerprint);
                queues.push(depth, fingerprint, entries_of(&group, std::mem::take(&mut list)))?;
            }
        }
        let mut entries = entries_of(&Group::new(self.game, fingerprint), list);
        Ok(Some(match queues {
            None => {
                entries.sort_and_join();
                Handed::Here(WaitingGroup { fingerprint, entries: Waiting::Here(entries) })
            }
            Some(queues) => {
                queues.push(depth, fingerprint, entries)?;
                Handed::Stored { queues: Box::new(queues), depth }
            }
        }))
    }
}

/// What was counted in each layer, and whether it has a win.
#[derive(Default)]
struct Layers(Mutex<BTreeMap<u32, (GroupTally, bool)>>);

impl Layers {
    fn add(&self, depth: u32, tally: &GroupTally, won: bool) {
        let mut layers = self.0.lock().expect("no panic while locked");
        let layer = layers.entry(depth).or_default();
        layer.0.join(tally);
        layer.1 |= won;
    }

    fn into_inner(self) -> Vec<(u32, GroupTally, bool)> {
        let layers = self.0.into_inner().expect("no panic while locked");
        layers.into_iter().map(|(depth, (tally, won))| (depth, tally, won)).collect()
    }
}
