//! The seal of a depth: a small file that says that the depth is complete, and what it has.
//!
//! It is written last, after the database was closed. A depth without it was under way when the program
//! ended. It holds the number of records and the database's files, with their lengths and checksums.
//! The checksums of tables are compared only when all is looked through: they have others in
//! every block, which RocksDB verifies whenever it reads one.
//!
//! RocksDB's other files need this. It takes a wrong length at the end of its MANIFEST for an edit that
//! was never completed, and opens without the records that the edit named; and where the type byte of a
//! record turned from 1 to 5 it never comes back (RocksDB 11.8.1). So they are compared with the seal
//! before RocksDB sees them.

use crate::disk::Disk;
use crate::frame::{FrameError, Kind, pack, unpack};
use crate::replace::replace;
use serde::{Deserialize, Serialize};
use std::io::{self, Read};
use std::path::Path;

/// The file's name in the folder of the depth.
pub const SEAL: &str = "seal";
const KIND: Kind = Kind { magic: *b"STRATASL", version: 2 };
const TABLE: &str = ".sst";
/// A table where there is no RocksDB.
const RECORD_RUN: &str = "records-";
/// Files are read in pieces of this many bytes.
const PIECE_BYTES: usize = 1 << 18;

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
    checksum: u32,
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
    pub fn write(disk: &Disk, folder: &Path, records: u64) -> io::Result<()> {
        let listed = disk.list(folder)?;
        let look = |name: String| SealedFile::look(disk, folder, name);
        let files = listed.into_iter().map(|found| look(found.name)).collect::<io::Result<_>>()?;
        replace(disk, &folder.join(SEAL), &pack(KIND, &Seal { records, files }))
    }

    /// The seal of a folder whose files are as it says; of tables the sizes are.
    pub fn check(disk: &Disk, folder: &Path) -> Result<Seal, SealError> {
        let seal = Seal::read(disk, folder)?;
        seal.files.iter().try_for_each(|file| {
            if file.name.ends_with(TABLE) || file.name.starts_with(RECORD_RUN) {
                file.check_size(disk, folder)
            } else {
                file.check(disk, folder)
            }
        })?;
        Ok(seal)
    }

    /// The seal of a folder all of whose files are as it says, to the last byte. `done` is told of the bytes
    /// of each.
    pub fn check_whole(
        disk: &Disk,
        folder: &Path,
        mut done: impl FnMut(u64),
    ) -> Result<Seal, SealError> {
        let seal = Seal::read(disk, folder)?;
        for file in &seal.files {
            file.check(disk, folder)?;
            done(file.bytes);
        }
        Ok(seal)
    }

    /// The seal as it is, whatever its files are.
    pub fn read(disk: &Disk, folder: &Path) -> Result<Seal, SealError> {
        let bytes = disk.read(&folder.join(SEAL)).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => SealError::Missing,
            _ => SealError::Io { name: SEAL.into(), source },
        })?;
        unpack(KIND, &bytes).map_err(SealError::Damaged)
    }

    /// Bytes of all its files.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}

impl SealedFile {
    fn look(disk: &Disk, folder: &Path, name: String) -> io::Result<SealedFile> {
        let mut file = disk.open(&folder.join(&name))?;
        let (mut hasher, mut piece) = (crc32fast::Hasher::new(), vec![0; PIECE_BYTES]);
        let mut bytes = 0;
        loop {
            match file.read(&mut piece)? {
                0 => return Ok(SealedFile { name, bytes, checksum: hasher.finalize() }),
                length => {
                    hasher.update(&piece[..length]);
                    bytes += length as u64;
                }
            }
        }
    }

    fn check(&self, disk: &Disk, folder: &Path) -> Result<(), SealError> {
        let found = SealedFile::look(disk, folder, self.name.clone());
        self.compare(found, SealedFile::describe)
    }

    fn check_size(&self, disk: &Disk, folder: &Path) -> Result<(), SealError> {
        let bytes = disk.bytes(&folder.join(&self.name));
        let found = bytes.map(|bytes| SealedFile { bytes, ..self.clone() });
        self.compare(found, |file| format!("{} bytes", file.bytes))
    }

    fn compare(
        &self,
        found: io::Result<SealedFile>,
        describe: impl Fn(&SealedFile) -> String,
    ) -> Result<(), SealError> {
        let name = self.name.clone();
        let found = match found {
            Ok(found) if found == *self => return Ok(()),
            Ok(found) => describe(&found),
            Err(error) if error.kind() == io::ErrorKind::NotFound => "nothing".into(),
            Err(source) => return Err(SealError::Io { name, source }),
        };
        Err(SealError::File { name, expected: describe(self), found })
    }

    fn describe(&self) -> String {
        format!("{} bytes with checksum {:08x}", self.bytes, self.checksum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_folder_is_as_it_was_sealed_or_the_file_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text).expect("room on the disk");
        };
        put("CURRENT", "MANIFEST-000001");
        put("000007.sst", "a table");
        let disk = Disk::default();
        assert!(matches!(Seal::check(&disk, folder.path()), Err(SealError::Missing)));
        Seal::write(&disk, folder.path(), 12).expect("room on the disk");
        let check = || Seal::check(&disk, folder.path());
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
        let whole = || Seal::check_whole(&disk, folder.path(), |_| ());
        assert!(whole().is_ok());
        put("000007.sst", "a fable");
        assert!(check().is_ok(), "RocksDB finds it when it reads the block");
        assert!(matches!(whole(), Err(SealError::File { name, .. }) if name == "000007.sst"));
        fs::remove_file(folder.path().join("000007.sst")).expect("it is there");
        let error = check().expect_err("a file is gone");
        assert!(matches!(error, SealError::File { found, .. } if found == "nothing"));
    }

    #[test]
    fn golden_bytes() {
        let file = |name: &str, bytes, checksum| SealedFile { name: name.into(), bytes, checksum };
        let files = vec![file("1.sst", 300, 3), file("C", 1, 0x80)];
        let bytes = pack(KIND, &Seal { records: 5, files });
        assert_eq!(bytes[..12], *b"STRATASL\x02\0\0\0");
        assert_eq!(bytes[24..], *b"\x05\x02\x051.sst\xac\x02\x03\x01C\x01\x80\x01");
    }
}
