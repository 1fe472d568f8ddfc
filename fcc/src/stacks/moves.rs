//! All moves of a state, and the state after one.
//!
//! Nothing is left out that a solution could need:
//!
//! - Columns that are equal are one column, cells that hold equal cards one cell, and empty columns one column: a
//!   move from or to another of them gives the same state.
//! - Card by card, the atoms are moves of single cards. Sequences that fit go as one besides, which only
//!   makes ways shorter; to an empty column it is all of the sequence or its last card.
//! - As one, any part of a sequence up to its end moves, onto a card or to an empty column.
//! - A whole column does not go to an empty one: the state would be the same.
//! - Where no card may open a column, a card that lies at the bottom of one with nothing or its sequence on it
//!   goes nowhere but up. An emptied column is of no use, and a card that stays at a bottom is in nobody's way.
//!   Take the moves of a solution and leave this one out: the parent or the cell that it went to stays free,
//!   what is put on the card is put on it where it lies, and what would move it along moves without it. (Where
//!   whole suits go up, they have to be brought together first, and the card does move.)
//! - Safe cards go up at once ([`Rules::is_safe_up`]): the states of scans have none.
//!
//! The order of the moves is fixed: up, onto cards, to empty columns, into cells.

use super::columns::{Columns, EMPTY};
use super::position::{COLUMNS_MAX, Position};
use crate::card::Card;
use crate::rules::{Fill, Rules, Sequences};

/// A move between places of a sorted position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// A column, or a cell behind the columns: see [`Step::cell`].
    pub from: u8,
    /// A column, [`Step::TO_CELL`] or [`Step::UP`].
    pub to: u8,
    /// How many cards move.
    pub cards: u8,
}

impl Step {
    /// To a free cell.
    pub const TO_CELL: u8 = 62;
    /// To a foundation.
    pub const UP: u8 = 63;
    /// The number of the first cell as a place that cards come from.
    const FIRST_CELL: u8 = COLUMNS_MAX as u8;

    /// Bits of a packed step.
    pub const BITS: u32 = 19;

    /// The cell that it comes from, if it is one.
    pub fn cell(self) -> Option<usize> {
        self.from.checked_sub(Step::FIRST_CELL).map(usize::from)
    }

    /// In [`Step::BITS`] bits.
    pub fn pack(self) -> u32 {
        u32::from(self.from) | u32::from(self.to) << 6 | u32::from(self.cards) << 12
    }

    /// Reads a packed step.
    pub fn unpack(bits: u32) -> Step {
        let part = |shift: u32, width: u32| (bits >> shift & ((1 << width) - 1)) as u8;
        Step { from: part(0, 6), to: part(6, 6), cards: part(12, 7) }
    }
}

/// The moves of a state.
pub struct Moves<'a> {
    position: &'a Position,
    columns: &'a Columns,
    rules: Rules,
    free_cells: usize,
    empty_columns: usize,
}

impl<'a> Moves<'a> {
    /// Looks at a sorted position.
    pub fn of(position: &'a Position, columns: &'a Columns, rules: Rules) -> Moves<'a> {
        let free_cells = position.free_cells(rules);
        let empty_columns = position.empty_columns(rules);
        Moves { position, columns, rules, free_cells, empty_columns }
    }

    /// Lists all moves.
    pub fn list(&self, list: &mut Vec<Step>) {
        list.clear();
        self.up(list);
        for from in self.sources() {
            self.onto_cards(from, list);
        }
        self.cells_onto_cards(list);
        if self.empty_columns > 0 && self.rules.fill != Fill::Nothing {
            for from in self.sources() {
                self.to_empty(from, list);
            }
            self.cells_to_empty(list);
        }
        if self.free_cells > 0 {
            let can_leave = |from: &usize| !self.stays(*from, 1);
            let step = |from: usize| Step { from: from as u8, to: Step::TO_CELL, cards: 1 };
            list.extend(self.sources().filter(can_leave).map(step));
        }
    }

    /// The columns with cards, one of those that are equal.
    fn sources(&self) -> impl Iterator<Item = usize> + use<'_> {
        let columns = &self.position.columns[..usize::from(self.rules.columns)];
        (self.empty_columns..columns.len())
            .filter(move |&at| at == 0 || columns[at] != columns[at - 1])
    }

    /// The cells with cards, one of those that are equal.
    fn cells(&self) -> impl Iterator<Item = (u8, Card)> + use<'_> {
        let used = usize::from(self.rules.freecells) - self.free_cells;
        (0..used).filter_map(move |at| {
            let card = self.position.cell(at)?;
            let is_twin = at > 0 && self.position.cell(at - 1) == Some(card);
            (!is_twin).then_some((Step::FIRST_CELL + at as u8, card))
        })
    }

    /// Whether so many cards of a column are all of it, and there is no use in moving them to a column or cell.
    fn stays(&self, from: usize, cards: usize) -> bool {
        let len = usize::from(self.columns.node(self.position.columns[from]).len);
        self.rules.fill == Fill::Nothing && self.rules.cards_up_at_once() == 1 && len == cards
    }

    fn up(&self, list: &mut Vec<Step>) {
        let at_once = self.rules.cards_up_at_once();
        for from in self.sources() {
            let node = self.columns.node(self.position.columns[from]);
            let goes = match at_once {
                1 => node.top().is_some_and(|card| self.position.takes(card, self.rules)),
                whole => usize::from(node.run) == whole,
            };
            if goes {
                list.push(Step { from: from as u8, to: Step::UP, cards: at_once as u8 });
            }
        }
        if at_once == 1 {
            let takes = |(_, card): &(u8, Card)| self.position.takes(*card, self.rules);
            let step = |(from, _)| Step { from, to: Step::UP, cards: 1 };
            list.extend(self.cells().filter(takes).map(step));
        }
    }

    /// Moves from a column onto cards of others: the ranks say how many cards go.
    fn onto_cards(&self, from: usize, list: &mut Vec<Step>) {
        let source = self.position.columns[from];
        let node = self.columns.node(source);
        let Some(last) = node.top() else { return };
        let room = self.rules.sequence_max(self.free_cells as u32, self.empty_columns as u32);
        for to in self.targets(from) {
            let parent = self.columns.node(self.position.columns[to]).top().expect("a card");
            let Some(cards) = parent.rank().checked_sub(last.rank()).map(usize::from) else {
                continue;
            };
            if cards == 0 || cards > usize::from(node.run) || cards > room as usize {
                continue;
            }
            let deepest = self.columns.card_from_end(source, cards);
            if self.rules.goes_on(deepest, parent) && !self.stays(from, cards) {
                list.push(Step { from: from as u8, to: to as u8, cards: cards as u8 });
            }
        }
    }

    /// The columns with cards other than one, one of those that are equal.
    fn targets(&self, from: usize) -> impl Iterator<Item = usize> + use<'_> {
        let columns = &self.position.columns;
        let last = usize::from(self.rules.columns);
        (self.empty_columns..last).filter(move |&to| {
            let is_twin = to > 0 && to - 1 != from && columns[to] == columns[to - 1];
            to != from && !is_twin
        })
    }

    fn cells_onto_cards(&self, list: &mut Vec<Step>) {
        for (from, card) in self.cells() {
            for to in self.sources() {
                let parent = self.columns.node(self.position.columns[to]).top().expect("a card");
                if self.rules.goes_on(card, parent) {
                    list.push(Step { from, to: to as u8, cards: 1 });
                }
            }
        }
    }

    fn to_empty(&self, from: usize, list: &mut Vec<Step>) {
        let source = self.position.columns[from];
        let node = self.columns.node(source);
        let (cells, columns) = (self.free_cells as u32, self.empty_columns as u32);
        let room = self.rules.sequence_max_to_empty(cells, columns) as usize;
        let most = usize::from(node.run).min(room);
        for cards in 1..=most {
            // Card by card, parts of a sequence are left to single cards.
            if self.rules.sequences == Sequences::Limited && cards > 1 && cards < most {
                continue;
            }
            let deepest = self.columns.card_from_end(source, cards);
            if cards < usize::from(node.len) && self.rules.openers() & deepest.bit() != 0 {
                list.push(Step { from: from as u8, to: 0, cards: cards as u8 });
            }
        }
    }

    fn cells_to_empty(&self, list: &mut Vec<Step>) {
        let opens = |(_, card): &(u8, Card)| self.rules.openers() & card.bit() != 0;
        list.extend(self.cells().filter(opens).map(|(from, _)| Step { from, to: 0, cards: 1 }));
    }
}

/// The state after a move, its safe cards up, sorted.
pub fn after(
    position: &Position,
    step: Step,
    columns: &mut Columns,
    shape: super::position::Shape,
) -> Position {
    let mut next = *position;
    let cards = usize::from(step.cards);
    let (card, source) = match step.cell() {
        Some(cell) => {
            let card = next.cell(cell).expect("a card in the cell");
            next.set_cell(cell, None);
            (card, None)
        }
        None => {
            let from = usize::from(step.from);
            let source = next.columns[from];
            next.columns[from] = columns.without(source, cards);
            (columns.node(source).top().expect("a card in the column"), Some(source))
        }
    };
    match step.to {
        Step::UP if cards > 1 => next.raise_suit(card.suit()),
        Step::UP => next.raise(card),
        Step::TO_CELL => {
            let cells = 0..usize::from(shape.rules.freecells);
            let free = cells.into_iter().find(|&cell| next.cell(cell).is_none());
            next.set_cell(free.expect("a free cell"), Some(card));
        }
        to => {
            let target = &mut next.columns[usize::from(to)];
            *target = match source {
                Some(source) if cards > 1 => columns.carried(source, *target, cards),
                _ => columns.with(*target, card),
            };
        }
    }
    raise_safe(&mut next, columns, shape.rules);
    next.sort(shape);
    next
}

/// Brings up all cards that are safe. Their order does not matter: a card that is safe stays so when others
/// go up.
pub fn raise_safe(position: &mut Position, columns: &Columns, rules: Rules) {
    if rules.cards_up_at_once() > 1 {
        return;
    }
    let mut again = true;
    while std::mem::take(&mut again) {
        for at in 0..usize::from(rules.columns) {
            while let Some(card) = columns.node(position.columns[at]).top() {
                if !is_safe(position, card, rules) {
                    break;
                }
                position.raise(card);
                position.columns[at] = columns.node(position.columns[at]).below;
                again = true;
            }
        }
        for at in 0..usize::from(rules.freecells) {
            if let Some(card) = position.cell(at).filter(|&card| is_safe(position, card, rules)) {
                position.raise(card);
                position.set_cell(at, None);
                again = true;
            }
        }
    }
}

#[inline]
fn is_safe(position: &Position, card: Card, rules: Rules) -> bool {
    position.takes(card, rules) && rules.is_safe_up(card, position.foundations)
}

const _: () = assert!(EMPTY == 0, "empty columns come first when sorted");
