//! The one text form of rules: `freecells 4, columns 8, build alternate, fill any, sequences limited`.
//!
//! It is written in full and in this order, so that equal rules are equal texts; boards, JSON, manifests,
//! certificates and folders of the split solver carry it.

use super::{Build, Fill, Rules, Sequences};
use std::fmt;
use std::str::FromStr;

/// A part of the rules that has words for its values.
pub trait RuleWord: Copy + PartialEq + 'static {
    /// Every value with its word.
    const WORDS: &'static [(Self, &'static str)];

    /// The word of this value.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(one, _)| *one == self).expect("every value has a word").1
    }

    /// The value of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(_, name)| *name == word).map(|&(value, _)| value)
    }
}

impl RuleWord for Build {
    const WORDS: &'static [(Build, &'static str)] =
        &[(Build::Alternate, "alternate"), (Build::Suit, "suit"), (Build::Rank, "rank")];
}

impl RuleWord for Fill {
    const WORDS: &'static [(Fill, &'static str)] =
        &[(Fill::Any, "any"), (Fill::Kings, "kings"), (Fill::Nothing, "none")];
}

impl RuleWord for Sequences {
    const WORDS: &'static [(Sequences, &'static str)] = &[
        (Sequences::Limited, "limited"),
        (Sequences::Unlimited, "unlimited"),
        (Sequences::Runs, "runs"),
    ];
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { freecells, columns, decks, build, fill, sequences } = *self;
        let decks = if decks == 1 { String::new() } else { format!(", decks {decks}") };
        write!(
            f,
            "freecells {freecells}, columns {columns}{decks}, build {}, fill {}, sequences {}",
            build.word(),
            fill.word(),
            sequences.word(),
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
            "`{}` is no part of rules such as `{}` (each part once; freecells 0 to {}; columns 1 to {}; decks 1 or 2; build \
             alternate, suit or rank; fill any, kings or none; sequences limited, unlimited or runs)",
            self.part.escape_debug(),
            Rules::USUAL,
            Rules::FREECELLS_MAX,
            Rules::COLUMNS_MAX,
        )
    }
}

impl std::error::Error for RulesError {}

impl FromStr for Rules {
    type Err = RulesError;

    /// What is left out is as in FreeCell.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let mut rules = Rules::USUAL;
        let mut seen = Vec::new();
        for part in text.split(',').map(str::trim) {
            let error = || RulesError { part: part.chars().take(40).collect() };
            let (name, value) = part.split_once(' ').ok_or_else(error)?;
            let value = value.trim_start();
            let number = |least: u8, most: u8| {
                value.parse().ok().filter(|number| (least..=most).contains(number))
            };
            let understood = match name {
                "freecells" => {
                    number(0, Rules::FREECELLS_MAX).map(|freecells| rules.freecells = freecells)
                }
                "columns" => number(1, Rules::COLUMNS_MAX).map(|columns| rules.columns = columns),
                "decks" => number(1, 2).map(|decks| rules.decks = decks),
                "build" => Build::from_word(value).map(|build| rules.build = build),
                "fill" => Fill::from_word(value).map(|fill| rules.fill = fill),
                "sequences" => {
                    Sequences::from_word(value).map(|sequences| rules.sequences = sequences)
                }
                _ => None,
            };
            if understood.is_none() || seen.contains(&name) {
                return Err(error());
            }
            seen.push(name);
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_come_back_from_their_text() {
        for &(build, _) in Build::WORDS {
            for &(fill, _) in Fill::WORDS {
                for &(sequences, _) in Sequences::WORDS {
                    for decks in 1..=2 {
                        let rules =
                            Rules { freecells: 0, columns: 18, decks, build, fill, sequences };
                        assert_eq!(rules.to_string().parse(), Ok(rules));
                    }
                }
            }
        }
        assert_eq!("build suit".parse(), Ok(Rules { build: Build::Suit, ..Rules::USUAL }));
        for wrong in [
            "",
            "freecells 13",
            "columns 0",
            "columns 19",
            "build colour",
            "decks 3",
            "fill",
            "cells 4",
            "build suit fill any",
            "build suit, build suit",
        ] {
            let refused = wrong.parse::<Rules>().expect_err("no rules");
            assert!(refused.to_string().contains("is no part of rules"), "{refused}");
        }
    }
}
