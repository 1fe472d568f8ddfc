//! The parts of the page above the tables, in the order in which they are read.

use super::html::{board_html, escaped};
use super::player::PlayerData;
use crate::analysis::Analysis;
use crate::analysis::model::Example;
use crate::plot::Picture;
use fcc::board::{Board, ReadOptions};
use fcc::card::ALL_CARDS;
use fcc::fingerprint::Fingerprint;
use fcc::game::Game;
use fcc::numbers::{count, grouped};
use fcc::rules::Prune;
use fcc::solution::MoveJson;
use fcc::verdict::VerdictWord;
use std::fmt::Write;

/// More of them than this are written smaller.
const DIGITS_LARGE: usize = 12;

/// A board of the analysis, if its text can be read.
pub fn board_of(analysis: &Analysis, text: &str) -> Option<Board> {
    Board::read(text, &ReadOptions { rules: Some(analysis.named.rules()), ..Default::default() })
        .ok()
}

pub fn head(analysis: &Analysis) -> String {
    format!(
        "<header class=\"top\">\n<div><h1>{}</h1>\n<p>{} · prune {}</p></div>\n\
         <button type=\"button\" id=\"theme\" aria-label=\"Switch between light and dark colours\">\
         <svg aria-hidden=\"true\"><use href=\"#sign-theme\"/></svg></button>\n</header>\n",
        escaped(&analysis.name),
        analysis.named.rules_text(),
        escaped(&analysis.prune)
    )
}

pub fn verdict(analysis: &Analysis, player: Option<&PlayerData>, note: Option<&str>) -> String {
    let kind = analysis.verdict;
    let (word, sentence) = match kind {
        VerdictWord::Solvable => ("Solvable", solvable(player)),
        VerdictWord::Impossible => (
            "Impossible",
            format!(
                "No sequence of moves wins: the whole graph was walked, {}, and none of them is won.",
                count(analysis.states, "state")
            ),
        ),
        VerdictWord::Undecided => (
            "Undecided",
            "Not all of the graph has been looked at, and no win was seen. \
             The numbers are those of the layers that are complete."
                .to_owned(),
        ),
    };
    let part = match (kind, analysis.complete) {
        (VerdictWord::Solvable, false) if analysis.layers.is_empty() => {
            " It was found in memory: no layer of the graph is on record."
        }
        (VerdictWord::Solvable, false) => " Only a part of the graph was visited.",
        _ => "",
    };
    let note =
        note.map_or(String::new(), |note| format!("<p class=\"note\">{}</p>", escaped(note)));
    format!(
        "<section class=\"verdict {kind}\" aria-label=\"Verdict\">\n\
         <svg aria-hidden=\"true\"><use href=\"#sign-{kind}\"/></svg>\n\
         <div><p class=\"word\">{word}</p><p>{sentence}{part}</p>{note}</div>\n</section>\n"
    )
}

fn solvable(player: Option<&PlayerData>) -> String {
    match player {
        Some(player) => {
            let moves = count(player.steps.len() as u64, "move");
            format!("Here is a way to win in {moves} of single cards; step through it below.")
        }
        None => "A win can be reached.".to_owned(),
    }
}

/// What one wants to know first, large.
pub fn key_numbers(analysis: &Analysis) -> String {
    if analysis.layers.is_empty() {
        return String::new();
    }
    let mut tiles: Vec<(&str, String)> = vec![
        ("states", grouped(analysis.states)),
        ("FCCs", grouped(analysis.fccs)),
        ("groups", grouped(analysis.groups.into())),
        ("classes", grouped(analysis.classes)),
    ];
    if let Some(last) = analysis.layers.last() {
        tiles.push(("deepest layer", last.counts.depth.to_string()));
        let largest = analysis.layers.iter().map(|layer| layer.largest_fcc).max().unwrap_or(0);
        tiles.push(("states in the largest FCC", grouped(largest)));
    }
    if analysis.dead_ends > 0 {
        tiles.push(("dead ends", grouped(analysis.dead_ends)));
    }
    if let Some(winning) = analysis.winning_fccs.filter(|&winning| winning > 0) {
        let part = 100.0 * winning as f64 / analysis.fccs as f64;
        tiles.push(("FCCs that can still win", format!("{part:.1} %")));
    }
    let mut html = String::from("<section aria-label=\"Key numbers\">\n<dl class=\"tiles\">\n");
    for (name, value) in tiles {
        let long = if value.len() > DIGITS_LARGE { " class=\"long\"" } else { "" };
        // A number that is wider than its tile is broken between its thousands.
        let value = value.replace(',', ",<wbr>");
        let _ =
            writeln!(html, "<div class=\"card-box\"><dt>{name}</dt><dd{long}>{value}</dd></div>");
    }
    html += "</dl>\n";
    if let Some(reason) = &analysis.winning_unknown {
        let reason = escaped(reason);
        let _ = writeln!(
            html,
            "<p class=\"quiet\">How many FCCs can still win is not known: {reason}.</p>"
        );
    }
    html + "</section>\n"
}

pub fn deal(analysis: &Analysis) -> String {
    let board = board_of(analysis, &analysis.board);
    let drawn = board_html(board.as_ref(), &analysis.board, "the position it begins with");
    format!(
        "<section id=\"deal\">\n<h2>The deal</h2>\n<div class=\"card-box\">{drawn}</div>\n</section>\n"
    )
}

/// The player without its script shows the deal.
pub fn player(analysis: &Analysis, player: &PlayerData) -> String {
    let board = board_of(analysis, &analysis.board);
    let drawn = board_html(board.as_ref(), &analysis.board, "the position of the solution");
    let button = |id: &str, label: &str| {
        format!(
            "<button type=\"button\" id=\"{id}\" aria-label=\"{label}\" title=\"{label}\">\
             <svg aria-hidden=\"true\"><use href=\"#sign-{id}\"/></svg></button>"
        )
    };
    let buttons = [
        button("first", "To the start (Home)"),
        button("back", "One move back (left arrow)"),
        button("play", "Play (space)"),
        button("step", "One move on (right arrow)"),
        button("last", "To the end (End)"),
    ];
    let mut moves = String::new();
    for (index, step) in player.steps.iter().enumerate() {
        let MoveJson { card, from, to } = &step.one;
        let (card, from, to) = (escaped(card), escaped(from), escaped(to));
        let dash = if from.len() > 1 || to.len() > 1 { "-" } else { "" };
        let number = index + 1;
        let _ = write!(
            moves,
            "<li><button type=\"button\" data-move=\"{number}\" title=\"move {number}: {card}\">\
             {from}{dash}{to}</button></li>"
        );
    }
    format!(
        "<section id=\"player\" aria-label=\"The solution, move by move\">\n<h2>The solution</h2>\n\
         <div class=\"card-box stage\">\n<div class=\"table-top\" tabindex=\"0\" role=\"group\" \
         aria-label=\"Board. Arrow keys step, space plays, Home and End jump.\">{drawn}</div>\n\
         <div class=\"desk\">\n<div class=\"controls\" role=\"group\" aria-label=\"Player\">{}\
         <label class=\"speed\">speed <select id=\"speed\"><option value=\"1100\">slow</option>\
         <option value=\"550\" selected>normal</option><option value=\"160\">fast</option></select>\
         </label></div>\n\
         <input type=\"range\" id=\"slider\" min=\"0\" max=\"{}\" value=\"0\" \
         aria-label=\"Move of the solution\">\n\
         <p id=\"now\" aria-live=\"polite\">the deal</p>\n\
         <dl class=\"standing\"><div><dt>depth</dt><dd id=\"depth\"></dd></div>\
         <div><dt>fingerprint</dt><dd id=\"fingerprint\"></dd></div>\
         <div><dt>FCC, by its smallest key</dt><dd id=\"fcc\"></dd></div></dl>\n\
         <ol id=\"moves\" tabindex=\"-1\" aria-label=\"Moves\">{moves}</ol>\n</div>\n</div>\n</section>\n",
        buttons.concat(),
        player.steps.len()
    )
}

/// Where the graph of a deal that was not won ends.
pub fn end(analysis: &Analysis) -> String {
    let (Some(last), false) = (analysis.layers.last(), analysis.verdict == VerdictWord::Solvable)
    else {
        return String::new();
    };
    let won = board_of(analysis, &analysis.board).map(|board| {
        let end = Fingerprint { stuck: 0, founded: ALL_CARDS };
        Game::new(board, Prune::None).depth(end)
    });
    let of_won = won.map_or(String::new(), |depth| format!("; a won game lies at depth {depth}"));
    let (heading, ends) = match analysis.verdict {
        VerdictWord::Impossible => ("Where it ends", "goes down to"),
        _ => ("How far it is", "is complete down to"),
    };
    let mut html = format!(
        "<section id=\"end\">\n<h2>{heading}</h2>\n<p>The graph {ends} depth {}{of_won}. \
         That layer has {} in {}.</p>\n",
        last.counts.depth,
        count(last.counts.states, "state"),
        count(last.counts.fccs, "FCC")
    );
    if !analysis.deepest.is_empty() {
        html += "<p>The deepest positions reached, those with the most cards in the foundations:</p>\n\
                 <div class=\"examples\">\n";
        for example in &analysis.deepest {
            html += &example_box(analysis, example);
        }
        html += "</div>\n";
    }
    html + "</section>\n"
}

fn example_box(analysis: &Analysis, example: &Example) -> String {
    let board = board_of(analysis, &example.board);
    let founded = board.as_ref().map_or(String::new(), |board| {
        let cards: u32 = board.foundations().iter().map(|&rank| u32::from(rank)).sum();
        format!(", {} of 52 cards in the foundations", cards)
    });
    let label = format!("a position at depth {}", example.depth);
    format!(
        "<figure class=\"card-box\">{}<figcaption>depth {}{founded}<small>one of {} of its FCC, \
         <code>{}</code></small></figcaption></figure>\n",
        board_html(board.as_ref(), &example.board, &label),
        example.depth,
        count(example.states, "state"),
        escaped(&example.fingerprint)
    )
}

/// What to look for in a picture.
pub fn caption(picture: Picture) -> &'static str {
    match picture {
        Picture::Layers => "every step down is an irreversible move; the scale is logarithmic",
        Picture::Sizes => "each cell: how many components of that size a layer has",
        Picture::Winning => "components from which the game can, and can't, be won any more",
        Picture::Cumulative => "how much of everything is no deeper than this",
    }
}

pub fn foot(analysis: &Analysis) -> String {
    format!(
        "<footer>\n<p>Made by Strata {}. Digest of all states <code>{}</code>.</p>\n\
         <p>A <em>group</em> is all positions that the same irreversible moves lead to; an <em>FCC</em>, a fully \
         connected component, those of a group that reversible moves join; a <em>class</em>, positions that \
         differ by exchanged suits alone. <em>Depth</em> counts irreversible moves.</p>\n</footer>\n",
        env!("CARGO_PKG_VERSION"),
        escaped(&analysis.digest)
    )
}
