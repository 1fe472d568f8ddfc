//! One group: its components flooded again, and everything that is counted of them.

use super::Example;
use super::exits::{FirstMove, first_moves};
use super::layer::LayerNumbers;
use super::winning::{Winning, WinningGroup};
use crate::fingerprint::Fingerprint;
use crate::game::Game;
use crate::gf2::Vector;
use crate::group::Group;
use crate::ports::ComponentRecord;
use crate::suitset::{Piece, SuitSet};
use crate::trace::{Class, Component, FloodLimits, Reached, TraceError, reached_components};

/// Adds a group to the numbers of its layer. Returns its winning FCCs, when those of all deeper layers are
/// given.
pub fn count_group(
    game: &Game,
    fingerprint: Fingerprint,
    records: Vec<ComponentRecord>,
    deeper: Option<&Winning>,
    limits: FloodLimits,
    into: &mut LayerNumbers,
) -> Result<WinningGroup, TraceError> {
    let mut won = WinningGroup::default();
    into.groups += 1;
    for Reached { smallest, set, .. } in reached_components(game, fingerprint, records, limits)? {
        let component = Component::flood(Group::new(game, fingerprint), smallest, limits)?;
        let mut counting = Counting::new(&component, &set, deeper);
        for class in &component.classes {
            counting.class(class, into);
        }
        let wins = counting.end(into);
        if !wins.pieces().is_empty() {
            won.add(&component, wins);
        }
    }
    Ok(won)
}

/// A component while its classes are gone through.
struct Counting<'a> {
    component: &'a Component<'a>,
    /// R
    reached: &'a SuitSet,
    size: u128,
    deeper: Option<&'a Winning>,
    /// For the pairs that foundations tell apart: the size of R with and without the bit.
    cuts: Vec<(Vector, [u128; 2])>,
    /// Marks with an exit, and with one that wins; full when they are all of R.
    leaving: Marks,
    wins: Marks,
    winning_states: u128,
}

/// A growing part of R.
struct Marks {
    set: SuitSet,
    is_full: bool,
}

impl Marks {
    fn none() -> Marks {
        Marks { set: SuitSet::default(), is_full: false }
    }

    fn fill(&mut self, all: &SuitSet) {
        self.set = all.clone();
        self.is_full = true;
    }

    /// Adds pieces of R, and looks whether it is all now.
    fn add(&mut self, pieces: &[Piece], size: u128) {
        let before = self.set.pieces().len();
        let is_known =
            |piece: &Piece| self.set.pieces().iter().any(|mine| mine.contains_all(piece));
        if pieces.iter().all(is_known) && before > 0 {
            return;
        }
        pieces.iter().for_each(|&piece| self.set.add(piece));
        self.is_full = self.set.size() == size;
    }
}

impl<'a> Counting<'a> {
    fn new(
        component: &'a Component<'a>,
        reached: &'a SuitSet,
        deeper: Option<&'a Winning>,
    ) -> Counting<'a> {
        Counting {
            component,
            reached,
            size: reached.size(),
            deeper,
            cuts: Vec::new(),
            leaving: Marks::none(),
            wins: Marks::none(),
            winning_states: 0,
        }
    }

    /// Counts the states of a class and their moves.
    fn class(&mut self, class: &Class, into: &mut LayerNumbers) {
        let group = &self.component.group;
        let (a, b) = group.planes(class.key);
        let context = group.context();
        let states = self.size >> class.stabiliser;
        let cells = (context.loose & !(a | b)).count_ones();
        let columns_used = (b & !a).count_ones();
        into.add_states(group.fingerprint(), cells, context.columns - columns_used, states);
        let mut made = 0;
        first_moves(group, (a, b), |first| {
            made += self.made(&first, class.phi);
            self.note(&first, class.phi);
        });
        into.exits += made >> class.stabiliser;
    }

    /// How many vectors can make a move.
    fn made(&mut self, first: &FirstMove, phi: Vector) -> u128 {
        let Some((bit, set)) = first.cut else { return self.size };
        let place = match self.cuts.iter().position(|&(other, _)| other == bit) {
            Some(place) => place,
            None => {
                let with = self.reached.with_bit(bit, true).size();
                self.cuts.push((bit, [self.size - with, with]));
                self.cuts.len() - 1
            }
        };
        // The vector of a state is r + φ; the coordinate of r that gives `set` is this one.
        self.cuts[place].1[usize::from(set != (phi & bit != 0))]
    }

    /// Notes which marks can leave by a move, and which can win by it.
    fn note(&mut self, first: &FirstMove, phi: Vector) {
        let k = &self.component.k;
        if !self.leaving.is_full {
            match first.cut {
                None => self.leaving.fill(self.reached),
                Some((bit, set)) => {
                    let made = self.reached.with_bit(bit, set != (phi & bit != 0));
                    self.leaving.add(made.widened(k).pieces(), self.size);
                }
            }
        }
        let (Some(deeper), false) = (self.deeper, self.wins.is_full) else { return };
        let (component, reached) = (self.component, self.reached);
        let (wins, size) = (&mut self.wins, self.size);
        first.exits(component.group.game(), component.pairs, |exit| {
            deeper.through(&exit, component.pairs, |piece| {
                if !wins.is_full {
                    let made = SuitSet::new([piece.shifted(phi)]).shared(reached).widened(k);
                    wins.add(made.pieces(), size);
                }
            });
        });
    }

    /// Counts the component. Returns its marks that win.
    fn end(mut self, into: &mut LayerNumbers) -> SuitSet {
        let Component { group, k, classes, smallest, .. } = self.component;
        if self.deeper.is_some() && group.fingerprint().stuck == 0 {
            self.wins.fill(self.reached);
        }
        let k_size = 1u128 << k.dimension();
        let (fccs, fcc_states) = (self.size / k_size, self.component.fcc_states());
        assert_eq!(fccs * k_size, self.size, "R is made of cosets of K");
        into.fccs += fccs;
        into.classes += classes.len() as u128;
        into.sizes.add(fcc_states, fccs);
        into.by_powers.add(fcc_states, fccs);
        into.dead_ends += fccs - self.leaving.set.size() / k_size;
        let mark = self.reached.pieces().first().map_or(0, Piece::offset);
        let mut winning = None;
        if self.deeper.is_some() {
            let wins = self.wins.set.size();
            self.winning_states = (wins / k_size) * fcc_states;
            into.winning_fccs += wins / k_size;
            into.winning_states += self.winning_states;
            winning = Some(self.wins.set.contains(mark));
        }
        into.add_example(Example {
            depth: group.game().depth(group.fingerprint()),
            smallest: *smallest,
            states: fcc_states,
            fccs_alike: fccs,
            state: self.component.state(*smallest, mark),
            winning,
        });
        self.wins.set
    }
}
