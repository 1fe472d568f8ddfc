//! A search that is no search: a graph made of a hash, walked with the stores of a real run, with
//! checkpoints in the middle of layers and of groups. It is resumed as a real one has to be.

use fcc::consumed::Consumed;
use fcc::entries::Entries;
use fcc::fingerprint::Fingerprint;
use fcc::ports::{ComponentRecord, DoesExists, GroupPart, Queues, Waiting, WaitingLayer};
use fcc::report::LayerReport;
use fcc::tally::GroupTally;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use storage::directory::Directory;
use storage::exists::RocksExists;
use storage::manifest::{
    GroupName, Holds, Identity, LayerStatistics, LayerUnderWay, ScopeOfRun, Status,
};
use storage::{Disk, DiskQueues, Files, parts};

pub const DEPTHS: u32 = 4;
const VERSION: &str = "0.1.0";
/// Groups after which a checkpoint is written, and in the middle of the next.
const GROUPS_OF_CHECKPOINT: u64 = 3;

pub type Result<T> = std::result::Result<T, String>;
type Entry = (u32, Fingerprint, u64);

pub fn identity() -> Identity {
    let (deal, board, prune) = ("1".into(), "AC\n".into(), "safe".into());
    Identity { deal, board, freecells: 4, columns: 8, prune, symmetry: false }
}

fn mix(n: u64) -> u64 {
    let n = (n ^ n >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    n ^ n >> 29
}

fn entry(depth: u32, word: u64) -> Entry {
    let fingerprint = Fingerprint { stuck: 1 << (mix(word) % 8), founded: 1 << (20 + depth) };
    (depth, fingerprint, mix(word ^ 77) % 40)
}

/// Where the graph begins.
fn first_entries() -> Vec<Entry> {
    (0..60).map(|n| entry(n as u32 % 2, n)).collect()
}

/// Where an entry leads.
fn exits(depth: u32, fingerprint: Fingerprint, key: u64) -> Vec<Entry> {
    let word = mix(fingerprint.stuck << 20 | key << 4 | u64::from(depth));
    let deeper = |n: u64| depth + 1 + (word >> (8 + n)) as u32 % 2;
    let all = (0..word % 3).map(|n| entry(deeper(n), word.wrapping_add(n)));
    all.filter(|&(depth, ..)| depth < DEPTHS).collect()
}

fn record(key: u64) -> ComponentRecord {
    ComponentRecord::of_fcc(key.into(), key.into(), 1 + key % 7)
}

/// What a manifest stands for: complete layers, entries that wait or belong to the layer under way, groups of
/// that layer that are done, and its records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promise {
    pub layers: Vec<LayerStatistics>,
    pub entries: BTreeSet<Entry>,
    pub records: BTreeSet<(Fingerprint, u64)>,
}

/// What was promised by each manifest, the last one perhaps in vain.
#[derive(Default)]
pub struct Promises {
    pub by_number: BTreeMap<u64, Promise>,
    /// The last manifest that was durable.
    pub durable: u64,
    now: Promise,
}

/// The stores of a run.
pub struct Stores {
    pub directory: RefCell<Directory>,
    pub files: Files,
    pub queues: DiskQueues<()>,
    pub exists: RocksExists,
}

impl Stores {
    /// Those of a new run, or of the one that is there.
    pub fn open(disk: &Disk, path: &Path) -> Result<Stores> {
        let directory = if path.join("current").exists() {
            Directory::open_on(disk, path, VERSION, Some(&identity()))
        } else {
            Directory::create_on(disk, path, VERSION, identity(), ScopeOfRun::default())
        };
        let directory = directory.map_err(text)?;
        let files = Files::on(disk, &directory.work_path()).map_err(text)?;
        let queues = DiskQueues::<()>::new(files.clone(), (), 6000, 0).durable();
        let records = &directory.records_path();
        let exists = RocksExists::with_runs_in(files.clone(), records, 500, 1 << 20);
        let exists = exists.map_err(text)?.durable();
        let manifest = directory.manifest();
        let next = manifest.layers.last().map_or(0, |layer| layer.report.depth + 1);
        let from = manifest.under_way.as_ref().map_or(next, |layer| layer.depth);
        exists.forget_from(from).map_err(text)?;
        queues.adopt(&manifest.files).map_err(text)?;
        Ok(Stores { directory: RefCell::new(directory), files, queues, exists })
    }
}

/// How far the layer under way is.
type Standing = (LayerUnderWay, Vec<GroupPart>);

/// Flushes the stores and writes a manifest, then lets go of what it does not name.
fn checkpoint(stores: &Stores, under_way: Option<Standing>, promises: &mut Promises) -> Result<()> {
    let Stores { files: folder, queues, exists, .. } = stores;
    let mut directory = stores.directory.borrow_mut();
    let mut files = exists.flush().map_err(text)?;
    files.extend(queues.flush().map_err(text)?);
    if let Some((layer, parts)) = &under_way {
        files.push(parts::write(folder, layer.depth, parts).map_err(text)?);
    }
    let number = directory.manifest().number + 1;
    promises.by_number.insert(number, promises.now.clone());
    let layers = promises.now.layers.clone();
    let before: Vec<_> = directory.manifest().files_of(Holds::Parts).cloned().collect();
    let updated = directory.update(|manifest| {
        (manifest.layers, manifest.files) = (layers, files);
        manifest.under_way = under_way.map(|(layer, _)| layer);
    });
    updated.map_err(text)?;
    promises.durable = number;
    before.iter().try_for_each(|file| folder.remove(&file.name)).map_err(text)?;
    queues.released().map_err(text)?;
    exists.released().map_err(text)
}

pub fn text(error: impl ToString) -> String {
    error.to_string()
}

/// Begins a run or goes on with it, to the end.
pub fn explore(disk: &Disk, path: &Path, promises: &mut Promises) -> Result<()> {
    let stores = &Stores::open(disk, path)?;
    let manifest = stores.directory.borrow().manifest().clone();
    promises.durable = manifest.number;
    promises.now.layers = manifest.layers.clone();
    promises.by_number.insert(manifest.number, promises.now.clone());
    let mut resumed = manifest.under_way;
    if manifest.layers.is_empty() && resumed.is_none() && manifest.files.is_empty() {
        push(&stores.queues, promises, first_entries())?;
        checkpoint(stores, None, promises)?;
    }
    while let Some(depth) = stores.queues.next_depth() {
        explore_layer(stores, depth, resumed.take(), promises)?;
        stores.queues.consumed(depth).map_err(text)?;
        stores.queues.check_conservation().map_err(text)?;
        promises.now.entries.retain(|&(other, ..)| other != depth);
        promises.now.records.clear();
        checkpoint(stores, None, promises)?;
    }
    promises
        .by_number
        .insert(stores.directory.borrow().manifest().number + 1, promises.now.clone());
    let verdict = fcc::verdict::VerdictWord::Impossible;
    stores.directory.borrow_mut().set_status(Status::Finished { verdict }).map_err(text)
}

fn push(queues: &DiskQueues<()>, promises: &mut Promises, entries: Vec<Entry>) -> Result<()> {
    for (depth, fingerprint, key) in entries {
        let list = Entries::Narrow(vec![(key, ())]);
        queues.push(depth, fingerprint, list).map_err(text)?;
        promises.now.entries.insert((depth, fingerprint, key));
    }
    Ok(())
}

/// A group under way.
struct Group {
    fingerprint: Fingerprint,
    keys: Vec<u64>,
    /// Which of them are done.
    consumed: Vec<bool>,
}

impl Group {
    fn new(fingerprint: Fingerprint, keys: Vec<u64>) -> Group {
        let consumed = vec![false; keys.len()];
        Group { fingerprint, keys, consumed }
    }

    fn part(&self) -> GroupPart {
        let mut bits = vec![0; self.keys.len().div_ceil(64)];
        for (number, _) in self.consumed.iter().enumerate().filter(|(_, done)| **done) {
            bits[number / 64] |= 1u64 << (number % 64);
        }
        let consumed = Consumed { entries: self.keys.len() as u64, bits: Arc::new(bits) };
        GroupPart { fingerprint: self.fingerprint, consumed }
    }
}

/// Skips the groups that were taken before and takes over their records. Returns those that are not done.
fn resume(
    stores: &Stores,
    layer: &dyn WaitingLayer<()>,
    before: &LayerUnderWay,
) -> Result<Vec<Group>> {
    let directory = stores.directory.borrow();
    let manifest = directory.manifest();
    let mut parts = Vec::new();
    for file in manifest.files_of(Holds::Parts) {
        parts.extend(parts::read(&stores.files, file).map_err(text)?);
    }
    let mut again = Vec::new();
    for _ in 0..before.taken {
        let group = layer.next_group(usize::MAX).map_err(text)?.ok_or("too few groups")?;
        if before.groups_under_way.contains(&group.fingerprint.into()) {
            let mut group = Group::new(group.fingerprint, keys(&group.entries));
            let part = parts.iter().find(|part| part.fingerprint == group.fingerprint);
            let consumed = &part.ok_or("a group without a part")?.consumed;
            for (number, done) in group.consumed.iter_mut().enumerate() {
                *done = consumed.bits[number / 64] >> (number % 64) & 1 != 0;
            }
            again.push(group);
        }
    }
    let adopted = stores.exists.adopt(before.depth, &manifest.files).map_err(text)?;
    let tally = &before.tally.report.tally;
    let expected = (tally.states, tally.fccs);
    assert_eq!((adopted.states, adopted.fccs), expected, "records of what is done");
    Ok(again)
}

fn keys(entries: &Waiting<()>) -> Vec<u64> {
    let Waiting::Here(Entries::Narrow(list)) = entries else { panic!("small groups only") };
    list.iter().map(|&(key, ())| key).collect()
}

/// Explores some keys of a group.
fn explore_keys(
    stores: &Stores,
    layer: &mut LayerReport,
    group: &mut Group,
    numbers: &[usize],
    promises: &mut Promises,
) -> Result<()> {
    let (depth, tally, fingerprint) = (layer.depth, &mut layer.tally, group.fingerprint);
    let keys: Vec<u64> = numbers.iter().map(|&number| group.keys[number]).collect();
    let records = keys.iter().map(|&key| record(key)).collect();
    let recorded = stores.exists.record(depth, fingerprint, records).map_err(text)?;
    assert_eq!(recorded, Ok(()));
    promises.now.records.extend(keys.iter().map(|&key| (fingerprint, key)));
    for &key in &keys {
        push(&stores.queues, promises, exits(depth, fingerprint, key))?;
    }
    numbers.iter().for_each(|&number| group.consumed[number] = true);
    tally.entries += keys.len() as u128;
    tally.fccs += keys.len() as u128;
    tally.states += keys.iter().map(|key| 1 + u128::from(key % 7)).sum::<u128>();
    Ok(())
}

fn explore_layer(
    stores: &Stores,
    depth: u32,
    resumed: Option<LayerUnderWay>,
    promises: &mut Promises,
) -> Result<()> {
    let layer = stores.queues.open(depth).map_err(text)?;
    let mut report = LayerReport { depth, tally: GroupTally::default(), won: false };
    let (mut taken, mut again, mut last_taken) =
        (0, Vec::new(), GroupName { stuck: 0, founded: 0 });
    if let Some(before) = resumed {
        assert_eq!(before.depth, depth, "the layer under way comes first");
        again = resume(stores, &*layer, &before)?;
        (report, taken, last_taken) = (before.tally.report, before.taken, before.last_taken);
    }
    loop {
        let mut group = match again.pop() {
            Some(group) => group,
            None => match layer.next_group(usize::MAX).map_err(text)? {
                None => break,
                Some(group) => {
                    taken += 1;
                    last_taken = group.fingerprint.into();
                    Group::new(group.fingerprint, keys(&group.entries))
                }
            },
        };
        let left: Vec<usize> = (0..group.keys.len()).filter(|&it| !group.consumed[it]).collect();
        let (first, second) = left.split_at(left.len() / 2);
        explore_keys(stores, &mut report, &mut group, first, promises)?;
        if taken % GROUPS_OF_CHECKPOINT == 1 {
            let mut parts: Vec<_> = again.iter().chain([&group]).map(Group::part).collect();
            parts.sort_by_key(|part| part.fingerprint);
            let groups_under_way = parts.iter().map(|part| part.fingerprint.into()).collect();
            let tally = LayerStatistics::from(&report);
            let layer = LayerUnderWay { depth, taken, last_taken, groups_under_way, tally };
            checkpoint(stores, Some((layer, parts)), promises)?;
        }
        explore_keys(stores, &mut report, &mut group, second, promises)?;
        report.tally.groups += 1;
    }
    stores.exists.layer_done(depth).map_err(text)?;
    let totals = stores.exists.totals();
    assert_eq!(
        (totals.states, totals.fccs),
        (report.tally.states, report.tally.fccs),
        "layer {depth}"
    );
    promises.now.layers.push(LayerStatistics::from(&report));
    Ok(())
}

/// All that a finished run has found.
pub type Found = (Vec<LayerStatistics>, Vec<(u32, Fingerprint, ComponentRecord)>);

pub fn found(path: &Path) -> Found {
    let read = Directory::open_read_only(path).expect("a run");
    assert!(matches!(read.manifest.status, Status::Finished { .. }), "{:?}", read.manifest.status);
    let exists = RocksExists::reading(&path.join("exists"), 1 << 20).expect("records");
    let mut records = Vec::new();
    for depth in exists.depths() {
        for record in exists.records(depth) {
            let (fingerprint, record) = record.expect("whole");
            records.push((depth, fingerprint, record));
        }
    }
    (read.manifest.layers, records)
}
