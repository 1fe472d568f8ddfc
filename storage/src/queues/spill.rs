//! Writing what waits in memory to a run: groups by fingerprint, each settled, its memory given back as
//! soon as it is written.

use super::buffer::{Groups, held_bytes, sort_and_join};
use crate::block::GroupHead;
use crate::error::StorageError;
use crate::files::Files;
use crate::payload::StoredPayload;
use crate::run::{RunWriter, SealedRun};
use fcc::entries::Entries;

/// A run from memory, and how many entries met their like.
pub(super) struct Spilled {
    pub run: SealedRun,
    pub entries_joined: u64,
}

/// Writes groups, sorted by fingerprint, to a new run. `freed` is told of the bytes of each.
///
/// # Panics
/// When entries were lost.
pub(super) fn spill<P: StoredPayload>(
    files: &Files,
    prefix: &str,
    book: &P::Book,
    groups: Groups<P>,
    joiner: &mut P::Joiner,
    freed: impl Fn(i64),
) -> Result<Spilled, StorageError> {
    let mut writer = RunWriter::<P>::create(files, prefix, book)?;
    let (mut taken, mut entries_joined) = (0, 0);
    for (fingerprint, mut entries) in groups {
        let (count, bytes) = (entries.len() as u64, held_bytes(&entries));
        sort_and_join(&mut entries, joiner);
        taken += count;
        entries_joined += count - entries.len() as u64;
        let wide = matches!(entries, Entries::Wide(_));
        writer.begin_group(GroupHead { fingerprint, wide });
        match &entries {
            Entries::Narrow(list) => writer.push_all(list)?,
            Entries::Wide(list) => writer.push_all(list)?,
        }
        drop(entries);
        freed(bytes);
    }
    let run = writer.seal()?;
    assert_eq!(run.entries + entries_joined, taken, "entries written by a spill");
    Ok(Spilled { run, entries_joined })
}
