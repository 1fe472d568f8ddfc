//! Replaying a solution and the verdict on it.
//!
//! The verdict is positive only when every written move was legal where it stood and all 52 cards
//! ended up in the foundations. The invariant of the position is asserted after each move: a bug of
//! the rules must end in a panic, not in a verdict.

use crate::autoplay::{Autoplay, put_up};
use crate::illegal::Illegal;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::play;

/// What a replay found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every move is legal and the game is won.
    Won,
    /// A move is illegal; `number` counts from 1 and `position` is the one before it.
    IllegalMove { number: usize, written: Box<str>, reason: Illegal, position: Position },
    /// Every move is legal, but not all cards are up at the end.
    NotWon { position: Position },
}

/// Plays `moves` from `start` to the end or to the first illegal one.
pub fn replay(start: &Position, moves: &[Move], autoplay: Autoplay) -> Verdict {
    let mut position = start.clone();
    for (at, mv) in moves.iter().enumerate() {
        if let Err(reason) = play(&mut position, mv) {
            return Verdict::IllegalMove {
                number: at + 1,
                written: mv.written.clone(),
                reason,
                position,
            };
        }
        if autoplay == Autoplay::MicrosoftRule {
            put_up(&mut position);
        }
        assert_eq!(position.broken_invariant(), None, "after move {} ({})", at + 1, mv.written);
    }
    if position.is_won() { Verdict::Won } else { Verdict::NotWon { position } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::read_board;
    use crate::deal::deal;
    use crate::solution::read_solution;

    const DEAL_1: &str = include_str!("../tests/data/deal-1.txt");
    const DEAL_1_JSON: &str = include_str!("../tests/data/deal-1.json");
    const DEAL_1_AUTOPLAY: &str = include_str!("../tests/data/deal-1-autoplay.txt");

    fn replay_deal_1(solution: &str, autoplay: Autoplay) -> Verdict {
        let moves = read_solution(solution).expect("moves of the test");
        replay(&deal(1, 4).expect("a deal"), &moves, autoplay)
    }

    #[test]
    fn a_solution_wins_in_both_formats() {
        assert_eq!(replay_deal_1(DEAL_1, Autoplay::Off), Verdict::Won);
        assert_eq!(replay_deal_1(DEAL_1_JSON, Autoplay::Off), Verdict::Won);
    }

    #[test]
    fn a_solution_without_automatic_moves_needs_autoplay() {
        assert_eq!(replay_deal_1(DEAL_1_AUTOPLAY, Autoplay::MicrosoftRule), Verdict::Won);
        assert!(matches!(
            replay_deal_1(DEAL_1_AUTOPLAY, Autoplay::Off),
            Verdict::IllegalMove { .. }
        ));
        assert!(matches!(
            replay_deal_1(DEAL_1, Autoplay::MicrosoftRule),
            Verdict::IllegalMove { .. }
        ));
    }

    #[test]
    fn the_first_illegal_move_ends_the_replay() {
        let Verdict::IllegalMove { number, written, reason, position } =
            replay_deal_1("1a 1b 2a 99", Autoplay::Off)
        else {
            panic!("2a is illegal");
        };
        assert_eq!((number, &*written), (3, "2a"));
        assert_eq!(reason.to_string(), "cell a is occupied by 6S");
        assert!(position.to_string().contains("Freecells: 6S 6D -- --\n: JD KD 2S 4C 3S\n"));
    }

    #[test]
    fn no_prefix_of_a_solution_wins() {
        let moves = read_solution(DEAL_1).expect("moves");
        let start = deal(1, 4).expect("a deal");
        for length in 0..moves.len() {
            assert!(
                matches!(replay(&start, &moves[..length], Autoplay::Off), Verdict::NotWon { .. }),
                "{length}"
            );
        }
    }

    #[test]
    fn a_move_after_the_win_is_illegal() {
        let verdict = replay_deal_1(&format!("{DEAL_1} 8h"), Autoplay::Off);
        assert!(matches!(verdict, Verdict::IllegalMove { reason: Illegal::Empty(_), .. }));
    }

    #[test]
    fn no_moves_win_a_board_that_is_won() {
        let board = read_board("Foundations: H-K C-K D-K S-K\n:", None).expect("a board");
        assert_eq!(replay(&board, &[], Autoplay::Off), Verdict::Won);
    }
}
