//! The fewest moves, proven.
//!
//! [`optimal`] finds a solution with the fewest moves and proves that there is none with fewer, or says between
//! which numbers the fewest moves lie when a limit comes first. Moves are counted in one of two ways ([`Metric`]). What makes it
//! possible is a bound that is nearly right (`bound`), an estimate that never falls along a way, and states of three
//! words. docs/optimal.md has the proofs and what was measured.
//!
//! - `metric`: what counts as one move, and which rules are held.
//! - `lanes`, `layout`: words by suits; what follows from the deal, and states as three words.
//! - `cycles`, `memo`, `bound`: the smallest set that hits every cycle; such answers kept; what waits for what.
//! - `moves`, `nodes`, `queue`, `search`: best-first search.

mod bound;
mod cycles;
#[cfg(test)]
mod faults;
mod lanes;
mod layout;
mod memo;
mod metric;
mod moves;
mod nodes;
mod queue;
mod search;

pub use metric::{Metric, NotHeld};
pub use search::Watch;

use crate::board::Board;
use crate::game::Game;
use crate::rules::Prune;
use crate::trace::Step;
use layout::Layout;
use search::{LOOK_EVERY, Search};

/// Between which numbers the fewest moves lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// No solution has fewer.
    pub lower: u32,
    /// The moves of a solution that is known.
    pub upper: Option<u32>,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The fewest moves are known.
    Proven,
    /// There is no solution.
    Impossible,
    /// Somebody asked for it.
    Interrupted,
    /// The memory was used up.
    MemoryUsed,
    /// All solutions with at most 255 moves besides those to the foundations were tried in vain.
    TooLong,
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// How it ended.
    pub ended: Ended,
    /// Equal if it is proven.
    pub bounds: Bounds,
    /// The moves of single cards of the best solution that was found, if it has fewer than the one that was known. They
    /// have been played.
    pub steps: Option<Vec<Step>>,
    /// States that were expanded.
    pub expanded: u64,
    /// States that were stored.
    pub stored: u64,
}

/// Looks for the fewest moves of a board. `upper` is the number of moves of a solution that is known, counted in the
/// same way.
pub fn optimal(
    board: &Board,
    metric: Metric,
    upper: Option<u32>,
    watch: &mut Watch,
) -> Result<Optimum, NotHeld> {
    metric.holds(board.rules())?;
    let game = Game::new(board.clone(), Prune::Safe);
    let layout = Layout::new(&game, metric)?;
    let first = first(&game, &layout, metric, upper, watch);
    let known = first.as_ref().map(|steps| moves_of(board, metric, steps)).or(upper);
    let mut search = Search::new(&game, &layout, metric, 1);
    let (ended, steps) = search.run(known, watch);
    let found = steps.as_ref().map(|steps| moves_of(board, metric, steps));
    assert!(found.is_none_or(|found| found == search.won), "it has the moves that were found");
    let upper = found.or(known);
    let lower = match (ended, upper) {
        (Ended::Proven, Some(upper)) => upper,
        _ => search.lower(),
    };
    Ok(Optimum {
        ended,
        bounds: Bounds { lower, upper },
        steps: steps.or(first),
        expanded: search.expanded,
        stored: search.stored(),
    })
}

/// How often the bound counts when a first solution is looked for, and how many states are expanded for it.
const FIRST_WEIGHT: u32 = 3;
const FIRST_EXPANSIONS: u64 = 1 << 13;

/// A good solution with fewer moves than the known one, if it is found quickly.
fn first(
    game: &Game,
    layout: &Layout,
    metric: Metric,
    upper: Option<u32>,
    watch: &Watch,
) -> Option<Vec<Step>> {
    let mut search = Search::new(game, layout, metric, FIRST_WEIGHT);
    let looks = std::cell::Cell::new(0);
    // It is asked every thousand states.
    let is_over = || {
        looks.set(looks.get() + 1);
        looks.get() > FIRST_EXPANSIONS / LOOK_EVERY || (watch.is_over)()
    };
    let mut brief = Watch { is_over: &is_over, told: &mut |_| (), ..*watch };
    search.run(upper, &mut brief).1
}

/// Moves of a solution, which is played for it.
fn moves_of(board: &Board, metric: Metric, steps: &[Step]) -> u32 {
    let counts = crate::solution::Solution::of(board, steps).counts();
    let moves = match metric {
        Metric::Cards => counts.cards,
        Metric::Sequences => counts.sequences,
    };
    moves as u32
}
