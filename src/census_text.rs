//! The results of a census as a table for people, as JSON and as CSV for programs.
//!
//! The JSON is documented in docs/json.md and kept stable: keys may be added, none changes its meaning.

use crate::exit::{Exit, how_to_resume};
use crate::format::MoveJson;
use crate::print::{count, grouped, notice};
use crate::run::Used;
use crate::search::Search;
use crate::size::bytes_text;
use crate::stores::DiskUse;
use fcc::census::CensusReport;
use fcc::census::{LayerReport, Verdict};
use fcc::verdict::StopReason;
use fcc::verdict::VerdictWord;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// What a run found and what it took.
pub struct Outcome {
    pub search: Search,
    pub report: CensusReport,
    pub used: Used,
}

#[derive(Serialize)]
pub struct CensusJson {
    deal: Option<u64>,
    freecells: u8,
    columns: u8,
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
    disk: DiskJson,
    /// Of a solution, where the census was made by a search that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson>>,
}

impl CensusJson {
    pub fn with_moves(self, moves: Option<Vec<MoveJson>>) -> CensusJson {
        CensusJson { moves, ..self }
    }
}

/// What the disk had to do.
#[derive(Serialize)]
pub struct DiskJson {
    peak_bytes: u64,
    record_bytes: u64,
    entries_pushed: u64,
    entries_spilled: u64,
    bytes_per_waiting_entry: Option<f64>,
    queue_seconds: f64,
}

impl DiskJson {
    pub fn of(used: &DiskUse) -> DiskJson {
        let queues = &used.queues;
        let waited = queues.entries_waiting_on_disk_peak > 0;
        DiskJson {
            peak_bytes: used.bytes_peak,
            record_bytes: used.record_bytes,
            entries_pushed: queues.entries_pushed,
            entries_spilled: queues.entries_spilled,
            bytes_per_waiting_entry: waited.then(|| queues.disk_bytes_per_entry()),
            queue_seconds: (queues.spill_time + queues.merge_time).as_secs_f64(),
        }
    }
}

#[derive(Serialize)]
struct LayerJson {
    depth: u32,
    groups: u64,
    fccs: u128,
    states: u128,
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
            depth: layer.depth,
            groups: layer.tally.groups,
            fccs: layer.tally.fccs,
            states: layer.tally.states,
            entries: layer.tally.entries,
            largest_fcc: layer.tally.largest_fcc,
            fcc_sizes: layer.tally.sizes.as_slice().to_vec(),
            exits: layer.tally.exits,
            classes: layer.tally.classes,
        }
    }
}

/// The exit code of a verdict. What came before one is told on standard error, and how to go on where
/// there is a directory. A limit of the search is undecided; a signal, a full disk or the end of the time is
/// a pause.
pub fn exit_of(verdict: Verdict, full_disk: Option<&str>, dir: Option<&Path>) -> Exit {
    let cause = match verdict {
        Verdict::Solvable => return Exit::Done,
        Verdict::Impossible => return Exit::Impossible,
        Verdict::Undecided(cause) => cause,
    };
    let goes_on = matches!(cause, StopReason::Interrupted | StopReason::Disk | StopReason::Time);
    let paused = goes_on && dir.is_some();
    notice(&format!("strata: {}: {cause}\n", if paused { "paused" } else { "undecided" }));
    if let Some(message) = full_disk {
        notice(&format!("strata: {message}\n"));
    }
    if let Some(dir) = dir {
        notice(&format!("strata: {}\n", how_to_resume(dir)));
    }
    if paused { Exit::Paused } else { Exit::Undecided }
}

pub fn to_json(outcome: &Outcome) -> CensusJson {
    let Outcome { search: Search { named, game, options, .. }, report, used } = outcome;
    let rules = game.rules();
    CensusJson {
        deal: named.deal,
        freecells: rules.freecells,
        columns: rules.columns,
        prune: game.prune().to_string(),
        verdict: report.verdict().word(),
        states: report.total.states,
        fccs: report.total.fccs,
        groups: report.total.groups,
        digest: report.total.digest.to_string(),
        symmetry: if options.symmetry { "on" } else { "off" },
        classes: report.total.classes,
        layers: report.layers.iter().map(LayerJson::of).collect(),
        unfinished: report.unfinished.map(|layer| UnfinishedJson {
            depth: layer.depth,
            states: layer.states,
            cause: layer.cause.to_string(),
        }),
        seconds: used.seconds,
        states_per_second: report.total.states as f64 / used.seconds.max(1e-9),
        peak_memory_bytes: used.peak_memory_bytes,
        peak_anonymous_memory_bytes: used.peak_anonymous_bytes,
        disk: DiskJson::of(&used.disk),
        moves: None,
    }
}

const HEADINGS: [&str; 8] =
    ["depth", "groups", "fccs", "entries", "states", "largest_fcc", "exits", "classes"];

/// The columns of the table and the CSV after the depth.
fn counts_of(tally: &fcc::tally::GroupTally) -> [u128; 7] {
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

pub fn to_csv(outcome: &Outcome) -> String {
    let mut text = HEADINGS.join(",") + "\n";
    for layer in &outcome.report.layers {
        let counts = counts_of(&layer.tally).map(|count| count.to_string()).join(",");
        let _ = writeln!(text, "{},{counts}", layer.depth);
    }
    text
}

pub fn to_text(outcome: &Outcome) -> String {
    let Outcome { search: Search { named, game, .. }, report, used } = outcome;
    let seconds = used.seconds;
    let rules = game.rules();
    let name = named.deal.map_or("the board".to_string(), |deal| format!("deal {deal}"));
    let mut text = format!(
        "{name}, {}, {}, prune {}\n\n",
        count(rules.freecells, "freecell"),
        count(rules.columns, "column"),
        game.prune()
    );
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
    let speed = report.total.states as f64 / seconds.max(1e-9);
    let _ = write!(
        text,
        "\ndigest   {}\ntime     {seconds:.2} s, {} states a second",
        report.total.digest,
        grouped(speed as u128)
    );
    if let Some(bytes) = used.peak_anonymous_bytes {
        let _ = write!(text, "\nmemory   {} at most", bytes_text(bytes));
    }
    let DiskUse { bytes_peak, queues, .. } = used.disk;
    if bytes_peak > 0 {
        let _ = write!(text, "\ndisk     {} at most", bytes_text(bytes_peak));
    }
    if queues.entries_waiting_on_disk_peak > 0 {
        let each = queues.disk_bytes_per_entry();
        let _ = write!(text, ", {each:.2} bytes for each entry that waited there");
    }
    text + "\n"
}

/// The layers and their sum, right-aligned.
fn table(report: &fcc::census::CensusReport) -> String {
    let mut rows = vec![HEADINGS.map(|heading| heading.replace('_', " "))];
    let row = |name: String, tally| {
        let counts = counts_of(tally).map(grouped);
        let mut cells = counts.into_iter();
        std::array::from_fn(|column| {
            if column == 0 { name.clone() } else { cells.next().unwrap_or_default() }
        })
    };
    rows.extend(report.layers.iter().map(|layer| row(layer.depth.to_string(), &layer.tally)));
    rows.push(row("all".to_string(), &report.total));
    let widths: [usize; 8] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
    let mut text = String::new();
    for row in &rows {
        for (cell, width) in row.iter().zip(widths) {
            let _ = write!(text, "{cell:>width$}  ");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}
