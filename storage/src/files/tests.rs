//! Files: counted, limited, temporary, failing.

use super::*;
use std::fs;

#[test]
fn a_temporary_folder_comes_with_the_first_file_and_goes_with_the_last_handle() {
    let within = tempfile::tempdir().expect("a folder");
    let inside = || fs::read_dir(within.path()).expect("a folder").count();
    let files = Files::temporary_in(within.path());
    assert!(files.list().expect("list").is_empty());
    assert_eq!(inside(), 0, "nothing is made before it is needed");
    let file = files.create("first").expect("create");
    drop(files);
    assert_eq!(inside(), 1);
    drop(file);
    assert_eq!(inside(), 0);
}

#[test]
fn bytes_are_counted_up_and_down_and_limited() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("old"), [7; 30]).expect("write");
    let files = Files::at(folder.path()).expect("open").limited_to(100);
    let mut file = files.create("new").expect("create");
    file.append(&[1; 50]).expect("80 bytes are within the limit");
    let error = file.append(&[2; 25]).expect_err("105 are not");
    assert!(error.is_for_lack_of_room());
    let text = error.to_string();
    assert!(text.contains("100 bytes") && text.contains("5 are missing"), "{text}");
    assert_eq!(&files.map("new").expect("map")[..], [1; 50]);
    file.keep();
    assert_eq!(files.list().expect("list"), [("new".into(), 50), ("old".into(), 30)]);
    files.remove("old").expect("remove");
    assert_eq!((files.disk_bytes(), files.disk_bytes_peak()), (50, 80));
    files.count_others(folder.path(), 50).expect("100 bytes are within the limit");
    let error = files.count_others(folder.path(), 60).expect_err("110 are not");
    assert!(error.to_string().contains("10 are missing"), "{error}");
    files.count_others(folder.path(), 20).expect("fewer");
    assert_eq!((files.disk_bytes(), files.disk_bytes_peak()), (70, 100));
}

#[test]
fn a_file_that_is_not_kept_leaves_nothing() {
    let files = Files::temporary();
    files.create("gone").expect("create").append(b"some bytes").expect("write");
    assert!(files.list().expect("list").is_empty());
    assert_eq!((files.disk_bytes(), files.disk_bytes_peak()), (0, 10));
    let name = files.create_numbered("run").expect("create").keep();
    assert_ne!(files.create_numbered("run").expect("create").keep(), name);
    let error = files.create(&name).err().expect("it is there").to_string();
    assert!(error.contains("can't create") && error.contains(&name), "{error}");
}

#[test]
fn after_the_given_number_of_operations_all_fail() {
    let files = Files::temporary();
    let mut file = files.create("file").expect("create");
    files.fail_after(1);
    file.append(b"works").expect("one operation is left");
    for _ in 0..2 {
        let error = file.append(b"fails").expect_err("none is left").to_string();
        assert!(error.contains("made to fail"), "{error}");
    }
    assert!(files.sync_folder().is_err() && files.map("file").is_err());
}
