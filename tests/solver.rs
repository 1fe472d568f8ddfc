//! Solving as a library.

use fcc::board::{Board, DealName};
use strata::Census;
use strata::solver::{Solver, SolverOptions, StopReason, Verdict, Why};

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

/// A deal by its name: `citadel 1`.
fn named(name: &str) -> Board {
    let name: DealName = name.parse().expect("a name");
    name.board(name.game.rules).expect("a deal")
}

#[test]
fn boards_off_the_planes_are_settled_by_every_way_in() {
    let mut solver = Solver::new(SolverOptions { threads: 2, ..SolverOptions::default() });
    for (name, solvable) in [("citadel 1", true), ("good_measure 1", false), ("der_katz 5", true)] {
        let board = named(name);
        let is_settled = |verdict: &Verdict| match verdict {
            Verdict::Solvable(_) => solvable,
            Verdict::Impossible(_) => !solvable,
            Verdict::Undecided(_) => false,
        };
        assert!(is_settled(&solver.solve(&board).verdict), "{name}");
        // FreeCell in between: each engine forgets what the other has done.
        assert!(solve(&mut solver, 617) >= 52);
        assert!(is_settled(&solver.try_quickly(&board, 1_000).verdict), "{name}");
        assert!(is_settled(&solver.keep_trying(1 << 30).verdict), "{name}");
    }
}

#[test]
fn a_limit_of_iterations_is_kept_off_the_planes_and_the_search_goes_on() {
    let few = SolverOptions { iterations_max: 10, ..SolverOptions::default() };
    let mut solver = Solver::new(few);
    let answer = solver.solve(&named("citadel 1"));
    let limit = Why::Stopped(StopReason::Iterations { max: 10 });
    assert_eq!(answer.verdict, Verdict::Undecided(limit));
    assert!(answer.iterations <= 10, "{}", answer.iterations);
    let answer = solver.resume(SolverOptions::default());
    assert!(matches!(answer.verdict, Verdict::Solvable(_)), "{:?}", answer.verdict);
}

#[test]
fn a_census_refuses_what_the_search_by_layers_does_not_hold() {
    for (name, because) in [
        ("citadel 1", "this game is built by rank"),
        ("die_schlange 1", "this game is played with two decks"),
        ("simple_simon 1", "sends whole suits to the foundations"),
    ] {
        let refused = Census::of(named(name)).run().expect_err("not on planes").to_string();
        assert!(refused.ends_with(because), "{refused}");
    }
}
