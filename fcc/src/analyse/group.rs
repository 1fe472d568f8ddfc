//! One group: its components flooded again, and everything that is counted of them.

use super::Example;
use super::exits::exits_of;
use super::layer::LayerNumbers;
use super::winning::{Winning, WinningGroup};
use crate::class::exits::{FirstMove, Half, MakerCounts, first_moves};
use crate::class::tree::Class;
use crate::fingerprint::Fingerprint;
use crate::game::Game;
use crate::gf2::Vector;
use crate::group::Group;
use crate::ports::ComponentRecord;
use crate::suitset::{Piece, SuitSet};
use crate::trace::{Component, FloodLimits, Reached, TraceError, reached_components};

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
        for class in &component.tree.classes {
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
    makers: MakerCounts<'a>,
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
        let makers = MakerCounts::new(reached);
        Counting {
            component,
            reached,
            size: makers.all(),
            deeper,
            makers,
            leaving: Marks::none(),
            wins: Marks::none(),
            winning_states: 0,
        }
    }

    /// Counts the states of a class and their moves.
    fn class(&mut self, class: &Class, into: &mut LayerNumbers) {
        let group = &self.component.group;
        let planes = group.planes(class.key);
        let context = group.context();
        let states = self.size >> class.stabiliser;
        let cells = planes.cells(context.loose).count_ones();
        let columns_used = planes.bottoms().count_ones();
        into.add_states(group.fingerprint(), cells, context.columns - columns_used, states);
        let mut made = 0;
        first_moves(group, planes, |first| {
            made += self.makers.of(&first, class.phi);
            self.note(&first, class.phi);
        });
        into.exits += made >> class.stabiliser;
    }

    /// Notes which marks can leave by a move, and which can win by it.
    fn note(&mut self, first: &FirstMove, phi: Vector) {
        let k = &self.component.tree.k;
        if !self.leaving.is_full {
            match first.half {
                None => self.leaving.fill(self.reached),
                Some(half) => {
                    let Half { bit, set } = half.of_marks(phi);
                    let made = self.reached.with_bit(bit, set);
                    self.leaving.add(made.widened(k).pieces(), self.size);
                }
            }
        }
        let (Some(deeper), false) = (self.deeper, self.wins.is_full) else { return };
        let (component, reached) = (self.component, self.reached);
        let (wins, size) = (&mut self.wins, self.size);
        exits_of(first, &component.group, component.pairs, |exit| {
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
        let Component { group, tree, smallest, .. } = self.component;
        if self.deeper.is_some() && group.fingerprint().is_won() {
            self.wins.fill(self.reached);
        }
        let k_size = 1u128 << tree.k.dimension();
        let (fccs, fcc_states) = (self.size / k_size, tree.fcc_states());
        assert_eq!(fccs * k_size, self.size, "R is made of cosets of K");
        into.fccs += fccs;
        into.classes += tree.classes.len() as u128;
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
