//! The games that have a name: their rules, and how they are dealt.
//!
//! A game of this family is a row of the table below and nothing else. What its rules mean is in
//! `words`, how its layout is carried out in [`crate::board::deal`]. Names and aliases are those of
//! fc-solve. docs/games.md walks through adding one.

use super::{Build, Fill, Rules, Sequences};

/// A game with a name.
#[derive(Debug, PartialEq, Eq)]
pub struct NamedGame {
    /// The name that boards, directories and certificates carry.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// What it is, in a few words.
    pub about: &'static str,
    /// What it is played by, with the numbers of cells and columns that it has of its own.
    pub rules: Rules,
    /// Tells which cards its deals put elsewhere than in rows.
    pub layout: Layout,
}

/// How the cards of a deal are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How columns get their cards.
    pub shape: Shape,
    /// The cards that begin in the foundations.
    pub up: FirstUp,
    /// Whether cards are dealt in the other order, each king brought down in its column.
    pub kings_down: bool,
    /// Columns at the right that are left out of the rows and take one of the last cards each.
    pub single_columns: u8,
    /// The cells, counted from 0, that take the last cards, in this order.
    pub to_cells: &'static [u8],
}

/// How columns get their cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Row by row.
    Rows,
    /// In rows that are one card shorter each, and at last a full one.
    Stairs,
    /// One after the other; a king begins the next.
    ByKings,
}

/// Cards that begin in the foundations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstUp {
    /// None.
    Nothing,
    /// All aces.
    Aces,
    /// The two aces that are dealt last.
    LastTwoAces,
    /// All aces, and every card that a foundation takes when its turn comes.
    WhatFits,
}

impl Layout {
    /// All cards row by row.
    pub const ROWS: Layout = Layout {
        shape: Shape::Rows,
        up: FirstUp::Nothing,
        kings_down: false,
        single_columns: 0,
        to_cells: &[],
    };
}

const BY_SUIT: Rules = Rules { build: Build::Suit, ..Rules::USUAL };
const BY_SUIT_KINGS: Rules = Rules { fill: Fill::Kings, ..BY_SUIT };
const SEAHAVEN: Rules = Rules { columns: 10, ..BY_SUIT_KINGS };
const BY_RANK: Rules = Rules { freecells: 0, build: Build::Rank, ..Rules::USUAL };
const KATZ: Rules =
    Rules { freecells: 8, columns: 9, decks: 2, fill: Fill::Nothing, ..Rules::USUAL };
const KATZ_LAYOUT: Layout = Layout { shape: Shape::ByKings, ..Layout::ROWS };
const SEAHAVEN_LAYOUT: Layout = Layout { to_cells: &[1, 2], ..Layout::ROWS };

/// FreeCell, whose layout every deal has that names no game.
pub static FREECELL: &NamedGame = &GAMES[0];

/// All games, FreeCell first.
pub static GAMES: [NamedGame; 18] = [
    NamedGame {
        name: "freecell",
        aliases: &[],
        about: "FreeCell",
        rules: Rules::USUAL,
        layout: Layout::ROWS,
    },
    NamedGame {
        name: "relaxed_freecell",
        aliases: &[],
        about: "FreeCell where sequences of any length move as one",
        rules: Rules { sequences: Sequences::Unlimited, ..Rules::USUAL },
        layout: Layout::ROWS,
    },
    NamedGame {
        name: "forecell",
        aliases: &[],
        about: "ForeCell: kings alone open columns, all cells begin full",
        rules: Rules { fill: Fill::Kings, ..Rules::USUAL },
        layout: Layout { to_cells: &[0, 1, 2, 3], ..Layout::ROWS },
    },
    NamedGame {
        name: "bakers_game",
        aliases: &[],
        about: "Baker's Game: FreeCell built by suit",
        rules: BY_SUIT,
        layout: Layout::ROWS,
    },
    NamedGame {
        name: "ko_bakers_game",
        aliases: &["kings_only_bakers_game"],
        about: "Baker's Game where kings alone open columns",
        rules: BY_SUIT_KINGS,
        layout: Layout::ROWS,
    },
    NamedGame {
        name: "eight_off",
        aliases: &[],
        about: "Eight Off: eight cells, four of them filled",
        rules: Rules { freecells: 8, ..BY_SUIT_KINGS },
        layout: Layout { to_cells: &[0, 2, 4, 6], ..Layout::ROWS },
    },
    NamedGame {
        name: "seahaven",
        aliases: &["seahaven_towers"],
        about: "Seahaven Towers: ten columns, two cells filled",
        rules: SEAHAVEN,
        layout: SEAHAVEN_LAYOUT,
    },
    NamedGame {
        name: "relaxed_seahaven",
        aliases: &["relaxed_seahaven_towers"],
        about: "Seahaven Towers where sequences of any length move as one",
        rules: Rules { sequences: Sequences::Unlimited, ..SEAHAVEN },
        layout: SEAHAVEN_LAYOUT,
    },
    NamedGame {
        name: "fan",
        aliases: &[],
        about: "Fan: seventeen columns of three and one of a single card, no cell",
        rules: Rules { freecells: 0, columns: 18, ..BY_SUIT_KINGS },
        layout: Layout { single_columns: 1, ..Layout::ROWS },
    },
    NamedGame {
        name: "cruel",
        aliases: &[],
        about: "Cruel without its redeals: aces up, twelve columns of four, no cell, no column is filled",
        rules: Rules { freecells: 0, columns: 12, fill: Fill::Nothing, ..BY_SUIT },
        layout: Layout { up: FirstUp::Aces, ..Layout::ROWS },
    },
    NamedGame {
        name: "bakers_dozen",
        aliases: &[],
        about: "Baker's Dozen: built by rank, thirteen columns of four with their kings down, no cell, no column is \
                filled",
        rules: Rules { columns: 13, fill: Fill::Nothing, ..BY_RANK },
        layout: Layout { kings_down: true, ..Layout::ROWS },
    },
    NamedGame {
        name: "good_measure",
        aliases: &[],
        about: "Good Measure: Baker's Dozen with ten columns of five, two aces up",
        rules: Rules { columns: 10, fill: Fill::Nothing, ..BY_RANK },
        layout: Layout { kings_down: true, up: FirstUp::LastTwoAces, ..Layout::ROWS },
    },
    NamedGame {
        name: "beleaguered_castle",
        aliases: &[],
        about: "Beleaguered Castle: built by rank, aces up, eight columns of six, no cell",
        rules: BY_RANK,
        layout: Layout { up: FirstUp::Aces, ..Layout::ROWS },
    },
    NamedGame {
        name: "streets_and_alleys",
        aliases: &[],
        about: "Streets and Alleys: Beleaguered Castle with the aces dealt",
        rules: BY_RANK,
        layout: Layout::ROWS,
    },
    NamedGame {
        name: "citadel",
        aliases: &[],
        about: "Citadel: Beleaguered Castle with cards that go up as they are dealt",
        rules: BY_RANK,
        layout: Layout { up: FirstUp::WhatFits, ..Layout::ROWS },
    },
    NamedGame {
        name: "simple_simon",
        aliases: &[],
        about: "Simple Simon: built by rank, runs of one suit move as one, whole suits go up",
        rules: Rules { columns: 10, sequences: Sequences::Runs, ..BY_RANK },
        layout: Layout { shape: Shape::Stairs, ..Layout::ROWS },
    },
    NamedGame {
        name: "der_katz",
        aliases: &["der_katzenschwanz"],
        about: "Der Katzenschwanz: two decks, a column for each king, sequences move as one, no column is filled",
        rules: Rules { sequences: Sequences::Unlimited, ..KATZ },
        layout: KATZ_LAYOUT,
    },
    NamedGame {
        name: "die_schlange",
        aliases: &[],
        about: "Die Schlange: Der Katzenschwanz card by card, aces up",
        rules: KATZ,
        layout: Layout { up: FirstUp::Aces, ..KATZ_LAYOUT },
    },
];

impl NamedGame {
    /// The game with this name or alias.
    pub fn named(name: &str) -> Option<&'static NamedGame> {
        GAMES.iter().find(|game| game.name == name || game.aliases.contains(&name))
    }
}

impl Rules {
    /// The game that has just these rules; two games that differ in their layout alone are the first of them.
    pub fn game(self) -> Option<&'static NamedGame> {
        GAMES.iter().find(|game| game.rules == self)
    }

    /// This game, if it has just these rules, else the one that [`Rules::game`] gives.
    pub fn named_as(self, game: Option<&'static NamedGame>) -> Option<&'static NamedGame> {
        game.filter(|game| game.rules == self).or_else(|| self.game())
    }

    /// FreeCell but for the numbers of cells and columns.
    pub fn is_freecell(self) -> bool {
        self == Rules::freecell(self.freecells, self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_are_all_different_and_rules_within_limits() {
        let mut names: Vec<&str> =
            GAMES.iter().flat_map(|game| game.aliases.iter().copied().chain([game.name])).collect();
        for name in &names {
            assert!(NamedGame::named(name).is_some());
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
        }
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        for game in &GAMES {
            assert_eq!(game.rules.to_string().parse(), Ok(game.rules));
            assert_eq!(game.rules.game().map(|other| other.rules), Some(game.rules));
            assert!(game.layout.to_cells.iter().all(|&cell| cell < game.rules.freecells));
        }
        assert_eq!(NamedGame::named("relaxed_sehaven"), None);
    }
}
