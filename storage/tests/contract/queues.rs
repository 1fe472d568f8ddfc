//! The promises of queues: everything that is pushed comes out at its depth, each group once, groups and
//! keys in order, whatever threads, budgets and merges do to it on the way.

use crate::model::{Random, TestPayload};
use fcc::entries::Entries;
use fcc::fingerprint::Fingerprint;
use fcc::memory::MemoryQueues;
use fcc::ports::{PortError, Queues, Waiting, WaitingGroup, WaitingLayer};
use fcc::spaces::SuitPiece;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use storage::{DiskQueues, Files};

const DEPTHS: u64 = 5;
const PUSHERS: usize = 4;
const READERS: usize = 2;
/// Groups with more entries stay in the store.
const ENTRIES_MAX: usize = 300;

type Push<P> = (u32, Fingerprint, Entries<P>);
/// For each depth and group: whether keys are wide, and for each key what was reached.
type Model = BTreeMap<(u32, Fingerprint), (bool, BTreeMap<u128, BTreeSet<u64>>)>;

fn random_push<P: TestPayload>(random: &mut Random, book: &P::Book, least: u64) -> Push<P> {
    let depth = least + random.below(DEPTHS + 1 - least);
    let wide = random.below(3) == 0;
    let stuck = random.below(6) << 40 | u64::from(wide);
    let fingerprint = Fingerprint { stuck, founded: random.below(5) };
    let count = 1 + random.below(60);
    let keys = 1 << (1 + random.below(11));
    let mut entry = || (random.below(keys) * 0x1_0001, P::random(random, book));
    let list: Vec<(u64, P)> = (0..count).map(|_| entry()).collect();
    let entries = if wide {
        Entries::Wide(list.iter().map(|&(key, piece)| (u128::from(key) << 50, piece)).collect())
    } else {
        Entries::Narrow(list)
    };
    (depth as u32, fingerprint, entries)
}

fn wide_list<P: TestPayload>(entries: &Entries<P>) -> (bool, Vec<(u128, P)>) {
    match entries {
        Entries::Narrow(list) => (false, list.iter().map(|&(k, p)| (k.into(), p)).collect()),
        Entries::Wide(list) => (true, list.clone()),
    }
}

fn add_to_model<P: TestPayload>(model: &mut Model, book: &P::Book, push: &Push<P>) {
    let (depth, fingerprint, entries) = push;
    let (wide, list) = wide_list(entries);
    let group = model.entry((*depth, *fingerprint)).or_insert((wide, BTreeMap::new()));
    for (key, piece) in list {
        group.1.entry(key).or_default().extend(P::meaning(&[piece], book));
    }
}

/// Reads a layer on two threads and compares it with the model.
fn check_layer<P: TestPayload>(
    layer: &dyn WaitingLayer<P>,
    depth: u32,
    book: &P::Book,
    model: &Model,
) -> Result<(), PortError> {
    let found = Mutex::new(BTreeMap::new());
    let read = || -> Result<(), PortError> {
        let mut before = None;
        while let Some(group) = layer.next_group(ENTRIES_MAX)? {
            let fingerprint = group.fingerprint;
            assert!(before.replace(fingerprint) < Some(fingerprint), "groups in order");
            let list = entries_of(layer, group)?;
            assert!(found.lock().unwrap().insert(fingerprint, list).is_none(), "a group twice");
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..READERS).map(|_| scope.spawn(read)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
    })?;
    let found = found.into_inner().unwrap();
    let expected = model.range((depth, Fingerprint { stuck: 0, founded: 0 })..);
    let expected: Vec<_> = expected.take_while(|&(&(at, _), _)| at == depth).collect();
    assert_eq!(found.len(), expected.len(), "groups of depth {depth}");
    assert_eq!(layer.groups(), Some(found.len() as u64));
    for (&(_, fingerprint), (wide, keys)) in expected {
        let (found_wide, list) = &found[&fingerprint];
        assert!(found_wide.is_none_or(|found| found == *wide), "type of key of {fingerprint}");
        let mut found_keys = BTreeMap::new();
        for same in list.chunk_by(|one, other| one.0 == other.0) {
            let pieces: Vec<P> = same.iter().map(|&(_, piece)| piece).collect();
            assert!(P::KEYS_REPEAT || pieces.len() == 1, "an entry twice");
            let again = found_keys.insert(same[0].0, P::meaning(&pieces, book));
            assert!(again.is_none(), "a key in two places");
        }
        assert_eq!(&found_keys, keys, "entries of {fingerprint}");
        assert!(list.is_sorted_by_key(|&(key, _)| key));
    }
    Ok(())
}

type Found<P> = (Option<bool>, Vec<(u128, P)>);

/// The entries of a group, from the store twice where they are there.
fn entries_of<P: TestPayload>(
    layer: &dyn WaitingLayer<P>,
    group: WaitingGroup<P>,
) -> Result<Found<P>, PortError> {
    let stored = match group.entries {
        Waiting::Here(entries) => {
            assert!(entries.len() <= ENTRIES_MAX);
            let (wide, list) = wide_list(&entries);
            return Ok((Some(wide), list));
        }
        Waiting::Stored(stored) => stored,
    };
    assert!(stored.entries as usize > ENTRIES_MAX && stored.fingerprint == group.fingerprint);
    let stream = || -> Result<Vec<(u128, P)>, PortError> {
        let (mut list, mut stream) = (Vec::new(), layer.stream(stored)?);
        while stream.read(&mut list)? {}
        Ok(list)
    };
    let list = stream()?;
    assert_eq!(list.len() as u64, stored.entries);
    assert_eq!(stream()?, list, "the same again");
    Ok((None, list))
}

/// Pushes from several threads, opens layer after layer, pushes more while each is open.
fn queues_keep_their_promises<P: TestPayload, Q: Queues<P>>(
    queues: &Q,
    book: &P::Book,
    random: &mut Random,
    pushes: usize,
) -> Result<(), PortError> {
    let mut model = Model::new();
    let push_some = |model: &mut Model, random: &mut Random, least: u64, count: usize| {
        let pushes: Vec<Push<P>> = (0..count).map(|_| random_push(random, book, least)).collect();
        pushes.iter().for_each(|push| add_to_model(model, book, push));
        let part = |pushes: &[Push<P>]| {
            let mut pushes = pushes.iter().cloned();
            pushes.try_for_each(|(depth, group, entries)| queues.push(depth, group, entries))
        };
        std::thread::scope(|scope| {
            let parts = pushes.chunks(count.div_ceil(PUSHERS));
            let threads: Vec<_> = parts.map(|some| scope.spawn(move || part(some))).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("no panic"))
        })
    };
    push_some(&mut model, random, 0, pushes)?;
    let mut depths = Vec::new();
    while let Some(depth) = queues.next_depth() {
        depths.push(depth);
        let layer = queues.open(depth)?;
        assert_ne!(queues.next_depth(), Some(depth), "a layer is opened once");
        if u64::from(depth) < DEPTHS {
            push_some(&mut model, random, u64::from(depth) + 1, pushes / 8 + 1)?;
        }
        check_layer(&*layer, depth, book, &model)?;
        assert!(layer.next_group(usize::MAX)?.is_none(), "the end stays the end");
        drop(layer);
        queues.consumed(depth)?;
    }
    assert!(depths.is_sorted_by(|one, other| one < other));
    assert_eq!(depths.len(), model.keys().map(|&(depth, _)| depth).collect::<BTreeSet<_>>().len());
    assert_eq!(queues.waiting(), 0);
    Ok(())
}

fn in_memory<P: TestPayload>(name: &str) {
    let (book, mut random) = (P::book(), Random::new(name));
    let queues = MemoryQueues::<P>::default();
    queues_keep_their_promises(&queues, &book, &mut random, 2000).expect("memory does not fail");
    assert_eq!(queues.memory_bytes(), 0);
}

fn on_disk<P: TestPayload>(name: &str, buffer_bytes_max: u64) {
    let (book, mut random) = (P::book(), Random::new(name));
    let files = Files::temporary();
    let queues = DiskQueues::<P>::new(files.clone(), book.clone(), buffer_bytes_max, 0);
    queues_keep_their_promises(&queues, &book, &mut random, 2000).expect("the disk works");
    let statistics = queues.statistics();
    assert_eq!(
        statistics.entries_pushed,
        statistics.entries_taken + statistics.entries_joined,
        "{statistics:?}"
    );
    assert_eq!((queues.memory_bytes(), files.disk_bytes()), (0, 0), "{statistics:?}");
    assert_eq!((statistics.entries_waiting_on_disk, statistics.disk_bytes), (0, 0));
    if buffer_bytes_max < 1 << 20 {
        // More than eight runs a depth, so that a merge takes several passes.
        assert!(statistics.runs_written > 10 * DEPTHS, "{statistics:?}");
        assert!(statistics.entries_merged > statistics.entries_spilled, "{statistics:?}");
    } else {
        assert_eq!((statistics.runs_written, files.disk_bytes_peak()), (0, 0));
    }
}

#[test]
fn memory_queues_keep_entries_of_states() {
    in_memory::<()>("memory, states");
}

#[test]
fn memory_queues_keep_entries_of_classes() {
    in_memory::<SuitPiece>("memory, classes");
}

#[test]
fn disk_queues_that_spill_keep_entries_of_states() {
    on_disk::<()>("disk, states", 24 << 10);
}

#[test]
fn disk_queues_that_spill_keep_entries_of_classes() {
    on_disk::<SuitPiece>("disk, classes", 64 << 10);
}

#[test]
fn disk_queues_with_room_in_memory_never_touch_the_disk() {
    on_disk::<()>("disk, states, room", 1 << 30);
    on_disk::<SuitPiece>("disk, classes, room", 1 << 30);
}

#[test]
fn disk_queues_without_any_room_in_memory_work_all_the_same() {
    let (book, mut random) = (SuitPiece::book(), Random::new("no room"));
    let files = Files::temporary();
    let queues = DiskQueues::<SuitPiece>::new(files.clone(), book.clone(), 0, 0);
    queues_keep_their_promises(&queues, &book, &mut random, 100).expect("the disk works");
    assert_eq!((queues.memory_bytes(), files.disk_bytes()), (0, 0));
}

#[test]
fn a_disk_that_fails_at_any_operation_is_an_error_and_never_a_wrong_answer() {
    let mut random = Random::new("failing disk");
    let mut operations = 0;
    loop {
        let (book, files) = (SuitPiece::book(), Files::temporary());
        let queues = DiskQueues::<SuitPiece>::new(files.clone(), book.clone(), 4 << 10, 0);
        files.fail_after(operations);
        match queues_keep_their_promises(&queues, &book, &mut random, 40) {
            Ok(()) => break,
            Err(error) => {
                let text = error.to_string();
                assert!(text.contains("made to fail"), "{text}");
                let again = queues.open(0).err().expect("nothing goes on").to_string();
                assert!(again.contains("earlier failure"), "{again}");
            }
        }
        operations += 1;
    }
    assert!(operations > 100, "{operations} operations are too few for a test");
}

#[test]
fn a_limit_of_disk_is_an_error_that_tells_the_limit() {
    let (book, mut random) = (SuitPiece::book(), Random::new("limit"));
    let files = Files::temporary().limited_to(20_000);
    let queues = DiskQueues::<SuitPiece>::new(files.clone(), book.clone(), 32 << 10, 0);
    let error = queues_keep_their_promises(&queues, &book, &mut random, 2000).err();
    let text = error.expect("too little room").to_string();
    assert!(text.contains("20000 bytes"), "{text}");
    assert!(files.disk_bytes_peak() <= 20_000);
}

#[test]
fn runs_of_consumed_layers_are_kept_when_asked_for() {
    let (book, mut random) = (<()>::book(), Random::new("keep all"));
    let files = Files::temporary();
    let queues = DiskQueues::<()>::new(files.clone(), book, 8 << 10, 0).keep_all();
    queues_keep_their_promises(&queues, &book, &mut random, 300).expect("the disk works");
    let kept = files.list().expect("list");
    assert!((1..=DEPTHS as usize + 1).contains(&kept.len()), "{kept:?}");
}

#[test]
fn memory_stays_within_the_buffer() {
    let (book, mut random) = (SuitPiece::book(), Random::new("memory"));
    let buffer_bytes_max = 100_000;
    let queues =
        DiskQueues::<SuitPiece>::new(Files::temporary(), book.clone(), buffer_bytes_max, 0);
    let mut peak = 0;
    for _ in 0..2000 {
        let (depth, fingerprint, entries) = random_push(&mut random, &book, 0);
        queues.push(depth, fingerprint, entries).expect("the disk works");
        peak = peak.max(queues.memory_bytes());
    }
    assert!((buffer_bytes_max / 2..=buffer_bytes_max).contains(&peak), "{peak} bytes");
}
