//! Tables of text: columns as wide as they have to be, numbers to the right.

use std::fmt::Write;

/// Rows with a heading.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new<T: ToString>(headings: impl IntoIterator<Item = T>) -> Table {
        Table { rows: vec![headings.into_iter().map(|heading| heading.to_string()).collect()] }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
        };
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                let _ = write!(line, "{cell:>width$}  ");
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

/// A number in few characters: 999, 1.2k, 35k, 4.1M, 27.6G.
pub fn short(number: u128) -> String {
    const UNITS: [(u128, &str); 6] = [
        (1_000_000_000_000_000_000, "E"),
        (1_000_000_000_000_000, "P"),
        (1_000_000_000_000, "T"),
        (1_000_000_000, "G"),
        (1_000_000, "M"),
        (1_000, "k"),
    ];
    for (unit, name) in UNITS {
        if number >= unit {
            let tenths = number / (unit / 10);
            let (whole, tenth) = (tenths / 10, tenths % 10);
            return if whole < 10 && tenth > 0 {
                format!("{whole}.{tenth}{name}")
            } else {
                format!("{whole}{name}")
            };
        }
    }
    number.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let numbers = [0, 999, 1_000, 1_250, 9_999, 12_345, 4_100_000, 27_591_580_837, u128::MAX];
        let texts = numbers.map(short);
        let long = (u128::MAX / 1_000_000_000_000_000_000).to_string() + "E";
        assert_eq!(texts, ["0", "999", "1k", "1.2k", "9.9k", "12k", "4.1M", "27G", &long]);
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(["a", "long"]);
        table.row(["123".to_owned(), "4".to_owned()]);
        table.row(["5".to_owned(), String::new()]);
        assert_eq!(table.text(), "  a  long\n123     4\n  5\n");
    }
}
