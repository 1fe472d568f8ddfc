//! An analysis as tables for people and as CSV for programs.

use super::model::{Analysis, Example, LayerAnalysis, Quantiles};
use super::table::{Table, short};
use fcc::numbers::{count, grouped};
use std::fmt::Write;

/// Largest FCCs with their positions in the text; all are in the JSON.
const POSITIONS: usize = 3;

pub fn to_text(analysis: &Analysis) -> String {
    let mut text = heading(analysis);
    section(&mut text, "layers", &layers(analysis));
    section(&mut text, "FCCs of so many states", &powers(analysis));
    section(
        &mut text,
        "states of an FCC: so many parts of a hundred have no more",
        &sizes(analysis),
    );
    section(&mut text, "over all states of a depth", &over_depth(analysis));
    section(&mut text, "largest FCCs", &largest(analysis));
    section(&mut text, "where it ends", &deepest(analysis));
    text
}

fn section(text: &mut String, title: &str, body: &str) {
    let _ = write!(text, "\n{title}\n{body}");
}

/// What it is, how it ended and what there is in all.
fn heading(analysis: &Analysis) -> String {
    let mut text =
        format!("{}, {}, prune {}\n", analysis.name, analysis.named.rules_text(), analysis.prune);
    let whole = if analysis.complete { "" } else { ", not the whole graph" };
    let _ = write!(
        text,
        "verdict    {}{whole}\nstates     {} in {} of {}, {}\ndead ends  {}\n",
        analysis.verdict,
        grouped(analysis.states),
        count(analysis.fccs, "FCC"),
        count(analysis.groups, "group"),
        classes_text(analysis.classes),
        of_all(analysis.dead_ends, analysis.fccs)
    );
    match (&analysis.winning_fccs, &analysis.winning_unknown) {
        (Some(fccs), _) => {
            let _ = writeln!(text, "can win    {}", of_all(*fccs, analysis.fccs));
        }
        (None, Some(why)) => {
            let _ = writeln!(text, "can win    not known: {why}");
        }
        (None, None) => {}
    }
    let _ = writeln!(text, "digest     {}", analysis.digest);
    text
}

fn classes_text(classes: u128) -> String {
    format!("{} {}", grouped(classes), if classes == 1 { "class" } else { "classes" })
}

fn of_all(some: u128, all: u128) -> String {
    format!("{} of {} FCCs, {}", grouped(some), grouped(all), percent(some, all))
}

fn percent(some: u128, all: u128) -> String {
    if all == 0 { "-".to_owned() } else { format!("{:.2} %", 100.0 * some as f64 / all as f64) }
}

fn layers(analysis: &Analysis) -> String {
    let headings = [
        "depth",
        "groups",
        "FCCs",
        "entries",
        "states",
        "growth",
        "largest FCC",
        "exits",
        "dead ends",
    ];
    // Where nothing can win, or nothing is known of it, there is nothing to look at.
    let some_win =
        analysis.layers.iter().any(|layer| layer.winning_fccs.is_some_and(|fccs| fccs > 0));
    let of_wins = if some_win { &["can win", "of FCCs"][..] } else { &[] };
    let mut table = Table::new(headings.iter().chain(of_wins));
    for layer in &analysis.layers {
        let mut cells = vec![
            layer.counts.depth.to_string(),
            grouped(layer.counts.groups.into()),
            grouped(layer.counts.fccs),
            grouped(layer.entries),
            grouped(layer.counts.states),
            layer.growth.map_or("-".to_owned(), |growth| format!("{growth:.2}")),
            grouped(layer.largest_fcc),
            grouped(layer.exits),
            grouped(layer.dead_ends),
        ];
        if some_win {
            let winning = layer.winning_fccs;
            cells.push(winning.map_or("?".to_owned(), grouped));
            cells.push(winning.map_or("?".to_owned(), |fccs| percent(fccs, layer.counts.fccs)));
        }
        table.row(cells);
    }
    table.text()
}

fn powers(analysis: &Analysis) -> String {
    let width = analysis.layers.iter().map(|layer| layer.fcc_sizes.len()).max().unwrap_or(0);
    let headings = (0..width).map(|power| format!("{}+", short(1 << power)));
    let mut table = Table::new(["depth".to_owned()].into_iter().chain(headings));
    for layer in &analysis.layers {
        let dots = |&fccs: &u128| if fccs == 0 { ".".to_owned() } else { short(fccs) };
        let cells = layer.fcc_sizes.iter().map(dots);
        table.row([layer.counts.depth.to_string()].into_iter().chain(cells));
    }
    table.text()
}

fn sizes(analysis: &Analysis) -> String {
    let names = QUANTILES.iter().map(|(name, _)| name.trim_start_matches('p'));
    let mut table = Table::new(["depth"].into_iter().chain(names).chain(["mean"]));
    for layer in &analysis.layers {
        let quantiles = &layer.size_quantiles;
        let cells = QUANTILES.iter().map(|(_, of)| grouped(of(quantiles)));
        let mean = format!("{:.1}", quantiles.mean);
        table.row([layer.counts.depth.to_string()].into_iter().chain(cells).chain([mean]));
    }
    table.text()
}

type OfQuantiles = fn(&Quantiles) -> u128;

const QUANTILES: [(&str, OfQuantiles); 8] = [
    ("min", |quantiles| quantiles.percentiles.min),
    ("p10", |quantiles| quantiles.percentiles.p10),
    ("p25", |quantiles| quantiles.percentiles.p25),
    ("p50", |quantiles| quantiles.percentiles.p50),
    ("p75", |quantiles| quantiles.percentiles.p75),
    ("p90", |quantiles| quantiles.percentiles.p90),
    ("p99", |quantiles| quantiles.p99),
    ("max", |quantiles| quantiles.max),
];

fn over_depth(analysis: &Analysis) -> String {
    let mut table = Table::new([
        "depth",
        "cells in use",
        "all full",
        "empty columns",
        "none empty",
        "stuck cards",
        "least",
        "most",
        "in foundations",
        "least",
        "most",
    ]);
    for layer in &analysis.layers {
        let (stuck, founded) = (&layer.stuck_cards, &layer.founded_cards);
        let full = layer
            .cells_in_use
            .get(usize::from(analysis.named.rules().freecells))
            .copied()
            .unwrap_or(0);
        let no_column = layer.empty_columns.first().copied().unwrap_or(0);
        table.row([
            layer.counts.depth.to_string(),
            format!("{:.2}", mean(&layer.cells_in_use)),
            percent(full, layer.counts.states),
            format!("{:.2}", mean(&layer.empty_columns)),
            percent(no_column, layer.counts.states),
            format!("{:.2}", stuck.mean),
            stuck.min.to_string(),
            stuck.max.to_string(),
            format!("{:.2}", founded.mean),
            founded.min.to_string(),
            founded.max.to_string(),
        ]);
    }
    table.text()
}

/// Of counts by number.
pub fn mean(counts: &[u128]) -> f64 {
    let all: u128 = counts.iter().sum();
    let sum: f64 =
        counts.iter().enumerate().map(|(number, &count)| number as f64 * count as f64).sum();
    if all == 0 { 0.0 } else { sum / all as f64 }
}

fn largest(analysis: &Analysis) -> String {
    let mut text = examples(&analysis.largest);
    for example in analysis.largest.iter().take(POSITIONS) {
        let _ = write!(text, "\n{}", position(example));
    }
    text
}

fn deepest(analysis: &Analysis) -> String {
    let depth = analysis.layers.last().map_or(0, |layer| layer.counts.depth);
    let mut text = format!("the deepest layer is that of depth {depth}\n");
    text += &examples(&analysis.deepest);
    if let Some(example) = analysis.deepest.first() {
        let _ = write!(text, "\n{}", position(example));
    }
    text
}

fn examples(some: &[Example]) -> String {
    let mut table = Table::new(["depth", "states", "FCCs alike", "can win", "fingerprint", "FCC"]);
    for example in some {
        let winning = match example.winning {
            Some(true) => "yes",
            Some(false) => "no",
            None => "?",
        };
        table.row([
            example.depth.to_string(),
            grouped(example.states),
            grouped(example.fccs_alike),
            winning.to_owned(),
            example.fingerprint.clone(),
            example.smallest_key.clone(),
        ]);
    }
    table.text()
}

fn position(example: &Example) -> String {
    format!(
        "depth {}, {}, for example\n{}\n",
        example.depth,
        count(example.states, "state"),
        example.board.trim_end()
    )
}

/// A line for each layer.
pub fn to_csv(analysis: &Analysis) -> String {
    csv_of(std::slice::from_ref(analysis), false)
}

/// How many fields of a kind every line has.
struct Widths {
    cells: usize,
    columns: usize,
    powers: usize,
}

/// A line for each layer of each, with its name where there are several.
pub fn csv_of(analyses: &[Analysis], named: bool) -> String {
    let widest = |of: fn(&Analysis) -> usize| analyses.iter().map(of).max().unwrap_or(0);
    let powers = widest(|analysis| {
        analysis.layers.iter().map(|layer| layer.fcc_sizes.len()).max().unwrap_or(0)
    });
    let widths = Widths {
        cells: widest(|analysis| usize::from(analysis.named.rules().freecells) + 1),
        columns: widest(|analysis| usize::from(analysis.named.rules().columns) + 1),
        powers,
    };
    let mut head: Vec<String> = Vec::new();
    if named {
        head.extend(["name", "freecells", "verdict"].map(str::to_owned));
    }
    head.extend(CSV.iter().map(|(name, _)| (*name).to_owned()));
    head.extend(QUANTILES.iter().map(|(name, _)| format!("fcc_states_{name}")));
    head.push("fcc_states_mean".to_owned());
    head.extend((0..widths.cells).map(|number| format!("states_with_{number}_cells_in_use")));
    head.extend((0..widths.columns).map(|number| format!("states_with_{number}_empty_columns")));
    for what in ["stuck_cards", "founded_cards"] {
        head.extend(["min", "mean", "max"].map(|of| format!("{what}_{of}")));
    }
    head.extend(
        (0..widths.powers).map(|power| format!("fccs_of_{}_states_or_more", 1u128 << power)),
    );
    let mut text = head.join(",") + "\n";
    for analysis in analyses {
        for layer in &analysis.layers {
            let mut fields: Vec<String> = Vec::new();
            if named {
                let (name, verdict) = (quoted(&analysis.name), analysis.verdict.to_string());
                fields.extend([name, analysis.named.rules().freecells.to_string(), verdict]);
            }
            add_fields(&mut fields, layer, &widths);
            text += &(fields.join(",") + "\n");
        }
    }
    text
}

fn add_fields(fields: &mut Vec<String>, layer: &LayerAnalysis, widths: &Widths) {
    fields.extend(CSV.iter().map(|(_, of)| of(layer)));
    let quantiles = &layer.size_quantiles;
    fields.extend(QUANTILES.iter().map(|(_, of)| of(quantiles).to_string()));
    fields.push(quantiles.mean.to_string());
    let number = |counts: &[u128], at: usize| counts.get(at).copied().unwrap_or(0).to_string();
    fields.extend((0..widths.cells).map(|at| number(&layer.cells_in_use, at)));
    fields.extend((0..widths.columns).map(|at| number(&layer.empty_columns, at)));
    for spread in [&layer.stuck_cards, &layer.founded_cards] {
        fields.extend([spread.min.to_string(), spread.mean.to_string(), spread.max.to_string()]);
    }
    fields.extend((0..widths.powers).map(|at| number(&layer.fcc_sizes, at)));
}

/// A name as a field of CSV.
fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}

type OfLayer = fn(&LayerAnalysis) -> String;

const CSV: [(&str, OfLayer); 12] = [
    ("depth", |layer| layer.counts.depth.to_string()),
    ("groups", |layer| layer.counts.groups.to_string()),
    ("fccs", |layer| layer.counts.fccs.to_string()),
    ("states", |layer| layer.counts.states.to_string()),
    ("entries", |layer| layer.entries.to_string()),
    ("exits", |layer| layer.exits.to_string()),
    ("classes", |layer| layer.classes.to_string()),
    ("growth", |layer| layer.growth.map_or(String::new(), |growth| growth.to_string())),
    ("largest_fcc", |layer| layer.largest_fcc.to_string()),
    ("dead_ends", |layer| layer.dead_ends.to_string()),
    ("winning_fccs", |layer| layer.winning_fccs.map_or(String::new(), |fccs| fccs.to_string())),
    ("winning_states", |layer| {
        layer.winning_states.map_or(String::new(), |states| states.to_string())
    }),
];
