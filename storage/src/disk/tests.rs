//! What a disk for tests loses and keeps.

use super::*;

fn disk() -> (tempfile::TempDir, PathBuf, Disk) {
    let folder = tempfile::tempdir().expect("a folder");
    let (inside, limbo) = (folder.path().join("inside"), folder.path().join("limbo"));
    fs::create_dir_all(&limbo).expect("a folder");
    fs::create_dir_all(&inside).expect("a folder");
    (folder, inside, Disk::that_forgets(&limbo))
}

fn put(disk: &Disk, path: &Path, text: &str) {
    let file = disk.create_new(path).expect("create");
    disk.append(&file, text.as_bytes()).expect("write");
}

fn text(path: &Path) -> Option<String> {
    fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

#[test]
fn what_was_not_synced_is_lost_and_what_was_is_not() {
    let (_folder, inside, disk) = disk();
    let at = |name: &str| inside.join(name);
    for name in ["kept", "nameless", "old", "gone"] {
        put(&disk, &at(name), name);
        disk.sync(&at(name)).expect("sync");
    }
    disk.rename(&at("nameless"), &at("x")).expect("rename");
    disk.rename(&at("x"), &at("nameless")).expect("rename");
    disk.sync_folder(&inside).expect("sync");
    put(&disk, &at("later"), "a name that is not durable");
    disk.sync(&at("later")).expect("sync");
    disk.remove(&at("gone")).expect("remove");
    put(&disk, &at("new"), "new");
    disk.sync(&at("new")).expect("sync");
    disk.rename(&at("new"), &at("old")).expect("rename");
    assert_eq!(text(&at("old")).as_deref(), Some("new"));
    disk.fail_after(1);
    assert!(disk.read(&at("old")).is_ok(), "one is left");
    assert!(disk.read(&at("old")).is_err() && disk.sync_folder(&inside).is_err());
    disk.lose_unsynced(Loss::Everything).expect("it can be done");
    let names = ["kept", "nameless", "old", "gone"];
    assert_eq!(names.map(|name| text(&at(name))), names.map(|name| Some(name.to_owned())));
    assert_eq!(fs::read_dir(&inside).expect("a folder").count(), names.len());
}

#[test]
fn bytes_that_were_not_synced_are_cut_or_other_ones() {
    for (loss, expected) in [
        (Loss::Everything, "safe"),
        (Loss::Garbage, "safe\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
        (Loss::Zeros, "safe\0\0\0\0"),
        (Loss::Nothing, "safe and"),
    ] {
        let (_folder, inside, disk) = disk();
        let path = inside.join("file");
        let file = disk.create_new(&path).expect("create");
        disk.append(&file, b"safe").expect("write");
        disk.sync(&path).expect("sync");
        disk.sync_folder(&inside).expect("sync");
        disk.append(&file, b" and").expect("write");
        disk.lose_unsynced(loss).expect("it can be done");
        assert_eq!(text(&path).as_deref(), Some(expected), "{loss:?}");
    }
}

#[test]
fn folders_are_durable_when_they_are_made() {
    let (_folder, inside, disk) = disk();
    let path = inside.join("one/two/three");
    disk.make_folder(&path).expect("make");
    put(&disk, &path.join("file"), "lost");
    disk.remove_folder(&inside.join("one")).expect("remove");
    assert!(!path.exists());
    disk.lose_unsynced(Loss::Everything).expect("it can be done");
    assert!(path.exists() && !path.join("file").exists());
}
