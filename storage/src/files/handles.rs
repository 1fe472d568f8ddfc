//! A file while it is written, and a file when it is read.

use super::Files;
use crate::error::StorageError;
use memmap2::{Mmap, UncheckedAdvice};
use std::fs::File;
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};

/// Memory is mapped in pages; the largest that a supported machine has.
const PAGE_BYTES: usize = 1 << 16;

/// A file that is being written. It goes when it is dropped before [`NewFile::keep`].
pub struct NewFile {
    pub(super) files: Files,
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) file: File,
    pub(super) bytes: u64,
    pub(super) kept: bool,
}

impl NewFile {
    /// Writes at the end.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), StorageError> {
        self.files.reserve(&self.path, bytes.len() as u64)?;
        self.bytes += bytes.len() as u64;
        let written = self.files.disk().append(&self.file, bytes);
        written.map_err(|source| StorageError::io(&self.path, "write to", source))
    }

    /// Bytes written.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file is complete. Returns its name.
    pub fn keep(mut self) -> String {
        self.kept = true;
        self.name.clone()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Whatever stopped the writing has been reported; what can't be deleted now is left over.
        if !self.kept && self.files.disk().remove(&self.path).is_ok() {
            self.files.release(self.bytes);
        }
    }
}

/// The bytes of a complete file.
pub struct MappedFile {
    pub(super) map: Mmap,
    pub(super) path: PathBuf,
}

impl MappedFile {
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives back the memory of the pages in this range; they are read again when they are needed.
    pub fn forget(&self, range: Range<usize>) {
        let (start, end) = (range.start.next_multiple_of(PAGE_BYTES), range.end / PAGE_BYTES);
        let end = end * PAGE_BYTES;
        if start < end {
            // It is a hint; when it is refused the pages stay until the system wants them.
            // SAFETY: the map is shared with the file, so the pages come back as they were.
            let _ = unsafe {
                self.map.unchecked_advise_range(UncheckedAdvice::DontNeed, start, end - start)
            };
        }
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map
    }
}
