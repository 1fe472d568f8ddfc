//! A board as text.
//!
//! A fresh deal is written as the bare columns that every program of this field reads. Anything
//! else gets its `Foundations:` and `Freecells:` lines as far as they say something, and a colon
//! before each column, without which an empty one would be a blank line.
//!
//! Rules that are not FreeCell's are told in the last line, by the name of the game or in full: programs that know
//! no comments stop reading after the last column. The numbers of columns and cells are known then, and the
//! columns are bare unless one is empty.
//!
//! Invariant, asserted by the random tests: reading the text without options gives the board again,
//! cell order included. Where the slots alone would be read as another number of freecells (none at
//! all, or one to three that are all full) a comment line tells it.

use std::fmt;

use super::text::freecells_implied;
use super::{Board, Rules};
use crate::card::{Card, Suit};
use crate::rules::NamedGame;

/// The order in which other programs write the foundations.
const FOUNDATIONS_ORDER: [Suit; 4] = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades];

impl Board {
    /// The board as lines of text, each ended by a newline. See `BOARDS.md`.
    pub fn to_text(&self) -> String {
        self.to_string()
    }

    /// The same under the name of one game, if the rules are its own: games that differ in their layout alone
    /// have the same rules.
    pub fn to_text_of(&self, game: Option<&'static NamedGame>) -> String {
        Written { board: self, game: self.rules.named_as(game) }.to_string()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Written { board: self, game: self.rules.game() }.fmt(f)
    }
}

/// A board, and the name that its rules go by.
struct Written<'a> {
    board: &'a Board,
    game: Option<&'static NamedGame>,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.write(f, self.game)
    }
}

impl Board {
    fn write(&self, f: &mut fmt::Formatter<'_>, game: Option<&NamedGame>) -> fmt::Result {
        let has_foundations = self.foundations != [0; 4];
        let decks = [self.foundations, self.second];
        let tells_rules = !self.rules.is_freecell();
        let has_cells = self.rules.freecells != Rules::USUAL.freecells && !tells_rules
            || self.cells.iter().any(Option::is_some);
        if !tells_rules && has_cells && freecells_implied(&self.cells) != self.cells.len() {
            writeln!(f, "# freecells: {}", self.rules.freecells)?;
        }
        if has_foundations {
            write!(f, "Foundations:")?;
            for ranks in &decks[..usize::from(self.rules.decks)] {
                for suit in FOUNDATIONS_ORDER {
                    write!(f, " {}-{}", suit.letter(), Founded(ranks[suit.index()]))?;
                }
            }
            writeln!(f)?;
        }
        if has_cells {
            write!(f, "Freecells:")?;
            for slot in &self.cells {
                match slot {
                    Some(card) => write!(f, " {card}")?,
                    None if tells_rules => write!(f, " -")?,
                    None => write!(f, " --")?,
                }
            }
            writeln!(f)?;
        }
        let has_colons = !tells_rules && (has_foundations || has_cells)
            || self.columns.iter().any(Vec::is_empty);
        self.columns.iter().try_for_each(|column| write_column(f, column, has_colons))?;
        match game {
            _ if !tells_rules => Ok(()),
            Some(game) => writeln!(f, "# game: {}", game.name),
            None => writeln!(f, "# rules: {}", self.rules),
        }
    }
}

fn write_column(f: &mut fmt::Formatter<'_>, column: &[Card], has_colons: bool) -> fmt::Result {
    let mut space = "";
    if has_colons {
        write!(f, ":")?;
        space = " ";
    }
    for card in column {
        write!(f, "{space}{card}")?;
        space = " ";
    }
    writeln!(f)
}

/// The highest rank of a foundation as it is written: `0` for an empty one, else the letter.
struct Founded(u8);

impl fmt::Display for Founded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", b"0A23456789TJQK"[usize::from(self.0)] as char)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ReadOptions;
    use super::*;

    /// Reads a text and asserts that it is written in just this way.
    fn assert_written(text: &str, freecells: Option<u8>, expected: &str) {
        let board = Board::read(text, &ReadOptions { freecells, ..Default::default() }).unwrap();
        assert_eq!(board.to_text(), expected);
        assert_eq!(Board::read(expected, &ReadOptions::default()), Ok(board));
    }

    const COLUMNS: &str = "\
: 7C 8C 9C TC JC QC KC 6C
: 7D 8D 9D TD JD QD KD 6D
:
: 7H 8H 9H TH JH QH KH
: 7S 8S 9S TS JS QS KS
";

    #[test]
    fn a_fresh_deal_is_eight_bare_lines() {
        assert_eq!(
            Board::deal(1, 4).unwrap().to_text(),
            "JD KD 2S 4C 3S 6D 6S\n2D KC KS 5C TD 8S 9C\n9H 9S 9D TS 4S 8D 2H\n\
             JC 5S QD QH TH QS 6H\n5D AD JS 4H 8H 6C\n7H QC AS AC 2C 3D\n\
             7C KH AH 4D JH 8C\n5H 3H 3C 7S 7D TC\n"
        );
    }

    #[test]
    fn another_number_of_freecells_gets_its_line() {
        let text = Board::deal(1, 2).unwrap().to_text();
        assert!(text.starts_with("Freecells: -- --\n: JD KD 2S 4C 3S 6D 6S\n"), "{text}");
        let text = Board::deal(1, 0).unwrap().to_text();
        assert!(text.starts_with("# freecells: 0\nFreecells:\n: JD KD 2S"), "{text}");
    }

    #[test]
    fn a_game_begun_has_named_lines_and_colons() {
        assert_written(
            &format!("{COLUMNS}Founds: S-5 D-5 C-5 H-5\nFC: 6H - 6S"),
            Some(4),
            &format!("Foundations: H-5 C-5 D-5 S-5\nFreecells: 6H -- 6S --\n{COLUMNS}"),
        );
        assert_written(
            &format!("{COLUMNS}: 6H 6S\nFounds: S-5 D-5 C-5 H-5\n"),
            None,
            &format!("Foundations: H-5 C-5 D-5 S-5\n{COLUMNS}: 6H 6S\n"),
        );
    }

    #[test]
    fn full_cells_tell_their_number_when_it_is_below_four() {
        let head = "Foundations: H-5 C-5 D-5 S-5\nFreecells: 6H 6S\n";
        let text = format!("{head}{COLUMNS}");
        assert_written(&text, Some(2), &format!("# freecells: 2\n{text}"));
    }

    #[test]
    fn a_board_goes_by_the_name_that_is_asked_for_if_the_rules_are_its_own() {
        let [citadel, castle, fan] =
            ["citadel", "beleaguered_castle", "fan"].map(|name| NamedGame::named(name).unwrap());
        let board = Board::deal_by(1, citadel.rules).unwrap();
        let last = |text: String| text.lines().last().unwrap().to_owned();
        assert_eq!(last(board.to_text()), "# game: beleaguered_castle");
        assert_eq!(last(board.to_text_of(Some(citadel))), "# game: citadel");
        for other in [None, Some(castle), Some(fan)] {
            assert_eq!(last(board.to_text_of(other)), "# game: beleaguered_castle");
        }
    }

    #[test]
    fn a_won_game_has_only_empty_columns() {
        let text = "Foundations: H-K C-K D-K S-K\n:\n:\n";
        assert_written(text, None, text);
    }
}
