//! Kinds of moves, and named sets of kinds in an order.
//!
//! A kind is one idea of what to do next. The *plain* kinds move one card or one sequence; together
//! they hold every legal move of a single card, the reversible ones included, and every legal move of a
//! sequence where sequences move as one; a set that has them all is [`Complete`], whatever the rules. The *meta* kinds of [`super::meta`] make several moves as one. A set that
//! leaves plain kinds out is quicker and may miss the only way: it has no witness of completeness,
//! and without one nobody can say that a deal is impossible.
//!
//! **Seats that lose nothing.** Built by suit, a card has one parent, and nobody else lies there. Scans make use
//! of that ([`MoveSet::expand_needed`]): a card of a cell whose parent is the last card of a column goes there
//! at once and no other move is made; and what goes to cells is whole sequences, as one move, from a card that
//! lies on no parent up. Nothing is lost. Call a position *seated* when no card of a cell can go onto its
//! parent. Seats are in nobody's way, so every position P has one seated form S, whatever the order. Say a single
//! card goes from P to Q. In S the cards on it are *j* more than in P, and these were in cells: *j* more
//! cells are free. So with the cards on it it can make the same move in S: onto a parent or to an empty column,
//! since *j + 1* cards need *j* free cells; up, since then nothing is on it; to cells, since *j + 1* are free. Where
//! that leads has the same seated form as Q. If it went to a cell off its parent, it is S again; if it went to
//! its parent from a cell, too. Where sequences move as one, those of P with the cards on them are sequences of S.
//! So whatever can be reached has its seated form reached, and a won position is won in its seated form.
//! Breadth-first scans do without, since a seat too early may be a move too many.

use super::position::{Edge, Position};
use std::fmt;

/// One idea of what to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A card goes to its foundation.
    Up,
    /// A sequence that does not lie on a parent goes onto one.
    Join,
    /// A card of a cell goes onto a parent.
    Seat,
    /// A sequence goes from one parent to another.
    Shift,
    /// The last card of a column goes to a cell; in [`MoveSet::expand_needed`] with its sequence, if seats lose
    /// nothing.
    Park,
    /// A sequence goes to an empty column.
    Open,
    /// A card of a cell goes to an empty column.
    Drop,
    /// Cards are dug off the next card of a foundation, and it goes up.
    Dig,
    /// Cards are dug off a card, and what goes onto it comes.
    Bare,
    /// A column is emptied.
    Empty,
}

impl Kind {
    /// Every kind, in the order of plans.
    pub const ALL: [Kind; 10] = [
        Kind::Up,
        Kind::Join,
        Kind::Seat,
        Kind::Shift,
        Kind::Park,
        Kind::Open,
        Kind::Drop,
        Kind::Dig,
        Kind::Bare,
        Kind::Empty,
    ];
    /// The kinds that hold every move of a single card.
    pub const PLAIN: [Kind; 7] =
        [Kind::Up, Kind::Join, Kind::Seat, Kind::Shift, Kind::Park, Kind::Open, Kind::Drop];

    /// The word of plans.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Up => "up",
            Kind::Join => "join",
            Kind::Seat => "seat",
            Kind::Shift => "shift",
            Kind::Park => "park",
            Kind::Open => "open",
            Kind::Drop => "drop",
            Kind::Dig => "dig",
            Kind::Bare => "bare",
            Kind::Empty => "empty",
        }
    }

    /// The kind with this word.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    const fn bit(self) -> u16 {
        1 << self as u8
    }
}

/// The witness that a set leaves no legal move out. Only [`MoveSet::complete`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Complete(());

/// Kinds in an order, some of them tied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSet {
    groups: Vec<Vec<Kind>>,
    kinds: u16,
    /// For each kind the number of its group.
    rank: [u8; Kind::ALL.len()],
}

impl MoveSet {
    /// Groups of kinds; those of one group are equals. A kind that is named twice counts once.
    pub fn new(groups: Vec<Vec<Kind>>) -> MoveSet {
        let mut set = MoveSet { groups: Vec::new(), kinds: 0, rank: [u8::MAX; Kind::ALL.len()] };
        for group in groups {
            let fresh: Vec<Kind> = group.into_iter().filter(|&kind| !set.has(kind)).collect();
            for &kind in &fresh {
                set.kinds |= kind.bit();
                set.rank[kind as usize] = set.groups.len() as u8;
            }
            if !fresh.is_empty() {
                set.groups.push(fresh);
            }
        }
        set
    }

    /// The kinds in their order of trial; those of one group are tried together.
    pub fn groups(&self) -> &[Vec<Kind>] {
        &self.groups
    }

    /// Whether moves of this kind are made at all.
    #[inline(always)]
    pub fn has(&self, kind: Kind) -> bool {
        self.kinds & kind.bit() != 0
    }

    /// The number of the group that a kind of the set is in.
    #[inline(always)]
    pub fn rank(&self, kind: Kind) -> u8 {
        self.rank[kind as usize]
    }

    /// The witness, for a set with every plain kind.
    pub fn complete(&self) -> Option<Complete> {
        Kind::PLAIN.iter().all(|&kind| self.has(kind)).then_some(Complete(()))
    }

    /// Whether it has kinds that make several moves as one.
    #[inline(always)]
    pub fn has_meta(&self) -> bool {
        self.kinds & (Kind::Dig.bit() | Kind::Bare.bit() | Kind::Empty.bit()) != 0
    }
}

/// A move and where it leads.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The kind of the move that leads to it.
    pub kind: Kind,
    /// The atoms of that move.
    pub edge: Edge,
    /// The position after it and its safe moves.
    pub position: Position,
}

impl fmt::Display for MoveSet {
    /// Groups with spaces between, the kinds of a group with `+`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, group) in self.groups.iter().enumerate() {
            let names: Vec<&str> = group.iter().map(|kind| kind.name()).collect();
            write!(f, "{}{}", if index > 0 { " " } else { "" }, names.join("+"))?;
        }
        Ok(())
    }
}
