//! Every position of a solution: boards in the form that the program reads, with a blank line between
//! them and before each the move that led to it, as a comment.

use super::numbered::words;
use fcc::solution::Solution;
use std::fmt::Write;

/// The starting board and the board after each move.
pub fn text(solution: &Solution) -> String {
    let (start, moves) = (solution.board(), solution.moves());
    let mut text = format!("# the start\n{start}");
    for (index, (one, board)) in moves.iter().zip(start.after_each(moves)).enumerate() {
        let (number, words) = (index + 1, words(one));
        let _ = write!(text, "\n# {number}  {one}  {words}\n{board}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tests::solution;
    use fcc::board::{Board, ReadOptions};

    #[test]
    fn every_position_is_a_board_that_can_be_read() {
        let start = "Foundations: H-K C-K D-K S-J\nFreecells: --\n: QS\n: KS\n";
        let solution = solution(start, "1a 21 ah 1h");
        let text = text(&solution);
        let expected = "# the start\n\
            Foundations: H-K C-K D-K S-J\nFreecells: --\n: QS\n: KS\n\n\
            # 1  1a  QS from column 1 to cell a\n# freecells: 1\n\
            Foundations: H-K C-K D-K S-J\nFreecells: QS\n:\n: KS\n\n\
            # 2  21  KS from column 2 to column 1\n# freecells: 1\n\
            Foundations: H-K C-K D-K S-J\nFreecells: QS\n: KS\n:\n\n\
            # 3  ah  QS from cell a to the foundations\n\
            Foundations: H-K C-K D-K S-Q\nFreecells: --\n: KS\n:\n\n\
            # 4  1h  KS from column 1 to the foundations\n\
            Foundations: H-K C-K D-K S-K\nFreecells: --\n:\n:\n";
        assert_eq!(text, expected);
        let read = |text| Board::read(text, &ReadOptions::default()).expect("a board");
        let boards: Vec<Board> = text.split("\n\n").map(read).collect();
        assert_eq!(boards.len(), 5);
        assert_eq!(boards[0], *solution.board());
    }
}
