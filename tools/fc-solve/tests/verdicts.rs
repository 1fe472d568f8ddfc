//! The same verdicts as the original wherever both decide, for every game that it reads (it refuses our deals of two
//! decks); and *could not solve* only where
//! that is proved.

use crate::support::{deal, moves_of, ours, theirs, verdict};
use fcc::rules::{GAMES, NamedGame};

const SOLVED: &str = "This game is solveable.";
const IMPOSSIBLE: &str = "I could not solve this game.";

#[test]
fn verdicts_are_those_of_the_original_where_both_decide() {
    let (mut both, mut compared) = (0, 0);
    // No more cells and columns than the original was built for.
    let fits = |game: &&NamedGame| game.rules.freecells <= 8 && game.rules.columns <= 10;
    for game in GAMES.iter().filter(fits) {
        for number in 1..=12 {
            let board = deal(game, number);
            let text = board.to_text_of(Some(game));
            let options = format!("-g {} -mi 20000 -sel -m", game.name);
            let answer = ours(&options, &text);
            assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{} {number}", game.name);
            let our_verdict = verdict(&answer.out);
            if our_verdict == SOLVED {
                let moves = moves_of(&board, &answer.out);
                assert!(board.after_each(&moves).last().is_some_and(|end| end.is_won()));
            }
            // Moves one by one, so that what the original can't solve has no solution; Simple Simon has no such set.
            let is_simon = game.name == "simple_simon";
            let moves = if is_simon { "" } else { "-to 01ABCDE -me a-star" };
            let Some(theirs) = theirs(&format!("{options} {moves}"), &text) else { return };
            if theirs.code != 0 {
                println!("{} {number} is refused by fc-solve: {}", game.name, theirs.err);
                continue;
            }
            let their_verdict = verdict(&theirs.out);
            compared += 1;
            let is_decided =
                |verdict: &str| verdict == SOLVED || verdict == IMPOSSIBLE && !is_simon;
            if is_decided(our_verdict) && is_decided(their_verdict) {
                both += 1;
                assert_eq!(our_verdict, their_verdict, "{} {number}", game.name);
            }
            assert!(!(our_verdict == IMPOSSIBLE && their_verdict == SOLVED), "{}", game.name);
        }
    }
    println!("{compared} boards compared, {both} decided by both");
    assert!(both > compared / 3);
}

/// Meta-moves of the original miss solutions; ours go on to a complete search, or tell the limit.
#[test]
fn could_not_solve_is_said_only_where_it_is_proved() {
    let freecell = &GAMES[0];
    let impossible = deal(freecell, 11_982).to_text();
    for options in ["-mi 200000", "-mi 200000 -sel", "-mi 200000 -to 0123 -me dfs", ""] {
        assert_eq!(verdict(&ours(options, &impossible).out), IMPOSSIBLE, "{options}");
    }
    // Moves of one kind lead nowhere, and prove nothing.
    for options in ["-mi 100 -to 01", "-mi 100 -to 01 -sel"] {
        let answer = ours(options, &impossible).out;
        assert_eq!(verdict(&answer), "Iterations count exceeded.", "{options}");
    }
    let solvable = deal(freecell, 1).to_text();
    assert_eq!(verdict(&ours("-to 01", &solvable).out), SOLVED);
}
