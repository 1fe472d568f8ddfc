//! A group, breadth-first by the number of moves, from all its entries at once.
//!
//! An entry that was recorded with *n* moves joins the search when all states that take *n* moves from
//! other entries are known. If it is among them it is **consumed**: its own way is no shorter and is
//! forgotten. Else it is a source, and so every state is found with its smallest number of moves.
//!
//! Sources whose searches meet lie in one FCC, which a union-find over them keeps. The first source of an
//! FCC, in the order of the entries, is its **initial** state; the others are **reachable**: the
//! first one leads to them, but by a longer way than their own. The states of an FCC are counted once,
//! whichever source came first.
//!
//! Every state of the group is kept with where it was come to from, since the ways out are wanted. That is
//! about fifty bytes a state; a group that has more states than are allowed is given up.

use super::{Fate, TooManyStates};
use crate::arrival::Arrival;
use crate::card::{CARDS, Card};
use crate::flood::digester::Digester;
use crate::group::Group;
use crate::hash::QuickMap;
use crate::key::Key;
use crate::planes::{Place, Planes};
use crate::state::State;
use crate::table::Table;
use crate::tally::GroupTally;
use crate::trace::{Step, To, carry};

/// A state that the search begins with, and the number of moves that lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key of the state in its group.
    pub key: u128,
    /// Moves from the deal, safe ones included.
    pub moves: u32,
}

/// A fully connected component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fcc {
    /// The number of its initial state among the entries.
    pub entry: usize,
    /// How many states it has.
    pub states: u64,
}

/// A live state that can be reached by leaving the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Where the exit leads, after the safe moves.
    pub state: State,
    /// Moves from the deal, safe ones included.
    pub moves: u32,
    node: u32,
    step: Packed,
}

/// A move in two bytes: the card, and 0 to 3 for a place or 4 for the foundation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed([u8; 2]);

const UP: u8 = 4;
/// No move: where a source begins.
const NO_STEP: Packed = Packed([CARDS as u8, 0]);

impl Packed {
    fn new(card: u64, place: Option<Place>) -> Packed {
        Packed([card.trailing_zeros() as u8, place.map_or(UP, |place| place as u8)])
    }

    fn step(self) -> Step {
        let [card, to] = self.0;
        let to = Place::ALL.get(usize::from(to)).map_or(To::Up, |&place| To::Place(place));
        Step { card: Card::from_index(card.into()), to }
    }
}

/// A state that was found.
#[derive(Clone, Copy)]
struct Node {
    /// The entry that its way begins with.
    source: u32,
    from: u32,
    step: Packed,
}

/// What a group has in it.
pub struct Found {
    /// For each entry.
    pub fates: Vec<Fate>,
    /// By their initial states.
    pub fccs: Vec<Fcc>,
    /// Each state that an exit leads to once, by the shortest way. In no order that means anything.
    pub exits: Vec<Exit>,
    /// What was counted; each state counts as a class.
    pub tally: GroupTally,
    nodes: Vec<Node>,
}

impl Found {
    /// The way to an exit: the number of the entry it begins with, and the moves from there.
    pub fn way(&self, group: &Group, entries: &[Entry], exit: &Exit) -> (usize, Vec<Step>) {
        let mut steps = vec![exit.step.step()];
        let mut node = self.nodes[exit.node as usize];
        while node.step != NO_STEP {
            steps.push(node.step.step());
            node = self.nodes[node.from as usize];
        }
        steps.reverse();
        let source = node.source as usize;
        let game = group.game();
        let start = Arrival::of_state(game, group.state(entries[source].key));
        let arrival = steps.iter().fold(start, |arrival, step| step.made_in(game, arrival));
        let end = carry(game, arrival, &mut steps);
        assert_eq!(end, exit.state, "the way to an exit leads elsewhere");
        assert_eq!(entries[source].moves as usize + steps.len(), exit.moves as usize);
        (source, steps)
    }
}

/// Explores a live group from its entries, which are sorted by their numbers of moves.
pub fn explore(
    group: &Group,
    entries: &[Entry],
    states_max: usize,
) -> Result<Found, TooManyStates> {
    assert!(entries.is_sorted_by_key(|entry| entry.moves), "entries by number of moves");
    if group.fits::<u64>() {
        Search::<u64>::new(group, entries, states_max).run()
    } else {
        Search::<u128>::new(group, entries, states_max).run()
    }
}

struct Search<'a, K> {
    group: &'a Group<'a>,
    entries: &'a [Entry],
    states_max: usize,
    keys: Vec<K>,
    nodes: Vec<Node>,
    /// The number of each state's node.
    numbers: Table<K, u32>,
    /// Union-find: for each entry another one of its FCC that comes before it, or itself.
    parents: Vec<u32>,
    exits: Vec<Exit>,
    exit_numbers: QuickMap<State, u32>,
    tally: GroupTally,
}

impl<'a, K: Key> Search<'a, K> {
    fn new(group: &'a Group<'a>, entries: &'a [Entry], states_max: usize) -> Search<'a, K> {
        let mut numbers = Table::default();
        numbers.reset(entries.len());
        Search {
            group,
            entries,
            states_max: states_max.min(u32::MAX as usize),
            keys: Vec::new(),
            nodes: Vec::new(),
            numbers,
            parents: (0..entries.len() as u32).collect(),
            exits: Vec::new(),
            exit_numbers: QuickMap::default(),
            tally: GroupTally::default(),
        }
    }

    fn run(mut self) -> Result<Found, TooManyStates> {
        let mut fates = vec![Fate::Consumed; self.entries.len()];
        let mut digester = Digester::new(self.group, true);
        let (mut at, mut next, mut moves) = (0, 0, 0);
        loop {
            while let Some(entry) = self.entries.get(next).filter(|entry| entry.moves == moves) {
                if self.add(K::narrow(entry.key), next as u32, 0, NO_STEP).is_none() {
                    fates[next] = Fate::Initial;
                }
                next += 1;
            }
            let level_end = self.nodes.len();
            if at == level_end {
                let Some(entry) = self.entries.get(next) else { break };
                moves = entry.moves;
                continue;
            }
            if level_end > self.states_max {
                return Err(TooManyStates { states_max: self.states_max, what: "states" });
            }
            while at < level_end {
                let planes = self.group.planes(self.keys[at]);
                digester.add(planes);
                self.expand(at as u32, planes, moves);
                at += 1;
            }
            moves += 1;
        }
        self.tally.digest = digester.digest;
        Ok(self.found(fates))
    }

    /// Adds a state; the number that it has where it was known.
    fn add(&mut self, key: K, source: u32, from: u32, step: Packed) -> Option<u32> {
        let known = self.numbers.insert(key, self.nodes.len() as u32);
        if known.is_none() {
            self.keys.push(key);
            self.nodes.push(Node { source, from, step });
        }
        known
    }

    fn expand(&mut self, number: u32, planes: Planes, made: u32) {
        let group = self.group;
        let source = self.nodes[number as usize].source;
        let moves = group.context().moves(planes);
        let state = State { fingerprint: group.fingerprint(), planes };
        moves.reversible.for_each(|card, place| {
            let mut near = state;
            near.put(card, place);
            let key = group.key(near.planes);
            if let Some(known) = self.add(key, source, number, Packed::new(card, Some(place))) {
                let other = self.nodes[known as usize].source;
                if other != source {
                    self.join(source, other);
                }
            }
        });
        let here = Arrival { state, frame: group.context().frame };
        here.leave(group.game(), &moves, |card, place, arrival| {
            self.leave(arrival, number, Packed::new(card, place), made + 1);
        });
    }

    /// Notes an exit, if no way is known to where it leads that is as short.
    fn leave(&mut self, arrival: Arrival, node: u32, step: Packed, made: u32) {
        self.tally.exits += 1;
        let founded = |arrival: &Arrival| arrival.state.fingerprint.founded.count_ones();
        let before = founded(&arrival);
        let arrival = arrival.carried(self.group.game());
        let moves = made + founded(&arrival) - before;
        let exit = Exit { state: arrival.state, moves, node, step };
        let fresh = self.exits.len() as u32;
        let number = *self.exit_numbers.entry(exit.state).or_insert(fresh);
        if number == fresh {
            self.exits.push(exit);
        } else if moves < self.exits[number as usize].moves {
            self.exits[number as usize] = exit;
        }
    }

    fn first_of(&mut self, mut entry: u32) -> u32 {
        while self.parents[entry as usize] != entry {
            let above = self.parents[self.parents[entry as usize] as usize];
            self.parents[entry as usize] = above;
            entry = above;
        }
        entry
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.first_of(one), self.first_of(other));
        self.parents[one.max(other) as usize] = one.min(other);
    }

    /// Counts FCCs by the first of their sources.
    fn found(mut self, mut fates: Vec<Fate>) -> Found {
        let mut states = vec![0u64; self.entries.len()];
        let mut of_source = vec![0u64; self.entries.len()];
        self.nodes.iter().for_each(|node| of_source[node.source as usize] += 1);
        for entry in 0..self.entries.len() {
            let first = self.first_of(entry as u32) as usize;
            states[first] += of_source[entry];
            if fates[entry] == Fate::Initial && first != entry {
                fates[entry] = Fate::Reachable;
            }
        }
        let mut tally = std::mem::take(&mut self.tally);
        let mut fccs = Vec::new();
        for (entry, &states) in states.iter().enumerate().filter(|(_, states)| **states > 0) {
            assert_eq!(fates[entry], Fate::Initial, "an FCC begins with its first entry");
            fccs.push(Fcc { entry, states });
            tally.largest_fcc = tally.largest_fcc.max(states.into());
            tally.sizes.add(states.into(), 1);
        }
        tally.groups = 1;
        tally.fccs = fccs.len() as u128;
        tally.states = self.nodes.len() as u128;
        tally.classes = tally.states;
        tally.entries = self.entries.len() as u128;
        Found { fates, fccs, exits: self.exits, tally, nodes: self.nodes }
    }
}
