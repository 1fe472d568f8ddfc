//! A position as `fc-solve` draws it without `-p`: cells in a row, columns from top to bottom.
//!
//! ```text
//!      4H  2H  4S         H-0 C-0 D-A S-A
//! --- --- --- ---
//!
//!
//!  --  --  --  --
//!  4C  5H  QC  5D
//!  2C      9S
//! ```
//!
//! Four characters are a cell or a column. More than four cells take further rows, each with a rule
//! under it; the foundations of a second deck stand beside the second row. The drawing is rewritten as board text and read as any other board.

use std::iter::Peekable;

use crate::faults::Faults;
use crate::moves::Step;
use crate::read::shown::{cells_by_width, position_of};
use crate::solution::SolutionFault;

const SUITS: [&str; 4] = ["H-", "C-", "D-", "S-"];

/// Whether a line is the first of a drawing: it ends with the four foundations.
pub fn is_first_of_drawing(line: &str) -> bool {
    foundations_at(line).is_some()
}

fn foundations_at(line: &str) -> Option<usize> {
    // Board text has the foundations behind a colon, and a comment may have anything.
    let at = line.rfind("H-").filter(|_| !line.contains([':', '#']))?;
    let names: Vec<&str> = line[at..].split_whitespace().collect();
    let is_foundations =
        names.len() == 4 && names.iter().zip(SUITS).all(|(name, suit)| name.starts_with(suit));
    (is_foundations && line.is_ascii()).then_some(at)
}

/// Takes the lines of a drawing after its first: to the first blank line below the columns.
pub fn take_drawing<'a>(
    first: (usize, &'a str),
    lines: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>,
) -> Vec<(usize, &'a str)> {
    let mut taken = vec![first];
    let mut has_header = false;
    let is_over = |line: &str, has_header: bool| {
        let is_blank = line.trim().is_empty();
        line.starts_with(['=', 'M']) || (has_header && (is_blank || is_first_of_drawing(line)))
    };
    while let Some(next) = lines.next_if(|(_, line)| !is_over(line, has_header)) {
        has_header |= is_header(next.1);
        taken.push(next);
    }
    taken
}

/// The line of dashes above the columns.
fn is_header(line: &str) -> bool {
    let mut names = line.split_whitespace();
    names.next() == Some("--") && names.all(|name| name == "--")
}

/// The line under a row of cells.
fn is_rule(line: &str) -> bool {
    let mut names = line.split_whitespace();
    names.next() == Some("---") && names.all(|name| name == "---")
}

/// Reads the lines of a drawing.
pub fn read_drawn(lines: &[(usize, &str)], faults: &mut Faults<SolutionFault>) -> Option<Step> {
    match board_text(lines) {
        Ok((texts, freecells, columns)) => position_of(&texts, freecells, columns, faults),
        Err(needed) => {
            let line = lines.first().map_or(1, |&(line, _)| line);
            faults.add(SolutionFault::Drawing { line, needed });
            None
        }
    }
}

type Texts = (Vec<(usize, String)>, usize, usize);

/// The drawing as lines of board text, with the numbers of cells and columns.
fn board_text(lines: &[(usize, &str)]) -> Result<Texts, &'static str> {
    const WIDTH: &str = "four characters for each cell and column";
    let (first, text) = *lines.first().ok_or(WIDTH)?;
    foundations_at(text).ok_or("the foundations")?;
    let header = lines.iter().position(|(_, line)| is_header(line));
    let header = header.ok_or("a line of dashes above the columns")?;
    let mut cells = Vec::new();
    for pair in lines[..header].windows(2).filter(|pair| is_rule(pair[1].1)) {
        let row = foundations_at(pair[0].1).map_or(pair[0].1, |at| &pair[0].1[..at]);
        let names = cells_by_width(row.trim_end()).ok_or(WIDTH)?;
        let width = pair[1].1.split_whitespace().count();
        if names.len() > width {
            return Err("no more cells than the line under them has");
        }
        cells.extend((0..width).map(|at| names.get(at).copied().unwrap_or("--")));
    }
    let mut columns = vec![String::new(); lines[header].1.split_whitespace().count()];
    for (_, row) in &lines[header + 1..] {
        let names = cells_by_width(row.trim_end()).ok_or(WIDTH)?;
        for (at, name) in names.into_iter().enumerate().filter(|(_, name)| *name != "--") {
            let column = columns.get_mut(at).ok_or("no more columns than the line above has")?;
            *column = format!("{column} {name}");
        }
    }
    let rows = lines[..header].iter().map(|&(_, row)| row);
    let foundations: Vec<&str> =
        rows.filter_map(|row| foundations_at(row).map(|at| row[at..].trim_end())).collect();
    let mut texts = vec![(first, format!("Foundations: {}", foundations.join(" ")))];
    texts.push((first, format!("Freecells: {}", cells.join(" "))));
    texts.extend(columns.iter().map(|column| (lines[header].0, format!(":{column}"))));
    Ok((texts, cells.len(), columns.len()))
}
