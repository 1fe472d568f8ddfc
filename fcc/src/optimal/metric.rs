//! What is counted as one move, and for which rules the fewest can be proven.

use crate::rules::{OffPlanes, Rules, Sequences};
use std::fmt;

/// How moves are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Every card that moves is one.
    #[default]
    Cards,
    /// Cards that go together from a column to another are one.
    Sequences,
}

impl Metric {
    /// Both.
    pub const ALL: [Metric; 2] = [Metric::Cards, Metric::Sequences];

    /// One word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Metric::Cards => "cards",
            Metric::Sequences => "sequences",
        }
    }

    /// Refuses rules that the search for the fewest moves does not hold. The bounds hold for every game of one deck
    /// whose cards go up one by one; the search needs planes, and where a sequence moves as one it counts
    /// sequences.
    pub fn holds(self, rules: Rules) -> Result<(), NotHeld> {
        rules.on_planes().map_err(NotHeld::OffPlanes)?;
        match (self, rules.sequences) {
            (Metric::Cards, Sequences::Unlimited) => Err(NotHeld::CardsOfSequences),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Why the fewest moves are not looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotHeld {
    /// The planes do not hold the game.
    OffPlanes(OffPlanes),
    /// Sequences move as one, and cards are to be counted.
    CardsOfSequences,
    /// The board has too many columns with too many cards that can't be put back.
    TooManyColumns,
}

impl fmt::Display for NotHeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotHeld::OffPlanes(OffPlanes { rules }) => write!(
                f,
                "the fewest moves are proven for one deck that is built by suit or by colour and goes up card by \
                 card, and this game is none ({rules})"
            ),
            NotHeld::CardsOfSequences => f.write_str(
                "in this game a sequence moves as one, and the fewest moves are proven with sequences counted as \
                 one (`sequences`)",
            ),
            NotHeld::TooManyColumns => f.write_str(
                "the fewest moves are proven for boards whose columns need 31 bits, and the columns of this one \
                 need more",
            ),
        }
    }
}

impl std::error::Error for NotHeld {}
