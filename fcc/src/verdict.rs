//! Verdicts, and the reasons for which there is none: one type of each for the whole program.
//!
//! Running out of anything is *undecided*, with the limit that stopped it, and never *impossible*. A reason
//! is what the user has to hear: what was asked for by name (a number of classes, a time), what ran out,
//! or who stopped it. What breaks (a disk that fails, threads that can't be started) is no reason but an
//! error.

use std::fmt;

/// Three verdicts, never a bool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Solvable,
    Impossible,
    /// Something else came first.
    Undecided(StopReason),
}

impl Verdict {
    /// One word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Solvable => "solvable",
            Verdict::Impossible => "impossible",
            Verdict::Undecided(_) => "undecided",
        }
    }
}

/// Why a search ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The number of classes that it was allowed.
    Classes { max: u64 },
    /// The number of states that it was allowed.
    States { max: u64 },
    /// The states that the scans were allowed to expand.
    Iterations { max: u64 },
    /// The bytes of memory that it was allowed.
    Memory { bytes_max: u64 },
    /// The disk is full, or the bytes of it that the run was allowed.
    Disk,
    /// The time that it was allowed.
    Time,
    /// Somebody asked it to.
    Interrupted,
    /// Every scan has run dry, all of them leave moves out, and the complete search was not wanted.
    RanDry,
    /// Deeper layers were not asked for.
    Depth { max: u32 },
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
