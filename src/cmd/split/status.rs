//! `strata split status`: how far a folder is.

use super::{DirArg, failure};
use crate::exit::{Exit, Failure};
use crate::print;
use serde::Serialize;
use split::status::{DepthStatus, is_complete, status};
use std::fmt::Write;
use strata_report::named::Named;

/// Tell how far it is, from the files that are there
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    dir: DirArg,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct StatusJson {
    #[serde(flatten)]
    named: Named,
    prune: String,
    symmetry: &'static str,
    complete: bool,
    won: bool,
    states: u128,
    depths: Vec<DepthJson>,
}

#[derive(Serialize)]
struct DepthJson {
    depth: u32,
    groups: usize,
    explored: usize,
    merged: bool,
    states: Option<u128>,
    fccs: Option<u128>,
}

impl DepthJson {
    fn of(status: &DepthStatus) -> DepthJson {
        let tally = status.total.as_ref().map(|total| &total.tally);
        DepthJson {
            depth: status.depth,
            groups: status.groups,
            explored: status.explored,
            merged: tally.is_some(),
            states: tally.map(|tally| tally.states),
            fccs: tally.map(|tally| tally.fccs),
        }
    }
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let folder = args.dir.folder();
    let deal = folder.deal().map_err(failure)?;
    let depths = status(&folder, &deal).map_err(failure)?;
    let totals = || depths.iter().filter_map(|depth| depth.total.as_ref());
    let json = StatusJson {
        named: Named::of(deal.name, deal.game.rules()),
        prune: deal.game.prune().to_string(),
        symmetry: if deal.symmetry { "on" } else { "off" },
        complete: is_complete(&depths),
        won: totals().any(|total| total.won),
        states: totals().map(|total| total.tally.states).sum(),
        depths: depths.iter().map(DepthJson::of).collect(),
    };
    if args.json {
        print::json(&json)?;
    } else {
        print::text(&json.to_text())?;
    }
    Ok(Exit::Done)
}

impl StatusJson {
    fn to_text(&self) -> String {
        let mut text = String::new();
        for DepthJson { depth, groups, explored, states, .. } in &self.depths {
            let states = states.map_or("not merged".into(), |states| format!("{states} states"));
            let _ =
                writeln!(text, "depth {depth}: {explored} of {groups} groups explored, {states}");
        }
        text += match (self.complete, self.won) {
            (true, true) => "complete: solvable\n",
            (true, false) => "complete: impossible\n",
            (false, true) => "not complete; a win was reached\n",
            (false, false) => "not complete\n",
        };
        text
    }
}
