//! Which lines of a text are its columns.
//!
//! Programs of this field write an empty column as a blank line, and people put blank lines around a
//! board. Inside the columns a blank line can only be an empty column. Before the first and after the
//! last one it can be either, and a column more or less changes the verdict: where the text leaves both
//! readings open, the board is refused and the user says how many columns there are.
//!
//! What settles it, in this order: the number that the caller or a line `# columns: N` tells; colons,
//! since whoever writes them writes a lone `:` for an empty column; and a fresh deal, all cards in
//! columns of which none is empty, which nobody surrounds by empty columns.

use super::fault::Fault;
use crate::card::Card;

/// A line of a text that is a column or may be one.
#[derive(Debug)]
pub(super) struct Row {
    pub line: usize,
    pub kind: RowKind,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    Blank,
    Column { cards: Vec<Card>, has_colon: bool },
}

/// The rows from the first to the last column line, with the blank rows around them.
struct Layout {
    leading: Vec<usize>,
    span: Vec<Row>,
    trailing: Vec<usize>,
}

/// The columns of these rows. `told` is how many there are, where somebody says so; `has_begun` whether
/// cards lie in cells or foundations.
pub(super) fn columns_of(
    rows: Vec<Row>,
    told: Option<u8>,
    has_begun: bool,
) -> Result<Vec<Vec<Card>>, Fault> {
    let layout = Layout::of(rows);
    match told {
        Some(told) => layout.told_columns(usize::from(told)),
        None => layout.written_columns(has_begun),
    }
}

impl Layout {
    fn of(mut rows: Vec<Row>) -> Layout {
        let is_column = |row: &Row| row.kind != RowKind::Blank;
        let lines = |rows: &[Row]| rows.iter().map(|row| row.line).collect();
        let end = rows.iter().rposition(is_column).map_or(0, |last| last + 1);
        let trailing = lines(&rows.split_off(end));
        let begin = rows.iter().position(is_column).unwrap_or(end);
        let span = rows.split_off(begin);
        Layout { leading: lines(&rows), span, trailing }
    }

    fn told_columns(self, told: usize) -> Result<Vec<Vec<Card>>, Fault> {
        let Layout { leading, span, trailing } = &self;
        let (span, leading, trailing) = (span.len(), leading.len(), trailing.len());
        let missing = told.checked_sub(span).filter(|&missing| {
            missing == 0 || (leading <= missing && leading + trailing >= missing)
        });
        let Some(missing) = missing else {
            return Err(Fault::ColumnsNotAsTold { told, found: span, blank: leading + trailing });
        };
        let before = leading.min(missing);
        let empty = |count| std::iter::repeat_n(Vec::new(), count);
        let written = self.span.into_iter().map(Row::into_cards);
        Ok(empty(before).chain(written).chain(empty(missing - before)).collect())
    }

    fn written_columns(self, has_begun: bool) -> Result<Vec<Vec<Card>>, Fault> {
        let Layout { leading, span, trailing } = self;
        let blank_inside = span.iter().find(|row| row.kind == RowKind::Blank).map(|row| row.line);
        let has_colons =
            span.iter().any(|row| matches!(row.kind, RowKind::Column { has_colon: true, .. }));
        let outside: Vec<usize> = leading.into_iter().chain(trailing).collect();
        let columns = span.len();
        match blank_inside {
            Some(line) if has_colons => return Err(Fault::BlankAmongColons { line }),
            Some(_) if is_double_spaced(&span) => {
                return Err(Fault::DoubleSpaced { without: columns.div_ceil(2), with: columns });
            }
            _ if has_colons || outside.is_empty() => {}
            None if !has_begun => {}
            _ => {
                let with = columns + outside.len();
                return Err(Fault::BlankAroundColumns { lines: outside, without: columns, with });
            }
        }
        Ok(span.into_iter().map(Row::into_cards).collect())
    }
}

/// Whether every second line is blank.
fn is_double_spaced(span: &[Row]) -> bool {
    span.iter().enumerate().all(|(index, row)| (row.kind == RowKind::Blank) == (index % 2 == 1))
}

impl Row {
    fn into_cards(self) -> Vec<Card> {
        match self.kind {
            RowKind::Blank => Vec::new(),
            RowKind::Column { cards, .. } => cards,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Fault, ReadOptions};

    fn columns(text: &str, told: Option<u8>) -> Result<Vec<usize>, Vec<Fault>> {
        let options = ReadOptions { columns: told, ..Default::default() };
        let board = Board::read(text, &options).map_err(|error| error.faults().to_vec())?;
        Ok(board.columns().iter().map(Vec::len).collect())
    }

    const UP: &str = "Founds: H-K C-K D-K S-J\n";

    /// It was read as one column, on which KS can't be dug out without a cell: a false *impossible*.
    #[test]
    fn empty_columns_as_blank_lines_are_not_dropped() {
        let text = format!("{UP}{}QS KS\n", "\n".repeat(7));
        let lines = (2..=8).collect();
        let fault = Fault::BlankAroundColumns { lines, without: 1, with: 8 };
        assert_eq!(
            fault.to_string(),
            "lines 2 to 8 are blank: 8 columns if they are empty columns, 1 column if they mean \
             nothing (say which with --columns 8 or --columns 1, or write a lone `:` for each empty \
             column)"
        );
        assert_eq!(columns(&text, None), Err(vec![fault]));
        assert_eq!(columns(&text, Some(8)), Ok(vec![0, 0, 0, 0, 0, 0, 0, 2]));
        assert_eq!(columns(&text, Some(1)), Ok(vec![2]));
        assert_eq!(columns(&format!("# columns: 8\n{text}"), None), columns(&text, Some(8)));
        let colons = text.replace("\n\n", "\n:\n").replace("\n\n", "\n:\n");
        assert_eq!(columns(&colons, None), columns(&text, Some(8)));
    }

    #[test]
    fn blank_lines_at_the_end_are_as_doubtful() {
        for text in [format!("{UP}QS KS\n\n"), format!("QS KS\n\n{UP}"), format!("\nQS KS\n{UP}")] {
            let refused = columns(&text, None).expect_err("two readings");
            assert!(matches!(refused[..], [Fault::BlankAroundColumns { with: 2, .. }]), "{text}");
            assert_eq!(columns(&text, Some(1)), Ok(vec![2]));
            assert_eq!(columns(&text, Some(2)).map(|columns| columns.len()), Ok(2), "{text}");
        }
        assert!(columns(&format!("\n{UP}\nFC:\nQS KS\nKS\n"), Some(1)).is_err());
        assert_eq!(columns(&format!("\n{UP}\nFC:\nQS KS"), None), Ok(vec![2]));
        assert_eq!(columns(&format!("{UP}: QS KS\n\n"), None), Ok(vec![2]));
    }

    #[test]
    fn the_number_that_is_told_has_to_fit_the_lines() {
        let text = format!("{UP}QS\n\nKS\n\n\n");
        assert_eq!(columns(&text, Some(4)), Ok(vec![1, 0, 1, 0]));
        for told in [1, 2, 6, 13] {
            let fault = Fault::ColumnsNotAsTold { told: told.into(), found: 3, blank: 2 };
            assert_eq!(columns(&text, Some(told)), Err(vec![fault]));
        }
        let fault = Fault::ColumnsNotAsTold { told: 2, found: 1, blank: 2 };
        assert_eq!(columns(&format!("{UP}\n\nQS KS"), Some(2)), Err(vec![fault]));
        for told in [0, 19] {
            let fault = Fault::TooManyColumnsAsked { columns: told };
            assert_eq!(columns(&text, Some(told)), Err(vec![fault]));
        }
    }

    #[test]
    fn a_game_that_is_won_has_as_many_columns_told_columns() {
        let text = "Founds: H-K C-K D-K S-K\n\n\n";
        assert_eq!(columns(text, Some(2)), Ok(vec![0, 0]));
        assert!(columns(text, None).is_err());
    }

    #[test]
    fn a_blank_line_among_colons_is_refused() {
        let text = format!("{UP}: QS\n\n: KS\n");
        assert_eq!(columns(&text, None), Err(vec![Fault::BlankAmongColons { line: 3 }]));
        assert_eq!(columns(&text, Some(3)), Ok(vec![1, 0, 1]));
    }

    #[test]
    fn double_spacing_is_no_row_of_empty_columns() {
        let text = format!("{UP}QS\n\nKS\n");
        assert_eq!(columns(&text, None), Err(vec![Fault::DoubleSpaced { without: 2, with: 3 }]));
        assert_eq!(columns(&text, Some(3)), Ok(vec![1, 0, 1]));
    }
}
