//! A text file that is complete or not there, and whose every byte is checked when it is read.
//!
//! The first line tells what it is: `strata split KIND 1 game XXXXXXXX`, with the version of the format
//! and a checksum of the deal and its rules. The last one is `end LINES XXXXXXXX`: the number of lines
//! before it and their CRC-32. So a file that was cut, edited, or taken from another deal is refused, with
//! its name and the line.
//!
//! Writing goes to a name that ends in `.temp` and has the process and the time in it, so that two
//! processes that make the same file never write to the same one; then the bytes are synced and the
//! file gets its name. The names of a folder are synced by [`sync_folder`], once for many files.

use crate::error::SplitError;
use std::fmt;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

const VERSION: u32 = 1;
/// What the name of a file ends in while it is not complete.
pub const TEMPORARY: &str = ".temp";

/// What identifies the contents of a complete file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal {
    pub lines: u64,
    pub checksum: u32,
}

/// A file that is being written.
pub struct SealedWriter {
    path: PathBuf,
    temporary: PathBuf,
    out: BufWriter<File>,
    seal: Seal,
    hasher: crc32fast::Hasher,
}

fn header(kind: &str, game: u32) -> String {
    format!("strata split {kind} {VERSION} game {game:08x}")
}

impl SealedWriter {
    pub fn create(path: &Path, kind: &str, game: u32) -> Result<SealedWriter, SplitError> {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(format!(".{}-{time}{TEMPORARY}", std::process::id()));
        let temporary = PathBuf::from(temporary);
        let file = File::create_new(&temporary).map_err(SplitError::io("create", &temporary))?;
        let mut writer = SealedWriter {
            path: path.to_owned(),
            temporary,
            out: BufWriter::with_capacity(1 << 16, file),
            seal: Seal { lines: 0, checksum: 0 },
            hasher: crc32fast::Hasher::new(),
        };
        writer.line(header(kind, game))?;
        Ok(writer)
    }

    pub fn line(&mut self, line: impl fmt::Display) -> Result<(), SplitError> {
        let line = format!("{line}\n");
        debug_assert!(!line.starts_with("end ") && line.matches('\n').count() == 1);
        self.hasher.update(line.as_bytes());
        self.seal.lines += 1;
        self.out.write_all(line.as_bytes()).map_err(SplitError::io("write", &self.temporary))
    }

    /// Makes the file complete and gives it its name.
    pub fn finish(mut self) -> Result<Seal, SplitError> {
        self.seal.checksum = self.hasher.clone().finalize();
        let Seal { lines, checksum } = self.seal;
        let failed = SplitError::io("write", &self.temporary);
        writeln!(self.out, "end {lines} {checksum:08x}").map_err(&failed)?;
        self.out.flush().map_err(&failed)?;
        self.out.get_ref().sync_data().map_err(SplitError::io("sync", &self.temporary))?;
        fs::rename(&self.temporary, &self.path).map_err(SplitError::io("name", &self.path))?;
        Ok(self.seal)
    }
}

/// A file that was not finished is of no use to anybody.
impl Drop for SealedWriter {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Waits until the names in a folder are on the disk for good.
pub fn sync_folder(folder: &Path) -> Result<(), SplitError> {
    File::open(folder).and_then(|it| it.sync_all()).map_err(SplitError::io("sync", folder))
}

/// A file that is being read.
pub struct SealedReader {
    path: PathBuf,
    input: BufReader<File>,
    /// The number of the line that was read last.
    line: u64,
    /// Where in the file it begins.
    offset: u64,
    next_offset: u64,
    text: String,
    hasher: crc32fast::Hasher,
    seal: Option<Seal>,
}

impl SealedReader {
    /// Opens a file of this kind, of this deal unless that is what the file is to tell.
    pub fn open(path: &Path, kind: &str, game: Option<u32>) -> Result<SealedReader, SplitError> {
        let file = File::open(path).map_err(SplitError::io("open", path))?;
        let mut reader = SealedReader {
            path: path.to_owned(),
            input: BufReader::with_capacity(1 << 16, file),
            line: 0,
            offset: 0,
            next_offset: 0,
            text: String::new(),
            hasher: crc32fast::Hasher::new(),
            seal: None,
        };
        let first = reader.next()?.unwrap_or_default().to_owned();
        let (what, of_game) = first.rsplit_once(' ').unwrap_or_default();
        let expected = header(kind, 0);
        if Some((what, ' ')) != expected.rsplit_once(' ').map(|(what, _)| (what, ' ')) {
            return Err(reader.refuse(format!(
                "expected `{what_is}`, found `{first}`",
                what_is = header(kind, game.unwrap_or(0))
            )));
        }
        match game.map(|game| format!("{game:08x}")) {
            Some(game) if game != of_game => Err(reader.refuse(format!(
                "a file of another deal, rules, prune or symmetry: it has game {of_game}, this one is {game}"
            ))),
            _ => Ok(reader),
        }
    }

    /// The next line; `None` at the end, when everything was there.
    #[allow(clippy::should_implement_trait)] // it lends
    pub fn next(&mut self) -> Result<Option<&str>, SplitError> {
        if self.seal.is_some() {
            return Ok(None);
        }
        self.read_line()?;
        let Some(end) = self.text.strip_prefix("end ") else {
            self.hasher.update(self.text.as_bytes());
            return Ok(Some(&self.text[..self.text.len() - 1]));
        };
        let seal = Seal { lines: self.line - 1, checksum: self.hasher.clone().finalize() };
        if end != format!("{} {:08x}\n", seal.lines, seal.checksum) {
            return Err(self.refuse(format!(
                "the file was changed: its last line has `{}`, the lines before it make `{} {:08x}`",
                end.trim_end(), seal.lines, seal.checksum
            )));
        }
        self.text.clear();
        let more =
            self.input.read_line(&mut self.text).map_err(SplitError::io("read", &self.path))?;
        if more > 0 {
            self.line += 1;
            return Err(self.refuse("something comes after the last line"));
        }
        self.seal = Some(seal);
        Ok(None)
    }

    fn read_line(&mut self) -> Result<(), SplitError> {
        self.text.clear();
        self.line += 1;
        self.offset = self.next_offset;
        match self.input.read_line(&mut self.text) {
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                return Err(self.refuse("not a text"));
            }
            read => read.map_err(SplitError::io("read", &self.path))?,
        };
        self.next_offset += self.text.len() as u64;
        if !self.text.ends_with('\n') {
            return Err(self.refuse("the file is cut off here: its last line begins with `end`"));
        }
        Ok(())
    }

    /// The next line, which has to be there.
    pub fn expect(&mut self, what: &str) -> Result<&str, SplitError> {
        match self.next()? {
            Some(_) => Ok(&self.text[..self.text.len() - 1]),
            None => Err(self.refuse(format!("the file ends, {what} is missing"))),
        }
    }

    /// The rest of the next line after these words.
    pub fn expect_after(&mut self, words: &str) -> Result<String, SplitError> {
        let line = self.expect(words)?;
        match line.strip_prefix(words).and_then(|rest| rest.strip_prefix(' ')) {
            Some(rest) => Ok(rest.to_owned()),
            None => {
                let found = line.to_owned();
                Err(self.refuse(format!("expected `{words} ...`, found `{found}`")))
            }
        }
    }

    /// A refusal of the line that was read last.
    pub fn refuse(&self, reason: impl fmt::Display) -> SplitError {
        SplitError::Refused { path: self.path.clone(), line: self.line, reason: reason.to_string() }
    }

    /// Where the line that was read last begins.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The file as it is on disk, to be read once more elsewhere.
    pub fn file(&self) -> &File {
        self.input.get_ref()
    }

    /// What the last line said; after the end only.
    pub fn seal(&self) -> Seal {
        self.seal.expect("the file was read to its end")
    }
}

/// A number as it is written, and in no other way.
pub fn number<T: std::str::FromStr + fmt::Display>(word: &str) -> Option<T> {
    word.parse().ok().filter(|number: &T| number.to_string() == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &Path, game: u32) -> Result<Vec<String>, String> {
        let mut reader = SealedReader::open(path, "test", Some(game)).map_err(|e| e.to_string())?;
        let mut lines = Vec::new();
        while let Some(line) = reader.next().map_err(|error| error.to_string())? {
            lines.push(line.to_owned());
        }
        Ok(lines)
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_refused_with_name_and_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let mut writer = SealedWriter::create(&path, "test", 7).expect("a file");
        assert!(!path.exists());
        ["one", "two", "three"].iter().for_each(|line| writer.line(line).expect("room"));
        writer.finish().expect("room");
        assert_eq!(read(&path, 7).expect("complete"), ["one", "two", "three"]);
        assert!(read(&path, 8).expect_err("another deal").contains("game 00000007"));
        let whole = fs::read(&path).expect("it is there");
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).expect("room");
            let error = read(&path, 7).expect_err("cut off");
            assert!(error.contains("file, line "), "{error}");
        }
        for place in 0..whole.len() {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            fs::write(&path, &changed).expect("room");
            let error = read(&path, 7).expect_err("changed");
            assert!(error.contains("file, line "), "{error}");
        }
        fs::write(&path, [&whole[..], b"more\n"].concat()).expect("room");
        assert!(read(&path, 7).expect_err("more").contains("line 6: something comes after"));
    }

    #[test]
    fn what_is_not_finished_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(SealedWriter::create(&folder.path().join("file"), "test", 7).expect("a file"));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
