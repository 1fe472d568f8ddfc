//! The promises of scratch: a list is read back as it was written, as often as wanted.

use crate::model::Random;
use fcc::memory::MemoryScratch;
use fcc::ports::{Scratch, ScratchRun};
use storage::{DiskScratch, Files};

fn random_list(random: &mut Random, length: u64) -> Vec<(u128, u64)> {
    let step = 1 << random.below(54);
    let word_bits = random.below(65);
    let mut key = u128::from(random.word());
    let mut entry = || {
        key +=
            1 + u128::from(random.below(step)) * u128::from(random.below(3) * random.below(step));
        (key, random.word().checked_shr(64 - word_bits as u32).unwrap_or(0))
    };
    (0..length).map(|_| entry()).collect()
}

fn read(run: &dyn ScratchRun) -> Vec<(u128, u64)> {
    let (mut found, mut stream) = (Vec::new(), run.read().expect("read"));
    loop {
        let before = found.len();
        let more = stream.read(&mut found).expect("read");
        assert_eq!(more, found.len() > before);
        if !more {
            return found;
        }
        assert!(found.len() - before <= 10_000, "some thousands at most");
    }
}

fn scratch_keeps_its_promises(scratch: &impl Scratch, random: &mut Random) {
    let mut lists = Vec::new();
    for length in [0, 1, 7, 2000, 2731, 5000, 100_000] {
        let list = random_list(random, length);
        let mut writer = scratch.create().expect("create");
        let mut rest = &list[..];
        while !rest.is_empty() {
            let (now, later) = rest.split_at((random.below(3000) as usize).min(rest.len()));
            writer.append(now).expect("append");
            rest = later;
        }
        lists.push((list, writer.seal().expect("seal")));
    }
    for (list, run) in &lists {
        assert_eq!((run.len(), run.is_empty()), (list.len() as u64, list.is_empty()));
        assert!(read(&**run) == *list && read(&**run) == *list, "{} entries", list.len());
    }
    drop(lists);
    assert_eq!(scratch.disk_bytes(), 0);
}

#[test]
fn scratch_reads_back_what_was_written() {
    let mut random = Random::new("scratch");
    scratch_keeps_its_promises(&MemoryScratch, &mut random);
    let files = Files::temporary();
    for _ in 0..5 {
        scratch_keeps_its_promises(&DiskScratch::new(files.clone()), &mut random);
    }
    assert_eq!(files.disk_bytes(), 0);
    assert!(files.disk_bytes_peak() > 0);
}
