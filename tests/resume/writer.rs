//! One writer, and the run that the directory is of.

use super::in_the_middle;
use crate::support::{quick_folder, strata};

#[test]
fn a_second_run_on_a_directory_is_told_who_holds_it() {
    let folder = quick_folder();
    let dir = folder.path().join("run");
    let mut going = in_the_middle("census 260335719 --symmetry off --threads 1", &dir);
    let holder = format!("process {}", going.id());
    for command in ["resume", "census 260335719 --symmetry off --dir", "prove 1 --dir"] {
        let ran = strata(&format!("{command} {}", dir.display()));
        assert_eq!(ran.code, 2, "{command}: {}", ran.err);
        assert!(ran.err.contains(&holder), "{command}: {}", ran.err);
    }
    assert!(!going.is_over(), "the run takes longer than that");
}

#[test]
fn another_run_is_refused_with_both_values() {
    let folder = quick_folder();
    let dir = folder.path().join("run");
    let stopped = strata(&format!("census 11982 --max-states 9000 --dir {}", dir.display()));
    assert_eq!(stopped.code, 3, "{}", stopped.err);
    for (other, there, asked_for) in [
        ("11983", "11982", "11983"),
        ("11982 --freecells 3", "4", "3"),
        ("11982 --prune none", "safe", "none"),
        ("11982 --symmetry off", "on", "off"),
    ] {
        for command in ["census", "prove"] {
            let ran = strata(&format!("{command} {other} --dir {}", dir.display()));
            assert_eq!(ran.code, 2, "{other}: {}", ran.err);
            let both = [format!(" is {there}"), format!(", and {asked_for}")];
            assert!(both.iter().all(|value| ran.err.contains(value)), "{other}: {}", ran.err);
        }
    }
    let same = strata(&format!("census 11982 --dir {}", dir.display()));
    assert_eq!(same.code, 2, "{}", same.err);
    assert!(same.err.contains("strata resume"), "{}", same.err);
    super::check(&dir);
    super::resume_to(&dir, "", &super::undisturbed("census 11982"));
}

#[test]
fn another_format_version_is_refused_with_both() {
    let folder = quick_folder();
    let dir = folder.path().join("run");
    let stopped = strata(&format!("census 11982 --max-states 9000 --dir {}", dir.display()));
    assert_eq!(stopped.code, 3, "{}", stopped.err);
    let current = dir.join("current");
    let mut bytes = std::fs::read(&current).expect("a pointer");
    let here = u32::from_le_bytes(bytes[8..12].try_into().expect("four bytes"));
    bytes[8..12].copy_from_slice(&7777u32.to_le_bytes());
    let checksum = crc32fast::hash(&[&bytes[..20], &bytes[24..]].concat());
    bytes[20..24].copy_from_slice(&checksum.to_le_bytes());
    std::fs::write(&current, bytes).expect("room on the disk");
    for command in ["resume", "status", "check"] {
        let ran = strata(&format!("{command} {}", dir.display()));
        let said = ran.out + &ran.err;
        assert!([2, 4].contains(&ran.code), "{command}: {}: {said}", ran.code);
        assert!(said.contains("version 7777"), "{command}: {said}");
        assert!(said.contains(&format!("reads {here}")), "{command}: {said}");
        assert!(said.contains(&current.display().to_string()), "{command}: {said}");
    }
}
