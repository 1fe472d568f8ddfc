//! The output of a group: what became of its initial states, its FCCs, and the states derived from it.
//!
//! The sections are those of the specification, each under its heading. The input is named by its
//! checksum: an output belongs to one input and to no other.

use crate::deal::SplitDeal;
use crate::derived::Derived;
use crate::error::SplitError;
use crate::found::{Explored, order};
use crate::input::{Input, group_line};
use crate::sealed::{Seal, SealedReader, SealedWriter, number};
use crate::total::{read_tally, write_tally};
use fcc::fingerprint::Fingerprint;
use fcc::group::Group;
use fcc::split::Fate;
use fcc::split::suits::piece_of_text;
use fcc::split::text::STATE_CHARS;
use fcc::tally::GroupTally;
use std::path::Path;

const KIND: &str = "output";
const INITIAL: &str = "Initial States:";
const CONSUMED: &str = "Consumed States:";
const REACHABLE: &str = "Reachable (but non-consumed) Initial States:";
const DERIVED: &str = "Derived States:";
const TOTALS: &str = "Totals:";

/// Writes what was found in a group.
pub fn write(
    path: &Path,
    deal: &SplitDeal,
    group: &Group,
    input: &Input,
    found: &Explored,
) -> Result<(), SplitError> {
    let mut file = SealedWriter::create(path, KIND, deal.checksum())?;
    let Seal { lines, checksum } = input.seal;
    file.line(group_line(deal, group.fingerprint()))?;
    file.line(format!("input {lines} {checksum:08x}"))?;
    file.line(INITIAL)?;
    found.initial(&input.entries).into_iter().try_for_each(|line| file.line(line))?;
    for (heading, fate) in [(CONSUMED, Fate::Consumed), (REACHABLE, Fate::Reachable)] {
        file.line(heading)?;
        found.of_fate(fate).try_for_each(|entry| file.line(input.entries.name(entry)))?;
    }
    file.line(DERIVED)?;
    for (exit, derived) in found.derived(deal) {
        let way = found.way(group, input, exit)?.to_string().into();
        file.line(Derived { way, ..derived })?;
    }
    file.line(TOTALS)?;
    write_tally(&mut file, found.tally())?;
    file.finish()?;
    Ok(())
}

/// What an output tells beside its derived states.
pub struct Output {
    pub tally: GroupTally,
    /// The input that it was made from.
    pub input: Seal,
}

/// Reads an output and hands its derived states to `visit`.
pub fn read(
    path: &Path,
    deal: &SplitDeal,
    fingerprint: Fingerprint,
    mut visit: impl FnMut(Derived) -> Result<(), SplitError>,
) -> Result<Output, SplitError> {
    let mut file = SealedReader::open(path, KIND, Some(deal.checksum()))?;
    expect_line(&mut file, &group_line(deal, fingerprint))?;
    let words = file.expect_after("input")?;
    let input = words.split_once(' ').and_then(|(lines, checksum)| {
        let checksum = u32::from_str_radix(checksum, 16).ok()?;
        Some(Seal { lines: number(lines)?, checksum })
    });
    let input = input.ok_or_else(|| file.refuse("no lines and checksum of an input"))?;
    expect_line(&mut file, INITIAL)?;
    let (mut fccs, mut states, mut lines) = (0, 0, 0);
    section(&mut file, CONSUMED, |line| {
        let (entry, counted) = read_initial(line, deal.symmetry)?;
        is_entry(entry, deal.symmetry)?;
        fccs += counted.0;
        states += counted.0 * counted.1;
        lines += 1;
        Ok(())
    })?;
    for heading in [REACHABLE, DERIVED] {
        section(&mut file, heading, |line| {
            lines += 1;
            is_entry(line, deal.symmetry)
        })?;
    }
    let depth = deal.game.depth(fingerprint);
    let mut last: Option<Derived> = None;
    loop {
        let line = file.expect(TOTALS)?;
        if line == TOTALS {
            break;
        }
        let derived = Derived::read(line).map_err(|reason| file.refuse(reason))?;
        if derived.is_class() != deal.symmetry {
            return Err(file.refuse("a derived line has suits when symmetry is on, and only then"));
        }
        let group = derived.group();
        if !deal.has(group) || deal.game.depth(group) <= depth {
            return Err(file.refuse("a derived state is of this deal and deeper than its group"));
        }
        if last.replace(derived.clone()).is_some_and(|last| order(&last) >= order(&derived)) {
            return Err(file.refuse("derived states are to be sorted by count, group and state"));
        }
        visit(derived)?;
    }
    let tally = read_tally(&mut file)?;
    let by_states = tally.classes == tally.states && tally.entries == lines;
    let adds_up = tally.groups == 1
        && (tally.fccs, tally.states) == (fccs, states)
        && (deal.symmetry || by_states)
        && lines + 2 == input.lines.into();
    if !adds_up {
        return Err(file.refuse("the totals are not those of the lines above"));
    }
    if file.next()?.is_some() {
        return Err(file.refuse("something comes after the totals"));
    }
    Ok(Output { tally, input })
}

/// Takes the counts off a line of initial states: FCCs, and states of each.
fn read_initial(line: &str, symmetry: bool) -> Result<(&str, (u128, u128)), &'static str> {
    let count = |word| number::<u128>(word).filter(|count| *count > 0);
    let (rest, states) = line.rsplit_once(' ').ok_or("expected a count of states")?;
    let states = count(states).ok_or("no count of states")?;
    if !symmetry {
        return Ok((rest, (1, states)));
    }
    let (rest, fccs) = rest.rsplit_once(' ').ok_or("expected `class suits fccs states`")?;
    let fccs = count(fccs).ok_or("no count of FCCs")?;
    fccs.checked_mul(states).ok_or("more states than there are")?;
    Ok((rest, (fccs, states)))
}

/// Whether a text is a state, or a class and its suits.
fn is_entry(text: &str, symmetry: bool) -> Result<(), &'static str> {
    let state = match text.split_once(' ') {
        Some((class, suits)) if symmetry => {
            piece_of_text(suits).map_err(|_| "no suit set after the class")?;
            class
        }
        None if symmetry => return Err("expected a class and its suits"),
        _ => text,
    };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+_".contains(&byte);
    let fine = state.len() == STATE_CHARS && state.bytes().all(plain);
    if fine { Ok(()) } else { Err("no state: it has 18 letters A-Z a-z 0-9 + _") }
}

fn expect_line(file: &mut SealedReader, expected: &str) -> Result<(), SplitError> {
    let found = file.expect(expected)?.to_owned();
    if found == expected {
        return Ok(());
    }
    Err(file.refuse(format!("expected `{expected}`, found `{found}`")))
}

/// Reads lines up to a heading.
fn section(
    file: &mut SealedReader,
    until: &str,
    mut visit: impl FnMut(&str) -> Result<(), &'static str>,
) -> Result<(), SplitError> {
    loop {
        let line = file.expect(until)?;
        if line == until {
            return Ok(());
        }
        visit(line).map_err(|reason| file.refuse(reason))?;
    }
}
