//! Tests of the safe rule on the reference model: what it raises, that it loses no game, and that
//! the two tempting ways to raise more do.
//!
//! The lost games were found by a random search over endgames and are the smallest it met. That the
//! safe rule itself changes no verdict is tried on random endgames of all games, small enough to be
//! explored with and without it.

use std::collections::HashSet;

use super::naive::explore;
use super::naive::tests::assert_layers_add_up;
use super::tests::{position, step};
use super::{Model, ModelMove, Pile};
use crate::board::Rules;
use crate::card::Card;
use crate::rules::{Build, Fill, Prune, Sequences};

const STATES_MAX: usize = 100_000;

#[test]
fn each_condition_of_the_safe_rule_counts() {
    let raised = |card: &str, foundations| {
        let safe = position(0, &[card], "", foundations).safe_move(Prune::Safe);
        safe == Some(step(card, Pile::Column(0), Pile::Foundation))
    };
    // Clubs, diamonds, hearts, spades; the jack of hearts waits.
    assert!(raised("JH", [9, 8, 10, 9]));
    assert!(!raised("JH", [8, 8, 10, 9]), "the ten of clubs might need it");
    assert!(!raised("JH", [9, 8, 10, 8]), "the ten of spades might need it");
    assert!(!raised("JH", [9, 7, 10, 9]), "a black ten kept for the nine of diamonds might");
    assert!(!raised("JH", [9, 8, 9, 9]), "the ten of hearts is missing");
    assert!(raised("AS", [0, 0, 0, 0]) && raised("2C", [1, 0, 0, 0]));
    assert!(!raised("3C", [2, 0, 1, 0]) && raised("3C", [2, 1, 1, 0]));
}

#[test]
fn safe_moves_are_carried_to_the_end_and_none_without_pruning() {
    let model = position(1, &["KS QH", "QS KH"], "KC", [12, 13, 11, 11]);
    assert!(model.is_forced(Prune::Safe) && !model.is_forced(Prune::None));
    assert_eq!(model.carried(Prune::None), model);
    let won = model.carried(Prune::Safe);
    assert!(won.is_won() && !model.is_won());
    assert!(!won.is_forced(Prune::Safe) && won.moves().is_empty());
}

/// Makes foundation moves that `is_made` chooses as long as there are any.
fn raise(model: &Model, is_made: impl Fn(&Model, &ModelMove) -> bool) -> Model {
    let mut model = model.clone();
    let next = |model: &Model| {
        let mut moves = model.moves().into_iter();
        moves.rfind(|step| step.to == Pile::Foundation && is_made(model, step))
    };
    while let Some(step) = next(&model) {
        model = model.make(&step);
    }
    model
}

/// Whether a position is won when the chosen foundation moves are made at once.
fn is_solvable(start: &Model, is_made: impl Fn(&Model, &ModelMove) -> bool) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![raise(start, &is_made).canonical()];
    while let Some(state) = open.pop() {
        if state.is_won() {
            return true;
        }
        for step in state.moves() {
            let after = raise(&state.make(&step), &is_made).canonical();
            if seen.insert(after.clone()) {
                open.push(after);
            }
        }
    }
    false
}

#[test]
fn moving_everything_up_loses_a_game_that_safe_moves_win() {
    let deal = position(0, &["KC KD KS", "JD QD KH"], "", [12, 10, 12, 12]);
    assert!(explore(&deal.to_board(), Prune::None, STATES_MAX).unwrap().solvable);
    assert!(explore(&deal.to_board(), Prune::Safe, STATES_MAX).unwrap().solvable);
    // The queen of diamonds needs the king of spades.
    assert!(!is_solvable(&deal, |_, _| true));
}

#[test]
fn the_safe_rule_without_the_other_suit_of_the_colour_loses_a_game() {
    let deal = position(1, &["QD KC KH KS", "TD KD QC JD"], "", [11, 9, 12, 12]);
    assert!(explore(&deal.to_board(), Prune::None, STATES_MAX).unwrap().solvable);
    assert!(explore(&deal.to_board(), Prune::Safe, STATES_MAX).unwrap().solvable);
    let other_colour_only = |model: &Model, step: &ModelMove| {
        let is_other = |card: &Card| card.is_red() != step.card.is_red();
        let in_play = model.columns.iter().flatten().chain(&model.cells);
        in_play.filter(|card| is_other(card)).all(|card| card.rank() + 1 >= step.card.rank())
    };
    assert!(!is_solvable(&deal, other_colour_only));
}

/// A position of 4 to 20 high cards in two or three columns with one cell or none, by any rules.
pub(crate) fn random_endgame(random: &mut impl FnMut(usize) -> usize) -> Model {
    let foundations = std::array::from_fn(|_| 8 + random(5) as u8);
    let mut rest: Vec<Card> =
        Card::all().filter(|card| card.rank() > foundations[card.suit().index()]).collect();
    let rules = Rules {
        freecells: random(2) as u8,
        columns: 2 + random(2) as u8,
        build: [Build::Alternate, Build::Alternate, Build::Suit][random(3)],
        fill: [Fill::Any, Fill::Kings, Fill::Nothing][random(3)],
        sequences: [Sequences::Limited, Sequences::Unlimited][random(2)],
        ..Rules::USUAL
    };
    let mut columns = vec![Vec::new(); rules.columns as usize];
    for place in 0.. {
        if rest.is_empty() {
            break;
        }
        columns[place % rules.columns as usize].push(rest.swap_remove(random(rest.len())));
    }
    Model { rules, columns, cells: Vec::new(), foundations }
}

#[test]
fn in_random_endgames_of_all_games_safe_moves_change_no_verdict() {
    let mut seed = 20_250_117u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    // By build and verdict.
    let mut verdicts = [[0; 2]; 2];
    for round in 0..600 {
        let deal = random_endgame(&mut random);
        let board = deal.to_board();
        let none = explore(&board, Prune::None, STATES_MAX).unwrap();
        let safe = explore(&board, Prune::Safe, STATES_MAX).unwrap();
        assert_eq!(none.solvable, safe.solvable, "round {round}: {deal:?}");
        verdicts[usize::from(deal.rules.build == Build::Suit)][usize::from(none.solvable)] += 1;
        assert_layers_add_up(&safe);
        for state in &none.states {
            let backwards = raise(state, |model, step| model.is_safe_to_raise(step.card));
            assert_eq!(state.carried(Prune::Safe), backwards, "the order of safe moves");
            if state.no_stuck(&deal) {
                assert!(raise(state, |_, _| true).is_won(), "round {round}: {state:?}");
            }
        }
    }
    assert!(verdicts.as_flattened().iter().all(|&rounds| rounds >= 20), "{verdicts:?}");
}
