//! Verdicts, and the reasons for which there is none: one type of each for the whole program.
//!
//! Running out of anything is *undecided*, with the limit that stopped it, and never *impossible*. A reason
//! is what the user has to hear: what was asked for by name (a number of classes, a time), what ran out,
//! or who stopped it. What breaks (a disk that fails, threads that can't be started) is no reason but an
//! error.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Three verdicts, never a bool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a way to win.
    Solvable,
    /// Everything that can be reached was explored, and nothing of it is won.
    Impossible,
    /// Something else came first.
    Undecided(StopReason),
}

impl Verdict {
    /// The verdict without the reason.
    pub const fn word(self) -> VerdictWord {
        match self {
            Verdict::Solvable => VerdictWord::Solvable,
            Verdict::Impossible => VerdictWord::Impossible,
            Verdict::Undecided(_) => VerdictWord::Undecided,
        }
    }
}

/// A verdict as files and programs have it: one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum VerdictWord {
    /// Written `solvable`.
    Solvable,
    /// Written `impossible`.
    Impossible,
    /// Written `undecided`, whatever the reason.
    Undecided,
}

impl VerdictWord {
    /// All three, in the order in which messages list them.
    pub const ALL: [VerdictWord; 3] =
        [VerdictWord::Impossible, VerdictWord::Solvable, VerdictWord::Undecided];

    /// The word as it is written and read back.
    pub const fn as_str(self) -> &'static str {
        match self {
            VerdictWord::Solvable => "solvable",
            VerdictWord::Impossible => "impossible",
            VerdictWord::Undecided => "undecided",
        }
    }
}

impl fmt::Display for VerdictWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for VerdictWord {
    type Err = String;

    fn from_str(text: &str) -> Result<VerdictWord, String> {
        let word = VerdictWord::ALL.into_iter().find(|word| word.as_str() == text);
        word.ok_or_else(|| {
            let [one, other, third] = VerdictWord::ALL;
            format!("{text} is no verdict: {one}, {other}, {third}")
        })
    }
}

impl TryFrom<String> for VerdictWord {
    type Error = String;

    fn try_from(text: String) -> Result<VerdictWord, String> {
        text.parse()
    }
}

impl From<VerdictWord> for String {
    fn from(word: VerdictWord) -> String {
        word.to_string()
    }
}

/// Why a search ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The number of classes that it was allowed.
    Classes {
        /// The limit, in classes.
        max: u64,
    },
    /// The number of states that it was allowed.
    States {
        /// The limit, in states.
        max: u64,
    },
    /// The states that the scans were allowed to expand.
    Iterations {
        /// The limit, in iterations of all scans together.
        max: u64,
    },
    /// The bytes of memory that it was allowed.
    Memory {
        /// The limit, in bytes.
        bytes_max: u64,
    },
    /// The disk is full, or the bytes of it that the run was allowed.
    Disk,
    /// The time that it was allowed.
    Time,
    /// Somebody asked it to.
    Interrupted,
    /// Every scan has run dry, all of them leave moves out, and the complete search was not wanted.
    RanDry,
    /// Deeper layers were not asked for.
    Depth {
        /// The deepest layer that was asked for.
        max: u32,
    },
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Classes { max } => write!(f, "the limit of {max} classes was reached"),
            StopReason::States { max } => write!(f, "the limit of {max} states was reached"),
            StopReason::Iterations { max } => {
                write!(f, "the limit of {max} iterations of the scans was reached")
            }
            StopReason::Memory { bytes_max } => {
                write!(f, "the limit of {bytes_max} bytes of memory was reached")
            }
            StopReason::Disk => f.write_str("there was no more room on disk"),
            StopReason::Time => f.write_str("the time was up"),
            StopReason::Interrupted => f.write_str("it was interrupted"),
            StopReason::RanDry => {
                f.write_str("every scan of the plan ran dry, and all of them leave moves out")
            }
            StopReason::Depth { max } => write!(f, "layers deeper than {max} were not asked for"),
        }
    }
}
