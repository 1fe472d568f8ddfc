//! Deliberate faults in the bound, and that they are noticed: what the comparison with breadth-first search is worth.

use super::lanes::from_lowest;
use super::layout::Layout;
use super::search::Search;
use super::{Ended, Metric, Watch};
use crate::board::{Board, Rules};
use crate::card::Card;
use crate::game::Game;
use crate::reference::shortest::{Shortest, shortest};
use crate::rules::Prune;
use std::cell::Cell;
use std::panic::catch_unwind;

/// What may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A card that is put on another is a cycle by itself.
    WaitsForItself,
    /// With sequences as one, a card waits for all cards under it and not for the next alone.
    WaitsForAll,
    /// A card that leaves a cycle takes nothing from the number.
    NeverLess,
    /// A card that may come onto a cycle adds to the number.
    AlwaysMore,
}

thread_local! {
    static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
}

/// Whether this is wrong now.
pub fn is(fault: Fault) -> bool {
    FAULT.get() == Some(fault)
}

/// The arcs of a card over these, right or wrong.
pub fn arcs(arcs: u64, under: u64) -> u64 {
    match FAULT.get() {
        Some(Fault::WaitsForItself) => u64::MAX,
        Some(Fault::WaitsForAll) => from_lowest(under),
        _ => arcs,
    }
}

fn board(seed: u64) -> Board {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |end: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 20) as usize % end
    };
    let mut cards: Vec<Card> = Card::all().filter(|card| card.rank() > 9).collect();
    let mut columns = vec![Vec::new(); 4];
    while !cards.is_empty() {
        let card = cards.swap_remove(below(cards.len()));
        columns[below(4)].push(card);
    }
    Board::from_parts(Rules::freecell(1, 4), columns, vec![None], [9; 4])
}

/// Boards with the fewest moves that breadth-first search finds.
fn boards(metric: Metric) -> Vec<(Board, u32)> {
    let known = |board: Board| match shortest(&board, metric == Metric::Sequences, 20_000) {
        Shortest::Moves(moves) => Some((board, moves)),
        _ => None,
    };
    (1..80).map(board).filter_map(known).collect()
}

/// Whether the fewest moves come out wrong, or an assertion says so. No solution is known beforehand, which could hide
/// a fault.
fn is_wrong(board: &Board, expected: u32, metric: Metric, fault: Option<Fault>) -> bool {
    FAULT.set(fault);
    let found = catch_unwind(|| {
        let game = Game::new(board.clone(), Prune::Safe);
        let layout = Layout::new(&game, metric).expect("held");
        let mut search = Search::new(&game, &layout, metric, 1);
        let mut watch = Watch { bytes_max: 1 << 28, is_over: &|| false, told: &mut |_| () };
        let (ended, _) = search.run(None, &mut watch);
        (ended == Ended::Proven).then_some(search.won)
    });
    FAULT.set(None);
    !matches!(found, Ok(Some(moves)) if moves == expected)
}

#[test]
fn faults_in_the_bound_are_noticed() {
    let boards = Metric::ALL.map(|metric| (metric, boards(metric)));
    let wrong = |fault| {
        boards.each_ref().map(|(metric, boards)| {
            boards.iter().filter(|(board, moves)| is_wrong(board, *moves, *metric, fault)).count()
        })
    };
    assert_eq!(wrong(None), [0, 0]);
    for fault in [Fault::WaitsForItself, Fault::WaitsForAll, Fault::NeverLess, Fault::AlwaysMore] {
        assert_ne!(wrong(Some(fault)), [0, 0], "{fault:?}");
    }
}
