//! Each fault with its message, word by word, and several faults in one message.
//!
//! The messages are what a user with a board typed by hand works with, so a change of one is a
//! change of behaviour and shows here.

use super::text::TEXT_BYTES_MAX;
use super::{Board, ReadOptions};

/// Deal 1 up to its last column, and that column.
const SEVEN: &str = "JD KD 2S 4C 3S 6D 6S\n2D KC KS 5C TD 8S 9C\n9H 9S 9D TS 4S 8D 2H\n\
                     JC 5S QD QH TH QS 6H\n5D AD JS 4H 8H 6C\n7H QC AS AC 2C 3D\n\
                     7C KH AH 4D JH 8C\n";
const EIGHTH: &str = "5H 3H 3C 7S 7D TC\n";

fn refusal(text: &str, freecells: Option<u8>) -> String {
    Board::read(text, &ReadOptions { freecells, ..Default::default() }).unwrap_err().to_string()
}

/// The message for deal 1 between two other texts has this one fault.
fn assert_fault(before: &str, after: &str, expected: &str) {
    let message = refusal(&format!("{before}{SEVEN}{EIGHTH}{after}"), None);
    assert_eq!(message, format!("the board has 1 fault:\n  {expected}"));
}

#[test]
fn the_board_without_faults_is_read() {
    let board = Board::read(&format!("{SEVEN}{EIGHTH}"), &ReadOptions::default()).unwrap();
    assert_eq!(Ok(board), Board::deal(1, 4));
}

#[test]
fn words_that_are_none_are_named_with_their_spot() {
    assert_fault(
        ":  1X\n",
        "",
        "line 1, character 4: `1X` is no card (a rank A 2-9 T J Q K and a suit C D H S)",
    );
    assert_fault(
        "Freecells: -- ..\n",
        "",
        "line 1, character 15: `..` is no card and no empty cell (`--`)",
    );
    assert_fault(
        "",
        "Foundations: H-0 C0",
        "line 9, character 18: `C0` is no foundation (a suit C D H S, a dash and a rank \
         0 A 2-9 T J Q K, as in `H-0`)",
    );
}

#[test]
fn long_words_are_cut_and_what_does_not_print_is_escaped() {
    assert_fault(
        "",
        &"é".repeat(1000),
        "line 9, character 1: `éééééééééééééééééééé...` is no card (a rank A 2-9 T J Q K and \
         a suit C D H S)",
    );
    assert_fault(
        ":\t\u{1b}[2J\r\u{a0}'\n",
        "",
        "line 1, character 3: `\\u{1b}[2J\\r\\u{a0}'` is no card (a rank A 2-9 T J Q K and a \
         suit C D H S)",
    );
}

#[test]
fn lines_with_another_name_are_refused() {
    assert_fault(
        "Stock: 3H\n",
        "",
        "line 1: `Stock:` begins no line of a board (`Foundations:`, `Freecells:`, or `:` for \
         a column)",
    );
}

#[test]
fn second_lines_are_refused_with_the_number_of_the_first() {
    assert_fault(
        "Founds: H-0\n\nFoundations: H-0\n",
        "",
        "line 3: a second `Foundations:` line (the first is line 1)",
    );
    assert_fault(
        "FC: --\n",
        "FC: --\n",
        "line 10: a second `Freecells:` line (the first is line 1)",
    );
    assert_fault(
        "# freecells: 4\n# freecells: 4\n",
        "",
        "line 2: a second `# freecells: N` line (the first is line 1)",
    );
}

#[test]
fn named_lines_among_the_columns_are_refused() {
    assert_eq!(
        refusal(&format!("{SEVEN}\nFreecells: --\nFounds: H-0\n\n{EIGHTH}"), None),
        "the board has 2 faults:\
         \n  line 9: the `Freecells:` line stands between columns (put it before or after them)\
         \n  line 10: the `Foundations:` line stands between columns (put it before or after \
         them)"
    );
}

#[test]
fn a_suit_has_one_foundation() {
    assert_fault(
        "Foundations: H-0 S-0 h-0\n",
        "",
        "line 1, character 22: the foundation of suit H is given twice",
    );
}

#[test]
fn a_board_has_1_to_18_columns() {
    assert_eq!(
        refusal("Foundations: H-K C-K D-K S-K\n", None),
        "the board has 1 fault:\
         \n  there is no column (a line of cards, or a lone `:` for an empty one)"
    );
    assert_fault(&":\n".repeat(11), "", "there are 19 columns, at most 18 are possible");
}

#[test]
fn a_board_has_at_most_12_freecells() {
    assert_fault(
        &format!("FC:{}\n", " -".repeat(13)),
        "",
        "line 1: 13 freecells, 0 to 12 are possible",
    );
    assert_fault("", "# freecells: 13", "line 9: 13 freecells, 0 to 12 are possible");
    assert_fault(
        "",
        &format!("# freecells: {}", "9".repeat(99)),
        "line 9: 99999999999999999999... freecells, 0 to 12 are possible",
    );
    assert_eq!(
        refusal(&format!("{SEVEN}{EIGHTH}"), Some(13)),
        "the board has 1 fault:\n  13 freecells are asked for, 0 to 12 are possible"
    );
}

#[test]
fn cells_hold_no_more_cards_than_there_are() {
    let text = format!("Freecells: {EIGHTH}{SEVEN}");
    assert_eq!(
        refusal(&text, Some(1)),
        "the board has 1 fault:\n  line 1: 6 cards in the cells of a board with 1 freecell"
    );
    assert_eq!(
        refusal(&format!("{text}# freecells: 0"), None),
        "the board has 1 fault:\n  line 1: 6 cards in the cells of a board with 0 freecells"
    );
}

#[test]
fn missing_cards_are_listed_in_deck_order() {
    assert_eq!(
        refusal(SEVEN, None),
        "the board has 1 fault:\n  6 cards are missing: 3C 3H 5H 7D 7S TC"
    );
    assert_eq!(
        refusal(&format!("{SEVEN}5H 3H 3C 7S 7D"), None),
        "the board has 1 fault:\n  1 card is missing: TC"
    );
    assert_eq!(
        refusal("", None),
        "the board has 2 faults:\
         \n  there is no column (a line of cards, or a lone `:` for an empty one)\
         \n  all 52 cards are missing"
    );
}

#[test]
fn cards_that_are_twice_are_named_with_their_places() {
    assert_fault("", "TC", "TC is on the board 2 times: line 8, line 9");
    assert_fault(
        "Foundations: S-A\nFreecells: AS\n",
        "",
        "AS is on the board 3 times: line 2, line 8, the foundation",
    );
    assert_fault(
        "",
        &"TC ".repeat(9),
        "TC is on the board 10 times: line 8, line 9, line 9, line 9, line 9 and 5 more",
    );
}

#[test]
fn every_fault_is_in_the_one_message() {
    let text = format!("Foundations: H-X\n{SEVEN}5H 3H 3C 1S 7D JD\nFC: 2D\nFC: 0");
    assert_eq!(
        refusal(&text, Some(0)),
        "the board has 8 faults:\
         \n  line 1, character 14: `H-X` is no foundation (a suit C D H S, a dash and a rank \
         0 A 2-9 T J Q K, as in `H-0`)\
         \n  line 9, character 10: `1S` is no card (a rank A 2-9 T J Q K and a suit C D H S)\
         \n  line 11, character 5: `0` is no card and no empty cell (`--`)\
         \n  line 11: a second `Freecells:` line (the first is line 10)\
         \n  line 10: 1 card in the cells of a board with 0 freecells\
         \n  2D is on the board 2 times: line 3, line 10\
         \n  JD is on the board 2 times: line 2, line 9\
         \n  2 cards are missing: 7S TC"
    );
}

#[test]
fn a_message_lists_20_faults_and_counts_the_rest() {
    let error = Board::read(&"x ".repeat(23), &ReadOptions::default()).unwrap_err();
    assert_eq!(error.faults().len(), 24);
    let message = error.to_string();
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 22);
    assert_eq!(lines[0], "the board has 24 faults:");
    assert_eq!(lines[21], "  and 4 more");
}

#[test]
fn a_text_beyond_the_limit_is_not_read() {
    let board = format!("{SEVEN}{EIGHTH}#");
    let comment = "x".repeat(TEXT_BYTES_MAX - board.len());
    assert!(Board::read(&format!("{board}{comment}"), &ReadOptions::default()).is_ok());
    assert_eq!(
        refusal(&format!("{board}{comment}x"), None),
        "the board has 1 fault:\n  the text has 65537 bytes, a board at most 65536"
    );
}

#[test]
fn the_message_of_the_manual_is_the_one_given() {
    let text = format!("{SEVEN}{EIGHTH}").replace("KC", "1X").replace("TC", "6S");
    let message = refusal(&text, None);
    assert!(include_str!("../../BOARDS.md").contains(&message), "{message}");
}

/// fc-solve writes six cells of which two are empty as blanks: read as four full ones, the board was smaller
/// than it is.
#[test]
fn blanks_of_the_freecells_line_may_be_cells() {
    let text = "Freecells:          4H  6C  8H  JS\n";
    let columns = "JD KD 2S 4C 3S 6D 6S\n2D KC KS 5C TD 8S 9C\n9H 9S 9D TS 4S 8D 2H\nJC 5S QD QH TH QS 6H\n\
                   5D AD\n7H QC AS AC 2C 3D\n7C KH AH 4D JH 8C\n5H 3H 3C 7S 7D TC\n";
    let text = format!("{text}{columns}");
    assert_eq!(
        refusal(&text, None),
        "the board has 1 fault:\n  line 1: 6 freecells if its blanks are empty cells, 4 freecells if they \
         mean nothing (say which with --freecells 6 or --freecells 4, or write `--` for each empty cell)"
    );
    let six = ReadOptions { freecells: Some(6), ..Default::default() };
    assert_eq!(Board::read(&text, &six).map(|board| board.cells().len()), Ok(6));
}

/// The message for a text that is to have two decks.
fn refusal_of_two(text: &str) -> String {
    let two = ReadOptions { decks: Some(2), ..Default::default() };
    Board::read(text, &two).expect_err("no board").to_string()
}

#[test]
fn two_decks_are_neither_guessed_nor_left_half() {
    let one = format!("{SEVEN}{EIGHTH}");
    let both = format!("{one}{one}");
    assert!(refusal(&both, None).contains("52 of 52 cards are there twice: these are two decks."));
    let torn = refusal(&both.replacen("TC", "", 1), None);
    assert!(torn.starts_with("the board has 1 fault:\n  51 of 52 cards are there twice"), "{torn}");
    assert!(refusal_of_two(&one).contains("this is one deck, and the board is to have two"));
    let missing = refusal_of_two(&both.replacen("TC", "", 1));
    assert!(
        missing.ends_with("\n  1 card is missing: TC; two decks have each card twice"),
        "{missing}"
    );
    let surplus = refusal_of_two(&format!("{both} TC"));
    let lines = "TC is on the board 3 times: line 8, line 16, line 17; two decks have it twice";
    assert!(surplus.contains(lines), "{surplus}");
    assert!(refusal_of_two(":").ends_with("all 104 cards are missing"));
    let three = refusal_of_two(&format!("Foundations: H-0 H-0 H-0\n{both}"));
    assert!(
        three.contains("two decks have two foundations of suit H, and this is one more"),
        "{three}"
    );
}
