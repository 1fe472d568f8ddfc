//! `strata games`: the games that have a name.

use crate::exit::{Exit, Failure};
use crate::print;
use fcc::numbers::count;
use fcc::rules::{FirstUp, GAMES, NamedGame, RuleWord};
use serde::Serialize;
use std::fmt::Write;

/// List the games with their rules
///
/// Every command that takes a BOARD takes --game NAME, and single parts of the rules: --freecells, --columns, --build,
/// --fill, --sequences, --decks. A board file may say its game itself, in a line `# game: NAME`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata games
  strata solve 12 --game eight_off
  strata deal 12 --game seahaven | strata solve -
  strata prove 10 --game bakers_game
  strata solve 1 --build suit --fill kings --freecells 5

build       alternate (a card goes on one of the other colour), suit (on the one of the same suit) or rank (any suit)
fill        what may open an empty column: any card, kings, or none
sequences   limited: card by card, by way of free cells and columns; unlimited: as one; runs: as one
            where they are of one suit, and whole suits go up

Games with two decks, built by rank or with runs are dealt, shown and solved: deal, show, solve, hint, range. The
search by layers, and with it every other command, is for the others.

docs/games.md has the deals and what holds for all of them.")]
pub struct Args {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameJson {
    name: &'static str,
    aliases: &'static [&'static str],
    about: &'static str,
    rules: String,
    columns: u8,
    freecells: u8,
    build: &'static str,
    fill: &'static str,
    sequences: &'static str,
    decks: u8,
    /// Whether the search by layers holds it, with all commands that rest on it.
    layers: bool,
    aces_up: bool,
    cards_in_cells: usize,
}

impl GameJson {
    fn of(game: &'static NamedGame) -> GameJson {
        let NamedGame { name, aliases, about, rules, layout } = game;
        GameJson {
            name,
            aliases,
            about,
            rules: rules.to_string(),
            columns: rules.columns,
            freecells: rules.freecells,
            build: rules.build.word(),
            fill: rules.fill.word(),
            sequences: rules.sequences.word(),
            decks: rules.decks,
            layers: rules.is_on_planes(),
            aces_up: matches!(layout.up, FirstUp::Aces | FirstUp::WhatFits),
            cards_in_cells: layout.to_cells.len(),
        }
    }
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let games: Vec<GameJson> = GAMES.iter().map(GameJson::of).collect();
    if args.json {
        print::json(&games)?;
        return Ok(Exit::Done);
    }
    let mut text = format!(
        "{:<20}{:<12}{:<13}{:<9}{:<11}{:<7}{}\n",
        "game", "columns", "freecells", "decks", "build", "fill", "sequences"
    );
    for game in &games {
        let _ = writeln!(
            text,
            "{:<20}{:<12}{:<13}{:<9}{:<11}{:<7}{}",
            game.name,
            count(game.columns, "column"),
            count(game.freecells, "freecell"),
            count(game.decks, "deck"),
            game.build,
            game.fill,
            game.sequences
        );
        let _ = writeln!(text, "  {}", game.about);
        if !game.aliases.is_empty() {
            let _ = writeln!(text, "  also {}", game.aliases.join(", "));
        }
    }
    print::text(&text)?;
    Ok(Exit::Done)
}
