//! The certificate of a graph that workers have explored, from the rows of its components.

use super::{game, job, long, rows, word};
use crate::certificate::verify;
use crate::support::strata;
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_ipc::writer::StreamWriter;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The rows of all components, as `strata certificate build` reads them.
fn components(deal: u64, freecells: u8, symmetry: bool) -> (u64, Vec<RecordBatch>) {
    let game = game(deal, freecells);
    let control = fcc::flood::Control::new(None);
    let mut job = job(&game, &control, symmetry, 64 << 20);
    job.go_on = Some(u64::MAX);
    let mut found = Vec::new();
    worker::flood(&job, &super::first(&game, symmetry)[..], &mut found).expect("entries");
    let (_, rows) = rows(&found);
    let count = long(rows.last().expect("an end"), "components") as u64;
    let mut records: Vec<RecordBatch> =
        rows.into_iter().filter(|row| word(row, "kind") == "component").collect();
    let depth = |row: &RecordBatch| row["depth"].as_primitive::<Int32Type>().value(0);
    records.sort_by_key(|row| (depth(row), long(row, "stuck"), long(row, "founded")));
    (count, records)
}

/// Runs `strata certificate build`. Returns its exit code and what it says.
fn build(arguments: &str, census: &Path, file: &Path, records: &[RecordBatch]) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_strata"))
        .args(["certificate", "build"])
        .args(arguments.split_whitespace())
        .arg("--census")
        .arg(census)
        .arg("--to")
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut bytes = Vec::new();
    let mut stream = StreamWriter::try_new(&mut bytes, &records[0].schema()).expect("memory");
    records.iter().for_each(|row| stream.write(row).expect("memory"));
    stream.finish().expect("memory");
    drop(stream);
    let _ = child.stdin.take().expect("piped").write_all(&bytes);
    let done = child.wait_with_output().expect("the binary ends");
    (done.status.code().expect("no signal"), String::from_utf8(done.stderr).expect("UTF-8"))
}

#[test]
fn the_checker_accepts_what_is_made_of_the_rows_of_workers() {
    let folder = tempfile::tempdir().expect("a folder");
    for (walk, symmetry) in [("on", true), ("off", false)] {
        let arguments = format!("11982 --symmetry {walk}");
        let mut found = strata(&format!("census {arguments} --json")).json();
        let (count, records) = components(11_982, 4, symmetry);
        found["components"] = count.into();
        let census = folder.path().join("census.json");
        std::fs::write(&census, found.to_string()).expect("written");
        let file = folder.path().join(format!("{walk}.cert"));
        let (code, told) = build(&arguments, &census, &file, &records);
        assert_eq!((code, told.as_str()), (0, ""), "{walk}");
        let (code, text) = verify(&file, None);
        assert_eq!(code, 0, "{walk}: {text}");

        let (code, told) = build(&arguments, &census, &file, &records);
        assert!(code == 2 && told.contains("--force"), "{told}");
        let fewer = folder.path().join("fewer.cert");
        let (code, told) = build(&arguments, &census, &fewer, &records[1..]);
        assert!(code == 2 && told.contains("counted were"), "{told}");
        assert!(!fewer.exists(), "nothing half-written stays");
    }
}
