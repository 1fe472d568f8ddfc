//! The seal of a depth: a small file that says that the depth is complete, and what it has.
//!
//! It is written last, after the database was closed. A depth without it was under way when the program
//! ended. It holds the number of records and the database's files, with their lengths, and the checksums
//! of all that are no tables: tables have checksums of their own in every block.
//!
//! RocksDB's other files need this. It takes a wrong length at the end of its MANIFEST for an edit that
//! was never completed, and opens without the records that the edit named; and where the type byte of a
//! record turned from 1 to 5 it never comes back (RocksDB 11.8.1). So they are compared with the seal
//! before RocksDB sees them.

use crate::frame::{FrameError, Kind, pack, unpack};
use crate::replace::replace;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::Path;

/// The file's name in the folder of the depth.
pub const SEAL: &str = "seal";
const KIND: Kind = Kind { magic: *b"STRATASL", version: 1 };
const TABLE: &str = ".sst";

/// What a complete depth has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    pub records: u64,
    files: Vec<SealedFile>,
}

/// A file of the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SealedFile {
    name: String,
    bytes: u64,
    /// Of the whole file; tables have none here.
    checksum: Option<u32>,
}

/// Why a depth is not as it was sealed.
#[derive(Debug)]
pub enum SealError {
    Missing,
    Damaged(FrameError),
    /// A file is not there, or not what it was.
    File {
        name: String,
        expected: String,
        found: String,
    },
    Io {
        name: String,
        source: io::Error,
    },
}

impl Seal {
    /// Seals the files of a folder as they are now.
    pub fn write(folder: &Path, records: u64) -> io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name().into_string();
            let name =
                name.map_err(|name| io::Error::other(format!("a file {name:?} of others")))?;
            files.push(SealedFile::look(folder, name)?);
        }
        files.sort_by(|one, other| one.name.cmp(&other.name));
        replace(&folder.join(SEAL), &pack(KIND, &Seal { records, files }))
    }

    /// The seal of a folder, all of whose files are as it says.
    pub fn check(folder: &Path) -> Result<Seal, SealError> {
        let bytes = fs::read(folder.join(SEAL)).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => SealError::Missing,
            _ => SealError::Io { name: SEAL.into(), source },
        })?;
        let seal: Seal = unpack(KIND, &bytes).map_err(SealError::Damaged)?;
        seal.files.iter().try_for_each(|file| file.check(folder))?;
        Ok(seal)
    }
}

impl SealedFile {
    fn look(folder: &Path, name: String) -> io::Result<SealedFile> {
        let path = folder.join(&name);
        if name.ends_with(TABLE) {
            let bytes = fs::metadata(path)?.len();
            return Ok(SealedFile { name, bytes, checksum: None });
        }
        let content = fs::read(path)?;
        let checksum = Some(crc32fast::hash(&content));
        Ok(SealedFile { name, bytes: content.len() as u64, checksum })
    }

    fn check(&self, folder: &Path) -> Result<(), SealError> {
        let differs = |found: String| SealError::File {
            name: self.name.clone(),
            expected: self.describe(),
            found,
        };
        match SealedFile::look(folder, self.name.clone()) {
            Ok(found) if found == *self => Ok(()),
            Ok(found) => Err(differs(found.describe())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(differs("nothing".into())),
            Err(source) => Err(SealError::Io { name: self.name.clone(), source }),
        }
    }

    fn describe(&self) -> String {
        match self.checksum {
            Some(checksum) => format!("{} bytes with checksum {checksum:08x}", self.bytes),
            None => format!("{} bytes", self.bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_as_it_was_sealed_or_the_file_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text).expect("room on the disk");
        };
        put("CURRENT", "MANIFEST-000001");
        put("000007.sst", "a table");
        assert!(matches!(Seal::check(folder.path()), Err(SealError::Missing)));
        Seal::write(folder.path(), 12).expect("room on the disk");
        let check = || Seal::check(folder.path());
        assert_eq!(check().expect("as written").records, 12);
        put("LOG", "what others add does not matter");
        assert!(check().is_ok());
        let changes = [("CURRENT", "MANIFEST-000002"), ("CURRENT", "short"), ("000007.sst", "cut")];
        for (name, text) in changes {
            let before = fs::read_to_string(folder.path().join(name)).expect("it is there");
            put(name, text);
            let error = check().expect_err("another file");
            assert!(matches!(error, SealError::File { name: found, .. } if found == name));
            put(name, &before);
        }
        fs::remove_file(folder.path().join("000007.sst")).expect("it is there");
        let error = check().expect_err("a file is gone");
        assert!(matches!(error, SealError::File { found, .. } if found == "nothing"));
    }

    #[test]
    fn golden_bytes() {
        let file = |name: &str, bytes, checksum| SealedFile { name: name.into(), bytes, checksum };
        let files = vec![file("1.sst", 300, None), file("C", 1, Some(0x80))];
        let bytes = pack(KIND, &Seal { records: 5, files });
        assert_eq!(bytes[..12], *b"STRATASL\x01\0\0\0");
        assert_eq!(bytes[24..], *b"\x05\x02\x051.sst\xac\x02\x00\x01C\x01\x01\x80\x01");
    }
}
