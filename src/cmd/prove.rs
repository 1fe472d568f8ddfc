//! `strata prove`: the verdict alone.

use crate::census_text::DiskJson;
use crate::exit::{Exit, Failure};
use crate::print::grouped;
use crate::run::{Run, Search, SearchArgs};
use crate::{census_text, print};
use fcc::census::{Proof, Verdict, prove};
use serde::Serialize;

/// Find out whether a deal can be solved, without counting it
///
/// Looks for a win with a few narrow searches first, then explores the whole graph until a win or its
/// end. The verdict is solvable, impossible or, when a limit comes first, undecided.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata prove 11982
  strata prove 384243 --freecells 2
  strata prove position.txt --memory 2GiB --json

Impossible rests on the whole graph: the counts and the digest are those of `strata census`. Solvable
rests on a state without stuck cards that was reached; the moves that lead there are not printed yet.

Exit codes: 0 solvable, 1 impossible, 2 bad input or usage, 3 undecided (a limit or Ctrl-C came
first), 4 failure.")]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Counts are there only where they are those of the whole graph.
#[derive(Serialize)]
struct ProofJson {
    deal: Option<u64>,
    freecells: u8,
    columns: u8,
    prune: String,
    verdict: &'static str,
    beam: Option<u64>,
    won_at_depth: Option<u32>,
    states: Option<u128>,
    fccs: Option<u128>,
    digest: Option<String>,
    classes_walked: u64,
    seconds: f64,
    peak_memory_bytes: Option<u64>,
    peak_anonymous_memory_bytes: Option<u64>,
    disk: DiskJson,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let search = args.search.read()?;
    let run = Run::start(&args.search)?;
    let (proof, used) = run.explore(&search, |explore| {
        let proof = prove(explore)?;
        let verdict = proof.report.proof();
        Ok((proof, verdict))
    })?;
    let Proof { report, beam } = proof;
    let Search { named, game, .. } = search;
    let verdict = report.proof();
    let whole = verdict == Verdict::Impossible;
    let rules = game.rules();
    let json = ProofJson {
        deal: named.deal,
        freecells: rules.freecells,
        columns: rules.columns,
        prune: game.prune().to_string(),
        verdict: census_text::verdict_word(verdict),
        beam,
        won_at_depth: report.layers.iter().find(|layer| layer.won).map(|layer| layer.depth),
        states: whole.then_some(report.total.states),
        fccs: whole.then_some(report.total.fccs),
        digest: whole.then(|| report.total.digest.to_string()),
        classes_walked: run.walked(),
        seconds: used.seconds,
        peak_memory_bytes: used.peak_memory_bytes,
        peak_anonymous_memory_bytes: used.peak_anonymous_bytes,
        disk: DiskJson::of(&used.disk),
    };
    if args.json {
        print::json(&json)?
    } else {
        print::text(&json.to_text(verdict))?
    }
    Ok(census_text::exit_of(&report, verdict))
}

impl ProofJson {
    fn to_text(&self, verdict: Verdict) -> String {
        let rests_on = match (verdict, self.won_at_depth, self.states, self.fccs) {
            (Verdict::Solvable, Some(depth), ..) => {
                format!("a state without stuck cards was reached at depth {depth}")
            }
            (_, _, Some(states), Some(fccs)) => format!(
                "the whole graph, {} states in {} FCCs, none of them won (prune {}); digest {}",
                grouped(states),
                grouped(fccs),
                self.prune,
                self.digest.as_deref().unwrap_or_default()
            ),
            (Verdict::Undecided(cause), ..) => cause.to_string(),
            _ => unreachable!("impossible has counts and solvable a depth"),
        };
        format!(
            "{}: {rests_on}\n{:.2} s, {} classes walked\n",
            self.verdict,
            self.seconds,
            grouped(self.classes_walked.into())
        )
    }
}
