//! The page as text. What a browser makes of it is tested in `tests/report.rs`.

use super::*;
use crate::plot::tests::{graph, words_of};
use fcc::board::{Board, ReadOptions};
use fcc::game::Game;
use fcc::rules::Prune;
use fcc::solution::Solution;
use fcc::verdict::VerdictWord;

fn usual() -> Analysis {
    graph(&[(0, 1, 1), (1, 8, 110), (2, 36, 5_000)])
}

fn solved() -> PlayerData {
    let analysis = usual();
    let options = ReadOptions::default();
    let game = Game::new(Board::read(&analysis.board, &options).expect("a board"), Prune::None);
    let names = ["2a", "ah", "2h", "1h", "3h"];
    let solution = Solution::of_names(game.deal(), &names).expect("legal moves");
    PlayerData::of(&game, &solution).expect("a solution")
}

/// Nothing in the page points outside of it.
fn loads_nothing(page: &str) {
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "url(", "@import", "<link", "<iframe"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let references = page.split("href=\"").skip(1);
    assert!(references.clone().count() > 1);
    references.for_each(|reference| assert!(reference.starts_with('#'), "{reference:.40}"));
}

/// The elements between `head` and the scripts are closed in order.
fn is_well_formed(page: &str) {
    let body = page.split_once("<body>").expect("a body").1;
    let body = body.split_once("<script").expect("a script").0;
    let input = with_void_elements_closed(body);
    assert!(words_of(&input).len() > 10);
}

/// HTML has elements that are never closed.
fn with_void_elements_closed(body: &str) -> String {
    let body = body.replace("<wbr>", "");
    let mut closed = String::new();
    let mut rest = body.as_str();
    while let Some(start) = rest.find("<input") {
        let end = start + rest[start..].find('>').expect("it ends");
        closed.push_str(&rest[..end]);
        closed.push('/');
        rest = &rest[end..];
    }
    closed + rest
}

#[test]
fn a_solved_deal_has_a_player_and_loads_nothing() {
    let player = solved();
    let page = page(&usual(), Some(&player), None);
    loads_nothing(&page);
    is_well_formed(&page);
    for wanted in ["id=\"player\"", "id=\"solution\"", "win in 5 moves", "data-move=\"5\"", ">2a<"]
    {
        assert!(page.contains(wanted), "{wanted}");
    }
    assert!(!page.contains("id=\"end\""));
}

#[test]
fn an_impossible_deal_shows_where_it_ends() {
    let mut analysis = usual();
    analysis.verdict = VerdictWord::Impossible;
    let page = page(&analysis, None, None);
    loads_nothing(&page);
    is_well_formed(&page);
    for wanted in ["Impossible", "goes down to depth 2; a won game", "48 of 52 cards"] {
        assert!(page.contains(wanted), "{wanted}");
    }
    assert!(!page.contains("id=\"player\"") && page.contains("id=\"deal\""));
}

#[test]
fn a_run_that_goes_on_says_so() {
    let mut analysis = graph(&[]);
    (analysis.verdict, analysis.complete) = (VerdictWord::Undecided, false);
    let page = page(&analysis, None, Some("The run is going on."));
    is_well_formed(&page);
    assert!(page.contains("Undecided") && page.contains("The run is going on."));
}

#[test]
fn nasty_names_stay_texts() {
    let nasty = "</title></script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&";
    let mut analysis = usual();
    let texts =
        [&mut analysis.name, &mut analysis.prune, &mut analysis.board, &mut analysis.digest];
    texts.into_iter().for_each(|text| *text = nasty.into());
    analysis.winning_unknown = Some(nasty.into());
    for example in analysis.largest.iter_mut().chain(&mut analysis.deepest) {
        (example.fingerprint, example.smallest_key) = (nasty.into(), nasty.into());
        example.board = nasty.into();
    }
    let mut player = solved();
    player.steps[0].one.card = nasty.into();
    player.steps[0].at.fingerprint = nasty.into();
    let page = page(&analysis, Some(&player), Some(nasty));
    is_well_formed(&page);
    assert_eq!(page.matches("<script").count(), 2, "the solution and the script");
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<img") && !page.contains("alert(1)</"));
}

#[test]
fn a_page_is_bounded_by_the_layers() {
    let layers: Vec<(u32, u128, u128)> =
        (0..104).map(|depth| (depth, 1 << 90, u128::MAX >> 8)).collect();
    let page = page(&graph(&layers), None, None);
    assert!(page.len() < 1_000_000, "{}", page.len());
}
