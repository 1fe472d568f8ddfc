//! A position as `fc-solve -p` prints it: board text, but for empty cells, which are blanks.
//!
//! A cell takes four characters, so where a card stands says which cell it is in. The line is
//! rewritten with a dash for each blank and then read as any other board. Eight foundations are those
//! of two decks: all are printed, the empty ones, too.

use std::iter::Peekable;

use crate::board::{Known, after_label, read_board_lines};
use crate::card::Suit;
use crate::faults::Faults;
use crate::moves::{Shown, Step};
use crate::position::DECKS_MAX;
use crate::rules::Parts;
use crate::solution::SolutionFault;

/// The characters of a cell.
const CELL_WIDTH: usize = 4;

/// Takes the lines of a position after its first: the cells and the columns.
pub fn take_shown<'a>(
    first: (usize, &'a str),
    lines: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>,
) -> Vec<(usize, &'a str)> {
    let is_part = |line: &str| line.starts_with("Freecells:") || line.trim_start().starts_with(':');
    let rest = std::iter::from_fn(|| lines.next_if(|(_, line)| is_part(line)));
    std::iter::once(first).chain(rest).collect()
}

/// Reads the lines of one position; `Freecells:` may be cut short of its blanks.
pub fn read_shown(lines: &[(usize, &str)], faults: &mut Faults<SolutionFault>) -> Option<Step> {
    let mut texts: Vec<(usize, String)> = Vec::new();
    let mut freecells = 0;
    let mut columns = 0;
    for &(line, text) in lines {
        if let Some(cells) = after_label(text.trim_start(), &["freecells:"]) {
            let Some(names) = cells_by_width(cells) else {
                let needed = "four characters for each cell";
                faults.add(SolutionFault::Drawing { line, needed });
                return None;
            };
            freecells = names.len();
            texts.push((line, format!("Freecells: {}", names.join(" "))));
        } else {
            columns += usize::from(text.trim_start().starts_with(':'));
            texts.push((line, text.to_owned()));
        }
    }
    position_of(&texts, freecells, columns, faults)
}

/// The names in the cells, a dash where there is none.
pub fn cells_by_width(text: &str) -> Option<Vec<&str>> {
    if !text.is_ascii() {
        return None;
    }
    let mut names = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (cell, others) = rest.split_at(rest.len().min(CELL_WIDTH));
        rest = others;
        let name = cell.trim();
        if name.contains(char::is_whitespace) {
            return None;
        }
        names.push(if name.is_empty() { "--" } else { name });
    }
    Some(names)
}

/// Reads board text that was put together from a position of so many cells and columns.
pub fn position_of(
    texts: &[(usize, String)],
    freecells: usize,
    columns: usize,
    faults: &mut Faults<SolutionFault>,
) -> Option<Step> {
    let line = texts.first().map_or(1, |(line, _)| *line);
    let foundations = texts.iter().find_map(|(_, text)| after_label(text, &["foundations:"]));
    let suits = foundations.map_or(0, |names| names.split_whitespace().count());
    let parts = Parts {
        freecells: Some(freecells),
        columns: (columns > 0).then_some(columns),
        decks: (suits > Suit::ALL.len()).then_some(DECKS_MAX),
        ..Parts::default()
    };
    let known = Known { game: None, parts };
    match read_board_lines(texts.iter().map(|(line, text)| (*line, text.as_str())), known) {
        Ok(position) => Some(Step::Shown(Box::new(Shown { line, position, tells_rules: false }))),
        Err(found) => {
            found.shown().iter().cloned().for_each(|fault| faults.add(SolutionFault::Board(fault)));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_in_the_line_is_the_cell() {
        assert_eq!(cells_by_width("                "), Some(vec!["--"; 4]));
        assert_eq!(cells_by_width("      4H 10C  JS"), Some(vec!["--", "4H", "10C", "JS"]));
        assert_eq!(cells_by_width("  6C"), Some(vec!["6C"]));
        assert_eq!(cells_by_width(""), Some(vec![]));
        assert_eq!(cells_by_width("6C 7C 8C"), None);
    }
}
