//! The files that a checkpoint lives on, as a manifest names them: enough to tell each from any other.
//!
//! Stores hand out this list when they are flushed, and take it over when a run is resumed. A file that
//! is not on the list of the current manifest means nothing.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Holds {
    /// Entries that wait for a depth: a run of the queues.
    Entries,
    /// Records of the layer under way.
    Records,
    /// Entries of a complete layer, kept because that was asked for.
    Kept,
    /// How far the groups of the layer under way are that are done in part.
    Parts,
}

/// A file in the work folder that a manifest names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LiveFile {
    pub holds: Holds,
    pub depth: u32,
    /// In the work folder.
    pub name: String,
    pub bytes: u64,
    /// Entries, records or groups in it.
    pub entries: u64,
    /// The one in the trailer, which is made of all others of the file.
    pub checksum: u32,
}

impl LiveFile {
    /// Whether the name is one that stores give: within the folder.
    pub fn is_plain(&self) -> bool {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        !self.name.is_empty() && self.name.bytes().all(plain)
    }

    /// Whether it tells what was done of the layer under way.
    pub fn is_of_layer_under_way(&self) -> bool {
        matches!(self.holds, Holds::Records | Holds::Parts)
    }

    /// What to do when it is not as it was written.
    pub fn what_to_do(&self) -> &'static str {
        match self.holds {
            Holds::Entries => "Put back a copy of it, or start the run again in a new directory",
            Holds::Records | Holds::Parts => {
                "Put back a copy of it, or explore this layer anew by `strata resume --restart-layer`"
            }
            Holds::Kept => "No answer needs it: remove it, or put back a copy",
        }
    }

    /// Its size, count and checksum, for messages.
    pub fn facts(&self) -> String {
        let LiveFile { bytes, entries, checksum, .. } = self;
        format!("{bytes} bytes, {entries} entries, checksum {checksum:08x}")
    }
}

/// What it held.
impl fmt::Display for LiveFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.holds {
            Holds::Entries => write!(f, "entries waiting for depth {}", self.depth),
            Holds::Records => write!(f, "records of components of depth {}", self.depth),
            Holds::Kept => write!(f, "entries of the complete layer {}", self.depth),
            Holds::Parts => write!(f, "how far groups of depth {} are", self.depth),
        }
    }
}
