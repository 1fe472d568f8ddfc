//! Numbered moves for people: standard notation, then the cards and the places in words.
//!
//! The words name every card, so a move of part of a sequence needs no other spelling here.

use super::standard::name;
use super::table::Table;
use fcc::board::Board;
use fcc::notation::Spot;
use fcc::solve::counts::Move;
use std::fmt::Write;

/// One move a line.
pub fn text(board: &Board, moves: &[Move]) -> String {
    let mut table = Table::of(board);
    let mut text = String::new();
    let digits = moves.len().to_string().len();
    let places = moves.iter().map(|one| name(one).len()).max().unwrap_or(0);
    for (index, one) in moves.iter().enumerate() {
        let (number, name, words) = (index + 1, name(one), words(&table, one));
        let _ = writeln!(text, "{number:>digits$}  {name:<places$}  {words}");
        table.make(one);
    }
    text
}

/// A move in words: `5H 4S from column 3 to column 6`.
pub fn words(table: &Table, one: &Move) -> String {
    let cards = table.cards(one.from, one.cards);
    let names: Vec<String> = cards.iter().map(ToString::to_string).collect();
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
    use crate::format::Solution;
    use crate::format::table::tests::{board, steps};

    #[test]
    fn moves_are_numbered_and_told_in_words() {
        let start = "Foundations: H-J C-K D-K S-T\nFreecells: --\n: KS\n: KH QS\n: QH JS\n:\n";
        let moves =
            "JS cell, QH bottom, JS high, QS cell, QS high, JS up, QS up, KS up, QH up, KH up";
        let solution = Solution::of(board(start), &steps(moves));
        assert_eq!(
            text(&solution.board, &solution.moves),
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
