//! The standard notation: two places a move, `26` or `a5` or `3h`.
//!
//! Columns are `1` to `9`, cells are letters, `h` is the foundations. Boards of ten columns and
//! more need a dash between the places (`10-12`), which is accepted on any board. Move numbers
//! (`12.`) and comments (`#`) are skipped.
//!
//! Only the spelling is judged here. A move from the foundations, or to a column that the board
//! lacks, can be read; that it is illegal is for the rules to say.

use crate::faults::{Faults, quoted};
use crate::moves::{MOVES_MAX, Move, Place};
use crate::solution::SolutionFault;

/// Reads moves separated by white space.
pub fn read_notation(text: &str) -> Result<Vec<Move>, Faults<SolutionFault>> {
    let mut moves = Vec::new();
    let mut faults = Faults::default();
    for (at, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        for token in line.split_whitespace().map(without_number).filter(|token| !token.is_empty()) {
            match read_move(token) {
                None => faults.add(SolutionFault::NotAMove { line: at + 1, token: quoted(token) }),
                Some(_) if moves.len() == MOVES_MAX => {
                    return Err(SolutionFault::TooManyMoves.into());
                }
                Some((from, to)) => {
                    moves.push(Move { written: token.into(), from, to, card: None })
                }
            }
        }
    }
    faults.or(|| moves)
}

/// The token without a move number such as `12.` before it.
fn without_number(token: &str) -> &str {
    let rest = token.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest_of_move) if rest.len() < token.len() => rest_of_move,
        _ => token,
    }
}

fn read_move(token: &str) -> Option<(Place, Place)> {
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
        read_notation(text).expect("moves").iter().map(|mv| (mv.from, mv.to)).collect()
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
            read("10-12 13-h"),
            [(Place::Column(9), Place::Column(11)), (Place::Column(12), Place::Foundations)]
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
            read_notation("26 2 266\nn5 10 1-14 -\n.26 1..26 é 2- 1-2-3 26,").expect_err("faults");
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
            (2, "`1-14`"),
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
        assert_eq!(read_notation(&"26 ".repeat(MOVES_MAX)).map(|moves| moves.len()), Ok(MOVES_MAX));
        let faults = read_notation(&"26 ".repeat(MOVES_MAX + 1)).expect_err("too many");
        assert_eq!(faults.shown(), [SolutionFault::TooManyMoves]);
    }
}
