//! `strata plans`: the plans of the scans in memory.

use crate::exit::{Exit, Failure};
use crate::print;
use crate::solver_args::read_plan;
use fcc::solve::plan::Plan;
use fcc::solve::presets;
use serde::Serialize;
use std::fmt::Write;

/// List and explain the plans of `strata solve`
///
/// A plan is a list of scans that take turns. Without a name all of them are listed; with one its text is
/// printed, which can be changed and given to `--plan` as a file.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata plans
  strata plans quick > mine.plan
  strata solve 1 --plan mine.plan

A plan, line by line:
  plan NAME
  about TEXT                  what it is good for
  prune safe|none             whether safe foundation moves are made at once
  growth PERCENT              what quotas are multiplied by from round to round
  shorten none|path|states    what is done to a solution that was found
  scan depth|random SEED|best|breadth
    moves KIND KIND+KIND ...  kinds of moves in their order; + ties those that are ranked together
    weights FEATURE=N ...     what a best-first scan goes by
    quota N                   iterations of a turn

A plan none of whose scans has every move can't say impossible: the complete search has to.")]
pub struct Args {
    /// The plan to print: a name or a file
    name: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PlanJson {
    name: String,
    about: String,
    default: bool,
    complete: bool,
    scans: usize,
    text: String,
}

impl PlanJson {
    fn of(plan: &Plan) -> PlanJson {
        PlanJson {
            name: plan.name.clone(),
            about: plan.about.clone(),
            default: plan.name == presets::DEFAULT,
            complete: plan.complete().is_some(),
            scans: plan.turns.len(),
            text: plan.to_string(),
        }
    }
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.name {
        Some(name) => {
            let plan = read_plan(name)?;
            if args.json {
                print::json(&PlanJson::of(&plan))?
            } else {
                print::text(&plan.to_string())?
            }
        }
        None => {
            let plans: Vec<PlanJson> = presets::all().iter().map(PlanJson::of).collect();
            if args.json { print::json(&plans)? } else { print::text(&list(&plans))? }
        }
    }
    Ok(Exit::Done)
}

fn list(plans: &[PlanJson]) -> String {
    let mut text = String::new();
    for plan in plans {
        let default = if plan.default { ", the default" } else { "" };
        let complete = if plan.complete { "complete" } else { "leaves moves out" };
        let scans = print::count(plan.scans as u128, "scan");
        let _ = writeln!(text, "{}: {scans}, {complete}{default}", plan.name);
        let mut line = String::from(" ");
        for word in plan.about.split_whitespace() {
            if line.len() + word.len() > 98 {
                let _ = writeln!(text, "{line}");
                line = String::from(" ");
            }
            let _ = write!(line, " {word}");
        }
        let _ = writeln!(text, "{line}\n");
    }
    text + "`strata plans NAME` prints the text of one, `--plan FILE` reads it.\n"
}
