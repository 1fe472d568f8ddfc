//! Rules as text: `freecells 8, columns 8, build suit, fill kings, sequences limited`.
//!
//! They are written always in full and in this order, so that equal rules are equal texts; `decks 2`
//! stands after the columns, and one deck is not written. Reading
//! takes the parts in any order and leaves the rest open ([`Parts`]); what is open is as in
//! FreeCell, or as another source says. A part that comes twice is refused, even if both say the
//! same.

use std::fmt;

use clap::ValueEnum;

use super::{Build, Fill, Rules, Sequences};
use crate::faults::quoted;
use crate::position::{COLUMNS_MAX, DECKS_MAX, FREECELLS_MAX};

/// Rules of which some parts are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// How many cells there are, if that is known.
    pub freecells: Option<usize>,
    /// How many columns there are, if that is known.
    pub columns: Option<usize>,
    /// How many decks there are, if that is known.
    pub decks: Option<usize>,
    /// Which card goes on which, if that is known.
    pub build: Option<Build>,
    /// What an empty column takes, if that is known.
    pub fill: Option<Fill>,
    /// How many cards move at once, if that is known.
    pub sequences: Option<Sequences>,
}

/// Why a text is no rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesFault {
    /// A part that is none.
    NotAPart(String),
    /// A part that comes a second time, by its name.
    PartTwice(&'static str),
}

impl fmt::Display for RulesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesFault::NotAPart(part) => write!(
                f,
                "{part} is no part of rules: needs freecells 0 to {FREECELLS_MAX}, columns 1 to \
                {COLUMNS_MAX}, decks 1 or 2, build alternate, suit or rank, fill any, kings or none, \
                sequences limited, unlimited or runs, with commas between them"
            ),
            RulesFault::PartTwice(name) => write!(f, "the rules say {name} twice"),
        }
    }
}

impl From<Rules> for Parts {
    fn from(rules: Rules) -> Parts {
        let Rules { freecells, columns, decks, build, fill, sequences } = rules;
        Parts {
            freecells: Some(freecells),
            columns: Some(columns),
            decks: Some(decks),
            build: Some(build),
            fill: Some(fill),
            sequences: Some(sequences),
        }
    }
}

impl Parts {
    /// Reads the parts that a text names.
    pub fn read(text: &str) -> Result<Parts, RulesFault> {
        let mut parts = Parts::default();
        for part in text.split(',').map(str::trim) {
            parts.read_one(part)?;
        }
        Ok(parts)
    }

    fn read_one(&mut self, part: &str) -> Result<(), RulesFault> {
        let no_part = || RulesFault::NotAPart(quoted(part));
        let (name, value) = part.split_once(' ').ok_or_else(no_part)?;
        let value = value.trim_start();
        match name {
            "freecells" => set("freecells", &mut self.freecells, number(value, 0, FREECELLS_MAX)),
            "columns" => set("columns", &mut self.columns, number(value, 1, COLUMNS_MAX)),
            "decks" => set("decks", &mut self.decks, number(value, 1, DECKS_MAX)),
            "build" => set("build", &mut self.build, word(value)),
            "fill" => set("fill", &mut self.fill, word(value)),
            "sequences" => set("sequences", &mut self.sequences, word(value)),
            _ => None,
        }
        .ok_or_else(no_part)?
    }

    /// These parts, and those of `other` where none is known.
    pub fn or(self, other: Parts) -> Parts {
        Parts {
            freecells: self.freecells.or(other.freecells),
            columns: self.columns.or(other.columns),
            decks: self.decks.or(other.decks),
            build: self.build.or(other.build),
            fill: self.fill.or(other.fill),
            sequences: self.sequences.or(other.sequences),
        }
    }

    /// The rules with all parts that are not known as in `rules`.
    pub fn over(self, rules: Rules) -> Rules {
        Rules {
            freecells: self.freecells.unwrap_or(rules.freecells),
            columns: self.columns.unwrap_or(rules.columns),
            decks: self.decks.unwrap_or(rules.decks),
            build: self.build.unwrap_or(rules.build),
            fill: self.fill.unwrap_or(rules.fill),
            sequences: self.sequences.unwrap_or(rules.sequences),
        }
    }
}

/// Notes a value; `None` if there is none, a fault if there was one before.
fn set<T>(
    name: &'static str,
    slot: &mut Option<T>,
    value: Option<T>,
) -> Option<Result<(), RulesFault>> {
    let value = value?;
    Some(match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(RulesFault::PartTwice(name)),
    })
}

/// A number without sign or leading zeros, within these limits.
fn number(text: &str, least: usize, most: usize) -> Option<usize> {
    let number = text.parse::<usize>().ok().filter(|number| number.to_string() == text)?;
    (least..=most).contains(&number).then_some(number)
}

/// The value of a word.
fn word<T: ValueEnum>(text: &str) -> Option<T> {
    T::from_str(text, false).ok()
}

/// The word of a value.
fn name<T: ValueEnum>(value: &T) -> String {
    let word = value.to_possible_value().expect("every value has a word");
    word.get_name().to_owned()
}

impl Rules {
    /// Reads rules; parts that are left out are as in FreeCell.
    pub fn read(text: &str) -> Result<Rules, RulesFault> {
        Ok(Parts::read(text)?.over(Rules::FREECELL))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { freecells, columns, decks, build, fill, sequences } = self;
        let (build, fill, sequences) = (name(build), name(fill), name(sequences));
        let decks = if *decks == 1 { String::new() } else { format!(", decks {decks}") };
        write!(
            f,
            "freecells {freecells}, columns {columns}{decks}, build {build}, fill {fill}, \
            sequences {sequences}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rules_read_back_from_their_text() {
        for &build in Build::value_variants() {
            for &fill in Fill::value_variants() {
                for &sequences in Sequences::value_variants() {
                    for (freecells, columns, decks) in [(0, 1, 2), (4, 8, 1), (12, 18, 2)] {
                        let rules = Rules { freecells, columns, decks, build, fill, sequences };
                        assert_eq!(Rules::read(&rules.to_string()), Ok(rules));
                    }
                }
            }
        }
        let eight_off =
            Rules { freecells: 8, build: Build::Suit, fill: Fill::Kings, ..Rules::FREECELL };
        let text = "freecells 8, columns 8, build suit, fill kings, sequences limited";
        assert_eq!(eight_off.to_string(), text);
        assert!(Rules { fill: Fill::Nothing, ..eight_off }.to_string().contains("fill none"));
        let two = Rules { decks: 2, ..Rules::FREECELL }.to_string();
        let text = "freecells 4, columns 8, decks 2, build alternate, fill any, sequences limited";
        assert_eq!(two, text);
        assert_eq!(Rules::read("decks 1"), Ok(Rules::FREECELL));
    }

    #[test]
    fn parts_come_in_any_order_and_may_be_left_out() {
        let rules = Rules { freecells: 2, build: Build::Suit, ..Rules::FREECELL };
        for text in
            ["build suit, freecells 2", " freecells  2 ,build suit", "build suit,freecells 2"]
        {
            assert_eq!(Rules::read(text), Ok(rules), "{text}");
        }
        assert_eq!(Parts::read("fill any").expect("a part").fill, Some(Fill::Any));
        assert_eq!(Parts::read("fill any").expect("a part").build, None);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "build",
            "suit",
            "build suit,",
            "build suit fill any",
            "build colour",
            "build Suit",
            "fill nothing",
            "sequences",
            "freecells 13",
            "freecells -1",
            "freecells 04",
            "freecells +4",
            "columns 0",
            "columns 19",
            "columns 99999999999999999999999",
            "decks 0",
            "decks 3",
            "sequences run",
        ] {
            let fault = Rules::read(text).expect_err("no rules").to_string();
            assert!(fault.contains("is no part of rules: needs freecells 0 to 12"), "{fault}");
        }
        let twice = Rules::read("fill any, build suit, fill any").expect_err("twice");
        assert_eq!(twice.to_string(), "the rules say fill twice");
    }
}
