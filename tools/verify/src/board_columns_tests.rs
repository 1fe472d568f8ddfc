//! Tests of the number of columns: what follows from the text, what has to be told, what is refused.

use crate::board::{Told, read_board_as};
use crate::board_fault::BoardFault;

/// The lengths of the columns, or the faults.
fn lengths(text: &str, columns: Option<usize>) -> Result<Vec<usize>, String> {
    match read_board_as(text, Told { columns, freecells: None }) {
        Ok(board) => Ok(board.columns.iter().map(Vec::len).collect()),
        Err(faults) => {
            Err(faults.shown().iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        }
    }
}

fn refusal(text: &str, columns: Option<usize>) -> String {
    lengths(text, columns).expect_err("two readings")
}

/// All cards in the foundations but the kings, which are up to the test.
fn kings(rest: &str) -> String {
    format!("Foundations: C-Q D-Q H-Q S-Q\n{rest}")
}

/// A whole deck in so many columns.
fn deck(columns: usize) -> Vec<String> {
    let mut lines = vec![String::new(); columns];
    for (at, card) in crate::card::Card::deck().enumerate() {
        lines[at % columns] += &format!("{card} ");
    }
    lines
}

#[test]
fn seven_empty_columns_before_the_only_cards_are_not_dropped() {
    let board = format!("Founds: H-K C-K D-K S-J\n{}QS KS\n", "\n".repeat(7));
    assert_eq!(
        refusal(&board, None),
        "lines 2 to 8 are blank: 8 columns if they are empty columns, 1 column if they mean \
         nothing (say which with --columns 8 or --columns 1, or write a lone \":\" for each empty \
         column)"
    );
    assert_eq!(lengths(&board, Some(8)), Ok(vec![0, 0, 0, 0, 0, 0, 0, 2]));
    assert_eq!(lengths(&board, Some(1)), Ok(vec![2]));
    assert_eq!(lengths(&format!("# Columns: 8\n{board}"), None), lengths(&board, Some(8)));
    assert_eq!(lengths(&format!("# columns: 8\n{board}"), Some(1)), Ok(vec![2]));
    assert_eq!(
        lengths(&board.replace("\n\n", "\n:\n:\n").replace("\n\n", "\n:\n"), None)
            .map(|lengths| lengths.last().copied()),
        Ok(Some(2))
    );
}

#[test]
fn a_number_that_is_told_is_filled_from_the_blank_lines() {
    let both = kings("\n\nKC KD\n\nKH KS\n\n");
    assert_eq!(lengths(&both, Some(3)), Ok(vec![2, 0, 2]));
    assert_eq!(lengths(&both, Some(5)), Ok(vec![0, 0, 2, 0, 2]));
    assert_eq!(lengths(&both, Some(6)), Ok(vec![0, 0, 2, 0, 2, 0]));
    assert_eq!(
        refusal(&both, Some(4)),
        "the board is said to have 4 columns, but there are 3 column lines, \
         with 2 blank lines before and 1 after"
    );
    assert!(refusal(&both, Some(7)).starts_with("the board is said to have 7 columns"));
    assert_eq!(
        refusal(&both, Some(2)),
        "lines 4 to 6 are 3 columns (a blank line between columns is an empty column), \
         but the board is said to have 2"
    );
    // More blank lines after the columns than it takes mean nothing.
    assert_eq!(lengths(&kings("KC KD KH KS\n\n\n\n"), Some(2)), Ok(vec![4, 0]));
    // Neither do those before a named line, or after one that follows the columns.
    let named = format!("\n\n{}", kings("\nFC: KC\n\nKD KH KS\n\nFoundations: "));
    assert_eq!(
        lengths(
            &named
                .replacen("Foundations: C-Q D-Q H-Q S-Q", "", 1)
                .replace("Foundations: ", "Foundations: C-Q D-Q H-Q S-Q\n\n\n"),
            Some(3)
        ),
        Ok(vec![0, 3, 0])
    );
    // A comment is no line.
    assert_eq!(lengths(&kings("\n# a comment\n\nKC KD KH KS"), Some(3)), Ok(vec![0, 0, 4]));
}

#[test]
fn a_board_of_blank_lines_only_needs_the_number() {
    let won = format!("Founds: C-K D-K H-K S-K\n{}", "\n".repeat(8));
    assert_eq!(lengths(&won, Some(8)), Ok(vec![0; 8]));
    assert!(refusal(&won, Some(9)).starts_with("the board is said to have 9 columns"));
    assert!(refusal(&won, None).starts_with("there are no columns"));
}

#[test]
fn blank_lines_around_a_fresh_deal_mean_nothing() {
    let deal = deck(8).join("\n");
    for text in [deal.clone(), format!("\n\n{deal}\n\n\n"), format!("FC:\n\n{deal}\n\n")] {
        assert_eq!(lengths(&text, None), lengths(&deal, None), "{text}");
        assert_eq!(lengths(&text, Some(8)), lengths(&deal, None), "{text}");
    }
    let gap = format!("\n{}", deal.replacen('\n', "\n\n", 1));
    assert!(
        refusal(&gap, None).starts_with("line 1 is blank: 10 columns if it is an empty column")
    );
    assert_eq!(lengths(&gap, Some(9)).map(|lengths| lengths.len()), Ok(9));
}

#[test]
fn colons_show_that_blank_lines_mean_nothing() {
    assert_eq!(lengths(&kings("\n: KC KD\n:\nKH KS\n\n"), None), Ok(vec![2, 0, 2]));
    assert_eq!(
        refusal(&kings(": KC KD\n\nKH KS\n"), None),
        "line 3 is blank between columns that have colons: \
         write `:` for an empty column, or say --columns N"
    );
    assert_eq!(lengths(&kings(": KC KD\n\nKH KS\n"), Some(3)), Ok(vec![2, 0, 2]));
}

#[test]
fn double_spacing_is_refused() {
    let seven = deck(7).join("\n\n");
    assert_eq!(
        refusal(&seven, None),
        "a blank line stands between every two columns: 13 columns if they are empty columns, \
         7 if they mean nothing (say --columns 13, or take them out)"
    );
    assert_eq!(lengths(&seven, Some(13)).map(|lengths| lengths.len()), Ok(13));
    assert!(lengths(&seven, Some(7)).is_err());
    assert!(lengths(&seven.replacen("\n\n", "\n", 1), None).is_ok());
}

#[test]
fn blank_lines_on_both_sides_are_named_together() {
    let refused = refusal(&kings("\n\nKC KD\nKH KS\n\n"), None);
    assert!(refused.starts_with("lines 2 to 3 and 6 are blank: 5 columns if they"), "{refused}");
    let many = refusal(&kings(&format!("KC KD KH KS\n{}", "\n".repeat(18))), None);
    assert!(
        many.ends_with("(say which with --columns 1, or write a lone \":\" for each empty column)")
    );
}

#[test]
fn the_comment_must_be_in_range_and_alone() {
    let comment =
        |line: &str| read_board_as(&kings(&format!("{line}\nKC KD KH KS")), Told::default());
    for written in ["0", "19", "8 of them", "99999999999999999999999"] {
        let faults = comment(&format!("# columns: {written}")).expect_err("out of range");
        assert!(
            matches!(faults.shown(), [BoardFault::ColumnsComment { line: 2, .. }]),
            "{written}"
        );
    }
    let faults = comment("# columns: 1\n#COLUMNS:1").expect_err("twice");
    assert_eq!(faults.shown(), [BoardFault::ColumnsTwice { line: 3, before: 1, number: 1 }]);
    assert!(comment("# columns: some").is_ok());
    assert!(comment("KH # columns: 9").is_err());
}
