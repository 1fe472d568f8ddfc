//! Record runs side by side, in the order of keys.
//!
//! A key that two of them hold is a component that was explored twice: a fault that must not become an
//! answer, so the layer ends there.

use super::ExistsError;
use super::error::name_text;
use crate::record::RecordKey;
use crate::record_run::{RecordReader, RecordRun};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::Path;

/// Calls `take` with all records of these runs, in order. Returns how many there were.
pub(super) fn merge(
    path: &Path,
    runs: &[RecordRun],
    mut take: impl FnMut(&RecordKey, &[u8]) -> Result<(), ExistsError>,
) -> Result<u64, ExistsError> {
    let mut readers: Vec<RecordReader> = runs.iter().map(RecordRun::reader).collect();
    let mut heap = BinaryHeap::new();
    for (number, reader) in readers.iter_mut().enumerate() {
        if reader.advance()? {
            heap.push(Reverse((*reader.key(), number)));
        }
    }
    let (mut count, mut last) = (0, None);
    while let Some(Reverse((key, number))) = heap.pop() {
        if last.replace(key) == Some(key) {
            let what = format!("the component {} was explored twice", name_text(&key));
            return Err(ExistsError::Miscounted { path: path.to_owned(), what });
        }
        let reader = &mut readers[number];
        take(&key, reader.value())?;
        count += 1;
        if reader.advance()? {
            heap.push(Reverse((*reader.key(), number)));
        }
    }
    let expected: u64 = runs.iter().map(|run| run.live().entries).sum();
    assert_eq!(count, expected, "records of a merge");
    Ok(count)
}
