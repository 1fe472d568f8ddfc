//! Games other than FreeCell, through the whole program: verdicts, solutions, directories, certificates, ranges.

use crate::certificate::verify;
use crate::support::{findings, position, strata, strata_with_input, wins};
use fcc::rules::NamedGame;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Game, deal, numbering, verdict, states: twelve deals of each game, from other programs. With two decks they are the
/// first that those read.
const VERDICTS: &str = include_str!("data/games/verdicts.tsv");

/// The verdicts of the deals of each game.
pub fn verdicts() -> BTreeMap<&'static str, BTreeMap<u64, &'static str>> {
    let mut games: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
    for line in VERDICTS.lines().skip(1) {
        let [game, deal, _, verdict, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let verdict = if verdict == "solved" { "solvable" } else { verdict };
        games.entry(game).or_default().insert(deal.parse().expect("a number"), verdict);
    }
    games
}

/// Whether the search by layers holds a game. The others are in `stacks_games`.
pub fn on_planes(game: &str) -> bool {
    NamedGame::named(game).expect("a game").rules.is_on_planes()
}

fn lines(arguments: &str) -> Vec<Value> {
    let ran = strata(&format!("range {arguments}"));
    assert_eq!(ran.code, 0, "{arguments}: {}", ran.err);
    ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_first_twelve_deals_of_each_game_have_the_published_verdicts() {
    for (game, verdicts) in verdicts().into_iter().filter(|(game, _)| on_planes(game)) {
        let lines = lines(&format!("1 12 --game {game} --moves --time 0 --threads 2"));
        assert_eq!(lines.len(), verdicts.len());
        for line in lines {
            let deal = line["deal"].as_u64().expect("a number");
            assert_eq!(line["verdict"], verdicts[&deal], "{line}");
            assert_eq!(line["game"], game);
            assert_eq!(line["deal_name"], format!("{game} {deal}"));
            if let Some(solution) = line["solution"].as_str() {
                let board = strata(&format!("deal {deal} --game {game}")).out;
                assert!(wins(&position(&board), solution), "{line}");
            }
        }
    }
}

#[test]
fn solutions_in_every_form_are_read_by_the_checker() {
    for game in verdicts().into_keys().filter(|&game| on_planes(game) && game != "cruel") {
        let deal = 2;
        let board = strata(&format!("deal {deal} --game {game}")).out;
        for format in ["moves", "standard", "fc-solve", "fc-solve-sn", "boards"] {
            let solved = strata_with_input(&format!("solve - --format {format}"), &board);
            if solved.code == 1 {
                assert_eq!(verdicts()[game][&deal], "impossible");
                continue;
            }
            assert_eq!(solved.code, 0, "{game}: {}", solved.err);
            assert!(wins(&position(&board), &solved.out), "{game} {format}:\n{}", solved.out);
        }
        let json = strata_with_input("solve - --json", &board);
        if json.code == 0 {
            assert!(wins(&position(&board), &json.out), "{game}:\n{}", json.out);
            assert_eq!(json.json()["game"], game);
        }
    }
}

/// A deal of each game that is impossible and small.
const IMPOSSIBLE: [&str; 6] = [
    "10 --game bakers_game",
    "1 --game ko_bakers_game",
    "2 --game cruel",
    "1 --game fan --fill none",
    "1 --game seahaven --freecells 2",
    "1 --game eight_off --freecells 4 --sequences unlimited",
];

#[test]
fn proofs_of_other_games_have_certificates_that_the_checker_accepts() {
    let variants = ["", " --prune none", " --symmetry off"];
    for (deal, more) in IMPOSSIBLE.into_iter().zip(variants.into_iter().cycle()) {
        let folder = tempfile::tempdir().expect("a folder");
        let (dir, file) = (folder.path().join("run"), folder.path().join("proof.cert"));
        let proved = strata(&format!("prove {deal}{more} --json --dir {}", dir.display()));
        assert_eq!(proved.code, 1, "{deal}{more}: {}{}", proved.out, proved.err);
        let export = format!("certificate export {} {}", dir.display(), file.display());
        let exported = strata(&export);
        assert_eq!(exported.code, 0, "{deal}{more}: {}", exported.err);
        let (code, text) = verify(&file, None);
        assert_eq!(code, 0, "{deal}{more}: {text}");
        let (code, text) = verify(&file, Some(100));
        assert_eq!(code, 0, "{deal}{more}: {text}");
    }
}

fn census(arguments: &str) -> Value {
    let ran = strata(&format!("census {arguments} --json"));
    assert!(ran.code <= 1, "{arguments}: {}", ran.err);
    findings(&ran.json())
}

#[test]
fn counts_do_not_depend_on_memory_disk_threads_or_symmetry() {
    for deal in [IMPOSSIBLE[0], IMPOSSIBLE[2], IMPOSSIBLE[5]] {
        let counted = census(deal);
        assert_eq!(census(&format!("{deal} --threads 1 --way levels")), counted);
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("run");
        assert_eq!(census(&format!("{deal} --memory 64MiB --dir {}", dir.display())), counted);
        let mut every_state = census(&format!("{deal} --symmetry off"));
        for key in ["digest", "states", "fccs", "groups"] {
            assert_eq!(every_state[key], counted[key], "{deal}: {key}");
        }
        every_state["symmetry"] = counted["symmetry"].clone();
        if counted["rules"].as_str().expect("rules").contains("build suit") {
            assert_eq!(every_state, counted, "{deal}: built by suit, classes are states");
        }
        let split = folder.path().join("split");
        let begun = strata(&format!("split init {deal} --dir {}", split.display()));
        assert_eq!(begun.code, 0, "{}", begun.err);
        let all = strata(&format!("split all --dir {} --json", split.display()));
        assert_eq!(findings(&all.json()), counted, "{deal}");
    }
}

fn refused(arguments: &str, because: &str) {
    let ran = strata(arguments);
    assert_eq!(ran.code, 2, "{arguments}: {}", ran.out);
    assert!(ran.err.contains(because), "{arguments}: {}", ran.err);
}

#[test]
fn a_run_says_its_rules_and_refuses_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("run");
    let dir = dir.display();
    let proved = strata(&format!("prove 1 --game fan --no-scans --dir {dir}"));
    assert!(proved.code <= 1, "{}", proved.err);
    let status = strata(&format!("status {dir} --json")).json();
    assert_eq!(status["game"], "fan");
    assert_eq!(status["deal_name"], "fan 1");
    let rules = "freecells 0, columns 18, build suit, fill kings, sequences limited";
    assert_eq!(status["rules"], rules);
    assert_eq!(strata(&format!("lookup {dir} 1 --game fan")).code, 0);
    assert_eq!(strata(&format!("analyse {dir} --game fan")).code, 0);
    for command in
        ["lookup {} 1", "report {} -o -", "analyse {}", "graph {}", "certificate export {} x"]
    {
        let command = command.replace("{}", &dir.to_string());
        refused(&format!("{command} --game freecell"), "the run has other rules");
    }
    let page = strata(&format!("report {dir} -o -"));
    assert_eq!(page.code, 0, "{}", page.err);
    assert!(page.out.contains("build suit, fill kings"), "the page says the rules");
}

#[test]
fn solutions_are_traced_from_the_records_of_other_games() {
    // Graphs of up to a million states.
    for deal in [
        "4 --game fan",
        "367 --game bakers_game --freecells 1",
        "367 --game bakers_game --freecells 1 --sequences unlimited",
        "3 --game seahaven --freecells 3",
    ] {
        let board = strata(&format!("deal {deal}")).out;
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("run");
        let arguments = format!("prove {deal} --no-scans --memory 1GiB --dir {}", dir.display());
        let proved = strata(&arguments);
        assert_eq!(proved.code, 0, "{arguments}: {}", proved.err);
        let traced = strata(&format!("trace {} --json", dir.display()));
        assert_eq!(traced.code, 0, "{}", traced.err);
        assert!(wins(&position(&board), &traced.out), "{deal}:\n{}", traced.out);
    }
}

#[test]
fn a_range_is_resumed_by_the_same_rules_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    for (form, name) in [("", "lines.jsonl"), ("--csv", "lines.csv")] {
        let range = |deals: &str, more: &str| {
            format!("range {deals} --game ko_bakers_game {form} --out {} {more}", file(name))
        };
        assert_eq!(strata(&range("1 3", "")).code, 0);
        let resumed = strata(&range("1 6", "--resume --json"));
        assert_eq!(resumed.code, 0, "{}", resumed.err);
        assert_eq!(resumed.json()["deals_before"], 3);
        assert_eq!(resumed.json()["game"], "ko_bakers_game");
        refused(&range("1 9", "--resume --freecells 3"), "and this one has 3 freecells");
        refused(&range("1 9", "--resume --pysol"), "deals have other names");
        let statistics = strata(&format!("analyse deals {}", file(name)));
        assert!(statistics.out.starts_with("6 deals of ko_bakers_game: "), "{}", statistics.out);
    }
    assert!(Path::new(&file("lines.csv")).exists());
}

#[test]
fn any_mix_of_rules_can_be_asked_for() {
    let board =
        strata("deal 7 --build suit --fill none --sequences unlimited --columns 9 --freecells 6")
            .out;
    let told = "# rules: freecells 6, columns 9, build suit, fill none, sequences unlimited\n";
    assert!(board.ends_with(told), "{board}");
    let shown = strata_with_input("show - --json", &board).json();
    assert_eq!(shown["game"], Value::Null);
    assert_eq!(shown["rules"], told["# rules: ".len()..].trim_end());
    assert!(strata_with_input("solve - --quiet", &board).code <= 1);
    let hint = strata("hint 12 --game eight_off");
    assert_eq!(hint.code, 0, "{}", hint.err);
    refused("deal 1 --game patience", "no game of this name");
    refused("deal 1 --game eight_off --freecells 3", "eight_off deals 4 cards to cells");
    refused("solve 1 --build colour", "[possible values: alternate, suit, rank]");
    let games = strata("games --json").json();
    assert_eq!(games.as_array().expect("a list").len(), 18);
    assert!(strata("games").out.contains("seahaven_towers"));
}
