//! Several analyses side by side.

use super::model::{Analysis, LayerAnalysis};
use super::table::Table;
use super::text::csv_of;
use fcc::numbers::grouped;
use std::collections::BTreeSet;

type OfAnalysis = fn(&Analysis) -> String;

const TOTALS: [(&str, OfAnalysis); 14] = [
    ("freecells", |analysis| analysis.named.rules().freecells.to_string()),
    ("verdict", |analysis| analysis.verdict.to_string()),
    ("whole graph", |analysis| if analysis.complete { "yes" } else { "no" }.to_owned()),
    ("depth", |analysis| {
        analysis.layers.last().map_or("-".to_owned(), |layer| layer.counts.depth.to_string())
    }),
    ("groups", |analysis| grouped(analysis.groups.into())),
    ("FCCs", |analysis| grouped(analysis.fccs)),
    ("states", |analysis| grouped(analysis.states)),
    ("classes", |analysis| grouped(analysis.classes)),
    ("entries", |analysis| grouped(analysis.entries)),
    ("exits", |analysis| grouped(analysis.exits)),
    ("largest FCC", |analysis| {
        grouped(analysis.layers.iter().map(|layer| layer.largest_fcc).max().unwrap_or(0))
    }),
    ("dead ends", |analysis| share(analysis.dead_ends, analysis.fccs)),
    ("can win", |analysis| {
        analysis.winning_fccs.map_or("?".to_owned(), |fccs| share(fccs, analysis.fccs))
    }),
    ("digest", |analysis| analysis.digest.clone()),
];

type OfLayer = fn(&LayerAnalysis) -> String;

const BY_DEPTH: [(&str, OfLayer); 4] = [
    ("states by depth", |layer| grouped(layer.counts.states)),
    ("FCCs by depth", |layer| grouped(layer.counts.fccs)),
    ("dead ends by depth", |layer| grouped(layer.dead_ends)),
    ("FCCs that can win, by depth", |layer| layer.winning_fccs.map_or("?".to_owned(), grouped)),
];

fn share(some: u128, all: u128) -> String {
    let percent = if all == 0 { 0.0 } else { 100.0 * some as f64 / all as f64 };
    format!("{} ({percent:.2} %)", grouped(some))
}

pub fn to_text(analyses: &[Analysis]) -> String {
    let names: Vec<String> = analyses.iter().map(name).collect();
    let headings = |first: &str| [first.to_owned()].into_iter().chain(names.clone());
    let mut table = Table::new(headings(""));
    for (what, of) in TOTALS {
        table.row([what.to_owned()].into_iter().chain(analyses.iter().map(of)));
    }
    let mut text = table.text();
    let depths: BTreeSet<u32> = analyses
        .iter()
        .flat_map(|analysis| &analysis.layers)
        .map(|layer| layer.counts.depth)
        .collect();
    for (title, of) in BY_DEPTH {
        let mut table = Table::new(headings("depth"));
        for &depth in &depths {
            let cell = |analysis: &Analysis| {
                let layer = analysis.layers.iter().find(|layer| layer.counts.depth == depth);
                layer.map_or("-".to_owned(), of)
            };
            table.row([depth.to_string()].into_iter().chain(analyses.iter().map(cell)));
        }
        text += &format!("\n{title}\n{}", table.text());
    }
    text
}

/// The name with its freecells: the same deal may be there twice.
pub fn name(analysis: &Analysis) -> String {
    format!("{}, {}", analysis.name, analysis.named.title_text())
}

/// A line for each depth of each.
pub fn to_csv(analyses: &[Analysis]) -> String {
    csv_of(analyses, true)
}
