//! Solving as a library.

use fcc::board::Board;
use strata::solver::{Solver, SolverOptions, Verdict};

/// What a solution, the copy of the board and its tables may take.
const BYTES_OF_ANSWER: u64 = 64 << 10;

fn solve(solver: &mut Solver, number: u64) -> usize {
    let board = Board::deal(number, 4).expect("a deal");
    match solver.solve(&board).verdict {
        Verdict::Solvable(solution) => solution.counts().cards,
        other => panic!("deal {number}: {other:?}"),
    }
}

#[test]
fn a_recycled_solver_allocates_no_tables() {
    let mut solver = Solver::new(SolverOptions::default());
    let fresh = allocation_counter::measure(|| {
        (1..=40).for_each(|number| assert!(solve(&mut solver, number) >= 52));
    });
    assert!(fresh.bytes_total > BYTES_OF_ANSWER, "tables grow at first");
    let held = solver.bytes_held();
    for number in 1..=40 {
        let again = allocation_counter::measure(|| assert!(solve(&mut solver, number) >= 52));
        assert!(again.bytes_max < BYTES_OF_ANSWER, "deal {number}: {again:?}");
    }
    assert_eq!(solver.bytes_held(), held);
}

#[test]
fn a_recycled_solver_answers_as_a_new_one() {
    let mut recycled = Solver::new(SolverOptions::default());
    for number in [169, 1941, 98_714, 617, 6182, 31_465] {
        let fresh = solve(&mut Solver::new(SolverOptions::default()), number);
        assert_eq!(solve(&mut recycled, number), fresh, "deal {number}");
    }
}

#[test]
fn boards_of_all_kinds_are_settled_on_one_thread_and_on_two() {
    for (number, freecells, solvable) in [(11_982, 4, false), (982, 2, false), (4, 2, true)] {
        let board = Board::deal(number, freecells).expect("a deal");
        for threads in [1, 2] {
            let mut solver = Solver::new(SolverOptions { threads, ..SolverOptions::default() });
            let answer = solver.solve(&board);
            let is_solvable = matches!(answer.verdict, Verdict::Solvable(_));
            assert_eq!(is_solvable, solvable, "deal {number}: {:?}", answer.verdict);
            assert!(!matches!(answer.verdict, Verdict::Undecided(_)), "deal {number}");
        }
    }
}
