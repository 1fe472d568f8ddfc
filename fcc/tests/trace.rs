//! Tracing and looking up against the naive search, which knows every state and every FCC.

#[path = "support/mod.rs"]
mod support;

use fcc::arrival::Arrival;
use fcc::board::Board;
use fcc::card::Card;
use fcc::census::{CensusOptions, Scope, with_records_in};

use fcc::convert::{board_of, state_of};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::memory::MemoryExists;
use fcc::reference::Model;
use fcc::reference::naive::{NaiveGraph, explore};
use fcc::rules::Prune;
use fcc::state::State;
use fcc::trace::{Path, Tracer};
use std::collections::{BTreeMap, BTreeSet};
use support::{Choices, any_mix, played, uneven_board};

const MEMORY: u64 = 1 << 30;

/// A census with all records kept.
fn recorded(game: &Game, symmetry: bool) -> MemoryExists {
    let exists = MemoryExists::keeping_all();
    let options = CensusOptions { symmetry, ..CensusOptions::default() };
    let (budget, control) = (&Budget::unlimited(), &Control::new(None));
    with_records_in(&exists, game, options, Scope::default(), budget, control)
        .expect("memory does not fail");
    exists
}

/// Small boards of all kinds and rules with their whole graphs.
fn boards(seed: u64, wanted: usize) -> Vec<(Board, Prune, NaiveGraph)> {
    let mut choices = Choices(seed);
    let mut found = Vec::new();
    while found.len() < wanted {
        let (freecells, columns) = (choices.below(3) as u8, 3 + choices.below(4) as u8);
        let rules = any_mix(&mut choices, freecells, columns);
        let up = 7 + choices.below(4) as u8;
        let board = uneven_board(&mut choices, rules, up);
        let prune = if choices.below(3) == 0 { Prune::None } else { Prune::Safe };
        let graph = explore(&board, prune, 3_000);
        found.extend(graph.filter(|graph| graph.states.len() > 50).map(|g| (board, prune, g)));
    }
    found
}

fn check_path(game: &Game, path: &Path, end: State) {
    for stage in &path.stages {
        let board = played(game.deal(), &path.steps[..stage.moves]);
        assert_eq!(state_of(game, &board), Ok(stage.entry), "the entry of {}", stage.fingerprint);
    }
    let board = played(game.deal(), &path.steps);
    assert_eq!(state_of(game, &board), Ok(end));
    let stages = path.stages.windows(2);
    assert!({ stages }.all(|two| two[0].depth < two[1].depth && two[0].moves < two[1].moves));
}

/// Every state is where the naive search has it, and nothing else is anywhere.
#[test]
fn lookup_agrees_with_a_naive_search() {
    let mut strangers = 0;
    for (number, (board, prune, graph)) in boards(20261116, 48).into_iter().enumerate() {
        let game = Game::new(board, prune);
        let control = Control::new(None);
        let symmetry = number % 3 != 0;
        let exists = recorded(&game, symmetry);
        let tracer = Tracer::new(&game, &exists, symmetry, MEMORY, &control);
        let lifting =
            Tracer::new(&game, &exists, symmetry, MEMORY, &control).one_by_one(number % 2 * 5);
        let mut choices = Choices(number as u64);
        for &depth in graph.layers.keys() {
            let mut names = BTreeMap::new();
            for (index, fcc) in graph.fccs_at(depth).iter().enumerate() {
                for model in fcc {
                    let state = state_of(&game, &model.to_board()).expect("a position");
                    let located = tracer.locate(state).expect("memory").expect("it is reachable");
                    assert_eq!(located.depth, depth);
                    assert_eq!(located.fcc.component.fcc_states(), fcc.len() as u128);
                    // States of one FCC have one name, those of two have two.
                    let mark = located.fcc.component.tree.k.reduce(located.fcc.mark);
                    let name = (state.fingerprint, located.record.smallest, mark);
                    assert_eq!(*names.entry(name).or_insert(index), index);
                    if choices.below(20) == 0 {
                        let tracer = if choices.below(2) == 0 { &tracer } else { &lifting };
                        check_path(&game, &tracer.path_to(located, state).expect("a way"), state);
                    }
                }
            }
            assert_eq!(names.len(), graph.fccs_at(depth).len());
        }
        // The same states with some suits exchanged and some cards moved.
        for model in graph.states.iter().step_by(2) {
            let state = state_of(&game, &model.to_board()).expect("a position");
            let looks_legal = stranger(&game, state, &mut choices);
            let arrival = Arrival::of_state(&game, looks_legal);
            if arrival.carried(&game).state != looks_legal {
                continue; // forced: not a live state, whether reachable or not
            }
            let model = Model::from_board(&board_of(&game, looks_legal));
            if !graph.contains(&model) {
                strangers += 1;
                assert!(tracer.locate(looks_legal).expect("memory").is_none(), "{looks_legal:?}");
            }
        }
    }
    assert!(strangers > 50, "{strangers} positions that can't be reached");
}

/// A state that looks legal: pairs exchanged, a stuck card or two taken off, and a few cards put where the
/// invariant allows it.
fn stranger(game: &Game, mut state: State, choices: &mut Choices) -> State {
    let movable = game.frame(state.fingerprint).movable;
    let vector = Card::in_plane(game.rules().pairs_in(movable))
        .filter(|_| choices.below(2) == 0)
        .fold(0, |vector, card| vector | card.bit());
    state = fcc::class::pairs::exchanged(state, vector);
    for top in Card::in_plane(game.frame(state.fingerprint).tops) {
        let mut moved = state;
        moved.fingerprint.stuck &= !top.bit();
        moved.put(top.bit(), fcc::planes::Place::ALL[choices.below(4)]);
        if choices.below(3) == 0 && game.check(moved).is_ok() {
            state = moved;
        }
    }
    for card in Card::in_plane(movable) {
        let place = fcc::planes::Place::ALL[choices.below(4)];
        let mut moved = state;
        moved.put(card.bit(), place);
        if choices.below(3) == 0 && game.check(moved).is_ok() {
            state = moved;
        }
    }
    state
}

#[test]
fn solutions_win_and_tell_the_moves_to_every_fcc() {
    let (mut solvable, mut deals) = (0, BTreeSet::new());
    for (number, (board, prune, graph)) in boards(7, 150).into_iter().enumerate() {
        let game = Game::new(board.clone(), prune);
        let symmetry = number % 4 != 0;
        let exists = recorded(&game, symmetry);
        let control = Control::new(None);
        let tracer = Tracer::new(&game, &exists, symmetry, MEMORY, &control);
        let tracer = tracer.one_by_one(if number % 2 == 0 { 1_000 } else { 1 });
        let depths: Vec<u32> = graph.layers.keys().copied().collect();
        match tracer.solution(&depths) {
            Ok(path) => {
                assert!(graph.solvable, "{board}");
                let end = played(&board, &path.steps);
                assert!(end.is_won(), "{end}");
                let end = state_of(&game, &end).expect("a position");
                check_path(&game, &path, end);
                solvable += 1;
                deals.insert(path.steps.len());
            }
            Err(error) => {
                assert!(!graph.solvable, "{error}\n{board}");
                assert!(error.to_string().contains("no state without stuck cards"), "{error}");
            }
        }
    }
    assert!(solvable >= 30, "{solvable} of 150 boards were solvable");
    assert!(deals.len() > 3);
}

#[test]
fn nothing_recorded_is_nothing_found_and_a_signal_stops_it() {
    let game = Game::new(Board::deal(164, 0).expect("a deal"), Prune::Safe);
    let exists = MemoryExists::keeping_all();
    let control = Control::new(None);
    let tracer = Tracer::new(&game, &exists, true, MEMORY, &control);
    let state = Arrival::of_deal(&game).state;
    assert!(tracer.locate(state).expect("memory").is_none(), "nothing is recorded");
    control.interrupt_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let exists = recorded(&game_small(), true);
    let game = game_small();
    let tracer = Tracer::new(&game, &exists, true, MEMORY, &control);
    let start = Arrival::of_deal(&game).state;
    let error = tracer.locate(start).err().expect("it is to stop").to_string();
    assert!(error.contains("interrupted"), "{error}");
}

fn game_small() -> Game {
    let (board, prune, _) = boards(3, 1).remove(0);
    Game::new(board, prune)
}
