//! The games that have names: their rules, and how they are dealt.
//!
//! Names and rules are those of fc-solve's presets, layouts those of PySolFC. Three games differ in
//! their layout alone: the rules of a board tell the first of them. The game of a deal is the layout it
//! was dealt by, also where the rules were changed afterwards.

use super::{Build, Fill, Rules, Sequences};

/// A game with a name.
#[derive(Debug, PartialEq, Eq)]
pub struct NamedGame {
    /// The name that is written, and read in any case.
    pub name: &'static str,
    /// Other names that are read, and never written.
    pub aliases: &'static [&'static str],
    /// What it is played by, with the numbers of cells and columns that it has of its own.
    pub rules: Rules,
    /// How its deals are laid out.
    pub layout: Layout,
}

/// Where the cards go in the order in which they are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Row by row over all columns.
    Rows,
    /// Row by row, but the last cards go to these cells, counted from 0, one to each.
    RowsAndCells(&'static [usize]),
    /// Row by row over all columns but the last, which takes the last card.
    RowsAndOne,
    /// The aces to the foundations, the others row by row.
    AcesUp,
    /// The same, but a card that its foundation takes when its turn comes goes up, and its place in the
    /// row stays empty.
    AcesUpAndWhatFits,
    /// In the other order row by row, each king exchanged for the lowest other card under it; the last
    /// so many aces go to the foundations before that.
    KingsDown {
        /// How many aces go up.
        aces_up: usize,
    },
    /// Rows from the left, one card shorter each, of one card less than there are columns down to
    /// three; at last one over all columns.
    Stairs,
    /// One column after the other; each king begins the next one.
    ByKings {
        /// Whether all aces go to the foundations.
        aces_up: bool,
    },
}

const BAKERS_GAME: Rules = Rules { build: Build::Suit, ..Rules::FREECELL };
const KINGS_ONLY: Rules = Rules { fill: Fill::Kings, ..BAKERS_GAME };
const SEAHAVEN: Rules = Rules { columns: 10, ..KINGS_ONLY };
const BY_RANK: Rules = Rules { freecells: 0, build: Build::Rank, ..Rules::FREECELL };
const BY_RANK_UNFILLED: Rules = Rules { fill: Fill::Nothing, ..BY_RANK };
const SCHLANGE: Rules =
    Rules { freecells: 8, columns: 9, decks: 2, fill: Fill::Nothing, ..Rules::FREECELL };

/// FreeCell; a deal that names no game is one of it.
pub static FREECELL: &NamedGame = &GAMES[0];

/// All games, FreeCell first.
pub static GAMES: [NamedGame; 18] = [
    NamedGame { name: "freecell", aliases: &[], rules: Rules::FREECELL, layout: Layout::Rows },
    NamedGame {
        name: "relaxed_freecell",
        aliases: &[],
        rules: Rules { sequences: Sequences::Unlimited, ..Rules::FREECELL },
        layout: Layout::Rows,
    },
    NamedGame {
        name: "forecell",
        aliases: &[],
        rules: Rules { fill: Fill::Kings, ..Rules::FREECELL },
        layout: Layout::RowsAndCells(&[0, 1, 2, 3]),
    },
    NamedGame { name: "bakers_game", aliases: &[], rules: BAKERS_GAME, layout: Layout::Rows },
    NamedGame {
        name: "ko_bakers_game",
        aliases: &["kings_only_bakers_game"],
        rules: KINGS_ONLY,
        layout: Layout::Rows,
    },
    NamedGame {
        name: "eight_off",
        aliases: &[],
        rules: Rules { freecells: 8, ..KINGS_ONLY },
        layout: Layout::RowsAndCells(&[0, 2, 4, 6]),
    },
    NamedGame {
        name: "seahaven",
        aliases: &["seahaven_towers"],
        rules: SEAHAVEN,
        layout: Layout::RowsAndCells(&[1, 2]),
    },
    NamedGame {
        name: "relaxed_seahaven",
        aliases: &["relaxed_seahaven_towers"],
        rules: Rules { sequences: Sequences::Unlimited, ..SEAHAVEN },
        layout: Layout::RowsAndCells(&[1, 2]),
    },
    NamedGame {
        name: "fan",
        aliases: &[],
        rules: Rules { freecells: 0, columns: 18, ..KINGS_ONLY },
        layout: Layout::RowsAndOne,
    },
    NamedGame {
        name: "cruel",
        aliases: &[],
        rules: Rules { freecells: 0, columns: 12, fill: Fill::Nothing, ..BAKERS_GAME },
        layout: Layout::AcesUp,
    },
    NamedGame {
        name: "bakers_dozen",
        aliases: &[],
        rules: Rules { columns: 13, ..BY_RANK_UNFILLED },
        layout: Layout::KingsDown { aces_up: 0 },
    },
    NamedGame {
        name: "good_measure",
        aliases: &[],
        rules: Rules { columns: 10, ..BY_RANK_UNFILLED },
        layout: Layout::KingsDown { aces_up: 2 },
    },
    NamedGame { name: "beleaguered_castle", aliases: &[], rules: BY_RANK, layout: Layout::AcesUp },
    NamedGame { name: "streets_and_alleys", aliases: &[], rules: BY_RANK, layout: Layout::Rows },
    NamedGame { name: "citadel", aliases: &[], rules: BY_RANK, layout: Layout::AcesUpAndWhatFits },
    NamedGame {
        name: "simple_simon",
        aliases: &[],
        rules: Rules { columns: 10, sequences: Sequences::Runs, ..BY_RANK },
        layout: Layout::Stairs,
    },
    NamedGame {
        name: "der_katz",
        aliases: &["der_katzenschwanz"],
        rules: Rules { sequences: Sequences::Unlimited, ..SCHLANGE },
        layout: Layout::ByKings { aces_up: false },
    },
    NamedGame {
        name: "die_schlange",
        aliases: &[],
        rules: SCHLANGE,
        layout: Layout::ByKings { aces_up: true },
    },
];

impl NamedGame {
    /// The game of a name or alias, in any case.
    pub fn named(name: &str) -> Option<&'static NamedGame> {
        let name = name.to_ascii_lowercase();
        GAMES.iter().find(|game| game.name == name || game.aliases.contains(&name.as_str()))
    }
}

impl Rules {
    /// The first game that has exactly these rules.
    pub fn game(self) -> Option<&'static NamedGame> {
        GAMES.iter().find(|game| game.rules == self)
    }
}

/// All names, for a message.
pub fn names() -> String {
    GAMES.iter().map(|game| game.name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table once more, as one reads it: columns, cells, decks, build, fill, sequences.
    #[test]
    fn every_game_has_the_rules_that_it_is_known_by() {
        let table = "\
            freecell 8 4 1 alternate any limited\n\
            relaxed_freecell 8 4 1 alternate any unlimited\n\
            forecell 8 4 1 alternate kings limited\n\
            bakers_game 8 4 1 suit any limited\n\
            ko_bakers_game 8 4 1 suit kings limited\n\
            eight_off 8 8 1 suit kings limited\n\
            seahaven 10 4 1 suit kings limited\n\
            relaxed_seahaven 10 4 1 suit kings unlimited\n\
            fan 18 0 1 suit kings limited\n\
            cruel 12 0 1 suit none limited\n\
            bakers_dozen 13 0 1 rank none limited\n\
            good_measure 10 0 1 rank none limited\n\
            beleaguered_castle 8 0 1 rank any limited\n\
            streets_and_alleys 8 0 1 rank any limited\n\
            citadel 8 0 1 rank any limited\n\
            simple_simon 10 0 1 rank any runs\n\
            der_katz 9 8 2 alternate none unlimited\n\
            die_schlange 9 8 2 alternate none limited";
        assert_eq!(table.lines().count(), GAMES.len());
        for (row, game) in table.lines().zip(&GAMES) {
            let parts: Vec<&str> = row.split(' ').collect();
            let &[name, columns, cells, decks, build, fill, sequences] = &parts[..] else {
                panic!("{row}")
            };
            let decks = if decks == "1" { "" } else { ", decks 2" };
            let text = format!(
                "freecells {cells}, columns {columns}{decks}, build {build}, fill {fill}, \
                sequences {sequences}"
            );
            assert_eq!((game.name, game.rules.to_string()), (name, text));
            assert_eq!(game.rules.game().map(|first| first.rules), Some(game.rules));
            assert_eq!(NamedGame::named(name), Some(game));
        }
    }

    #[test]
    fn aliases_are_read_and_other_names_are_not() {
        for (alias, name) in [
            ("kings_only_bakers_game", "ko_bakers_game"),
            ("seahaven_towers", "seahaven"),
            ("relaxed_seahaven_towers", "relaxed_seahaven"),
            ("Eight_Off", "eight_off"),
            ("der_katzenschwanz", "der_katz"),
        ] {
            assert_eq!(NamedGame::named(alias).map(|game| game.name), Some(name));
        }
        for name in ["", "relaxed_sehaven", "der_katzenschwantz", "eight off", " fan"] {
            assert_eq!(NamedGame::named(name), None, "{name}");
        }
        assert_eq!(Rules::freecell(3, 8).game(), None);
    }
}
