//! Solutions that are nothing but positions, as board text one after the other.
//!
//! A board begins at a comment that comes after a blank line, as Strata writes the move before each board; and
//! where a named line (`Foundations:` or `Freecells:`) comes for the second time, with the comments right
//! before it, which may say how many cells there are. A comment that tells the rules belongs to the board
//! whose columns stand right before it, else to the next one. Comments are skipped otherwise, also those
//! that name the move: the positions tell it, and the replay looks for it.

use crate::board::{Known, after_label, read_board_lines, tells_rules};
use crate::faults::Faults;
use crate::moves::{MOVES_MAX, Shown, Step};
use crate::solution::SolutionFault;

/// Whether only a board has such a line.
pub fn is_of_a_board(line: &str) -> bool {
    line.starts_with(':') || label(line).is_some()
}

/// Which of the named lines it is.
fn label(line: &str) -> Option<usize> {
    let labels: [&[&str]; 2] = [&["foundations:", "founds:"], &["freecells:", "fc:"]];
    labels.iter().position(|labels| after_label(line.trim(), labels).is_some())
}

/// Reads one board after the other.
pub fn read_boards(text: &str) -> Result<Vec<Step>, Faults<SolutionFault>> {
    let mut steps = Vec::new();
    let mut faults = Faults::default();
    let mut lines: Vec<(usize, &str)> = Vec::new();
    let mut has_label = [false; 2];
    for (at, line) in text.lines().enumerate() {
        let label = label(line);
        let is_after_blank = lines.last().is_some_and(|(_, line)| line.trim().is_empty());
        let begins = label.is_some_and(|label| has_label[label])
            || (line.starts_with('#') && is_after_blank && end_of_board(&lines) > 0);
        if begins {
            let next = lines.split_off(end_of_board(&lines));
            read_one(&lines, &mut steps, &mut faults);
            (lines, has_label) = (next, [false; 2]);
            if steps.len() > MOVES_MAX {
                return Err(SolutionFault::TooManyMoves.into());
            }
        }
        if let Some(label) = label {
            has_label[label] = true;
        }
        lines.push((at + 1, line));
    }
    read_one(&lines, &mut steps, &mut faults);
    faults.or(|| steps)
}

/// The number of lines up to the last that is neither blank nor a comment, and what tells the rules
/// right after it.
fn end_of_board(lines: &[(usize, &str)]) -> usize {
    let is_text = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let Some(last) = lines.iter().rposition(|(_, line)| is_text(line)) else { return 0 };
    let after = lines[last + 1..].iter().take_while(|(_, line)| tells_rules(line));
    last + 1 + after.count()
}

fn read_one(lines: &[(usize, &str)], steps: &mut Vec<Step>, faults: &mut Faults<SolutionFault>) {
    let is_text = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let first = lines.iter().find(|(_, line)| is_text(line)).map_or(1, |&(line, _)| line);
    match read_board_lines(lines.iter().copied(), Known::default()) {
        Ok(position) => {
            let tells_rules = lines.iter().any(|(_, line)| tells_rules(line));
            steps.push(Step::Shown(Box::new(Shown { line: first, position, tells_rules })));
        }
        Err(found) => {
            found.shown().iter().cloned().for_each(|fault| faults.add(SolutionFault::Board(fault)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "# the start\nFoundations: H-K C-K D-K S-J\nFreecells: --\n: QS\n: KS\n\n";
    const NEXT: &str = "# 1  1a  QS from column 1 to cell a\n# freecells: 1\n\
        Foundations: H-K C-K D-K S-J\nFreecells: QS\n:\n: KS\n";

    #[test]
    fn each_board_has_the_comments_before_it() {
        let steps = read_boards(&format!("{START}{NEXT}")).expect("two boards");
        let [Step::Shown(first), Step::Shown(second)] = steps.as_slice() else {
            panic!("two positions: {steps:?}");
        };
        assert_eq!((first.line, second.line), (2, 9));
        assert_eq!((first.position.cells.len(), second.position.cells.len()), (1, 1));
        assert_eq!(second.position.columns[0], []);
    }

    #[test]
    fn rules_after_the_columns_are_those_of_the_board_before() {
        let rules = "# rules: freecells 1, columns 2, build suit\n";
        let text =
            format!("{}{rules}\n{NEXT}{rules}", START.trim_end_matches('\n').to_owned() + "\n");
        let steps = read_boards(&text).expect("two boards");
        assert_eq!(steps.len(), 2);
        for step in steps {
            let Step::Shown(shown) = step else { panic!("a position: {step:?}") };
            assert!(shown.tells_rules && !shown.position.rules.is_freecell());
        }
    }

    #[test]
    fn boards_without_named_lines_begin_at_their_comments() {
        let deal = "JD KD 2S 4C 3S 6D 6S\n2D KC KS 5C TD 8S 9C\n9H 9S 9D TS 4S 8D 2H\nJC 5S QD QH TH QS 6H\n\
                    5D AD JS 4H 8H 6C\n7H QC AS AC 2C 3D\n7C KH AH 4D JH 8C\n5H 3H 3C 7S 7D TC\n";
        let text = format!("# the start\n{deal}\n# 1  26  6S\n{deal}\n# 2  2a\nFC: 9C --\n{deal}");
        let steps = read_boards(&text.replacen("FC: 9C --", "", 1)).expect("three boards");
        assert_eq!(steps.len(), 3);
    }

    #[test]
    fn faults_have_the_lines_of_the_whole_text() {
        let faults = read_boards(&format!("{START}{}", NEXT.replace(": KS", ": KX")));
        let faults = faults.expect_err("a bad card").to_string();
        assert!(faults.starts_with("  a position: line 12: `KX` is not a card"), "{faults}");
    }
}
