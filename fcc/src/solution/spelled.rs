//! Standard notation, spelled so that a reader makes the moves that were meant.
//!
//! `26` does not tell how many cards go. Onto a card the ranks tell it; onto an empty column readers
//! move the longest sequence that fits ([`Board::read_as`]). Where fewer are meant, the move is written as
//! the single moves that were played, and the same question arises for a single card that is taken from a
//! sequence to an empty column. It is then written by a detour:
//!
//! 1. with a cell free, into the cell and on to the column;
//! 2. with every cell taken but a second empty column, a card waits there while its cell is used;
//! 3. else a small search looks for moves, as a reader would make them, to one of the next positions.
//!
//! Card by card one of the first two does if there are cells, since without a second empty column one card
//! would be all that fits. Where sequences move as one, a part of one goes by the cells if they are enough for
//! all of it (1), and else by the search.
//!
//! The third may find nothing: two cards that are a column of their own, beside two empty columns, can hardly
//! be parted in this notation. The move is then marked as one that is not clear from its name. The question
//! arises only where any card may open a column: a king is always the last of what can go with it.

use super::Solution;
use crate::board::Board;
use crate::notation::{Move, Spot};
use std::collections::{HashSet, VecDeque};

/// Positions after the one that cannot be spelled which the search tries to reach.
const GOALS_MAX: usize = 12;
/// Positions that the search looks at for each of them.
const POSITIONS_MAX: usize = 4_000;

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// The move that the word stands for.
    pub one: Move,
    /// Whether a reader takes its name as this move.
    pub is_clear: bool,
}

pub(super) fn spelled(solution: &Solution) -> Vec<Spelled> {
    let Solution { board, singles, moves, lengths, .. } = solution;
    let mut joined: Vec<Option<(&Move, usize)>> = vec![None; singles.len()];
    let mut at = 0;
    for (one, &steps) in moves.iter().zip(lengths) {
        joined[at] = Some((one, steps));
        at += steps;
    }
    let mut writer = Writer { board: board.clone(), moves: Vec::new() };
    at = 0;
    while at < singles.len() {
        at += match joined[at] {
            Some((one, steps)) if writer.is_clear(one) => {
                writer.push(one.clone());
                steps
            }
            _ => writer.push_singles(&singles[at..]),
        };
    }
    writer.moves
}

/// The moves so far and the position after them.
struct Writer {
    board: Board,
    moves: Vec<Spelled>,
}

impl Writer {
    fn is_clear(&self, one: &Move) -> bool {
        self.board.read_as(one.from, one.to).as_ref() == Some(one)
    }

    fn push(&mut self, one: Move) {
        let is_clear = self.is_clear(&one);
        self.board.make(&one);
        self.moves.push(Spelled { one, is_clear });
    }

    /// Writes moves of the card that is free at each place, from one to the next.
    fn push_detour(&mut self, places: &[(Spot, Spot)]) -> usize {
        for &(from, to) in places {
            let one = self.board.single(from, to).expect("a card to move");
            debug_assert!(self.is_clear(&one));
            self.push(one);
        }
        1
    }

    /// Writes the first of these moves, or some of them. Returns how many.
    fn push_singles(&mut self, singles: &[Move]) -> usize {
        let one = &singles[0];
        if self.is_clear(one) {
            self.push(one.clone());
            return 1;
        }
        let detour = self.by_cells(one).or_else(|| self.by_a_column(one));
        if let Some(places) = detour {
            return self.push_detour(&places);
        }
        let way = way_round(&self.board, singles);
        let (moves, count) = way.unwrap_or_else(|| (vec![one.clone()], 1));
        moves.into_iter().for_each(|one| self.push(one));
        count
    }

    /// Every card of the move into a cell and on from there.
    fn by_cells(&self, one: &Move) -> Option<Vec<(Spot, Spot)>> {
        let cells = self.board.cells().iter().enumerate().filter(|(_, cell)| cell.is_none());
        let cells: Vec<Spot> =
            cells.map(|(index, _)| Spot::Cell(index)).take(one.cards.len()).collect();
        let off = cells.iter().map(|&cell| (one.from, cell));
        let on = cells.iter().rev().map(|&cell| (cell, one.to));
        (cells.len() == one.cards.len()).then(|| off.chain(on).collect())
    }

    /// A single card by a cell whose own card waits in a column.
    fn by_a_column(&self, one: &Move) -> Option<Vec<(Spot, Spot)>> {
        let (cell, aside) = (Spot::Cell(0), self.empty_column_besides(one.to)?);
        let is_so = one.cards.len() == 1 && !self.board.pile(cell).is_empty();
        is_so.then(|| vec![(cell, aside), (one.from, cell), (cell, one.to), (aside, cell)])
    }

    fn empty_column_besides(&self, target: Spot) -> Option<Spot> {
        columns(&self.board).find(|&column| column != target && self.board.pile(column).is_empty())
    }
}

fn columns(board: &Board) -> impl Iterator<Item = Spot> + use<> {
    (0..board.columns().len()).map(Spot::Column)
}

/// Moves as a reader makes them to the position after the first single ones, and how many of these: by
/// their columns and the empty ones, or else by all columns.
fn way_round(board: &Board, singles: &[Move]) -> Option<(Vec<Move>, usize)> {
    let empty = columns(board).filter(|&column| board.pile(column).is_empty()).collect();
    for mut places in [empty, columns(board).collect::<Vec<Spot>>()] {
        for (index, goal) in board.after_each(singles).enumerate().take(GOALS_MAX) {
            for place in [singles[index].from, singles[index].to] {
                if place != Spot::Foundation && !places.contains(&place) {
                    places.push(place);
                }
            }
            if let Some(moves) = way_to(board, &goal, &places) {
                return Some((moves, index + 1));
            }
        }
    }
    None
}

/// The fewest moves from one position to another by some columns, breadth-first.
fn way_to(start: &Board, goal: &Board, places: &[Spot]) -> Option<Vec<Move>> {
    let mut seen = HashSet::from([start.clone()]);
    let mut open = VecDeque::from([(start.clone(), Vec::new())]);
    while let Some((board, moves)) = open.pop_front() {
        for &from in places {
            for &to in places.iter().chain([&Spot::Foundation]) {
                let Some(one) = board.read_as(from, to) else { continue };
                let mut next = board.clone();
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
fn is_before(board: &Board, goal: &Board) -> bool {
    let up = |board: &Board| [board.foundations(), board.second_foundations()].concat();
    up(board).iter().zip(up(goal)).all(|(&rank, wanted)| rank <= wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Sequences;
    use crate::solution::tests::{board, steps};

    /// The names for these steps; a reader must be able to make the moves and win.
    fn standard(start: &str, moves: &str) -> String {
        let mut position = board(start);
        let spelled = Solution::of(&position, &steps(moves)).spelled();
        for Spelled { one, is_clear } in &spelled {
            assert_eq!(position.read_as(one.from, one.to).as_ref(), Some(one));
            assert!(is_clear);
            position.make(one);
        }
        assert!(position.is_won());
        let names: Vec<String> = spelled.iter().map(|spelled| spelled.one.to_string()).collect();
        names.join(" ")
    }

    const UP: &str = "JS up, QS up, QH up, KS up, KH up";

    #[test]
    fn a_sequence_is_one_move() {
        let start = "Foundations: H-J C-K D-Q S-T\nFreecells: --\n: KD QH JS\n: KH\n: QS\n: KS\n";
        let moves = format!("QS cell, QS high, JS cell, QH bottom, JS high, {UP}, KD up");
        assert_eq!(standard(start, &moves), "3a a2 13 3h 2h 3h 4h 2h 1h");
    }

    #[test]
    fn part_of_a_sequence_is_written_as_single_cards() {
        let start = "Foundations: H-J C-K D-K S-T\nFreecells: -- --\n: KS QH JS\n: KH\n: QS\n:\n";
        // Three cards would fit; two are meant, and the second goes by way of a cell.
        let moves = format!("JS cell, QH bottom, JS high, {UP}");
        assert_eq!(standard(start, &moves), "1a 1b b4 a4 4h 3h 4h 1h 2h");
        // One is meant.
        assert_eq!(standard(start, &format!("JS bottom, {UP}")), "1a a4 4h 3h 1h 1h 2h");
    }

    #[test]
    fn with_all_cells_taken_a_card_waits_in_a_column() {
        let start = "Foundations: H-J C-K D-K S-T\nFreecells: QS --\n: KS QH JS\n: KH\n:\n:\n:\n";
        let moves = format!("KH cell, JS bottom, {UP}");
        assert_eq!(standard(start, &moves), "2b a3 1a a2 3a 2h ah 1h 1h bh");
    }

    #[test]
    fn without_cells_another_way_is_looked_for() {
        // JS is wanted alone in column 2. A reader of `12` takes QH along.
        let start =
            "# freecells: 0\nFoundations: H-J C-K D-K S-T\nFreecells:\n: KS QH JS\n:\n:\n: KH QS\n";
        assert_eq!(standard(start, &format!("JS bottom, {UP}")), "13 32 31 2h 4h 1h 1h 4h");
    }

    #[test]
    fn what_cannot_be_spelled_is_marked() {
        let start = "# freecells: 0\nFoundations: H-J C-K D-K S-T\nFreecells:\n\
                     : QH JS\n:\n:\n: KS\n: QS\n: KH\n";
        let way = Solution::of_names(&board(start), &["56", "12", "23"]).expect("legal moves");
        let is_clear: Vec<bool> = way.spelled().iter().map(|spelled| spelled.is_clear).collect();
        assert_eq!(is_clear, [true, false, true]);
    }

    /// The names of steps where sequences move as one, with a mark at those that are not clear.
    fn as_one(start: &str, moves: &str) -> String {
        let mut position = board(start);
        position.rules.sequences = Sequences::Unlimited;
        let way = Solution::of_way(&position, &steps(moves));
        let spelled = way.spelled();
        spelled.iter().for_each(|spelled| position.make(&spelled.one));
        assert_eq!(position, *way.end());
        let mark = |is_clear: bool| if is_clear { "" } else { "?" };
        let name = |one: &Spelled| format!("{}{}", one.one, mark(one.is_clear));
        spelled.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_part_of_a_sequence_that_moves_as_one_goes_by_the_cells() {
        let start = "# freecells: 2\nFoundations: H-J C-K D-K S-T\nFreecells: -- --\n\
                     : KS QH JS\n: KH\n: QS\n:\n";
        assert_eq!(as_one(start, "QH bottom, QH high, KS bottom"), "1a 1b b4 a4 41 14");
        // With one cell the search finds what the next moves lead to.
        let start = start.replace("-- --", "--").replace("2", "1");
        assert_eq!(as_one(&start, &format!("QH bottom, {UP}")), "1h 1h 3h 1h 2h");
    }

    #[test]
    fn a_part_of_a_sequence_that_nothing_can_part_is_marked() {
        let start = "# freecells: 1\nFoundations: H-J C-K D-K S-T\nFreecells: KH\n\
                     : KS QH JS\n: QS\n:\n";
        assert_eq!(as_one(start, "QH bottom"), "13?");
        // A single card of it, with every cell taken and no second column.
        assert_eq!(as_one(start, "JS bottom"), "13?");
    }

    #[test]
    fn two_digits_are_parted_by_a_dash() {
        let start = "Foundations: H-K C-K D-K S-J\n:\n:\n:\n:\n:\n:\n:\n:\n:\n: KS\n: QS\n";
        let text = standard(start, "QS bottom, QS up, KS up");
        assert_eq!(text, "11-1 1h 10-h");
    }
}
