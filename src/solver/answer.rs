//! What a solver answers: three verdicts, with what each rests on, and the stage that came to it.

use fcc::numbers::grouped;
use fcc::solution::Solution;
use fcc::verdict::StopReason;
use fcc::verdict::VerdictWord;
use std::fmt;
use std::time::Duration;

/// A part of the way to a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The scans of the plan.
    Plan,
    /// The complete search over classes, in memory.
    Classes,
    /// The scans once more, with more memory.
    LongerPlan,
    /// The complete search by layers.
    Layers,
}

impl Stage {
    /// One word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Stage::Plan => "plan",
            Stage::Classes => "classes",
            Stage::LongerPlan => "longer-plan",
            Stage::Layers => "layers",
        }
    }

    /// What it does, for people who wait.
    pub const fn idea(self) -> &'static str {
        match self {
            Stage::Plan => "scans in memory",
            Stage::Classes => "complete search, fewest stuck cards first",
            Stage::LongerPlan => "scans in memory, once more and longer",
            Stage::Layers => "complete search by layers",
        }
    }
}

/// What *impossible* rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A scan that leaves no move out has expanded every state: so many.
    Scan {
        /// States that it has expanded.
        states: u64,
    },
    /// Every class that can be reached was walked, some of them more than once: so many in all.
    Classes {
        /// Classes that were walked.
        classes: u64,
    },
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Evidence::Scan { states } => {
                write!(f, "every state was expanded, {} of them", grouped(states.into()))
            }
            Evidence::Classes { classes } => {
                write!(
                    f,
                    "the whole graph was explored, {} classes walked",
                    grouped(classes.into())
                )
            }
        }
    }
}

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A limit came first, or somebody stopped it.
    Stopped(StopReason),
    /// Something that the search needs broke: the disk, or the threads.
    Failed(String),
}

impl From<StopReason> for Why {
    fn from(reason: StopReason) -> Why {
        Why::Stopped(reason)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Stopped(reason) => reason.fmt(f),
            Why::Failed(message) => f.write_str(message),
        }
    }
}

/// The verdict, with what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// With the moves.
    Solvable(Box<Solution>),
    /// With what that rests on.
    Impossible(Evidence),
    /// With the reason.
    Undecided(Why),
}

impl Verdict {
    /// One word for programs.
    pub const fn word(&self) -> VerdictWord {
        match self {
            Verdict::Solvable(_) => VerdictWord::Solvable,
            Verdict::Impossible(_) => VerdictWord::Impossible,
            Verdict::Undecided(_) => VerdictWord::Undecided,
        }
    }

    /// The moves of a board that is solvable.
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Verdict::Solvable(solution) => Some(solution),
            _ => None,
        }
    }
}

/// What came of a board.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict, with what it rests on.
    pub verdict: Verdict,
    /// The stage that ended it.
    pub stage: Stage,
    /// States that the plan expanded.
    pub iterations: u64,
    /// States that the plan has stored.
    pub stored: u64,
    /// Classes that the complete search walked.
    pub classes: u64,
    /// The time that it took.
    pub time: Duration,
}

/// How far a solver is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The stage that is running.
    pub stage: Stage,
    /// States that the plan has expanded.
    pub iterations: u64,
    /// Classes that the complete search has walked.
    pub classes: u64,
    /// The time that it has taken.
    pub time: Duration,
}
