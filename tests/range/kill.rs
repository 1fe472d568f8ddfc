//! A range that is killed or interrupted, and resumed: no deal has two lines, none is missing.

use super::{by_deal, deal_of, lines, lines_of, read};
use crate::support::{Chance, Going, quick_folder, strata};
use std::path::Path;
use std::time::{Duration, Instant};

const SOON: Duration = Duration::from_secs(60);

/// Kills a range until it is over. Returns how often.
fn killed_until_over(range: &str, out: &Path, chance: &mut Chance) -> u32 {
    let mut kills = 0;
    // Longer from time to time, so that it ends on a slow machine, too.
    let mut longest = Duration::from_millis(60);
    loop {
        let mut going = Going::start(&format!("{range} --resume --out {}", out.display()));
        let moment = Duration::from_micros(chance.below(longest.as_micros() as u64));
        let started = Instant::now();
        while started.elapsed() < moment && !going.is_over() {
            std::thread::sleep(Duration::from_micros(200));
        }
        if going.is_over() {
            let ran = going.end();
            assert_eq!(ran.code, 0, "{range}: {}", ran.err);
            return kills;
        }
        going.kill();
        kills += 1;
        if kills % 10 == 0 {
            longest = longest * 3 / 2;
        }
    }
}

#[test]
fn killed_again_and_again_it_repeats_nothing() {
    let (folder, mut chance) = (quick_folder(), Chance(9));
    let mut kills = 0;
    for (number, range) in
        ["range 1 400 --moves", "range 11900 12100 --threads 2", "range 1 30 --freecells 0"]
            .into_iter()
            .enumerate()
    {
        let out = folder.path().join(number.to_string());
        let of_range = killed_until_over(range, &out, &mut chance);
        println!("{range}: {of_range} kills");
        let expected = lines(range.strip_prefix("range ").expect("the command"));
        assert_eq!(by_deal(&lines_of(&out)), by_deal(&expected), "{range}");
        kills += of_range;
    }
    assert!(kills >= 3, "{kills}");
}

#[test]
fn what_is_done_is_not_touched_again() {
    let folder = quick_folder();
    let out = folder.path().join("lines");
    let range = |deals: &str| {
        let ran = strata(&format!("range {deals} --resume --out {}", out.display()));
        assert_eq!(ran.code, 0, "{}", ran.err);
        std::fs::read_to_string(&out).expect("a file")
    };
    let first = range("1 20");
    assert_eq!(range("1 20"), first);
    let more = range("10 30");
    assert!(more.starts_with(&first));
    assert_eq!(by_deal(&lines_of(&out)).len(), 30);
    assert!(range("1 30 --step 2").len() == more.len());
}

#[test]
fn an_interrupted_range_is_gone_on_with() {
    let folder = quick_folder();
    let out = folder.path().join("lines");
    let mut going = Going::start(&format!("range 1 100000 --out {} --progress", out.display()));
    let has_lines = |_: &Going| std::fs::metadata(&out).is_ok_and(|file| file.len() > 1000);
    going.wait_for("some lines", has_lines);
    going.signal(libc::SIGINT);
    let ran = going.end_within(SOON);
    assert_eq!(ran.code, 75, "{}", ran.err);
    let before = lines_of(&out);
    assert!(ran.out.contains(" undecided\n"), "{}", ran.out);
    // On one thread deals are settled in order, and those that it was interrupted in have no line.
    assert_eq!(by_deal(&before).len() as u64, deal_of(before.last().expect("a line")));
    let last = before.len() + 20;
    let ran = strata(&format!("range 1 {last} --resume --out {}", out.display()));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(lines_of(&out)[..before.len()], before);
    assert_eq!(by_deal(&lines_of(&out)).len(), last);

    // Without a file there is nothing to resume.
    let mut going = Going::start("range 1 100000000");
    going.wait_for("a line", |going| going.out().contains('\n'));
    going.signal(libc::SIGTERM);
    let ran = going.end_within(SOON);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert_eq!(by_deal(&read(&ran.out)).len(), ran.out.lines().count());
}

/// Two processes that resume one file would do deals twice.
#[test]
fn a_file_that_another_process_writes_to_is_refused() {
    let folder = quick_folder();
    let out = folder.path().join("lines");
    let range = format!("range 1 100000000 --out {}", out.display());
    let mut going = Going::start(&range);
    let has_lines = |_: &Going| std::fs::metadata(&out).is_ok_and(|file| file.len() > 1000);
    going.wait_for("some lines", has_lines);
    let ran = strata(&format!("{range} --resume"));
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("another process"), "{}", ran.err);
    going.kill();
    let done = lines_of_whole(&out);
    let ran = strata(&format!("range 1 {} --resume --out {}", done + 5, out.display()));
    assert_eq!(ran.code, 0, "{}", ran.err);
}

/// Whole lines of a file whose last may be torn.
fn lines_of_whole(out: &Path) -> usize {
    std::fs::read(out).expect("a file").iter().filter(|&&byte| byte == b'\n').count()
}
