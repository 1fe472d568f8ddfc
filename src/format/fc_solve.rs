//! What `fc-solve -p -t -sam` prints, with or without `-sn`: the form that the viewers and verifiers of
//! this field read.
//!
//! A line of dashes and equal signs, the starting position, and then for each move its sentence (or its
//! name in standard notation) and the position after it; each position is followed by two empty lines and
//! a rule. Columns and cells are counted from 0 in the sentences, and from 1 and `a` in the names. Three
//! habits of that program are kept although they look odd: one card that goes from column to column is
//! `1 cards`; ten is written without a dash, so that `310` is a move from column 3 to column 10; and the
//! cell after `g` is `k`. A whole suit that goes up has a sentence of its own. Two decks have two foundations of each
//! suit, those of the higher ranks first.
//!
//! The program itself ends with two lines of statistics of its search. They are no part of the
//! solution: [`statistics`] makes them for who has such numbers. It knows no more than 8 cells and 10
//! columns; larger boards are written in the same way.

use fcc::board::Board;
use fcc::card::Suit;
use fcc::notation::{Move, Spot};
use std::fmt::Write;

/// How the moves are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// In sentences.
    Words,
    /// In standard notation: `-sn`.
    Standard,
}

const HEADER: &str = "-=-=-=-=-=-=-=-=-=-=-=-\n\n";
const RULE: &str = "\n\n====================\n\n";
const VERDICT: &str = "This game is solveable.\n";
const FOUNDATIONS_ORDER: [Suit; 4] = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades];

/// The moves from a board, to its win if they win.
pub fn text(board: &Board, moves: &[Move], naming: Naming) -> String {
    let mut text = String::from(HEADER);
    write_position(&mut text, board);
    let mut is_won = board.is_won();
    for (one, board) in moves.iter().zip(board.after_each(moves)) {
        match naming {
            Naming::Words => text.push_str(&sentence(one)),
            Naming::Standard => {
                let _ = write!(text, "Move: {}{} ", name(one.from), name(one.to));
            }
        }
        text.push_str("\n\n");
        write_position(&mut text, &board);
        is_won = board.is_won();
    }
    text + if is_won { VERDICT } else { "" }
}

/// The lines about the search that the program prints at the end.
pub fn statistics(states_checked: u64, states_generated: u64) -> String {
    format!(
        "Total number of states checked is {states_checked}.\n\
         This scan generated {states_generated} states.\n"
    )
}

fn write_position(text: &mut String, board: &Board) {
    text.push_str("Foundations: ");
    let decks = [board.foundations(), board.second_foundations()];
    for ranks in &decks[..usize::from(board.rules().decks)] {
        for suit in FOUNDATIONS_ORDER {
            let rank = b"0A23456789TJQK"[usize::from(ranks[suit.index()])];
            let _ = write!(text, "{}-{} ", suit.letter(), char::from(rank));
        }
    }
    text.push_str("\nFreecells:");
    for cell in board.cells() {
        let name = cell.map(|card| card.to_string()).unwrap_or_default();
        let _ = write!(text, "  {name:2}");
    }
    for column in board.columns() {
        let names: Vec<String> = column.iter().map(ToString::to_string).collect();
        let _ = write!(text, "\n: {}", names.join(" "));
    }
    text.push('\n');
    text.push_str(RULE);
}

fn sentence(one: &Move) -> String {
    let place = |spot| match spot {
        Spot::Column(column) => format!("stack {column}"),
        Spot::Cell(cell) => format!("freecell {cell}"),
        Spot::Foundation => "the foundations".to_owned(),
    };
    if let (Spot::Column(column), Spot::Foundation, true) = (one.from, one.to, one.cards.len() > 1)
    {
        return format!("Move the sequence on top of Stack {column} to the foundations");
    }
    let cards = match (one.from, one.to) {
        (Spot::Column(_), Spot::Column(_)) => format!("{} cards", one.cards.len()),
        _ => "a card".to_owned(),
    };
    format!("Move {cards} from {} to {}", place(one.from), place(one.to))
}

fn name(spot: Spot) -> String {
    match spot {
        Spot::Column(column) => (column + 1).to_string(),
        Spot::Cell(cell) => char::from(b"abcdefgklmno"[cell]).to_string(),
        Spot::Foundation => "h".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;
    use crate::format::tests::solution as named;
    use fcc::solution::Solution;

    const POSITION: &str = "Foundations: H-K C-K D-K S-J \nFreecells:  QS    \n: \n: KS\n";

    fn solution() -> Solution {
        let start = "Foundations: H-K C-K D-K S-J\nFreecells: QS --\n:\n: KS\n";
        named(start, "21 ah 1h")
    }

    #[test]
    fn moves_are_sentences_between_positions() {
        let text = Format::FcSolve.text(&solution());
        let expected = format!(
            "-=-=-=-=-=-=-=-=-=-=-=-\n\n{POSITION}\n\n====================\n\n\
             Move 1 cards from stack 1 to stack 0\n\n\
             Foundations: H-K C-K D-K S-J \nFreecells:  QS    \n: KS\n: \n\n\n====================\n\n\
             Move a card from freecell 0 to the foundations\n\n\
             Foundations: H-K C-K D-K S-Q \nFreecells:        \n: KS\n: \n\n\n====================\n\n\
             Move a card from stack 0 to the foundations\n\n\
             Foundations: H-K C-K D-K S-K \nFreecells:        \n: \n: \n\n\n====================\n\n\
             This game is solveable.\n"
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn moves_are_names_on_lines_of_their_own() {
        let text = Format::FcSolveSn.text(&solution());
        let moves: Vec<&str> = text.lines().filter(|line| line.starts_with("Move")).collect();
        assert_eq!(moves, ["Move: 21 ", "Move: ah ", "Move: 1h "]);
    }

    #[test]
    fn no_cells_leave_no_blanks() {
        let start = "# freecells: 0\nFoundations: H-K C-K D-K S-Q\nFreecells:\n: KS\n";
        let text = Format::FcSolve.text(&named(start, "1h"));
        assert!(text.contains("\nFreecells:\n: KS\n"), "{text}");
    }

    #[test]
    fn a_whole_suit_goes_up_in_one_sentence() {
        let start = "Foundations: H-K C-0 D-K S-K\n:\n: KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC\n\
                     # rules: freecells 0, columns 2, build rank, sequences runs\n";
        let board = Board::read(start, &Default::default()).expect("a board");
        let up = board.read_as(Spot::Column(1), Spot::Foundation).expect("a whole suit");
        let solution = Solution::of_moves(&board, vec![up]);
        let text = Format::FcSolve.text(&solution);
        assert!(
            text.contains("\nMove the sequence on top of Stack 1 to the foundations\n"),
            "{text}"
        );
        let text = Format::FcSolveSn.text(&solution);
        assert!(text.contains("\nMove: 2h \n"), "{text}");
        assert!(text.contains("Foundations: H-K C-K D-K S-K \n"), "{text}");
    }

    #[test]
    fn two_decks_have_eight_foundations() {
        let start =
            "Foundations: H-K C-K D-K S-Q H-K C-K D-K S-K\n: KS\n# rules: columns 1, decks 2\n";
        let text = Format::FcSolve.text(&named(start, "1h"));
        assert!(text.contains("Foundations: H-K C-K D-K S-K H-K C-K D-K S-Q \n"), "{text}");
    }

    #[test]
    fn the_statistics_are_two_lines() {
        let lines = "Total number of states checked is 12.\nThis scan generated 34 states.\n";
        assert_eq!(statistics(12, 34), lines);
    }
}
