//! A group by classes, from entries that stand for pieces of them.
//!
//! Component after component, each from the entry with the fewest moves that is not reached yet: its classes,
//! what its play can exchange (K), and which marks its entries bring (R), as in docs/symmetry.md. All counts
//! come from these and are exact. What the entries have beside a census is a way, and what is found is
//! how each exit can be played:
//!
//! - An entry that brings new FCCs is **initial**. It brings with it all that lies in its piece widened by K, and
//!   has a tree of its own over the classes, with a round trip for each direction of K that its own do not have.
//! - One that brings none is reached from others: **consumed**, if an entry whose piece contains its own
//!   leads to its class in no more moves than it was recorded with; else **reachable**.
//!
//! Exits are derived from initial entries alone, and of those not from one whose piece is inside another's. So a
//! number of moves is that of a way that there is, and not always the smallest: see docs/split.md.

use super::class_entry::ClassEntry;
use super::parts::{Arrived, Direction, for_each_exit};
use super::tree::Tree;
use super::way::{Choice, Way, is_odd};
use super::{Fate, TooManyStates};
use crate::class::exits::{MakerCounts, first_moves};
use crate::class::tree::Cycle;
use crate::digest::GroupHash;
use crate::gf2::Subspace;
use crate::group::Group;
use crate::hash::QuickMap;
use crate::state::State;
use crate::suitset::{Piece, SuitSet};
use crate::tally::GroupTally;
use std::rc::Rc;

/// FCCs that an entry is the first to lead to; they are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fccs {
    /// The number of the entry.
    pub entry: usize,
    /// How many they are.
    pub fccs: u128,
    /// States of each.
    pub states: u128,
}

/// A piece of a class that can be reached by leaving the group.
#[derive(Clone, Debug)]
pub struct ClassExit {
    /// Where it leads, and the moves from the class that is left.
    pub arrived: Arrived,
    /// Moves from the deal to its witness.
    pub moves: u32,
    /// The entry that its way begins with.
    pub entry: usize,
    /// From that entry to the class that is left, for the entry's witness.
    inside: Rc<Way>,
}

impl ClassExit {
    /// The whole way, that of the entry being known.
    pub fn way(&self, entry: &Way) -> Way {
        let mut way = entry.clone();
        way.add_way(&self.inside);
        let mut way = way.rechosen(self.arrived.witness, &self.arrived.directions);
        self.arrived.steps.iter().for_each(|&step| way.add_step(step));
        assert_eq!(way.moves(), self.moves as usize, "the moves were counted before");
        assert_eq!(way.generators(), self.arrived.directions.len());
        way
    }
}

/// What a group has in it.
pub struct ClassesFound {
    /// For each entry.
    pub fates: Vec<Fate>,
    /// By their entries.
    pub fccs: Vec<Fccs>,
    /// No piece is inside another of the same class.
    pub exits: Vec<ClassExit>,
    /// What was counted in the group, its digest included.
    pub tally: GroupTally,
}

/// Explores a live group from its entries, which are sorted by their numbers of moves.
pub fn explore_classes(
    group: &Group,
    entries: &[ClassEntry],
    classes_max: usize,
) -> Result<ClassesFound, TooManyStates> {
    assert!(entries.is_sorted_by_key(|entry| entry.moves), "entries by number of moves");
    let mut of_class: QuickMap<u128, Vec<usize>> = QuickMap::default();
    for (number, entry) in entries.iter().enumerate() {
        of_class.entry(entry.key).or_default().push(number);
    }
    let mut search = Search {
        group,
        entries,
        hash: GroupHash::new(group.fingerprint()),
        classes_left: classes_max,
        classes_max,
        fates: vec![None; entries.len()],
        fccs: Vec::new(),
        exits: Exits::default(),
        tally: GroupTally { groups: 1, ..GroupTally::default() },
    };
    for number in 0..entries.len() {
        if search.fates[number].is_none() {
            search.component(number, &of_class)?;
        }
    }
    let Search { fates, mut fccs, exits, tally, .. } = search;
    fccs.sort_unstable_by_key(|fccs| fccs.entry);
    let fates = fates.into_iter().map(|fate| fate.expect("every entry is in a component"));
    Ok(ClassesFound { fates: fates.collect(), fccs, exits: exits.into_list(), tally })
}

struct Search<'a> {
    group: &'a Group<'a>,
    entries: &'a [ClassEntry],
    hash: GroupHash,
    classes_left: usize,
    classes_max: usize,
    fates: Vec<Option<Fate>>,
    fccs: Vec<Fccs>,
    exits: Exits,
    tally: GroupTally,
}

impl<'a> Search<'a> {
    /// Explores the component of an entry.
    fn component(
        &mut self,
        first: usize,
        of_class: &QuickMap<u128, Vec<usize>>,
    ) -> Result<(), TooManyStates> {
        let tree = self.grow(self.entries[first].key)?;
        self.classes_left -= tree.of.classes.len();
        let mut inside: Vec<usize> = Vec::new();
        for class in &tree.of.classes {
            let Some(here) = of_class.get(&class.key) else { continue };
            let pieces = SuitSet::new(here.iter().map(|&number| self.entries[number].piece));
            self.tally.entries += pieces.size() >> class.stabiliser;
            inside.extend(here);
        }
        inside.sort_unstable();
        let (dimension, states) = (tree.of.k.dimension(), tree.of.fcc_states());
        let mut reached = SuitSet::default();
        let mut initial: Vec<(usize, Piece)> = Vec::new();
        let mut others: Vec<(usize, Piece)> = Vec::new();
        for number in inside {
            let marks = self.marks(&tree, number);
            let known = reached.pieces().iter().any(|piece| piece.contains_all(&marks));
            let beyond = if known { 0 } else { reached.beyond(&marks) };
            if beyond == 0 {
                others.push((number, marks));
                continue;
            }
            assert!(beyond.is_multiple_of(1 << dimension), "R is made of cosets of K");
            self.fates[number] = Some(Fate::Initial);
            self.fccs.push(Fccs { entry: number, fccs: beyond >> dimension, states });
            reached.add(marks);
            initial.push((number, marks));
        }
        self.count(&tree, &reached, states);
        self.leave(tree, initial, &others)
    }

    fn grow(&self, root: u128) -> Result<Tree<'a>, TooManyStates> {
        let refused = |_| TooManyStates { states_max: self.classes_max, what: "classes" };
        Tree::grow(self.group, root, self.classes_left).map_err(refused)
    }

    /// The marks that an entry reaches.
    fn marks(&self, tree: &Tree, number: usize) -> Piece {
        let ClassEntry { key, witness, generators, .. } = &self.entries[number];
        let class = tree.of.find(*key).expect("an entry of the component");
        let space = Subspace::span(generators.iter().copied()).sum(&tree.of.k);
        Piece::new(witness ^ tree.of.classes[class].phi, space)
    }

    /// Counts what is in a component.
    fn count(&mut self, tree: &Tree, reached: &SuitSet, states_of_fcc: u128) {
        let mut makers = MakerCounts::new(reached);
        let fccs = makers.all() >> tree.of.k.dimension();
        self.tally.fccs += fccs;
        self.tally.states += fccs * states_of_fcc;
        self.tally.classes += tree.of.classes.len() as u128;
        self.tally.largest_fcc = self.tally.largest_fcc.max(states_of_fcc);
        self.tally.sizes.add(states_of_fcc, fccs);
        for class in &tree.of.classes {
            let planes = self.group.planes(class.key);
            let states = makers.all() >> class.stabiliser;
            self.tally.digest.add_times(self.hash.class(planes), states);
            let mut made = 0;
            first_moves(self.group, planes, |first| made += makers.of(&first, class.phi));
            self.tally.exits += made >> class.stabiliser;
        }
    }

    /// Derives the exits of a component from the initial entries that are inside no other, and tells
    /// what became of the entries that brought nothing new.
    fn leave(
        &mut self,
        tree: Tree<'a>,
        mut initial: Vec<(usize, Piece)>,
        others: &[(usize, Piece)],
    ) -> Result<(), TooManyStates> {
        let all = initial.clone();
        initial.retain(|(number, marks)| {
            all.iter().all(|(other, wider)| other == number || !wider.contains_all(marks))
        });
        // One tree for all entries of a class.
        initial.sort_by_key(|&(number, _)| (self.entries[number].key, number));
        let mut tree = tree;
        let mut consumed = vec![false; others.len()];
        for (number, marks) in initial {
            let entry = &self.entries[number];
            if tree.of.root() != entry.key {
                tree = self.grow_again(entry.key);
            }
            for ((other, inside), consumed) in others.iter().zip(&mut consumed) {
                let ClassEntry { key, moves, .. } = self.entries[*other];
                let depth = || tree.depths[tree.of.find(key).expect("an entry of it")];
                *consumed |= marks.contains_all(inside) && entry.moves + depth() <= moves;
            }
            self.derive(&tree, number);
        }
        for ((other, _), consumed) in others.iter().zip(consumed) {
            self.fates[*other] = Some(if consumed { Fate::Consumed } else { Fate::Reachable });
        }
        Ok(())
    }

    /// The tree of a component that was found to be small enough, from another class of it.
    fn grow_again(&self, root: u128) -> Tree<'a> {
        Tree::grow(self.group, root, usize::MAX).unwrap_or_else(|_| unreachable!("no limit"))
    }

    /// All exits of the component that an entry leads to.
    fn derive(&mut self, tree: &Tree, number: usize) {
        let entry = &self.entries[number];
        let own = entry.generators.len();
        let mut directions: Vec<Direction> =
            entry.generators.iter().enumerate().map(|(at, &vector)| (vector, 1 << at)).collect();
        let mut space = Subspace::span(entry.generators.iter().copied());
        let mut cycles: Vec<(usize, Choice)> = Vec::new();
        for (cycle, &Cycle { vector, .. }) in tree.of.cycles.iter().enumerate() {
            if space.add(vector) {
                let letter = 1 << (own + cycles.len());
                cycles.push((cycle, letter));
                directions.push((vector, letter));
            }
        }
        for (at, class) in tree.of.classes.iter().enumerate() {
            let mut inside: Option<Rc<Way>> = None;
            for_each_exit(
                self.group,
                class.key,
                entry.witness ^ class.phi,
                &directions,
                |arrived| {
                    let chosen =
                        cycles.iter().filter(|(_, letter)| is_odd(arrived.witness & letter));
                    let trips: u32 =
                        chosen.map(|&(cycle, _)| tree.trip_moves(&tree.of.cycles[cycle], at)).sum();
                    let moves = entry.moves_of(arrived.witness)
                        + tree.depths[at]
                        + trips
                        + arrived.steps.len() as u32;
                    if self.exits.make_room(&arrived, moves) {
                        let inside = inside
                            .get_or_insert_with(|| Rc::new(tree.way(entry.witness, at, &cycles)));
                        let inside = Rc::clone(inside);
                        self.exits.add(ClassExit { arrived, moves, entry: number, inside });
                    }
                },
            );
        }
    }
}

/// Exits without those inside others.
#[derive(Default)]
struct Exits {
    of_class: QuickMap<State, Vec<ClassExit>>,
}

impl Exits {
    /// Whether an exit is wanted. If so, those that it stands for are taken out.
    fn make_room(&mut self, arrived: &Arrived, moves: u32) -> bool {
        let there = self.of_class.entry(arrived.state).or_default();
        let is_better = |other: &ClassExit| {
            let piece = &other.arrived.piece;
            piece.contains_all(&arrived.piece) && (*piece != arrived.piece || other.moves <= moves)
        };
        if there.iter().any(is_better) {
            return false;
        }
        there.retain(|other| !arrived.piece.contains_all(&other.arrived.piece));
        true
    }

    fn add(&mut self, exit: ClassExit) {
        self.of_class.entry(exit.arrived.state).or_default().push(exit);
    }

    fn into_list(self) -> Vec<ClassExit> {
        self.of_class.into_values().flatten().collect()
    }
}
