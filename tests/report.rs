//! The page of a run, as a file and in a browser.

use crate::browser::{Browser, chromium};
use crate::support::{quick_folder, strata, strata_with_input};
use fcc::board::Rules;
use serde_json::Value;
use std::path::{Path, PathBuf};
use strata_report::analysis::Analysis;
use strata_report::analysis::model::{Example, LayerAnalysis, Quantiles, Spread};
use strata_report::named::Named;
use strata_report::plot::{Picture, Size, Theme, png, svg};
use strata_report::{LayerCounts, Percentiles};
use tempfile::TempDir;

pub const DESK: (u32, u32) = (1280, 900);
pub const TELEPHONE: (u32, u32) = (360, 740);

/// A directory of a run with its page.
pub struct Reported {
    _folder: TempDir,
    pub dir: PathBuf,
    pub page: PathBuf,
}

pub fn reported(command: &str) -> Reported {
    let folder = quick_folder();
    let (dir, page) = (folder.path().join("run"), folder.path().join("page.html"));
    let ran = strata(&format!("{command} --dir {}", dir.display()));
    assert!([0, 1].contains(&ran.code), "{}", ran.err);
    let ran = strata(&format!("report {} -o {}", dir.display(), page.display()));
    assert_eq!(ran.code, 0, "{}", ran.err);
    Reported { _folder: folder, dir, page }
}

/// Nothing sticks out to the right.
pub fn fits(browser: &mut Browser) {
    let widths = browser.value(
        "(() => { document.querySelectorAll('details').forEach((one) => (one.open = true)); \
         window.scrollTo(10000, 0); const root = document.documentElement; \
         const inBox = (one) => one.closest('.scroll') && !one.matches('.scroll'); \
         const fits = root.scrollWidth <= root.clientWidth && window.scrollX === 0; \
         const wide = fits ? [] : [...document.querySelectorAll('body *')].filter((one) => !inBox(one) && \
         one.getBoundingClientRect().right > root.clientWidth + 0.5).map((one) => one.outerHTML.slice(0, 90)); \
         return [root.scrollWidth, root.clientWidth, window.scrollX, wide.slice(0, 4)]; })()",
    );
    assert!(widths[0].as_u64() <= widths[1].as_u64() && widths[2] == 0, "{widths}");
}

#[test]
fn pages_fit_every_screen_in_both_schemes() {
    let Some(program) = chromium() else { return };
    let runs = [reported("census 11982"), reported("census 164 --freecells 0")];
    let mut browser = Browser::start(&program);
    for (number, run) in runs.iter().enumerate() {
        // A large one is much the same on a desk, and takes its time.
        for size in [DESK, TELEPHONE].into_iter().skip(number) {
            let papers = ["light", "dark"].map(|scheme| {
                browser.show_on(size, scheme);
                browser.open(&run.page);
                keep_picture(&mut browser, &format!("{number}-{}-{scheme}", size.0));
                let paper = "getComputedStyle(document.body).backgroundColor";
                let before = browser.value(paper);
                browser.click("#theme");
                let after = browser.value(paper);
                assert_ne!(before, after, "the button changes colours");
                fits(&mut browser);
                browser.assert_quiet(&run.page);
                [before, after]
            });
            assert_eq!(papers[0][0], papers[1][1], "light by the system and by the button");
            assert_eq!(papers[1][0], papers[0][1], "dark by the system and by the button");
        }
    }
}

#[test]
fn an_impossible_deal_shows_its_cards_and_sorts_its_tables() {
    let Some(program) = chromium() else { return };
    let run = reported("census 11982");
    let mut browser = Browser::start(&program);
    browser.show_on(DESK, "light");
    browser.open(&run.page);
    let dealt = browser.value(
        "[...document.querySelectorAll('#deal .column')].map((column) => \
         [...column.querySelectorAll('.card')].map((card) => card.dataset.card).join(' ')).join('\\n')",
    );
    assert_eq!(dealt.as_str().map(|text| text.to_owned() + "\n"), Some(strata("deal 11982").out));
    let text = browser.value("document.body.innerText");
    let text = text.as_str().expect("a text");
    for told in ["Impossible", "61,643", "15,073", "depth 28", "a won game lies at depth 96"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert_eq!(browser.value("document.getElementById('player')"), Value::Null);
    // States, most first, then fewest first.
    let column = "[...document.querySelectorAll('.sortable tbody tr')].slice(0, 29)\
                  .map((row) => Number(row.cells[1].dataset.v))";
    let layers = browser.value(column);
    let mut counts: Vec<u64> =
        layers.as_array().expect("rows").iter().filter_map(Value::as_u64).collect();
    assert_eq!(counts.iter().sum::<u64>(), 61_643);
    counts.sort();
    browser.click(".sortable th:nth-child(2) button");
    counts.reverse();
    assert_eq!(browser.value(column), Value::from(counts.clone()));
    browser.click(".sortable th:nth-child(2) button");
    counts.reverse();
    assert_eq!(browser.value(column), Value::from(counts));
    browser.assert_quiet(&run.page);
}

#[test]
fn a_report_is_written_whole_and_tells_of_pauses() {
    let folder = tempfile::tempdir().expect("a folder");
    let (dir, page) = (folder.path().join("run"), folder.path().join("page.html"));
    let paused =
        strata(&format!("census 11982 --dir {} --max-states 2000 --threads 1", dir.display()));
    assert_eq!(paused.code, 3, "{}", paused.err);
    let report = format!("report {} -o {}", dir.display(), page.display());
    let ran = strata(&report);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = std::fs::read_to_string(&page).expect("the page");
    assert!(text.contains("Undecided") && text.contains("The run is paused"), "{text}");
    std::fs::write(&page, "an older page").expect("a file");
    assert_eq!(strata(&report).code, 0);
    assert_eq!(std::fs::read_to_string(&page).expect("the page"), text, "the new one is there");
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 2, "no temporary file stays: {left:?}");
    let out = strata(&format!("report {} -o -", dir.display()));
    assert_eq!(out.out, text, "standard output is the same page");
    let nothing = strata_with_input("report /nonexistent/run -o -", "");
    assert_eq!(nothing.code, 2, "{}", nothing.err);
}

/// A page has examples only where the records were walked; this one is made up.
#[test]
fn examples_are_drawn_when_they_are_asked_for() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    std::fs::write(&page, strata_report::page(&made_up(), None, None)).expect("a page");
    let mut browser = Browser::start(&program);
    for (size, scheme) in [(DESK, "light"), (TELEPHONE, "dark")] {
        browser.show_on(size, scheme);
        browser.open(&page);
        let cards = |place: &str| format!("document.querySelectorAll('{place} .card').length");
        assert_eq!(browser.value(&cards("#end")), 7, "the deepest: four foundations, three cards");
        assert_eq!(browser.value(&cards("#tables")), 0, "nobody asked yet");
        browser.click("#tables .look summary");
        browser.wait_for(&format!("{} === 7", cards("#tables")));
        keep_picture(&mut browser, &format!("made-up-{}-{scheme}", size.0));
        fits(&mut browser);
        browser.assert_quiet(&page);
    }
}

/// A parser that is not ours reads the plots, with names that need care.
#[test]
fn plots_are_opened_as_files() {
    let Some(program) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut analysis = made_up();
    analysis.name = "a <board> & \"more\"".into();
    let mut browser = Browser::start(&program);
    browser.show_on(DESK, "light");
    for picture in Picture::ALL {
        for theme in [Theme::Light, Theme::Dark] {
            let name = format!("{}-{theme:?}", picture.name());
            let file = folder.path().join(format!("{name}.svg"));
            std::fs::write(&file, svg(&analysis, picture, theme, Size::WIDE)).expect("a file");
            browser.open(&file);
            let told =
                "[document.documentElement.nodeName, document.querySelector('title').textContent]";
            let title = format!("{}: {}, 1 freecell", picture.title(), analysis.name);
            assert_eq!(browser.value(told), Value::from(vec!["svg".to_owned(), title]));
            browser.assert_quiet(&file);
            if let Some(pictures) = std::env::var_os("STRATA_SCREENSHOTS") {
                let png = png(&analysis, picture, theme, Size::WIDE);
                std::fs::write(Path::new(&pictures).join(format!("{name}.png")), png)
                    .expect("a folder");
            }
        }
    }
}

const LATE: &str = "Foundations: H-Q C-K D-Q S-Q\nFreecells: --\n: KS\n: KD\n: KH\n:\n";

fn example(depth: u32) -> Example {
    Example {
        depth,
        fingerprint: "8vLy8vLy8vLy8tg".into(),
        smallest_key: "2f0c81".into(),
        states: 1_234_567,
        fccs_alike: 24,
        winning: Some(true),
        board: LATE.into(),
    }
}

fn layer(depth: u32) -> LayerAnalysis {
    let states = 5u128.pow(depth) + 1;
    LayerAnalysis {
        counts: LayerCounts { depth, groups: 3, fccs: states / 2, states },
        entries: states / 2,
        exits: states * 3,
        classes: states,
        growth: (depth > 0).then_some(4.87),
        largest_fcc: states / 2 + 1,
        fcc_sizes: (0..=depth).map(|power| 3u128.pow(depth - power)).collect(),
        size_quantiles: Quantiles {
            percentiles: Percentiles { min: 1, p50: 7, ..Default::default() },
            max: states / 2 + 1,
            mean: 8.25,
            ..Default::default()
        },
        dead_ends: depth.into(),
        winning_fccs: Some(states / (6 + u128::from(depth))),
        winning_states: None,
        cells_in_use: vec![states / 2, states - states / 2],
        empty_columns: vec![states],
        stuck_cards: Spread { min: 3, mean: 11.5, max: 30 - depth },
        founded_cards: Spread { min: 0, mean: 4.5, max: depth },
        largest: example(depth),
    }
}

fn made_up() -> Analysis {
    let layers: Vec<LayerAnalysis> = (0..18).map(layer).collect();
    Analysis {
        name: "a board that was made up".into(),
        named: Named::of(None, Rules::freecell(1, 4)),
        prune: "safe".into(),
        verdict: fcc::verdict::VerdictWord::Undecided,
        complete: false,
        board: LATE.into(),
        groups: 54,
        fccs: layers.iter().map(|layer| layer.counts.fccs).sum(),
        states: layers.iter().map(|layer| layer.counts.states).sum(),
        entries: 1,
        exits: 1,
        classes: 1,
        digest: "fa308ea48ca32419cad2378a46028134".into(),
        dead_ends: 153,
        winning_fccs: Some(1_000_000_000),
        winning_states: None,
        winning_unknown: None,
        layers,
        largest: (5..12).map(example).collect(),
        deepest: vec![example(17)],
    }
}

/// Pictures for people to look at, in the folder that `STRATA_SCREENSHOTS` names.
fn keep_picture(browser: &mut Browser, name: &str) {
    let Some(folder) = std::env::var_os("STRATA_SCREENSHOTS") else { return };
    if browser.value("!!document.getElementById('player')") == true {
        browser.value("for (let i = 0; i < 25; i++) document.getElementById('step').click()");
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    let bytes = decoded(&browser.screenshot(true));
    let file = Path::new(&folder).join(format!("{name}.png"));
    std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(file, bytes)).expect("a folder");
}

/// Bytes of Base64.
fn decoded(text: &str) -> Vec<u8> {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let value = |byte: u8| digits.iter().position(|&digit| digit == byte).map(|value| value as u32);
    let values: Vec<u32> = text.bytes().filter_map(value).collect();
    let bytes = |four: &[u32]| {
        let word = (0..4).fold(0, |word, place| word << 6 | four.get(place).copied().unwrap_or(0));
        [16, 8, 0].map(|shift| (word >> shift) as u8).into_iter().take(four.len() * 3 / 4)
    };
    values.chunks(4).flat_map(|four| bytes(four).collect::<Vec<u8>>()).collect()
}
