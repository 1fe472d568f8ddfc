//! What `fc-solve` prints of a solution: the form that the viewers and verifiers of this field read.
//!
//! A line of dashes and equal signs; then, as [`Form`] has it, the starting position, and for each move its sentence (or
//! its name in standard notation) and the position after it. Each position, or each sentence where no positions are
//! wanted, is followed by empty lines and a rule; names alone stand ten to a line. Columns and cells are counted from 0 in
//! the sentences, and from 1 and `a` in the names. Three habits of that program are kept although they look odd: one card
//! that goes from column to column is `1 cards`; ten is written without a dash, so that `310` is a move from column 3 to
//! column 10; and the cell after `g` is `k`. A whole suit that goes up has a sentence of its own. Two decks have two
//! foundations of each suit, those of the higher ranks first.
//!
//! The program itself ends with two lines of statistics of its search. They are no part of the
//! solution: [`statistics`] makes them for who has such numbers. It knows no more than 8 cells and 10
//! columns; larger boards are written in the same way.

use fcc::board::Board;
use fcc::card::{Card, Suit};
use fcc::notation::{Move, Spot};
use std::fmt::Write;

/// How the moves are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// In sentences.
    #[default]
    Words,
    /// In standard notation: `-sn`.
    Standard,
    /// The same, with the number of cards that open a column, if there are several: `-snx`.
    Extended,
}

/// What is told, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Whether positions are: always, unless `-m` asks for moves alone.
    pub positions: bool,
    /// Whether moves are: `-m` and `-sam`.
    pub moves: bool,
    /// How they are.
    pub naming: Naming,
    /// A column to a line, with a colon before it: `-p`. Else columns go down.
    pub by_lines: bool,
    /// `T` instead of `10`: `-t`.
    pub ten_as_t: bool,
}

impl Form {
    /// That of `fc-solve -p -t -sam`.
    pub const fn whole(naming: Naming) -> Form {
        Form { positions: true, moves: true, naming, by_lines: true, ten_as_t: true }
    }
}

const HEADER: &str = "-=-=-=-=-=-=-=-=-=-=-=-\n\n";
const RULE: &str = "\n====================\n\n";
const VERDICT: &str = "This game is solveable.\n";
const FOUNDATIONS_ORDER: [Suit; 4] = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades];
/// Names on a line.
const NAMES_A_LINE: usize = 10;
/// Cells in a row where columns go down, and the blanks between them and the foundations.
const CELLS_A_ROW: usize = 4;
const BEFORE_FOUNDATIONS: &str = "        ";

/// The moves from a board, to its win if they win.
pub fn text(board: &Board, moves: &[Move], form: Form) -> String {
    let mut text = way(board, moves, form);
    let end = board.after_each(moves).last();
    if end.as_ref().unwrap_or(board).is_won() {
        text.push_str(VERDICT);
    }
    text
}

/// The same without a verdict.
pub fn way(board: &Board, moves: &[Move], form: Form) -> String {
    let mut text = String::from(HEADER);
    if form.positions {
        text += &(position(board, form) + "\n" + RULE);
    }
    let names_alone = !form.positions && form.naming != Naming::Words;
    let before = std::iter::once(board.clone()).chain(board.after_each(moves));
    for (number, (one, pair)) in moves.iter().zip(pairs(before)).enumerate() {
        let (before, after) = pair;
        if names_alone {
            text += &(name(&told(one, &before), form.naming) + " ");
            text.push_str(if (number + 1) % NAMES_A_LINE == 0 { "\n" } else { "" });
            continue;
        }
        if form.moves {
            let told = match form.naming {
                Naming::Words => sentence(&told(one, &before)),
                naming => format!("Move: {} ", name(&told(one, &before), naming)),
            };
            text += &(told + "\n");
            text.push_str(if form.positions { "\n" } else { RULE });
        }
        if form.positions {
            text += &(position(&after, form) + "\n" + RULE);
        }
    }
    text + if names_alone { "\n\n" } else { "" }
}

/// Each one with the next.
fn pairs(boards: impl Iterator<Item = Board>) -> impl Iterator<Item = (Board, Board)> {
    let mut boards = boards.peekable();
    std::iter::from_fn(move || Some((boards.next()?, boards.peek()?.clone())))
}

/// The lines about the search that the program prints at the end.
pub fn statistics(states_checked: u64, states_generated: u64) -> String {
    format!(
        "Total number of states checked is {states_checked}.\n\
         This scan generated {states_generated} states.\n"
    )
}

/// A position, each line ended by a newline.
pub fn position(board: &Board, form: Form) -> String {
    if form.by_lines { by_lines(board, form) } else { by_rows(board, form) }
}

fn by_lines(board: &Board, form: Form) -> String {
    let mut text = String::from("Foundations: ");
    foundations(board, form).for_each(|rank| text += &(rank + " "));
    text.push_str("\nFreecells:");
    for cell in board.cells() {
        let _ = write!(text, " {:>3}", cell.map(|card| card_name(card, form)).unwrap_or_default());
    }
    for column in board.columns() {
        let names: Vec<String> = column.iter().map(|&card| card_name(card, form)).collect();
        let _ = write!(text, "\n: {}", names.join(" "));
    }
    text + "\n"
}

/// Columns go down; cells and foundations stand above them.
fn by_rows(board: &Board, form: Form) -> String {
    let mut text = String::new();
    let ranks: Vec<String> = foundations(board, form).collect();
    let decks: Vec<String> = ranks.chunks(4).map(|deck| deck.join(" ")).collect();
    let cells: Vec<String> = board
        .cells()
        .iter()
        .map(|cell| format!("{:>3} ", cell.map(|card| card_name(card, form)).unwrap_or_default()))
        .collect();
    let rows: Vec<&[String]> = cells.chunks(CELLS_A_ROW).collect();
    for row in 0..rows.len().max(decks.len()) {
        let cells = rows.get(row).copied().unwrap_or_default();
        text += &cells.concat();
        if let Some(deck) = decks.get(row) {
            text += &" ".repeat(4 * (CELLS_A_ROW - cells.len()));
            text += &(BEFORE_FOUNDATIONS.to_owned() + deck);
        }
        text.push('\n');
        if !cells.is_empty() {
            text += &("--- ".repeat(cells.len()) + "\n");
        }
    }
    text += &("\n\n".to_owned() + &" -- ".repeat(board.columns().len()) + "\n");
    for row in 0..board.columns().iter().map(Vec::len).max().unwrap_or_default() {
        for column in board.columns() {
            let name = column.get(row).map(|&card| card_name(card, form)).unwrap_or_default();
            let _ = write!(text, "{name:>3} ");
        }
        text.push('\n');
    }
    text
}

/// `H-0`, `C-A` and so on, deck by deck.
fn foundations(board: &Board, form: Form) -> impl Iterator<Item = String> {
    let decks = [board.foundations(), board.second_foundations()];
    decks.into_iter().take(board.rules().decks.into()).flat_map(move |ranks| {
        FOUNDATIONS_ORDER.map(|suit| {
            let rank = match ranks[suit.index()] {
                0 => "0".to_owned(),
                rank => rank_name(rank, form),
            };
            format!("{}-{rank}", suit.letter())
        })
    })
}

fn rank_name(rank: u8, form: Form) -> String {
    match rank {
        10 if !form.ten_as_t => "10".to_owned(),
        _ => char::from(b"0A23456789TJQK"[usize::from(rank)]).to_string(),
    }
}

/// A card by its rank and suit, with its ten as the form has it.
pub fn card_name(card: Card, form: Form) -> String {
    rank_name(card.rank(), form) + &card.suit().letter().to_string()
}

/// What is told of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The place that the cards leave.
    pub from: Spot,
    /// The place that they go to.
    pub to: Spot,
    /// How many.
    pub cards: usize,
    /// Whether they go to a column that was empty.
    pub opens: bool,
}

/// What is told of a move on this board.
pub fn told(one: &Move, before: &Board) -> Told {
    let opens = matches!(one.to, Spot::Column(column) if before.columns()[column].is_empty());
    Told { from: one.from, to: one.to, cards: one.cards.len(), opens }
}

/// A move in words.
pub fn sentence(one: &Told) -> String {
    let place = |spot| match spot {
        Spot::Column(column) => format!("stack {column}"),
        Spot::Cell(cell) => format!("freecell {cell}"),
        Spot::Foundation => "the foundations".to_owned(),
    };
    if let (Spot::Column(column), Spot::Foundation, true) = (one.from, one.to, one.cards > 1) {
        return format!("Move the sequence on top of Stack {column} to the foundations");
    }
    let cards = match (one.from, one.to) {
        (Spot::Column(_), Spot::Column(_)) => format!("{} cards", one.cards),
        _ => "a card".to_owned(),
    };
    format!("Move {cards} from {} to {}", place(one.from), place(one.to))
}

/// A move in standard notation.
pub fn name(one: &Told, naming: Naming) -> String {
    let cards = match one.cards {
        cards if cards > 1 && one.opens && naming == Naming::Extended => format!("v{cards:x}"),
        _ => String::new(),
    };
    format!("{}{}{cards}", place_name(one.from), place_name(one.to))
}

fn place_name(spot: Spot) -> String {
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
