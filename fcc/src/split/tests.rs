//! Whole deals, group by group, against the census and against a search of the reference model that
//! knows no layers.

use super::*;
use crate::board::{Board, ReadOptions};
use crate::card::ALL_CARDS;
use crate::census::{CensusOptions, CensusReport, LayerReport, Scope, explore_in_memory};
use crate::convert::state_of;
use crate::fingerprint::Fingerprint;
use crate::flood::{Budget, Control};
use crate::group::{Group, key_in_frame};
use crate::planes::Planes;
use crate::reference::Model;
use crate::reference::pruning::random_endgame;
use crate::rules::Prune;
use crate::tally::GroupTally;
use std::collections::{BTreeMap, HashMap, VecDeque};

type Ways = BTreeMap<u128, Vec<Step>>;

/// The report of a deal that was explored group by group, and the shortest way to each entry that was
/// not consumed. (To one that was, a shorter way or one as short leads inside its group.)
fn split(game: &Game) -> (CensusReport, HashMap<State, usize>) {
    let mut waiting: BTreeMap<u32, BTreeMap<Fingerprint, Ways>> = BTreeMap::new();
    let mut report = CensusReport::new();
    let mut lengths = HashMap::new();
    let put = |waiting: &mut BTreeMap<u32, BTreeMap<Fingerprint, Ways>>, state: State, way| {
        let key: u128 = key_in_frame(game.frame(state.fingerprint), state.planes);
        let layer = waiting.entry(game.depth(state.fingerprint)).or_default();
        let ways = layer.entry(state.fingerprint).or_default();
        let shortest: &mut Vec<Step> = ways.entry(key).or_insert_with(|| Vec::clone(&way));
        if way.len() < shortest.len() {
            *shortest = way;
        }
    };
    let (state, way) = first_entry(game);
    put(&mut waiting, state, way);
    while let Some((depth, groups)) = waiting.pop_first() {
        let mut tally = GroupTally::default();
        let won = groups.keys().any(|fingerprint| fingerprint.is_won());
        for (fingerprint, ways) in groups {
            let group = Group::new(game, fingerprint);
            let mut ways: Vec<(u128, Vec<Step>)> = ways.into_iter().collect();
            ways.sort_by_key(|(_, way)| way.len());
            let entry =
                |(key, way): &(u128, Vec<Step>)| Entry { key: *key, moves: way.len() as u32 };
            let entries: Vec<Entry> = ways.iter().map(entry).collect();
            let found = explore(&group, &entries, usize::MAX).expect("no limit");
            check_fates(&found);
            tally.join(&found.tally);
            for (entry, fate) in entries.iter().zip(&found.fates) {
                if *fate != Fate::Consumed {
                    lengths.insert(group.state(entry.key), entry.moves as usize);
                }
            }
            for exit in &found.exits {
                let (source, steps) = found.way(&group, &entries, exit);
                let way = [ways[source].1.clone(), steps].concat();
                let start = Model::from_board(game.deal());
                let end = way.iter().try_fold(start, |model, &step| model.after(step));
                let end = end.expect("a legal way").to_board();
                assert_eq!(state_of(game, &end), Ok(exit.state));
                assert_eq!(way.len(), exit.moves as usize);
                put(&mut waiting, exit.state, way);
            }
        }
        report.add(LayerReport { depth, tally, won });
    }
    (report, lengths)
}

fn check_fates(found: &Found) {
    let initial = found.fates.iter().filter(|fate| **fate == Fate::Initial).count();
    assert_eq!(initial, found.fccs.len());
    assert!(found.fccs.iter().all(|fcc| found.fates[fcc.entry] == Fate::Initial));
    let states: u64 = found.fccs.iter().map(|fcc| fcc.states).sum();
    assert_eq!(u128::from(states), found.tally.states);
}

/// The smallest number of moves to each live state, by the rule book alone.
fn naive_lengths(deal: &Board, prune: Prune) -> HashMap<Model, usize> {
    let carried = |mut model: Model, mut moves: usize| {
        while let Some(step) = model.safe_move(prune) {
            model = model.make(&step);
            moves += 1;
        }
        (model.canonical(), moves)
    };
    let mut lengths: HashMap<Model, usize> = HashMap::new();
    let mut by_length: BTreeMap<usize, VecDeque<Model>> = BTreeMap::new();
    let (start, moves) = carried(Model::from_board(deal), 0);
    by_length.entry(moves).or_default().push_back(start);
    while let Some((moves, models)) = by_length.pop_first() {
        for model in models {
            if lengths.contains_key(&model) {
                continue;
            }
            for step in model.moves() {
                let (next, moves) = carried(model.make(&step), moves + 1);
                if !lengths.contains_key(&next) {
                    by_length.entry(moves).or_default().push_back(next);
                }
            }
            lengths.insert(model, moves);
        }
    }
    lengths
}

fn agrees(deal: &Board, prune: Prune) -> usize {
    let game = Game::new(deal.clone(), prune);
    let (report, lengths) = split(&game);
    let options = CensusOptions { symmetry: false, ..CensusOptions::default() };
    let (budget, control) = (Budget::new(1 << 28, 1), Control::new(None));
    let census = explore_in_memory(&game, options, Scope::default(), &budget, &control);
    let census = census.expect("memory does not fail");
    assert_eq!(report.layers, census.layers);
    assert_eq!(report.total.digest, census.total.digest);
    let naive = naive_lengths(deal, prune);
    assert_eq!(naive.len() as u128, report.total.states);
    let mut compared = 0;
    for (model, moves) in naive {
        let state = state_of(&game, &model.to_board()).expect("a position");
        if let Some(&length) = lengths.get(&state) {
            assert_eq!(length, moves, "{}", model.to_board());
            compared += 1;
        }
    }
    assert_eq!(compared, lengths.len());
    compared
}

#[test]
fn numbers_of_moves_are_the_smallest_and_counts_are_those_of_the_census() {
    let deal = |number, freecells| Board::deal(number, freecells).expect("in range");
    assert!(agrees(&deal(781948, 4), Prune::Safe) >= 1804);
    assert!(agrees(&deal(781948, 4), Prune::None) >= 3115);
    assert!(agrees(&deal(6, 2), Prune::Safe) >= 6436);
}

#[test]
fn by_all_rules_numbers_of_moves_are_the_smallest() {
    let mut seed = 20_261_120u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let mut compared = 0;
    for round in 0..150 {
        let board = random_endgame(&mut random).to_board();
        compared += agrees(&board, [Prune::Safe, Prune::None][round % 2]);
    }
    assert!(compared > 1000, "{compared} entries");
}

#[test]
fn the_way_to_the_last_state_is_the_shortest_solution() {
    let text = "Foundations: H-9 C-9 D-9 S-9\nFreecells: --\n\
                : KH TS JD QC\n: TH KS TC JS\n: QH JC KD TD\n: QD KC JH QS\n";
    let board = Board::read(text, &ReadOptions::default()).expect("a board");
    for prune in [Prune::Safe, Prune::None] {
        agrees(&board, prune);
    }
    let game = Game::new(board.clone(), Prune::None);
    let (report, lengths) = split(&game);
    assert!(report.layers.iter().any(|layer| layer.won));
    let won = State {
        fingerprint: Fingerprint { stuck: 0, founded: ALL_CARDS },
        planes: Planes::default(),
    };
    let shortest = naive_lengths(&board, Prune::None);
    let of_model = shortest.iter().find(|(model, _)| model.is_won()).map(|(_, moves)| *moves);
    assert_eq!(lengths.get(&won).copied(), of_model);
}

#[test]
fn a_group_that_is_too_large_is_given_up() {
    let game = Game::new(Board::deal(781948, 4).expect("in range"), Prune::Safe);
    let (state, steps) = first_entry(&game);
    let group = Group::new(&game, state.fingerprint);
    let entries = [Entry { key: group.key(state.planes), moves: steps.len() as u32 }];
    assert_eq!(explore(&group, &entries, 2).expect("two states").tally.states, 2);
    let refused = explore(&group, &entries, 1).map(|_| ());
    assert_eq!(refused, Err(TooManyStates { states_max: 1, what: "states" }));
}
