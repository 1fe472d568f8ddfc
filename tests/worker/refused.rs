//! Streams that a worker refuses: with the place, exit code 2, and findings that have no end.

use super::{first, game, rows, stream_of};
use arrow_array::RecordBatch;
use fcc::game::Game;
use std::io::Write;
use std::process::{Command, Stdio};

/// What `strata worker` says to these bytes: the exit code, standard error, and whether there is an end.
fn worker(arguments: &str, entries: &[u8]) -> (i32, String, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_strata"))
        .arg("worker")
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // One that refuses its stream does not read it to the end.
    let _ = child.stdin.take().expect("piped").write_all(entries);
    let done = child.wait_with_output().expect("the binary ends");
    let has_end = done.stdout.windows(3).any(|three| three == b"end");
    let code = done.status.code().expect("no signal");
    (code, String::from_utf8(done.stderr).expect("UTF-8"), has_end)
}

fn refused(arguments: &str, entries: &[u8], why: &str) {
    let (code, told, has_end) = worker(arguments, entries);
    assert_eq!(code, 2, "{why}: {told}");
    assert!(told.contains(why), "{why}: {told}");
    assert!(!has_end, "{why}");
}

/// Some runs of the layer after the deal's, sorted by group.
fn second_layer(game: &Game) -> (arrow_schema::SchemaRef, Vec<RecordBatch>) {
    let entries = first(game, true);
    let (schema, _) = rows(&entries);
    let control = fcc::flood::Control::new(None);
    let mut found = Vec::new();
    worker::flood(&super::job(game, &control, true, 1 << 20), &entries[..], &mut found)
        .expect("entries");
    let mut runs: Vec<RecordBatch> =
        rows(&found).1.into_iter().filter(|row| super::word(row, "kind") == "exit").collect();
    runs.sort_by_key(|row| (super::long(row, "stuck"), super::long(row, "founded")));
    (schema, runs)
}

#[test]
fn a_stream_that_is_cut_short_is_refused() {
    let entries = first(&game(11_982, 4), true);
    let (code, told, has_end) = worker("11982", &entries);
    assert_eq!((code, told.as_str(), has_end), (0, "", true));
    for length in 0..entries.len() {
        let (code, told, has_end) = worker_of(&entries[..length]);
        assert!(code == 2 && !has_end, "{length} bytes: {code} {told}");
    }
}

/// [`worker`] in this process.
fn worker_of(entries: &[u8]) -> (i32, String, bool) {
    let game = game(11_982, 4);
    let control = fcc::flood::Control::new(None);
    let mut found = Vec::new();
    match worker::flood(&super::job(&game, &control, true, 1 << 20), entries, &mut found) {
        Ok(()) => (0, String::new(), true),
        Err(worker::WorkerError::Refused(told)) => {
            (2, told, found.windows(3).any(|three| three == b"end"))
        }
        Err(other) => (4, other.to_string(), false),
    }
}

#[test]
fn no_damaged_byte_of_a_row_gets_through() {
    let entries = first(&game(11_982, 4), true);
    let mut expected = Vec::new();
    let control = fcc::flood::Control::new(None);
    let game = game(11_982, 4);
    worker::flood(&super::job(&game, &control, true, 1 << 20), &entries[..], &mut expected)
        .expect("entries");
    let mut unnoticed = 0;
    for place in 0..entries.len() {
        let mut damaged = entries.clone();
        damaged[place] ^= 0x10;
        let mut found = Vec::new();
        let job = super::job(&game, &control, true, 1 << 20);
        if worker::flood(&job, &damaged[..], &mut found).is_ok() {
            // Padding, a name of a field: the entries are the same.
            assert_eq!(rows(&found).1.len(), rows(&expected).1.len(), "byte {place}");
            let digest = |stream: &[u8]| {
                let rows = rows(stream).1;
                let layer = rows.iter().find(|row| super::word(row, "kind") == "layer");
                super::word(layer.expect("a layer"), "digest")
            };
            assert_eq!(digest(&found), digest(&expected), "byte {place}");
            unnoticed += 1;
        }
    }
    assert!(unnoticed < entries.len(), "{unnoticed}");
}

#[test]
fn what_is_not_sorted_or_of_another_deal_is_refused() {
    let game_of_deal = game(11_982, 4);
    let (schema, mut runs) = second_layer(&game_of_deal);
    let (code, told, _) = worker("11982", &stream_of(&schema, &runs));
    assert_eq!((code, told.as_str()), (0, ""));
    runs.swap(0, 1);
    refused("11982", &stream_of(&schema, &runs), "row 1 of batch 2: group");
    let entries = first(&game_of_deal, true);
    refused("11983", &entries, "strata.board");
    refused("11982 --freecells 3", &entries, "strata.board");
    refused("11982 --prune none", &entries, "strata.prune");
    refused("11982 --symmetry off", &entries, "strata.symmetry");
    refused("-", &entries, "BOARD can't be -");
    refused("11982", b"no stream of Arrow", "does not begin as one of Arrow");
    refused("11982", b"", "does not begin as one of Arrow");
}
