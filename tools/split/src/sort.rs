//! Sorting more lines than fit into memory: sorted runs in temporary files, merged.
//!
//! The files have no names, so that whatever ends the process takes them away. They never outlive it and
//! are not sealed; a line that does not read back is an error all the same.

use crate::derived::Derived;
use crate::error::SplitError;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

/// Runs that are merged at once.
const RUNS_MAX: usize = 64;

/// Which line comes first.
pub type Order = fn(&Derived, &Derived) -> Ordering;

/// Takes lines in any order.
pub struct Sorter {
    folder: PathBuf,
    order: Order,
    bytes_max: usize,
    bytes: usize,
    held: Vec<Derived>,
    runs: Vec<File>,
}

impl Sorter {
    /// Holds no more than so many bytes of lines in memory, the rest in this folder.
    pub fn new(folder: &Path, order: Order, bytes_max: usize) -> Sorter {
        let folder = folder.to_owned();
        Sorter { folder, order, bytes_max, bytes: 0, held: Vec::new(), runs: Vec::new() }
    }

    pub fn push(&mut self, line: Derived) -> Result<(), SplitError> {
        self.bytes += line.bytes();
        self.held.push(line);
        if self.bytes > self.bytes_max {
            self.spill().map_err(failed(&self.folder))?;
        }
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        let order = self.order;
        self.held.sort_unstable_by(order);
        let mut run = BufWriter::new(tempfile::tempfile_in(&self.folder)?);
        for line in self.held.drain(..) {
            writeln!(run, "{line}")?;
        }
        self.bytes = 0;
        self.add_run(run)
    }

    fn add_run(&mut self, run: BufWriter<File>) -> io::Result<()> {
        let mut run = run.into_inner().map_err(io::IntoInnerError::into_error)?;
        run.rewind()?;
        self.runs.push(run);
        Ok(())
    }

    /// All lines in order.
    pub fn sorted(mut self) -> Result<Merge, SplitError> {
        while self.runs.len() > RUNS_MAX {
            let mut merge = Merge::new(self.order);
            for run in self.runs.drain(..RUNS_MAX) {
                merge.add(lines_of(run, &self.folder))?;
            }
            let run = tempfile::tempfile_in(&self.folder).map_err(failed(&self.folder))?;
            let mut run = BufWriter::new(run);
            while let Some(line) = merge.next()? {
                writeln!(run, "{line}").map_err(failed(&self.folder))?;
            }
            self.add_run(run).map_err(failed(&self.folder))?;
        }
        let mut merge = Merge::new(self.order);
        for run in self.runs {
            merge.add(lines_of(run, &self.folder))?;
        }
        let mut held = self.held;
        held.sort_unstable_by(self.order);
        merge.add(held.into_iter().map(Ok))?;
        Ok(merge)
    }
}

fn failed(folder: &Path) -> impl Fn(io::Error) -> SplitError + '_ {
    SplitError::io("sort in", folder)
}

fn lines_of(run: File, folder: &Path) -> impl Iterator<Item = Result<Derived, SplitError>> + use<> {
    let folder = folder.to_owned();
    BufReader::new(run).lines().map(move |line| {
        let line = line.map_err(failed(&folder))?;
        Derived::read(&line).map_err(|reason| failed(&folder)(io::Error::other(reason)))
    })
}

type Lines = Box<dyn Iterator<Item = Result<Derived, SplitError>>>;

/// Sorted lines from several places, in order.
pub struct Merge {
    order: Order,
    sources: Vec<Lines>,
    heads: BinaryHeap<Head>,
}

struct Head {
    line: Derived,
    source: usize,
    order: Order,
}

impl Merge {
    pub fn new(order: Order) -> Merge {
        Merge { order, sources: Vec::new(), heads: BinaryHeap::new() }
    }

    /// Adds lines that are in order.
    pub fn add(
        &mut self,
        lines: impl Iterator<Item = Result<Derived, SplitError>> + 'static,
    ) -> Result<(), SplitError> {
        self.sources.push(Box::new(lines));
        self.advance(self.sources.len() - 1)
    }

    fn advance(&mut self, source: usize) -> Result<(), SplitError> {
        if let Some(line) = self.sources[source].next().transpose()? {
            self.heads.push(Head { line, source, order: self.order });
        }
        Ok(())
    }

    #[allow(clippy::should_implement_trait)] // it can fail
    pub fn next(&mut self) -> Result<Option<Derived>, SplitError> {
        let Some(Head { line, source, .. }) = self.heads.pop() else { return Ok(None) };
        self.advance(source)?;
        Ok(Some(line))
    }
}

/// The greatest of a heap comes first, so the order is turned.
impl Ord for Head {
    fn cmp(&self, other: &Head) -> Ordering {
        (self.order)(&other.line, &self.line).then(other.source.cmp(&self.source))
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Head) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Head) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Head {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_amount_of_memory_gives_the_same_order() {
        let mut word = 1u64;
        let mut lines = Vec::new();
        for _ in 0..5000 {
            word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let way = "7HS".repeat((word >> 33) as usize % 5 + 1);
            let state = format!("{:018}", (word >> 40) % 300);
            let moves = way.len() / 3;
            lines.push(
                Derived::read(&format!("eXl5eXl5eXl5eWw {state} {moves} {way}")).expect("a line"),
            );
        }
        let mut expected = lines.clone();
        expected.sort();
        let folder = tempfile::tempdir().expect("a folder");
        for bytes_max in [1 << 30, 100_000, 3000] {
            let mut sorter = Sorter::new(folder.path(), Derived::cmp, bytes_max);
            lines.iter().for_each(|line| sorter.push(line.clone()).expect("room"));
            let mut merge = sorter.sorted().expect("room");
            let mut found = Vec::new();
            while let Some(line) = merge.next().expect("room") {
                found.push(line);
            }
            assert_eq!(found, expected);
        }
    }
}
