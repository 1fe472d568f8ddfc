//! The engine of `fcc::stacks` against a player who knows the rule book alone, and against the planes.

mod player;
mod support;

use fcc::board::{Board, Rules};
use fcc::card::{Card, Suit};
use fcc::rules::{Build, Fill, GAMES, Sequences};
use fcc::solution::Solution;
use fcc::solve::engine::{Engine as PlanesEngine, Limits as PlanesLimits};
use fcc::solve::outcome::Outcome as PlanesOutcome;
use fcc::stacks::scan::Order;
use fcc::stacks::{Engine, Limits, Outcome, Plan};
use fcc::verdict::StopReason;
use player::Player;
use support::Choices;

const LIMITS: Limits = Limits { bytes_max: 1 << 30, states_max: usize::MAX };

/// Every way to build, to fill and to move, with one deck and with two.
fn mixes() -> Vec<Rules> {
    let mut mixes = Vec::new();
    for build in [Build::Alternate, Build::Suit, Build::Rank] {
        for fill in [Fill::Any, Fill::Kings, Fill::Nothing] {
            for sequences in [Sequences::Limited, Sequences::Unlimited, Sequences::Runs] {
                for decks in [1, 2] {
                    mixes.push(Rules { decks, build, fill, sequences, ..Rules::USUAL });
                }
            }
        }
    }
    mixes
}

/// A random late board: some ranks of each foundation up, the rest in columns and a few cells. Where whole suits go
/// up, so do some of them here, and of the others every card is in play.
fn late_board(choices: &mut Choices, rules: Rules) -> Board {
    let in_play = if rules.decks == 1 { 10 } else { 8 };
    let mut foundations = [[13u8; 4]; 2];
    if rules.sequences == Sequences::Runs {
        foundations[usize::from(rules.decks) - 1][choices.below(4)] = 0;
    } else {
        for _ in 0..in_play {
            let deck = choices.below(rules.decks.into());
            foundations[deck][choices.below(4)] -= 1;
        }
    }
    if rules.decks == 1 {
        foundations[1] = [0; 4];
    }
    let up = |card: Card| {
        let decks = foundations[..usize::from(rules.decks)].iter();
        decks.filter(|ranks| ranks[card.suit().index()] >= card.rank()).count()
    };
    let missing = |card: Card| (up(card)..usize::from(rules.decks)).map(move |_| card);
    let mut cards: Vec<Card> = Card::all().flat_map(missing).collect();
    for index in (1..cards.len()).rev() {
        cards.swap(index, choices.below(index + 1));
    }
    let mut cells = vec![None; rules.freecells.into()];
    for cell in &mut cells {
        if choices.below(3) == 0 {
            *cell = cards.pop();
        }
    }
    let mut columns = vec![Vec::new(); rules.columns.into()];
    for card in cards {
        columns[choices.below(rules.columns.into())].push(card);
    }
    Board::from_decks(rules, columns, cells, foundations)
}

/// Settles a board, and follows the solution by the rule book.
fn settle(engine: &mut Engine, board: &Board, plan: Plan) -> bool {
    engine.start(board, plan);
    match engine.run(u64::MAX, &|| false) {
        Outcome::Solved(moves) => {
            let solution = Solution::of_moves(board, moves);
            for list in [solution.singles(), solution.moves()] {
                let mut player = Player::of(board);
                list.iter().for_each(|one| player.follow(board, one));
                assert!(player.is_won(), "{board}");
            }
            true
        }
        Outcome::Exhausted(_) => false,
        Outcome::Undecided { reason } => panic!("{reason}"),
    }
}

#[test]
fn late_boards_of_every_mix_have_the_verdict_of_the_rule_book() {
    let mut choices = Choices(20);
    let start = late_board(&mut choices, Rules::USUAL);
    let mut engine = Engine::new(&start, Plan::single(Order::Depth), LIMITS);
    let (mut solvable, mut impossible) = (0, 0);
    for mix in mixes() {
        for _ in 0..10 {
            let (freecells, columns) = (choices.below(3) as u8, 2 + choices.below(4) as u8);
            let board = late_board(&mut choices, Rules { freecells, columns, ..mix });
            let Some(expected) = Player::of(&board).can_win(40_000) else { continue };
            let orders = [Order::Depth, Order::Breadth];
            for plan in orders.map(Plan::single).into_iter().chain([Plan::of(board.rules())]) {
                let found = settle(&mut engine, &board, plan);
                assert_eq!(found, expected, "{}\n{board}", board.rules());
            }
            *(if expected { &mut solvable } else { &mut impossible }) += 1;
        }
    }
    assert!(solvable > 100 && impossible > 100, "{solvable} and {impossible}");
}

/// The complete scan of the planes, as a plan of its own.
fn engine_of_planes() -> PlanesEngine {
    let plan: fcc::solve::plan::Plan =
        "plan one\nscan best\n moves up+join+seat+shift+park+open+drop\n weights left=10 stuck=12"
            .parse()
            .expect("a plan");
    PlanesEngine::new(plan, PlanesLimits { states_max: usize::MAX, bytes_max: 1 << 30 })
}

/// The rule book, the stacks and, where they hold the game, the planes.
#[test]
fn five_hundred_late_boards_of_each_game_have_one_verdict() {
    let mut choices = Choices(21);
    let mut planes = engine_of_planes();
    let start = late_board(&mut choices, Rules::USUAL);
    let mut engine = Engine::new(&start, Plan::single(Order::Depth), LIMITS);
    for game in &GAMES {
        let (mut boards, mut solvable) = (0, 0);
        while boards < 500 {
            let freecells = (choices.below(3) as u8).min(game.rules.freecells);
            let columns = 2 + choices.below(4) as u8;
            let board = late_board(&mut choices, Rules { freecells, columns, ..game.rules });
            let Some(expected) = Player::of(&board).can_win(2_000) else { continue };
            let found = settle(&mut engine, &board, Plan::of(board.rules()));
            assert_eq!(found, expected, "{}\n{board}", game.name);
            if board.is_on_planes() {
                planes.start(&board);
                let by_planes = match planes.run(u64::MAX, &|| false) {
                    PlanesOutcome::Solved(_) => true,
                    PlanesOutcome::Exhausted(_) => false,
                    PlanesOutcome::Undecided { reason } => panic!("{reason}"),
                };
                assert_eq!(by_planes, expected, "{}\n{board}", game.name);
            }
            boards += 1;
            solvable += usize::from(expected);
        }
        assert!((30..470).contains(&solvable), "{}: {solvable}", game.name);
    }
}

#[test]
fn a_search_that_is_stopped_after_every_iteration_finds_the_same() {
    let mut choices = Choices(22);
    for _ in 0..40 {
        let mixes = mixes();
        let rules = Rules { freecells: 1, columns: 5, ..mixes[choices.below(mixes.len())] };
        let board = late_board(&mut choices, rules);
        let mut whole = Engine::new(&board, Plan::of(rules), LIMITS);
        let expected = whole.run(u64::MAX, &|| false);
        let mut parts = Engine::new(&board, Plan::of(rules), LIMITS);
        let found = loop {
            match parts.run(1, &|| false) {
                Outcome::Undecided { reason: StopReason::Iterations { .. } } => {}
                other => break other,
            }
        };
        assert_eq!(found, expected);
        assert_eq!(parts.counters().iterations, whole.counters().iterations);
    }
}

#[test]
fn limits_stop_it_undecided_and_larger_ones_let_it_go_on() {
    let board = Board::deal(1, 3).expect("a deal");
    let plan = Plan::single(Order::Breadth);
    let few = Limits { states_max: 1_000, ..LIMITS };
    let mut engine = Engine::new(&board, plan, few);
    let stopped = engine.run(u64::MAX, &|| false);
    assert_eq!(stopped, Outcome::Undecided { reason: StopReason::States { max: 1_000 } });
    engine.set_limits(Limits { bytes_max: 4 << 20, ..LIMITS });
    let stopped = engine.run(u64::MAX, &|| false);
    let reason = StopReason::Memory { bytes_max: 4 << 20 };
    assert_eq!(stopped, Outcome::Undecided { reason });
    let interrupted = Outcome::Undecided { reason: StopReason::Interrupted };
    engine.set_limits(LIMITS);
    assert_eq!(engine.run(u64::MAX, &|| true), interrupted);
}

#[test]
fn columns_of_two_decks_may_be_of_any_length() {
    // All of two decks in one column, in such an order that cards go up one after the other.
    let rules = Rules { freecells: 0, columns: 2, decks: 2, ..Rules::USUAL };
    let of_rank = |rank| Suit::ALL.into_iter().flat_map(move |suit| [Card::new(rank, suit); 2]);
    let column: Vec<Card> = (1..=13).rev().flat_map(of_rank).collect();
    assert_eq!(column.len(), 104);
    let board = Board::from_decks(rules, vec![column, Vec::new()], Vec::new(), [[0; 4]; 2]);
    let mut engine = Engine::new(&board, Plan::of(rules), LIMITS);
    assert!(settle(&mut engine, &board, Plan::of(rules)));
}
