//! Plans as text: what `--plan FILE` reads and what `strata plans` can print.
//!
//! A few words a line; `#` begins a comment that goes to the end of the line; empty lines do not count.
//!
//! ```text
//! plan quick
//! about Two best-first scans that take turns.
//! prune safe                     # or none
//! growth 200                     # percent, from round to round
//! shorten path                   # or none, or states
//! scan best                      # or depth, breadth, random SEED
//!   moves up join+seat dig       # groups in order, the kinds of a group tied by +
//!   weights left=10 stuck=12
//!   quota 200
//! ```
//!
//! `plan` comes first and the lines of a scan follow its `scan` line; every line may be given once.
//! What is left out is `prune safe`, `growth 200`, `shorten none`, no weights, `quota 1000`; `plan`, one
//! `scan` and its `moves` are asked for. Reading is strict: what is not understood is an error with
//! its line. Writing gives a text that is read as the same plan.

use super::kinds::{Kind, MoveSet};
use super::plan::{Plan, Shorten, Turn};
use super::run::Scan;
use super::weights::{FEATURES, Weights};
use crate::rules::Prune;
use std::fmt;
use std::str::FromStr;

/// What is wrong with a plan's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError {
    /// Counted from 1; that behind the last line when something is missing at the end.
    pub line: usize,
    /// What is wrong there.
    pub fault: PlanFault,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// The first word of a line is none that is known.
    UnknownWord(String),
    /// A kind of move that does not exist.
    UnknownMove(String),
    /// A feature that does not exist.
    UnknownFeature(String),
    /// A value that is none of those expected.
    BadValue {
        /// The word that stands there.
        found: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// Something was given twice.
    Twice(&'static str),
    /// Something was left out.
    Missing(&'static str),
    /// A line of a scan before the first scan, or one of the plan after it.
    OutOfPlace(&'static str),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for PlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanFault::UnknownWord(word) => write!(
                f,
                "{word:?} is not known: a line begins with plan, about, prune, growth, shorten, scan, \
                 moves, weights or quota"
            ),
            PlanFault::UnknownMove(name) => {
                let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
                write!(f, "there are no moves {name:?}; there are {}", names.join(", "))
            }
            PlanFault::UnknownFeature(name) => {
                write!(f, "there is no feature {name:?}; there are {}", FEATURES.join(", "))
            }
            PlanFault::BadValue { found, expected } => {
                write!(f, "found {found:?}, expected {expected}")
            }
            PlanFault::Twice(what) => write!(f, "{what} is given twice"),
            PlanFault::Missing(what) => write!(f, "{what} is missing"),
            PlanFault::OutOfPlace(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for PlanFault {}

impl std::error::Error for PlanError {}

/// A plan while its lines are read.
#[derive(Default)]
struct Draft {
    name: Option<String>,
    about: Option<String>,
    prune: Option<Prune>,
    growth_percent: Option<u32>,
    shorten: Option<Shorten>,
    turns: Vec<DraftTurn>,
}

struct DraftTurn {
    scan: Scan,
    set: Option<MoveSet>,
    weights: Option<Weights>,
    quota: Option<u64>,
}

impl FromStr for Plan {
    type Err = PlanError;

    fn from_str(text: &str) -> Result<Plan, PlanError> {
        let mut draft = Draft::default();
        let mut last = 0;
        for (index, line) in text.lines().enumerate() {
            last = index + 1;
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                draft.read(line).map_err(|fault| PlanError { line: last, fault })?;
            }
        }
        draft.finish().map_err(|fault| PlanError { line: last + 1, fault })
    }
}

impl Draft {
    fn read(&mut self, line: &str) -> Result<(), PlanFault> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let known = ["plan", "about", "prune", "growth", "shorten", "scan"].contains(&word);
        if known && word != "plan" && self.name.is_none() {
            return Err(PlanFault::OutOfPlace("the first line is plan NAME"));
        }
        if known && word != "scan" && !self.turns.is_empty() {
            return Err(PlanFault::OutOfPlace("this line belongs before the first scan"));
        }
        match word {
            "plan" => set_once(&mut self.name, read_name(rest)?, "plan"),
            "about" => set_once(&mut self.about, words(rest), "about"),
            "prune" => set_once(&mut self.prune, read_prune(rest)?, "prune"),
            "growth" => set_once(&mut self.growth_percent, read_growth(rest)?, "growth"),
            "shorten" => set_once(&mut self.shorten, read_shorten(rest)?, "shorten"),
            "scan" => self.scan(rest),
            "moves" => set_once(&mut self.turn()?.set, read_moves(rest)?, "moves"),
            "weights" => set_once(&mut self.turn()?.weights, read_weights(rest)?, "weights"),
            "quota" => set_once(&mut self.turn()?.quota, read_quota(rest)?, "quota"),
            other => Err(PlanFault::UnknownWord(other.to_string())),
        }
    }

    fn scan(&mut self, rest: &str) -> Result<(), PlanFault> {
        self.check_last()?;
        let scan = read_scan(rest)?;
        self.turns.push(DraftTurn { scan, set: None, weights: None, quota: None });
        Ok(())
    }

    fn turn(&mut self) -> Result<&mut DraftTurn, PlanFault> {
        self.turns.last_mut().ok_or(PlanFault::OutOfPlace("this line belongs after a scan"))
    }

    /// The scan read last has all it needs.
    fn check_last(&self) -> Result<(), PlanFault> {
        let whole = self.turns.last().is_none_or(|turn| turn.set.is_some());
        if whole { Ok(()) } else { Err(PlanFault::Missing("moves of the last scan")) }
    }

    fn finish(self) -> Result<Plan, PlanFault> {
        self.check_last()?;
        if self.turns.is_empty() {
            return Err(PlanFault::Missing("a scan"));
        }
        let turns = self.turns.into_iter().map(|turn| Turn {
            scan: turn.scan,
            set: turn.set.expect("each scan was checked"),
            weights: turn.weights.unwrap_or_default(),
            quota: turn.quota.unwrap_or(1000),
        });
        Ok(Plan {
            name: self.name.ok_or(PlanFault::Missing("plan NAME"))?,
            about: self.about.unwrap_or_default(),
            prune: self.prune.unwrap_or(Prune::Safe),
            growth_percent: self.growth_percent.unwrap_or(200),
            shorten: self.shorten.unwrap_or(Shorten::None),
            turns: turns.collect(),
        })
    }
}

fn set_once<T>(slot: &mut Option<T>, value: T, what: &'static str) -> Result<(), PlanFault> {
    if slot.replace(value).is_some() { Err(PlanFault::Twice(what)) } else { Ok(()) }
}

/// With single spaces.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn bad(found: &str, expected: &'static str) -> PlanFault {
    PlanFault::BadValue { found: found.to_string(), expected }
}

fn read_name(text: &str) -> Result<String, PlanFault> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !text.is_empty() && text.chars().all(is_name) {
        Ok(text.to_string())
    } else {
        Err(bad(text, "a name of letters, digits, - and _"))
    }
}

fn read_prune(text: &str) -> Result<Prune, PlanFault> {
    [Prune::Safe, Prune::None]
        .into_iter()
        .find(|prune| prune.to_string() == text)
        .ok_or_else(|| bad(text, "safe or none"))
}

fn read_shorten(text: &str) -> Result<Shorten, PlanFault> {
    Shorten::ALL
        .into_iter()
        .find(|shorten| shorten.name() == text)
        .ok_or_else(|| bad(text, "none, path or states"))
}

fn read_growth(text: &str) -> Result<u32, PlanFault> {
    let number = text.parse().ok().filter(|percent| (100..=10_000).contains(percent));
    number.ok_or_else(|| bad(text, "a number of percent, 100 to 10000"))
}

fn read_quota(text: &str) -> Result<u64, PlanFault> {
    let number = text.parse().ok().filter(|&quota| quota > 0);
    number.ok_or_else(|| bad(text, "a number of iterations, 1 or more"))
}

fn read_scan(text: &str) -> Result<Scan, PlanFault> {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["depth"] => Ok(Scan::DepthFirst),
        ["best"] => Ok(Scan::BestFirst),
        ["breadth"] => Ok(Scan::BreadthFirst),
        ["random", seed] => seed.parse().map(Scan::Random).map_err(|_| bad(seed, "a seed")),
        _ => Err(bad(text, "depth, best, breadth or random SEED")),
    }
}

impl FromStr for MoveSet {
    type Err = PlanFault;

    fn from_str(text: &str) -> Result<MoveSet, PlanFault> {
        read_moves(text)
    }
}

impl FromStr for Weights {
    type Err = PlanFault;

    fn from_str(text: &str) -> Result<Weights, PlanFault> {
        read_weights(text)
    }
}

fn read_moves(text: &str) -> Result<MoveSet, PlanFault> {
    let mut groups = Vec::new();
    let mut seen = Vec::new();
    for word in text.split_whitespace() {
        let mut group = Vec::new();
        for name in word.split('+') {
            let unknown = || PlanFault::UnknownMove(name.to_string());
            let kind = Kind::from_name(name).ok_or_else(unknown)?;
            if seen.contains(&kind) {
                return Err(PlanFault::Twice(kind.name()));
            }
            seen.push(kind);
            group.push(kind);
        }
        groups.push(group);
    }
    if groups.is_empty() { Err(bad(text, "kinds of moves")) } else { Ok(MoveSet::new(groups)) }
}

fn read_weights(text: &str) -> Result<Weights, PlanFault> {
    let mut weights = Weights::default();
    let mut seen = [false; FEATURES.len()];
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').ok_or_else(|| bad(word, "FEATURE=NUMBER"))?;
        let unknown = || PlanFault::UnknownFeature(name.to_string());
        let index = FEATURES.iter().position(|&feature| feature == name).ok_or_else(unknown)?;
        if std::mem::replace(&mut seen[index], true) {
            return Err(PlanFault::Twice(FEATURES[index]));
        }
        // Small enough that no sum of them leaves an i32.
        let number = value.parse().ok().filter(|weight| (-10_000..=10_000).contains(weight));
        weights.values[index] = number.ok_or_else(|| bad(value, "a weight, -10000 to 10000"))?;
    }
    Ok(weights)
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "plan {}", self.name)?;
        if !self.about.is_empty() {
            writeln!(f, "about {}", self.about)?;
        }
        writeln!(f, "prune {}\ngrowth {}", self.prune, self.growth_percent)?;
        writeln!(f, "shorten {}", self.shorten.name())?;
        for turn in &self.turns {
            writeln!(f, "scan {}\n  moves {}", turn.scan, turn.set)?;
            if turn.weights != Weights::default() {
                writeln!(f, "  weights {}", turn.weights)?;
            }
            writeln!(f, "  quota {}", turn.quota)?;
        }
        Ok(())
    }
}

impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scan::DepthFirst => f.write_str("depth"),
            Scan::Random(seed) => write!(f, "random {seed}"),
            Scan::BestFirst => f.write_str("best"),
            Scan::BreadthFirst => f.write_str("breadth"),
        }
    }
}

impl fmt::Display for Weights {
    /// Those that are not zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = FEATURES.iter().zip(self.values).filter(|&(_, value)| value != 0);
        let words: Vec<String> = given.map(|(name, value)| format!("{name}={value}")).collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::presets;
    use super::*;

    #[test]
    fn every_plan_is_read_as_it_was_written() {
        for plan in presets::all() {
            assert_eq!(plan.to_string().parse(), Ok(plan));
        }
        let text = "plan x # a comment\n\nabout two  words\nprune none\ngrowth 150\nshorten states\n\
                    scan random 17\nmoves up+dig park\nweights left=3 empty=-4\nquota 5\n\
                    scan breadth\nmoves up\n";
        let plan: Plan = text.parse().expect("a plan");
        assert_eq!((plan.about.as_str(), plan.prune), ("two words", Prune::None));
        assert_eq!((plan.growth_percent, plan.shorten), (150, Shorten::States));
        assert_eq!((plan.turns[0].scan, plan.turns[0].quota), (Scan::Random(17), 5));
        assert_eq!(plan.turns[1].quota, 1000);
        assert_eq!(plan.turns[0].set.to_string(), "up+dig park");
        assert!(plan.complete().is_none());
        assert_eq!(plan.to_string().parse(), Ok(plan));
    }

    #[test]
    fn faults_are_named_with_their_lines() {
        let fault = |text: &str| text.parse::<Plan>().expect_err(text).to_string();
        let cases = [
            ("", "line 1: a scan is missing"),
            ("scan best", "line 1: the first line is plan NAME"),
            ("moves up", "line 1: this line belongs after a scan"),
            ("plan a b", "line 1: found \"a b\", expected a name"),
            ("plan a\nplan b", "line 2: plan is given twice"),
            ("plan a\n# x\nfly", "line 3: \"fly\" is not known"),
            ("plan a\nscan sideways", "line 2: found \"sideways\", expected depth, best"),
            ("plan a\nscan random", "line 2: found \"random\""),
            ("plan a\nscan best\nscan best", "line 3: moves of the last scan is missing"),
            ("plan a\nscan best", "line 3: moves of the last scan is missing"),
            ("plan a\nscan best\nmoves", "line 3: found \"\", expected kinds of moves"),
            (
                "plan a\nscan best\nmoves up jump",
                "line 3: there are no moves \"jump\"; there are up",
            ),
            ("plan a\nscan best\nmoves up dig+up", "line 3: up is given twice"),
            ("plan a\nscan best\nmoves up\nweights luck=3", "line 4: there is no feature \"luck\""),
            ("plan a\nscan best\nmoves up\nweights left", "line 4: found \"left\""),
            ("plan a\nscan best\nmoves up\nweights left=99999", "line 4: found \"99999\""),
            ("plan a\nscan best\nmoves up\nweights left=1 left=2", "line 4: left is given twice"),
            ("plan a\nscan best\nmoves up\nquota 0", "line 4: found \"0\", expected a number"),
            ("plan a\nscan best\nmoves up\nprune safe", "line 4: this line belongs before"),
            ("plan a\ngrowth 99\n", "line 2: found \"99\""),
            ("plan a\nshorten much\n", "line 2: found \"much\", expected none, path or states"),
        ];
        for (text, begins) in cases {
            assert!(fault(text).starts_with(begins), "{text:?}: {}", fault(text));
        }
    }
}
