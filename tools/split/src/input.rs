//! The input of a group: its initial states, or pieces of classes, each with a way that leads to it.
//!
//! After the header comes `group FINGERPRINT depth N`, then a line for each state, `state count moves`, or
//! for each piece of a class, `class suits count moves`, sorted by count and then by what stands before it.
//! Reading plays every way on the board and looks where it leads, so that no exploration begins with a
//! state that can't be reached. What is kept of a way is where it is in the file: the states are in
//! memory, their ways are not.

use crate::deal::SplitDeal;
use crate::derived::{Derived, is_count};
use crate::error::SplitError;
use crate::sealed::{Seal, SealedReader, SealedWriter};
use fcc::convert::state_of;
use fcc::fingerprint::Fingerprint;
use fcc::group::Group;
use fcc::replay::replay;
use fcc::split::suits::piece_text;
use fcc::split::text::{state_of_text, state_text, steps_of_text};
use fcc::split::way::Way;
use fcc::split::{ClassEntry, Entry};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

const KIND: &str = "input";

/// An input that is being written.
pub struct InputWriter(SealedWriter);

impl InputWriter {
    pub fn create(
        path: &Path,
        deal: &SplitDeal,
        fingerprint: Fingerprint,
    ) -> Result<InputWriter, SplitError> {
        let mut file = SealedWriter::create(path, KIND, deal.checksum())?;
        file.line(group_line(deal, fingerprint))?;
        Ok(InputWriter(file))
    }

    pub fn add(&mut self, derived: &Derived) -> Result<(), SplitError> {
        self.0.line(derived.in_its_group())
    }

    pub fn finish(self) -> Result<Seal, SplitError> {
        self.0.finish()
    }
}

/// The line that names a group.
pub(crate) fn group_line(deal: &SplitDeal, fingerprint: Fingerprint) -> String {
    format!("group {fingerprint} depth {}", deal.game.depth(fingerprint))
}

/// What a group is entered by.
pub enum Entries {
    States(Vec<Entry>),
    Classes(Vec<ClassEntry>),
}

impl Entries {
    fn new(symmetry: bool) -> Entries {
        if symmetry { Entries::Classes(Vec::new()) } else { Entries::States(Vec::new()) }
    }

    fn is_empty(&self) -> bool {
        match self {
            Entries::States(entries) => entries.is_empty(),
            Entries::Classes(entries) => entries.is_empty(),
        }
    }

    /// Reads a line and plays its moves. Returns their number and their text.
    fn add<'l>(
        &mut self,
        deal: &SplitDeal,
        group: &Group,
        line: &'l str,
    ) -> Result<(u32, &'l str), String> {
        let words: Vec<&str> = line.split(' ').collect();
        match (self, &words[..]) {
            (Entries::States(entries), &[state, count, way]) => {
                let entry = read_state(deal, group, state, count, way)?;
                entries.push(entry);
                Ok((entry.moves, way))
            }
            (Entries::Classes(entries), &[class, suits, count, text]) => {
                let way = Way::read(text).map_err(|error| error.to_string())?;
                let moves = is_count(count, way.moves())?;
                entries.push(ClassEntry::read(&deal.game, group, class, suits, &way)?);
                Ok((moves, text))
            }
            (Entries::States(_), _) => {
                Err(format!("expected `state count moves`, found {} words", words.len()))
            }
            (Entries::Classes(_), _) => {
                Err(format!("expected `class suits count moves`, found {} words", words.len()))
            }
        }
    }

    /// What stands before the count in the line of an entry.
    pub fn name(&self, number: usize) -> String {
        let text = |key| String::from_utf8_lossy(&state_text(key)).into_owned();
        match self {
            Entries::States(entries) => text(entries[number].key),
            Entries::Classes(entries) => {
                let ClassEntry { key, piece, .. } = &entries[number];
                format!("{} {}", text(*key), piece_text(piece))
            }
        }
    }
}

/// The initial states of a group.
pub struct Input {
    path: PathBuf,
    file: File,
    pub entries: Entries,
    /// Where the way of each is in the file, and its length.
    ways: Vec<(u64, usize)>,
    pub seal: Seal,
}

impl Input {
    pub fn read(path: &Path, deal: &SplitDeal, group: &Group) -> Result<Input, SplitError> {
        let mut reader = SealedReader::open(path, KIND, Some(deal.checksum()))?;
        let expected = group_line(deal, group.fingerprint());
        let found = reader.expect("the group")?.to_owned();
        if found != expected {
            return Err(reader.refuse(format!("expected `{expected}`, found `{found}`")));
        }
        let (mut entries, mut ways) = (Entries::new(deal.symmetry), Vec::new());
        let mut last: Option<(u32, String)> = None;
        while let Some(line) = reader.next()? {
            let line = line.to_owned();
            let (moves, way) =
                entries.add(deal, group, &line).map_err(|reason| reader.refuse(reason))?;
            let this = (moves, entries.name(ways.len()));
            if last.is_some_and(|last| last >= this) {
                return Err(reader.refuse("lines are to be sorted by count and then by state"));
            }
            last = Some(this);
            ways.push((reader.offset() + (line.len() - way.len()) as u64, way.len()));
        }
        if entries.is_empty() {
            return Err(reader.refuse("a group without states"));
        }
        let file = reader.file().try_clone().map_err(SplitError::io("read", path))?;
        Ok(Input { path: path.to_owned(), file, entries, ways, seal: reader.seal() })
    }

    /// The way to an initial state, from the file.
    pub fn way(&self, entry: usize) -> Result<Way, SplitError> {
        let (offset, letters) = self.ways[entry];
        let mut way = vec![0; letters];
        let failed = SplitError::io("read", &self.path);
        self.file.read_exact_at(&mut way, offset).map_err(&failed)?;
        let way = std::str::from_utf8(&way).ok().and_then(|text| Way::read(text).ok());
        way.ok_or_else(|| failed(io::Error::other("it was changed while it was read")))
    }
}

fn read_state(
    deal: &SplitDeal,
    group: &Group,
    state: &str,
    count: &str,
    way: &str,
) -> Result<Entry, String> {
    let state = state_of_text(group, state).map_err(|error| error.to_string())?;
    let steps = steps_of_text(way).map_err(|error| error.to_string())?;
    let moves = is_count(count, steps.len())?;
    let (_, end) = replay(deal.game.deal(), &steps).map_err(|illegal| illegal.to_string())?;
    match state_of(&deal.game, &end) {
        Ok(end) if end == state => Ok(Entry { key: group.key(state.planes), moves }),
        _ => Err("the moves lead to another state".into()),
    }
}
