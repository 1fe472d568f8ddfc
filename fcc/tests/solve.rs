//! Ordinary solving against the slow, obvious way.

mod support;

use fcc::arrival::Arrival;
use fcc::board::{Board, Rules};
use fcc::census::CensusOptions;
use fcc::convert::{board_of, state_of};
use fcc::flood::Control;
use fcc::game::Game;
use fcc::reference::Model;
use fcc::reference::naive::explore;
use fcc::replay::replay;
use fcc::rules::Prune;
use fcc::solution::Solution;
use fcc::solve::engine::{Counters, Engine, Limits};
use fcc::solve::kinds::{Child, Kind, MoveSet};
use fcc::solve::outcome::Outcome;
use fcc::solve::plan::{Plan, Shorten};
use fcc::solve::position::Position;
use fcc::solve::presets;
use fcc::solve::short::{ShortOptions, short};
use fcc::solve::walk::Walk;
use fcc::trace::Step;
use fcc::verdict::StopReason;
use std::collections::BTreeSet;
use support::{Choices, late_board};

const PLENTY: u64 = 1 << 40;

fn never() -> bool {
    false
}

fn solve(engine: &mut Engine, board: &Board) -> Outcome {
    engine.start(board);
    engine.run(PLENTY, &never)
}

fn assert_wins(board: &Board, steps: &[Step]) {
    let counts = Solution::of(board, steps).counts();
    assert!(counts.sequences <= counts.cards && counts.without_automatic <= counts.sequences);
}

/// Plans with one scan of each sort over a complete set.
fn complete_plans() -> Vec<Plan> {
    ["safe breadth", "safe depth", "safe best", "safe random 7", "none depth"]
        .map(|words| {
            let (prune, scan) = words.split_once(' ').expect("two words");
            let text = format!(
                "plan one\nprune {prune}\nscan {scan}\n moves up+join+seat+shift+park+open+drop dig+bare+empty\n \
                 weights left=10 stuck=12 cells=5 empty=-6"
            );
            text.parse().expect("a plan")
        })
        .to_vec()
}

/// A random late position of a random game.
fn random_board(choices: &mut Choices) -> Board {
    let rules = Rules::freecell(choices.below(5) as u8, 2 + choices.below(6) as u8);
    let up = 6 + choices.below(5) as u8;
    late_board(choices, rules, up)
}

#[test]
fn complete_scans_agree_with_the_naive_search() {
    let mut choices = Choices(8);
    let mut engines: Vec<Engine> =
        complete_plans().into_iter().map(|plan| Engine::new(plan, Limits::default())).collect();
    let (mut solvable, mut impossible) = (0, 0);
    for _ in 0..200 {
        let board = random_board(&mut choices);
        let Some(graph) = explore(&board, Prune::Safe, 3000) else { continue };
        for engine in &mut engines {
            match solve(engine, &board) {
                Outcome::Solved(steps) => {
                    assert!(graph.solvable, "{board}");
                    assert_wins(&board, &steps);
                }
                Outcome::Exhausted(_) => assert!(!graph.solvable, "{board}"),
                Outcome::Undecided { reason } => panic!("{reason}"),
            }
        }
        *(if graph.solvable { &mut solvable } else { &mut impossible }) += 1;
    }
    assert!(solvable > 20 && impossible > 20, "{solvable} solvable, {impossible} impossible");
}

#[test]
fn quick_plans_never_call_a_solvable_board_impossible() {
    let mut choices = Choices(21);
    let mut engines: Vec<Engine> =
        presets::all().into_iter().map(|plan| Engine::new(plan, Limits::default())).collect();
    for _ in 0..200 {
        let board = random_board(&mut choices);
        let Some(graph) = explore(&board, Prune::Safe, 3000) else { continue };
        for engine in &mut engines {
            match solve(engine, &board) {
                Outcome::Solved(steps) => assert_wins(&board, &steps),
                Outcome::Exhausted(_) => {
                    assert!(!graph.solvable && engine.plan().complete().is_some());
                }
                Outcome::Undecided { reason } => assert_eq!(reason, StopReason::RanDry),
            }
        }
    }
}

/// Positions along random walks from deals and late boards, none of them won.
fn random_positions(choices: &mut Choices, mut visit: impl FnMut(&Game, Position)) {
    let set = MoveSet::new(vec![Kind::ALL.to_vec()]);
    for round in 0..60 {
        let board = match round % 3 {
            0 => random_board(choices),
            _ => Board::deal(1 + choices.below(100_000) as u64, choices.below(6) as u8).unwrap(),
        };
        let game = Game::new(board, Prune::Safe);
        let mut position = Arrival::of_deal(&game);
        for _ in 0..30 {
            visit(&game, position);
            let mut children = Vec::new();
            set.expand(&game, &position, &mut children);
            if children.is_empty() {
                break;
            }
            position = children[choices.below(children.len())].position;
        }
    }
}

fn carried(game: &Game, position: Position) -> Model {
    Model::from_board(&board_of(game, position.state)).canonical()
}

#[test]
fn the_plain_kinds_hold_every_move_of_a_single_card_and_no_other_results() {
    let plain = MoveSet::new(vec![Kind::PLAIN.to_vec()]);
    assert!(plain.complete().is_some());
    random_positions(&mut Choices(3), |game, position| {
        let model = Model::from_board(&board_of(game, position.state));
        let expected: BTreeSet<String> = (model.moves().iter())
            .map(|step| format!("{:?}", model.make(step).carried(Prune::Safe).canonical()))
            .collect();
        let mut children: Vec<Child> = Vec::new();
        plain.expand(game, &position, &mut children);
        let found: BTreeSet<String> =
            (children.iter()).map(|child| format!("{:?}", carried(game, child.position))).collect();
        assert!(expected.is_subset(&found), "a move is missing");
    });
}

#[test]
fn every_move_decomposes_into_legal_moves_of_single_cards() {
    let set = MoveSet::new(vec![Kind::ALL.to_vec()]);
    let mut seen = BTreeSet::new();
    random_positions(&mut Choices(4), |game, position| {
        let here = Game::new(board_of(game, position.state), Prune::Safe);
        let mut children: Vec<Child> = Vec::new();
        set.expand(&here, &Arrival::of_deal(&here), &mut children);
        for child in &children {
            seen.insert(child.kind);
            let mut walk = Walk::new(&here);
            child.edge.atoms().for_each(|atom| walk.make(atom));
            assert_eq!(walk.position, child.position, "{:?}", child.kind);
            let (_, end) = replay(here.deal(), &walk.steps).expect("legal moves");
            assert_eq!(state_of(&here, &end), Ok(child.position.state));
        }
    });
    assert_eq!(seen.len(), Kind::ALL.len(), "only {seen:?}");
}

#[test]
fn sequences_are_joined_as_the_search_moved_them() {
    let set = MoveSet::new(vec![Kind::PLAIN.to_vec()]);
    let mut long = 0;
    random_positions(&mut Choices(5), |game, position| {
        let here = Game::new(board_of(game, position.state), Prune::Safe);
        let mut children: Vec<Child> = Vec::new();
        set.expand(&here, &Arrival::of_deal(&here), &mut children);
        for child in &children {
            let mut walk = Walk::new(&here);
            child.edge.atoms().for_each(|atom| walk.make(atom));
            let way = Solution::of_way(here.deal(), &walk.steps);
            let moves = way.moves();
            let ups = walk.steps.iter().filter(|step| step.to == fcc::trace::To::Up).count();
            let atom_is_up = usize::from(child.kind == Kind::Up);
            assert_eq!(moves.len(), ups + 1 - atom_is_up);
            long += moves.iter().filter(|one| one.cards.len() > 2).count();
        }
    });
    assert!(long > 20, "{long} sequences of three and more");
}

#[test]
fn deals_are_solved_and_recycling_changes_nothing() {
    for name in ["quick"] {
        let mut recycled = Engine::new(presets::named(name).unwrap(), Limits::default());
        for deal in (1..=60).chain([1941, 98_714]) {
            let board = Board::deal(deal, 4).unwrap();
            let outcome = solve(&mut recycled, &board);
            let Outcome::Solved(steps) = &outcome else { panic!("deal {deal}: {outcome:?}") };
            assert_wins(&board, steps);
            if deal % 10 == 0 {
                let mut fresh = Engine::new(presets::named(name).unwrap(), Limits::default());
                assert_eq!(solve(&mut fresh, &board), outcome);
                let without_turn =
                    |counters: Counters| (counters.iterations, counters.states, counters.bytes);
                assert_eq!(without_turn(fresh.counters()), without_turn(recycled.counters()));
            }
        }
    }
}

#[test]
fn slices_give_what_one_go_gives() {
    for plan in complete_plans().into_iter().chain(presets::all()) {
        if plan.name == "proof" {
            continue;
        }
        let limits = Limits { states_max: 60_000, bytes_max: 1 << 30 };
        let mut whole = Engine::new(plan.clone(), limits);
        let mut sliced = Engine::new(plan, limits);
        for deal in [7, 169, 11_982] {
            let board = Board::deal(deal, 4).unwrap();
            let at_once = solve(&mut whole, &board);
            sliced.start(&board);
            let mut size = 1;
            let in_slices = loop {
                match sliced.run(size, &never) {
                    Outcome::Undecided { reason: StopReason::Iterations { .. } } => {
                        size = size % 97 + 1
                    }
                    outcome => break outcome,
                }
            };
            assert_eq!(in_slices, at_once, "deal {deal}");
            assert_eq!(sliced.counters().iterations, whole.counters().iterations);
        }
    }
}

#[test]
fn a_limit_is_kept_and_a_larger_one_goes_on() {
    let plan = complete_plans().remove(0);
    let board = Board::deal(11_982, 4).unwrap();
    let mut engine = Engine::new(plan, Limits { states_max: 5000, bytes_max: 1 << 30 });
    assert_eq!(
        solve(&mut engine, &board),
        Outcome::Undecided { reason: StopReason::States { max: 5000 } }
    );
    let states = engine.counters().states;
    assert!(states <= 5000);
    engine.set_limits(Limits { states_max: 1 << 20, bytes_max: 1 << 20 });
    let full = StopReason::Memory { bytes_max: 1 << 20 };
    assert_eq!(engine.run(PLENTY, &never), Outcome::Undecided { reason: full });
    assert!(engine.counters().states > states && engine.counters().bytes <= 1 << 20);
    let cancelled = Outcome::Undecided { reason: StopReason::Interrupted };
    engine.set_limits(Limits::default());
    assert_eq!(engine.run(PLENTY, &|| true), cancelled);
    let none = StopReason::Iterations { max: 0 };
    assert_eq!(engine.run(0, &never), Outcome::Undecided { reason: none });
}

#[test]
#[should_panic(expected = "a board to search")]
fn an_engine_wants_a_board() {
    Engine::new(presets::quick(), Limits::default()).run(1, &never);
}

#[test]
fn every_way_of_shortening_gives_a_solution_that_is_no_longer() {
    let length = |shorten: Shorten, deal: u64| {
        let mut engine = Engine::new(Plan { shorten, ..presets::quick() }, Limits::default());
        let board = Board::deal(deal, 4).unwrap();
        let Outcome::Solved(steps) = solve(&mut engine, &board) else { panic!("deal {deal}") };
        assert_wins(&board, &steps);
        Solution::of(&board, &steps).counts().sequences
    };
    let sum = |shorten| (100..140).map(|deal| length(shorten, deal)).sum::<usize>();
    let (none, path, states) = (sum(Shorten::None), sum(Shorten::Path), sum(Shorten::States));
    assert!(path <= none && states <= path, "{none} {path} {states}");
}

#[test]
fn won_and_lost_boards_are_known_at_once() {
    let mut choices = Choices(1);
    for freecells in 0..=1 {
        let won = late_board(&mut choices, Rules::freecell(freecells, 4), 13);
        let mut engine = Engine::new(presets::quick(), Limits::default());
        assert_eq!(solve(&mut engine, &won), Outcome::Solved(Vec::new()));
    }
}

#[test]
fn an_exhausted_deal_has_as_many_states_as_its_census() {
    let mut engine = Engine::new(
        presets::named("proof").unwrap(),
        Limits { states_max: 4_000_000, bytes_max: 1 << 30 },
    );
    for (deal, freecells) in [(11_982, 4), (1, 2), (6, 2), (21, 2), (5, 0), (6, 0)] {
        let board = Board::deal(deal, freecells).unwrap();
        let outcome = solve(&mut engine, &board);
        assert!(matches!(outcome, Outcome::Exhausted(_)), "deal {deal}: {outcome:?}");
        let report =
            support::run(board, Prune::Safe, CensusOptions::default(), 1, &Control::new(None));
        assert_eq!(engine.counters().states as u128, report.total.states, "deal {deal}");
    }
}

#[test]
fn short_solutions_become_shorter_and_are_legal() {
    let options = ShortOptions { width_max: 32, ..ShortOptions::default() };
    for (deal, freecells) in [(1, 4), (2, 4), (617, 4), (3, 2)] {
        let board = Board::deal(deal, freecells).unwrap();
        let mut lengths = Vec::new();
        let best = short(&board, &options, &never, &mut |one| {
            assert_wins(&board, &one.steps);
            assert_eq!(Solution::of(&board, &one.steps).counts().sequences, one.moves);
            lengths.push(one.moves);
        });
        let best = best.expect("a solution");
        assert!(lengths.is_sorted_by(|one, next| one > next), "deal {deal}: {lengths:?}");
        assert_eq!(lengths.last(), Some(&best.moves));
        assert_eq!(short(&board, &options, &never, &mut |_| ()), Some(best));
    }
}

#[test]
fn a_cancelled_search_for_short_solutions_keeps_what_it_has() {
    let board = Board::deal(1, 4).unwrap();
    let best = short(&board, &ShortOptions::default(), &|| true, &mut |_| ()).expect("the first");
    assert_eq!(best.width, 0);
    let lost = Board::deal(11_982, 4).unwrap();
    let options = ShortOptions { width_max: 8, ..ShortOptions::default() };
    assert_eq!(short(&lost, &options, &never, &mut |_| ()), None);
}
