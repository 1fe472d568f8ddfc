//! The rules of a game of the family, as a value.
//!
//! A game is a few values: how many cells and columns, how columns are built, what may open an empty one, and
//! whether a sequence moves as one. A board carries them. What they say of cards is in `words`, and
//! only there.

mod prune;
mod words;

pub use prune::Prune;
pub use words::next_up;
pub(crate) use words::{KINGS, LOW};

use std::fmt;
use std::str::FromStr;

/// The rules a board is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pub freecells: u8,
    pub columns: u8,
    pub build: Build,
    pub fill: Fill,
    pub sequences: Sequences,
}

/// Which card may be put on which, of the next higher rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Build {
    /// One of the other colour.
    Alternate,
    /// The one of the same suit.
    Suit,
}

/// What may be put into an empty column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    Any,
    Kings,
    Nothing,
}

/// How a sequence moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sequences {
    /// Card by card, by way of free cells and empty columns.
    Limited,
    /// As one, however long it is.
    Unlimited,
}

impl Rules {
    pub const FREECELLS_MAX: u8 = 12;
    pub const COLUMNS_MAX: u8 = 13;
    /// FreeCell as everybody plays it: four freecells, eight columns.
    pub const USUAL: Rules = Rules {
        freecells: 4,
        columns: 8,
        build: Build::Alternate,
        fill: Fill::Any,
        sequences: Sequences::Limited,
    };

    /// FreeCell with other numbers of cells and columns.
    pub const fn freecell(freecells: u8, columns: u8) -> Rules {
        Rules { freecells, columns, ..Rules::USUAL }
    }
}

const BUILDS: [(Build, &str); 2] = [(Build::Alternate, "alternate"), (Build::Suit, "suit")];
const FILLS: [(Fill, &str); 3] =
    [(Fill::Any, "any"), (Fill::Kings, "kings"), (Fill::Nothing, "nothing")];
const SEQUENCES: [(Sequences, &str); 2] =
    [(Sequences::Limited, "limited"), (Sequences::Unlimited, "unlimited")];

fn word_of<T: PartialEq>(table: &[(T, &'static str)], value: T) -> &'static str {
    table.iter().find(|(one, _)| *one == value).expect("every value has a word").1
}

fn value_of<T: Copy>(table: &[(T, &str)], word: &str) -> Option<T> {
    table.iter().find(|(_, name)| *name == word).map(|&(value, _)| value)
}

impl fmt::Display for Rules {
    /// `freecells 4, columns 8, build alternate, fill any, sequences limited`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { freecells, columns, build, fill, sequences } = *self;
        write!(
            f,
            "freecells {freecells}, columns {columns}, build {}, fill {}, sequences {}",
            word_of(&BUILDS, build),
            word_of(&FILLS, fill),
            word_of(&SEQUENCES, sequences),
        )
    }
}

/// A text that is no rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// The part of it that was not understood.
    pub part: String,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no part of rules such as `{}` (build alternate or suit; fill any, kings or nothing; \
             sequences limited or unlimited)",
            self.part.escape_debug(),
            Rules::USUAL
        )
    }
}

impl std::error::Error for RulesError {}

impl FromStr for Rules {
    type Err = RulesError;

    /// What is left out is as usual.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let mut rules = Rules::USUAL;
        for part in text.split(',').map(str::trim) {
            let in_range = |number: &str, least: u8, most: u8| {
                number.parse().ok().filter(|number| (least..=most).contains(number))
            };
            let set = part.split_once(' ').and_then(|(name, value)| match name {
                "freecells" => in_range(value, 0, Rules::FREECELLS_MAX)
                    .map(|freecells| rules.freecells = freecells),
                "columns" => {
                    in_range(value, 1, Rules::COLUMNS_MAX).map(|columns| rules.columns = columns)
                }
                "build" => value_of(&BUILDS, value).map(|build| rules.build = build),
                "fill" => value_of(&FILLS, value).map(|fill| rules.fill = fill),
                "sequences" => {
                    value_of(&SEQUENCES, value).map(|sequences| rules.sequences = sequences)
                }
                _ => None,
            });
            set.ok_or_else(|| RulesError { part: part.chars().take(40).collect() })?;
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_come_back_from_their_text() {
        for (build, _) in BUILDS {
            for (fill, _) in FILLS {
                for (sequences, _) in SEQUENCES {
                    let rules = Rules { freecells: 0, columns: 13, build, fill, sequences };
                    assert_eq!(rules.to_string().parse(), Ok(rules));
                }
            }
        }
        assert_eq!("build suit".parse(), Ok(Rules { build: Build::Suit, ..Rules::USUAL }));
        for wrong in [
            "",
            "freecells 13",
            "columns 0",
            "build rank",
            "fill",
            "cells 4",
            "build suit fill any",
        ] {
            let refused = wrong.parse::<Rules>().expect_err("no rules");
            assert!(refused.to_string().contains("is no part of rules"), "{refused}");
        }
    }
}
