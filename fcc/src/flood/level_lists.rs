//! Levels of a flood as sorted lists: written to the scratch store, and in memory too where they fit.

use super::radix::Keyed;
use crate::key::{Key, Word};
use crate::ports::{PortError, Scratch, ScratchRun, ScratchWriter};
use std::sync::Arc;

/// Samples that a level has, about.
const SAMPLES: usize = 256;
/// States that are written at once.
const BLOCK: usize = 512;

impl<K: Key, W: Word> Keyed<K> for (K, W) {
    #[inline]
    fn key(&self) -> K {
        self.0
    }
}

/// A level: written down, and in memory too where it fits.
pub struct Level<K, W> {
    /// The whole level in the scratch store.
    pub run: Arc<dyn ScratchRun>,
    /// The same list in memory, if it fits.
    pub here: Option<Vec<(K, W)>>,
    /// Keys that cut it into parts of about equal length.
    pub samples: Vec<K>,
}

impl<K: Key, W: Word> Level<K, W> {
    /// Writes down a sorted list. It stays in memory, too, if it has no more than so many bytes.
    pub fn new(
        scratch: &dyn Scratch,
        list: Vec<(K, W)>,
        bytes_max: usize,
    ) -> Result<Level<K, W>, PortError> {
        let run = write(scratch, [&list[..]])?;
        let step = (list.len() / SAMPLES).max(1);
        let samples = list.iter().step_by(step).map(|&(key, _)| key).collect();
        let fits = list.capacity() * size_of::<(K, W)>() <= bytes_max;
        Ok(Level { run, here: fits.then_some(list), samples })
    }
}

/// Writes sorted lists that follow each other.
pub fn write<'l, K: Key, W: Word>(
    scratch: &dyn Scratch,
    lists: impl IntoIterator<Item = &'l [(K, W)]>,
) -> Result<Arc<dyn ScratchRun>, PortError> {
    let mut writer = scratch.create()?;
    let mut buffer = Vec::with_capacity(BLOCK);
    for chunk in lists.into_iter().flat_map(|list| list.chunks(BLOCK)) {
        buffer.clear();
        buffer.extend(chunk.iter().map(|&(key, word)| (key.wide(), word.word())));
        writer.append(&buffer)?;
    }
    Ok(Arc::from(writer.seal()?))
}

/// A level being written one state at a time, and kept in memory while it fits.
pub struct Output<K, W> {
    writer: Box<dyn ScratchWriter>,
    buffer: Vec<(u128, u64)>,
    here: Option<Vec<(K, W)>>,
    bytes_max: usize,
    samples: Vec<K>,
    len: usize,
    sample_every: usize,
}

impl<K: Key, W: Word> Output<K, W> {
    /// Begins a level. It stays in memory, too, while it has no more than so many bytes; 0 for never.
    pub fn new(scratch: &dyn Scratch, bytes_max: usize) -> Result<Output<K, W>, PortError> {
        let (buffer, samples) = (Vec::with_capacity(BLOCK), Vec::new());
        let here = (bytes_max > 0).then(Vec::new);
        let writer = scratch.create()?;
        Ok(Output { writer, buffer, here, bytes_max, samples, len: 0, sample_every: 1 })
    }

    /// Appends a state. Keys come strictly ascending.
    #[inline]
    pub fn push(&mut self, key: K, word: W) -> Result<(), PortError> {
        self.buffer.push((key.wide(), word.word()));
        if self.buffer.len() == BLOCK {
            self.writer.append(&self.buffer)?;
            self.buffer.clear();
        }
        if let Some(here) = &mut self.here {
            here.push((key, word));
            if here.capacity() * size_of::<(K, W)>() > self.bytes_max {
                self.here = None;
            }
        }
        if self.len.is_multiple_of(self.sample_every) {
            self.samples.push(key);
            if self.samples.len() > 4 * SAMPLES {
                self.sample_every *= 2;
                let mut index = 0;
                self.samples.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
            }
        }
        self.len += 1;
        Ok(())
    }

    /// Completes the level.
    pub fn finish(mut self) -> Result<Level<K, W>, PortError> {
        self.writer.append(&self.buffer)?;
        let run = Arc::from(self.writer.seal()?);
        Ok(Level { run, here: self.here, samples: self.samples })
    }
}
