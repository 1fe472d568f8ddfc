//! The subcommands, a file each: arguments, a call into the library, printing, an exit code.

pub mod analyse;
pub mod census;
pub mod certificate;
pub mod check;
pub mod deal;
pub mod fc_solve;
pub mod games;
pub mod graph;
pub mod hint;
pub mod lookup;
pub mod plans;
pub mod prove;
pub mod range;
pub mod report;
pub mod resume;
pub mod show;
pub mod solve;
pub mod split;
pub mod status;
pub mod trace;
pub mod worker;

use fcc::board::Board;
use fcc::rules::NamedGame;
use serde::Serialize;
use strata_report::named::RulesJson;

/// A board in JSON. Columns are listed from the bottom card to the one that can move.
#[derive(Serialize)]
pub struct BoardJson {
    freecells: u8,
    #[serde(flatten)]
    rules: RulesJson,
    columns: Vec<Vec<String>>,
    cells: Vec<Option<String>>,
    foundations: FoundationsJson,
    /// The lower ones of each suit, with two decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    second_foundations: Option<FoundationsJson>,
}

/// The highest rank in each foundation, 0 when empty.
#[derive(Serialize)]
struct FoundationsJson {
    #[serde(rename = "H")]
    hearts: u8,
    #[serde(rename = "C")]
    clubs: u8,
    #[serde(rename = "D")]
    diamonds: u8,
    #[serde(rename = "S")]
    spades: u8,
}

impl BoardJson {
    /// The board, by the name of this game if the rules are its own.
    pub fn of(board: &Board, game: Option<&'static NamedGame>) -> BoardJson {
        let names =
            |column: &Vec<fcc::card::Card>| column.iter().map(ToString::to_string).collect();
        BoardJson {
            freecells: board.rules().freecells,
            rules: RulesJson::of_game(board.rules(), game),
            columns: board.columns().iter().map(names).collect(),
            cells: board.cells().iter().map(|cell| cell.map(|card| card.to_string())).collect(),
            foundations: FoundationsJson::of(board.foundations()),
            second_foundations: (board.rules().decks > 1)
                .then(|| FoundationsJson::of(board.second_foundations())),
        }
    }
}

impl FoundationsJson {
    fn of([clubs, diamonds, hearts, spades]: [u8; 4]) -> FoundationsJson {
        FoundationsJson { hearts, clubs, diamonds, spades }
    }
}
