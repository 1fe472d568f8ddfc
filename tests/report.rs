//! The page of a run, in a browser.

use crate::browser::{Browser, chromium};
use crate::support::{dealt, strata, strata_with_input, wins};
use fcc::board::Board;
use fcc::card::Card;
use fcc::convert::state_of;
use fcc::game::Game;
use fcc::rules::Prune;
use serde_json::Value;
use std::path::{Path, PathBuf};
use strata::report::compact;
use tempfile::TempDir;

const DESK: (u32, u32) = (1280, 900);
const TELEPHONE: (u32, u32) = (360, 740);

/// The cards that one sees, place by place, by rank and sign.
const SEEN: &str = "(() => {
  const name = (card) => {
    const rank = card.querySelector('.rank').textContent;
    const suit = card.querySelector('use').getAttribute('href').slice(-1);
    const seen = (rank === '10' ? 'T' : rank) + suit;
    return seen === card.dataset.card ? seen : '??';
  };
  const board = document.querySelector('#player .board');
  const all = (selector) => [...board.querySelectorAll(selector)];
  const cards = (place) => [...place.querySelectorAll('.card')].map(name).join('');
  const founded = {};
  all('.foundation .card').forEach((card) => (founded[name(card)[1]] = name(card)[0]));
  const text = (id) => document.getElementById(id).textContent;
  return {
    board: [
      all('.column').map(cards).join('/'),
      all('.cell').map((cell) => cards(cell) || '..').join(''),
      [...'CDHS'].map((suit) => founded[suit] || '0').join(''),
    ].join('|'),
    depth: text('depth'), fingerprint: text('fingerprint'), fcc: text('fcc'), now: text('now'),
    slider: document.getElementById('slider').value,
    current: [...document.querySelectorAll('#moves [aria-current]')].map((one) => one.dataset.move),
  };
})()";

/// A directory of a run with its page.
struct Reported {
    _folder: TempDir,
    dir: PathBuf,
    page: PathBuf,
}

fn reported(command: &str) -> Reported {
    let folder = tempfile::tempdir().expect("a folder");
    let (dir, page) = (folder.path().join("run"), folder.path().join("page.html"));
    let ran = strata(&format!("{command} --dir {}", dir.display()));
    assert!([0, 1].contains(&ran.code), "{}", ran.err);
    let ran = strata(&format!("report {} -o {}", dir.display(), page.display()));
    assert_eq!(ran.code, 0, "{}", ran.err);
    Reported { _folder: folder, dir, page }
}

/// What has to be seen after each move, that of the deal first.
struct Expected {
    boards: Vec<Board>,
    /// Depth and fingerprint.
    standing: Vec<(u32, String)>,
    /// Where FCCs are entered: after how many moves, and the smallest key.
    entered: Vec<(usize, String)>,
}

fn card(name: &str) -> Card {
    Card::all().find(|card| card.to_string() == name).expect("a card")
}

/// Plays the moves of `strata trace` on lists of cards, after the checker has found that they win.
fn expected(dir: &Path, deal: u64, freecells: u8) -> Expected {
    let traced = strata(&format!("trace {} --json", dir.display()));
    assert!(wins(&dealt(deal, freecells), &traced.out), "{}", traced.out);
    let json = traced.json();
    let start = Board::deal(deal, freecells).expect("a deal");
    let game = Game::new(start.clone(), Prune::Safe);
    let mut boards = vec![start];
    for step in json["moves"].as_array().expect("moves") {
        boards.push(moved(&boards[boards.len() - 1], step));
    }
    let standing = boards.iter().map(|board| {
        let fingerprint = state_of(&game, board).expect("a position").fingerprint;
        (game.depth(fingerprint), fingerprint.to_string())
    });
    let entered = json["path"].as_array().expect("FCCs").iter().map(|stage| {
        let moves = stage["moves"].as_u64().expect("a number") as usize;
        (moves, stage["smallest_key"].as_str().expect("a key").to_owned())
    });
    Expected { standing: standing.collect(), entered: entered.collect(), boards }
}

fn moved(board: &Board, step: &Value) -> Board {
    let [name, from, to] = ["card", "from", "to"].map(|key| step[key].as_str().expect("a text"));
    let card = card(name);
    let (mut columns, mut cells) = (board.columns().to_vec(), board.cells().to_vec());
    let mut foundations = board.foundations();
    let cell = |letter: &str| "abcdefgijklm".find(letter).expect("a cell");
    match from.parse::<usize>() {
        Ok(column) => assert_eq!(columns[column - 1].pop(), Some(card)),
        Err(_) => assert_eq!(cells[cell(from)].take(), Some(card)),
    }
    match to.parse::<usize>() {
        Ok(column) => columns[column - 1].push(card),
        Err(_) if to == "h" => foundations[card.suit().index()] += 1,
        Err(_) => assert_eq!(cells[cell(to)].replace(card), None),
    }
    Board::from_parts(board.rules(), columns, cells, foundations)
}

/// The page shows the position after so many moves, everywhere.
fn check(browser: &mut Browser, expected: &Expected, moves: usize) {
    let seen = browser.value(SEEN);
    assert_eq!(seen["board"], compact(&expected.boards[moves]), "after {moves} moves: {seen}");
    let (depth, fingerprint) = &expected.standing[moves];
    assert_eq!(seen["depth"], depth.to_string(), "after {moves} moves");
    assert_eq!(seen["fingerprint"], *fingerprint, "after {moves} moves");
    // Inside of an FCC the fingerprint is that of its entry; between two of them none is shown.
    let (entry, key) =
        expected.entered.iter().rfind(|(entry, _)| *entry <= moves).expect("that of the deal");
    let shown = seen["fcc"].as_str().expect("a text");
    match expected.standing[*entry].1 == *fingerprint {
        true => assert_eq!(shown, key, "after {moves} moves"),
        false => assert!(["won", "between two: safe moves"].contains(&shown), "{shown}"),
    }
    assert_eq!(seen["slider"], moves.to_string());
    let current: Vec<String> = (moves > 0).then(|| moves.to_string()).into_iter().collect();
    assert_eq!(seen["current"], Value::from(current));
}

/// Nothing sticks out to the right.
fn fits(browser: &mut Browser) {
    let widths = browser.value(
        "(() => { document.querySelectorAll('details').forEach((one) => (one.open = true)); \
         window.scrollTo(10000, 0); const root = document.documentElement; \
         return [root.scrollWidth, root.clientWidth, window.scrollX]; })()",
    );
    assert!(widths[0].as_u64() <= widths[1].as_u64() && widths[2] == 0, "{widths}");
}

/// Where the player is.
fn shown(browser: &mut Browser) -> usize {
    let value = browser.value("Number(document.getElementById('slider').value)");
    value.as_u64().expect("a number") as usize
}

#[test]
fn a_solution_is_played_by_keys() {
    let Some(program) = chromium() else { return };
    let run = reported("census 164 --freecells 0");
    let expected = expected(&run.dir, 164, 0);
    let last = expected.boards.len() - 1;
    assert!(last > 100, "a solution to step through");
    let mut browser = Browser::start(&program);
    browser.show_on(DESK, "light");
    browser.open(&run.page);
    browser.value("document.getElementById('player').scrollIntoView()");
    check(&mut browser, &expected, 0);
    browser.press("ArrowLeft");
    check(&mut browser, &expected, 0);
    for moves in 1..=last {
        browser.press("ArrowRight");
        check(&mut browser, &expected, moves);
    }
    browser.press("ArrowRight");
    check(&mut browser, &expected, last);
    for moves in (last - 5..last).rev() {
        browser.press("ArrowLeft");
        check(&mut browser, &expected, moves);
    }
    browser.press("Home");
    check(&mut browser, &expected, 0);
    browser.press("End");
    check(&mut browser, &expected, last);
    // Space plays from the start after the end, and pauses.
    browser.value("document.getElementById('speed').value = 160");
    browser.press(" ");
    browser.wait_for("document.getElementById('slider').value === '4'");
    browser.press(" ");
    let paused = shown(&mut browser);
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(shown(&mut browser), paused, "paused");
    check(&mut browser, &expected, paused);
    // On the slider the keys are the slider's own, and do not count twice.
    browser.value("document.getElementById('slider').focus()");
    browser.press("ArrowRight");
    check(&mut browser, &expected, paused + 1);
    browser.press("Home");
    check(&mut browser, &expected, 0);
    // Where the player can't be seen, keys are for the page.
    browser.value("document.activeElement.blur(); window.scrollTo(0, 1e6)");
    browser.press("ArrowRight");
    check(&mut browser, &expected, 0);
    browser.assert_quiet(&run.page);
}

#[test]
fn a_solution_is_played_by_clicks_on_a_telephone() {
    let Some(program) = chromium() else { return };
    // With the solution that `prove` keeps, and with cells.
    let run = reported("prove 617");
    let expected = expected(&run.dir, 617, 4);
    let last = expected.boards.len() - 1;
    let mut browser = Browser::start(&program);
    browser.show_on(TELEPHONE, "dark");
    browser.open(&run.page);
    for moves in 1..=last {
        browser.click("#step");
        check(&mut browser, &expected, moves);
    }
    assert_eq!(browser.value("document.getElementById('step').disabled"), true);
    for moves in (0..last).rev() {
        browser.click("#back");
        check(&mut browser, &expected, moves);
    }
    browser.click("#last");
    check(&mut browser, &expected, last);
    browser.click("#first");
    check(&mut browser, &expected, 0);
    browser.click("#moves [data-move='7']");
    check(&mut browser, &expected, 7);
    browser.click_at("#slider", 0.5, 0.5);
    let middle = shown(&mut browser);
    assert!(middle.abs_diff(last / 2) <= 1 + last / 20, "{middle} of {last}");
    check(&mut browser, &expected, middle);
    browser.value("document.getElementById('speed').value = 160");
    browser.click("#play");
    let three_on = format!("Number(document.getElementById('slider').value) >= {}", middle + 3);
    browser.wait_for(&three_on);
    browser.click("#play");
    let paused = shown(&mut browser);
    check(&mut browser, &expected, paused);
    fits(&mut browser);
    browser.assert_quiet(&run.page);
}

#[test]
fn pages_fit_every_screen_in_both_schemes() {
    let Some(program) = chromium() else { return };
    let runs = [
        reported("census 11982"),
        reported("census 164 --freecells 0"),
        reported("census 384243 --freecells 2"),
    ];
    let mut browser = Browser::start(&program);
    for (number, run) in runs.iter().enumerate() {
        for size in [DESK, TELEPHONE] {
            let papers = ["light", "dark"].map(|scheme| {
                browser.show_on(size, scheme);
                browser.open(&run.page);
                keep_picture(&mut browser, &format!("{number}-{}-{scheme}", size.0));
                fits(&mut browser);
                let paper = "getComputedStyle(document.body).backgroundColor";
                let before = browser.value(paper);
                browser.click("#theme");
                let after = browser.value(paper);
                assert_ne!(before, after, "the button changes colours");
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
                  .map((row) => Number(row.cells[3].dataset.v))";
    let layers = browser.value(column);
    let mut counts: Vec<u64> =
        layers.as_array().expect("rows").iter().filter_map(Value::as_u64).collect();
    assert_eq!(counts.iter().sum::<u64>(), 61_643);
    counts.sort();
    browser.click(".sortable th:nth-child(4) button");
    counts.reverse();
    assert_eq!(browser.value(column), Value::from(counts.clone()));
    browser.click(".sortable th:nth-child(4) button");
    counts.reverse();
    assert_eq!(browser.value(column), Value::from(counts));
    browser.assert_quiet(&run.page);
}

#[test]
fn a_report_does_not_overwrite_and_tells_of_pauses() {
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
    let again = strata(&report);
    assert_eq!((again.code, again.err.contains("is there already")), (2, true), "{}", again.err);
    assert_eq!(strata(&format!("{report} --force")).code, 0);
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 2, "no temporary file stays: {left:?}");
    let out = strata(&format!("report {} -o -", dir.display()));
    assert_eq!(out.out, text, "standard output is the same page");
    let nothing = strata_with_input("report /nonexistent/run -o -", "");
    assert_eq!(nothing.code, 2, "{}", nothing.err);
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
