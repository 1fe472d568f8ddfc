//! Games that the search by layers does not hold, through the whole program: two decks, built by rank, whole suits that
//! go up. They are dealt, shown, solved, hinted and ranged; every other command refuses them.

use crate::games::{on_planes, verdicts};
use crate::support::{Ran, position, strata, strata_with_input, wins};
use fcc::board::{Board, ReadOptions};
use fcc::notation::places_of;
use fcc::rules::GAMES;
use serde_json::Value;
use std::fs;

/// A deal of each of them that is solved at once, and two mixes of rules.
const SOLVED: [&str; 11] = [
    "1 --game bakers_dozen",
    "4 --game good_measure",
    "2 --game beleaguered_castle",
    "8 --game streets_and_alleys",
    "1 --game citadel",
    "10 --game simple_simon",
    "5 --game der_katz",
    "5 --game die_schlange",
    "5 --decks 2 --freecells 8 --columns 10",
    "2 --build rank --freecells 2",
    "2 --sequences runs --build rank --freecells 4",
];

fn board(text: &str) -> Board {
    Board::read(text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn solved(deal: &str, more: &str) -> String {
    let ran = strata(&format!("solve {deal} {more}"));
    assert_eq!(ran.code, 0, "{deal}: {}{}", ran.out, ran.err);
    ran.out
}

fn lines(ran: &Ran) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_published_verdicts_of_their_deals_are_found() {
    for (game, verdicts) in verdicts().into_iter().filter(|(game, _)| !on_planes(game)) {
        let (open, settled): (Vec<_>, Vec<_>) =
            verdicts.iter().partition(|(_, verdict)| **verdict == "open");
        for (deals, time) in [(settled, "60s"), (open, "1s")] {
            let list: Vec<String> = deals.iter().map(|(deal, _)| deal.to_string()).collect();
            if list.is_empty() {
                continue;
            }
            let range = format!("range --deals - --game {game} --moves --threads 2 --time {time}");
            let ran = strata_with_input(&range, &list.join("\n"));
            assert!(matches!(ran.code, 0 | 3), "{}", ran.err);
            assert_eq!(lines(&ran).len(), list.len());
            for line in lines(&ran) {
                let deal = line["deal"].as_u64().expect("a number");
                let verdict = verdicts[&deal];
                assert!(verdict == "open" || line["verdict"] == verdict, "{line}");
                assert_eq!(
                    (&line["game"], &line["deal_name"]),
                    (&game.into(), &format!("{game} {deal}").into())
                );
                if let Some(solution) = line["solution"].as_str() {
                    let start = position(&strata(&format!("deal {deal} --game {game}")).out);
                    assert!(wins(&start, solution), "{line}");
                }
            }
        }
    }
}

#[test]
fn solutions_win_in_every_form() {
    for deal in SOLVED {
        let text = strata(&format!("deal {deal}")).out;
        let start = board(&text);
        for form in ["standard", "boards", "moves", "fc-solve", "fc-solve-sn"] {
            let solution = solved(deal, &format!("--format {form}"));
            assert!(wins(&position(&text), &solution), "{deal} --format {form}");
        }
        let boards = solved(deal, "--format boards");
        let boards: Vec<Board> = boards.split("\n\n").map(board).collect();
        assert_eq!(boards[0], start, "{deal}");
        assert!(boards[boards.len() - 1].is_won(), "{deal}");
        let moves = solved(deal, "--format moves");
        let of_moves = |line: &&str| line.contains(" from ") && line.contains(" to ");
        let numbered = moves.lines().filter(of_moves).count();
        assert_eq!(numbered, boards.len() - 1, "{deal}");
        let sentences = solved(deal, "--format fc-solve");
        let told = sentences.lines().filter(|line| line.starts_with("Move ")).count();
        assert_eq!(told, numbered, "{deal}");
        assert!(sentences.contains("\nThis game is solveable.\n"), "{deal}");
        let names = solved(deal, "--format fc-solve-sn");
        let last = names.rfind("Foundations: ").map(|at| names[at..].lines().next());
        let all = "H-K C-K D-K S-K ".repeat(start.rules().decks.into());
        assert_eq!(last.flatten(), Some(&*format!("Foundations: {all}")), "{deal}");
        let json: Value = serde_json::from_str(&solved(deal, "--json")).expect("JSON");
        assert_eq!(json["counts"]["sequences"], numbered, "{deal}");
        assert!(wins(&position(&text), &json.to_string()), "{deal}");
    }
}

#[test]
fn a_whole_suit_goes_up_as_one_move() {
    let sentences = solved("10 --game simple_simon", "--format fc-solve");
    assert_eq!(sentences.matches("Move the sequence on top of Stack ").count(), 4);
    assert_eq!(sentences.matches("Move a card").count(), 0);
    let json: Value =
        serde_json::from_str(&solved("10 --game simple_simon", "--json")).expect("JSON");
    let moves = json["moves"].as_array().expect("a list");
    let up: Vec<&Value> = moves.iter().filter(|one| one["to"] == "h").collect();
    assert_eq!(up.len(), 4);
    assert!(up.iter().all(|one| one["card"].as_str().expect("a card").starts_with('K')));
    assert_eq!(json["counts"]["sequences"], json["counts"]["without_automatic"]);
}

fn refused(arguments: &str, because: &str) {
    let ran = strata(arguments);
    assert_eq!(ran.code, 2, "{arguments}: {}{}", ran.out, ran.err);
    assert!(ran.err.contains(because), "{arguments}: {}", ran.err);
    assert_eq!(ran.out, "", "{arguments}");
}

#[test]
fn commands_of_the_search_by_layers_refuse_them_before_any_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("run").display().to_string();
    for command in [
        "census 1",
        "census 1 --dir DIR",
        "census 1 --symmetry off --prune none",
        "prove 1",
        "prove 1 --no-scans --dir DIR",
        "solve 1 --dir DIR",
        "solve 1 --short",
        "solve 1 --plan hard",
        "hint 1 --plan hard",
        "range 1 2 --plan hard",
        "range 1 2 --graphs",
        "show 1 --of 1",
        "analyse 1",
        "analyse DIR",
        "analyse compare 1 2",
        "graph 1",
        "split init 1 --dir DIR",
        "split run --board 1 --fingerprint XVEBAAMAAAEDAAA --input DIR --output DIR",
        "lookup DIR 1",
        "report DIR -o DIR",
        "certificate export DIR DIR",
    ] {
        let command = command.replace("DIR", &dir);
        refused(
            &format!("{command} --game der_katz"),
            "this game is played with two decks: `deal`",
        );
        refused(&format!("{command} --game citadel"), "this game is built by rank: `deal`");
        let whole =
            "built by rank and sends whole suits to the foundations: `deal`, `show`, `solve`";
        refused(&format!("{command} --game simple_simon"), whole);
        assert!(!folder.path().join("run").exists(), "{command} has made something");
    }
    for flags in ["--decks 2", "--build rank", "--sequences runs"] {
        refused(&format!("census 1 {flags}"), "the search by layers holds one deck");
    }
    // What the board itself says counts as well.
    let board = strata("deal 1 --game citadel").out;
    for command in ["census -", "prove -", "analyse -", "graph -", "solve - --short"] {
        let ran = strata_with_input(command, &board);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{command}: {}", ran.err);
        assert_eq!(ran.err.matches("this game is built by rank").count(), 1, "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
}

#[test]
fn bad_boards_of_two_decks_name_every_fault() {
    let katz = strata("deal 1 --game der_katz").out;
    let bare: String =
        katz.lines().filter(|line| !line.starts_with('#')).map(|l| format!("{l}\n")).collect();
    let fault = |arguments: &str, text: &str, because: &str| {
        let ran = strata_with_input(arguments, text);
        assert_eq!(ran.code, 2, "{arguments}: {}", ran.out);
        assert!(ran.err.contains(because), "{arguments}: {}", ran.err);
    };
    let first = katz.lines().next().expect("a column").to_owned();
    let (card, rest) = first.split_once(' ').expect("two cards");
    let missing = format!("1 card is missing: {card}; two decks have each card twice");
    fault("solve -", &katz.replacen(&first, rest, 1), &missing);
    let surplus = format!("{card} is on the board 3 times:");
    fault("show -", &katz.replacen(&first, &format!("{card} {first}"), 1), &surplus);
    fault("solve -", &bare, "these are two decks. Say so with --decks 2");
    fault("solve - --decks 1", &katz, "these are two decks");
    fault(
        "solve - --decks 2",
        &strata("deal 1").out,
        "this is one deck, and the board is to have two",
    );
    fault("solve - --game der_katz", &strata("deal 1 --columns 9").out, "this is one deck");
    fault("solve - --decks 2", ":\n:\n", "all 104 cards are missing");
    let nine = format!("Foundations: {}H-0\n{bare}", "H-0 ".repeat(2));
    fault("solve - --decks 2", &nine, "two decks have two foundations of suit H");
    refused(
        "deal 1 --game der_katz --columns 10",
        "der_katz is dealt to 9 columns, with two decks",
    );
    refused("deal 1 --game simple_simon --decks 2", "with one deck, and not otherwise");
}

#[test]
fn columns_of_any_length_are_read_whole() {
    let katz = strata("deal 1 --game der_katz").out;
    assert!(katz.lines().any(|line| line.split(' ').count() > 40), "{katz}");
    let shown = strata_with_input("show -", &katz);
    assert!(shown.out.starts_with(&katz), "{}{}", shown.out, shown.err);
    let one = strata("deal 1 --decks 2 --columns 1 --freecells 0").out;
    let shown = strata_with_input("show - --json", &one).json();
    assert_eq!(shown["columns"][0].as_array().expect("a column").len(), 104);
    assert_eq!(strata_with_input("solve - --quiet", &one).code, 1);
}

#[test]
fn boards_and_json_go_by_the_name_that_was_asked_for() {
    for game in ["beleaguered_castle", "streets_and_alleys", "citadel"] {
        let dealt = strata(&format!("deal 1 --game {game}")).out;
        assert!(dealt.ends_with(&format!("\n# game: {game}\n")), "{dealt}");
        let shown = strata_with_input("show -", &dealt).out;
        assert!(shown.starts_with(&dealt), "{shown}");
        for json in [
            strata(&format!("deal 1 --game {game} --json")),
            strata(&format!("show 1 --game {game} --json")),
            strata_with_input("show - --json", &dealt),
            strata(&format!("solve 1 --game {game} --json")),
            strata_with_input("solve - --json", &dealt),
            strata(&format!("range 1 1 --game {game}")),
        ] {
            assert_eq!(json.json()["game"], game);
        }
    }
    // Other rules than the game's have no name.
    let six = strata("deal 1 --game citadel --freecells 6 --json").json();
    assert_eq!((&six["game"], &six["deal_name"]), (&Value::Null, &"citadel 1".into()));
}

#[test]
fn a_board_of_two_decks_has_both_foundations_in_json() {
    let json = strata("deal 1 --game die_schlange --json").json();
    assert_eq!(json["foundations"], json["second_foundations"]);
    assert_eq!(json["second_foundations"]["H"], 1);
    assert!(strata("deal 1 --json").json().get("second_foundations").is_none());
    let games = strata("games --json").json();
    let two = |game: &&Value| game["decks"] == 2;
    let named: Vec<&Value> = games.as_array().expect("a list").iter().filter(two).collect();
    assert_eq!(named.len(), GAMES.iter().filter(|game| game.rules.decks == 2).count());
    assert_eq!(strata("games").out.matches("  2 decks  ").count(), named.len());
}

#[test]
fn their_legal_moves_are_shown_without_what_the_layers_see() {
    let shown = strata("show 1 --game citadel --json").json();
    assert!(shown["moves"].as_array().is_some_and(|moves| !moves.is_empty()));
    for key in ["fingerprint", "depth", "class"] {
        assert!(shown.get(key).is_none(), "{key}");
        assert!(strata("show 1 --json").json().get(key).is_some(), "{key}");
    }
    let text = strata("show 1 --game der_katz").out;
    assert!(
        text.contains("\n8 freecells, 9 columns, 2 decks, build alternate, fill none"),
        "{text}"
    );
    assert!(!text.contains("fingerprint"), "{text}");
}

#[test]
fn a_hint_is_the_first_move_of_a_solution_or_the_proof_that_there_is_none() {
    for deal in SOLVED {
        let hint = strata(&format!("hint {deal} --json"));
        assert_eq!(hint.code, 0, "{deal}: {}", hint.err);
        let start = board(&strata(&format!("deal {deal}")).out);
        let name = hint.json()["hint"]["standard"].as_str().expect("a move").to_owned();
        let (from, to) = places_of(&name).expect("a move");
        assert!(!start.pile(from).is_empty() && from != to, "{deal}: {name}");
    }
    let lost = strata("hint 1 --game streets_and_alleys");
    assert_eq!(lost.code, 1, "{}", lost.err);
    assert!(lost.out.starts_with("lost: every state was expanded, "), "{}", lost.out);
    let none = strata("hint 3 --game good_measure --time 100ms");
    assert_eq!((none.code, none.out.as_str()), (3, "undecided: the time was up\n"));
    let won = "Foundations: H-K C-K D-K S-K H-K C-K D-K S-K\n:\n:\n# rules: columns 2, decks 2\n";
    let won = strata_with_input("hint -", won);
    assert_eq!((won.code, won.out.as_str()), (0, "the game is won\n"), "{}", won.err);
}

#[test]
fn limits_end_in_undecided_with_their_reason() {
    let timed = strata("solve 3 --game good_measure --time 200ms --threads 2 --json");
    assert_eq!(timed.code, 3, "{}", timed.err);
    let json = timed.json();
    assert_eq!(
        (&json["verdict"], &json["because"]),
        (&"undecided".into(), &"the time was up".into())
    );
    assert!(json["seconds"].as_f64().is_some_and(|seconds| seconds < 2.0), "{json}");
    let full = strata("solve 3 --game good_measure --memory 32MiB --time 0 --json");
    assert_eq!(full.code, 3, "{}", full.err);
    let json = full.json();
    assert!(json["because"].as_str().is_some_and(|why| why.contains("memory")), "{json}");
    assert!(json["peak_memory_bytes"].as_u64().is_none_or(|bytes| bytes < 64 << 20), "{json}");
}

#[test]
fn a_range_of_them_is_resumed_summed_up_and_analysed_by_its_game() {
    let folder = tempfile::tempdir().expect("a folder");
    for (form, name) in [("", "lines.jsonl"), ("--csv", "lines.csv")] {
        let file = folder.path().join(name).display().to_string();
        let range = |game: &str, deals: &str, more: &str| {
            strata(&format!("range {deals} --game {game} {form} --out {file} {more}"))
        };
        assert_eq!(range("citadel", "1 3", "--threads 2").code, 0);
        let resumed = range("citadel", "1 6", "--resume");
        assert!(resumed.out.starts_with("6 deals of citadel: 6 solvable"), "{}", resumed.out);
        // The same rules, and other deals.
        let other = range("streets_and_alleys", "1 9", "--resume");
        assert_eq!(other.code, 2, "{}", other.out);
        assert!(other.err.contains("deals have other names: citadel "), "{}", other.err);
        let more = folder.path().join(format!("more-{name}")).display().to_string();
        let begun = strata(&format!("range 1 2 --game der_katz --time 5s {form} --out {more}"));
        assert!(matches!(begun.code, 0 | 3), "{}", begun.err);
        let statistics = strata(&format!("analyse deals {file} {more}")).out;
        assert!(statistics.contains("6 deals of citadel: "), "{statistics}");
        assert!(statistics.contains("2 deals of der_katz: "), "{statistics}");
    }
    let csv = fs::read_to_string(folder.path().join("more-lines.csv")).expect("a file");
    assert!(csv.contains("; decks 2; build alternate;"), "{csv}");
}

#[test]
fn the_engine_of_columns_agrees_with_the_planes_on_their_games() {
    for game in GAMES.iter().filter(|game| game.rules.is_on_planes()) {
        let range = format!("range 1 4 --game {} --time 20s", game.name);
        let by_planes = lines(&strata(&range));
        for line in lines(&strata(&format!("{range} --stacks"))) {
            let same = by_planes.iter().find(|other| other["deal"] == line["deal"]);
            let same = same.expect("the same deals");
            let is_open = [&line, same].iter().any(|line| line["verdict"] == "undecided");
            assert!(is_open || line["verdict"] == same["verdict"], "{line}\n{same}");
            if line["verdict"] == "solvable" {
                let deal = format!("{} --game {}", line["deal"], game.name);
                let start = position(&strata(&format!("deal {deal}")).out);
                let standard = solved(&deal, "--stacks --format standard");
                assert!(wins(&start, &standard), "{deal}:\n{standard}");
            }
        }
    }
    for with in ["--plan hard", "--short", "--dir nowhere"] {
        refused(&format!("solve 1 --stacks {with}"), "cannot be used with");
    }
}
