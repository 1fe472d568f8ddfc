//! The manifest of a run: what is being explored, how far it is, and which files belong to it.
//!
//! A manifest is never changed. Every new one has the next number, `manifest-000001` and so on, and
//! `current`, a pointer of a few bytes that is replaced in one step, says which one counts and what its
//! checksum is. A crash leaves the old pointer or the new one, each with its manifest beside it.
//!
//! It is the checkpoint, too: from the layer under way and the files that it names the run goes on.
//! Everything in it is plain values: texts, numbers, lists of them. FORMAT.md has the order.

mod identity;
mod layer;

pub use crate::live::{Holds, LiveFile};
pub use identity::Identity;
pub use layer::{GroupName, LayerStatistics, LayerUnderWay};

use crate::frame::{FrameError, Kind, pack, unpack};
use fcc::verdict::VerdictWord;
use serde::{Deserialize, Serialize};
use std::fmt;

const MANIFEST: Kind = Kind { magic: *b"STRATAMF", version: FORMAT_VERSION };
/// The same bytes of a game whose rules are told by its board. Who knows FreeCell alone refuses it.
const MANIFEST_OF_GAME: Kind = Kind { version: FORMAT_VERSION + 1, ..MANIFEST };
const POINTER: Kind = Kind { magic: *b"STRATACU", version: FORMAT_VERSION };
/// The version of a run directory.
const FORMAT_VERSION: u32 = 3;

/// How a run stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Under way, or ended without a word.
    Running,
    Finished {
        verdict: VerdictWord,
    },
    /// A limit or a signal came first.
    Stopped {
        cause: String,
    },
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Running => f.write_str("not finished"),
            Status::Finished { verdict } => write!(f, "finished: {verdict}"),
            Status::Stopped { cause } => write!(f, "stopped: {cause}"),
        }
    }
}

/// How much of the graph a run looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScopeOfRun {
    pub until_won: bool,
    pub beam_entries_max: Option<u64>,
}

/// All that is known of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Of the program that wrote it.
    pub program_version: String,
    pub identity: Identity,
    pub scope: ScopeOfRun,
    pub status: Status,
    /// The number of this manifest, from 1.
    pub number: u64,
    /// When it was written, in seconds since 1970.
    pub unix_seconds: u64,
    /// Time that the run has taken, over all its processes.
    pub seconds_spent: u64,
    /// Bytes that the run takes on disk.
    pub disk_bytes: u64,
    /// Complete layers, by depth.
    pub layers: Vec<LayerStatistics>,
    pub under_way: Option<LayerUnderWay>,
    pub files: Vec<LiveFile>,
}

impl Manifest {
    /// A run that begins.
    pub fn new(program_version: &str, identity: Identity) -> Manifest {
        Manifest {
            program_version: program_version.to_owned(),
            identity,
            scope: ScopeOfRun::default(),
            status: Status::Running,
            number: 0,
            unix_seconds: 0,
            seconds_spent: 0,
            disk_bytes: 0,
            layers: Vec::new(),
            under_way: None,
            files: Vec::new(),
        }
    }

    /// The files that hold this.
    pub fn files_of(&self, holds: Holds) -> impl Iterator<Item = &LiveFile> {
        self.files.iter().filter(move |file| file.holds == holds)
    }

    /// Leaves out what is known of the layer under way, so that it is explored from its first group again.
    /// That is sound at any time: what its groups have pushed to deeper layers they push again.
    pub fn begin_layer_anew(&mut self) {
        self.under_way = None;
        self.files.retain(|file| !file.is_of_layer_under_way());
    }

    /// The first clause that the parts break together.
    fn broken_clause(&self) -> Option<&'static str> {
        let Manifest { layers, under_way, files, .. } = self;
        let in_order = layers.is_sorted_by(|one, next| one.report.depth < next.report.depth);
        let last = layers.last().map(|layer| layer.report.depth);
        let deeper = |depth: u32| last.is_none_or(|last| last < depth);
        let depth = under_way.as_ref().map(|layer| layer.depth);
        let records = |file: &LiveFile| !file.is_of_layer_under_way() || Some(file.depth) == depth;
        let to_come = |file: &LiveFile| file.holds != Holds::Entries || deeper(file.depth);
        let taken = |layer: &LayerUnderWay| {
            let groups = &layer.groups_under_way;
            groups.is_sorted_by(|one, next| one < next)
                && layer.tally.report.depth == layer.depth
                && layer.taken == layer.tally.report.tally.groups + groups.len() as u64
        };
        let clauses = [
            (in_order, "layers come by depth"),
            (depth.is_none_or(deeper), "the layer under way is deeper than all complete ones"),
            (under_way.as_ref().is_none_or(taken), "groups taken are done or under way"),
            (files.iter().all(to_come), "entries wait for layers to come"),
            (files.iter().all(records), "records and parts belong to the layer under way"),
            (files.iter().all(LiveFile::is_plain), "files have plain names"),
        ];
        clauses.into_iter().find(|&(holds, _)| !holds).map(|(_, clause)| clause)
    }

    /// # Panics
    /// When the parts do not fit together.
    pub fn to_bytes(&self) -> Vec<u8> {
        if let Some(clause) = self.broken_clause() {
            panic!("in the manifest it does not hold that {clause}: {self:?}");
        }
        pack(self.kind(), self)
    }

    fn kind(&self) -> Kind {
        if self.identity.tells_rules() { MANIFEST_OF_GAME } else { MANIFEST }
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Manifest, FrameError> {
        let (kind, manifest) = match unpack::<Manifest>(MANIFEST, bytes) {
            Err(FrameError::Version { found, .. }) if found == MANIFEST_OF_GAME.version => {
                (MANIFEST_OF_GAME, unpack(MANIFEST_OF_GAME, bytes)?)
            }
            read => (MANIFEST, read?),
        };
        match manifest.broken_clause() {
            None if manifest.kind() == kind => Ok(manifest),
            _ => Err(FrameError::Content),
        }
    }
}

/// The content of `current`: which manifest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pointer {
    pub number: u64,
    /// CRC-32 of the whole manifest file.
    pub checksum: u32,
}

impl Pointer {
    /// The pointer to these bytes.
    pub fn to(number: u64, manifest: &[u8]) -> Pointer {
        Pointer { number, checksum: crc32fast::hash(manifest) }
    }

    pub fn to_bytes(self) -> Vec<u8> {
        pack(POINTER, &self)
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Pointer, FrameError> {
        unpack(POINTER, bytes)
    }

    /// The name of the manifest's file.
    pub fn file_name(self) -> String {
        format!("{MANIFEST_PREFIX}{:06}", self.number)
    }
}

/// What the name of a manifest starts with.
pub const MANIFEST_PREFIX: &str = "manifest-";

#[cfg(test)]
mod tests;
