//! Numbered moves for people: standard notation, then the cards and the places in words.
//!
//! The words name every card, so a move of part of a sequence needs no other spelling here.

use fcc::notation::{Move, Spot};
use std::fmt::Write;

/// One move a line.
pub fn text(moves: &[Move]) -> String {
    let mut text = String::new();
    let digits = moves.len().to_string().len();
    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let places = names.iter().map(String::len).max().unwrap_or(0);
    for (index, (one, name)) in moves.iter().zip(names).enumerate() {
        let (number, words) = (index + 1, words(one));
        let _ = writeln!(text, "{number:>digits$}  {name:<places$}  {words}");
    }
    text
}

/// A move in words: `5H 4S from column 3 to column 6`.
pub fn words(one: &Move) -> String {
    let names: Vec<String> = one.cards.iter().map(ToString::to_string).collect();
    format!("{} from {} to {}", names.join(" "), place(one.from), place(one.to))
}

fn place(spot: Spot) -> String {
    match spot {
        Spot::Column(_) => format!("column {spot}"),
        Spot::Cell(_) => format!("cell {spot}"),
        Spot::Foundation => "the foundations".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tests::solution;

    #[test]
    fn moves_are_numbered_and_told_in_words() {
        let start = "Foundations: H-J C-K D-K S-T\nFreecells: --\n: KS\n: KH QS\n: QH JS\n:\n";
        let solution = solution(start, "3a 34 a4 2a a2 4h 2h 1h 4h 2h");
        assert_eq!(
            text(solution.moves()),
            "1  34  QH JS from column 3 to column 4\n\
             2  2a  QS from column 2 to cell a\n\
             3  a2  QS from cell a to column 2\n\
             4  4h  JS from column 4 to the foundations\n\
             5  2h  QS from column 2 to the foundations\n\
             6  1h  KS from column 1 to the foundations\n\
             7  4h  QH from column 4 to the foundations\n\
             8  2h  KH from column 2 to the foundations\n"
        );
    }
}
