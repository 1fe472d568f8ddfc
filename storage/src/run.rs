//! A run: a file of sorted entries that is written once and then only read.
//!
//! Header, compressed blocks, an index with a line for each block, and a trailer with the totals. Every
//! byte is under a checksum, and what the index and the totals say is compared with what the blocks
//! hold: a bit that turned or a file that was cut is found and named, and never becomes an entry that
//! nobody wrote. FORMAT.md has the tables.
//!
//! Opening checks everything but the blocks; a block is checked each time it is loaded. Whoever reads
//! has one block in memory, about 20 KiB.

mod layout;
mod reader;
mod writer;

pub use reader::{EntryPosition, RunReader};
pub use writer::RunWriter;

use crate::error::StorageError;
use crate::files::{Files, MappedFile};
use crate::packed::BLOCK_HEAD_BYTES;
use crate::payload::StoredPayload;
use fcc::fingerprint::Fingerprint;
use layout::{
    HEADER_BYTES, HEADER_MAGIC, INDEX_LINE_BYTES, IndexLine, TRAILER_BYTES, TRAILER_MAGIC, Trailer,
    VERSION,
};
use std::sync::Arc;

/// The facts of a run that is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedRun {
    pub name: String,
    pub groups: u64,
    pub entries: u64,
    /// Size of the file.
    pub bytes: u64,
    /// Of the trailer, which has one of the index, which has one of each block.
    pub checksum: u32,
}

/// A run that is open for reading.
pub struct Run<P: StoredPayload> {
    file: Arc<RunFile>,
    book: P::Book,
}

/// The file of a run, checked.
struct RunFile {
    map: MappedFile,
    holds: &'static str,
    trailer: Trailer,
    /// Where the index begins.
    index: usize,
}

impl<P: StoredPayload> Run<P> {
    /// Opens a run and checks all of it but the blocks.
    pub fn open(files: &Files, name: &str, book: &P::Book) -> Result<Run<P>, StorageError> {
        let trailer = Trailer { blocks: 0, groups: 0, entries: 0, index: 0, index_checksum: 0 };
        let mut file = RunFile { map: files.map(name)?, holds: P::HOLDS, trailer, index: 0 };
        file.check_header(P::KIND)?;
        file.check_trailer()?;
        file.check_index()?;
        Ok(Run { file: Arc::new(file), book: book.clone() })
    }

    /// Opens a run that has to have the facts it was sealed with.
    pub fn open_sealed(
        files: &Files,
        sealed: &SealedRun,
        book: &P::Book,
    ) -> Result<Run<P>, StorageError> {
        let run = Run::open(files, &sealed.name, book)?;
        let facts = run.facts(&sealed.name);
        if facts != *sealed {
            return Err(run.file.damaged(0, format!("{sealed:?}"), format!("{facts:?}")));
        }
        Ok(run)
    }

    /// The facts of the run, which has this name.
    pub fn facts(&self, name: &str) -> SealedRun {
        self.file.trailer.sealed(name.to_owned(), self.file.map.len() as u64)
    }

    pub fn groups(&self) -> u64 {
        self.file.trailer.groups
    }

    pub fn entries(&self) -> u64 {
        self.file.trailer.entries
    }

    /// A reader before the first entry.
    pub fn reader(&self) -> RunReader<P> {
        RunReader::new(&self.file, &self.book)
    }

    /// A reader on the entry at a place that a reader of this run told.
    pub fn reader_at(&self, place: EntryPosition) -> Result<RunReader<P>, StorageError> {
        RunReader::at(&self.file, &self.book, place)
    }
}

impl RunFile {
    /// The error for bytes that are not as they were written.
    fn damaged(
        &self,
        offset: usize,
        expected: impl ToString,
        found: impl ToString,
    ) -> StorageError {
        StorageError::Damaged {
            path: self.map.path().to_owned(),
            offset: offset as u64,
            holds: self.holds.to_owned(),
            expected: expected.to_string(),
            found: found.to_string(),
            what_to_do: "The disk or another program changed it: check the disk, then go back to the \
                         last checkpoint or start the run again",
        }
    }

    fn check_checksum(&self, at: usize, bytes: &[u8], found: u32) -> Result<(), StorageError> {
        let expected = crc32fast::hash(bytes);
        if expected == found {
            return Ok(());
        }
        let text = |sum: u32| format!("the checksum {sum:08x}");
        Err(self.damaged(at, text(expected), text(found)))
    }

    fn check_header(&self, kind: u32) -> Result<(), StorageError> {
        let least = HEADER_BYTES + TRAILER_BYTES;
        if self.map.len() < least {
            let (expected, found) = (format!("{least} bytes at least"), self.map.len());
            return Err(self.damaged(self.map.len(), expected, format!("{found} bytes")));
        }
        let header = layout::read_header(&self.map);
        if header.magic != HEADER_MAGIC {
            return Err(self.damaged(0, "the header of a run", "other bytes"));
        }
        let checked = HEADER_BYTES - layout::CHECKSUM_BYTES;
        self.check_checksum(0, &self.map[..checked], header.checksum)?;
        if header.version != VERSION {
            let version = |number: u32| format!("version {number} of the format");
            return Err(self.damaged(0, version(VERSION), version(header.version)));
        }
        if header.kind != kind {
            let kind_of = |number: u32| format!("entries of kind {number}");
            return Err(self.damaged(0, kind_of(kind), kind_of(header.kind)));
        }
        Ok(())
    }

    fn check_trailer(&mut self) -> Result<(), StorageError> {
        let start = self.map.len() - TRAILER_BYTES;
        let (trailer, checksum, magic) = layout::read_trailer(&self.map[start..]);
        if magic != TRAILER_MAGIC {
            return Err(self.damaged(start, "the trailer of a run", "other bytes: it was cut off"));
        }
        self.check_checksum(start, &self.map[start..][..layout::TRAILER_CHECKED], checksum)?;
        let index_bytes = trailer.blocks.checked_mul(INDEX_LINE_BYTES as u64);
        let index_end = index_bytes.and_then(|bytes| bytes.checked_add(trailer.index));
        if index_end != Some(start as u64) || trailer.index < HEADER_BYTES as u64 {
            let expected = format!("an index of {} blocks before the trailer", trailer.blocks);
            return Err(self.damaged(start, expected, format!("its start at {}", trailer.index)));
        }
        self.index = trailer.index as usize;
        self.trailer = trailer;
        Ok(())
    }

    /// Blocks follow each other without gaps, begin in order, and have the entries that the trailer
    /// tells together.
    fn check_index(&self) -> Result<(), StorageError> {
        let index = &self.map[self.index..self.map.len() - TRAILER_BYTES];
        self.check_checksum(self.index, index, self.trailer.index_checksum)?;
        let (mut end, mut entries) = (HEADER_BYTES, 0);
        let mut first: Option<(Fingerprint, u128)> = None;
        for block in 0..self.blocks() {
            let line = self.index_line(block);
            let at = self.index + block * INDEX_LINE_BYTES;
            let ordered = first.is_none_or(|first| first <= line.first);
            if (block == 0 && line.offset != end as u64) || line.entries == 0 || !ordered {
                return Err(self.damaged(at, "the next block", format!("{line:?}")));
            }
            let next = self.block_end(block);
            let least = line.offset.saturating_add(BLOCK_HEAD_BYTES as u64);
            if (next as u64) <= least || next > self.index {
                return Err(self.damaged(at, "a block before the next one", format!("{line:?}")));
            }
            (end, first) = (next, Some(line.first));
            entries += u64::from(line.entries);
        }
        if end != self.index || entries != self.trailer.entries {
            let expected = format!("{} entries up to {}", self.trailer.entries, self.index);
            return Err(self.damaged(self.index, expected, format!("{entries} up to {end}")));
        }
        self.map.forget(self.index..self.map.len());
        Ok(())
    }

    fn blocks(&self) -> usize {
        self.trailer.blocks as usize
    }

    fn index_line(&self, block: usize) -> IndexLine {
        layout::read_index_line(&self.map[self.index + block * INDEX_LINE_BYTES..])
    }

    /// Where the next block begins, or the index.
    fn block_end(&self, block: usize) -> usize {
        let next = block + 1;
        if next == self.blocks() { self.index } else { self.index_line(next).offset as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::GroupHead;

    /// Some groups, one of them over many blocks.
    fn written(files: &Files) -> SealedRun {
        let mut writer = RunWriter::<u64>::create(files, "run", &()).expect("create");
        for stuck in 0..40 {
            let wide = stuck == 7;
            writer.begin_group(GroupHead { fingerprint: Fingerprint { stuck, founded: 3 }, wide });
            for n in 0..if wide { 50_000 } else { stuck } {
                let key = u128::from(n) << if wide { 70 } else { 3 };
                writer.push(key, n * stuck).expect("write");
            }
        }
        writer.seal().expect("seal")
    }

    #[test]
    fn a_run_is_read_from_the_start_and_from_any_place() {
        let files = Files::temporary();
        let sealed = written(&files);
        assert_eq!((sealed.groups, sealed.entries), (39, 50_000 + 39 * 40 / 2 - 7));
        assert_eq!(files.list().expect("list"), [(sealed.name.clone(), sealed.bytes)]);
        let run = Run::<u64>::open(&files, &sealed.name, &()).expect("open");
        assert_eq!((run.groups(), run.entries()), (sealed.groups, sealed.entries));
        let (mut reader, mut count) = (run.reader(), 0u64);
        let now = |reader: &RunReader<u64>| (reader.head(), reader.key(), reader.payload());
        while reader.advance().expect("read") {
            if count % 997 == 0 {
                let place = reader.place();
                assert_eq!(EntryPosition::unpack(place.pack()), place);
                let mut other = run.reader_at(place).expect("seek");
                assert_eq!(now(&other), now(&reader));
                let (more, mut ahead) = (other.advance().expect("read"), run.reader());
                for _ in 0..count + 2 {
                    assert!(more && ahead.advance().expect("read"));
                }
                assert_eq!(now(&other), now(&ahead));
            }
            count += 1;
        }
        assert_eq!(count, sealed.entries);
        assert!(!reader.advance().expect("the end stays the end"));
    }

    #[test]
    fn a_run_of_another_kind_is_refused() {
        let files = Files::temporary();
        let sealed = written(&files);
        let error = Run::<()>::open(&files, &sealed.name, &()).err().expect("refused").to_string();
        assert!(error.contains("kind 1") && error.contains("kind 2"), "{error}");
    }

    #[test]
    fn a_run_that_is_not_sealed_is_gone() {
        let files = Files::temporary();
        let mut writer = RunWriter::<()>::create(&files, "run", &()).expect("create");
        writer.begin_group(GroupHead {
            fingerprint: Fingerprint { stuck: 1, founded: 0 },
            wide: false,
        });
        writer.push(5, ()).expect("write");
        drop(writer);
        assert!(files.list().expect("list").is_empty());
    }

    #[test]
    fn an_empty_run_is_a_run() {
        let files = Files::temporary();
        let writer = RunWriter::<()>::create(&files, "run", &()).expect("create");
        let sealed = writer.seal().expect("seal");
        let run = Run::<()>::open(&files, &sealed.name, &()).expect("open");
        assert!(!run.reader().advance().expect("read"));
    }
}
