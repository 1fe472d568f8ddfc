//! `strata analyse deals`: statistics over the lines of `strata range`.

use crate::exit::{Exit, Failure};
use crate::print::{self, count};
use crate::range::read_lines;
use fcc::board::Rules;
use fcc::rules::NamedGame;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use strata_report::deals::{Statistics, StatisticsJson};
use strata_report::named::{RulesJson, deals_of_text};

/// Statistics over many deals, from the lines that `strata range` wrote
///
/// The share of solvable deals with its confidence interval, and the distribution over deals of moves,
/// states and, for lines of `range --graphs`, of states, FCCs, groups and depth of the whole graph. Lines are JSON
/// or CSV; those of several files go together, each game and all rules for themselves.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata range 1 1000 --freecells 0 --graphs --out deals.jsonl
  strata analyse deals deals.jsonl
  strata analyse deals *.csv --json

The interval is Wilson's for 95 %, for the share among all deals of which these are a sample. Deals that
are undecided are not in it.

Exit codes: 0 done, 2 bad input or usage.")]
pub struct Args {
    /// Files that `strata range --out` has written
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write JSON, a line for all deals with the same rules
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct DealsJson {
    freecells: u8,
    #[serde(flatten)]
    rules: RulesJson,
    deals: u64,
    solvable: u64,
    impossible: u64,
    undecided: u64,
    #[serde(flatten)]
    statistics: StatisticsJson,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let mut by_rules: BTreeMap<(Option<String>, u8, Option<String>), Statistics> = BTreeMap::new();
    for path in &args.files {
        read_lines(path, |line| {
            let rules = (line.rules.clone(), line.freecells, line.game.clone());
            by_rules.entry(rules).or_default().add(&line)
        })?;
    }
    if by_rules.is_empty() {
        return Err(Failure::bad_input("there is no line of a deal in these files"));
    }
    for ((rules, freecells, game), statistics) in by_rules {
        let game = game.and_then(|name| NamedGame::named(&name));
        let rules = match rules {
            Some(text) => text.parse().map_err(Failure::bad_input)?,
            None => Rules { freecells, ..Rules::USUAL },
        };
        let [solvable, impossible, undecided] = statistics.verdicts();
        let deals = statistics.deals();
        if args.json {
            let statistics = statistics.json();
            print::json(&DealsJson {
                freecells,
                rules: RulesJson::of_game(rules, game),
                deals,
                solvable,
                impossible,
                undecided,
                statistics,
            })?;
            continue;
        }
        let numbers = [solvable, impossible, undecided].map(|number| print::grouped(number.into()));
        let [solvable, impossible, undecided] = numbers;
        print::text(&format!(
            "{} {}: {solvable} solvable, {impossible} impossible, {undecided} undecided\n{}\n{}\n",
            count(deals, "deal"),
            deals_of_text(rules, game),
            statistics.share_text(),
            statistics.table()
        ))?;
    }
    Ok(Exit::Done)
}
