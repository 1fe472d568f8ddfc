//! The full check: every group, every component, every class, every move.
//!
//! The file is read once, group by group. What is held is one group's classes and the obligations
//! for deeper groups. When a state turns out to be listed nowhere, the file is read a second time
//! up to the move that leads to it, so that the refusal can show where it comes from.

use std::io::Read;

use super::draw;
use super::exits::{self, Exit, Landings};
use super::game::Game;
use super::gf2::{Piece, missing};
use super::group::{Group, Key};
use super::head::{Head, Totals};
use super::listing::{ListedGroup, Listing};
use super::obligations::{Named, Obligations};
use super::progress::Progress;
use super::reader::Reader;
use super::refusal::{Failure, Refusal, Step, Unreadable, Where};
use crate::position::Position;

/// An accepted certificate.
#[derive(Debug)]
pub struct Accepted {
    /// What the file claims; its totals are those that were counted.
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
    let mut checker = Checker { game, deal, obligations: Obligations::default(), lost, sought };
    checker.obligations.add(landing.depth, deal.fingerprint, key, Piece::single(vector));
    let mut listing = Listing::new(&head, reader);
    while let Some(listed) = listing.next(progress)? {
        checker.nothing_overdue(Some(listed.depth))?;
        checker.meet(&listed)?;
        checker.leave_all(&listed, || progress.show(listed.depth, &listing.totals))?;
    }
    checker.nothing_overdue(None)?;
    let totals = listing.compare_totals()?;
    Ok(Accepted { head, totals })
}

struct Checker<'a> {
    game: &'a Game,
    deal: Named,
    obligations: Obligations,
    /// Set when an obligation is met by nothing.
    lost: &'a mut Option<Named>,
    sought: Option<&'a mut Sought>,
}

impl Checker<'_> {
    /// Groups come by depth, so nothing may wait for one that has gone by.
    fn nothing_overdue(&mut self, depth: Option<i64>) -> Result<(), Failure> {
        match self.obligations.overdue(depth) {
            Some(state) => Err(self.lose(state, Lack::Group)),
            None => Ok(()),
        }
    }

    /// Every obligation for the group has to be in the listed components.
    fn meet(&mut self, listed: &ListedGroup) -> Result<(), Failure> {
        let fingerprint = listed.group.fingerprint;
        let reached = self.obligations.take(listed.depth, fingerprint);
        for (&key, pieces) in &reached {
            let Some(&(component, phi)) = listed.index.get(&key) else {
                let vector = pieces[0].offset;
                return Err(self.lose(Named { fingerprint, key, vector }, Lack::Class));
            };
            let suits = &listed.components[component as usize].listed.suits;
            for piece in pieces {
                if let Some(mark) = missing(&piece.moved(phi), suits) {
                    let vector = mark ^ phi;
                    return Err(self.lose(Named { fingerprint, key, vector }, Lack::Exchange));
                }
            }
        }
        Ok(())
    }

    /// Follows every irreversible move of every class with the vectors of the class.
    fn leave_all(&mut self, listed: &ListedGroup, mut show: impl FnMut()) -> Result<(), Failure> {
        let group = &listed.group;
        let mut landings = Landings::new(self.game, group);
        for component in &listed.components {
            for (at, class) in component.flood.classes.iter().enumerate() {
                let suits = component.listed.suits.iter().map(|piece| piece.moved(class.phi));
                let suits: Vec<Piece> = suits.collect();
                let places = group.places(class.key);
                landings.exits(&places, |exit| self.leave(group, class.key, &suits, exit))?;
                if at % 1024 == 0 {
                    show();
                }
            }
        }
        Ok(())
    }

    /// Notes where a move of a class arrives.
    fn leave(
        &mut self,
        group: &Group,
        from: Key,
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
