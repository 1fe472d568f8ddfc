//! Pictures of made-up graphs, from the usual to the absurd.

use super::*;
use crate::analysis::model::{Example, LayerAnalysis, Quantiles, Spread};
use crate::counts::LayerCounts;
use crate::named::Named;
use fcc::board::{DealName, Rules};
use fcc::verdict::VerdictWord;

const BOARD: &str = "Foundations: H-Q C-K D-Q S-J\nFreecells: --\n: KS\n: KD QS\n: KH\n:\n";

fn example(depth: u32, states: u128) -> Example {
    Example {
        depth,
        fingerprint: "8vLy8vLy8vLy8tg".into(),
        smallest_key: "2f".into(),
        states,
        fccs_alike: 1,
        winning: Some(true),
        board: BOARD.into(),
    }
}

fn layer(depth: u32, fccs: u128, states: u128) -> LayerAnalysis {
    let power = states.checked_div(fccs).unwrap_or(0).max(1).ilog2() as usize;
    let mut fcc_sizes = vec![0; power + 1];
    fcc_sizes[power] = fccs;
    LayerAnalysis {
        counts: LayerCounts { depth, groups: 1, fccs, states },
        entries: fccs,
        exits: states,
        classes: states,
        growth: None,
        largest_fcc: states,
        fcc_sizes,
        size_quantiles: Quantiles::default(),
        dead_ends: 0,
        winning_fccs: Some(fccs / 3),
        winning_states: Some(states / 3),
        cells_in_use: vec![states],
        empty_columns: vec![states],
        stuck_cards: Spread::default(),
        founded_cards: Spread::default(),
        largest: example(depth, states),
    }
}

/// A graph with these layers: depth, FCCs, states.
pub(crate) fn graph(layers: &[(u32, u128, u128)]) -> Analysis {
    let layers: Vec<_> =
        layers.iter().map(|&(depth, fccs, states)| layer(depth, fccs, states)).collect();
    let sum = |count: fn(&LayerAnalysis) -> u128| {
        layers.iter().map(count).fold(0u128, u128::saturating_add)
    };
    Analysis {
        name: "deal 11982".into(),
        named: Named::of(Some(DealName::freecell(11982)), Rules::freecell(4, 4)),
        prune: "safe".into(),
        verdict: VerdictWord::Solvable,
        complete: true,
        board: BOARD.into(),
        groups: layers.len() as u64,
        fccs: sum(|layer| layer.counts.fccs),
        states: sum(|layer| layer.counts.states),
        entries: 5,
        exits: 5,
        classes: 5,
        digest: "00ff".into(),
        dead_ends: 1,
        winning_fccs: Some(1),
        winning_states: Some(1),
        winning_unknown: None,
        largest: layers.iter().rev().take(2).map(|layer| layer.largest.clone()).collect(),
        deepest: layers.iter().rev().take(1).map(|layer| layer.largest.clone()).collect(),
        layers,
    }
}

/// The words of an SVG, in order. Panics where elements are not closed in order.
pub(crate) fn words_of(xml: &str) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut words = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        let text = rest[..start].trim();
        assert!(!text.contains('>'), "a bare > in {text}");
        if !text.is_empty() {
            assert!(!open.is_empty(), "words outside: {text}");
            words.push(text.to_owned());
        }
        let end = start + rest[start..].find('>').expect("an element ends");
        let element = &rest[start + 1..end];
        assert!(element.matches('"').count().is_multiple_of(2), "quotes: {element}");
        if let Some(name) = element.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed in order");
        } else if !element.ends_with('/') {
            open.push(element.split_whitespace().next().expect("a name"));
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "left open: {open:?}{rest}");
    words
}

/// Width, height and the colours of the pixels.
fn pixels(png: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("a whole picture");
    (info.width, info.height, pixels)
}

/// Graphs that a plot could stumble over.
fn odd_graphs() -> Vec<(&'static str, Analysis)> {
    let mut sizeless = graph(&[(3, 5, 9)]);
    sizeless.layers[0].fcc_sizes.clear();
    vec![
        ("empty", graph(&[])),
        ("one layer", graph(&[(7, 1, 1)])),
        ("nothing in it", graph(&[(0, 0, 0), (1, 0, 0)])),
        ("without sizes", sizeless),
        ("huge", graph(&[(0, 1, u128::MAX), (1, u128::MAX, u128::MAX), (1000, 3, 1 << 120)])),
        ("a gap", graph(&[(13, 1, 38), (14, 10, 366), (26, 1, 56), (37, 1, 1)])),
    ]
}

fn usual() -> Analysis {
    graph(&[(0, 1, 1), (1, 8, 110), (2, 36, 5_000), (3, 120, 260_000), (4, 50, 9_000)])
}

#[test]
fn every_svg_is_well_formed_and_says_what_it_is() {
    for picture in Picture::ALL {
        for theme in [Theme::Light, Theme::Dark, Theme::Page] {
            let svg = svg(&usual(), picture, theme, Size::WIDE);
            let words = words_of(&svg);
            assert!(svg.contains("role=\"img\""));
            assert_eq!(words[0], format!("{}: deal 11982, 4 freecells", picture.title()));
            assert_eq!(words[1] == words[0], theme != Theme::Page, "a page has its own captions");
            for label in ["depth", "0", "1", "2", "3", "4"] {
                assert!(words.iter().any(|word| word == label), "{label}: {words:?}");
            }
        }
    }
}

#[test]
fn ticks_and_legends_can_be_read() {
    let words = |picture| words_of(&svg(&usual(), picture, Theme::Light, Size::WIDE));
    let has = |words: &[String], wanted: &[&str]| {
        for label in wanted {
            assert!(words.iter().any(|word| word == label), "{label}: {words:?}");
        }
    };
    has(&words(Picture::Layers), &["states", "FCCs", "1", "10", "1k", "100k"]);
    has(&words(Picture::Sizes), &["2⁰", "2⁷", "2¹¹", "FCCs", "1", "10", "100"]);
    // A third of one FCC is none: zero has its own place on the scale.
    has(&words(Picture::Winning), &["winning FCCs", "losing FCCs", "0", "1", "10"]);
    has(&words(Picture::Cumulative), &["274,111 states", "215 FCCs", "0 %", "100 %"]);
}

#[test]
fn odd_graphs_give_pictures_too() {
    for (what, analysis) in odd_graphs() {
        for picture in Picture::ALL {
            for size in [Size::WIDE, Size::NARROW, Size { width: 0, height: 1 }] {
                let svg = svg(&analysis, picture, Theme::Dark, size);
                assert!(words_of(&svg).len() > 1, "{what} {picture:?}");
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{what} {picture:?}");
            }
            let bytes = png(&analysis, picture, Theme::Light, Size::MIN);
            assert_eq!(pixels(&bytes).0, Size::MIN.width, "{what} {picture:?}");
        }
    }
    let all: Vec<Analysis> = odd_graphs().into_iter().map(|(_, analysis)| analysis).collect();
    assert!(words_of(&compare_svg(&all, Theme::Light, Size::WIDE)).len() > all.len());
    assert!(words_of(&compare_svg(&[], Theme::Light, Size::WIDE)).len() > 1);
}

#[test]
fn pngs_show_something_and_themes_differ() {
    for picture in Picture::ALL {
        let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| {
            let bytes = png(&usual(), picture, theme, Size::NARROW);
            assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
            let (width, height, pixels) = pixels(&bytes);
            assert_eq!((width, height), (Size::NARROW.width, Size::NARROW.height));
            let paper = theme.rgb(theme::Colour::Paper);
            let paper = [paper.0, paper.1, paper.2];
            let drawn = pixels.chunks_exact(3).filter(|pixel| *pixel != paper).count();
            let all = pixels.len() / 3;
            assert!(drawn > all / 50 && drawn < all, "{picture:?}: {drawn} of {all}");
            pixels
        });
        assert_ne!(light, dark);
    }
}

#[test]
fn the_same_analysis_gives_the_same_bytes() {
    for picture in Picture::ALL {
        let twice = || svg(&usual(), picture, Theme::Light, Size::WIDE);
        assert_eq!(twice(), twice());
    }
    let twice = || png(&usual(), Picture::Sizes, Theme::Dark, Size::MIN);
    assert_eq!(twice(), twice());
}

#[test]
fn names_of_files_do_no_harm() {
    let mut analysis = usual();
    analysis.name = "</title><script>\u{1}\"'&".into();
    for picture in Picture::ALL {
        let svg = svg(&analysis, picture, Theme::Light, Size::WIDE);
        assert!(!svg.contains("<script") && !svg.contains('\u{1}'), "{svg}");
        words_of(&svg);
    }
    let svg = compare_svg(&[analysis], Theme::Light, Size::WIDE);
    assert!(!svg.contains("<script"), "{svg}");
}

#[test]
fn a_comparison_names_all_graphs_and_they_do_not_look_alike() {
    let mut analyses = vec![usual(); 7];
    for (index, analysis) in analyses.iter_mut().enumerate() {
        analysis.name = format!("deal {index}");
    }
    let words = words_of(&compare_svg(&analyses, Theme::Light, Size::WIDE));
    for index in 0..7 {
        assert!(words.contains(&format!("deal {index}, 4 freecells")), "{words:?}");
    }
    let strokes: Vec<String> =
        (0..12).map(|index| format!("{:?}", axes::Stroke::of(index))).collect();
    let distinct: std::collections::BTreeSet<&String> = strokes.iter().collect();
    assert_eq!(distinct.len(), 12);
}

#[test]
fn what_is_not_known_is_not_drawn() {
    let mut analysis = usual();
    assert!(Picture::Winning.is_known(&analysis));
    analysis.layers.iter_mut().for_each(|layer| layer.winning_fccs = None);
    assert!(!Picture::Winning.is_known(&analysis));
    assert!(Picture::Layers.is_known(&analysis));
    words_of(&svg(&analysis, Picture::Winning, Theme::Light, Size::WIDE));
}
