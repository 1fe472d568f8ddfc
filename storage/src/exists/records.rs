//! All records of a depth, one after the other.
//!
//! They are read some hundred at a time, so nothing is held between two steps and the depth may be
//! closed in the meantime. At the end of a sealed depth their number is compared with the seal's:
//! who has read to the end without an error has seen all that were written.

use super::{ExistsError, RocksExists};
use crate::record::{KEY_BYTES, KEYS_END, RecordKey, key_of};
use fcc::fingerprint::Fingerprint;
use fcc::ports::ComponentRecord;

const PAGE: usize = 512;

/// All records of a depth, by fingerprint and name. After an error there are no more.
pub struct Records<'a> {
    exists: &'a RocksExists,
    depth: u32,
    page: std::vec::IntoIter<(Fingerprint, ComponentRecord)>,
    /// Where the next page starts; nothing after the last.
    next: Option<RecordKey>,
    seen: u64,
}

impl<'a> Records<'a> {
    pub(super) fn new(exists: &'a RocksExists, depth: u32) -> Records<'a> {
        let page = Vec::new().into_iter();
        Records { exists, depth, page, next: Some([0; KEY_BYTES]), seen: 0 }
    }

    /// Reads the next page. `next` is nothing when it was the last, or an error.
    fn turn(&mut self, from: RecordKey) -> Result<(), ExistsError> {
        let page = self.exists.range(self.depth, &from, &KEYS_END, PAGE)?;
        self.seen += page.len() as u64;
        match page.last() {
            Some((fingerprint, last)) if page.len() == PAGE => {
                self.next = Some(after(key_of(*fingerprint, last.smallest)));
            }
            _ => self.check_count()?,
        }
        self.page = page.into_iter();
        Ok(())
    }

    fn check_count(&self) -> Result<(), ExistsError> {
        let RocksExists { sealed, settings, .. } = self.exists;
        match sealed.open(self.depth, settings)? {
            Some(depth) if depth.records != self.seen => Err(ExistsError::DamagedDepth {
                path: depth.database.path().to_owned(),
                expected: format!("{} records", depth.records),
                found: self.seen.to_string(),
            }),
            _ => Ok(()),
        }
    }
}

/// The next key there can be.
fn after(mut key: RecordKey) -> RecordKey {
    for byte in key.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            break;
        }
    }
    key
}

impl Iterator for Records<'_> {
    type Item = Result<(Fingerprint, ComponentRecord), ExistsError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.page.len() == 0
            && let Some(from) = self.next.take()
            && let Err(error) = self.turn(from)
        {
            return Some(Err(error));
        }
        self.page.next().map(Ok)
    }
}
