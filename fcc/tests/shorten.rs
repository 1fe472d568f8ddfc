//! Solutions made shorter: whatever comes in, what comes out wins and is no longer.

mod support;

use fcc::board::{Board, Rules};
use fcc::census::{Way, fewest_stuck_first};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::replay::replay;
use fcc::rules::Prune;
use fcc::solution::{Counts, Solution};
use fcc::solve::engine::{Engine, Limits};
use fcc::solve::outcome::Outcome;
use fcc::solve::plan::{Plan, Shorten};
use fcc::solve::presets;
use fcc::solve::windows::shorten_solution;
use fcc::trace::{Step, To};
use std::cell::Cell;
use support::{Choices, late_board};

fn never() -> bool {
    false
}

/// The counts of a list that wins.
fn winning(board: &Board, steps: &[Step]) -> Counts {
    Solution::of(board, steps).counts()
}

/// What the complete search finds, as it is traced.
fn traced(board: &Board) -> Option<Vec<Step>> {
    let game = Game::new(board.clone(), Prune::Safe);
    let (budget, control) = (Budget::new(64 << 20, 1), Control::new(Some(200_000)));
    let search = fewest_stuck_first(&game, Way::Auto, &budget, 1 << 28, &control);
    let search = search.expect("memory does not fail");
    search.won_depth?;
    Some(search.solution(&game, 1 << 28, &Control::new(None)).expect("a way to the win").steps)
}

fn found_by(plan: Plan, board: &Board) -> Option<Vec<Step>> {
    let mut engine = Engine::new(plan, Limits::default());
    engine.start(board);
    match engine.run(50_000, &never) {
        Outcome::Solved(steps) => Some(steps),
        _ => None,
    }
}

/// The list with moves put in that lead nowhere: a card goes to a cell and back to its parent.
fn with_detours(board: &Board, steps: &[Step], choices: &mut Choices) -> Vec<Step> {
    let mut longer = steps.to_vec();
    for _ in 0..20 {
        let at = choices.below(longer.len());
        let Step { card, to } = longer[at];
        if to == To::Up {
            continue;
        }
        let cell = Step { card, to: To::Place(fcc::planes::Place::Cell) };
        let mut tried = longer.clone();
        tried.splice(at + 1..at + 1, [cell, Step { card, to }]);
        if replay(board, &tried).is_ok() {
            longer = tried;
        }
    }
    longer
}

/// Checks one list, and returns the moves before and after.
fn look_at(board: &Board, steps: Vec<Step>) -> (usize, usize) {
    let before = winning(board, &steps);
    let shorter = shorten_solution(board, steps, &never);
    let after = winning(board, &shorter);
    assert!(after.sequences <= before.sequences, "{} moves\n{board}", before.sequences);
    assert!(after.sequences < before.sequences || after.cards <= before.cards, "{board}");
    let again = winning(board, &shorten_solution(board, shorter, &never));
    assert!(again.sequences <= after.sequences);
    (before.sequences, after.sequences)
}

#[test]
fn solutions_of_random_boards_become_as_short_as_a_breadth_first_search_finds_them() {
    let (mut lists, mut as_short) = (0, 0);
    for seed in 0..150 {
        let choices = &mut Choices(seed);
        let (columns, freecells) = (3 + choices.below(6) as u8, choices.below(4) as u8);
        let up = 8 + choices.below(2) as u8;
        let board = late_board(choices, Rules::freecell(freecells, columns), up);
        let Some(breadth_first) = found_by(presets::named("proof").expect("a plan"), &board) else {
            continue;
        };
        let breadth_first = winning(&board, &breadth_first).sequences;
        let depth = Plan { shorten: Shorten::None, ..presets::named("depth").expect("a plan") };
        for steps in [traced(&board), found_by(depth, &board)].into_iter().flatten() {
            let longer = with_detours(&board, &steps, choices);
            let (_, after) = look_at(&board, longer);
            lists += 1;
            as_short += usize::from(after <= breadth_first);
        }
    }
    assert!(lists >= 60, "{lists} lists");
    assert!(as_short * 10 >= lists * 8, "as short for {as_short} of {lists}");
}

#[test]
fn solutions_of_the_complete_search_become_as_short_as_those_of_wide_beams() {
    // A beam finds 89 and 92 moves in five seconds.
    for (deal, freecells, most) in [(245, 1, 95), (1260, 2, 98)] {
        let board = Board::deal(deal, freecells).expect("a deal");
        let (before, after) = look_at(&board, traced(&board).expect("it is solvable"));
        assert!(before > 140 && after <= most, "deal {deal}: {before} moves, then {after}");
    }
}

#[test]
fn it_can_be_stopped_at_any_time_and_the_same_time_gives_the_same_moves() {
    let board = Board::deal(245, 1).expect("a deal");
    let steps = traced(&board).expect("it is solvable");
    let mut last = winning(&board, &steps).sequences;
    for looks in [0u32, 1, 10, 100, 1000] {
        let run = || {
            let left = Cell::new(looks);
            let is_over = || left.replace(left.get().saturating_sub(1)) == 0;
            shorten_solution(&board, steps.clone(), &is_over)
        };
        let shorter = run();
        assert_eq!(run(), shorter, "{looks} looks");
        let moves = winning(&board, &shorter).sequences;
        assert!(moves <= last, "{looks} looks: {moves} moves after {last}");
        last = moves;
    }
}

#[test]
fn a_board_that_is_all_but_won_needs_nothing_but_foundation_moves() {
    let board = late_board(&mut Choices(3), Rules::freecell(4, 13), 12);
    let steps = traced(&board).expect("kings alone");
    assert_eq!(look_at(&board, steps), (4, 4));
}
