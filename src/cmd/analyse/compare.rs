//! `strata analyse compare`: several graphs side by side.

use super::plots::PlotArgs;
use crate::exit::{Exit, Failure};
use crate::print;
use crate::rules_args::RulesArgs;
use crate::source::{SourceArgs, tell_what_is_missing};
use std::path::Path;
use strata_report::analysis::compare::{to_csv, to_text};
use strata_report::analysis::model::Analysis;

/// Compare graphs: several deals, or one with several numbers of freecells
///
/// Each of them is the directory of a run or a board, whose graph is explored first. BOARD@N is the board
/// with N freecells.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata analyse compare 11982 2901685480
  strata analyse compare 384243@0 384243@1 384243@2
  strata analyse compare 384243@0 384243@1 384243@2 --plots pictures
  strata analyse compare graph-1 graph-2 --csv > layers.csv

Exit codes: as `strata analyse`.")]
pub struct Args {
    /// Directories of runs, deal numbers or files; NAME@N for N freecells
    #[arg(required = true, num_args = 2.., value_names = ["A", "B"])]
    what: Vec<String>,
    #[command(flatten)]
    source: SourceArgs,
    /// Write the analyses as JSON, one for each line
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write a line for each depth of each of them as CSV
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    plots: PlotArgs,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let mut analyses: Vec<Analysis> = Vec::new();
    for what in &args.what {
        let (name, freecells) = split(what)?;
        let rules = args.source.rules;
        let source = SourceArgs {
            rules: RulesArgs { freecells: freecells.or(rules.freecells), ..rules },
            ..args.source.clone()
        };
        let analysis = source.analyse(name)?;
        tell_what_is_missing(&analysis);
        if args.json {
            print::json(&analysis)?;
        }
        analyses.push(analysis);
    }
    args.plots.write_comparison(&analyses)?;
    if args.csv {
        print::text(&to_csv(&analyses))?;
    } else if !args.json {
        print::text(&to_text(&analyses))?;
    }
    Ok(Exit::Done)
}

/// NAME@N, unless there is a file of just that name.
fn split(what: &str) -> Result<(&str, Option<u8>), Failure> {
    match what.rsplit_once('@') {
        Some((name, freecells)) if !Path::new(what).exists() => {
            let number = freecells.parse().map_err(|_| {
                Failure::bad_input(format!("{what}: a number of freecells is wanted after the @"))
            })?;
            if Path::new(name).is_dir() {
                let message = format!("{what}: the run in {name} has its own number of freecells");
                return Err(Failure::bad_input(message));
            }
            Ok((name, Some(number)))
        }
        _ => Ok((what, None)),
    }
}
