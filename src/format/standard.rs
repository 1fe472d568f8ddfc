//! Standard notation, spelled so that a reader makes the moves that were meant.
//!
//! `26` does not tell how many cards go. Onto a card the ranks tell it; onto an empty column readers
//! move the longest sequence that fits ([`Table::read_as`]). Where fewer are meant, the move is written as
//! the single moves that were played, and the same question arises for a single card that is taken from a
//! sequence to an empty column. It is then written by a detour:
//!
//! 1. with a cell free, into the cell and on to the column;
//! 2. with every cell taken there is a second empty column (else one card would be all that fits): a card
//!    waits there while its cell is used;
//! 3. with no cells at all, a small search looks for moves, as a reader would make them, to one of the
//!    next positions.
//!
//! The third may find nothing: two cards that are a column of their own, beside two empty columns, can hardly
//! be parted in this notation. [`text`] then says in a comment how many cards the next move is of.

use super::Solution;
use super::table::Table;
use fcc::board::Board;
use fcc::notation::Spot;
use fcc::replay::Played;
use fcc::solve::counts::Move;
use std::collections::{HashSet, VecDeque};
use std::fmt::Write;

/// Moves on a line.
const MOVES_A_LINE: usize = 15;
/// Positions after the one that cannot be spelled which the search tries to reach.
const GOALS_MAX: usize = 12;
/// Positions that the search looks at for each of them.
const POSITIONS_MAX: usize = 4_000;

/// The name of a move: `26`, `a5`, `3h`, `10-12`.
pub fn name(one: &Move) -> String {
    Played { card: one.base, from: one.from, to: one.to }.to_string()
}

/// The moves with sequences as one, some to a line.
pub fn text(board: &Board, moves: &[Move]) -> String {
    let mut table = Table::of(board);
    let mut text = String::new();
    let mut on_line = 0;
    for one in moves {
        if table.read_as(one.from, one.to) != one.cards {
            let end = if on_line == 0 { "" } else { "\n" };
            let _ = writeln!(text, "{end}# the cards that the next move is of: {}", one.cards);
            on_line = 0;
        }
        table.make(one);
        text.push_str(if on_line == 0 { "" } else { " " });
        text.push_str(&name(one));
        on_line += 1;
        if on_line == MOVES_A_LINE {
            text.push('\n');
            on_line = 0;
        }
    }
    if on_line > 0 {
        text.push('\n');
    }
    text
}

/// The moves of a solution, sequences as one, in such a way that their names are read as what they are.
pub fn spelled(solution: &Solution) -> Vec<Move> {
    let played = &solution.played;
    let mut joined: Vec<Option<&Move>> = vec![None; played.len()];
    let mut at = 0;
    for one in &solution.moves {
        joined[at] = Some(one);
        at += one.steps;
    }
    assert_eq!(at, played.len(), "the joined moves are those that were played");
    let mut writer = Writer { table: Table::of(&solution.board), moves: Vec::new() };
    at = 0;
    while at < played.len() {
        at += match joined[at] {
            Some(one) if writer.is_read_right(one) => {
                writer.push(*one);
                one.steps
            }
            _ => writer.push_steps(&played[at..]),
        };
    }
    writer.moves
}

/// The moves so far and the position after them.
struct Writer {
    table: Table,
    moves: Vec<Move>,
}

impl Writer {
    fn is_read_right(&self, one: &Move) -> bool {
        self.table.read_as(one.from, one.to) == one.cards
    }

    fn push(&mut self, one: Move) {
        self.table.make(&one);
        self.moves.push(one);
    }

    fn push_single(&mut self, from: Spot, to: Spot) {
        let one = self.table.single(from, to);
        debug_assert!(self.is_read_right(&one));
        self.push(one);
    }

    /// Writes the first of these steps, or some of them. Returns how many.
    fn push_steps(&mut self, played: &[Played]) -> usize {
        let one = self.table.step(&played[0]);
        if self.is_read_right(&one) {
            self.push(one);
            return 1;
        }
        let cells = self.table.cells();
        if let Some(free) = cells.iter().position(Option::is_none).map(Spot::Cell) {
            self.push_single(one.from, free);
            self.push_single(free, one.to);
            return 1;
        }
        if !cells.is_empty() {
            let (cell, aside) = (Spot::Cell(0), self.empty_column_besides(one.to));
            self.push_single(cell, aside);
            self.push_single(one.from, cell);
            self.push_single(cell, one.to);
            self.push_single(aside, cell);
            return 1;
        }
        if let Some((moves, steps)) = way_round(&self.table, played) {
            moves.into_iter().for_each(|one| self.push(one));
            return steps;
        }
        self.push(one);
        1
    }

    fn empty_column_besides(&self, target: Spot) -> Spot {
        let empty = self.table.columns().iter().enumerate().filter(|(_, cards)| cards.is_empty());
        let mut empty = empty.map(|(column, _)| Spot::Column(column));
        empty
            .find(|&column| column != target)
            .expect("more than one card fits, and no cell is free")
    }
}

/// Moves as a reader makes them to the position after the first steps, and how many steps: by the
/// columns of these steps and the empty ones, or else by all columns.
fn way_round(table: &Table, played: &[Played]) -> Option<(Vec<Move>, usize)> {
    let all: Vec<Spot> = (0..table.columns().len()).map(Spot::Column).collect();
    let empty = |spot: &Spot| table.top(*spot).is_none();
    let near: Vec<Spot> = all.iter().copied().filter(empty).collect();
    for mut places in [near, all] {
        let mut goal = table.clone();
        for (index, step) in played.iter().enumerate().take(GOALS_MAX) {
            goal.make(&goal.step(step));
            for place in [step.from, step.to] {
                if place != Spot::Foundation && !places.contains(&place) {
                    places.push(place);
                }
            }
            if let Some(moves) = way_to(table, &goal, &places) {
                return Some((moves, index + 1));
            }
        }
    }
    None
}

/// The fewest moves from one position to another by some columns, breadth-first.
fn way_to(start: &Table, goal: &Table, places: &[Spot]) -> Option<Vec<Move>> {
    let mut seen = HashSet::from([start.clone()]);
    let mut open = VecDeque::from([(start.clone(), Vec::new())]);
    while let Some((table, moves)) = open.pop_front() {
        for &from in places {
            for &to in places.iter().chain([&Spot::Foundation]) {
                let cards = table.read_as(from, to);
                if cards == 0 {
                    continue;
                }
                let base = table.cards(from, cards)[0];
                let one = Move { cards, base, from, to, automatic: false, steps: 1 };
                let mut next = table.clone();
                next.make(&one);
                if !is_before(&next, goal) || !seen.insert(next.clone()) {
                    continue;
                }
                let mut way: Vec<Move> = moves.clone();
                way.push(one);
                if next == *goal {
                    return Some(way);
                }
                if seen.len() > POSITIONS_MAX {
                    return None;
                }
                open.push_back((next, way));
            }
        }
    }
    None
}

/// Whether no foundation is higher than the goal wants it.
fn is_before(table: &Table, goal: &Table) -> bool {
    table.foundations().iter().zip(goal.foundations()).all(|(&rank, wanted)| rank <= wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;
    use crate::format::table::tests::{board, steps};
    use strata_verify::autoplay::Autoplay;
    use strata_verify::replay::{Verdict, replay};

    /// The text for these steps; the checker must read it as a solution.
    fn standard(start: &str, moves: &str) -> String {
        let text = Format::Standard.text(&Solution::of(board(start), &steps(moves)));
        let position = strata_verify::board::read_board(start, None).expect("a board");
        let read = strata_verify::solution::read_solution(&text).expect("moves");
        assert_eq!(replay(&position, &read, Autoplay::Off), Verdict::Won, "{text}");
        text
    }

    const UP: &str = "JS up, QS up, QH up, KS up, KH up";

    #[test]
    fn a_sequence_is_one_move() {
        let start = "Foundations: H-J C-K D-Q S-T\nFreecells: --\n: KD QH JS\n: KH\n: QS\n: KS\n";
        let moves = format!("QS cell, QS high, JS cell, QH bottom, JS high, {UP}, KD up");
        assert_eq!(standard(start, &moves), "3a a2 13 3h 2h 3h 4h 2h 1h\n");
    }

    #[test]
    fn part_of_a_sequence_is_written_as_single_cards() {
        let start = "Foundations: H-J C-K D-K S-T\nFreecells: -- --\n: KS QH JS\n: KH\n: QS\n:\n";
        // Three cards would fit; two are meant, and the second goes by way of a cell.
        let moves = format!("JS cell, QH bottom, JS high, {UP}");
        assert_eq!(standard(start, &moves), "1a 1b b4 a4 4h 3h 4h 1h 2h\n");
        // One is meant.
        assert_eq!(standard(start, &format!("JS bottom, {UP}")), "1a a4 4h 3h 1h 1h 2h\n");
    }

    #[test]
    fn with_all_cells_taken_a_card_waits_in_a_column() {
        let start = "Foundations: H-J C-K D-K S-T\nFreecells: QS --\n: KS QH JS\n: KH\n:\n:\n:\n";
        let moves = format!("KH cell, JS bottom, {UP}");
        assert_eq!(standard(start, &moves), "2b a3 1a a2 3a 2h ah 1h 1h bh\n");
    }

    #[test]
    fn without_cells_another_way_is_looked_for() {
        // JS is wanted alone in column 2. A reader of `12` takes QH along.
        let start =
            "# freecells: 0\nFoundations: H-J C-K D-K S-T\nFreecells:\n: KS QH JS\n:\n:\n: KH QS\n";
        assert_eq!(standard(start, &format!("JS bottom, {UP}")), "13 32 31 2h 4h 1h 1h 4h\n");
    }

    #[test]
    fn what_cannot_be_spelled_is_told_in_a_comment() {
        let start = board(
            "# freecells: 0\nFoundations: H-J C-K D-K S-T\nFreecells:\n\
                           : QH JS\n:\n:\n: KS\n: QS\n: KH\n",
        );
        let mut table = Table::of(&start);
        let mut moves = Vec::new();
        for (from, to) in [(4, 5), (0, 1), (1, 2)] {
            moves.push(table.single(Spot::Column(from), Spot::Column(to)));
            table.make(&moves[moves.len() - 1]);
        }
        let text = text(&start, &moves);
        assert_eq!(text, "56\n# the cards that the next move is of: 1\n12 23\n");
    }

    #[test]
    fn two_digits_are_parted_by_a_dash() {
        let start = "Foundations: H-K C-K D-K S-J\n:\n:\n:\n:\n:\n:\n:\n:\n:\n: KS\n: QS\n";
        let text = standard(start, "QS bottom, QS up, KS up");
        assert_eq!(text, "11-1 1h 10-h\n");
    }
}
