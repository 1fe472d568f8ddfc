//! `strata report`: one page about one graph, for people who would rather look than read.
//!
//! The page is a file that needs nothing else: style, script, pictures and numbers are in it, and a policy
//! at its top forbids the browser to load anything. It holds layers, examples and the moves of a solution,
//! never states, so its size is bounded by the deal and not by the graph.
//!
//! What the page says stands in its HTML. The script draws boards as cards, sorts tables, switches colours
//! and plays the solution.

mod html;
mod parts;
mod player;
mod tables;
#[cfg(test)]
mod tests;

pub use html::compact;
pub use player::{PlayerData, PlayerStep, Standing};

use crate::analysis::Analysis;
use crate::plot::{Picture, Size, Theme, page_css, svg};
use html::{escaped, json_in_script};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const DARK: &str = include_str!("dark.css");
const SCRIPTS: [&str; 4] = [
    include_str!("board.js"),
    include_str!("player.js"),
    include_str!("tables.js"),
    include_str!("theme.js"),
];
/// The signs of the suits and of the buttons, drawn once and used by name.
const SIGNS: &str = include_str!("signs.svg");
/// Nothing is loaded from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The page of an analysis, with a player where there is a solution. `note` tells how a run stands that
/// is not finished.
pub fn page(analysis: &Analysis, player: Option<&PlayerData>, note: Option<&str>) -> String {
    let name = escaped(&analysis.name);
    let light = page_css(Theme::Light);
    let dark = DARK.to_owned() + &page_css(Theme::Dark);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{name}: {verdict} – Strata</title>\n<style>\n{STYLE}\n\
         :root{{{light}}}\n\
         @media (prefers-color-scheme: dark){{:root:not([data-theme=light]){{{dark}}}}}\n\
         :root[data-theme=dark]{{{dark}}}\n</style>\n</head>\n<body>\n{SIGNS}\n",
        verdict = analysis.verdict,
    );
    page.push_str(&parts::head(analysis));
    page.push_str("<main>\n");
    page.push_str(&parts::verdict(analysis, player, note));
    page.push_str(&parts::key_numbers(analysis));
    match player {
        Some(player) => page.push_str(&parts::player(analysis, player)),
        None => page.push_str(&parts::deal(analysis)),
    }
    page.push_str(&parts::end(analysis));
    page.push_str(&plots(analysis));
    page.push_str(&tables::all(analysis));
    page.push_str("</main>\n");
    page.push_str(&parts::foot(analysis));
    if let Some(player) = player {
        let data = json_in_script(player);
        let _ = writeln!(page, "<script type=\"application/json\" id=\"solution\">{data}</script>");
    }
    let _ = write!(
        page,
        "<script>\n(function () {{\n\"use strict\";\n{}}})();\n</script>\n</body>\n</html>\n",
        SCRIPTS.concat()
    );
    page
}

/// All pictures that the numbers are there for, each for a wide and for a narrow screen.
fn plots(analysis: &Analysis) -> String {
    if analysis.layers.is_empty() {
        return String::new();
    }
    let mut html = String::from(
        "<section id=\"plots\">\n<h2>The graph in pictures</h2>\n<div class=\"figures\">\n",
    );
    // Where no FCC wins, all have lost: that takes no picture.
    let is_shown = |picture: &Picture| match picture {
        Picture::Winning => picture.is_known(analysis) && analysis.winning_fccs != Some(0),
        _ => true,
    };
    for picture in Picture::ALL.into_iter().filter(is_shown) {
        let drawn = |size| svg(analysis, picture, Theme::Page, size);
        let _ = writeln!(
            html,
            "<figure class=\"card-box\"><figcaption>{}<small>{}</small></figcaption>\
             <div class=\"wide\">{}</div><div class=\"narrow\">{}</div></figure>",
            picture.title(),
            parts::caption(picture),
            drawn(Size::WIDE),
            drawn(Size::NARROW)
        );
    }
    html + "</div>\n</section>\n"
}
