//! The full check: every group, every component, every class, every move.
//!
//! The file is read once, group by group. What is held is one group's classes and the obligations
//! for deeper groups. When a state turns out to be listed nowhere, the file is read a second time
//! up to the move that leads to it, so that the refusal can show where it comes from.

use std::collections::HashSet;
use std::io::Read;

use super::component::{ClassLimit, Listed, check_component, count, read_component, read_group};
use super::draw;
use super::exits::{self, Exit, Landings};
use super::fingerprint::Fingerprint;
use super::flood::{ClassIndex, Flood};
use super::game::Game;
use super::gf2::{Piece, missing};
use super::group::Group;
use super::head::{Head, Totals};
use super::obligations::{Named, Obligations};
use super::progress::Progress;
use super::reader::Reader;
use super::refusal::{Failure, Refusal, Step, Unreadable, Where};
use crate::position::Position;

/// The most components of a group that are counted.
const COMPONENTS_MAX: u128 = u32::MAX as u128;

/// An accepted certificate.
#[derive(Debug)]
pub struct Accepted {
    pub head: Head,
    /// What the checker counted itself.
    pub totals: Totals,
}

/// Checks a certificate in full. `open` gives the file from its beginning and may be called twice.
pub fn check<R: Read>(
    open: impl Fn() -> std::io::Result<R>,
    progress: &mut Progress,
) -> Result<Accepted, Failure> {
    let open = || open().map_err(|error| Failure::from(Unreadable::Io(error)));
    let mut lost = None;
    let result = pass(open()?, None, &mut lost, progress);
    let (Err(Failure::Refused(refusal)), Some(lost)) = (&result, lost) else { return result };
    let mut refusal = refusal.clone();
    let (Refusal::GroupMissing { step, .. }
    | Refusal::ClassMissing { step, .. }
    | Refusal::ExchangeMissing { step, .. }) = refusal.as_mut()
    else {
        return result;
    };
    // The second pass ends where the first one did or earlier; only what it comes by matters.
    let mut sought = Sought { state: lost, from: None };
    let _ = pass(open()?, Some(&mut sought), &mut None, progress);
    step.from = sought.from;
    Err(Failure::Refused(refusal))
}

/// A state that is listed nowhere, and the position that leads to it once it was found.
struct Sought {
    state: Named,
    from: Option<Position>,
}

fn pass<R: Read>(
    input: R,
    sought: Option<&mut Sought>,
    lost: &mut Option<Named>,
    progress: &mut Progress,
) -> Result<Accepted, Failure> {
    let mut reader = Reader::new(input)?;
    let head = Head::read(&mut reader)?;
    let game = &head.game;
    let (landing, key, vector) = exits::deal(game);
    if landing.group.is_won() {
        return Err(Refusal::DealWon { deal: game.board.clone() }.into());
    }
    let deal = Named { fingerprint: landing.group.fingerprint, key, vector };
    let mut checker = Checker {
        game,
        deal,
        obligations: Obligations::default(),
        totals: Totals::default(),
        classes_listed: head.totals.classes,
        depth: None,
        listed_at_depth: HashSet::new(),
        lost,
        sought,
    };
    checker.obligations.add(landing.depth, deal.fingerprint, key, Piece::single(vector));
    loop {
        match reader.byte()? {
            0 => break,
            1 => checker.group(&mut reader, progress)?,
            other => return reader.content_fault(format!("a group begins with {other}, not 1")),
        }
    }
    reader.finish()?;
    checker.nothing_overdue(None)?;
    let totals = checker.totals;
    if let Some(refusal) = head.totals.difference(&totals) {
        return Err(refusal.into());
    }
    Ok(Accepted { head, totals })
}

struct Checker<'a> {
    game: &'a Game,
    deal: Named,
    obligations: Obligations,
    totals: Totals,
    /// The classes that there are by the head.
    classes_listed: u64,
    depth: Option<i64>,
    listed_at_depth: HashSet<Fingerprint>,
    /// Set when an obligation is met by nothing.
    lost: &'a mut Option<Named>,
    sought: Option<&'a mut Sought>,
}

impl Checker<'_> {
    fn group<R: Read>(
        &mut self,
        reader: &mut Reader<R>,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let game = self.game;
        let group = read_group(game, reader)?;
        self.enter(&group)?;
        let components = reader.varint(COMPONENTS_MAX, "the number of components")?;
        if components == 0 {
            return reader.content_fault("a group has no components");
        }
        let mut index = ClassIndex::default();
        let mut flooded: Vec<(Listed, Flood)> = Vec::new();
        for number in 0..components {
            let before = flooded.last().map(|(listed, _)| listed.key);
            let listed = read_component(game, &group, before, reader)?;
            let number = u32::try_from(number).expect("the number of components is limited");
            let limit = ClassLimit { listed: self.classes_listed, counted: self.totals.classes };
            let flood = check_component(game, &group, &listed, number, limit, &mut index)?;
            count(game, &group, &listed, &flood, &mut self.totals);
            flooded.push((listed, flood));
        }
        self.totals.groups += 1;
        self.meet(&group, &index, &flooded)?;
        let mut landings = Landings::new(game, &group);
        for (listed, flood) in &flooded {
            for (at, class) in flood.classes.iter().enumerate() {
                let suits: Vec<Piece> =
                    listed.suits.iter().map(|piece| piece.moved(class.phi)).collect();
                let places = group.places(class.key);
                landings.exits(&places, |exit| self.leave(&group, class.key, &suits, exit))?;
                if at % 1024 == 0 {
                    progress.show(self.depth.unwrap_or(0), &self.totals);
                }
            }
        }
        Ok(())
    }

    /// Groups come by depth, each once, and nothing may wait for a group that has gone by.
    fn enter(&mut self, group: &Group) -> Result<(), Failure> {
        let fingerprint = group.fingerprint;
        let place = Where { depth: self.game.depth(fingerprint), fingerprint };
        match self.depth {
            Some(after) if place.depth < after => {
                return Err(Refusal::GroupOrder { place, after }.into());
            }
            Some(depth) if place.depth == depth => {}
            _ => {
                self.nothing_overdue(Some(place.depth))?;
                self.depth = Some(place.depth);
                self.totals.layers += 1;
                self.listed_at_depth.clear();
            }
        }
        if !self.listed_at_depth.insert(fingerprint) {
            return Err(Refusal::GroupTwice { place }.into());
        }
        Ok(())
    }

    fn nothing_overdue(&mut self, depth: Option<i64>) -> Result<(), Failure> {
        match self.obligations.overdue(depth) {
            Some(state) => Err(self.lose(state, Lack::Group)),
            None => Ok(()),
        }
    }

    /// Every obligation for the group has to be in the listed components.
    fn meet(
        &mut self,
        group: &Group,
        index: &ClassIndex,
        flooded: &[(Listed, Flood)],
    ) -> Result<(), Failure> {
        let fingerprint = group.fingerprint;
        let reached = self.obligations.take(self.game.depth(fingerprint), fingerprint);
        for (&key, pieces) in &reached {
            let Some(&(component, phi)) = index.get(&key) else {
                let vector = pieces[0].offset;
                return Err(self.lose(Named { fingerprint, key, vector }, Lack::Class));
            };
            let suits = &flooded[component as usize].0.suits;
            for piece in pieces {
                if let Some(mark) = missing(&piece.moved(phi), suits) {
                    let vector = mark ^ phi;
                    return Err(self.lose(Named { fingerprint, key, vector }, Lack::Exchange));
                }
            }
        }
        Ok(())
    }

    /// Notes where a move of a class arrives.
    fn leave(
        &mut self,
        group: &Group,
        from: super::group::Key,
        suits: &[Piece],
        exit: &Exit,
    ) -> Result<(), Failure> {
        let target = exit.landing.group.fingerprint;
        for piece in suits {
            let Some(arriving) = exit.arriving(piece) else { continue };
            if exit.landing.group.is_won() {
                let vector = exit.leaving(piece).map_or(0, |leaving| leaving.offset);
                let fingerprint = group.fingerprint;
                return Err(Refusal::MoveWins {
                    place: Where { depth: self.game.depth(fingerprint), fingerprint },
                    from: draw::member(self.game, group, from, vector),
                    card: super::cards::card(exit.card),
                }
                .into());
            }
            if let Some(sought) = self.sought.as_deref_mut()
                && sought.from.is_none()
                && (sought.state.fingerprint, sought.state.key) == (target, exit.key)
                && let Some(vector) = exit.source_of(piece, sought.state.vector)
            {
                sought.from = Some(draw::member(self.game, group, from, vector));
            }
            self.obligations.add(exit.landing.depth, target, exit.key, arriving);
        }
        Ok(())
    }

    /// The refusal for a state that is listed nowhere.
    fn lose(&mut self, state: Named, lack: Lack) -> Failure {
        let fingerprint = state.fingerprint;
        let place = Where { depth: self.game.depth(fingerprint), fingerprint };
        if state == self.deal {
            let why = lack.words();
            return Refusal::DealNotListed { place, why, deal: self.game.board.clone() }.into();
        }
        *self.lost = Some(state);
        let group = Group::new(self.game, fingerprint).expect("a move led to this group");
        let reached = draw::member(self.game, &group, state.key, state.vector);
        let step = Step { reached, from: None };
        match lack {
            Lack::Group => Refusal::GroupMissing { place, step },
            Lack::Class => Refusal::ClassMissing { place, step },
            Lack::Exchange => Refusal::ExchangeMissing { place, step },
        }
        .into()
    }
}

/// What of a state is not listed.
#[derive(Clone, Copy)]
enum Lack {
    Group,
    Class,
    Exchange,
}

impl Lack {
    fn words(self) -> &'static str {
        match self {
            Lack::Group => "its group is not listed",
            Lack::Class => "its class is in no listed component",
            Lack::Exchange => "its exchange of suits is not in the listed set",
        }
    }
}
