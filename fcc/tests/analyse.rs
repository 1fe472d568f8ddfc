//! Analysis against the naive search: every number of every layer, the backward pass included.

#[path = "support/mod.rs"]
mod support;

use fcc::analyse::{
    AnalyseOptions, Example, FccGraph, LayerFound, LayerNumbers, analyse, fcc_graph,
};
use fcc::board::Board;
use fcc::census::{CensusOptions, Scope, with_records_in};
use fcc::convert::board_of;
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::memory::MemoryExists;
use fcc::reference::Model;
use fcc::reference::naive::{NaiveGraph, explore};
use fcc::rules::Prune;
use fcc::state::State;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use support::{Choices, any_mix, uneven_board};

const MEMORY: u64 = 1 << 30;

/// A census with all records kept: they, and the depths that have any.
fn recorded(game: &Game, symmetry: bool) -> (MemoryExists, Vec<u32>) {
    let exists = MemoryExists::keeping_all();
    let options = CensusOptions { symmetry, ..CensusOptions::default() };
    let (budget, control) = (&Budget::unlimited(), &Control::new(None));
    let report = with_records_in(&exists, game, options, Scope::default(), budget, control);
    let report = report.expect("memory does not fail");
    (exists, report.layers.iter().map(|layer| layer.depth).collect())
}

fn analysed(game: &Game, symmetry: bool, memory_bytes: u64, threads: usize) -> Vec<LayerFound> {
    let (exists, depths) = recorded(game, symmetry);
    let options = AnalyseOptions { winning: true, memory_bytes, threads };
    analyse(game, &exists, &depths, options, &Control::new(None)).expect("memory does not fail")
}

/// Small boards of all kinds and rules with their whole graphs, about half of them solvable.
fn boards(seed: u64, wanted: usize) -> Vec<(Board, Prune, NaiveGraph)> {
    let mut choices = Choices(seed);
    let mut found: [Vec<_>; 2] = [Vec::new(), Vec::new()];
    while found.iter().any(|some| some.len() < wanted / 2) {
        let (freecells, columns) = (choices.below(4) as u8, 3 + choices.below(4) as u8);
        let rules = any_mix(&mut choices, freecells, columns);
        let up = 6 + choices.below(5) as u8;
        let board = uneven_board(&mut choices, rules, up);
        let prune = if choices.below(3) == 0 { Prune::None } else { Prune::Safe };
        let Some(graph) = explore(&board, prune, 2_000) else { continue };
        let some = &mut found[usize::from(graph.solvable)];
        if graph.states.len() > 40 && some.len() < wanted / 2 {
            some.push((board, prune, graph));
        }
    }
    found.into_iter().flatten().collect()
}

/// A layer as the naive search sees it: a few of the numbers by name, and the sizes of its FCCs.
#[derive(Default)]
struct Expected {
    sizes: Vec<u128>,
    dead_ends: u128,
    winning_fccs: u128,
    winning_states: u128,
    cells_in_use: BTreeMap<usize, u128>,
    empty_columns: BTreeMap<usize, u128>,
    stuck_cards: BTreeMap<usize, u128>,
    founded_cards: BTreeMap<usize, u128>,
}

/// The FCCs that can win, by the definition: the won position is in them, or in one that they lead to.
fn winning_fccs(fccs: &[(u32, Vec<&Model>, BTreeSet<usize>)]) -> Vec<bool> {
    let mut wins: Vec<bool> =
        fccs.iter().map(|(_, states, _)| states.iter().any(|state| state.is_won())).collect();
    loop {
        let more: Vec<usize> = (0..fccs.len())
            .filter(|&fcc| !wins[fcc] && fccs[fcc].2.iter().any(|&target| wins[target]))
            .collect();
        if more.is_empty() {
            return wins;
        }
        more.into_iter().for_each(|fcc| wins[fcc] = true);
    }
}

fn expected(graph: &NaiveGraph) -> BTreeMap<u32, Expected> {
    let fccs = graph.fcc_graph();
    let wins = winning_fccs(&fccs);
    let mut layers: BTreeMap<u32, Expected> = BTreeMap::new();
    for ((depth, states, targets), wins) in fccs.iter().zip(wins) {
        let layer = layers.entry(*depth).or_default();
        layer.sizes.push(states.len() as u128);
        layer.dead_ends += u128::from(targets.is_empty());
        layer.winning_fccs += u128::from(wins);
        layer.winning_states += if wins { states.len() as u128 } else { 0 };
        for state in states {
            let board = state.to_board();
            let digits = state.digits(&graph.deal);
            let with = |digit: u8| digits.iter().filter(|&&other| other == digit).count();
            let cells = board.cells().iter().flatten().count();
            let empty = board.columns().iter().filter(|column| column.is_empty()).count();
            *layer.cells_in_use.entry(cells).or_default() += 1;
            *layer.empty_columns.entry(empty).or_default() += 1;
            *layer.stuck_cards.entry(with(0)).or_default() += 1;
            *layer.founded_cards.entry(with(2)).or_default() += 1;
        }
    }
    layers
}

fn assert_counts(found: &[u128], expected: &BTreeMap<usize, u128>, what: &str) {
    let found: BTreeMap<usize, u128> =
        found.iter().copied().enumerate().filter(|&(_, states)| states > 0).collect();
    assert_eq!(&found, expected, "{what}");
}

fn assert_layer(found: &LayerNumbers, expected: &Expected, graph: &NaiveGraph, depth: u32) {
    let layer = &graph.layers[&depth];
    let mut sizes = expected.sizes.clone();
    sizes.sort_unstable();
    assert_eq!(found.groups, layer.groups);
    assert_eq!(found.fccs, layer.fccs.into());
    assert_eq!(found.states, layer.states.into());
    assert_eq!(found.exits, layer.exits.into(), "exits at depth {depth}");
    assert_eq!(found.sizes.fccs(), found.fccs);
    assert_eq!(found.sizes.largest(), layer.largest_fcc.into());
    for percent in [10, 25, 50, 75, 90, 99, 100] {
        let place = (sizes.len() * percent).div_ceil(100) - 1;
        assert_eq!(found.sizes.percentile(percent as u32), sizes[place]);
    }
    let powers: Vec<u128> = layer.fcc_sizes.iter().map(|&count| count.into()).collect();
    assert_eq!(found.by_powers.as_slice(), powers);
    assert_eq!(found.dead_ends, expected.dead_ends, "dead ends at depth {depth}");
    assert_eq!(found.winning_fccs, expected.winning_fccs, "winning FCCs at depth {depth}");
    assert_eq!(found.winning_states, expected.winning_states, "winning states at depth {depth}");
    assert_counts(&found.cells_in_use, &expected.cells_in_use, "cells");
    assert_counts(&found.empty_columns, &expected.empty_columns, "columns");
    assert_counts(&found.stuck_cards, &expected.stuck_cards, "stuck cards");
    assert_counts(&found.founded_cards, &expected.founded_cards, "foundations");
}

/// Which FCC of the naive graph each state is in.
fn fcc_numbers(graph: &NaiveGraph) -> HashMap<Model, usize> {
    let fccs = graph.fcc_graph();
    let of_fcc = |(number, (_, states, _)): (usize, (u32, Vec<&Model>, BTreeSet<usize>))| {
        states.into_iter().map(move |state| (state.clone(), number)).collect::<Vec<_>>()
    };
    fccs.into_iter().enumerate().flat_map(of_fcc).collect()
}

fn number_of(game: &Game, numbers: &HashMap<Model, usize>, state: State) -> usize {
    numbers[&Model::from_board(&board_of(game, state)).canonical()]
}

#[test]
fn every_number_agrees_with_a_naive_search() {
    let (mut dead_ends, mut some_win, mut examples) = (0, 0, 0);
    for (board, prune, graph) in boards(20261117, 60) {
        let game = Game::new(board, prune);
        let expected = expected(&graph);
        let (fccs, numbers) = (graph.fcc_graph(), fcc_numbers(&graph));
        let wins = winning_fccs(&fccs);
        for symmetry in [true, false] {
            let found = analysed(&game, symmetry, MEMORY, 2);
            assert!(found.iter().all(|layer| layer.winning_known));
            assert!(found.iter().map(|layer| layer.depth).eq(graph.layers.keys().copied()));
            for LayerFound { depth, numbers: layer, .. } in &found {
                assert_layer(layer, &expected[depth], &graph, *depth);
                for example in layer.largest.iter().chain(&layer.furthest) {
                    let fcc = number_of(&game, &numbers, example.state);
                    let Example { states, winning, .. } = *example;
                    assert_eq!((example.depth, fccs[fcc].0), (*depth, *depth));
                    assert_eq!(states, fccs[fcc].1.len() as u128);
                    assert_eq!(winning, Some(wins[fcc]));
                    examples += 1;
                }
                assert_eq!(layer.largest[0].states, layer.sizes.largest());
                dead_ends += layer.dead_ends;
                let winning = layer.winning_fccs;
                some_win += u128::from(winning > 0 && winning < layer.fccs);
            }
        }
    }
    assert!(dead_ends > 100 && some_win > 50 && examples > 1000, "the boards show nothing");
}

#[test]
fn the_graph_of_fccs_is_that_of_a_naive_search() {
    let mut several = 0;
    for (board, prune, graph) in boards(20261118, 30) {
        let game = Game::new(board, prune);
        let (fccs, numbers) = (graph.fcc_graph(), fcc_numbers(&graph));
        for symmetry in [true, false] {
            let (exists, depths) = recorded(&game, symmetry);
            let control = Control::new(None);
            let found = fcc_graph(&game, &exists, &depths, 100_000, MEMORY, &control);
            let FccGraph { nodes, edges } = found.expect("memory does not fail");
            let naive: Vec<usize> =
                nodes.iter().map(|node| number_of(&game, &numbers, node.state)).collect();
            assert_eq!(naive.iter().collect::<BTreeSet<_>>().len(), fccs.len());
            assert_eq!(naive.len(), fccs.len(), "a node for each FCC");
            for (node, &number) in nodes.iter().zip(&naive) {
                let (depth, states, targets) = &fccs[number];
                assert_eq!((node.depth, node.states), (*depth, states.len() as u128));
                assert_eq!(node.has_exits, !targets.is_empty());
                assert_eq!(node.is_won, states.iter().all(|state| state.no_stuck(&graph.deal)));
            }
            let ours: BTreeSet<(usize, usize)> = edges
                .iter()
                .map(|&(from, to)| (naive[from as usize], naive[to as usize]))
                .collect();
            let theirs: BTreeSet<(usize, usize)> = fccs
                .iter()
                .enumerate()
                .flat_map(|(from, (_, _, targets))| targets.iter().map(move |&to| (from, to)))
                .collect();
            assert_eq!(ours.len(), edges.len());
            assert_eq!(ours, theirs);
            several += edges.len();
            let few = fcc_graph(&game, &exists, &depths, fccs.len() - 1, MEMORY, &control);
            assert!(few.is_err(), "more nodes than were allowed");
        }
    }
    assert!(several > 1000, "the boards show nothing");
}

/// The same whatever the threads; with little memory the winning FCCs of upper layers are not known, and all
/// the rest is the same.
#[test]
fn threads_and_memory_change_nothing_else() {
    let mut unknown_layers = 0;
    for (board, prune, graph) in boards(20261119, 16) {
        let game = Game::new(board, prune);
        let whole = analysed(&game, true, MEMORY, 1);
        assert_eq!(whole, analysed(&game, true, MEMORY, 2));
        let narrow = analysed(&game, true, 4 << 10, 1);
        assert!(narrow.last().is_some_and(|layer| layer.winning_known));
        assert!(graph.solvable || narrow.iter().all(|layer| layer.winning_known));
        for (one, other) in whole.iter().zip(narrow) {
            let mut numbers = one.numbers.clone();
            if !other.winning_known {
                (numbers.winning_fccs, numbers.winning_states) = (0, 0);
                let examples = numbers.largest.iter_mut().chain(&mut numbers.furthest);
                examples.for_each(|example| example.winning = None);
                unknown_layers += 1;
            }
            assert_eq!(numbers, other.numbers);
        }
    }
    assert!(unknown_layers > 10, "memory was no limit");
}
