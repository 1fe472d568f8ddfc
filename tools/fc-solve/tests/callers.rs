//! PySolFC's contract: boards in the middle of a game, its options, its way of reading the answer.

use crate::support::{as_callers_write, deal, moves_of, ours, verdict};
use fcc::board::Board;
use fcc::notation::Move;
use fcc::rules::NamedGame;

/// What PySolFC puts on its command line, in this order.
fn arguments(game: &NamedGame, max_iters: u32) -> String {
    let rules = game.rules;
    format!(
        "-m -p -opt -sel -hoi --iter-output --iter-output-step 100 --max-iters {max_iters} --decks-num {} \
         --stacks-num {} --freecells-num {} --preset {}",
        rules.decks, rules.columns, rules.freecells, game.name
    )
}

/// Solves a board; every move is played by the rules. Nothing when it is not solved.
fn solution(game: &NamedGame, board: &Board) -> Option<Vec<Move>> {
    let text = as_callers_write(board);
    let answer = ours(&arguments(game, 100_000), &text);
    assert_eq!(answer.code, 0, "{text}{}", answer.err);
    if verdict(&answer.out) != "This game is solveable." {
        return None;
    }
    let moves = moves_of(board, &answer.out);
    assert!(board.after_each(&moves).last().is_some_and(|end| end.is_won()), "{text}");
    Some(moves)
}

/// Solves a deal and then a position in the middle of what was found.
fn solves(game: &'static NamedGame, number: u64) -> bool {
    let mut board = deal(game, number);
    let Some(moves) = solution(game, &board) else { return false };
    moves.iter().take(moves.len() / 2).for_each(|one| board.make(one));
    assert!(solution(game, &board).is_some(), "{} {number}\n{board}", game.name);
    true
}

#[test]
fn games_in_their_middle_are_solved_and_every_move_is_legal() {
    for name in
        ["freecell", "bakers_game", "eight_off", "seahaven", "simple_simon", "fan", "citadel"]
    {
        let game = NamedGame::named(name).expect("a game");
        let solved = (1..=8).filter(|&number| solves(game, number)).count();
        assert!(solved > 0, "{name}");
    }
}

#[test]
fn a_thousand_deals_are_solved_and_two_hundred_from_the_middle() {
    let game = NamedGame::named("freecell").expect("a game");
    assert_eq!((1..=200).filter(|&number| solves(game, number)).count(), 200);
    let rest = (201..=1_000).filter(|&number| solution(game, &deal(game, number)).is_some());
    assert_eq!(rest.count(), 800);
}

#[test]
fn after_a_limit_the_moves_so_far_are_the_hint() {
    let game = NamedGame::named("freecell").expect("a game");
    let board = deal(game, 11_982);
    let answer = ours(&arguments(game, 300), &as_callers_write(&board));
    assert_eq!(verdict(&answer.out), "Iterations count exceeded.");
    assert!(!moves_of(&board, &answer.out).is_empty());
    assert!(answer.out.starts_with("Iteration: 0\n"));
}
