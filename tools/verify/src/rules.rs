//! The rules of a game, as a value, and what they say of one card and another.
//!
//! All games that are checked are one game with six parts: the numbers of cells, columns and decks,
//! how columns are built, what may be put into an empty column, and how sequences move. A position
//! carries its rules, so that whoever plays on it or looks at it has them at hand. Here is
//! what a single card may do; `rules/play.rs` has the moves, `rules/text.rs` the one text form and
//! `rules/games.rs` the games that have names.

pub mod games;
mod play;
mod text;

use clap::ValueEnum;

use crate::card::{Card, RANK_MAX};

pub use play::{play, possible_readings};
pub(crate) use play::{put, take};
pub use text::{Parts, RulesFault};

/// The rules that a board is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How many cells there are, at most 12.
    pub freecells: usize,
    /// How many columns there are, from 1 to 18.
    pub columns: usize,
    /// How many decks there are, 1 or 2; each has four foundations of its own.
    pub decks: usize,
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
    /// Those of any suit
    Rank,
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
    /// A run of one suit moves as one; the foundations take nothing but a whole suit, king to ace
    Runs,
}

impl Build {
    /// Whether a card may lie on `below` in a column.
    pub fn goes_on(self, card: Card, below: Card) -> bool {
        let fits = match self {
            Build::Alternate => card.suit().is_red() != below.suit().is_red(),
            Build::Suit => card.suit() == below.suit(),
            Build::Rank => true,
        };
        fits && card.rank() + 1 == below.rank()
    }
}

impl Rules {
    /// FreeCell with its four cells and eight columns.
    pub const FREECELL: Rules = Rules {
        freecells: 4,
        columns: 8,
        decks: 1,
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

    /// Whether two cards that lie on each other belong to one sequence: the upper one could be put
    /// there, or it goes along with the lower one in a run of one suit.
    pub fn lies_in_sequence(self, card: Card, below: Card) -> bool {
        self.goes_on(card, below) || self.is_one_run(card, below)
    }

    /// Whether a card moves with the one under it, whatever room there is.
    pub fn is_one_run(self, card: Card, below: Card) -> bool {
        match self.sequences {
            Sequences::Limited => false,
            Sequences::Unlimited => self.goes_on(card, below),
            Sequences::Runs => Build::Suit.goes_on(card, below),
        }
    }

    /// How many runs, single cards where sequences are limited, make up a sequence that moves by way
    /// of so many free cells and so many empty columns beside the target. Where not every card may be
    /// put into an empty column, none helps; and a run of several cards goes to no cell.
    pub fn runs_that_fit(self, free_cells: usize, empty_columns: usize) -> usize {
        let by_cells = match self.sequences {
            Sequences::Limited => free_cells + 1,
            Sequences::Unlimited | Sequences::Runs => 1,
        };
        match self.fill {
            Fill::Any => by_cells << empty_columns,
            Fill::Kings | Fill::Nothing => by_cells,
        }
    }

    /// How many cards go up together: one, or a whole suit.
    pub fn cards_up_at_once(self) -> usize {
        match self.sequences {
            Sequences::Limited | Sequences::Unlimited => 1,
            Sequences::Runs => usize::from(RANK_MAX),
        }
    }

    /// Whether cards could go up by themselves as in Microsoft's game, whose rule knows one deck that
    /// is built by alternate colours and goes up card by card.
    pub fn has_microsoft_rule(self) -> bool {
        self.decks == 1 && self.build == Build::Alternate && self.cards_up_at_once() == 1
    }

    /// Whether there can be a certificate: one deck, at most two cards that a card may lie on, and
    /// cards that go up one by one.
    pub fn may_have_certificate(self) -> bool {
        self.decks == 1 && self.build != Build::Rank && self.cards_up_at_once() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(name: &str) -> Card {
        Card::read(name).expect("a card")
    }

    #[test]
    fn a_card_goes_on_the_other_colour_or_its_suit_or_any_one_rank_higher() {
        for (above, below, alternate, suit, rank) in [
            ("5H", "6S", true, false, true),
            ("5H", "6C", true, false, true),
            ("5H", "6D", false, false, true),
            ("5H", "6H", false, true, true),
            ("5H", "7S", false, false, false),
            ("5H", "7H", false, false, false),
            ("5H", "4S", false, false, false),
            ("5H", "4H", false, false, false),
            ("KH", "AS", false, false, false),
            ("KH", "AH", false, false, false),
        ] {
            let goes = |build: Build| build.goes_on(card(above), card(below));
            assert_eq!(goes(Build::Alternate), alternate, "{above} on {below}");
            assert_eq!(goes(Build::Suit), suit, "{above} on {below}");
            assert_eq!(goes(Build::Rank), rank, "{above} on {below}");
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
            |fill, sequences| Rules { fill, sequences, ..Rules::FREECELL }.runs_that_fit(2, 3);
        assert_eq!(fit(Fill::Any, Sequences::Limited), 24);
        assert_eq!(fit(Fill::Kings, Sequences::Limited), 3);
        assert_eq!(fit(Fill::Nothing, Sequences::Limited), 3);
        assert_eq!(fit(Fill::Nothing, Sequences::Unlimited), 1);
        assert_eq!(fit(Fill::Any, Sequences::Runs), 8);
        assert_eq!(fit(Fill::Kings, Sequences::Runs), 1);
    }
}
