//! Files that are not what was written: told with their path, and never an answer from them.

use super::{PAUSED, check, in_the_middle, resume, resume_to, undisturbed};
use crate::support::{findings, quick_folder, strata};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use storage::directory::Directory;
use storage::manifest::Holds;

const RUN: &str = "census 11982";

/// What can become of a file.
#[derive(Clone, Copy, Debug)]
enum Harm {
    Removed,
    Emptied,
    /// Its second half is gone.
    Cut,
    /// Its last byte is gone.
    CutByOne,
    Zeroed,
    /// A bit at so many thirds of it.
    Flipped(usize),
    /// Something follows.
    Longer,
}

const ALL_HARM: [Harm; 10] = [
    Harm::Removed,
    Harm::Emptied,
    Harm::Cut,
    Harm::CutByOne,
    Harm::Zeroed,
    Harm::Flipped(0),
    Harm::Flipped(1),
    Harm::Longer,
    Harm::Flipped(2),
    Harm::Flipped(3),
];

impl Harm {
    fn befalls(self, path: &Path) {
        let mut bytes = std::fs::read(path).expect("a file");
        let length = bytes.len();
        match self {
            Harm::Removed => return std::fs::remove_file(path).expect("a file"),
            Harm::Emptied => bytes.clear(),
            Harm::Cut => bytes.truncate(length / 2),
            Harm::CutByOne => bytes.truncate(length - 1),
            Harm::Zeroed => bytes.fill(0),
            Harm::Flipped(thirds) => bytes[(length - 1) * thirds / 3] ^= 0x10,
            Harm::Longer => bytes.push(0),
        }
        std::fs::write(path, bytes).expect("room on the disk");
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).expect("a new folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &to),
            false => drop(std::fs::copy(&path, to).expect("room on the disk")),
        }
    }
}

/// A run that stopped inside a layer, with files of every kind.
fn stopped(dir: &Path) {
    let limits = "--threads 1 --max-states 12000 --checkpoint 1ms --way fccs";
    let ran = strata(&format!("{RUN} {limits} --dir {}", dir.display()));
    assert_eq!(ran.code, 3, "{}", ran.err);
}

/// One file of each kind: its path in the directory, by kind.
fn kinds(dir: &Path) -> BTreeMap<String, PathBuf> {
    let mut kinds = BTreeMap::new();
    let manifest = Directory::open_read_only(dir).expect("a run").manifest;
    kinds.insert("current".to_owned(), PathBuf::from("current"));
    kinds.insert("manifest".into(), format!("manifest-{:06}", manifest.number).into());
    let under_way = manifest.under_way.as_ref().expect("a layer under way").depth;
    for file in &manifest.files {
        let kind = match file.holds {
            Holds::Records => "records of the layer under way",
            Holds::Parts => "parts of groups under way",
            Holds::Entries if file.depth == under_way => "entries of the layer under way",
            _ => "entries of a layer to come",
        };
        kinds.insert(kind.into(), Path::new("work").join(&file.name));
    }
    let middle = &manifest.layers[manifest.layers.len() / 2];
    let depth = Path::new("exists").join(format!("depth-{:04}", middle.report.depth));
    for entry in std::fs::read_dir(dir.join(&depth)).expect("a sealed depth") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        let letters = name.trim_matches(|letter: char| letter.is_ascii_digit() || letter == '-');
        let path = depth.join(&name);
        // Some are empty, for RocksDB alone.
        if std::fs::metadata(dir.join(&path)).expect("a file").len() > 0 {
            kinds.insert(format!("sealed: {letters}"), path);
        }
    }
    kinds
}

/// What comes of a directory with a damaged file.
fn see(kind: &str, harm: Harm, dir: &Path, file: &Path, expected: &Value) {
    let path = dir.join(file).display().to_string();
    let case = format!("{kind}, {harm:?}");
    let checked = strata(&format!("check {}", dir.display()));
    let no_run = kind == "current" && matches!(harm, Harm::Removed);
    assert!(checked.code == 4, "{case}: check: {} {}{}", checked.code, checked.out, checked.err);
    let said = checked.out + &checked.err;
    // Without a seal, or a pointer, it is the folder that is not what it was.
    let is_named = said.contains(&path)
        || (matches!(harm, Harm::Removed) && {
            let folder = dir.join(file).parent().expect("a folder").display().to_string();
            said.contains(&folder)
                && said.contains(&*file.file_name().expect("a name").to_string_lossy())
        });
    assert!(is_named, "{case}: {path} in {said}");

    let resumed = resume(dir, "");
    assert!(!resumed.err.contains("panic"), "{case}: {}", resumed.err);
    match resumed.code {
        0 | 1 => {
            assert!(kind.starts_with("sealed"), "{case}: nothing was noticed");
            assert_eq!(&findings(&resumed.json()), expected, "{case}");
            // No certificate comes of it.
            let file = dir.with_extension("cert");
            let export = format!("certificate export {} {}", dir.display(), file.display());
            let exported = strata(&export);
            assert_eq!(exported.code, 4, "{case}: {}", exported.err);
            assert!(exported.err.contains("depth-"), "{case}: {}", exported.err);
        }
        4 => assert!(resumed.err.contains(&path), "{case}: {path} in {}", resumed.err),
        2 if no_run => assert!(resumed.err.contains("current"), "{case}: {}", resumed.err),
        code => panic!("{case}: {code}: {}", resumed.err),
    }
    if kind.starts_with("records") {
        resume_to(dir, "--restart-layer", expected);
    }
}

#[test]
fn damage_of_every_kind_to_files_of_every_kind_is_told_and_never_an_answer() {
    let (folder, expected) = (quick_folder(), undisturbed(RUN));
    let whole = folder.path().join("whole");
    stopped(&whole);
    check(&whole);
    let kinds = kinds(&whole);
    let names: Vec<&str> = kinds.keys().map(String::as_str).collect();
    for kind in [
        "current",
        "manifest",
        "records of",
        "parts of",
        "entries of the",
        "entries of a",
        "sealed: seal",
    ] {
        assert!(names.iter().any(|name| name.starts_with(kind)), "no {kind} among {names:?}");
    }
    let mut cases = 0;
    for (number, (kind, file)) in kinds.iter().enumerate() {
        // Seals have tests of their own, and runs with damaged ones go on to their end.
        let step = if kind.starts_with("sealed") { 2 } else { 1 };
        for (way, harm) in ALL_HARM.into_iter().enumerate().step_by(step) {
            let dir = folder.path().join(format!("{number}-{way}"));
            copy(&whole, &dir);
            harm.befalls(&dir.join(file));
            see(kind, harm, &dir, file, &expected);
            std::fs::remove_dir_all(&dir).expect("a folder");
            cases += 1;
        }
    }
    println!("{cases} cases: {names:?}");
    // What is left for people may be lost.
    for (number, name) in ["log", "strata.lock"].into_iter().enumerate() {
        let dir = folder.path().join(format!("for-people-{number}"));
        copy(&whole, &dir);
        Harm::Zeroed.befalls(&dir.join(name));
        check(&dir);
        resume_to(&dir, "", &expected);
    }
    resume_to(&whole, "", &expected);
}

#[test]
fn what_no_manifest_names_is_removed() {
    let (folder, expected) = (quick_folder(), undisturbed(RUN));
    let dir = folder.path().join("run");
    stopped(&dir);
    let strangers = ["work/queue-099-00000000", "work/records-003-99999999", "manifest-999999"];
    for name in strangers.into_iter().chain(["current.temp"]) {
        std::fs::write(dir.join(name), "half of it").expect("room on the disk");
    }
    check(&dir);
    let ran = resume(&dir, "--max-states 14500");
    assert_eq!(ran.code, 3, "{}", ran.err);
    for name in strangers {
        assert!(!dir.join(name).exists(), "{name}");
    }
    resume_to(&dir, "", &expected);
}

#[test]
fn a_layer_is_explored_anew_when_asked_for() {
    let (folder, expected) = (quick_folder(), undisturbed("census 384243 --freecells 2"));
    let dir = folder.path().join("run");
    let run = "census 384243 --freecells 2 --memory 32MiB --threads 2 --checkpoint 2ms";
    let going = in_the_middle(run, &dir);
    going.signal(libc::SIGINT);
    assert_eq!(going.end().code, PAUSED);
    let manifest = Directory::open_read_only(&dir).expect("a run").manifest;
    if let Some(file) = manifest.files_of(Holds::Records).next() {
        Harm::Zeroed.befalls(&dir.join("work").join(&file.name));
        let ran = resume(&dir, "");
        assert_eq!(ran.code, 4, "{}", ran.err);
        assert!(ran.err.contains(&file.name) && ran.err.contains("anew"), "{}", ran.err);
    }
    resume_to(&dir, "--restart-layer", &expected);
    check(&dir);
}
