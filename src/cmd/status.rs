//! `strata status`: how a run stands, from its directory.

use crate::exit::{Exit, Failure, directory_failure};
use crate::kept::game_of;
use crate::print::{self, count, grouped};
use crate::size::bytes_text;
use crate::watch::{self, Now};
use fcc::board::Rules;
use fcc::tally::GroupTally;
use fcc::verdict::VerdictWord;
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};
use storage::directory::Directory;
use storage::manifest::{LayerStatistics, Manifest, Status};
use strata_report::LayerCounts;
use strata_report::named::Named;

/// Show the state of a run, running or finished
///
/// Reads the manifest in DIR and what the running process says of itself. Takes no lock and changes
/// nothing.
#[derive(clap::Args)]
#[command(after_help = "Example:
  strata status graph
  strata status graph --json

Exit codes: 0 done, 2 bad input or usage (no run), 4 failure (disk, damage).")]
pub struct Args {
    /// The directory of the run
    dir: PathBuf,
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
    command: &'static str,
    /// `running`, `paused`, `finished` or `ended` (without a word: killed, or the power went).
    status: &'static str,
    verdict: Option<VerdictWord>,
    cause: Option<String>,
    /// Of all processes of the run, up to the last checkpoint.
    seconds: u64,
    checkpoint: CheckpointJson,
    running: Option<Now>,
    layers: Vec<LayerJson>,
    under_way: Option<UnderWayJson>,
    states: u128,
    classes: u128,
}

#[derive(Serialize)]
struct CheckpointJson {
    number: u64,
    unix_seconds: u64,
    seconds_ago: u64,
    files: usize,
    disk_bytes: u64,
}

#[derive(Serialize)]
struct LayerJson {
    #[serde(flatten)]
    counts: LayerCounts,
    classes: u128,
}

#[derive(Serialize)]
struct UnderWayJson {
    depth: u32,
    groups_done: u64,
    states: u128,
    classes: u128,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let directory = Directory::open_read_only(&args.dir).map_err(directory_failure)?;
    let rules = game_of(&args.dir, &directory.manifest)?.rules();
    let json = StatusJson::of(&directory.manifest, rules, watch::read(&args.dir));
    if args.json {
        print::json(&json)?
    } else {
        print::text(&json.to_text())?
    }
    Ok(Exit::Done)
}

impl StatusJson {
    fn of(manifest: &Manifest, rules: Rules, running: Option<Now>) -> StatusJson {
        let (status, verdict, cause) = match &manifest.status {
            Status::Finished { verdict } => ("finished", Some(*verdict), None),
            _ if running.is_some() => ("running", None, None),
            Status::Stopped { cause } => ("paused", None, Some(cause.clone())),
            Status::Running => ("ended", None, None),
        };
        let identity = &manifest.identity;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let layer = |LayerStatistics { report, .. }: &LayerStatistics| LayerJson {
            counts: report.into(),
            classes: report.tally.classes,
        };
        let under_way = manifest.under_way.as_ref().map(|layer| UnderWayJson {
            depth: layer.depth,
            groups_done: layer.tally.report.tally.groups,
            states: layer.tally.report.tally.states,
            classes: layer.tally.report.tally.classes,
        });
        let under_way_too = manifest.under_way.iter().map(|layer| &layer.tally);
        let mut total = GroupTally::default();
        manifest
            .layers
            .iter()
            .chain(under_way_too)
            .for_each(|layer| total.join(&layer.report.tally));
        StatusJson {
            named: Named::of(identity.deal.parse().ok(), rules),
            prune: identity.prune.clone(),
            symmetry: if identity.symmetry { "on" } else { "off" },
            command: if manifest.scope.until_won { "prove" } else { "census" },
            status,
            verdict,
            cause,
            seconds: manifest.seconds_spent,
            checkpoint: CheckpointJson {
                number: manifest.number,
                unix_seconds: manifest.unix_seconds,
                seconds_ago: now.saturating_sub(manifest.unix_seconds),
                files: manifest.files.len(),
                disk_bytes: manifest.disk_bytes,
            },
            running,
            layers: manifest.layers.iter().map(layer).collect(),
            under_way,
            states: total.states,
            classes: total.classes,
        }
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        let name = self.named.name_or("a board");
        let _ = writeln!(
            text,
            "{} of {name}, {}, prune {}, symmetry {}",
            self.command,
            self.named.rules_text(),
            self.prune,
            self.symmetry
        );
        let more = self.verdict.map(|verdict| verdict.to_string()).or(self.cause.clone());
        let more = more.map_or(String::new(), |more| format!(": {more}"));
        let _ = writeln!(text, "status      {}{more}", self.status);
        if let Some(now) = &self.running {
            let _ = writeln!(
                text,
                "now         depth {}, groups {} of {}, {} walked, {} a second, {} entries waiting",
                now.depth,
                grouped(now.groups_done.into()),
                grouped(now.groups.into()),
                grouped(now.walked.into()),
                grouped(now.per_second as u128),
                grouped(now.entries_waiting.into()),
            );
            let _ = writeln!(
                text,
                "            {} of memory, {} of disk, process {}, {:.0} s",
                bytes_text(now.memory_bytes.unwrap_or(0)),
                bytes_text(now.disk_bytes),
                now.process,
                now.seconds
            );
            let _ = writeln!(text, "plan        {}", now.memory_plan);
        }
        let CheckpointJson { number, seconds_ago, files, disk_bytes, .. } = self.checkpoint;
        let _ = writeln!(
            text,
            "checkpoint  number {number}, {seconds_ago} s ago, after {} s; {}, {} of disk",
            self.seconds,
            count(files as u128, "file"),
            bytes_text(disk_bytes)
        );
        let _ = writeln!(
            text,
            "so far      {} in {}",
            count(self.states, "state"),
            count(self.classes, "class").replace("classs", "classes")
        );
        for layer in &self.layers {
            let _ = writeln!(
                text,
                "layer {:>4}  {} in {}",
                layer.counts.depth,
                count(layer.counts.states, "state"),
                count(layer.counts.fccs, "FCC")
            );
        }
        if let Some(layer) = &self.under_way {
            let _ = writeln!(
                text,
                "layer {:>4}  {} so far, {} done",
                layer.depth,
                count(layer.states, "state"),
                count(layer.groups_done, "group")
            );
        }
        text
    }
}
