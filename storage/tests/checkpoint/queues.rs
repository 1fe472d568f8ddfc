//! Queues that are flushed while threads push, and taken over by another process.

use crate::folder;
use fcc::entries::Entries;
use fcc::fingerprint::Fingerprint;
use fcc::gf2::COORDINATES;
use fcc::gf2::Subspace;
use fcc::ports::{Queues, Waiting};
use fcc::spaces::{Spaces, SuitPiece};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use storage::manifest::{Holds, LiveFile};
use storage::payload::StoredPayload;
use storage::{DiskQueues, Files, StorageError};

type Found = BTreeSet<(u32, Fingerprint, u64)>;

fn group(n: u64) -> Fingerprint {
    Fingerprint { stuck: 1 << (n % 20), founded: (n % 3) << 30 }
}

fn push(queues: &DiskQueues<()>, depth: u32, n: u64) {
    let entries = Entries::Narrow(vec![(n, ())]);
    queues.push(depth, group(n), entries).expect("the disk works");
}

fn rest<P: StoredPayload>(queues: &DiskQueues<P>) -> Vec<(u32, Fingerprint, u64, P)> {
    let mut found = Vec::new();
    while let Some(depth) = queues.next_depth() {
        let layer = queues.open(depth).expect("open");
        while let Some(group) = layer.next_group(usize::MAX).expect("read") {
            let Waiting::Here(Entries::Narrow(list)) = group.entries else { panic!("narrow keys") };
            found.extend(list.into_iter().map(|(key, p)| (depth, group.fingerprint, key, p)));
        }
        drop(layer);
        queues.check_conservation().expect("no entry is lost");
        queues.consumed(depth).expect("consumed");
        queues.check_conservation().expect("no entry is lost");
    }
    found
}

fn durable(files: &Files, buffer_bytes_max: u64) -> DiskQueues<()> {
    DiskQueues::<()>::new(files.clone(), (), buffer_bytes_max, 0).durable()
}

fn adopted(files: &Files, live: &[LiveFile]) -> Result<DiskQueues<()>, StorageError> {
    let queues = durable(files, 1 << 20);
    queues.adopt(live)?;
    Ok(queues)
}

#[test]
fn what_was_pushed_before_a_flush_is_in_it_whatever_threads_do_meanwhile() {
    let folder = folder();
    let files = Files::at(folder.path()).expect("a folder");
    let queues = durable(&files, 20_000);
    (0..300).for_each(|n| push(&queues, 1, n));
    let layer = queues.open(1).expect("open");
    for _ in 0..7 {
        layer.next_group(usize::MAX).expect("read").expect("a group");
    }
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for thread in 0..2 {
            let (queues, stop) = (&queues, &stop);
            scope.spawn(move || {
                let mut n = 1_000_000 * (1 + thread);
                while !stop.load(Relaxed) {
                    (0..20).for_each(|more| push(queues, 2 + (n % 3) as u32, n + more));
                    n += 20;
                    std::thread::sleep(Duration::from_micros(300));
                }
            });
        }
        for round in 0..20 {
            let before: Found =
                (0..50).map(|n| (3, group(round * 50 + n), round * 50 + n)).collect();
            before.iter().for_each(|&(depth, _, n)| push(&queues, depth, n));
            let live = queues.flush().expect("the disk works");
            let found = rest(&adopted(&files, &live).expect("all is there"));
            let found: Found =
                found.into_iter().map(|(d, group, key, ())| (d, group, key)).collect();
            assert!(found.is_superset(&before), "round {round}");
            let opened = (0..300).map(|n| (1, group(n), n)).collect();
            assert!(found.is_superset(&opened), "the whole layer, also what was read of it");
            queues.released().expect("the disk works");
        }
        stop.store(true, Relaxed);
    });
    drop(layer);
    queues.consumed(1).expect("consumed");
    rest(&queues);
}

#[test]
fn files_stay_until_the_manifest_after_them_is_durable() {
    let folder = folder();
    let files = Files::at(folder.path()).expect("a folder");
    let queues = durable(&files, 1 << 20);
    let names = || -> BTreeSet<String> {
        files.list().expect("a folder").into_iter().map(|(name, _)| name).collect()
    };
    let named = |live: &[LiveFile]| live.iter().map(|file| file.name.clone()).collect();
    push(&queues, 1, 5);
    let first = queues.flush().expect("flush");
    push(&queues, 1, 6);
    let second = queues.flush().expect("flush");
    assert_eq!((first.len(), second.len(), names()), (1, 2, named(&second)));
    drop(queues.open(1).expect("two runs are merged into one"));
    queues.released().expect("the manifest of the second flush is durable");
    assert_eq!(names().len(), 3, "the merged ones are named by it and stay");
    assert_eq!(queues.disk_bytes(), files.disk_bytes());
    let third = queues.flush().expect("flush");
    queues.consumed(1).expect("consumed");
    queues.released().expect("the manifest of the third flush is durable");
    assert_eq!((third.len(), names()), (1, named(&third)), "what was consumed after it stays");
    assert_eq!(queues.disk_bytes(), files.disk_bytes());
    assert_eq!(queues.flush().expect("flush"), []);
    queues.released().expect("released");
    assert_eq!((names(), queues.disk_bytes(), files.disk_bytes()), (BTreeSet::new(), 0, 0));
}

#[test]
fn kept_layers_are_named_and_taken_over_and_are_not_explored_again() {
    let folder = folder();
    let files = Files::at(folder.path()).expect("a folder");
    let queues = durable(&files, 1 << 20).keep_all();
    push(&queues, 1, 5);
    push(&queues, 2, 6);
    drop(queues.open(1).expect("open"));
    queues.consumed(1).expect("consumed");
    let live = queues.flush().expect("flush");
    let kinds: Vec<_> = live.iter().map(|file| (file.holds, file.depth)).collect();
    assert_eq!(kinds, [(Holds::Kept, 1), (Holds::Entries, 2)]);
    let queues = adopted(&files, &live).expect("all is there");
    assert_eq!(queues.next_depth(), Some(2));
    assert_eq!(queues.flush().expect("flush"), live);
}

#[test]
fn pieces_are_read_by_a_process_with_another_book() {
    let folder = folder();
    let files = Files::at(folder.path()).expect("a folder");
    let low = 1u64 << COORDINATES.trailing_zeros();
    let space = |n: u64| Subspace::span([low << (2 * (n % 9))]);
    let spell = |book: &Spaces, piece: SuitPiece| (book.space(piece.space), piece.offset);
    let written = |book: &Arc<Spaces>, order: [u64; 9]| {
        order.map(|n| SuitPiece { space: book.number(&space(n)), offset: low << (2 * n + 20) })
    };
    let books: [Arc<Spaces>; 2] = Default::default();
    let pieces = written(&books[0], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    written(&books[1], [8, 6, 7, 5, 0, 1, 2, 3, 4]); // other numbers
    let queues = |book: &Arc<Spaces>| {
        DiskQueues::<SuitPiece>::new(files.clone(), Arc::clone(book), 1 << 20, 0).durable()
    };
    let first = queues(&books[0]);
    let list = pieces.iter().zip(0..).map(|(&piece, key)| (key, piece)).collect();
    first.push(3, group(1), Entries::Narrow(list)).expect("the disk works");
    let live = first.flush().expect("flush");
    drop(first);
    let second = queues(&books[1]);
    second.adopt(&live).expect("all is there");
    let found: Vec<_> = rest(&second).iter().map(|it| spell(&books[1], it.3)).collect();
    assert_eq!(found, pieces.map(|piece| spell(&books[0], piece)));
}

#[test]
fn a_file_that_is_missing_or_another_one_is_named_with_what_it_held() {
    let folder = folder();
    let files = Files::at(folder.path()).expect("a folder");
    let queues = durable(&files, 1 << 20);
    push(&queues, 17, 5);
    let live = queues.flush().expect("flush");
    drop(queues);
    assert!(adopted(&files, &live).is_ok());
    let refused = |live: &LiveFile| {
        let error = adopted(&files, std::slice::from_ref(live)).err().expect("refused").to_string();
        for part in [live.name.as_str(), "entries waiting for depth 17", "Put back a copy"] {
            assert!(error.contains(part), "{error}");
        }
        error
    };
    let file = live[0].clone();
    let facts = refused(&LiveFile { checksum: file.checksum ^ 1, ..file.clone() });
    assert!(facts.contains(&format!("{:08x}", file.checksum)), "{facts}");
    refused(&LiveFile { entries: 2, ..file.clone() });
    refused(&LiveFile { bytes: 2, ..file.clone() });
    assert!(refused(&LiveFile { name: "nothing".into(), ..file }).contains("no such file"));
}
