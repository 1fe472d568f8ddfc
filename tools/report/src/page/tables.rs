//! The tables of the page. They can be sorted; wide ones scroll in a box of their own.

use super::html::{board_html, escaped};
use super::parts::board_of;
use crate::analysis::Analysis;
use crate::analysis::model::{Example, LayerAnalysis, Spread};
use crate::counts::Percentiles;
use fcc::numbers::grouped;
use std::fmt::Write;

/// A cell: what is shown, and what it is sorted by.
struct Cell {
    shown: String,
    value: String,
}

fn number(number: u128) -> Cell {
    Cell { shown: grouped(number), value: number.to_string() }
}

fn fraction(number: f64, digits: usize) -> Cell {
    Cell { shown: format!("{number:.digits$}"), value: number.to_string() }
}

/// What is not known sorts before everything else.
fn unknown() -> Cell {
    Cell { shown: "–".into(), value: "-1".into() }
}

fn text(text: &str) -> Cell {
    Cell { shown: format!("<code>{}</code>", escaped(text)), value: escaped(text) }
}

pub fn all(analysis: &Analysis) -> String {
    if analysis.layers.is_empty() {
        return String::new();
    }
    let mut html = String::from("<section id=\"tables\">\n<h2>The numbers</h2>\n");
    html += &layers(analysis);
    html += &largest(analysis);
    html += &quantiles(analysis);
    html += &distributions(analysis);
    html + "</section>\n"
}

fn layers(analysis: &Analysis) -> String {
    let has_dead_ends = analysis.dead_ends > 0;
    let has_winning = analysis.winning_fccs != Some(0)
        && analysis.layers.iter().any(|layer| layer.winning_fccs.is_some());
    let mut heads = vec![
        "depth",
        "states",
        "FCCs",
        "groups",
        "growth",
        "largest FCC",
        "entries",
        "exits",
        "classes",
    ];
    heads.extend(has_dead_ends.then_some("dead ends"));
    heads.extend(has_winning.then_some("winning FCCs"));
    let rows = analysis.layers.iter().map(|layer| {
        let mut cells = vec![
            number(layer.counts.depth.into()),
            number(layer.counts.states),
            number(layer.counts.fccs),
            number(layer.counts.groups.into()),
            layer.growth.map_or_else(unknown, |growth| fraction(growth, 2)),
            number(layer.largest_fcc),
            number(layer.entries),
            number(layer.exits),
            number(layer.classes),
        ];
        cells.extend(has_dead_ends.then(|| number(layer.dead_ends)));
        cells.extend(has_winning.then(|| layer.winning_fccs.map_or_else(unknown, number)));
        cells
    });
    table("Layers", "one depth a row", true, &heads, rows)
}

fn quantiles(analysis: &Analysis) -> String {
    // An analysis of the manifest alone does not have them.
    if analysis.layers.iter().all(|layer| layer.size_quantiles.percentiles.min == 0) {
        return String::new();
    }
    let heads = [
        "depth",
        "smallest",
        "10 %",
        "25 %",
        "half",
        "75 %",
        "90 %",
        "99 %",
        "largest",
        "mean",
        "one of the largest",
    ];
    let rows = analysis.layers.iter().map(|layer| {
        let sizes = &layer.size_quantiles;
        let Percentiles { min, p10, p25, p50, p75, p90 } = sizes.percentiles;
        let counts = [min, p10, p25, p50, p75, p90, sizes.p99, sizes.max];
        let mut cells = vec![number(layer.counts.depth.into())];
        cells.extend(counts.map(number));
        cells.push(fraction(sizes.mean, 1));
        cells.push(look(analysis, &layer.largest));
        cells
    });
    let about = "so many parts of a hundred of the FCCs have no more states than this";
    table("Sizes of FCCs", about, false, &heads, rows)
}

fn distributions(analysis: &Analysis) -> String {
    let longest = |counts: fn(&LayerAnalysis) -> &Vec<u128>| {
        analysis.layers.iter().map(|layer| counts(layer).len()).max().unwrap_or(0)
    };
    let [cells, columns] =
        [longest(|layer| &layer.cells_in_use), longest(|layer| &layer.empty_columns)];
    if cells + columns == 0 {
        return String::new();
    }
    let mut heads = vec!["depth".to_owned()];
    heads.extend((0..cells).map(|cells| format!("cells in use: {cells}")));
    heads.extend((0..columns).map(|columns| format!("empty columns: {columns}")));
    heads.extend(["stuck cards, mean", "least", "most"].map(str::to_owned));
    heads.extend(["cards in foundations, mean", "least", "most"].map(str::to_owned));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let rows = analysis.layers.iter().map(|layer| {
        let part = |counts: &[u128], place: usize| {
            let states = layer.counts.states.max(1) as f64;
            let percent = counts.get(place).map_or(0.0, |&count| 100.0 * count as f64 / states);
            Cell { shown: format!("{percent:.1} %"), value: percent.to_string() }
        };
        let spread = |spread: &Spread| {
            [fraction(spread.mean, 1), number(spread.min.into()), number(spread.max.into())]
        };
        let mut row = vec![number(layer.counts.depth.into())];
        row.extend((0..cells).map(|place| part(&layer.cells_in_use, place)));
        row.extend((0..columns).map(|place| part(&layer.empty_columns, place)));
        row.extend(spread(&layer.stuck_cards));
        row.extend(spread(&layer.founded_cards));
        row
    });
    table("Cells, columns, cards", "parts of the states of a layer", false, &heads, rows)
}

/// The largest FCCs, each with a position that is drawn when it is asked for.
fn largest(analysis: &Analysis) -> String {
    if analysis.largest.is_empty() {
        return String::new();
    }
    // The position first: on a narrow screen one would not find it at the end.
    let heads =
        ["a position", "states", "depth", "alike", "can win", "fingerprint", "smallest key"];
    let row = |example: &Example| {
        vec![
            look(analysis, example),
            number(example.states),
            number(example.depth.into()),
            number(example.fccs_alike),
            match example.winning {
                Some(true) => Cell { shown: "yes".into(), value: "1".into() },
                Some(false) => Cell { shown: "no".into(), value: "0".into() },
                None => unknown(),
            },
            text(&example.fingerprint),
            text(&example.smallest_key),
        ]
    };
    table("Largest FCCs", "of all depths", true, &heads, analysis.largest.iter().map(row))
}

/// A position that is drawn when it is asked for. Sorted by its depth.
fn look(analysis: &Analysis, example: &Example) -> Cell {
    let board = board_of(analysis, &example.board);
    let label = format!("a position of an FCC at depth {}", example.depth);
    let drawn = board_html(board.as_ref(), &example.board, &label);
    Cell {
        shown: format!("<details class=\"look\"><summary>show</summary>{drawn}</details>"),
        value: example.depth.to_string(),
    }
}

fn table(
    title: &str,
    about: &str,
    open: bool,
    heads: &[&str],
    rows: impl Iterator<Item = Vec<Cell>>,
) -> String {
    let open = if open { " open" } else { "" };
    let mut html = format!(
        "<details class=\"card-box numbers\"{open}><summary><h3>{title}</h3> <small>{about}</small></summary>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">\
         <table class=\"sortable\">\n<thead><tr>"
    );
    for head in heads {
        let _ = write!(
            html,
            "<th scope=\"col\"><button type=\"button\">{}</button></th>",
            escaped(head)
        );
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in rows {
        html += "<tr>";
        for Cell { shown, value } in row {
            let _ = write!(html, "<td data-v=\"{value}\">{shown}</td>");
        }
        html += "</tr>\n";
    }
    html + "</tbody></table></div></details>\n"
}
