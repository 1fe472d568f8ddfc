//! Replaying a solution and the verdict on it.
//!
//! The verdict is positive only when every written move was legal where it stood, every position
//! that is shown is the one that the moves led to, and all cards ended up in the foundations. The
//! invariant of the position is asserted after each move: a bug of the rules must end in a panic, not
//! in a verdict.
//!
//! `fc-solve -sn` does not tell how many cards go to an empty column, and does not always move as many
//! as fit. Such a solution is valid if it wins with some numbers: they are tried, the largest first,
//! by going back to the last move that left a choice. Where whole suits go up, its name for that move
//! counts the column from 0 and not from 1, and both are tried. The verdict on a solution that fails in every
//! reading is that of the reading that came furthest.

use crate::autoplay::{Autoplay, put_up};
use crate::illegal::Illegal;
use crate::infer::step_to;
use crate::moves::{Move, Shown, Step};
use crate::position::Position;
use crate::rules::{Rules, play, possible_readings};

/// Choices that are kept to be tried.
const CHOICES_MAX: usize = 10_000;
/// Steps that are played in all readings but the first.
const STEPS_MAX: usize = 2_000_000;

/// What a replay found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every move is legal and the game is won.
    Won,
    /// A move is illegal; `number` counts from 1 and `position` is the one before it, or, when only
    /// the position that is shown after it is wrong, the one that it leads to.
    IllegalMove {
        /// Its number among the moves, from 1.
        number: usize,
        /// The move as the solution has it.
        written: Box<str>,
        /// What is wrong with it.
        reason: Illegal,
        /// The position to show beside the reason.
        position: Position,
    },
    /// The position shown before the first move is not the board; `position` is the board.
    OtherStart {
        /// The line that the shown position begins on.
        line: usize,
        /// The first place where it differs from the board, in words.
        difference: String,
        /// The board.
        position: Position,
    },
    /// The solution tells other rules than the board's, on this line if it is one of a position.
    OtherRules {
        /// The line of the shown position that tells them; none if no position does.
        line: Option<usize>,
        /// The rules that the solution tells.
        told: Rules,
        /// The position at that point, which has the board's rules.
        position: Position,
    },
    /// Every move is legal, but not all cards are up at the end.
    NotWon {
        /// The position at the end.
        position: Position,
    },
    /// No reading was found to win, and there are too many to try them all.
    TooManyReadings,
}

/// Plays `steps` from `start` to the end or to the first illegal one.
pub fn replay(start: &Position, steps: &[Step], autoplay: Autoplay) -> Verdict {
    let mut replay = Replay { steps, autoplay, choices: Vec::new(), choices_dropped: false };
    let first = Reading { position: start.clone(), at: 0, moves: 0, next_move: None };
    let (mut furthest, mut verdict) = replay.play_on(first);
    let mut steps_left = STEPS_MAX;
    while verdict != Verdict::Won {
        let Some(reading) = replay.choices.pop() else { break };
        let cost = steps.len() - reading.at;
        if cost > steps_left {
            return Verdict::TooManyReadings;
        }
        steps_left -= cost;
        let (reached, other) = replay.play_on(reading);
        if other == Verdict::Won || reached > furthest {
            (furthest, verdict) = (reached, other);
        }
    }
    if verdict != Verdict::Won && replay.choices_dropped {
        return Verdict::TooManyReadings;
    }
    verdict
}

/// A solution while it is replayed, and where another reading could begin.
struct Replay<'a> {
    steps: &'a [Step],
    autoplay: Autoplay,
    choices: Vec<Reading>,
    choices_dropped: bool,
}

/// How far one reading has come.
#[derive(Clone)]
struct Reading {
    position: Position,
    /// The next step.
    at: usize,
    moves: usize,
    /// The move that the next step is to be read as.
    next_move: Option<Move>,
}

impl Replay<'_> {
    /// Plays to the end of a reading: the steps that were right, and the verdict.
    fn play_on(&mut self, mut reading: Reading) -> (usize, Verdict) {
        while let Some(step) = self.steps.get(reading.at) {
            let wrong = match step {
                Step::Move(mv) => self.play_move(&mut reading, mv),
                Step::Shown(shown) => self.compare(&mut reading, shown),
                &Step::Rules(told) => check_rules(&reading.position, told, None),
            };
            if let Err(verdict) = wrong {
                return (reading.at, *verdict);
            }
            reading.at += 1;
        }
        let position = reading.position;
        let verdict = if position.is_won() { Verdict::Won } else { Verdict::NotWon { position } };
        (reading.at, verdict)
    }

    fn play_move(&mut self, reading: &mut Reading, mv: &Move) -> Result<(), Box<Verdict>> {
        let read = reading.next_move.take().or_else(|| self.choose(reading, mv));
        let number = reading.moves + 1;
        if let Err(reason) = play(&mut reading.position, read.as_ref().unwrap_or(mv)) {
            let (written, position) = (mv.written.clone(), reading.position.clone());
            return Err(Verdict::IllegalMove { number, written, reason, position }.into());
        }
        if self.autoplay == Autoplay::MicrosoftRule {
            put_up(&mut reading.position);
        }
        let broken = reading.position.broken_invariant();
        assert_eq!(broken, None, "after move {number} ({})", mv.written);
        reading.moves = number;
        Ok(())
    }

    /// The first reading if the move leaves a choice; the others are kept for later, the second on
    /// top.
    fn choose(&mut self, reading: &Reading, mv: &Move) -> Option<Move> {
        let mut readings = possible_readings(&reading.position, mv).into_iter();
        let first = readings.next()?;
        for other in readings.rev() {
            if self.choices.len() == CHOICES_MAX {
                self.choices_dropped = true;
                break;
            }
            self.choices.push(Reading { next_move: Some(other), ..reading.clone() });
        }
        Some(first)
    }

    /// A position after a move must be the one that was reached; after another position it stands
    /// for the move in between.
    fn compare(&self, reading: &mut Reading, shown: &Shown) -> Result<(), Box<Verdict>> {
        if shown.tells_rules {
            check_rules(&reading.position, shown.position.rules, Some(shown.line))?;
        }
        let Some(difference) = reading.position.difference(&shown.position) else {
            return match self.step_before(reading) {
                Some(Step::Shown(_)) => Err(no_move(reading, shown).into()),
                _ => Ok(()),
            };
        };
        let (line, position) = (shown.line, &reading.position);
        match self.step_before(reading) {
            None | Some(Step::Rules(_)) => {
                let position = position.clone();
                Err(Verdict::OtherStart { line, difference, position }.into())
            }
            Some(Step::Move(mv)) => Err(Verdict::IllegalMove {
                number: reading.moves,
                written: mv.written.clone(),
                reason: Illegal::OtherPosition { line, difference },
                position: position.clone(),
            }
            .into()),
            Some(Step::Shown(_)) => {
                let next = step_to(position, &shown.position, self.autoplay)
                    .ok_or_else(|| no_move(reading, shown))?;
                assert_eq!(next.broken_invariant(), None, "before line {line}");
                reading.position = next;
                reading.moves += 1;
                Ok(())
            }
        }
    }

    fn step_before(&self, reading: &Reading) -> Option<&Step> {
        reading.at.checked_sub(1).map(|at| &self.steps[at])
    }
}

/// Rules that a solution tells must be the board's.
fn check_rules(position: &Position, told: Rules, line: Option<usize>) -> Result<(), Box<Verdict>> {
    if told == position.rules {
        return Ok(());
    }
    Err(Verdict::OtherRules { line, told, position: position.clone() }.into())
}

fn no_move(reading: &Reading, shown: &Shown) -> Verdict {
    Verdict::IllegalMove {
        number: reading.moves + 1,
        written: format!("to the board on line {}", shown.line).into(),
        reason: Illegal::NoMoveLeadsThere,
        position: reading.position.clone(),
    }
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
