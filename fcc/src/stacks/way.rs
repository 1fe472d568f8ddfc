//! The way to a state: back over the parents, then played on the board.
//!
//! A step names places of a sorted position. On the board the columns lie in another order, and are found by their
//! contents. Every move is one of the rule book ([`Board::play`]), and the board after each step must be the
//! state that the search went to.

use super::columns::{ColumnId, Columns, EMPTY};
use super::moves::Step;
use super::position::{Position, Shape};
use super::states::{ROOT, StateId, States};
use crate::board::Board;
use crate::notation::{Move, Spot};
use crate::rules::Sequences;

/// A step from a state and the state it leads to.
pub type Leg = (Step, StateId);

/// The steps from the root to a state.
pub fn to(state: StateId, states: &States) -> Vec<Leg> {
    let mut legs = Vec::new();
    let mut at = state;
    while let Some((parent, step)) = states.origin(at) {
        legs.push((step, at));
        at = parent;
    }
    legs.reverse();
    legs
}

/// The moves of a way on the board that it begins with. Card by card, sequences are taken apart.
///
/// # Panics
/// When a step is illegal or leads to another state: a bug, and nothing may be printed.
pub fn moves(board: &Board, way: &[Leg], states: &States, columns: &mut Columns) -> Vec<Move> {
    let mut player = Player { board: board.clone(), moves: Vec::new(), columns };
    player.raise_safe();
    let mut before = states.position(ROOT);
    for &(step, state) in way {
        let one = player.named(&before, step);
        player.play(one);
        player.raise_safe();
        before = states.position(state);
        assert_eq!(player.position(), before, "{step:?} leads elsewhere:\n{}", player.board);
    }
    player.moves
}

struct Player<'a> {
    board: Board,
    moves: Vec<Move>,
    columns: &'a mut Columns,
}

impl Player<'_> {
    /// The board as a state.
    fn position(&mut self) -> Position {
        let mut position = Position::of(&self.board, self.columns);
        position.sort(Shape::new(self.board.rules()));
        position
    }

    /// The move of the board that a step of a sorted position stands for.
    fn named(&mut self, before: &Position, step: Step) -> Move {
        let ids: Vec<ColumnId> =
            self.board.columns().iter().map(|cards| self.columns.of(cards)).collect();
        let column_of = |id: ColumnId, except: Option<Spot>| {
            let all = (0..ids.len()).filter(|&at| except != Some(Spot::Column(at)));
            Spot::Column(all.into_iter().find(|&at| ids[at] == id).expect("a column of the board"))
        };
        let cell_of = |card| {
            let cell = self.board.cells().iter().position(|&cell| cell == card);
            Spot::Cell(cell.expect("a cell of the board"))
        };
        let from = match step.cell() {
            Some(cell) => cell_of(before.cell(cell)),
            None => column_of(before.columns[usize::from(step.from)], None),
        };
        let to = match step.to {
            Step::UP => Spot::Foundation,
            Step::TO_CELL => cell_of(None),
            to => column_of(before.columns[usize::from(to)], Some(from)),
        };
        let pile = self.board.pile(from);
        let cards = pile[pile.len() - usize::from(step.cards)..].to_vec();
        Move { cards, from, to }
    }

    fn make(&mut self, one: Move) {
        self.board.make(&one);
        self.moves.push(one);
    }

    fn play(&mut self, one: Move) {
        match (one.from, one.to) {
            (Spot::Column(from), Spot::Column(to))
                if self.board.rules().sequences == Sequences::Limited && one.cards.len() > 1 =>
            {
                let empty = |&at: &usize| at != to && self.board.columns()[at].is_empty();
                let usable = self.board.rules().columns_for_any(u32::MAX) > 0;
                let columns = (0..self.board.columns().len()).filter(|_| usable);
                let empty: Vec<usize> = columns.filter(empty).collect();
                self.carry(one.cards.len(), from, to, &empty);
            }
            _ => self.make(one),
        }
    }

    /// Moves a sequence card by card, by way of the free cells and these empty columns: what is too much for
    /// the cells waits in an empty column.
    fn carry(&mut self, cards: usize, from: usize, to: usize, empty: &[usize]) {
        let cells = self.board.cells().iter();
        let free: Vec<usize> =
            cells.enumerate().filter(|(_, cell)| cell.is_none()).map(|(at, _)| at).collect();
        if cards <= free.len() + 1 {
            let (from, to) = (Spot::Column(from), Spot::Column(to));
            for &cell in &free[..cards - 1] {
                self.single(from, Spot::Cell(cell));
            }
            self.single(from, to);
            for &cell in free[..cards - 1].iter().rev() {
                self.single(Spot::Cell(cell), to);
            }
            return;
        }
        let (&wait, rest) = empty.split_first().expect("as much room as the rules say");
        let most = (free.len() + 1) << rest.len();
        let waiting = cards - most.min(cards - 1);
        self.carry(waiting, from, wait, rest);
        self.carry(cards - waiting, from, to, rest);
        self.carry(waiting, wait, to, rest);
    }

    fn single(&mut self, from: Spot, to: Spot) {
        let one = self.board.single(from, to).expect("a card to move");
        self.make(one);
    }

    /// Brings up what is safe.
    fn raise_safe(&mut self) {
        while let Some(one) = self.safe_move() {
            self.make(one);
        }
    }

    fn safe_move(&self) -> Option<Move> {
        let (rules, board) = (self.board.rules(), &self.board);
        let columns = (0..board.columns().len()).map(Spot::Column);
        let cells = (0..board.cells().len()).map(Spot::Cell);
        let foundations = [board.foundations(), board.second_foundations()];
        let singles = columns.chain(cells).filter_map(|from| board.single(from, Spot::Foundation));
        singles.into_iter().find(|one| {
            rules.is_safe_up(one.card(), foundations) && board.clone().play(one).is_ok()
        })
    }
}

const _: () = assert!(EMPTY == 0 && ROOT == 0);
