//! What was found in a group, as the lines of its output.
//!
//! Derived lines are many and their ways long: they are put in order by what is short, and each way is
//! put together from the input's when its line is written.

use crate::deal::SplitDeal;
use crate::derived::Derived;
use crate::error::SplitError;
use crate::input::{Entries, Input};
use fcc::fingerprint::Fingerprint;
use fcc::group::Group;
use fcc::split::suits::piece_text;
use fcc::split::text::text_of_state;
use fcc::split::way::Way;
use fcc::split::{ClassesFound, Fate, Found, TooManyStates, explore, explore_classes};
use fcc::state::State;
use fcc::tally::GroupTally;
use std::collections::HashMap;

/// What became of a group.
pub enum Explored {
    States(Found),
    Classes(ClassesFound),
}

impl Explored {
    /// Explores a group, unless it has more states, or classes, than these.
    pub fn of(group: &Group, entries: &Entries, max: usize) -> Result<Explored, TooManyStates> {
        Ok(match entries {
            Entries::States(entries) => Explored::States(explore(group, entries, max)?),
            Entries::Classes(entries) => Explored::Classes(explore_classes(group, entries, max)?),
        })
    }

    pub fn tally(&self) -> &GroupTally {
        match self {
            Explored::States(found) => &found.tally,
            Explored::Classes(found) => &found.tally,
        }
    }

    /// For each initial state of an FCC, or piece with such states, its line.
    pub fn initial(&self, entries: &Entries) -> Vec<String> {
        match self {
            Explored::States(found) => {
                let line =
                    |fcc: &fcc::split::Fcc| format!("{} {}", entries.name(fcc.entry), fcc.states);
                found.fccs.iter().map(line).collect()
            }
            Explored::Classes(found) => {
                let line = |fccs: &fcc::split::Fccs| {
                    format!("{} {} {}", entries.name(fccs.entry), fccs.fccs, fccs.states)
                };
                found.fccs.iter().map(line).collect()
            }
        }
    }

    /// The entries that had this fate.
    pub fn of_fate(&self, wanted: Fate) -> impl Iterator<Item = usize> {
        let fates = match self {
            Explored::States(found) => &found.fates,
            Explored::Classes(found) => &found.fates,
        };
        let numbered = fates.iter().enumerate();
        numbered.filter(move |&(_, fate)| *fate == wanted).map(|(number, _)| number)
    }

    /// The derived lines in the order of the file, without their ways, each with the number that
    /// [`Explored::way`] knows it by.
    pub fn derived(&self, deal: &SplitDeal) -> Vec<(usize, Derived)> {
        let mut names = Names { deal, groups: HashMap::new() };
        let mut lines: Vec<(usize, Derived)> = match self {
            Explored::States(found) => {
                let exits = found.exits.iter().enumerate();
                exits.map(|(at, exit)| (at, names.line(exit.state, "", exit.moves))).collect()
            }
            Explored::Classes(found) => {
                let exits = found.exits.iter().enumerate();
                let mut line = |exit: &fcc::split::ClassExit| {
                    names.line(exit.arrived.state, &piece_text(&exit.arrived.piece), exit.moves)
                };
                exits.map(|(at, exit)| (at, line(exit))).collect()
            }
        };
        lines.sort_unstable_by(|(_, one), (_, other)| order(one).cmp(&order(other)));
        lines
    }

    /// The way to a derived state.
    pub fn way(&self, group: &Group, input: &Input, exit: usize) -> Result<Way, SplitError> {
        match (self, &input.entries) {
            (Explored::States(found), Entries::States(entries)) => {
                let (source, steps) = found.way(group, entries, &found.exits[exit]);
                let mut way = input.way(source)?;
                way.add_way(&Way::of_steps(&steps));
                Ok(way)
            }
            (Explored::Classes(found), Entries::Classes(_)) => {
                let exit = &found.exits[exit];
                Ok(exit.way(&input.way(exit.entry)?))
            }
            _ => unreachable!("states are explored from states, classes from classes"),
        }
    }
}

/// Derived lines come in this order.
pub fn order(derived: &Derived) -> (u32, &[u8], &[u8], &str) {
    (derived.moves, &derived.fingerprint, &derived.state, &derived.suits)
}

/// The texts of groups, since one leads to few others.
struct Names<'a> {
    deal: &'a SplitDeal,
    groups: HashMap<Fingerprint, (String, Group<'a>)>,
}

impl Names<'_> {
    fn line(&mut self, state: State, suits: &str, moves: u32) -> Derived {
        let fingerprint = state.fingerprint;
        let (name, group) = self
            .groups
            .entry(fingerprint)
            .or_insert_with(|| (fingerprint.to_string(), Group::new(&self.deal.game, fingerprint)));
        Derived {
            fingerprint: name.as_bytes().try_into().expect("fifteen letters"),
            state: text_of_state(group, state),
            suits: suits.into(),
            moves,
            way: "".into(),
        }
    }
}
