//! What was counted, as lines; the totals of a depth; the list of its groups.
//!
//! The totals are written when all outputs of a depth were merged, and name the files that were made
//! of them. The list of groups is written when all inputs of a depth are there. Both name files with
//! their checksums: what comes next takes just these.

use crate::deal::SplitDeal;
use crate::error::SplitError;
use crate::sealed::{Seal, SealedReader, SealedWriter, number};
use fcc::digest::Digest;
use fcc::fingerprint::Fingerprint;
use fcc::tally::{GroupTally, SizeCounts};
use std::path::Path;

const TOTAL: &str = "total";
const GROUPS: &str = "groups";

/// Writes a tally, a number a line.
pub(crate) fn write_tally(file: &mut SealedWriter, tally: &GroupTally) -> Result<(), SplitError> {
    file.line(format!("groups {}", tally.groups))?;
    file.line(format!("fccs {}", tally.fccs))?;
    file.line(format!("states {}", tally.states))?;
    file.line(format!("classes {}", tally.classes))?;
    file.line(format!("entries {}", tally.entries))?;
    file.line(format!("exits {}", tally.exits))?;
    file.line(format!("largest_fcc {}", tally.largest_fcc))?;
    let sizes: Vec<String> = tally.sizes.as_slice().iter().map(ToString::to_string).collect();
    file.line(format!("sizes {}", sizes.join(" ")))?;
    file.line(format!("digest {}", tally.digest))
}

pub(crate) fn read_number<T: std::str::FromStr + std::fmt::Display>(
    file: &mut SealedReader,
    name: &str,
) -> Result<T, SplitError> {
    let word = file.expect_after(name)?;
    number(&word).ok_or_else(|| file.refuse(format!("`{word}` is no number of {name}")))
}

pub(crate) fn read_tally(file: &mut SealedReader) -> Result<GroupTally, SplitError> {
    let groups = read_number(file, "groups")?;
    let fccs = read_number(file, "fccs")?;
    let states = read_number(file, "states")?;
    let classes = read_number(file, "classes")?;
    let entries = read_number(file, "entries")?;
    let exits = read_number(file, "exits")?;
    let largest_fcc = read_number(file, "largest_fcc")?;
    let mut sizes = SizeCounts::default();
    for (place, word) in file.expect_after("sizes")?.split(' ').enumerate() {
        let count = number(word).filter(|_| place < 128);
        sizes.add(1 << place, count.ok_or_else(|| file.refuse(format!("`{word}` is no count")))?);
    }
    let word = file.expect_after("digest")?;
    let digest = u128::from_str_radix(&word, 16).map(Digest).ok();
    let digest = digest.filter(|digest| digest.to_string() == word);
    let digest = digest.ok_or_else(|| file.refuse("no digest"))?;
    Ok(GroupTally { groups, classes, fccs, states, entries, exits, largest_fcc, sizes, digest })
}

/// A file of derived states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DerivedFile {
    /// The depth that they are of.
    pub depth: u32,
    pub seal: Seal,
}

/// A depth whose outputs were merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    pub depth: u32,
    pub tally: GroupTally,
    /// Whether a state without stuck cards is in it.
    pub won: bool,
    /// Lines of derived states in all outputs, and those that led to a state of another one.
    pub read: u64,
    pub joined: u64,
    /// What is left of them, by depth.
    pub files: Vec<DerivedFile>,
}

fn seal_of(words: &[&str]) -> Option<Seal> {
    let &[lines, checksum] = words else { return None };
    let seal = Seal { lines: number(lines)?, checksum: u32::from_str_radix(checksum, 16).ok()? };
    (format!("{:08x}", seal.checksum) == checksum).then_some(seal)
}

impl Total {
    pub fn write(&self, path: &Path, deal: &SplitDeal) -> Result<(), SplitError> {
        let mut file = SealedWriter::create(path, TOTAL, deal.checksum())?;
        file.line(format!("depth {}", self.depth))?;
        write_tally(&mut file, &self.tally)?;
        file.line(format!("won {}", if self.won { "yes" } else { "no" }))?;
        file.line(format!("read {}", self.read))?;
        file.line(format!("joined {}", self.joined))?;
        for DerivedFile { depth, seal } in &self.files {
            file.line(format!("derived {depth} {} {:08x}", seal.lines, seal.checksum))?;
        }
        file.finish()?;
        Ok(())
    }

    pub fn read(path: &Path, deal: &SplitDeal) -> Result<Total, SplitError> {
        let mut file = SealedReader::open(path, TOTAL, Some(deal.checksum()))?;
        let depth = read_number(&mut file, "depth")?;
        let tally = read_tally(&mut file)?;
        let won = match &file.expect_after("won")?[..] {
            "yes" => true,
            "no" => false,
            _ => return Err(file.refuse("yes or no")),
        };
        let read = read_number(&mut file, "read")?;
        let joined = read_number(&mut file, "joined")?;
        let mut files = Vec::new();
        while let Some(line) = file.next()? {
            let words: Vec<&str> = line.split(' ').collect();
            let found = match &words[..] {
                ["derived", depth, seal @ ..] => number(depth).zip(seal_of(seal)),
                _ => None,
            };
            let (depth, seal) = found.ok_or_else(|| file.refuse("no file of derived states"))?;
            files.push(DerivedFile { depth, seal });
        }
        Ok(Total { depth, tally, won, read, joined, files })
    }
}

/// A group whose input is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedGroup {
    pub fingerprint: Fingerprint,
    /// Lines of its input, and their checksum.
    pub seal: Seal,
}

pub fn write_groups(
    path: &Path,
    deal: &SplitDeal,
    depth: u32,
    groups: &[ListedGroup],
) -> Result<(), SplitError> {
    let mut file = SealedWriter::create(path, GROUPS, deal.checksum())?;
    file.line(format!("depth {depth}"))?;
    for ListedGroup { fingerprint, seal } in groups {
        file.line(format!("{fingerprint} {} {:08x}", seal.lines, seal.checksum))?;
    }
    file.finish()?;
    Ok(())
}

pub fn read_groups(path: &Path, deal: &SplitDeal) -> Result<Vec<ListedGroup>, SplitError> {
    let mut file = SealedReader::open(path, GROUPS, Some(deal.checksum()))?;
    let depth: u32 = read_number(&mut file, "depth")?;
    let mut groups = Vec::new();
    while let Some(line) = file.next()? {
        let words: Vec<&str> = line.split(' ').collect();
        let found = match &words[..] {
            [fingerprint, seal @ ..] => fingerprint.parse().ok().zip(seal_of(seal)),
            _ => None,
        };
        let (fingerprint, seal) = found
            .filter(|&(group, _)| deal.has(group) && deal.game.depth(group) == depth)
            .ok_or_else(|| file.refuse("no group of this depth"))?;
        groups.push(ListedGroup { fingerprint, seal });
    }
    Ok(groups)
}
