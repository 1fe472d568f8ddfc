//! The groups of a file one after the other, each component read, flooded and counted.
//!
//! Everything that can be said of a group without the others is checked here (checks 4 and 5 of
//! `docs/certificate.md`), and that groups come by depth, each once. The full check and the sample
//! both start from this.

use std::collections::HashSet;
use std::io::Read;

use super::component::{ClassLimit, Listed, check_component, count, read_component, read_group};
use super::fingerprint::Fingerprint;
use super::flood::{ClassIndex, Flood};
use super::group::Group;
use super::head::{Head, Totals};
use super::progress::Progress;
use super::reader::Reader;
use super::refusal::{Failure, Refusal, Where};

/// A component, what flooding it found, and the number of its states.
pub struct Component {
    /// What the file says of it.
    pub listed: Listed,
    /// Its classes and K, found by flooding.
    pub flood: Flood,
    /// The states of all its classes.
    pub states: u128,
}

/// A group with all its components.
pub struct ListedGroup {
    /// The group by itself, as its fingerprint makes it.
    pub group: Group,
    /// Its depth, which no group before it exceeds.
    pub depth: i64,
    /// Its components, by ascending keys.
    pub components: Vec<Component>,
    /// The component and φ of every class.
    pub index: ClassIndex,
}

/// The rest of a file, from a group on.
pub struct Listing<'a, R> {
    head: &'a Head,
    reader: Reader<R>,
    /// What was counted so far.
    pub totals: Totals,
    depth: Option<i64>,
    at_depth: HashSet<Fingerprint>,
}

impl<'a, R: Read> Listing<'a, R> {
    /// The groups that follow the head.
    pub fn new(head: &'a Head, reader: Reader<R>) -> Listing<'a, R> {
        let totals = Totals::default();
        Listing { head, reader, totals, depth: None, at_depth: HashSet::new() }
    }

    /// The next group; after the last one the end of the file is checked.
    pub fn next(&mut self, progress: &mut Progress) -> Result<Option<ListedGroup>, Failure> {
        match self.reader.byte()? {
            0 => {
                self.reader.finish()?;
                return Ok(None);
            }
            1 => {}
            other => return self.reader.fault(format!("a group begins with {other}, not 1")),
        }
        let game = &self.head.game;
        let group = read_group(game, &mut self.reader)?;
        let depth = self.enter(group.fingerprint)?;
        let number_of_components =
            self.reader.varint(u32::MAX.into(), "the number of components")?;
        if number_of_components == 0 {
            return self.reader.fault("a group has no components");
        }
        let mut index = ClassIndex::default();
        let mut components: Vec<Component> = Vec::new();
        for number in 0..number_of_components {
            let before = components.last().map(|component| component.listed.key);
            let listed = read_component(game, &group, before, &mut self.reader)?;
            let number = u32::try_from(number).expect("their number is limited");
            let limit =
                ClassLimit { listed: self.head.totals.classes, counted: self.totals.classes };
            let flood = check_component(game, &group, &listed, number, limit, &mut index)?;
            let states = count(game, &group, &listed, &flood, &mut self.totals);
            components.push(Component { listed, flood, states });
            progress.show(depth, &self.totals);
        }
        self.totals.groups += 1;
        Ok(Some(ListedGroup { group, depth, components, index }))
    }

    /// Depth follows from the fingerprint, so a group can come twice only at one depth.
    fn enter(&mut self, fingerprint: Fingerprint) -> Result<i64, Failure> {
        let depth = self.head.game.depth(fingerprint);
        let place = Where { depth, fingerprint };
        if let Some(after) = self.depth.filter(|&after| depth < after) {
            return Err(Refusal::GroupOrder { place, after }.into());
        }
        if self.depth.replace(depth) != Some(depth) {
            self.totals.layers += 1;
            self.at_depth.clear();
        }
        if !self.at_depth.insert(fingerprint) {
            return Err(Refusal::GroupTwice { place }.into());
        }
        Ok(depth)
    }

    /// Compares what was counted with the head.
    pub fn compare_totals(&self) -> Result<Totals, Failure> {
        match self.head.totals.difference(&self.totals) {
            Some(refusal) => Err(refusal.into()),
            None => Ok(self.totals),
        }
    }
}
