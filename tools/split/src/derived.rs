//! A line of text that leads to a state, `fingerprint state count moves`, or to a piece of a class,
//! `fingerprint class suits count moves`.

use fcc::fingerprint::{FINGERPRINT_CHARS, Fingerprint};
use fcc::split::suits::piece_of_text;
use fcc::split::text::{STATE_CHARS, steps_of_text};
use fcc::split::way::Way;
use fcc::suitset::Piece;
use std::cmp::Ordering;
use std::fmt;

/// A state, or a piece of a class, with a way to it. The order is by group, state and suits, the
/// shortest way first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Derived {
    pub fingerprint: [u8; FINGERPRINT_CHARS],
    /// A state, or the canonical member of a class.
    pub state: [u8; STATE_CHARS],
    /// The suit set of a class; empty for a state.
    pub suits: Box<str>,
    pub moves: u32,
    pub way: Box<str>,
}

impl Derived {
    /// Reads a line. That the moves lead there is looked at by whoever explores the group.
    pub fn read(line: &str) -> Result<Derived, String> {
        let words: Vec<&str> = line.split(' ').collect();
        let (fingerprint, state, suits, moves, way) = match words[..] {
            [fingerprint, state, moves, way] => (fingerprint, state, "", moves, way),
            [fingerprint, class, suits, moves, way] => (fingerprint, class, suits, moves, way),
            _ => {
                return Err(format!(
                    "expected `fingerprint state [suits] count moves`, found {} words",
                    words.len()
                ));
            }
        };
        fingerprint.parse::<Fingerprint>().map_err(|error| error.to_string())?;
        let counted = if suits.is_empty() {
            let steps = steps_of_text(way).map_err(|error| error.to_string())?;
            steps.len()
        } else {
            piece_of_text(suits).map_err(|error| error.to_string())?;
            Way::read(way).map_err(|error| error.to_string())?.moves()
        };
        Ok(Derived {
            fingerprint: fingerprint.as_bytes().try_into().expect("it was read"),
            state: state
                .as_bytes()
                .try_into()
                .map_err(|_| format!("`{state}` is no state: it has 18 letters"))?,
            suits: suits.into(),
            moves: is_count(moves, counted)?,
            way: way.into(),
        })
    }

    /// Whether it stands for a piece of a class.
    pub fn is_class(&self) -> bool {
        !self.suits.is_empty()
    }

    /// The suit set of a class.
    pub fn piece(&self) -> Piece {
        piece_of_text(&self.suits).expect("it was read or written")
    }

    /// The group that the state is of.
    pub fn group(&self) -> Fingerprint {
        self.fingerprint_text().parse().expect("it was read or written")
    }

    fn fingerprint_text(&self) -> &str {
        text(&self.fingerprint)
    }

    /// `state count moves` or `class suits count moves`: a line of an input.
    pub fn in_its_group(&self) -> String {
        let gap = if self.is_class() { " " } else { "" };
        format!("{}{gap}{} {} {}", text(&self.state), self.suits, self.moves, self.way)
    }

    /// Whether two lines lead to the same state, or to states of the same class.
    pub fn is_same_state(&self, other: &Derived) -> bool {
        (self.fingerprint, self.state) == (other.fingerprint, other.state)
    }

    /// The order of input files: by group, number of moves, state, suits.
    pub fn by_moves(&self, other: &Derived) -> Ordering {
        fn key(it: &Derived) -> impl Ord + '_ {
            (it.fingerprint, it.moves, it.state, &it.suits)
        }
        key(self).cmp(&key(other))
    }

    /// Bytes of memory, about.
    pub fn bytes(&self) -> usize {
        size_of::<Derived>() + self.suits.len() + self.way.len() + 32
    }
}

/// The count of a line, which is that of its moves.
pub fn is_count(count: &str, moves: usize) -> Result<u32, String> {
    if count != moves.to_string() {
        return Err(format!("the count says {count} moves, there are {moves}"));
    }
    Ok(moves as u32)
}

fn text(letters: &[u8]) -> &str {
    std::str::from_utf8(letters).unwrap_or("?")
}

impl fmt::Display for Derived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.fingerprint_text(), self.in_its_group())
    }
}
