//! The fewest moves, compared with a breadth-first search that knows nothing but the rules.

use fcc::board::{Board, Rules};
use fcc::card::Card;
use fcc::optimal::{Bounds, Ended, Metric, NotHeld, Optimum, Watch, optimal};
use fcc::reference::shortest::{Shortest, shortest};
use fcc::rules::{Build, Fill, GAMES, Sequences};
use fcc::solution::Solution;

/// How large the boards are.
#[derive(Clone, Copy)]
struct Size {
    /// The lowest rank that a foundation may have reached.
    lowest_up: u8,
    /// Positions that breadth-first search may look at.
    positions_max: usize,
}

/// For seconds.
const SMALL: Size = Size { lowest_up: 9, positions_max: 4_000 };
/// For minutes.
const LARGE: Size = Size { lowest_up: 8, positions_max: 30_000 };

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % end
    }
}

/// A board with the highest cards of all suits in play, in a few columns and cells.
fn late_board(rules: Rules, size: Size, random: &mut Random) -> Board {
    let foundations: [u8; 4] = std::array::from_fn(|_| size.lowest_up + random.below(4) as u8);
    let mut cards: Vec<Card> =
        Card::all().filter(|card| card.rank() > foundations[card.suit().index()]).collect();
    let mut columns = vec![Vec::new(); rules.columns.into()];
    let mut cells = vec![None; rules.freecells.into()];
    for cell in &mut cells {
        if random.below(3) == 0 {
            *cell = Some(cards.swap_remove(random.below(cards.len())));
        }
    }
    while !cards.is_empty() {
        let card = cards.swap_remove(random.below(cards.len()));
        columns[random.below(rules.columns.into())].push(card);
    }
    Board::from_parts(rules, columns, cells, foundations)
}

/// The fewest moves, and the first bound.
fn solved(board: &Board, metric: Metric, upper: Option<u32>) -> (Optimum, u32) {
    let mut first = None;
    let mut told = |bounds: Bounds| first = first.or(Some(bounds.lower));
    let mut watch = Watch { bytes_max: 1 << 30, is_over: &|| false, told: &mut told };
    let optimum =
        optimal(board, metric, upper, &mut watch).unwrap_or_else(|error| panic!("{error}"));
    (optimum, first.unwrap_or(0))
}

fn moves_of(solution: &Solution, metric: Metric) -> u32 {
    match metric {
        Metric::Cards => solution.counts().cards as u32,
        Metric::Sequences => solution.counts().sequences as u32,
    }
}

/// Compares a board. True if the optimum is above the bound of the board; none if it was too large.
fn is_above_bound(board: &Board, metric: Metric, size: Size) -> Option<bool> {
    let expected = shortest(board, metric == Metric::Sequences, size.positions_max);
    if expected == Shortest::Unknown {
        return None;
    }
    let (optimum, first) = solved(board, metric, None);
    match expected {
        Shortest::Moves(moves) => {
            let bounds = Bounds { lower: moves, upper: Some(moves) };
            assert_eq!(
                (optimum.ended, optimum.bounds),
                (Ended::Proven, bounds),
                "{metric}\n{board}"
            );
            let steps = optimum.steps.expect("a solution");
            assert_eq!(moves_of(&Solution::of(board, &steps), metric), moves, "{metric}\n{board}");
            // What is known to be the best is proven, too; and one more is made better.
            let (again, _) = solved(board, metric, Some(moves));
            assert_eq!((again.ended, again.bounds), (Ended::Proven, bounds));
            assert!(again.steps.is_none());
            let (better, _) = solved(board, metric, Some(moves + 1));
            assert_eq!((better.ended, better.bounds), (Ended::Proven, bounds));
            Some(moves > first)
        }
        _ => {
            assert_eq!(optimum.ended, Ended::Impossible, "{metric}\n{board}");
            Some(false)
        }
    }
}

/// Compares random late boards; how many there were, and how many of them had optima above the bound.
fn compare(size: Size) -> (usize, usize) {
    let mut random = Random(0x5eed_0001);
    let (mut compared, mut above) = (0, 0);
    for round in 0..1200 {
        let rules = Rules::freecell((round % 3) as u8, 3 + (round / 3 % 3) as u8);
        let board = late_board(rules, size, &mut random);
        for metric in Metric::ALL {
            let Some(is_above) = is_above_bound(&board, metric, size) else { continue };
            compared += 1;
            above += usize::from(is_above);
        }
    }
    (compared, above)
}

#[test]
fn a_thousand_late_boards_have_the_fewest_moves_that_breadth_first_search_finds() {
    let (compared, above) = compare(SMALL);
    assert!(compared > 1000 && above > 50, "{above} of {compared} above the bound");
}

#[test]
#[ignore = "takes minutes: make long"]
fn so_have_larger_boards_hundreds_of_them_with_optima_above_the_bound() {
    let (compared, above) = compare(LARGE);
    assert!(compared > 1000 && above > 300, "{above} of {compared} above the bound");
}

#[test]
fn every_mix_of_rules_has_the_fewest_moves_that_breadth_first_search_finds() {
    let mut random = Random(0x5eed_0002);
    let mut above = 0;
    for round in 0..360 {
        let rules = Rules {
            build: [Build::Alternate, Build::Suit][round % 2],
            fill: [Fill::Any, Fill::Kings, Fill::Nothing][round / 2 % 3],
            sequences: [Sequences::Limited, Sequences::Unlimited][round / 6 % 2],
            ..Rules::freecell((round / 12 % 3) as u8, 4 + (round / 36 % 2) as u8)
        };
        let board = late_board(rules, SMALL, &mut random);
        for metric in Metric::ALL.into_iter().filter(|metric| metric.holds(rules).is_ok()) {
            above += usize::from(is_above_bound(&board, metric, SMALL).unwrap_or(false));
        }
    }
    assert!(above > 0, "{above}");
}

#[test]
fn rules_that_are_not_held_are_refused_with_the_reason() {
    let held = |metric: Metric| {
        let named = GAMES.iter().filter(|game| metric.holds(game.rules).is_ok());
        named.map(|game| game.name).collect::<Vec<_>>()
    };
    assert_eq!(held(Metric::Sequences).len(), 10);
    assert!(held(Metric::Cards).contains(&"freecell"));
    let as_one = Rules { sequences: Sequences::Unlimited, ..Rules::USUAL };
    assert_eq!(Metric::Cards.holds(as_one), Err(NotHeld::CardsOfSequences));
    let two_decks = Rules { decks: 2, ..Rules::USUAL };
    let refused = Metric::Cards.holds(two_decks).expect_err("two decks").to_string();
    assert!(refused.starts_with("the fewest moves are proven for one deck"), "{refused}");
}

#[test]
fn limits_leave_bounds_behind() {
    let board = Board::deal(1, 4).expect("a deal");
    let mut told = |_| ();
    let mut watch = Watch { bytes_max: 4 << 20, is_over: &|| false, told: &mut told };
    let optimum = optimal(&board, Metric::Cards, Some(100), &mut watch).expect("held");
    assert_eq!(optimum.ended, Ended::MemoryUsed);
    assert!(optimum.bounds.upper.is_some_and(|upper| (87..=100).contains(&upper)));
    assert!((75..=87).contains(&optimum.bounds.lower), "{:?}", optimum.bounds);
    let mut watch = Watch { bytes_max: 1 << 30, is_over: &|| true, told: &mut told };
    let optimum = optimal(&board, Metric::Cards, None, &mut watch).expect("held");
    assert_eq!(
        (optimum.ended, optimum.bounds),
        (Ended::Interrupted, Bounds { lower: 74, upper: None })
    );
}

#[test]
fn easy_deals_have_the_optima_that_were_found_before() {
    // Deals whose search takes no more than a tenth of a second.
    let known = [
        (2, 75, 73),
        (3, 73, 70),
        (6, 79, 75),
        (7, 76, 76),
        (17, 75, 75),
        (18, 76, 74),
        (20, 74, 73),
        (33, 69, 69),
    ];
    for (deal, cards, sequences) in known {
        let board = Board::deal(deal, 4).expect("a deal");
        for (metric, expected) in [(Metric::Cards, cards), (Metric::Sequences, sequences)] {
            let (optimum, _) = solved(&board, metric, None);
            assert_eq!(optimum.bounds, Bounds { lower: expected, upper: Some(expected) }, "{deal}");
            let solution = Solution::of(&board, &optimum.steps.expect("a solution"));
            assert_eq!(moves_of(&solution, metric), expected);
        }
    }
}
