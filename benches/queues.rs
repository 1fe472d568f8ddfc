//! Queues on disk with the entries of real graphs: writing and reading a run, then pushing, spilling,
//! merging and reading back through queues whose buffer holds a part only.
//!
//!     cargo bench --bench queues

mod timing;

use fcc::board::Board;
use fcc::census::{CensusOptions, ClassWalk, PlainWalk, Scope, Stores, Walk, census};
use fcc::entries::{Entries, Payload};
use fcc::fingerprint::Fingerprint;
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::memory::{MemoryQueues, MemoryScratch, NoCheckpoints, NoRecords};
use fcc::ports::{PortError, Queues, Waiting, WaitingLayer};
use fcc::rules::Prune;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use storage::block::GroupHead;
use storage::payload::StoredPayload;
use storage::run::{Run, RunWriter, SealedRun};
use storage::{DiskQueues, DiskScratch, Files};
use timing::{measure, mix};

const ROUNDS: usize = 5;
const MERGE_BYTES_MAX: u64 = 8 << 20;

type Push<P> = (u32, Fingerprint, Entries<P>);

/// Queues in memory that write down what is pushed.
struct Recording<P> {
    queues: MemoryQueues<P>,
    pushes: Mutex<Vec<Push<P>>>,
}

impl<P: Payload> Queues<P> for Recording<P> {
    fn push(&self, depth: u32, group: Fingerprint, entries: Entries<P>) -> Result<(), PortError> {
        self.pushes.lock().expect("no panic").push((depth, group, entries.clone()));
        self.queues.push(depth, group, entries)
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
        0
    }
}

/// All pushes of a census on one thread, so that they come in the same order every time.
fn record<W: Walk>(deal: u64, freecells: u8, walk: &W, control: &Control) -> Vec<Push<W::Carries>> {
    let game = Game::new(Board::deal(deal, freecells).expect("in range"), Prune::Safe);
    let queues = &Recording { queues: MemoryQueues::default(), pushes: Mutex::default() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    let explore = || {
        let (exists, checkpoints) = (&NoRecords, &NoCheckpoints);
        let (scratch, budget) = (&MemoryScratch, &Budget::unlimited());
        let stores = Stores { queues, exists, scratch, budget, checkpoints };
        census(&game, walk, Scope::default(), control, stores).map(|report| report.total)
    };
    pool.install(explore).expect("memory does not fail");
    std::mem::take(&mut *queues.pushes.lock().expect("no panic"))
}

/// The groups of the depth with the most entries, settled.
fn largest_layer<P: Payload>(pushes: &[Push<P>]) -> BTreeMap<Fingerprint, Entries<P>> {
    let mut layers: BTreeMap<u32, (usize, BTreeMap<Fingerprint, Entries<P>>)> = BTreeMap::new();
    for (depth, fingerprint, entries) in pushes {
        let (count, layer) = layers.entry(*depth).or_default();
        *count += entries.len();
        match layer.get_mut(fingerprint) {
            Some(group) => group.append(entries.clone()),
            None => drop(layer.insert(*fingerprint, entries.clone())),
        }
    }
    let (_, (_, mut layer)) = layers.into_iter().max_by_key(|&(_, (count, _))| count).expect("one");
    layer.values_mut().for_each(Entries::sort_and_join);
    layer
}

fn write<P: StoredPayload>(
    files: &Files,
    book: &P::Book,
    layer: &BTreeMap<Fingerprint, Entries<P>>,
) -> SealedRun {
    let mut writer = RunWriter::<P>::create(files, "bench", book).expect("create");
    for (&fingerprint, entries) in layer {
        writer.begin_group(GroupHead { fingerprint, wide: matches!(entries, Entries::Wide(_)) });
        match entries {
            Entries::Narrow(list) => writer.push_all(list).expect("write"),
            Entries::Wide(list) => writer.push_all(list).expect("write"),
        }
    }
    writer.seal().expect("seal")
}

fn read<P: StoredPayload>(files: &Files, book: &P::Book, sealed: &SealedRun) -> u64 {
    let run = Run::<P>::open_sealed(files, sealed, book).expect("open");
    let (mut reader, mut hash) = (run.reader(), 0);
    while reader.advance().expect("read") {
        hash = mix(hash, reader.key() as u64 ^ reader.head().fingerprint.stuck);
    }
    hash
}

fn bench_run<P: StoredPayload>(book: &P::Book, pushes: &[Push<P>]) {
    let files = Files::temporary();
    let layer = largest_layer(pushes);
    let entries: usize = layer.values().map(Entries::len).sum();
    measure("  a run, written", ROUNDS, || {
        let sealed = write(&files, book, &layer);
        files.remove(&sealed.name).expect("remove");
        (sealed.entries, sealed.bytes)
    });
    let sealed = write(&files, book, &layer);
    measure("  a run, read", ROUNDS, || (sealed.entries, read::<P>(&files, book, &sealed)));
    let bytes = sealed.bytes as f64 / entries as f64;
    println!("  {entries} entries in {} groups: {bytes:.2} bytes an entry", sealed.groups);
}

/// Pushes everything, then opens and reads layer after layer.
fn through_queues<P: StoredPayload>(queues: &DiskQueues<P>, pushes: &[Push<P>]) -> (u64, f64) {
    for (depth, fingerprint, entries) in pushes {
        queues.push(*depth, *fingerprint, entries.clone()).expect("push");
    }
    let (mut hash, mut read_seconds) = (0, 0.0);
    while let Some(depth) = queues.next_depth() {
        let layer = queues.open(depth).expect("open");
        let started = Instant::now();
        while let Some(group) = layer.next_group(usize::MAX).expect("read") {
            let Waiting::Here(entries) = group.entries else { panic!("no group is too large") };
            hash = mix(hash, group.fingerprint.stuck ^ entries.len() as u64);
        }
        read_seconds += started.elapsed().as_secs_f64();
        drop(layer);
        queues.consumed(depth).expect("consumed");
    }
    (hash, read_seconds)
}

fn bench_queues<P: StoredPayload>(book: &P::Book, pushes: &[Push<P>]) {
    let entries: usize = pushes.iter().map(|(_, _, entries)| entries.len()).sum();
    let bytes: usize = pushes.iter().map(|(_, _, entries)| entries.bytes()).sum();
    for (name, buffer_bytes_max) in
        [("in memory", u64::MAX), ("1/20 of it in memory", bytes as u64 / 20)]
    {
        let mut last = None;
        measure(&format!("  queues, {name}"), ROUNDS, || {
            let files = Files::temporary();
            let queues =
                DiskQueues::<P>::new(files, book.clone(), buffer_bytes_max, MERGE_BYTES_MAX);
            let (hash, read_seconds) = through_queues(&queues, pushes);
            last = Some((queues.statistics(), read_seconds));
            (entries as u64, hash)
        });
        let (statistics, read_seconds) = last.expect("a round at least");
        let rate = |entries: u64, seconds: f64| entries as f64 / seconds.max(1e-9) / 1e6;
        println!(
            "    {} pushed, {} joined, {} spilled at {:.1} M/s, {} merged at {:.1} M/s, {} read at \
             {:.1} M/s; {} runs, {:.2} bytes an entry on disk",
            statistics.entries_pushed,
            statistics.entries_joined,
            statistics.entries_spilled,
            rate(statistics.entries_spilled, statistics.spill_time.as_secs_f64()),
            statistics.entries_merged,
            rate(statistics.entries_merged, statistics.merge_time.as_secs_f64()),
            statistics.entries_taken,
            rate(statistics.entries_taken, read_seconds),
            statistics.runs_written,
            statistics.disk_bytes_per_entry(),
        );
    }
}

/// A census whose entries go through the disk: the time that queues take of it.
fn bench_census(deal: u64, freecells: u8, bytes: u64) {
    let game = Game::new(Board::deal(deal, freecells).expect("in range"), Prune::Safe);
    let control = Control::new(None);
    let walk = ClassWalk::new(&control, CensusOptions::default());
    let files = Files::temporary();
    let queues = &DiskQueues::new(files.clone(), Arc::clone(walk.spaces()), bytes, bytes);
    let scratch = &DiskScratch::new(files.clone());
    let budget = &Budget::new(bytes as usize, rayon::current_num_threads());
    let (exists, checkpoints) = (&NoRecords, &NoCheckpoints);
    let stores = Stores { queues, exists, scratch, budget, checkpoints };
    let started = Instant::now();
    let report = census(&game, &walk, Scope::default(), &control, stores).expect("the disk works");
    let seconds = started.elapsed().as_secs_f64();
    let used = queues.statistics();
    let storage = (used.spill_time + used.merge_time).as_secs_f64();
    println!(
        "census of deal {deal} with {freecells} freecells, {} KiB for queues: {seconds:.2} s, of them \
         {:.1} % in spills and merges; {} entries pushed, {} spilled, {:.2} bytes each on disk; \
         digest {}",
        bytes >> 10,
        100.0 * storage / seconds,
        used.entries_pushed,
        used.entries_spilled,
        used.disk_bytes_per_entry(),
        report.total.digest
    );
}

fn main() {
    let control = Control::new(None);
    let options = CensusOptions { symmetry: false, digest: false, ..CensusOptions::default() };
    let pushes = record(260335719, 4, &PlainWalk::new(&control, options), &control);
    println!("entries of states, deal 260335719 with 4 freecells");
    bench_run(&(), &pushes);
    bench_queues(&(), &pushes);
    drop(pushes);

    let walk = ClassWalk::new(&control, CensusOptions::default());
    let spaces = Arc::clone(walk.spaces());
    let pushes = record(384243, 2, &walk, &control);
    println!("entries of classes, deal 384243 with 2 freecells; {} subspaces", spaces.len());
    bench_run(&spaces, &pushes);
    bench_queues(&spaces, &pushes);

    for bytes in [64 << 20, 1 << 20] {
        bench_census(384243, 2, bytes);
    }
}
