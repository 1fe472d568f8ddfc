//! The search with the fewest stuck cards first against the naive search, the census and known deals.

#[path = "support/mod.rs"]
mod support;

use fcc::board::Board;
use fcc::census::{
    CensusOptions, Fewest, Scope, Verdict, Way, fewest_stuck_first, with_records_in,
};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::memory::MemoryExists;
use fcc::ports::DoesExists;
use fcc::reference::naive;
use fcc::rules::Prune;
use fcc::verdict::StopReason;
use support::{Choices, any_mix, played, uneven_board};

const MEMORY: u64 = 1 << 30;

/// Limits of a search.
#[derive(Clone, Copy)]
struct Limits {
    threads: usize,
    flood_bytes: usize,
    bytes_max: u64,
    classes_max: Option<u64>,
}

const NONE: Limits =
    Limits { threads: 2, flood_bytes: 64 << 20, bytes_max: MEMORY, classes_max: None };

fn search(game: &Game, way: Way, limits: Limits) -> Fewest {
    let Limits { threads, flood_bytes, bytes_max, classes_max } = limits;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let (budget, control) = (Budget::new(flood_bytes, threads), Control::new(classes_max));
    let found = pool.install(|| fewest_stuck_first(game, way, &budget, bytes_max, &control));
    let found = found.expect("memory does not fail");
    assert_eq!(found.won_depth.is_some(), found.verdict == Verdict::Solvable);
    if found.verdict == Verdict::Solvable {
        let path = found.solution(game, MEMORY, &Control::new(None)).expect("a way to the win");
        let end = played(game.deal(), &path.steps);
        assert!(end.is_won(), "{end}");
    }
    found
}

/// All records of the census.
fn recorded(game: &Game) -> MemoryExists {
    let exists = MemoryExists::keeping_all();
    let (options, scope) = (CensusOptions::default(), Scope::default());
    let (budget, control) = (&Budget::unlimited(), &Control::new(None));
    with_records_in(&exists, game, options, scope, budget, control).expect("memory does not fail");
    exists
}

/// Whatever was explored is in the records of the census, and all of them if `whole`.
fn records_agree(found: &Fewest, exists: &MemoryExists, whole: bool) {
    let mut components = 0;
    for depth in 0..200 {
        let groups = exists.groups(depth).expect("memory");
        let mine = found.explored.groups(depth).expect("memory");
        assert!(!whole || groups == mine, "the groups at depth {depth}");
        for group in mine {
            let theirs = exists.of_group(depth, group).expect("memory");
            let records = found.explored.of_group(depth, group).expect("memory");
            assert!(!whole || theirs.len() == records.len(), "the components of {group}");
            for record in records {
                let other = theirs.iter().find(|other| other.smallest == record.smallest);
                let other = other.expect("a component of the census");
                let (suits, all) = (record.suits.expect("suits"), other.suits.as_ref());
                let all = all.expect("suits");
                assert_eq!(suits.k, all.k);
                assert!(all.reached.contains_all(&suits.reached));
                assert!(record.fccs <= other.fccs && record.states <= other.states);
                if whole {
                    assert_eq!((record.states, record.fccs), (other.states, other.fccs));
                    assert!(suits.reached.contains_all(&all.reached));
                    // An entry that brings nothing new is not noted.
                    assert!(record.entry >= other.entry);
                }
                components += 1;
            }
        }
    }
    assert!(components > 0);
}

#[test]
fn small_boards_have_the_verdict_of_a_naive_search_and_the_records_of_the_census() {
    let mut choices = Choices(20261117);
    let mut verdicts = [0, 0];
    while verdicts.iter().sum::<usize>() < 150 {
        let (freecells, columns) = (choices.below(6) as u8, 2 + choices.below(7) as u8);
        let rules = any_mix(&mut choices, freecells, columns);
        let up = 6 + choices.below(5) as u8;
        let board = uneven_board(&mut choices, rules, up);
        let prune = if choices.below(3) == 0 { Prune::None } else { Prune::Safe };
        let Some(graph) = naive::explore(&board, prune, 3_000) else { continue };
        let way = [Way::Auto, Way::Table, Way::Fccs, Way::Levels][choices.below(4)];
        let flood_bytes = [100_000, 64 << 20][choices.below(2)];
        // So few bytes that it forgets what it has taken, or gives up.
        let bytes_max = [MEMORY, 40_000][choices.below(2)];
        let game = Game::new(board, prune);
        let limits = Limits { flood_bytes, bytes_max, ..NONE };
        let mut found = search(&game, way, limits);
        if found.verdict == Verdict::Undecided(StopReason::Memory { bytes_max: 40_000 }) {
            found = search(&game, way, Limits { bytes_max: MEMORY, ..limits });
        }
        let verdict = if graph.solvable { Verdict::Solvable } else { Verdict::Impossible };
        assert_eq!(found.verdict, verdict, "{}", game.deal());
        records_agree(&found, &recorded(&game), !graph.solvable);
        verdicts[usize::from(graph.solvable)] += 1;
    }
    println!("{} impossible, {} solvable", verdicts[0], verdicts[1]);
    assert!(verdicts.iter().all(|&count| count >= 20), "{verdicts:?}");
}

fn deal(number: u64, freecells: u8) -> Game {
    Game::new(Board::deal(number, freecells).expect("in range"), Prune::Safe)
}

#[test]
fn known_deals_have_their_verdicts_on_one_thread_and_on_two() {
    for (number, freecells, verdict) in [
        (11982, 4, Verdict::Impossible),
        (982, 2, Verdict::Impossible),
        (260, 1, Verdict::Impossible),
        (2, 1, Verdict::Solvable),
        (3, 2, Verdict::Solvable),
        (2, 3, Verdict::Solvable),
        (617, 4, Verdict::Solvable),
    ] {
        let game = deal(number, freecells);
        for threads in [1, 2] {
            let found = search(&game, Way::Auto, Limits { threads, ..NONE });
            assert_eq!(found.verdict, verdict, "deal {number}, {freecells} freecells");
            if number == 982 && threads == 2 {
                records_agree(&found, &recorded(&game), true);
                assert!(found.classes_walked < 2 * 271_528, "{}", found.classes_walked);
            }
        }
    }
}

#[test]
fn limits_end_undecided() {
    let game = deal(982, 2);
    for bytes_max in [0, 100, 10_000, 1_000_000] {
        let found = search(&game, Way::Auto, Limits { bytes_max, ..NONE });
        assert_eq!(found.verdict, Verdict::Undecided(StopReason::Memory { bytes_max }));
    }
    for max in [0, 1, 1_000, 100_000] {
        let found = search(&game, Way::Auto, Limits { classes_max: Some(max), ..NONE });
        assert_eq!(found.verdict, Verdict::Undecided(StopReason::Classes { max }));
    }
    let control = Control::new(None);
    control.interrupt_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let found = fewest_stuck_first(&game, Way::Auto, &Budget::unlimited(), MEMORY, &control);
    let verdict = found.expect("memory does not fail").verdict;
    assert_eq!(verdict, Verdict::Undecided(StopReason::Interrupted));
}
