//! A full disk, as a limit for the size of files, in a process of its own: told as lack of room by every
//! store, and everything can be dropped afterwards.

use crate::folder;
use crate::toy::identity;
use fcc::entries::Entries;
use fcc::fingerprint::Fingerprint;
use fcc::ports::{ComponentRecord, DoesExists, PortError, Queues};
use std::process::Command;
use storage::directory::Directory;
use storage::exists::RocksExists;
use storage::manifest::ScopeOfRun;
use storage::{DiskQueues, Files};

const CHILD: &str = "STRATA_TEST_FULL";
const GROUP: Fingerprint = Fingerprint { stuck: 1, founded: 2 };

fn is_full(store: &str, error: PortError) {
    assert!(error.is_full, "{store}: {error}");
    println!("{store}: {error}");
}

fn mix(n: u64) -> u64 {
    (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn fill() {
    let folder = folder();
    let mut directory =
        Directory::create(&folder.path().join("run"), "0.1.0", identity(), ScopeOfRun::default())
            .expect("room as yet");
    let files = Files::at(&directory.work_path()).expect("a folder");
    let queues = DiskQueues::<()>::new(files.clone(), (), 1 << 20, 0).durable();
    let pushed =
        (0..100_000).try_for_each(|n| queues.push(3, GROUP, Entries::Narrow(vec![(mix(n), ())])));
    is_full("queues", pushed.and_then(|()| Ok(queues.flush().map(|_| ())?)).expect_err("full"));
    is_full("queues, again", queues.flush().expect_err("nothing goes on").into());
    drop(queues);

    for buffer in [4 << 10, 8 << 20] {
        // A small buffer fills record runs, a large one the table.
        let exists =
            RocksExists::with_runs_in(files.clone(), &directory.records_path(), buffer, 1 << 20);
        let exists = exists.expect("a folder").durable();
        let record = |n: u64| ComponentRecord::of_fcc(mix(n).into(), mix(n).into(), 1);
        let recorded = exists.record(1, GROUP, (0..20_000).map(record).collect());
        let recorded = recorded.map(|twice| twice.expect("each once"));
        let error = recorded.and_then(|()| exists.layer_done(1)).expect_err("full");
        is_full("records", error);
        is_full("records, again", exists.layer_done(1).expect_err("nothing goes on"));
        drop(exists);
    }

    let board = "KC ".repeat(100_000);
    let error = directory.update(|manifest| manifest.identity.board = board).expect_err("full");
    is_full("manifest", error.into());
    println!("all of it was dropped");
}

#[test]
fn a_full_disk_is_told_as_such_and_everything_can_be_dropped() {
    if std::env::var_os(CHILD).is_some() {
        return fill();
    }
    let program = std::env::current_exe().expect("this program");
    let mut command = Command::new("sh");
    // Without the signal, a write beyond the limit is an error.
    command.arg("-c").arg("trap '' XFSZ; ulimit -f 128; exec \"$0\" \"$@\"").arg(program);
    command.args(["a_full_disk_is_told", "--nocapture", "--test-threads=1"]).env(CHILD, "1");
    let ran = command.output().expect("a shell");
    let text =
        format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success() && text.contains("all of it was dropped"), "{text}");
}
