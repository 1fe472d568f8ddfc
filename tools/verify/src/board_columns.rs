//! How many columns a board text has: which of its blank lines are empty columns.
//!
//! Some programs write an empty column as a blank line, and people put blank lines around a board
//! because it looks better. Where both could be meant, a reader that guesses may leave columns out,
//! and a smaller board can be impossible although the one that was meant is not. So the lines are
//! counted here while they are read, and at the end the number of columns either follows without a
//! guess or is a fault that names both readings.
//!
//! The *span* reaches from the first to the last column line, the blank lines in between included.
//! *Leading* blank lines stand before it, after the last named line (`Foundations:` and the like);
//! *trailing* ones after it, up to the next named line. When the number of columns is told, by
//! `--columns` or by `# columns: N`, the outer blank lines fill the board up to that number. When it
//! is not, they mean nothing if a colon shows how this writer marks a column, or if all 52 cards lie
//! in the span without a gap: a fresh deal. Anything else is refused.

use crate::board_fault::{BlankLines, BoardFault};
use crate::card::Card;
use crate::position::COLUMNS_MAX;

/// The column lines and blank lines of a text, as far as it was read.
#[derive(Default)]
pub(crate) struct ColumnLines {
    /// The columns of the span; those past the limit are counted, not kept.
    kept: Vec<Vec<Card>>,
    span: usize,
    /// Lines with cards or a colon.
    column_lines: usize,
    first_line: usize,
    last_line: usize,
    has_colon: bool,
    /// Blank lines since the last column line, over named lines: columns if another one follows.
    pending: BlankLines,
    /// The blank lines between column lines.
    inner: BlankLines,
    /// Whether there was one blank line, no more and no less, before each column line but the first.
    is_double_spaced: bool,
    leading: BlankLines,
    /// Those before a named line that follows the columns.
    trailing: BlankLines,
    named_line_follows: bool,
}

impl ColumnLines {
    /// A line of cards, or a lone colon.
    pub(crate) fn column(&mut self, line: usize, cards: Vec<Card>, has_colon: bool) {
        let blank = std::mem::take(&mut self.pending);
        if self.column_lines == 0 {
            (self.first_line, self.leading, self.is_double_spaced) = (line, blank, true);
        } else {
            self.inner.join(blank);
            self.is_double_spaced &= blank.count == 1;
            self.span += blank.count;
            let empty = blank.count.min(COLUMNS_MAX - self.kept.len());
            self.kept.extend(std::iter::repeat_n(Vec::new(), empty));
        }
        self.span += 1;
        self.column_lines += 1;
        self.last_line = line;
        self.has_colon |= has_colon;
        self.named_line_follows = false;
        if self.kept.len() < COLUMNS_MAX {
            self.kept.push(cards);
        }
    }

    /// A line without anything, not even a comment.
    pub(crate) fn blank(&mut self, line: usize) {
        self.pending.join(BlankLines { count: 1, first: line, last: line });
    }

    /// A line of foundations or cells.
    pub(crate) fn named(&mut self) {
        if self.column_lines == 0 {
            self.pending = BlankLines::default();
        } else if !self.named_line_follows {
            self.named_line_follows = true;
            self.trailing = self.pending;
        }
    }

    /// The columns when there are `told` of them, or as many as the text shows; `is_deal` says that
    /// no card is in a cell or foundation.
    pub(crate) fn columns(
        mut self,
        told: Option<usize>,
        is_deal: bool,
    ) -> Result<Vec<Vec<Card>>, BoardFault> {
        if !self.named_line_follows {
            self.trailing = self.pending;
        }
        match told {
            Some(columns) if !(1..=COLUMNS_MAX).contains(&columns) => {
                Err(BoardFault::Columns(columns))
            }
            Some(columns) => self.fill(columns),
            None => {
                if !(1..=COLUMNS_MAX).contains(&self.span) {
                    return Err(BoardFault::Columns(self.span));
                }
                self.refuse_two_readings(is_deal)?;
                Ok(self.kept)
            }
        }
    }

    /// Makes the columns as many as were told, from the outer blank lines.
    fn fill(self, columns: usize) -> Result<Vec<Vec<Card>>, BoardFault> {
        let ColumnLines { span, first_line, last_line, leading, trailing, mut kept, .. } = self;
        if span > columns {
            return Err(BoardFault::MoreColumns { columns, span, first_line, last_line });
        }
        let wanted = columns - span;
        let (leading, trailing) = (leading.count, trailing.count);
        if wanted > 0 && (leading > wanted || leading + trailing < wanted) {
            return Err(BoardFault::ColumnsDoNotFit { columns, span, leading, trailing });
        }
        if wanted > 0 {
            kept.splice(0..0, vec![Vec::new(); leading]);
            kept.resize(columns, Vec::new());
        }
        assert_eq!(kept.len(), columns, "the blank lines fill the board");
        Ok(kept)
    }

    fn refuse_two_readings(&self, is_deal: bool) -> Result<(), BoardFault> {
        let ColumnLines { span, inner, leading, trailing, .. } = *self;
        if self.has_colon {
            return match inner.count {
                0 => Ok(()),
                _ => Err(BoardFault::BlankAmongColons(inner)),
            };
        }
        if self.column_lines >= 2 && self.is_double_spaced {
            return Err(BoardFault::DoubleSpacing { lines: self.column_lines, span });
        }
        let has_outer = leading.count + trailing.count > 0;
        if has_outer && (!is_deal || inner.count > 0) {
            return Err(BoardFault::BlankAround { leading, trailing, span });
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "board_columns_tests.rs"]
mod tests;
