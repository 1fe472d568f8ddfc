//! The rules of a game, as a value, and what they say of one card and another.
//!
//! All games that are checked are one game with five parts: the numbers of cells and columns, how
//! columns are built, what may be put into an empty column, and whether a sequence moves as one. A
//! position carries its rules, so that whoever plays on it or looks at it has them at hand. Here is
//! what a single card may do; `rules/play.rs` has the moves, `rules/text.rs` the one text form and
//! `rules/games.rs` the games that have names.

pub mod games;
mod play;
mod text;

use clap::ValueEnum;

use crate::card::{Card, RANK_MAX};

pub use play::{play, possible_numbers};
pub(crate) use play::{put, take};
pub use text::{Parts, RulesFault};

/// The rules that a board is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How many cells there are, at most 12.
    pub freecells: usize,
    /// How many columns there are, from 1 to 18.
    pub columns: usize,
    /// Which card goes on which.
    pub build: Build,
    /// What an empty column takes.
    pub fill: Fill,
    /// How many cards move at once.
    pub sequences: Sequences,
}

/// Which card goes on a card one rank higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Build {
    /// Those of the other colour
    Alternate,
    /// The one of the same suit
    Suit,
}

/// What may be put into an empty column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Fill {
    /// Any card
    Any,
    /// A king, or a sequence whose deepest card is a king
    Kings,
    /// No card
    #[value(name = "none")]
    Nothing,
}

/// How many cards in sequence move at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sequences {
    /// As many as single moves by way of free cells and empty columns can carry
    Limited,
    /// Any number
    Unlimited,
}

impl Build {
    /// Whether a card may lie on `below` in a column.
    pub fn goes_on(self, card: Card, below: Card) -> bool {
        let fits = match self {
            Build::Alternate => card.suit().is_red() != below.suit().is_red(),
            Build::Suit => card.suit() == below.suit(),
        };
        fits && card.rank() + 1 == below.rank()
    }
}

impl Rules {
    /// FreeCell with its four cells and eight columns.
    pub const FREECELL: Rules = Rules {
        freecells: 4,
        columns: 8,
        build: Build::Alternate,
        fill: Fill::Any,
        sequences: Sequences::Limited,
    };

    /// FreeCell with other numbers of cells and columns.
    pub fn freecell(freecells: usize, columns: usize) -> Rules {
        Rules { freecells, columns, ..Rules::FREECELL }
    }

    /// Whether these are FreeCell's rules but for the numbers of cells and columns.
    pub fn is_freecell(self) -> bool {
        self == Rules::freecell(self.freecells, self.columns)
    }

    /// Whether a card may lie on `below` in a column.
    pub fn goes_on(self, card: Card, below: Card) -> bool {
        self.build.goes_on(card, below)
    }

    /// Whether a card may be put into an empty column.
    pub fn opens_column(self, card: Card) -> bool {
        match self.fill {
            Fill::Any => true,
            Fill::Kings => card.rank() == RANK_MAX,
            Fill::Nothing => false,
        }
    }

    /// How many cards in sequence move at once, with so many free cells and so many empty columns
    /// beside the target. Where not every card may be put into an empty column, none helps.
    pub fn cards_that_fit(self, free_cells: usize, empty_columns: usize) -> usize {
        match (self.sequences, self.fill) {
            (Sequences::Unlimited, _) => usize::MAX,
            (Sequences::Limited, Fill::Any) => (free_cells + 1) << empty_columns,
            (Sequences::Limited, Fill::Kings | Fill::Nothing) => free_cells + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str) -> Card {
        Card::read(name).expect("a card")
    }

    #[test]
    fn a_card_goes_on_the_other_colour_or_its_suit_one_rank_higher() {
        for (above, below, alternate, suit) in [
            ("5H", "6S", true, false),
            ("5H", "6C", true, false),
            ("5H", "6D", false, false),
            ("5H", "6H", false, true),
            ("5H", "7S", false, false),
            ("5H", "7H", false, false),
            ("5H", "4S", false, false),
            ("5H", "4H", false, false),
            ("KH", "AS", false, false),
            ("KH", "AH", false, false),
        ] {
            let goes = |build: Build| build.goes_on(card(above), card(below));
            assert_eq!(goes(Build::Alternate), alternate, "{above} on {below}");
            assert_eq!(goes(Build::Suit), suit, "{above} on {below}");
        }
    }

    #[test]
    fn an_empty_column_takes_what_fill_says() {
        for (fill, king, queen) in
            [(Fill::Any, true, true), (Fill::Kings, true, false), (Fill::Nothing, false, false)]
        {
            let rules = Rules { fill, ..Rules::FREECELL };
            assert_eq!(rules.opens_column(card("KS")), king, "{fill:?}");
            assert_eq!(rules.opens_column(card("QS")), queen, "{fill:?}");
        }
    }

    #[test]
    fn empty_columns_help_only_where_every_card_may_go_there() {
        let fit =
            |fill, sequences| Rules { fill, sequences, ..Rules::FREECELL }.cards_that_fit(2, 3);
        assert_eq!(fit(Fill::Any, Sequences::Limited), 24);
        assert_eq!(fit(Fill::Kings, Sequences::Limited), 3);
        assert_eq!(fit(Fill::Nothing, Sequences::Limited), 3);
        assert_eq!(fit(Fill::Nothing, Sequences::Unlimited), usize::MAX);
    }
}
