//! The manifest of a run: what is being explored, how far it is, and which files belong to it.
//!
//! A manifest is never changed. Every new one has the next number, `manifest-000001` and so on, and
//! `current`, a pointer of a few bytes that is replaced in one step, says which one counts and what its
//! checksum is. A crash leaves the old pointer or the new one, each with its manifest beside it.
//!
//! Everything in it is plain values: texts, numbers, lists of them. FORMAT.md has the order.

use crate::frame::{FrameError, Kind, pack, unpack};
use fcc::census::LayerReport;
use fcc::digest::Digest;
use fcc::flood::{GroupTally, SizeCounts};
use serde::{Deserialize, Serialize};
use std::fmt;

const MANIFEST: Kind = Kind { magic: *b"STRATAMF", version: FORMAT_VERSION };
const POINTER: Kind = Kind { magic: *b"STRATACU", version: FORMAT_VERSION };
/// The version of a run directory.
pub const FORMAT_VERSION: u32 = 1;

/// What a run explores: two runs of the same identity have the same counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// What to call the deal: its number, or a file.
    pub deal: String,
    /// The board as text.
    pub board: String,
    pub freecells: u8,
    pub columns: u8,
    pub prune: String,
    pub symmetry: bool,
}

impl Identity {
    /// The parts in which two differ: name, here, there. A board may have several names.
    pub fn differences(&self, other: &Identity) -> Vec<(&'static str, String, String)> {
        let parts = |identity: &Identity| {
            let Identity { deal, board, freecells, columns, prune, symmetry } = identity;
            [
                ("board", board.trim().to_owned(), format!("{deal}:\n{}\n", board.trim())),
                ("freecells", freecells.to_string(), freecells.to_string()),
                ("columns", columns.to_string(), columns.to_string()),
                ("prune", prune.clone(), prune.clone()),
                ("symmetry", symmetry.to_string(), if *symmetry { "on" } else { "off" }.into()),
            ]
        };
        let pairs = parts(self).into_iter().zip(parts(other));
        let differ = pairs.filter(|(mine, theirs)| mine.1 != theirs.1);
        differ.map(|((name, _, mine), (_, _, theirs))| (name, mine, theirs)).collect()
    }
}

/// How a run stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Under way, or ended without a word.
    Running,
    Finished {
        verdict: String,
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

/// The statistics of a complete layer: all of a [`LayerReport`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerStatistics {
    pub depth: u32,
    pub groups: u64,
    pub classes: u128,
    pub fccs: u128,
    pub states: u128,
    pub entries: u128,
    pub exits: u128,
    pub largest_fcc: u128,
    /// FCCs by powers of two of their size.
    pub sizes: Vec<u128>,
    pub digest: u128,
    pub won: bool,
    pub groups_left_out: u64,
}

impl From<&LayerReport> for LayerStatistics {
    fn from(report: &LayerReport) -> LayerStatistics {
        let LayerReport { depth, tally, won, groups_left_out } = report;
        let GroupTally {
            groups,
            classes,
            fccs,
            states,
            entries,
            exits,
            largest_fcc,
            sizes,
            digest,
        } = tally;
        LayerStatistics {
            depth: *depth,
            groups: *groups,
            classes: *classes,
            fccs: *fccs,
            states: *states,
            entries: *entries,
            exits: *exits,
            largest_fcc: *largest_fcc,
            sizes: sizes.as_slice().to_vec(),
            digest: digest.0,
            won: *won,
            groups_left_out: *groups_left_out,
        }
    }
}

impl From<&LayerStatistics> for LayerReport {
    fn from(layer: &LayerStatistics) -> LayerReport {
        let mut sizes = SizeCounts::default();
        for (place, &fccs) in layer.sizes.iter().take(u128::BITS as usize).enumerate() {
            sizes.add(1 << place, fccs);
        }
        let tally = GroupTally {
            groups: layer.groups,
            classes: layer.classes,
            fccs: layer.fccs,
            states: layer.states,
            entries: layer.entries,
            exits: layer.exits,
            largest_fcc: layer.largest_fcc,
            sizes,
            digest: Digest(layer.digest),
        };
        let LayerStatistics { depth, won, groups_left_out, .. } = *layer;
        LayerReport { depth, tally, won, groups_left_out }
    }
}

/// A file that belongs to the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveFile {
    /// Within the run directory.
    pub path: String,
    pub bytes: u64,
    pub entries: u64,
    pub checksum: u32,
}

/// All that is known of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Of the program that wrote it.
    pub program_version: String,
    pub identity: Identity,
    pub status: Status,
    /// Complete layers, by depth.
    pub layers: Vec<LayerStatistics>,
    pub files: Vec<LiveFile>,
}

impl Manifest {
    /// A run that begins.
    pub fn new(program_version: &str, identity: Identity) -> Manifest {
        let program_version = program_version.to_owned();
        let (status, layers, files) = (Status::Running, Vec::new(), Vec::new());
        Manifest { program_version, identity, status, layers, files }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        assert!(self.layers.is_sorted_by(|one, next| one.depth < next.depth), "layers in order");
        pack(MANIFEST, self)
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Manifest, FrameError> {
        let manifest: Manifest = unpack(MANIFEST, bytes)?;
        let in_order = manifest.layers.is_sorted_by(|one, next| one.depth < next.depth);
        if in_order { Ok(manifest) } else { Err(FrameError::Content) }
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
mod tests {
    use super::*;

    fn sample() -> Manifest {
        let identity = Identity {
            deal: "11982".into(),
            board: "AC\n".into(),
            freecells: 4,
            columns: 8,
            prune: "safe".into(),
            symmetry: true,
        };
        let mut manifest = Manifest::new("0.1.0", identity);
        manifest.layers.push(LayerStatistics::from(&report()));
        let (path, bytes, entries, checksum) = ("queues/7".into(), 300, 2, 9);
        manifest.files.push(LiveFile { path, bytes, entries, checksum });
        manifest
    }

    fn report() -> LayerReport {
        let mut tally =
            GroupTally { groups: 3, classes: 200, fccs: 6, states: 9, ..Default::default() };
        (tally.entries, tally.exits, tally.largest_fcc, tally.digest) =
            (4, 5, 4, Digest(u128::MAX));
        tally.sizes.add(1, 5);
        tally.sizes.add(4, 1);
        LayerReport { depth: 7, tally, won: false, groups_left_out: 1 }
    }

    #[test]
    fn a_layer_comes_back_with_every_field() {
        assert_eq!(LayerReport::from(&LayerStatistics::from(&report())), report());
    }

    #[test]
    fn golden_bytes() {
        let bytes = sample().to_bytes();
        assert_eq!(Manifest::from_bytes(&bytes), Ok(sample()));
        assert_eq!(bytes[..12], *b"STRATAMF\x01\0\0\0");
        let mut content = b"\x050.1.0\x0511982\x03AC\n\x04\x08\x04safe\x01\x00".to_vec();
        content.extend(b"\x01\x07\x03\xc8\x01\x06\x09\x04\x05\x04\x03\x05\x00\x01");
        content.extend([[0xff; 18].as_slice(), b"\x03\x00\x01"].concat());
        content.extend(b"\x01\x08queues/7\xac\x02\x02\x09");
        assert_eq!(bytes[24..], content);
        let pointer = Pointer { number: 300, checksum: 1 };
        assert_eq!(pointer.to_bytes()[24..], *b"\xac\x02\x01");
        assert_eq!(pointer.file_name(), "manifest-000300");
    }

    #[test]
    fn differences_are_named_with_both_values() {
        let one = sample().identity;
        assert_eq!(one.differences(&Identity { deal: "same.txt".into(), ..one.clone() }), []);
        let other = Identity { prune: "none".into(), symmetry: false, ..one.clone() };
        let expected =
            [("prune", "safe".into(), "none".into()), ("symmetry", "on".into(), "off".into())];
        assert_eq!(one.differences(&other), expected);
    }
}
