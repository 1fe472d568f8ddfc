//! One step back: an FCC that has an exit into a given one.
//!
//! Entries carry no word of where they came from: that would cost more than the entry, and proofs of
//! impossibility would pay for it too. So the groups that lead to the FCC's group are sought, which is a
//! matter of fingerprints alone, nearest depth first, and their recorded components flooded until one
//! has an exit into the FCC. Of one depth small components come first: most have no such exit, and one
//! of the few large ones takes longer than all the small ones. (6257759301 with 3 freecells: 3.6 s by
//! fingerprints, 0.18 s so.)
//!
//! With symmetry a component stands for many FCCs. When a class of it has an exit that is wanted, for
//! some of its vectors, one vector is picked by halving: of the vectors that are left, those without a
//! pair exchanged, if they have the exit too, else those with it.

use super::component::{Component, FloodLimits};
use super::reached::{Reached, reached_components};
use super::{Fcc, TraceError, Tracer};
use crate::card::Card;
use crate::class::tree::Class;
use crate::entries::Entries;
use crate::fingerprint::Fingerprint;
use crate::flood::class_exits::{ClassExits, ExitsOfComponent};
use crate::game::Game;
use crate::gf2::Vector;
use crate::group::Group;
use crate::key::Key;
use crate::ports::{PortError, Queues, WaitingLayer};
use crate::rules::next_up;
use crate::spaces::{Spaces, SuitPiece};
use crate::state::State;
use crate::suitset::SuitSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

impl<'a> Tracer<'a> {
    /// A state with an exit into `target`, and its FCC.
    pub(super) fn before(&self, target: &Fcc) -> Result<(State, Fcc<'a>), TraceError> {
        let to = target.component.group.fingerprint();
        for depth in (0..self.game.depth(to)).rev() {
            let groups = self.groups(depth)?;
            let leading: Vec<Fingerprint> =
                groups.iter().copied().filter(|&from| leads_to(self.game, from, to)).collect();
            // Without symmetry a group's components have to be flooded to be known.
            let at_once = if self.symmetry { leading.len().max(1) } else { 1 };
            for groups in leading.chunks(at_once) {
                if let Some(found) = self.exit_of_groups(depth, groups, target)? {
                    return Ok(found);
                }
            }
        }
        Err(TraceError::NoWayBack { fingerprint: to })
    }

    /// A state of the groups from which a move leads into the target, and its FCC; small components first.
    fn exit_of_groups(
        &self,
        depth: u32,
        groups: &[Fingerprint],
        target: &Fcc,
    ) -> Result<Option<(State, Fcc<'a>)>, TraceError> {
        let mut candidates = Vec::new();
        for &from in groups {
            let reached = self.reached(depth, from)?;
            candidates.extend(reached.into_iter().map(|one| (from, one)));
        }
        candidates.sort_by_key(|(from, one)| (one.classes_about, *from, one.smallest));
        for (from, reached) in candidates {
            let found = self.exit_of(from, &reached, target)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// A state of a recorded component from which a move leads into the target.
    fn exit_of(
        &self,
        fingerprint: Fingerprint,
        reached: &Reached,
        target: &Fcc,
    ) -> Result<Option<(State, Fcc<'a>)>, TraceError> {
        let group = Group::new(self.game, fingerprint);
        let component = Component::flood(group, reached.smallest, self.limits())?;
        let mut exits = ClassExits::new(&Arc::new(Spaces::default()));
        let all = ExitsOfComponent::new(&component.group, &reached.set, exits.spaces());
        for class in &component.tree.classes {
            if leads_into(&component, class, &all, &mut exits, target)? {
                let vector = one_of(&component, class, &reached.set, target)?;
                let leaves_at = component.state(class.key, vector);
                let mark = vector ^ class.phi;
                return Ok(Some((leaves_at, Fcc { component, mark })));
            }
        }
        Ok(None)
    }

    /// The components of a group, with what was reached of each.
    fn reached(&self, depth: u32, fingerprint: Fingerprint) -> Result<Vec<Reached>, TraceError> {
        let records = self.exists.of_group(depth, fingerprint)?;
        reached_components(self.game, fingerprint, records, self.limits())
    }

    /// What a flood may take.
    pub(super) fn limits(&self) -> FloodLimits<'_> {
        FloodLimits { classes_max: self.classes_max, control: self.control }
    }
}

/// Whether some move from the states of one group leads, after the safe moves, to the other group.
fn leads_to(game: &Game, from: Fingerprint, to: Fingerprint) -> bool {
    if to.stuck & !from.stuck != 0 || from.founded & !to.founded != 0 {
        return false;
    }
    let frame = game.frame(from);
    let unstuck = Card::in_plane(frame.tops)
        .map(|card| Fingerprint { stuck: from.stuck & !card.bit(), ..from });
    let next = next_up(from.founded) & (frame.tops | frame.movable);
    let up = Card::in_plane(next).map(|card| put_up(from, card.bit()));
    unstuck.chain(up).any(|arrival| carried(game, arrival) == to)
}

fn put_up(fingerprint: Fingerprint, card: u64) -> Fingerprint {
    let Fingerprint { stuck, founded } = fingerprint;
    Fingerprint { stuck: stuck & !card, founded: founded | card }
}

/// The group where the states of a group arrive after all safe moves: the same for all of them.
fn carried(game: &Game, mut fingerprint: Fingerprint) -> Fingerprint {
    loop {
        let frame = game.frame(fingerprint);
        let safe =
            game.rules().safe_up(fingerprint.founded, game.prune()) & (frame.tops | frame.movable);
        if safe == 0 {
            return fingerprint;
        }
        fingerprint = put_up(fingerprint, safe & safe.wrapping_neg());
    }
}

/// Whether a class, with the vectors of `of_component` and its φ, has an exit into the target.
fn leads_into(
    component: &Component,
    class: &Class,
    of_component: &ExitsOfComponent,
    exits: &mut ClassExits,
    target: &Fcc,
) -> Result<bool, PortError> {
    let group = &component.group;
    exits.add_class(group, of_component, group.planes(class.key), class.phi);
    let spaces = Arc::clone(exits.spaces().shared());
    let catch = Catch { target, spaces: &spaces, caught: AtomicBool::new(false) };
    exits.flush(group.game(), &catch)?;
    Ok(catch.caught.load(Relaxed))
}

/// One vector of a class that has an exit into the target, of those that were reached.
fn one_of(
    component: &Component,
    class: &Class,
    reached: &SuitSet,
    target: &Fcc,
) -> Result<Vector, PortError> {
    let mut left = reached.clone();
    for pair in Card::in_plane(component.pairs) {
        let without = left.with_bit(pair.bit(), false);
        // New ones each time: they keep out what they have seen before.
        let mut exits = ClassExits::new(&Arc::new(Spaces::default()));
        let all = ExitsOfComponent::new(&component.group, &without, exits.spaces());
        let has =
            !without.pieces().is_empty() && leads_into(component, class, &all, &mut exits, target)?;
        left = if has { without } else { left.with_bit(pair.bit(), true) };
    }
    let mark = left.pieces().first().expect("one vector is left").offset();
    Ok(mark ^ class.phi)
}

/// A queue that only looks whether an entry is in the target.
struct Catch<'a, 'b> {
    target: &'a Fcc<'b>,
    spaces: &'a Spaces,
    caught: AtomicBool,
}

impl Catch<'_, '_> {
    /// Whether some state of the entry is in the FCC.
    fn look(&self, key: u128, piece: SuitPiece) {
        let Fcc { component, mark } = self.target;
        if let Some(class) = component.find(key) {
            let space = self.spaces.space(piece.space).sum(&component.tree.k);
            if space.contains(piece.offset ^ class.phi ^ mark) {
                self.caught.store(true, Relaxed);
            }
        }
    }
}

impl Queues<SuitPiece> for Catch<'_, '_> {
    fn push(
        &self,
        _depth: u32,
        fingerprint: Fingerprint,
        entries: Entries<SuitPiece>,
    ) -> Result<(), PortError> {
        if fingerprint == self.target.component.group.fingerprint() {
            match entries {
                Entries::Narrow(entries) => {
                    entries.iter().for_each(|&(key, piece)| self.look(key.wide(), piece));
                }
                Entries::Wide(entries) => {
                    entries.iter().for_each(|&(key, piece)| self.look(key, piece));
                }
            }
        }
        Ok(())
    }

    fn next_depth(&self) -> Option<u32> {
        None
    }

    fn open(&self, _depth: u32) -> Result<Box<dyn WaitingLayer<SuitPiece> + '_>, PortError> {
        Err(PortError::failure("nothing is kept here".to_owned()))
    }

    fn consumed(&self, _depth: u32) -> Result<(), PortError> {
        Ok(())
    }

    fn waiting(&self) -> u64 {
        0
    }

    fn memory_bytes(&self) -> u64 {
        0
    }

    fn disk_bytes(&self) -> u64 {
        0
    }
}

impl Fcc<'_> {
    /// Whether a state is in the FCC.
    pub(super) fn has(&self, state: State) -> bool {
        let sum = self.component.mark(state).map(|mark| mark ^ self.mark);
        sum.is_some_and(|sum| self.component.tree.k.contains(sum))
    }
}
