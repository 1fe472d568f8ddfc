//! Plans: which scans take turns on a board, and for how long.
//!
//! Each turn has so many iterations; when all have had theirs the first goes on, and every round is twice as
//! long as the one before. All scans make all moves, so whichever ends first proves a board impossible.

use super::scan::Order;
use super::states::SCANS_MAX;
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

    /// The plan for a game, with turns of others before its own; as many of those as there is room for.
    pub fn after(first: &[Turn], rules: Rules) -> Plan {
        let own = Plan::of(rules).turns;
        let room = SCANS_MAX - own.len();
        Plan { turns: first.iter().copied().take(room).chain(own).collect() }
    }

    /// The plan for a game.
    pub fn of(rules: Rules) -> Plan {
        let orders = match (rules.sequences, rules.build, rules.fill) {
            (Sequences::Runs, ..) => RUNS,
            (_, Build::Rank, Fill::Nothing) => RANK_NO_FILL,
            (_, Build::Rank, _) => RANK,
            _ if rules.decks == 2 => TWO_DECKS,
            _ => COLOURS,
        };
        let turn =
            |&weights: &Weights| Turn { order: Order::Best(weights), iterations: FIRST_ROUND };
        Plan { turns: orders.iter().map(turn).collect() }
    }
}

/// Iterations of each scan in the first round.
const FIRST_ROUND: u64 = 500;

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

// The weights were found by hill climbing (`examples/tune_stacks.rs`) on deals 2001 and up: the first scan of a plan
// on all of them, each other one on those that the scans before it leave open after a few thousand states.

const RUNS: &[Weights] = &[
    Weights {
        in_play: 2,
        buried: -1,
        held: 1,
        over_lower: 2,
        unseated: -2,
        unsuited: 12,
        empty: -8,
        depth: 5,
        ..NONE
    },
    Weights {
        in_play: 10,
        buried: -3,
        buried_later: -2,
        held: 4,
        over_lower: 6,
        unseated: 4,
        unsuited: 16,
        empty: -17,
        depth: 8,
        ..NONE
    },
];
const RANK_NO_FILL: &[Weights] = &[
    Weights {
        in_play: 14,
        buried: 4,
        buried_later: 3,
        held: 3,
        blocking: 6,
        over_lower: 3,
        unseated: 6,
        unsuited: -2,
        empty: -2,
        depth: 9,
        ..NONE
    },
    Weights {
        in_play: 14,
        buried: 6,
        buried_later: 4,
        blocking: 13,
        unseated: -6,
        unsuited: 4,
        empty: -3,
        depth: 4,
        ..NONE
    },
];
const RANK: &[Weights] = &[
    Weights {
        in_play: 5,
        buried: 1,
        buried_later: -2,
        blocking: 3,
        over_lower: 6,
        unseated: 8,
        unsuited: 3,
        in_cell: 12,
        empty: -22,
        depth: 9,
        ..NONE
    },
    Weights {
        in_play: 14,
        buried: 7,
        buried_later: 7,
        held: 5,
        blocking: 7,
        over_lower: -4,
        unseated: 11,
        unsuited: 5,
        in_cell: 2,
        empty: -7,
        depth: 10,
    },
];
const TWO_DECKS: &[Weights] = &[
    Weights {
        in_play: 18,
        blocking: 2,
        over_lower: 3,
        unseated: 16,
        in_cell: 7,
        empty: 2,
        depth: 14,
        ..NONE
    },
    Weights {
        in_play: 9,
        buried: 1,
        held: -3,
        blocking: 6,
        over_lower: 8,
        unseated: 8,
        unsuited: 3,
        in_cell: 14,
        empty: -7,
        depth: 7,
        ..NONE
    },
    Weights {
        in_play: 12,
        buried: 6,
        buried_later: 2,
        blocking: 8,
        over_lower: 3,
        unseated: 10,
        in_cell: 12,
        depth: 4,
        ..NONE
    },
];
const COLOURS: &[Weights] = &[
    Weights {
        in_play: 8,
        buried: 4,
        blocking: 4,
        over_lower: 2,
        unseated: 4,
        in_cell: 8,
        empty: -12,
        depth: 1,
        ..NONE
    },
    Weights {
        in_play: 10,
        buried: 4,
        blocking: 6,
        over_lower: 4,
        unseated: 3,
        in_cell: 6,
        empty: -12,
        depth: 1,
        ..NONE
    },
];
