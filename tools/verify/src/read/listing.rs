//! A list of moves: the standard notation, or numbered moves in words, with or without the lines
//! that Strata prints around them.
//!
//! The notation has two places a move, `26` or `a5` or `3h`. Columns are `1` to `9`, cells are letters,
//! `h` is the foundations. Boards of ten columns and more need a dash between the places (`10-12`),
//! which is accepted on any board. Move numbers (`12.`) and comments (`#`) are skipped, but for
//! the comment by which Strata tells the number of cards of the next move where the notation cannot.
//! A line with ` from ` in it is a numbered move in words ([`crate::read::words`]).
//!
//! The first line that Strata prints says how the moves are to be read: after `moves of single cards`
//! each of them is of one card, also onto an empty column.
//!
//! Only the spelling is judged here. A move from the foundations, or to a column that the board
//! lacks, can be read; that it is illegal is for the rules to say.

use crate::faults::{Faults, quoted};
use crate::moves::{Cards, MOVES_MAX, Move, Place, Step};
use crate::read::words::read_numbered;
use crate::solution::SolutionFault;

/// The comment before a move whose number of cards the notation cannot tell.
const CARDS_COMMENT: &str = "the cards that the next move is of:";
const SINGLE_CARDS: [&str; 2] = [" moves of single cards", " move of single cards"];

/// Reads moves separated by white space, or one numbered move a line.
pub fn read_listing(text: &str) -> Result<Vec<Step>, Faults<SolutionFault>> {
    let mut reader = Reader::default();
    for (at, line) in text.lines().enumerate() {
        reader.read_line(at + 1, line.trim());
        if reader.steps.len() > MOVES_MAX {
            return Err(SolutionFault::TooManyMoves.into());
        }
    }
    let Reader { steps, faults, .. } = reader;
    faults.or(|| steps)
}

#[derive(Default)]
struct Reader {
    steps: Vec<Step>,
    faults: Faults<SolutionFault>,
    /// Every move is of one card.
    single_cards: bool,
    /// What a comment says of the next move.
    next_cards: Option<usize>,
}

impl Reader {
    fn read_line(&mut self, line: usize, text: &str) {
        if ["impossible:", "undecided:"].iter().any(|word| text.starts_with(word)) {
            self.faults.add(SolutionFault::NoSolution { line, found: quoted(text) });
        } else if is_heading(text) {
            self.single_cards |= SINGLE_CARDS.iter().any(|words| text.contains(words));
        } else {
            let (text, comment) = text.split_once('#').unwrap_or((text, ""));
            if text.contains(" from ") {
                match read_numbered(line, text) {
                    Ok(mv) => self.steps.push(Step::Move(mv)),
                    Err(fault) => self.faults.add(fault),
                }
            } else {
                self.read_notation(line, text);
            }
            let cards = comment.trim().strip_prefix(CARDS_COMMENT);
            self.next_cards = cards.and_then(|cards| cards.trim().parse().ok()).or(self.next_cards);
        }
    }

    fn read_notation(&mut self, line: usize, text: &str) {
        for token in text.split_whitespace().map(without_number).filter(|token| !token.is_empty()) {
            let Some((from, to)) = read_places(token) else {
                self.faults.add(SolutionFault::NotAMove { line, token: quoted(token) });
                continue;
            };
            if self.steps.len() > MOVES_MAX {
                return;
            }
            let cards = self.next_cards.take().or(self.single_cards.then_some(1));
            let cards = cards.map_or(Cards::Longest, Cards::Count);
            self.steps.push(Step::Move(Move { written: token.into(), from, to, cards }));
        }
    }
}

/// A line that Strata prints around the moves: the verdict, the work, or how to check it.
fn is_heading(text: &str) -> bool {
    let starts = ["solvable:", "solved in ", "check it with:"];
    let is_work = text.split_once(" s, ").is_some_and(|(seconds, work)| {
        let is_number = seconds.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        is_number && [" expanded", " walked"].iter().any(|end| work.ends_with(end))
    });
    is_work || starts.iter().any(|start| text.starts_with(start))
}

/// The token without a move number such as `12.` before it.
fn without_number(token: &str) -> &str {
    let rest = token.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest_of_move) if rest.len() < token.len() => rest_of_move,
        _ => token,
    }
}

/// The places of a name such as `26` or `10-12`.
pub fn read_places(token: &str) -> Option<(Place, Place)> {
    let (from, to) = match token.split_once('-') {
        Some(places) => places,
        None if token.len() == 2 => token.split_at_checked(1)?,
        None => return None,
    };
    Some((Place::read(from)?, Place::read(to)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(Place, Place)> {
        moves(text).iter().map(|mv| (mv.from, mv.to)).collect()
    }

    fn moves(text: &str) -> Vec<Move> {
        let steps = read_listing(text).expect("moves");
        let only_move = |step| match step {
            Step::Move(mv) => mv,
            other => panic!("no move: {other:?}"),
        };
        steps.into_iter().map(only_move).collect()
    }

    #[test]
    fn what_strata_prints_around_the_moves_is_skipped() {
        let printed = "solvable: 2 moves, 3 of single cards, 1 without automatic foundation moves\n\
            0.001 s, 1,234 states expanded, 5 classes walked\n\n26 a5\n\n\
            check it with: strata prove 'a board' --json | strata-verify 'a board' -\n";
        assert_eq!(moves(printed), moves("26 a5"));
        let single = moves("solved in 1 move of single cards through 1 FCC\n\n26\n");
        assert_eq!(single[0].cards, Cards::Count(1));
        for verdict in ["impossible: every state was expanded", "undecided: the time was up"] {
            let faults = read_listing(&format!("{verdict}\n0.1 s, 5 states expanded\n"));
            let faults = faults.expect_err("no solution").to_string();
            assert!(faults.contains("there is no solution in this text"), "{faults}");
        }
        assert!(read_listing("12 s, of nothing").is_err());
    }

    #[test]
    fn a_comment_may_tell_the_number_of_cards_of_one_move() {
        let text = "56\n# the cards that the next move is of: 1\n12 23\n";
        let cards: Vec<Cards> = moves(text).into_iter().map(|mv| mv.cards).collect();
        assert_eq!(cards, [Cards::Longest, Cards::Count(1), Cards::Longest]);
    }

    #[test]
    fn places_stand_side_by_side_or_around_a_dash() {
        let expected = [
            (Place::Column(1), Place::Column(5)),
            (Place::Cell(0), Place::Column(4)),
            (Place::Column(2), Place::Foundations),
            (Place::Cell(11), Place::Foundations),
        ];
        assert_eq!(read("26 a5\n3h\tmh"), expected);
        assert_eq!(read("26 A5\r\n3H MH\r\n"), expected);
        assert_eq!(read("2-6 a-5 3-h m-h"), expected);
        assert_eq!(
            read("10-12 18-h"),
            [(Place::Column(9), Place::Column(11)), (Place::Column(17), Place::Foundations)]
        );
    }

    #[test]
    fn numbers_and_comments_are_skipped() {
        assert_eq!(read("# 11\n1. 26 a5 # 3h\n2.3h 12."), read("26 a5 3h"));
        assert_eq!(read("# nothing"), []);
    }

    #[test]
    fn every_token_that_is_no_move_is_named() {
        let faults =
            read_listing("26 2 266\nn5 10 1-19 -\n.26 1..26 é 2- 1-2-3 26,").expect_err("faults");
        let tokens: Vec<(usize, &str)> = faults
            .shown()
            .iter()
            .map(|fault| match fault {
                SolutionFault::NotAMove { line, token } => (*line, token.as_str()),
                other => panic!("unexpected fault: {other}"),
            })
            .collect();
        let expected = [
            (1, "`2`"),
            (1, "`266`"),
            (2, "`n5`"),
            (2, "`10`"),
            (2, "`1-19`"),
            (2, "`-`"),
            (3, "`.26`"),
            (3, "`.26`"),
            (3, "`é`"),
            (3, "`2-`"),
            (3, "`1-2-3`"),
            (3, "`26,`"),
        ];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn too_many_moves_are_refused() {
        assert_eq!(read_listing(&"26 ".repeat(MOVES_MAX)).map(|moves| moves.len()), Ok(MOVES_MAX));
        let faults = read_listing(&"26 ".repeat(MOVES_MAX + 1)).expect_err("too many");
        assert_eq!(faults.shown(), [SolutionFault::TooManyMoves]);
    }
}
