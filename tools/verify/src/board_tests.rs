//! Tests of the board reader, beside it because together they would be too long for one file.

use super::*;
use crate::deal::deal;
use crate::rules::{Build, Fill};

const DEAL_1: &str = "\
JD KD 2S 4C 3S 6D 6S
2D KC KS 5C TD 8S 9C
9H 9S 9D TS 4S 8D 2H
JC 5S QD QH TH QS 6H
5D AD JS 4H 8H 6C
7H QC AS AC 2C 3D
7C KH AH 4D JH 8C
5H 3H 3C 7S 7D TC
";

fn faults(text: &str, freecells: Option<usize>) -> Vec<String> {
    let faults = read_board(text, freecells).expect_err("a board with faults");
    faults.shown().iter().map(ToString::to_string).collect()
}

/// All cards in the foundations but the kings, which are up to the test.
fn kings(rest: &str) -> String {
    format!("Foundations: C-Q D-Q H-Q S-Q\n{rest}")
}

fn cells(rest: &str, freecells: Option<usize>) -> Vec<Option<Card>> {
    read_board(&kings(rest), freecells).expect("a board").cells
}

#[test]
fn spelling_does_not_matter() {
    let expected = deal(1, 4).expect("a deal");
    let colons: String = DEAL_1.lines().map(|line| format!(":{line}\n")).collect();
    let symbols = DEAL_1.replace('H', "♥").replace('S', "♤").replace('D', "♢").replace('C', "♣");
    for text in [
        DEAL_1.to_owned(),
        DEAL_1.to_lowercase(),
        DEAL_1.replace('T', "10"),
        DEAL_1.replace('\n', "\r\n"),
        format!("\u{feff}{DEAL_1}"),
        format!("\n# deal 1\n\n{DEAL_1}\n\n"),
        DEAL_1.replace('\n', " # a column\n# and a comment\n"),
        format!("fOUNDS: h-0 C- d-0\nFREECELLS: - -- - --\n{DEAL_1}"),
        format!("{DEAL_1}\nfc:\nFoundations:"),
        colons,
        symbols,
    ] {
        assert_eq!(read_board(&text, None).as_ref(), Ok(&expected), "{text}");
    }
}

#[test]
fn empty_columns_are_colons_or_blank_lines_between_columns() {
    for rest in ["\n\n: KC\n:\n:\nKD\n:\n# not blank\n: KH\n:KS\n:\n\n\n", "KC\n\n \nKD\n\nKH\nKS"]
    {
        let board = read_board(&kings(rest), None).expect("a board");
        let lengths: Vec<usize> = board.columns.iter().map(Vec::len).collect();
        assert_eq!(lengths, [1, 0, 0, 1, 0, 1, 1, 0][..lengths.len()], "{rest}");
    }
}

#[test]
fn the_number_of_freecells_has_four_sources() {
    assert_eq!(cells("KC KD KH KS", None).len(), 4);
    assert_eq!(cells("FC: KC\nKD KH KS", None).len(), 4);
    assert_eq!(cells("FC: KC --\nKD KH KS", None).len(), 2);
    assert_eq!(cells("FC: -- KC -- -- -- --\nKD KH KS", None)[1], Card::read("KC"));
    assert_eq!(cells("FC: -- KC -- -- -- --\nKD KH KS", None).len(), 6);
    assert_eq!(cells("# Freecells: 7\nFC: KC --\nKD KH KS", None).len(), 7);
    assert_eq!(cells("#freecells:0\nKC KD KH KS", None).len(), 0);
    assert_eq!(cells("# freecells: 7\nFC: KC --\nKD KH KS", Some(1)).len(), 1);
    assert_eq!(cells("# freecells: as usual\nKC KD KH KS", None).len(), 4);
    assert_eq!(cells("FC: KC KD KH KS\n:", Some(12)).len(), 12);
}

#[test]
fn foundations_hold_every_rank_up_to_theirs() {
    let board = read_board(DEAL_1.replace("AD", "").as_str(), None).expect_err("no ace");
    assert_eq!(
        board.shown(),
        [BoardFault::Missing { cards: vec![Card::new(1, Suit::Diamonds)], decks: 1 }]
    );
    let board = read_board(&format!("Foundations: ♦-A\n{}", DEAL_1.replace("AD", "")), None)
        .expect("a board");
    assert_eq!(board.foundations, [0, 1, 0, 0]);
}

#[test]
fn all_faults_come_at_once() {
    let text = DEAL_1.replace("JD", "JX").replace("TC", "5H 5H");
    let found = faults(&format!("Foundations: H_0\n{text}FC: 1H"), None);
    assert_eq!(
        found,
        [
            "line 1: `H_0` is not a foundation: \
             needs a suit, a dash and a rank, such as H-0 or C-A",
            "line 2: `JX` is not a card: needs a rank (A 2-9 T or 10 J Q K) and a suit (C D H S)",
            "line 10: `1H` is not a card: needs a rank (A 2-9 T or 10 J Q K) and a suit (C D H S)",
            "duplicate card: 5H is there 3 times, on line 9 and on line 9 and further on",
            "missing: TC JD",
        ]
    );
}

#[test]
fn an_empty_text_is_no_board() {
    assert_eq!(
        faults("", None),
        ["there are no columns: needs one line per column", "missing: all 52 cards"]
    );
}

#[test]
fn too_many_columns_are_a_fault() {
    let spaced = DEAL_1.replace('\n', "\n\n\n");
    assert_eq!(
        faults(&spaced, None),
        ["there are 22 columns: at most 18 (a blank line between columns is an empty column)"]
    );
    assert!(
        faults(&format!("{DEAL_1}{}", ":\n".repeat(11)), None)[0]
            .starts_with("there are 19 columns")
    );
}

#[test]
fn cells_must_fit_the_freecells() {
    let full = kings("FC: KC KD KH\nKS");
    assert_eq!(
        faults(&full, Some(2)),
        ["too many cells: 3 cards lie in cells, but the game has 2 (see --freecells)"]
    );
    assert_eq!(
        faults(&kings("FC: -- -- KC\nKD KH KS"), Some(2)),
        ["KC lies beyond the last cell: the game has 2 (see --freecells)"]
    );
    assert_eq!(faults(&full, Some(13)), ["there are 13 freecells: at most 12"]);
    let many = kings(&format!("FC: {}\nKC KD KH KS", "-- ".repeat(13)));
    assert_eq!(faults(&many, None), ["there are 13 freecells: at most 12"]);
}

#[test]
fn lines_that_contradict_each_other_are_faults() {
    let found = faults(
        &kings("Founds: H-Q H-Q\n# freecells: 2\n# freecells: 3\n# freecells: 13\nKC KD KH KS"),
        None,
    );
    assert_eq!(found[0], "line 2: a second `Foundations:` line, the first is line 1");
    assert_eq!(found[1], "line 4: 3 freecells, but an earlier comment says 2");
    assert_eq!(found[2], "line 5: `13` is not a number of freecells: needs 0 to 12");
    let found = faults("KC KD KH KS\nFoundations: C-Q D-Q H-Q S-Q H-2 D-K", None);
    assert_eq!(found[0], "line 2: `H-2` names the foundation of hearts again");
    assert_eq!(found[1], "line 2: `D-K` names the foundation of diamonds again");
    let found = faults("KC KD KH KS\nFoundations: C-Q D-K H-Q S-Q", None);
    assert_eq!(found, ["duplicate card: KD is there 2 times, on line 1 and on line 2"]);
    let found = faults(&kings("FC: --\nFC: KC\nKD KH KS"), None);
    assert_eq!(found, ["line 3: a second `Freecells:` line, the first is line 2"]);
}

/// fc-solve draws six cells of which two are empty as blanks; four full cells make a smaller board.
#[test]
fn blanks_drawn_for_cells_are_told_or_refused() {
    let columns = "JD KD 2S 4C 3S 6D 6S\n2D KC KS 5C TD 8S 9C\n9H 9S 9D TS 4S 8D 2H\nJC 5S QD QH TH QS 6H\n\
                   5D AD\n7H QC AS AC 2C 3D\n7C KH AH 4D JH 8C\n5H 3H 3C 7S 7D TC\n";
    let text = format!("Freecells:          4H  6C  8H  JS\n{columns}");
    let faults = read_board(&text, None).expect_err("two readings").to_string();
    assert!(faults.contains("6 freecells if they are empty cells, 4 if"), "{faults}");
    for freecells in [4, 6] {
        let board = read_board(&text, Some(freecells)).expect("told");
        assert!(board.to_string().contains("JS"), "{freecells}");
    }
    let four = format!("Freecells:  4H  6C  8H    \n{}", columns.replace("5D AD", "5D AD JS"));
    assert!(read_board(&four, None).is_ok());
}

#[test]
fn comments_tell_the_game_or_the_rules() {
    let board = |lines: &str, known: Known| read_board_as(&format!("{lines}\n{DEAL_1}"), known);
    let rules = |lines: &str| board(lines, Known::default()).expect("a board").rules;
    let bakers = Rules { build: Build::Suit, ..Rules::FREECELL };
    assert_eq!(rules("# game: bakers_game"), bakers);
    assert_eq!(rules("  #GAME:Bakers_Game  "), bakers);
    assert_eq!(rules("# rules: build suit"), bakers);
    assert_eq!(rules("# Rules: Columns 8, build Suit"), bakers);
    assert_eq!(rules("# the game: bakers_game"), Rules::FREECELL);
    assert_eq!(rules("# freecells: 2\n# game: bakers_game"), Rules { freecells: 2, ..bakers });
    assert_eq!(rules("# game: eight_off").freecells, 8);
    assert_eq!(rules("# game: eight_off\nFC: - - - - - - - - - - -").freecells, 8);
    // A game of the caller takes the place of all of it, a part that of its part.
    let fill = Parts { fill: Some(Fill::Kings), ..Parts::default() };
    let known = Known { game: Some(NamedGame::named("bakers_game").expect("a game")), parts: fill };
    let text = "# freecells: 2\n# rules: sequences unlimited, columns 3";
    assert_eq!(board(text, known).expect("a board").rules, Rules { fill: Fill::Kings, ..bakers });
    let known = Known { game: None, parts: fill };
    let expected = Rules { fill: Fill::Kings, freecells: 2, ..bakers };
    assert_eq!(
        board("# freecells: 2\n# game: bakers_game", known).expect("a board").rules,
        expected
    );
}

#[test]
fn a_game_tells_the_number_of_columns() {
    let told = |lines: &str| lengths(&kings(lines), None);
    // Blank lines are empty columns up to the number that the game has.
    assert_eq!(
        told("# game: bakers_game\nKC\nKD KH KS\n\n\n\n\n\n\n"),
        Ok(vec![1, 3, 0, 0, 0, 0, 0, 0])
    );
    assert!(
        told("# game: bakers_game\nKC\nKD KH KS\n")
            .expect_err("too few")
            .contains("said to have 8")
    );
    assert!(told("# game: seahaven\n: KC\n: KD KH KS\n").is_err());
    assert_eq!(told("# game: seahaven\n# columns: 2\n: KC\n: KD KH KS\n"), Ok(vec![1, 3]));
    assert_eq!(told("# rules: columns 2\nKC\nKD KH KS\n"), Ok(vec![1, 3]));
}

fn lengths(text: &str, freecells: Option<usize>) -> Result<Vec<usize>, String> {
    let board = read_board(text, freecells).map_err(|faults| faults.to_string())?;
    Ok(board.columns.iter().map(Vec::len).collect())
}

#[test]
fn games_and_rules_that_are_none_or_told_twice_are_faults() {
    let fault = |lines: &str| faults(&format!("{lines}\n{DEAL_1}"), None).remove(0);
    let unknown = fault("# game: spider");
    assert!(unknown.starts_with("line 1: there is no game `spider`: there are freecell, "));
    assert!(fault("# game:").starts_with("line 1: there is no game ``"));
    assert!(fault("# rules: fill queens").starts_with("line 1: `fill queens` is no part of rules"));
    assert_eq!(fault("# rules: fill any, fill any"), "line 1: the rules say fill twice");
    let twice = "line 2: the game or the rules are told a second time, the first is line 1";
    for lines in [
        "# game: freecell\n# game: freecell",
        "# game: freecell\n# rules: fill any",
        "# rules: fill any\n# game: freecell",
    ] {
        assert_eq!(fault(lines), twice);
    }
    assert!(fault("# game: fan").contains("the board is said to have 18 columns"));
}

/// All cards of two decks in the foundations but the kings, which are up to the test.
fn eight_kings(rest: &str) -> String {
    let queens = " C-Q D-Q H-Q S-Q";
    format!("# rules: decks 2, columns 2, freecells 0\nFoundations:{queens}{queens}\n{rest}")
}

#[test]
fn two_decks_have_each_card_twice_and_two_foundations_of_a_suit() {
    let board = read_board(&eight_kings("KC KD KH KS\nKS KH KD KC"), None).expect("a board");
    assert_eq!((board.rules.decks, board.cards()), (2, 104));
    assert_eq!((board.foundations, board.second_foundations), ([12; 4], [12; 4]));
    // The second one that is named may be the higher one; the first is written first.
    let text = "# rules: decks 2, columns 2, freecells 0\nFoundations: H-Q H-K C-K C-K D-K D-K \
        S-K S-K\nKH\n:\n";
    let board = read_board(text, None).expect("a board");
    assert_eq!(board.foundations_of(Suit::Hearts).collect::<Vec<_>>(), [13, 12]);
    assert!(board.to_string().starts_with("Foundations: C-K D-K H-K S-K C-K D-K H-Q S-K\n"));
    assert_eq!(read_board(&board.to_string(), None), Ok(board));
}

#[test]
fn missing_and_surplus_cards_of_two_decks_are_named() {
    let found = faults(&eight_kings("KC KD KH\nKS KH KD KC KD"), None);
    let thrice = "duplicate card: KD is there 3 times, on line 3, on line 4 and on line 4; two decks \
        have 2 of it";
    assert_eq!(found, [thrice, "missing: KS"]);
    assert_eq!(faults(&eight_kings("KC KD KH\nKH KD KC"), None), ["missing: KS KS"]);
    let empty = faults("# rules: decks 2\n:\n", None);
    assert!(empty.contains(&"missing: all 104 cards".to_owned()), "{empty:?}");
    let third =
        faults(&eight_kings("KC KD KH KS\nKS KH KD KC").replace("S-Q\n", "S-Q S-0\n"), None);
    assert_eq!(third, ["line 2: `S-0` is one more than the 2 foundations of spades"]);
    let one_deck = faults("Foundations: C-Q D-Q H-Q S-Q\n2C 2C KC KD KH KS\n", None);
    let thrice = "duplicate card: 2C is there 3 times, on line 1 and on line 2 and further on";
    assert_eq!(one_deck, [thrice]);
    // Whole decks that nobody said are two.
    let suits = ["C", "D", "H", "S"].map(|suit| {
        let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
        ranks.map(|rank| format!("{rank}{suit}")).join(" ")
    });
    let text = format!("{}\n{}\n", suits.join(" "), suits.join("\n"));
    let found = faults(&text, None);
    assert_eq!(found.len(), 1);
    assert!(
        found[0]
            .starts_with("each card is there twice: these are two decks (say so with --decks 2")
    );
    let known = Known { parts: Parts { decks: Some(2), ..Parts::default() }, game: None };
    let board = read_board_as(&text, known).expect("a board of two decks");
    assert_eq!(board.columns[0].len(), 52);
}

/// A column may have more cards than a deck.
#[test]
fn columns_have_any_length() {
    let deck = || Card::deck().map(|card| card.to_string());
    let long = deck().chain(deck().take(8)).collect::<Vec<_>>().join(" ");
    let short = deck().skip(8).collect::<Vec<_>>().join(" ");
    let board = read_board(&format!("# rules: decks 2, columns 2\n{long}\n{short}\n"), None);
    assert_eq!(board.expect("a board").columns[0].len(), 60);
}
