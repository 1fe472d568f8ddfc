//! `strata fc-solve` does what the binary `fc-solve` does, whose tests are in `tools/fc-solve`.

use crate::support::{strata, strata_with_input};

#[test]
fn its_options_are_those_of_fc_solve_and_so_are_its_exit_codes() {
    let board = strata("deal 24").out;
    let answer = strata_with_input("fc-solve -m -sn -sel -", &board);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    assert!(answer.out.starts_with("-=-=-=-=-=-=-=-=-=-=-=-\n\n4h "), "{}", answer.out);
    assert!(answer.out.contains("\nThis game is solveable.\n"));
    let impossible = strata_with_input("fc-solve -mi 200000 -", &strata("deal 11982").out);
    assert!(impossible.out.starts_with("I could not solve this game.\n"), "{}", impossible.out);
    assert_eq!(impossible.code, 0);
    let refused = strata("fc-solve --no-such-option");
    assert_eq!((refused.code, refused.out.as_str()), (255, ""));
    assert!(refused.err.contains("\"--no-such-option\""), "{}", refused.err);
    assert!(strata("fc-solve --help").out.starts_with("fc-solve "));
}
