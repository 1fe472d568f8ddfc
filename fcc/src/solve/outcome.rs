//! What a search has come to: three answers, never two.

use super::kinds::Complete;
use crate::trace::Step;
use std::fmt;

/// How a search ended, or why it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Moves of single cards that win. They have been played on the board.
    Solved(Vec<Step>),
    /// A scan that leaves no move out has expanded every state: the deal is impossible. The witness
    /// can't be made without such a scan.
    Exhausted(Complete),
    /// Nothing is proved. The search can go on, unless every scan has run dry.
    Undecided { reason: Reason },
}

/// Why nothing was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The iterations that were asked for have been made.
    Iterations,
    /// As many states are stored as the limit allows.
    States,
    /// As many bytes are in use as the limit allows.
    Bytes,
    /// Somebody asked it to stop.
    Cancelled,
    /// Every scan of the plan has run dry, and all of them leave moves out.
    RanDry,
    /// No board was given.
    NotStarted,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Iterations => "the iterations asked for were used up",
            Reason::States => "the limit of states was reached",
            Reason::Bytes => "the limit of memory was reached",
            Reason::Cancelled => "it was interrupted",
            Reason::RanDry => "every scan of the plan ran dry, and all of them leave moves out",
            Reason::NotStarted => "no board was given",
        })
    }
}
