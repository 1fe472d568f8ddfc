//! The player of a page, in a browser: every move of a solution, by keys and by clicks.

use crate::browser::{Browser, chromium};
use crate::report::{DESK, TELEPHONE, fits, reported};
use crate::support::{position, strata, wins};
use fcc::board::{Board, ReadOptions};
use fcc::card::Card;
use fcc::convert::state_of;
use fcc::game::Game;
use fcc::rules::Prune;
use serde_json::Value;
use std::path::Path;
use strata_report::compact;

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
fn expected(dir: &Path, start: Board) -> Expected {
    let traced = strata(&format!("trace {} --json", dir.display()));
    assert!(wins(&position(&start.to_text()), &traced.out), "{}", traced.out);
    let json = traced.json();
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
    // Inside of an FCC the fingerprint is that of its entry; between two of them, before the first and
    // after the last none is shown.
    let last = expected.entered.iter().rfind(|(entry, _)| *entry <= moves);
    let inside = last.filter(|(entry, _)| expected.standing[*entry].1 == *fingerprint);
    let shown = seen["fcc"].as_str().expect("a text");
    match inside {
        Some((_, key)) => assert_eq!(shown, key, "after {moves} moves"),
        None => assert!(["won", "none: moves that are made at once"].contains(&shown), "{shown}"),
    }
    assert_eq!(seen["slider"], moves.to_string());
    let current: Vec<String> = (moves > 0).then(|| moves.to_string()).into_iter().collect();
    assert_eq!(seen["current"], Value::from(current));
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
    let expected = expected(&run.dir, Board::deal(164, 0).expect("a deal"));
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
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/solvable.txt");
    let text = std::fs::read_to_string(&file).expect("a board");
    let board = Board::read(&text, &ReadOptions::default()).expect("a board");
    let run = reported(&format!("prove {} --no-scans", file.display()));
    let expected = expected(&run.dir, board);
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
