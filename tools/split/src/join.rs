//! One line of those that lead to the same.
//!
//! Of states, the lines of one are joined to the first, which has the shortest way. Of classes, a line is
//! joined to one whose piece contains its own: all its states have a way there. Of equal pieces the one with the
//! shortest way is kept. Pieces that overlap, or that would make one piece together, stay: no
//! single way leads to all their states.

use crate::derived::Derived;
use crate::error::SplitError;
use crate::sort::Merge;
use fcc::suitset::Piece;
use std::collections::VecDeque;

/// What is left of sorted lines, in order.
pub struct Joined {
    lines: Merge,
    /// The first line of the next state.
    next: Option<Derived>,
    /// What is left of the lines of this one. All lines of a class are held at a time.
    left: VecDeque<Derived>,
    /// Lines that were joined to others.
    pub joined: u64,
}

impl Joined {
    pub fn new(lines: Merge) -> Joined {
        Joined { lines, next: None, left: VecDeque::new(), joined: 0 }
    }

    #[allow(clippy::should_implement_trait)] // it can fail
    pub fn next(&mut self) -> Result<Option<Derived>, SplitError> {
        if self.left.is_empty() {
            self.take_state()?;
        }
        Ok(self.left.pop_front())
    }

    /// Reads all lines of the next state or class.
    fn take_state(&mut self) -> Result<(), SplitError> {
        let first = match self.next.take() {
            Some(first) => Some(first),
            None => self.lines.next()?,
        };
        let Some(first) = first else { return Ok(()) };
        let mut different = vec![first];
        while let Some(line) = self.lines.next()? {
            if !line.is_same_state(&different[0]) {
                self.next = Some(line);
                break;
            }
            // Equal suits follow each other, the shortest way first.
            if different.last().is_some_and(|last| last.suits == line.suits) {
                self.joined += 1;
            } else {
                different.push(line);
            }
        }
        let pieces: Vec<Piece> = match &different[..] {
            [_] => Vec::new(),
            lines => lines.iter().map(Derived::piece).collect(),
        };
        let is_inside = |number: usize| {
            let piece = &pieces[number];
            let others = pieces.iter().enumerate().filter(|&(other, _)| other != number);
            let mut others = others.map(|(_, other)| other);
            others.any(|other| other.contains_all(piece))
        };
        let alone = pieces.is_empty();
        for (number, line) in different.into_iter().enumerate() {
            if !alone && is_inside(number) {
                self.joined += 1;
            } else {
                self.left.push_back(line);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of lines of one group, without the group.
    fn left(lines: &[&str]) -> (Vec<String>, u64) {
        let read = |line: &&str| Derived::read(&format!("8vLy8vLy8vLy8tg {line}"));
        let mut lines: Vec<Derived> =
            lines.iter().map(read).collect::<Result<_, _>>().expect("lines");
        lines.sort();
        let mut merge = Merge::new(Derived::cmp);
        merge.add(lines.into_iter().map(Ok)).expect("no disk");
        let mut joined = Joined::new(merge);
        let mut left = Vec::new();
        while let Some(line) = joined.next().expect("no disk") {
            left.push(line.in_its_group());
        }
        (left, joined.joined)
    }

    #[test]
    fn a_line_is_joined_to_one_that_leads_to_all_its_states() {
        let lines = [
            "AAAAAAAAAAAAAAAAAA 0 1 KSc",
            "AAAAAAAAAAAAAAAAAA 9r 2 KScKSe",
            "AAAAAAAAAAAAAAAAAA 0+9r 3 KScKSeKSc[a/9r/9Hc]",
            "AAAAAAAAAAAAAAAAAA 0+9r 2 KScKSe[a/9r/]",
            "AAAAAAAAAAAAAAAAAA 8b+9r 2 KScKSe[a/9r/]",
            "AAAAAAAAAAAAAAAAAQ 0 1 KSc",
        ];
        let kept = [lines[3], lines[4], lines[5]].map(str::to_owned).to_vec();
        assert_eq!(left(&lines), (kept, 3));
    }

    #[test]
    fn the_shortest_way_to_a_state_is_kept() {
        let lines =
            ["AAAAAAAAAAAAAAAAAA 2 KScKSe", "AAAAAAAAAAAAAAAAAA 1 KSc", "AAAAAAAAAAAAAAAAAQ 1 KSc"];
        let kept = [lines[1], lines[2]].map(str::to_owned).to_vec();
        assert_eq!(left(&lines), (kept, 1));
    }
}
