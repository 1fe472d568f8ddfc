//! A position as the quick search holds it, and how moves change it.
//!
//! A position is a state with its frame (see [`crate::arrival`]): six words. What makes the planes
//! a good ground for ordinary solving: **moving a whole sequence changes the bits of its deepest
//! card only**. The cards on it keep saying "I lie on my low parent", and that is still true. So a
//! sequence of five moves as cheaply as a single card, and the search thinks in sequences.
//!
//! An [`Atom`] is such a move: a card, with everything that lies on it, goes to a place. An [`Edge`]
//! is a meta-move: up to [`Edge::ATOMS_MAX`] atoms, packed in one word. Safe foundation moves are
//! made at once after every atom that is irreversible and are written down nowhere: whoever walks
//! along the edges again meets them again.

use crate::arrival::Arrival;
use crate::card::{CARDS, Card};
use crate::game::Game;
use crate::planes::Place;
use crate::rules::{Rules, next_up};
use crate::trace::To;

/// A position: a state and what its stuck cards leave free.
pub type Position = Arrival;

/// A card and all cards on it go to a place, or a card goes up. Nothing goes along to a cell, but where seats
/// lose nothing what lies on a card may go to other cells with it ([`super::kinds`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom {
    /// A plane of one.
    pub card: u64,
    /// Where it goes.
    pub to: To,
}

impl Atom {
    /// A card that goes to a place on the table or to a cell.
    #[inline(always)]
    pub const fn place(card: u64, place: Place) -> Atom {
        Atom { card, to: To::Place(place) }
    }

    /// A card that goes to its foundation.
    #[inline(always)]
    pub const fn up(card: u64) -> Atom {
        Atom { card, to: To::Up }
    }

    /// A number from 1 to 5 * 52.
    #[inline(always)]
    const fn code(self) -> u64 {
        let to = match self.to {
            To::Place(place) => place as u64,
            To::Up => 4,
        };
        self.card.trailing_zeros() as u64 * 5 + to + 1
    }

    fn from_code(code: u64) -> Atom {
        let (card, to) = ((code - 1) / 5, (code - 1) % 5);
        assert!(card < CARDS as u64);
        let to = if to == 4 { To::Up } else { To::Place(Place::ALL[to as usize]) };
        Atom { card: 1 << card, to }
    }

    /// The card that moves, with whatever lies on it.
    pub fn base(self) -> Card {
        Card::from_index(self.card.trailing_zeros() as usize)
    }
}

/// A meta-move: atoms in order, nine bits each, the first lowest; 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edge(u64);

const ATOM_BITS: u32 = 9;

impl Edge {
    /// Atoms that an edge has room for.
    pub const ATOMS_MAX: usize = 7;

    /// The edge of one atom.
    #[inline(always)]
    pub const fn of(atom: Atom) -> Edge {
        Edge(atom.code())
    }

    /// The number of its atoms.
    pub const fn len(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(ATOM_BITS) as usize
    }

    /// Atoms that are not foundation moves.
    #[inline(always)]
    pub fn moves(self) -> u16 {
        // The last atom alone can be one: a meta-move that digs ends with it.
        let len = self.len() as u32;
        if len == 0 {
            return 0;
        }
        let last = self.0 >> (ATOM_BITS * (len - 1));
        len as u16 - u16::from(last.is_multiple_of(5))
    }

    /// Whether it has no atom, as only the edge to the first position.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The edge with one atom more; `None` when it is full.
    #[inline(always)]
    pub fn then(self, atom: Atom) -> Option<Edge> {
        let len = self.len();
        (len < Edge::ATOMS_MAX).then(|| Edge(self.0 | atom.code() << (ATOM_BITS * len as u32)))
    }

    /// The atoms in order.
    pub fn atoms(self) -> impl Iterator<Item = Atom> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let atom = Atom::from_code(rest & ((1 << ATOM_BITS) - 1));
            rest >>= ATOM_BITS;
            Some(atom)
        })
    }
}

/// The position after an atom and the safe moves that follow.
#[inline(always)]
pub fn after(game: &Game, position: Position, atom: Atom) -> Position {
    match atom.to {
        To::Up => position.after_up(game, atom.card).carried(game),
        To::Place(place) => {
            let moved = placed(game, position, atom.card, place);
            // No reversible move leads from a live state to a forced one: see `moves`.
            let is_reversible = position.frame.tops & atom.card == 0;
            if is_reversible { moved } else { moved.carried(game) }
        }
    }
}

/// The position after a card and all cards on it have gone to a place: to a cell each, if it is a cell.
#[inline(always)]
pub fn placed(game: &Game, position: Position, card: u64, place: Place) -> Position {
    let mut moved = position;
    if place == Place::Cell && game.rules().seats_lose_nothing() {
        let mut above = child_on(game.rules(), &moved, card);
        while above != 0 {
            moved.state.put(above, Place::Cell);
            above = child_on(game.rules(), &moved, above);
        }
    }
    moved.after_placing(game, card, place)
}

/// What the moves of a position are found from, each a set of cards or a number.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Loose cards that no stuck card covers, and the top stuck card of each column.
    pub free: u64,
    /// The cards in cells.
    pub cells: u64,
    /// The loose cards at the bottoms of columns.
    pub bottoms: u64,
    /// Cards that nothing lies on: those that a column ends with, and the cells.
    pub in_reach: u64,
    /// The cards that columns end with.
    pub exposed: u64,
    /// Cards that their foundations take next, wherever they lie.
    pub next: u64,
    /// Cells without a card.
    pub cells_free: u32,
    /// Columns without a card.
    pub columns_empty: u32,
    /// The rules of the board.
    pub rules: Rules,
}

impl View {
    /// What moves depend on, worked out once for a position.
    #[inline(always)]
    pub fn of(game: &Game, position: &Position) -> View {
        let state = position.state;
        let free = position.frame.movable | position.frame.tops;
        let (cells, bottoms) = (state.cells(), state.bottoms());
        let rules = game.rules();
        let in_reach = free & !state.covered(rules);
        View {
            free,
            cells,
            bottoms,
            in_reach,
            exposed: in_reach & !cells,
            next: next_up(state.fingerprint.founded),
            cells_free: u32::from(rules.freecells) - cells.count_ones(),
            columns_empty: game.columns_for_loose(state.fingerprint.stuck) - bottoms.count_ones(),
            rules,
        }
    }

    /// Cards of a sequence that can go onto a parent in one move.
    #[inline(always)]
    pub fn onto_parent_max(&self) -> u32 {
        self.rules.sequence_max(self.cells_free, self.columns_empty)
    }

    /// Cards of a sequence that can go to an empty column in one move; 0 without one.
    #[inline(always)]
    pub fn to_empty_max(&self) -> u32 {
        self.rules.sequence_max_to_empty(self.cells_free, self.columns_empty)
    }
}

/// The cards that the cards of `children`, all loose and not in cells, lie on.
#[inline(always)]
pub fn parents_below(rules: Rules, position: &Position, children: u64) -> u64 {
    let planes = position.state.planes;
    rules.parents_of(children & planes.on_low(), children & planes.on_high())
}

/// The loose card that lies on a free card, as a plane; 0 if there is none.
#[inline(always)]
pub fn child_on(rules: Rules, position: &Position, card: u64) -> u64 {
    let (planes, movable) = (position.state.planes, position.frame.movable);
    let on_low = rules.children_of_low(card) & planes.on_low();
    (on_low | rules.children_of_high(card) & planes.on_high()) & movable
}

/// The last card of the column that a free card lies in, and the number of cards above that card.
#[inline(always)]
pub fn top_above(rules: Rules, position: &Position, mut card: u64) -> (u64, u32) {
    let mut height = 0;
    loop {
        let child = child_on(rules, position, card);
        if child == 0 {
            return (card, height);
        }
        (card, height) = (child, height + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_give_back_their_atoms() {
        let atoms: Vec<Atom> = (0..Edge::ATOMS_MAX)
            .map(|index| match index % 3 {
                0 => Atom::up(1 << (51 - index)),
                1 => Atom::place(1 << index, Place::HighParent),
                _ => Atom::place(1, Place::Cell),
            })
            .collect();
        let mut edge = Edge::of(atoms[0]);
        for &atom in &atoms[1..] {
            edge = edge.then(atom).expect("room");
        }
        assert_eq!(edge.len(), atoms.len());
        assert_eq!(edge.atoms().collect::<Vec<_>>(), atoms);
        assert_eq!(edge.then(atoms[0]), None);
        assert!(Edge::default().is_empty() && Edge::default().atoms().next().is_none());
    }
}
