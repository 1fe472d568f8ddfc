//! The games that have names: their rules, and how they are dealt.
//!
//! Names and rules are those of fc-solve's presets, layouts those of PySolFC. No two games have the
//! same rules, so a board's rules tell its game; but the game of a deal is the layout it was dealt
//! by, also where the rules were changed afterwards.

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
}

const BAKERS_GAME: Rules = Rules { build: Build::Suit, ..Rules::FREECELL };
const KINGS_ONLY: Rules = Rules { fill: Fill::Kings, ..BAKERS_GAME };
const SEAHAVEN: Rules = Rules { columns: 10, ..KINGS_ONLY };

/// FreeCell; a deal that names no game is one of it.
pub static FREECELL: &NamedGame = &GAMES[0];

/// All games, FreeCell first.
pub static GAMES: [NamedGame; 10] = [
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
];

impl NamedGame {
    /// The game of a name or alias, in any case.
    pub fn named(name: &str) -> Option<&'static NamedGame> {
        let name = name.to_ascii_lowercase();
        GAMES.iter().find(|game| game.name == name || game.aliases.contains(&name.as_str()))
    }
}

impl Rules {
    /// The game that has exactly these rules.
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

    /// The table once more, as one reads it: columns, cells, build, fill, sequences.
    #[test]
    fn every_game_has_the_rules_that_it_is_known_by() {
        let table = "\
            freecell 8 4 alternate any limited\n\
            relaxed_freecell 8 4 alternate any unlimited\n\
            forecell 8 4 alternate kings limited\n\
            bakers_game 8 4 suit any limited\n\
            ko_bakers_game 8 4 suit kings limited\n\
            eight_off 8 8 suit kings limited\n\
            seahaven 10 4 suit kings limited\n\
            relaxed_seahaven 10 4 suit kings unlimited\n\
            fan 18 0 suit kings limited\n\
            cruel 12 0 suit none limited";
        assert_eq!(table.lines().count(), GAMES.len());
        for (row, game) in table.lines().zip(&GAMES) {
            let parts: Vec<&str> = row.split(' ').collect();
            let &[name, columns, cells, build, fill, sequences] = &parts[..] else {
                panic!("{row}")
            };
            let text = format!(
                "freecells {cells}, columns {columns}, build {build}, fill {fill}, \
                sequences {sequences}"
            );
            assert_eq!((game.name, game.rules.to_string()), (name, text));
            assert_eq!(game.rules.game(), Some(game));
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
        ] {
            assert_eq!(NamedGame::named(alias).map(|game| game.name), Some(name));
        }
        for name in ["", "relaxed_sehaven", "simple_simon", "eight off", " fan"] {
            assert_eq!(NamedGame::named(name), None, "{name}");
        }
        assert_eq!(Rules::freecell(3, 8).game(), None);
    }
}
