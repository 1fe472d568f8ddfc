//! Whole game graphs, counted the naive way.
//!
//! From the deal, carried through its safe moves, every live state is expanded by all its moves, and
//! each result is carried through its safe moves. All states met are kept in one table; layers,
//! groups and FCCs are only sorted out when the graph is complete. So nothing of what the engine's
//! order rests on (that depth belongs to the state, that a group is closed before it is opened) is
//! used here: it is checked.
//!
//! A move leaves its group when it changes a digit. A reversible move to a forced state, carried
//! on, would leave it too, but from a live state there is none. It would have to take a card off a
//! safe one of rank *r* and, being reversible, off a legal parent. Built by suit there is no such card:
//! the one that goes on a safe card is up. Built by alternate colours the card taken has rank *r-1*, and
//! by what makes its parent safe it is the next of its suit and safe itself, and so is what lies on it:
//! the state it left was forced. The search does not rely on this; a test looks for the contrary.
//!
//! A few microseconds a move and a kilobyte a state: for graphs of up to some hundred thousand
//! states.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Model;
use crate::board::Board;
use crate::card::CARDS;
use crate::rules::Prune;

/// The counts of one layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NaiveLayer {
    /// Different fingerprints.
    pub groups: u64,
    /// Connected components of the groups under reversible moves from live state to live state.
    pub fccs: u64,
    /// Live states.
    pub states: u64,
    /// Different live states that an exit of any layer arrives at, and the state the search starts
    /// from.
    pub entries: u64,
    /// Pairs of a live state of this layer and a legal move whose result, carried through its safe
    /// moves, lies in another group. Several may lead from one state to the same other one.
    pub exits: u64,
    /// States of the largest FCC.
    pub largest_fcc: u64,
    /// Item `i` counts the FCCs with at least `2^i` and less than `2^(i+1)` states.
    pub fcc_sizes: Vec<u64>,
}

/// The graph of all live states that can be reached from a deal.
#[derive(Clone, Debug)]
pub struct NaiveGraph {
    /// The deal as it lies, before any safe move: digits and depths refer to it.
    pub deal: Model,
    /// The canonical models of all live states, the start first, in the order they were found.
    pub states: Vec<Model>,
    /// By depth, what was counted of each layer that has a live state.
    pub layers: BTreeMap<u32, NaiveLayer>,
    /// Whether the won position was reached. It has no moves and is a live state as any other.
    pub solvable: bool,
    numbers: HashMap<Model, usize>,
    fccs: BTreeMap<u32, Vec<Vec<usize>>>,
    /// For each state those that its exits lead to.
    targets: Vec<BTreeSet<usize>>,
}

impl NaiveGraph {
    /// For every FCC its depth, its states, and the FCCs that its exits lead to, by number.
    pub fn fcc_graph(&self) -> Vec<(u32, Vec<&Model>, BTreeSet<usize>)> {
        let fccs: Vec<(u32, &Vec<usize>)> = self
            .fccs
            .iter()
            .flat_map(|(&depth, fccs)| fccs.iter().map(move |f| (depth, f)))
            .collect();
        let mut fcc_of = vec![0; self.states.len()];
        for (number, (_, states)) in fccs.iter().enumerate() {
            states.iter().for_each(|&state| fcc_of[state] = number);
        }
        let node = |(depth, states): &(u32, &Vec<usize>)| {
            let models = states.iter().map(|&state| &self.states[state]).collect();
            let targets = states.iter().flat_map(|&state| &self.targets[state]);
            (*depth, models, targets.map(|&target| fcc_of[target]).collect())
        };
        fccs.iter().map(node).collect()
    }

    /// Whether a position, in any order of columns and cells, is a live state of the graph.
    pub fn contains(&self, position: &Model) -> bool {
        self.numbers.contains_key(&position.canonical())
    }

    /// The FCCs of a layer, each with all its states.
    pub fn fccs_at(&self, depth: u32) -> Vec<Vec<&Model>> {
        let fccs = self.fccs.get(&depth).map(Vec::as_slice).unwrap_or_default();
        fccs.iter().map(|fcc| fcc.iter().map(|&number| &self.states[number]).collect()).collect()
    }

    /// Groups, FCCs and states of all layers together.
    pub fn totals(&self) -> (u64, u64, u64) {
        self.layers.values().fold((0, 0, 0), |(groups, fccs, states), layer| {
            (groups + layer.groups, fccs + layer.fccs, states + layer.states)
        })
    }
}

/// Explores the whole graph of a deal, or of any other position taken as a deal. None when it has
/// more than `states_max` live states.
pub fn explore(deal: &Board, prune: Prune, states_max: usize) -> Option<NaiveGraph> {
    let deal = Model::from_board(deal);
    let mut search = Search {
        prune,
        states: Vec::new(),
        numbers: HashMap::new(),
        neighbours: Vec::new(),
        exits: Vec::new(),
        targets: Vec::new(),
        entries: BTreeSet::new(),
    };
    let start = search.number_of(&deal.carried(prune));
    search.entries.insert(start);
    let mut number = 0;
    while number < search.states.len() {
        if search.states.len() > states_max {
            return None;
        }
        search.expand(number, &deal);
        number += 1;
    }
    Some(search.graph(deal))
}

/// The search while it runs. A state is known by its number, the order in which it was found.
struct Search {
    prune: Prune,
    states: Vec<Model>,
    numbers: HashMap<Model, usize>,
    /// For each state the states that reversible moves lead to and that are live as they are.
    neighbours: Vec<Vec<usize>>,
    /// For each state the number of moves that leave its group.
    exits: Vec<u64>,
    /// For each state those that these moves lead to.
    targets: Vec<BTreeSet<usize>>,
    entries: BTreeSet<usize>,
}

impl Search {
    /// The number of a live state; a new one when it was not met before.
    fn number_of(&mut self, live: &Model) -> usize {
        let state = live.canonical();
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.states.len();
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        number
    }

    fn expand(&mut self, number: usize, deal: &Model) {
        let state = self.states[number].clone();
        let mut neighbours = Vec::new();
        let mut exits = 0;
        let mut targets = BTreeSet::new();
        for step in state.moves() {
            let after = state.make(&step);
            let live = after.carried(self.prune);
            let target = self.number_of(&live);
            // A state that safe moves carried on has other cards in the foundations.
            let stays = state.is_reversible(deal, &step) && live == after;
            let same_group = state.digits(deal) == live.digits(deal);
            assert_eq!(stays, same_group, "{step:?} in {state:?}");
            if stays {
                neighbours.push(target);
            } else {
                assert!(live.depth(deal) > state.depth(deal), "{step:?} in {state:?}");
                exits += 1;
                targets.insert(target);
                self.entries.insert(target);
            }
        }
        self.neighbours.push(neighbours);
        self.exits.push(exits);
        self.targets.push(targets);
    }

    /// All states that can be reached from one by reversible moves, marked as they are found.
    fn flood(&self, source: usize, seen: &mut [bool]) -> Vec<usize> {
        let mut fcc = vec![source];
        seen[source] = true;
        let mut next = 0;
        while next < fcc.len() {
            let number = fcc[next];
            for &neighbour in &self.neighbours[number] {
                assert!(
                    self.neighbours[neighbour].contains(&number),
                    "a reversible move of {:?} has no way back",
                    self.states[number]
                );
                if !seen[neighbour] {
                    seen[neighbour] = true;
                    fcc.push(neighbour);
                }
            }
            next += 1;
        }
        fcc
    }

    /// Sorts the complete graph into layers, groups and FCCs.
    fn graph(self, deal: Model) -> NaiveGraph {
        let mut layers: BTreeMap<u32, NaiveLayer> = BTreeMap::new();
        let mut fingerprints: BTreeSet<[u8; CARDS]> = BTreeSet::new();
        for (number, state) in self.states.iter().enumerate() {
            let layer = layers.entry(state.depth(&deal)).or_default();
            layer.states += 1;
            layer.exits += self.exits[number];
            if self.entries.contains(&number) {
                layer.entries += 1;
            }
            if fingerprints.insert(state.digits(&deal)) {
                layer.groups += 1;
            }
        }
        let mut fccs: BTreeMap<u32, Vec<Vec<usize>>> = BTreeMap::new();
        let mut seen = vec![false; self.states.len()];
        for number in 0..self.states.len() {
            if seen[number] {
                continue;
            }
            let fcc = self.flood(number, &mut seen);
            let depth = self.states[number].depth(&deal);
            layers.entry(depth).or_default().count_fcc(fcc.len());
            fccs.entry(depth).or_default().push(fcc);
        }
        let solvable = self.states.iter().any(Model::is_won);
        let Search { states, numbers, targets, .. } = self;
        NaiveGraph { deal, states, layers, solvable, numbers, fccs, targets }
    }
}

impl NaiveLayer {
    fn count_fcc(&mut self, states: usize) {
        self.fccs += 1;
        self.largest_fcc = self.largest_fcc.max(states as u64);
        let power = states.ilog2() as usize;
        if self.fcc_sizes.len() <= power {
            self.fcc_sizes.resize(power + 1, 0);
        }
        self.fcc_sizes[power] += 1;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::reference::tests::position;

    const STATES_MAX: usize = 100_000;

    fn graph_of(deal: u64, freecells: u8, prune: Prune) -> NaiveGraph {
        explore(&Board::deal(deal, freecells).unwrap(), prune, STATES_MAX).unwrap()
    }

    pub(in crate::reference) fn assert_layers_add_up(graph: &NaiveGraph) {
        let (_, _, states) = graph.totals();
        assert_eq!(states, graph.states.len() as u64);
        for (&depth, layer) in &graph.layers {
            let fccs = graph.fccs_at(depth);
            let sizes: Vec<u64> = fccs.iter().map(|fcc| fcc.len() as u64).collect();
            assert_eq!(layer.fccs, sizes.len() as u64);
            assert_eq!(layer.fccs, layer.fcc_sizes.iter().sum::<u64>());
            assert_eq!(layer.states, sizes.iter().sum::<u64>());
            assert_eq!(layer.largest_fcc, *sizes.iter().max().unwrap());
            assert!(layer.groups <= layer.fccs && layer.fccs <= layer.entries);
            assert!(layer.entries <= layer.states);
            for fcc in fccs {
                let digits = fcc[0].digits(&graph.deal);
                assert!(fcc.iter().all(|state| state.digits(&graph.deal) == digits));
            }
        }
    }

    #[test]
    fn deal_11982_has_its_known_size() {
        let graph = graph_of(11982, 4, Prune::Safe);
        assert_eq!((graph.totals(), graph.solvable), ((5_880, 15_073, 61_643), false));
    }

    #[test]
    fn deal_1_with_two_freecells_has_its_known_size() {
        let graph = graph_of(1, 2, Prune::Safe);
        assert_eq!((graph.totals(), graph.solvable), ((878, 19_734, 70_882), false));
    }

    #[test]
    fn deal_781948_has_its_known_sizes_and_pruning_only_leaves_out() {
        let safe = graph_of(781948, 4, Prune::Safe);
        let none = graph_of(781948, 4, Prune::None);
        assert_eq!((safe.totals(), safe.solvable), ((1_249, 1_804, 4_381), false));
        assert_eq!((none.totals(), none.solvable), ((1_924, 3_115, 7_736), false));
        assert!(safe.states.iter().all(|state| none.contains(state)));
        assert_layers_add_up(&safe);
        assert_layers_add_up(&none);
    }

    #[test]
    fn a_reversible_move_from_a_live_state_never_ends_in_a_forced_one() {
        let graph = graph_of(781948, 4, Prune::Safe);
        for state in &graph.states {
            for step in state.moves() {
                if state.is_reversible(&graph.deal, &step) {
                    assert!(!state.make(&step).is_forced(Prune::Safe), "{step:?} in {state:?}");
                }
            }
        }
    }

    #[test]
    fn a_graph_above_the_limit_is_given_up() {
        let board = Board::deal(781948, 4).unwrap();
        assert!(explore(&board, Prune::Safe, 4_381).is_some());
        assert!(explore(&board, Prune::Safe, 4_380).is_none());
    }

    #[test]
    fn a_graph_of_three_states_is_as_counted_by_hand() {
        let board = position(1, &["KS"], "", [13, 13, 13, 12]).to_board();
        let graph = explore(&board, Prune::None, 3).unwrap();
        assert!(graph.solvable && graph.contains(&position(1, &[""], "KS", [13, 13, 13, 12])));
        let first = NaiveLayer {
            groups: 1,
            fccs: 1,
            states: 2,
            entries: 1,
            exits: 2,
            largest_fcc: 2,
            fcc_sizes: vec![0, 1],
        };
        let won =
            NaiveLayer { states: 1, exits: 0, largest_fcc: 1, fcc_sizes: vec![1], ..first.clone() };
        assert_eq!(graph.layers, BTreeMap::from([(0, first), (1, won.clone())]));
        let pruned = explore(&board, Prune::Safe, 3).unwrap();
        assert_eq!(pruned.layers, BTreeMap::from([(1, won)]), "the start is carried to the end");
    }
}
