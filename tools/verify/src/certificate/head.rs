//! The head of a certificate: what it claims, in words, and the board.
//!
//! Version 1 tells the numbers of cells and columns of a board of FreeCell, and its deal is a
//! number. Version 2 tells the rules in full, which the text of the board must tell as well, and its
//! deal has a name.

use std::io::Read;

use super::game::{Game, Prune};
use super::reader::Reader;
use super::refusal::{Failure, Refusal};
use crate::board::{Known, Told, read_board_as};
use crate::deal::Deal;
use crate::faults::quoted;
use crate::position::{COLUMNS_MAX, FREECELLS_MAX, Position};
use crate::rules::Rules;

/// The most bytes of a head: a board takes some hundreds.
const HEAD_BYTES_MAX: u128 = 65_536;

/// What is counted, by the head and by the checker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Totals {
    /// Depths that have a group.
    pub layers: u64,
    /// Groups, each once.
    pub groups: u64,
    /// Components of all groups.
    pub components: u64,
    /// Classes of all components; without symmetry each state is one.
    pub classes: u64,
    /// FCCs that the components stand for.
    pub fccs: u128,
    /// States that the classes stand for.
    pub states: u128,
    /// The sum of a hash of their classes over all these states, modulo 2^128.
    #[serde(serialize_with = "hex")]
    pub digest: u128,
}

fn hex<S: serde::Serializer>(digest: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{digest:032x}"))
}

impl Totals {
    /// The first number that differs, by name, with both values.
    pub fn difference(&self, counted: &Totals) -> Option<Refusal> {
        let numbers = |totals: &Totals| {
            [
                ("layers", totals.layers.into()),
                ("groups", totals.groups.into()),
                ("components", totals.components.into()),
                ("classes", totals.classes.into()),
                ("fccs", totals.fccs),
                ("states", totals.states),
            ]
        };
        let mut both = numbers(self).into_iter().zip(numbers(counted));
        let differing = both.find(|(listed, counted)| listed.1 != counted.1);
        let words = |value: u128| value.to_string();
        let hex = |value: u128| format!("{value:032x}");
        match differing {
            Some(((name, listed), (_, counted))) => {
                Some(Refusal::Total { name, listed: words(listed), counted: words(counted) })
            }
            None if self.digest != counted.digest => Some(Refusal::Total {
                name: "digest",
                listed: hex(self.digest),
                counted: hex(counted.digest),
            }),
            None => None,
        }
    }
}

/// The head.
#[derive(Clone, Debug)]
pub struct Head {
    /// The deal, if it has a name.
    pub deal: Option<Deal>,
    /// The board that it is about, and by which rules it was searched.
    pub game: Game,
    /// What the writer counted; nothing of it is believed before it was counted again.
    pub totals: Totals,
}

impl Head {
    /// Reads the head and checks the board.
    pub fn read<R: Read>(reader: &mut Reader<R>) -> Result<Head, Failure> {
        let bytes = reader.varint(HEAD_BYTES_MAX, "the length of the head")?;
        let mut text = Vec::new();
        for _ in 0..bytes {
            text.push(reader.byte()?);
        }
        let Ok(text) = String::from_utf8(text) else {
            return Err(fault("it is not UTF-8 text"));
        };
        parse(&text, reader.version())
    }
}

fn fault(what: impl Into<String>) -> Failure {
    Refusal::Head(what.into()).into()
}

fn parse(text: &str, version: u32) -> Result<Head, Failure> {
    let mut lines = Lines(text);
    let written = version.to_string();
    one_of("strata-certificate", lines.value("strata-certificate")?, &[(written.as_str(), ())])?;
    let (deal, claimed) = match version {
        1 => (number_of_deal(&mut lines)?, numbers_of_freecell(&mut lines)?),
        _ => (name_of_deal(&mut lines)?, rules_in_full(&mut lines)?),
    };
    let prunes = [("safe", Prune::Safe), ("none", Prune::None)];
    let prune = one_of("prune", lines.value("prune")?, &prunes)?;
    let symmetry = one_of("symmetry", lines.value("symmetry")?, &[("on", true), ("off", false)])?;
    one_of("verdict", lines.value("verdict")?, &[("impossible", ())])?;
    let totals = Totals {
        layers: decimal("layers", lines.value("layers")?)?,
        groups: decimal("groups", lines.value("groups")?)?,
        components: decimal("components", lines.value("components")?)?,
        classes: decimal("classes", lines.value("classes")?)?,
        fccs: decimal("fccs", lines.value("fccs")?)?,
        states: decimal("states", lines.value("states")?)?,
        digest: digest(lines.value("digest")?)?,
    };
    let board = lines.board()?;
    let board = match version {
        1 => board_of_freecell(board, claimed)?,
        _ => board_of_rules(board, claimed)?,
    };
    if let Some(deal) = deal {
        let dealt = deal.board(claimed);
        let dealt = dealt.map_err(|error| fault(error.to_string()))?;
        if dealt != board {
            return Err(Refusal::OtherBoard { deal, dealt, listed: board }.into());
        }
    }
    Ok(Head { deal, game: Game::new(board, prune, symmetry), totals })
}

fn number_of_deal(lines: &mut Lines<'_>) -> Result<Option<Deal>, Failure> {
    match lines.value("deal")? {
        "-" => Ok(None),
        written => Ok(Some(Deal::freecell(decimal("deal", written)?))),
    }
}

fn name_of_deal(lines: &mut Lines<'_>) -> Result<Option<Deal>, Failure> {
    let written = lines.value("deal")?;
    if written == "-" {
        return Ok(None);
    }
    let no_name = || fault(format!("deal is {}, no name of a deal", quoted(written)));
    Deal::read(written).map(Some).ok_or_else(no_name)
}

fn numbers_of_freecell(lines: &mut Lines<'_>) -> Result<Rules, Failure> {
    let freecells: usize = decimal("freecells", lines.value("freecells")?)?;
    let columns: usize = decimal("columns", lines.value("columns")?)?;
    if freecells > FREECELLS_MAX || !(1..=COLUMNS_MAX).contains(&columns) {
        let limits = format!("at most {FREECELLS_MAX} freecells and 1 to {COLUMNS_MAX} columns");
        let found = format!("{freecells} freecells and {columns} columns");
        return Err(fault(format!("{found}; there can be {limits}")));
    }
    Ok(Rules::freecell(freecells, columns))
}

fn rules_in_full(lines: &mut Lines<'_>) -> Result<Rules, Failure> {
    let written = lines.value("rules")?;
    let rules = Rules::read(written).map_err(|error| fault(error.to_string()))?;
    if rules.to_string() != written {
        return Err(fault(format!("rules are {}, in full they are `{rules}`", quoted(written))));
    }
    if !rules.may_have_certificate() {
        return Err(fault(format!(
            "the rules are `{rules}`, and there are no certificates by them: needs one deck, columns \
            built by alternate colours or by suit, and cards that go up one by one"
        )));
    }
    Ok(rules)
}

/// The board of version 1, whose text need not tell the number of cells.
fn board_of_freecell(text: &str, claimed: Rules) -> Result<Position, Failure> {
    let board = read(text, Told { freecells: Some(claimed.freecells), columns: None }.into())?;
    if !board.rules.is_freecell() {
        let rules = board.rules;
        return Err(fault(format!("version 1 is of FreeCell, but the board is by `{rules}`")));
    }
    let (columns, found) = (claimed.columns, board.columns.len());
    if found != columns {
        return Err(fault(format!("columns: {columns}, but the board has {found}")));
    }
    Ok(board)
}

/// The board of version 2, whose text tells the rules by itself.
fn board_of_rules(text: &str, claimed: Rules) -> Result<Position, Failure> {
    let board = read(text, Known::default())?;
    if board.rules != claimed {
        let of_board = board.rules;
        return Err(fault(format!("the rules are `{claimed}`, but the board is by `{of_board}`")));
    }
    Ok(board)
}

fn read(text: &str, known: Known) -> Result<Position, Failure> {
    read_board_as(text, known).map_err(|faults| fault(format!("the board has faults:\n{faults}")))
}

/// The lines that are not read yet.
struct Lines<'a>(&'a str);

impl<'a> Lines<'a> {
    /// The value of the next line, which must have this name.
    fn value(&mut self, name: &str) -> Result<&'a str, Failure> {
        let (line, rest) = self.0.split_once('\n').unwrap_or((self.0, ""));
        let value = line.strip_prefix(name).and_then(|value| value.strip_prefix(": "));
        let Some(value) = value else {
            return Err(fault(format!("`{name}: ` expected, found {}", quoted(line))));
        };
        self.0 = rest;
        Ok(value)
    }

    /// Everything after the line `board:`.
    fn board(&mut self) -> Result<&'a str, Failure> {
        self.0.strip_prefix("board:\n").ok_or_else(|| {
            let line = self.0.lines().next().unwrap_or("");
            fault(format!("`board:` expected, found {}", quoted(line)))
        })
    }
}

/// A number without sign or leading zeros.
fn decimal<T: std::str::FromStr>(name: &str, written: &str) -> Result<T, Failure> {
    let plain = !written.is_empty()
        && written.bytes().all(|byte| byte.is_ascii_digit())
        && (written == "0" || !written.starts_with('0'));
    let number = written.parse().ok().filter(|_| plain);
    number.ok_or_else(|| fault(format!("{name} is {}, no number", quoted(written))))
}

fn digest(written: &str) -> Result<u128, Failure> {
    let plain = written.len() == 32
        && written.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let digest = u128::from_str_radix(written, 16).ok().filter(|_| plain);
    digest.ok_or_else(|| fault(format!("digest is {}, not 32 hexadecimal digits", quoted(written))))
}

fn one_of<T: Copy>(name: &str, written: &str, known: &[(&str, T)]) -> Result<T, Failure> {
    known.iter().find(|(word, _)| *word == written).map(|&(_, value)| value).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        let words = words.join(" or ");
        fault(format!("{name} is {}: needs {words}", quoted(written)))
    })
}
