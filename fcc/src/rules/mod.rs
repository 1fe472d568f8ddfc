//! The rules of a game of the family, as a value.
//!
//! A game is a few values: how many cells and columns, how columns are built, what may open an empty one, and
//! whether a sequence moves as one. A board carries them. What they say of cards is in `words`, and
//! only there; `text` has the form in which they are written, `games` those that have a name, `on_planes` which
//! of them the search by layers holds.

mod games;
mod on_planes;
mod prune;
mod text;
mod words;

pub use games::{FREECELL, FirstUp, GAMES, Layout, NamedGame, Shape};
pub use on_planes::OffPlanes;
pub use prune::Prune;
pub use text::{RuleWord, RulesError};
pub use words::next_up;
pub(crate) use words::{KINGS, LOW};

/// The rules a board is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How many cells there are, at most [`Rules::FREECELLS_MAX`].
    pub freecells: u8,
    /// How many columns there are, from 1 to [`Rules::COLUMNS_MAX`].
    pub columns: u8,
    /// How many decks are played with: 1 or 2.
    pub decks: u8,
    /// Which card goes on which in a column.
    pub build: Build,
    /// What an empty column takes.
    pub fill: Fill,
    /// Whether a sequence moves as one.
    pub sequences: Sequences,
}

/// Which card may be put on which, of the next higher rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Build {
    /// One of the other colour.
    Alternate,
    /// The one of the same suit.
    Suit,
    /// One of any suit.
    Rank,
}

/// What may be put into an empty column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// Any card.
    Any,
    /// A king alone, or a sequence whose deepest card is one.
    Kings,
    /// No card: an empty column stays empty.
    Nothing,
}

/// How a sequence moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sequences {
    /// Card by card, by way of free cells and empty columns.
    Limited,
    /// As one, however long it is.
    Unlimited,
    /// As one where its cards are of one suit, and not at all otherwise; the foundations take nothing but
    /// a whole suit, from king to ace, that ends a column. So it is in Simple Simon.
    Runs,
}

impl Rules {
    /// The most cells that a game may have: the notation has letters for so many.
    pub const FREECELLS_MAX: u8 = 12;
    /// The most columns that a game may have.
    pub const COLUMNS_MAX: u8 = 18;
    /// FreeCell as everybody plays it: four freecells, eight columns.
    pub const USUAL: Rules = Rules {
        freecells: 4,
        columns: 8,
        decks: 1,
        build: Build::Alternate,
        fill: Fill::Any,
        sequences: Sequences::Limited,
    };

    /// FreeCell with other numbers of cells and columns.
    pub const fn freecell(freecells: u8, columns: u8) -> Rules {
        Rules { freecells, columns, ..Rules::USUAL }
    }
}
