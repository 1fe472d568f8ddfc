//! Plans: which scans take turns on a board, and for how long.
//!
//! Each turn has so many iterations; when all have had theirs the first goes on, and every round is twice as
//! long as the one before. All scans make all moves, so whichever ends first proves a board impossible.

use super::scan::Order;
use super::weights::Weights;
use crate::rules::{Build, Fill, Rules, Sequences};

/// A scan of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// In which order it expands states.
    pub order: Order,
    /// States that it expands in the first round.
    pub iterations: u64,
}

/// Scans that take turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// In their order; at least one, at most [`super::states::SCANS_MAX`].
    pub turns: Vec<Turn>,
}

impl Plan {
    /// One scan alone.
    pub fn single(order: Order) -> Plan {
        Plan { turns: vec![Turn { order, iterations: u64::MAX }] }
    }

    /// The plan for a game.
    pub fn of(rules: Rules) -> Plan {
        let best =
            |weights: Weights, iterations: u64| Turn { order: Order::Best(weights), iterations };
        let turns = match (rules.sequences, rules.build, rules.fill) {
            (Sequences::Runs, ..) => vec![best(RUNS, 500), best(RUNS_WIDE, 500)],
            (_, Build::Rank, Fill::Nothing) => {
                vec![best(RANK_NO_FILL, 1_000), best(RANK_FILL, 500)]
            }
            (_, Build::Rank, _) => vec![best(RANK_FILL, 500), best(RANK_NO_FILL, 500)],
            _ if rules.decks == 2 => vec![best(TWO_DECKS, 1_000), best(CELLS, 500)],
            _ => vec![best(CELLS, 1_000), best(RANK_FILL, 500)],
        };
        Plan { turns }
    }
}

const NONE: Weights = Weights {
    in_play: 0,
    buried: 0,
    buried_later: 0,
    held: 0,
    blocking: 0,
    over_lower: 0,
    unseated: 0,
    unsuited: 0,
    in_cell: 0,
    empty: 0,
    depth: 0,
};

const RUNS: Weights =
    Weights { in_play: 2, unseated: 6, unsuited: 10, over_lower: 4, empty: -8, depth: 1, ..NONE };
const RUNS_WIDE: Weights = Weights { in_play: 2, unsuited: 8, over_lower: 2, depth: 2, ..NONE };
const RANK_NO_FILL: Weights =
    Weights { in_play: 10, buried: 4, blocking: 6, over_lower: 3, unseated: 2, depth: 1, ..NONE };
const RANK_FILL: Weights = Weights {
    in_play: 10,
    buried: 4,
    blocking: 6,
    over_lower: 4,
    unseated: 3,
    in_cell: 6,
    empty: -12,
    depth: 1,
    ..NONE
};
const CELLS: Weights = Weights {
    in_play: 8,
    buried: 4,
    blocking: 4,
    over_lower: 2,
    unseated: 4,
    in_cell: 8,
    empty: -12,
    depth: 1,
    ..NONE
};
const TWO_DECKS: Weights = Weights {
    in_play: 8,
    buried: 4,
    blocking: 4,
    over_lower: 2,
    unseated: 5,
    in_cell: 6,
    depth: 1,
    ..NONE
};
