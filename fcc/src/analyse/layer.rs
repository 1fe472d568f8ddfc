//! The numbers of a layer.

use super::Example;
use super::sizes::Sizes;
use crate::card::CARDS;
use crate::fingerprint::Fingerprint;
use crate::tally::SizeCounts;
use std::cmp::Reverse;

/// Examples that are kept of a layer, for each reason to keep one.
const EXAMPLES: usize = 10;

/// What was counted in a layer, or in a part of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayerNumbers {
    /// Groups that have records.
    pub groups: u64,
    /// Classes of all components that were reached.
    pub classes: u128,
    /// FCCs that were reached; a component may have more.
    pub fccs: u128,
    /// States of these FCCs.
    pub states: u128,
    /// Irreversible moves, counted at every state that can make them.
    pub exits: u128,
    /// FCCs by the number of their states, for quantiles.
    pub sizes: Sizes,
    /// The same FCCs by powers of two.
    pub by_powers: SizeCounts,
    /// FCCs without an exit.
    pub dead_ends: u128,
    /// Nothing but 0 where the deeper layers were not given.
    pub winning_fccs: u128,
    /// States of these FCCs.
    pub winning_states: u128,
    /// Place *i* counts the states with *i* cells in use.
    pub cells_in_use: Vec<u128>,
    /// Place *i* counts the states with *i* empty columns.
    pub empty_columns: Vec<u128>,
    /// Place *i* counts the states with *i* stuck cards.
    pub stuck_cards: Vec<u128>,
    /// Place *i* counts the states with *i* cards in the foundations.
    pub founded_cards: Vec<u128>,
    /// The largest FCCs, largest first.
    pub largest: Vec<Example>,
    /// Those with the most cards in the foundations.
    pub furthest: Vec<Example>,
}

impl LayerNumbers {
    /// Adds states of a group.
    pub fn add_states(&mut self, group: Fingerprint, cells: u32, empty: u32, states: u128) {
        self.states += states;
        add_at(&mut self.cells_in_use, cells, states);
        add_at(&mut self.empty_columns, empty, states);
        add_at(&mut self.stuck_cards, group.stuck.count_ones(), states);
        add_at(&mut self.founded_cards, group.founded.count_ones(), states);
    }

    /// Offers an FCC as an example. It is kept while it is among the ten largest or the ten furthest.
    pub fn add_example(&mut self, example: Example) {
        put(&mut self.largest, example, |example| example.states);
        put(&mut self.furthest, example, founded);
    }

    /// Joins the numbers of another part of the layer.
    pub fn join(&mut self, other: &LayerNumbers) {
        self.groups += other.groups;
        self.classes += other.classes;
        self.fccs += other.fccs;
        self.states += other.states;
        self.exits += other.exits;
        self.sizes.join(&other.sizes);
        self.by_powers.join(&other.by_powers);
        self.dead_ends += other.dead_ends;
        self.winning_fccs += other.winning_fccs;
        self.winning_states += other.winning_states;
        for (mine, theirs) in [
            (&mut self.cells_in_use, &other.cells_in_use),
            (&mut self.empty_columns, &other.empty_columns),
            (&mut self.stuck_cards, &other.stuck_cards),
            (&mut self.founded_cards, &other.founded_cards),
        ] {
            theirs.iter().enumerate().for_each(|(at, &states)| add_at(mine, at as u32, states));
        }
        other.largest.iter().for_each(|&one| put(&mut self.largest, one, |one| one.states));
        other.furthest.iter().for_each(|&one| put(&mut self.furthest, one, founded));
    }
}

fn founded(example: &Example) -> u128 {
    example.state.fingerprint.founded.count_ones().into()
}

/// Keeps the examples with the most of something; of equals those that come first by name, so that it
/// does not matter who was found first.
fn put(best: &mut Vec<Example>, example: Example, worth: impl Fn(&Example) -> u128) {
    let rank = |example: &Example| {
        let name = (example.state.fingerprint.to_bytes(), example.smallest);
        (Reverse(worth(example)), Reverse(example.states), name)
    };
    let mine = rank(&example);
    let place = best.partition_point(|other| rank(other) < mine);
    if place < EXAMPLES {
        best.truncate(EXAMPLES - 1);
        best.insert(place, example);
    }
}

fn add_at(counts: &mut Vec<u128>, at: u32, states: u128) {
    let at = at as usize;
    assert!(at <= CARDS, "more than there are cards");
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += states;
}
