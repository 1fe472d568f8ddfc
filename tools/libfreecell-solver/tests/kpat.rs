//! KPatience, unmodified: it finds our library where it looks for its own, and solves without a window.

use crate::support::{library_folder, output};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Games of KPatience that ask the library, by its numbers.
const FREECELL: u32 = 3;
const CASTLE: u32 = 4;
const SIMPLE_SIMON: u32 = 9;
const BAKERS_DOZEN: u32 = 19;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Won,
    Lost,
    Unknown,
}

/// What KPatience is asked.
#[derive(Clone, Copy)]
struct Asked<'a> {
    game: u32,
    first: u32,
    last: u32,
    /// Lines of its settings.
    settings: &'a [&'a str],
}

pub fn kpat() -> Option<PathBuf> {
    let places = ["/usr/games/kpat", "/usr/bin/kpat"];
    let found = places.into_iter().map(PathBuf::from).find(|place| place.exists());
    if found.is_none() {
        println!("not tried: kpat is not installed");
    }
    found
}

/// A command in a home of its own.
pub fn at_home(program: &Path, home: &Path, settings: &[&str]) -> Command {
    fs::create_dir_all(home.join(".config")).expect("a folder");
    let text = format!("[General Settings]\n{}\n", settings.join("\n"));
    fs::write(home.join(".config/kpatrc"), text).expect("a file");
    let mut command = Command::new(program);
    command.env("HOME", home).env("XDG_RUNTIME_DIR", home).env("QT_QPA_PLATFORM", "offscreen");
    command.env_remove("XDG_CONFIG_HOME").env_remove("LD_LIBRARY_PATH").env("LANG", "C.UTF-8");
    command
}

/// What it says of each deal, with our library or with its own.
fn said(kpat: &Path, asked: Asked<'_>, ours: bool) -> BTreeMap<u32, Said> {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = at_home(kpat, home.path(), asked.settings);
    if ours {
        command.env("LD_LIBRARY_PATH", library_folder());
    }
    command.args(["--solve", &asked.game.to_string()]);
    command.args(["--start", &asked.first.to_string(), "--end", &asked.last.to_string()]);
    let text = output(&mut command);
    let line = |line: &str| {
        let mut words = line.split(' ');
        let deal = words.next()?.parse().ok()?;
        let said = match words.next()? {
            "won" => Said::Won,
            "lost" => Said::Lost,
            "unknown" => Said::Unknown,
            _ => return None,
        };
        Some((deal, said))
    };
    let said: BTreeMap<u32, Said> = text.lines().filter_map(line).collect();
    assert_eq!(said.len() as u32, asked.last + 1 - asked.first, "{text}");
    said
}

/// Compares deal by deal. What its own library wins can't be lost; what it calls lost may be won all the same, since it
/// has scans that leave moves out. Returns how many it settles with ours and with its own.
fn compared(kpat: &Path, asked: Asked<'_>) -> (usize, usize) {
    let (ours, theirs) = (said(kpat, asked, true), said(kpat, asked, false));
    for (deal, one) in &ours {
        let place = format!("game {} deal {deal} {:?}", asked.game, asked.settings);
        match (one, theirs[deal]) {
            (Said::Lost, Said::Won) => panic!("{place}: lost, and won by its own library"),
            (Said::Won, Said::Lost) => println!("{place}: won, and lost by its own library"),
            _ => {}
        }
    }
    let settled =
        |all: &BTreeMap<u32, Said>| all.values().filter(|said| **said != Said::Unknown).count();
    (settled(&ours), settled(&theirs))
}

#[test]
fn the_deal_that_has_no_solution_is_lost_and_its_neighbours_are_won() {
    let Some(kpat) = kpat() else { return };
    let asked = Asked { game: FREECELL, first: 11_980, last: 11_984, settings: &[] };
    for (deal, said) in said(&kpat, asked, true) {
        assert_eq!(said, if deal == 11_982 { Said::Lost } else { Said::Won }, "{deal}");
    }
}

/// The variants of its FreeCell: Baker's Game, Eight Off, Forecell, Seahaven Towers; by rank, two cells, two decks.
const VARIANTS: [&[&str]; 8] = [
    &[],
    &["FreecellSequenceBuiltBy=1"],
    &["FreecellSequenceBuiltBy=1", "FreecellReserves=8", "FreecellEmptyStackFill=1"],
    &["FreecellEmptyStackFill=1"],
    &["FreecellEmptyStackFill=1", "FreecellSequenceBuiltBy=1", "FreecellStacks=4"],
    &["FreecellSequenceBuiltBy=2"],
    &["FreecellReserves=2"],
    &["FreecellDecks=1", "FreecellStacks=4"],
];

fn all_games(kpat: &Path, deals: u32) {
    for settings in VARIANTS {
        let asked = Asked { game: FREECELL, first: 1, last: deals, settings };
        let (ours, theirs) = compared(kpat, asked);
        println!("FreeCell {settings:?}: {ours} of {deals} settled, by its own library {theirs}");
        assert!(ours * 10 >= theirs * 9, "{settings:?}: {ours} and {theirs}");
    }
    for game in [CASTLE, SIMPLE_SIMON] {
        let (ours, theirs) = compared(kpat, Asked { game, first: 1, last: deals, settings: &[] });
        println!("game {game}: {ours} of {deals} settled, by its own library {theirs}");
        assert!(ours * 10 >= theirs * 9, "{game}: {ours} and {theirs}");
    }
    // Its own library takes no 13 columns, which KPatience calls lost.
    let asked = Asked { game: BAKERS_DOZEN, first: 1, last: deals, settings: &[] };
    let ours = said(kpat, asked, true);
    let won = ours.values().filter(|said| **said == Said::Won).count();
    println!("game {BAKERS_DOZEN}: {won} of {deals} won");
    assert!(won > 0);
}

#[test]
fn nothing_that_its_own_library_wins_is_lost() {
    let Some(kpat) = kpat() else { return };
    all_games(&kpat, 12);
}

#[test]
#[ignore = "minutes: thousands of deals"]
fn thousands_of_deals_are_won_and_nothing_that_its_own_library_wins_is_lost() {
    let Some(kpat) = kpat() else { return };
    let asked = Asked { game: FREECELL, first: 1, last: 5_000, settings: &[] };
    let won = said(&kpat, asked, true).values().filter(|said| **said == Said::Won).count();
    assert_eq!(won, 5_000);
    all_games(&kpat, 300);
}
