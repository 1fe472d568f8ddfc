//! The rules on the command line: a game by its name, and single parts of them.

use crate::exit::{Failure, needs_planes};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fcc::board::{Board, DealName, Numbering, ReadOptions, Rules};
use fcc::rules::{Build, FREECELL, Fill, GAMES, NamedGame, RuleWord, Sequences};
use std::fmt::Write;

/// The rules, where they are not those that the board says.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct RulesArgs {
    #[command(flatten)]
    pub game: GameArg,
    /// Number of freecells, 0 to 12 [default: what the board says, or the game's: 4]
    #[arg(long, value_name = "N")]
    pub freecells: Option<u8>,
    /// Number of columns, 1 to 18. A board must then have exactly N column lines, where a blank line is an empty
    /// column; a numbered deal is dealt into N columns [default: as the board has them, or the game's: 8]
    #[arg(long, value_name = "N")]
    pub columns: Option<u8>,
    /// Number of decks, 1 or 2 [default: what the board says, or the game's: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub decks: Option<u8>,
    /// How columns are built
    #[arg(long, value_name = "HOW", value_parser = words::<Build>())]
    pub build: Option<Build>,
    /// What may open an empty column
    #[arg(long, value_name = "WHAT", value_parser = words::<Fill>())]
    pub fill: Option<Fill>,
    /// Whether a sequence moves card by card, by way of free cells and columns, or as one
    #[arg(long, value_name = "HOW", value_parser = words::<Sequences>())]
    pub sequences: Option<Sequences>,
    /// Deal numbers are PySolFC's: above 32000 other deals than those of FreeCell Pro
    #[arg(long)]
    pub pysol: bool,
}

/// `--game`
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct GameArg {
    /// The game, by its name: `strata games` lists them [default: what the board says, or freecell]
    #[arg(long, value_name = "NAME", value_parser = game_named)]
    pub game: Option<&'static NamedGame>,
}

fn game_named(name: &str) -> Result<&'static NamedGame, String> {
    NamedGame::named(name).ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
        format!("no game of this name: {}", names.join(", "))
    })
}

fn words<T: RuleWord + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let words = T::WORDS.iter().map(|&(_, word)| word);
    PossibleValuesParser::new(words)
        .map(|word| T::from_word(&word).expect("one of the words that there are"))
}

impl GameArg {
    /// This game, or the one that has these rules.
    pub fn or(self, rules: Rules) -> GameArg {
        GameArg { game: self.game.or_else(|| rules.game()) }
    }

    /// Refuses a game that no run is of, before anything is opened.
    pub fn on_planes(self) -> Result<(), Failure> {
        self.game.map_or(Ok(()), |game| needs_planes(game.rules))
    }

    /// Refuses a run of another game than the one that is asked for.
    pub fn expect(self, rules: Rules) -> Result<(), Failure> {
        RulesArgs { game: self, ..RulesArgs::default() }.expect(rules)
    }
}

impl RulesArgs {
    /// Those of a board, whose deal may be named by its number alone.
    pub fn of(rules: Rules) -> RulesArgs {
        RulesArgs {
            game: GameArg { game: rules.game() },
            freecells: Some(rules.freecells),
            columns: Some(rules.columns),
            decks: Some(rules.decks).filter(|&decks| decks > 1 || rules.game().is_none()),
            build: Some(rules.build),
            fill: Some(rules.fill),
            sequences: Some(rules.sequences),
            pysol: false,
        }
    }

    /// As they are typed, each with a space before it.
    pub fn words(self) -> String {
        let mut words = String::new();
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = write!(words, " --{name} {value}");
            }
        };
        add("game", self.game.game.map(|game| game.name.to_owned()));
        add("freecells", self.freecells.map(|number| number.to_string()));
        add("columns", self.columns.map(|number| number.to_string()));
        add("decks", self.decks.map(|number| number.to_string()));
        add("build", self.build.map(|build| build.word().to_owned()));
        add("fill", self.fill.map(|fill| fill.word().to_owned()));
        add("sequences", self.sequences.map(|sequences| sequences.word().to_owned()));
        if self.pysol {
            words += " --pysol";
        }
        words
    }

    /// How the text of a board is to be read.
    pub fn read_options(self) -> ReadOptions {
        ReadOptions {
            rules: self.game.game.map(|game| game.rules),
            freecells: self.freecells,
            columns: self.columns,
            decks: self.decks,
            build: self.build,
            fill: self.fill,
            sequences: self.sequences,
        }
    }

    /// The rules of a board that says nothing itself.
    pub fn rules(self) -> Rules {
        self.changed(self.game().rules)
    }

    fn game(self) -> &'static NamedGame {
        self.game.game.unwrap_or(FREECELL)
    }

    fn changed(self, rules: Rules) -> Rules {
        Rules {
            decks: self.decks.unwrap_or(rules.decks),
            freecells: self.freecells.unwrap_or(rules.freecells),
            columns: self.columns.unwrap_or(rules.columns),
            build: self.build.unwrap_or(rules.build),
            fill: self.fill.unwrap_or(rules.fill),
            sequences: self.sequences.unwrap_or(rules.sequences),
        }
    }

    /// The name of a numbered deal.
    pub fn name(self, number: u64) -> DealName {
        let numbering = if self.pysol { Numbering::PySol } else { Numbering::Microsoft };
        DealName { game: self.game(), numbering, number }
    }

    /// A numbered deal.
    pub fn deal(self, number: u64) -> Result<Board, Failure> {
        self.name(number).board(self.rules()).map_err(Failure::bad_input)
    }

    /// Refuses a run with other rules than those that are asked for.
    pub fn expect(self, rules: Rules) -> Result<(), Failure> {
        let asked = self.changed(self.game.game.map_or(rules, |game| game.rules));
        if asked == rules {
            return Ok(());
        }
        Err(Failure::bad_input(format!(
            "the run has other rules: {rules}, and asked for are {asked}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_change_a_game_and_a_run_of_another_is_refused() {
        let game = GameArg { game: NamedGame::named("eight_off") };
        let six = RulesArgs { game, freecells: Some(6), ..RulesArgs::default() };
        assert_eq!(six.rules(), Rules { freecells: 6, ..game.game.expect("a game").rules });
        assert_eq!(six.words(), " --game eight_off --freecells 6");
        assert_eq!(six.name(12).to_string(), "eight_off 12");
        assert!(six.expect(six.rules()).is_ok());
        assert!(game.expect(six.rules()).is_err());
        assert!(RulesArgs::default().expect(six.rules()).is_ok());
        assert_eq!(RulesArgs::of(six.rules()).rules(), six.rules());
    }
}
