//! What a search has come to: three answers, never two.

use super::kinds::Complete;
use crate::trace::Step;
use crate::verdict::StopReason;

/// How a search ended, or why it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Moves of single cards that win. They have been played on the board.
    Solved(Vec<Step>),
    /// A scan that leaves no move out has expanded every state: the deal is impossible. The witness
    /// can't be made without such a scan.
    Exhausted(Complete),
    /// Nothing is proved. The search can go on, unless every scan has run dry.
    Undecided {
        /// The limit that was reached, or who stopped it.
        reason: StopReason,
    },
}
