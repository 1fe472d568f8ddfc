//! Standard notation, some moves to a line.

use fcc::rules::Sequences;
use fcc::solution::{Solution, Spelled};
use std::fmt::Write;

/// Moves on a line.
const MOVES_A_LINE: usize = 15;

/// The moves with sequences as one. What is not clear from its name has its number of cards in a comment.
pub fn text(moves: &[Spelled]) -> String {
    let mut text = String::new();
    let mut on_line = 0;
    for Spelled { one, is_clear } in moves {
        if !is_clear {
            let end = if on_line == 0 { "" } else { "\n" };
            let cards = one.cards.len();
            let _ = writeln!(text, "{end}# the cards that the next move is of: {cards}");
            on_line = 0;
        }
        let _ = write!(text, "{}{one}", if on_line == 0 { "" } else { " " });
        on_line += 1;
        if on_line == MOVES_A_LINE {
            text.push('\n');
            on_line = 0;
        }
    }
    text.push_str(if on_line > 0 { "\n" } else { "" });
    text
}

/// The moves of single cards, for readers who are told that they are. Where sequences move as one there may be
/// no such list, and the moves are spelled.
pub fn singles_text(solution: &Solution) -> String {
    if solution.board().rules().sequences != Sequences::Limited {
        return text(&solution.spelled());
    }
    let clear = |one: &_| Spelled { one: Clone::clone(one), is_clear: true };
    text(&solution.singles().iter().map(clear).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use crate::format::Format;
    use crate::format::tests::solution;

    #[test]
    fn what_cannot_be_spelled_is_told_in_a_comment() {
        let start = "# freecells: 0\nFoundations: H-J C-K D-K S-T\nFreecells:\n\
                     : QH JS\n:\n:\n: KS\n: QS\n: KH\n";
        let text = Format::Standard.text(&solution(start, "56 12 23"));
        assert_eq!(text, "56\n# the cards that the next move is of: 1\n12 23\n");
    }
}
