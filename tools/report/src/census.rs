//! The results of a census as a table for people, as JSON and as CSV for programs.
//!
//! The JSON is documented in docs/json.md and kept stable: keys may be added, none changes its meaning.

use crate::analysis::table::Table;
use crate::counts::LayerCounts;
use crate::named::Named;
use fcc::board::DealName;
use fcc::census::{CensusReport, LayerReport};
use fcc::game::Game;
use fcc::numbers::{bytes_text, grouped};
use fcc::solution::MoveJson;
use fcc::tally::GroupTally;
use fcc::verdict::VerdictWord;
use serde::Serialize;
use std::fmt::Write;

/// What a run found and what it took.
pub struct Outcome<'a> {
    pub deal: Option<DealName>,
    pub game: &'a Game,
    /// Whether classes were walked.
    pub symmetry: bool,
    pub report: &'a CensusReport,
    pub used: Used,
}

/// What a run took.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Used {
    pub seconds: f64,
    pub peak_memory_bytes: Option<u64>,
    pub peak_anonymous_memory_bytes: Option<u64>,
    pub disk: DiskUsed,
}

/// What the disk had to do.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct DiskUsed {
    pub peak_bytes: u64,
    pub record_bytes: u64,
    pub entries_pushed: u64,
    pub entries_spilled: u64,
    /// Where entries waited there.
    pub bytes_per_waiting_entry: Option<f64>,
    pub queue_seconds: f64,
}

#[derive(Serialize)]
pub struct CensusJson {
    #[serde(flatten)]
    named: Named,
    prune: String,
    verdict: VerdictWord,
    states: u128,
    fccs: u128,
    groups: u64,
    digest: String,
    symmetry: &'static str,
    classes: u128,
    layers: Vec<LayerJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<UnfinishedJson>,
    seconds: f64,
    states_per_second: f64,
    peak_memory_bytes: Option<u64>,
    peak_anonymous_memory_bytes: Option<u64>,
    disk: DiskUsed,
    /// Of a solution, where the census was made by a search that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson>>,
}

impl CensusJson {
    pub fn with_moves(self, moves: Option<Vec<MoveJson>>) -> CensusJson {
        CensusJson { moves, ..self }
    }
}

#[derive(Serialize)]
struct LayerJson {
    #[serde(flatten)]
    counts: LayerCounts,
    entries: u128,
    largest_fcc: u128,
    fcc_sizes: Vec<u128>,
    exits: u128,
    classes: u128,
}

/// The layer that a limit cut short. Its states are not in the totals.
#[derive(Serialize)]
struct UnfinishedJson {
    depth: u32,
    states: u64,
    cause: String,
}

impl LayerJson {
    fn of(layer: &LayerReport) -> LayerJson {
        LayerJson {
            counts: layer.into(),
            entries: layer.tally.entries,
            largest_fcc: layer.tally.largest_fcc,
            fcc_sizes: layer.tally.sizes.as_slice().to_vec(),
            exits: layer.tally.exits,
            classes: layer.tally.classes,
        }
    }
}

const HEADINGS: [&str; 8] =
    ["depth", "groups", "fccs", "entries", "states", "largest_fcc", "exits", "classes"];

/// The columns of the table and the CSV after the depth.
fn counts_of(tally: &GroupTally) -> [u128; 7] {
    [
        tally.groups.into(),
        tally.fccs,
        tally.entries,
        tally.states,
        tally.largest_fcc,
        tally.exits,
        tally.classes,
    ]
}

impl Outcome<'_> {
    pub fn to_json(&self) -> CensusJson {
        let Outcome { deal, game, symmetry, report, used } = self;
        CensusJson {
            named: Named::of(*deal, game.rules()),
            prune: game.prune().to_string(),
            verdict: report.verdict().word(),
            states: report.total.states,
            fccs: report.total.fccs,
            groups: report.total.groups,
            digest: report.total.digest.to_string(),
            symmetry: if *symmetry { "on" } else { "off" },
            classes: report.total.classes,
            layers: report.layers.iter().map(LayerJson::of).collect(),
            unfinished: report.unfinished.map(|layer| UnfinishedJson {
                depth: layer.depth,
                states: layer.states,
                cause: layer.cause.to_string(),
            }),
            seconds: used.seconds,
            states_per_second: self.states_per_second(),
            peak_memory_bytes: used.peak_memory_bytes,
            peak_anonymous_memory_bytes: used.peak_anonymous_memory_bytes,
            disk: used.disk,
            moves: None,
        }
    }

    fn states_per_second(&self) -> f64 {
        self.report.total.states as f64 / self.used.seconds.max(1e-9)
    }

    pub fn to_csv(&self) -> String {
        let mut text = HEADINGS.join(",") + "\n";
        for layer in &self.report.layers {
            let counts = counts_of(&layer.tally).map(|count| count.to_string()).join(",");
            let _ = writeln!(text, "{},{counts}", layer.depth);
        }
        text
    }

    pub fn to_text(&self) -> String {
        let Outcome { deal, game, report, used, .. } = self;
        let named = Named::of(*deal, game.rules());
        let (name, rules) = (named.name_or("the board"), named.rules_text());
        let mut text = format!("{name}, {rules}, prune {}\n\n", game.prune());
        text += &table(report);
        let _ = write!(text, "\nverdict  {}", report.verdict().word());
        if let Some(layer) = report.unfinished {
            let _ = write!(
                text,
                ": {}\n         at depth {}, {} classes into it",
                layer.cause,
                layer.depth,
                grouped(layer.states.into())
            );
        }
        let _ = write!(
            text,
            "\ndigest   {}\ntime     {:.2} s, {} states a second",
            report.total.digest,
            used.seconds,
            grouped(self.states_per_second() as u128)
        );
        if let Some(bytes) = used.peak_anonymous_memory_bytes {
            let _ = write!(text, "\nmemory   {} at most", bytes_text(bytes));
        }
        if used.disk.peak_bytes > 0 {
            let _ = write!(text, "\ndisk     {} at most", bytes_text(used.disk.peak_bytes));
        }
        if let Some(each) = used.disk.bytes_per_waiting_entry {
            let _ = write!(text, ", {each:.2} bytes for each entry that waited there");
        }
        text + "\n"
    }
}

/// The layers and their sum.
fn table(report: &CensusReport) -> String {
    let mut table = Table::new(HEADINGS.map(|heading| heading.replace('_', " ")));
    let mut row = |name: String, tally: &GroupTally| {
        table.row([name].into_iter().chain(counts_of(tally).map(grouped)));
    };
    report.layers.iter().for_each(|layer| row(layer.depth.to_string(), &layer.tally));
    row("all".to_string(), &report.total);
    table.text()
}
