//! Reading board text.
//!
//! One line is one column, bottom card first; a leading `:` is optional and a lone `:` is an empty
//! column. A blank line between two column lines is an empty column too; what it is anywhere else is
//! told in `board_columns.rs`. `Foundations:` (or `Founds:`) and `Freecells:` (or `FC:`) lines
//! may stand anywhere, once each. `#` starts a comment; a line that is only a comment is not a blank
//! line. With two decks a suit has two foundations, each named by itself. The comments `# freecells: N` and `# columns: N` say how many of them the game has; one of
//! `# game: NAME` and `# rules: TEXT` says what is played, and so tells these numbers, too.
//!
//! What the caller knows wins over the text, a number of its own over that of a game or of rules,
//! and without a word about them the rules are FreeCell's.
//!
//! The reader goes on after a fault, so that [`BoardFault`]s come all together. A board without
//! faults has each card exactly once, twice with two decks, which [`Position::of_decks`] asserts again.

pub mod layout;
mod sightings;
pub mod twister;

use crate::board_columns::ColumnLines;
use crate::board_fault::BoardFault;
use crate::card::{CARDS, Card, Suit, read_rank};
use crate::faults::{Faults, quoted};
use crate::position::{COLUMNS_MAX, DECKS_MAX, FREECELLS_DEFAULT, FREECELLS_MAX, Position};
use crate::rules::games::NamedGame;
use crate::rules::{Parts, Rules};
use sightings::Sightings;

/// The numbers that the caller knows; they override what the text says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The number of cells.
    pub freecells: Option<usize>,
    /// The number of columns.
    pub columns: Option<usize>,
}

/// All that the caller may know of the game; it overrides what the text says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The game, in the place of the one that the text names.
    pub game: Option<&'static NamedGame>,
    /// Single parts of the rules.
    pub parts: Parts,
}

impl From<Told> for Known {
    fn from(Told { freecells, columns }: Told) -> Known {
        Known { game: None, parts: Parts { freecells, columns, ..Parts::default() } }
    }
}

/// Reads a board. `freecells` overrides what the text says about the number of cells.
pub fn read_board(text: &str, freecells: Option<usize>) -> Result<Position, Faults<BoardFault>> {
    read_board_as(text, Told { freecells, columns: None })
}

/// Reads a board of a game of which something is known.
pub fn read_board_as(text: &str, known: impl Into<Known>) -> Result<Position, Faults<BoardFault>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    read_board_lines(text.lines().enumerate().map(|(at, line)| (at + 1, line)), known.into())
}

/// Reads a board from numbered lines, which may be part of a longer text.
pub(crate) fn read_board_lines<'a>(
    lines: impl IntoIterator<Item = (usize, &'a str)>,
    known: Known,
) -> Result<Position, Faults<BoardFault>> {
    let mut reader = Reader::default();
    for (line, text) in lines {
        reader.read_line(line, text);
    }
    reader.finish(known)
}

/// Whether a line tells the rules: a comment `# game: NAME` or `# rules: TEXT`.
pub(crate) fn tells_rules(line: &str) -> bool {
    let comment = line.trim_start().strip_prefix('#').map(str::trim_start);
    comment.is_some_and(|comment| after_label(comment, &["game:", "rules:"]).is_some())
}

#[derive(Default)]
struct Reader {
    columns: ColumnLines,
    columns_comment: Option<usize>,
    cards_in_columns: usize,
    /// The foundations as they are named, with their tokens.
    foundations: Vec<(String, Suit, u8)>,
    foundations_line: Option<usize>,
    cells: Vec<Option<Card>>,
    cells_line: Option<usize>,
    has_placeholder: bool,
    /// Cells that the line draws at four characters each, an empty one as blanks.
    cells_drawn: Option<usize>,
    freecells_comment: Option<usize>,
    /// The line that tells the rules, and the rules if it could be read.
    rules_comment: Option<(usize, Option<Rules>)>,
    sightings: Sightings,
    faults: Faults<BoardFault>,
}

impl Reader {
    fn read_line(&mut self, line: usize, text: &str) {
        let (whole, comment) = match text.split_once('#') {
            Some((text, comment)) => (text, Some(comment.trim())),
            None => (text, None),
        };
        let text = whole.trim();
        if text.is_empty() {
            match comment {
                Some(comment) => self.read_comment(line, comment),
                None => self.columns.blank(line),
            }
        } else if let Some(rest) = after_label(text, &["foundations:", "founds:"]) {
            self.columns.named();
            self.read_foundations(line, rest);
        } else if let Some(rest) = after_label(whole.trim_start(), &["freecells:", "fc:"]) {
            self.columns.named();
            self.read_cells(line, rest);
        } else {
            self.read_column(line, text);
        }
    }

    /// A comment is free text unless it is `freecells:` or `columns:` and then a digit, or `game:`
    /// or `rules:`.
    fn read_comment(&mut self, line: usize, comment: &str) {
        let number_after = |label| {
            let written = after_label(comment, &[label])?.trim();
            written.starts_with(|symbol: char| symbol.is_ascii_digit()).then_some(written)
        };
        if let Some(written) = number_after("freecells:") {
            self.read_freecells_comment(line, written);
        } else if let Some(written) = number_after("columns:") {
            self.read_columns_comment(line, written);
        } else if let Some(name) = after_label(comment, &["game:"]) {
            let name = name.trim();
            let game = NamedGame::named(name).map(|game| game.rules);
            self.note_rules(line, game.ok_or(BoardFault::NoSuchGame { line, name: quoted(name) }));
        } else if let Some(rules) = after_label(comment, &["rules:"]) {
            let rules = Rules::read(&rules.trim().to_ascii_lowercase());
            self.note_rules(line, rules.map_err(|fault| BoardFault::RulesComment { line, fault }));
        }
    }

    fn note_rules(&mut self, line: usize, rules: Result<Rules, BoardFault>) {
        let rules = rules.map_err(|fault| self.faults.add(fault)).ok();
        match self.rules_comment {
            Some((first_line, _)) => self.faults.add(BoardFault::RulesTwice { line, first_line }),
            None => self.rules_comment = Some((line, rules)),
        }
    }

    fn read_freecells_comment(&mut self, line: usize, written: &str) {
        match written.parse::<usize>() {
            Ok(number) if number <= FREECELLS_MAX => match self.freecells_comment {
                Some(before) if before != number => {
                    self.faults.add(BoardFault::FreecellsContradicted { line, before, number });
                }
                _ => self.freecells_comment = Some(number),
            },
            _ => self.faults.add(BoardFault::FreecellsComment { line, written: quoted(written) }),
        }
    }

    fn read_columns_comment(&mut self, line: usize, written: &str) {
        match written.parse::<usize>() {
            Ok(number) if (1..=COLUMNS_MAX).contains(&number) => {
                if let Some(before) = self.columns_comment.replace(number) {
                    self.faults.add(BoardFault::ColumnsTwice { line, before, number });
                }
            }
            _ => self.faults.add(BoardFault::ColumnsComment { line, written: quoted(written) }),
        }
    }

    fn read_foundations(&mut self, line: usize, text: &str) {
        if let Some(first_line) = self.foundations_line.replace(line) {
            return self.faults.add(BoardFault::SecondLine {
                line,
                label: "Foundations",
                first_line,
            });
        }
        for token in text.split_whitespace() {
            match read_foundation(token) {
                Some((suit, rank)) => self.foundations.push((quoted(token), suit, rank)),
                None => self.faults.add(BoardFault::NotAFoundation { line, token: quoted(token) }),
            }
        }
    }

    /// The foundations of so many decks, in the order in which the text names those of a suit.
    fn foundations_of(&mut self, decks: usize) -> [[u8; 4]; DECKS_MAX] {
        let mut ranks = [[0; 4]; DECKS_MAX];
        let mut named = [0; 4];
        let line = self.foundations_line.unwrap_or(1);
        for (token, suit, rank) in std::mem::take(&mut self.foundations) {
            let deck = &mut named[suit.index()];
            if *deck == decks {
                self.faults.add(BoardFault::SuitTwice { line, token, suit, decks });
                continue;
            }
            ranks[*deck][suit.index()] = rank;
            *deck += 1;
            (1..=rank).for_each(|rank| self.sightings.see(line, Card::new(rank, suit)));
        }
        ranks
    }

    fn read_cells(&mut self, line: usize, text: &str) {
        if let Some(first_line) = self.cells_line.replace(line) {
            self.faults.add(BoardFault::SecondLine { line, label: "Freecells", first_line });
        }
        for token in text.split_whitespace() {
            let is_placeholder = matches!(token, "-" | "--");
            self.has_placeholder |= is_placeholder;
            let card = if is_placeholder { None } else { self.read_card(line, token) };
            self.cells.push(card);
        }
        self.cells_drawn = drawn_cells(rest_of_line(text));
    }

    fn read_column(&mut self, line: usize, text: &str) {
        let (text, has_colon) = match text.strip_prefix(':') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let cards: Vec<Card> =
            text.split_whitespace().filter_map(|token| self.read_card(line, token)).collect();
        self.cards_in_columns += cards.len();
        self.columns.column(line, cards, has_colon);
    }

    fn read_card(&mut self, line: usize, token: &str) -> Option<Card> {
        let card = Card::read(token);
        match card {
            Some(card) => self.sightings.see(line, card),
            None => self.faults.add(BoardFault::NotACard { line, token: quoted(token) }),
        }
        card
    }

    fn finish(mut self, known: Known) -> Result<Position, Faults<BoardFault>> {
        let by_text = self.rules_comment.and_then(|(_, rules)| rules);
        let (freecells, columns) = (self.freecells_comment, self.columns_comment);
        let by_numbers = Parts { freecells, columns, ..Parts::default() };
        // A game of the caller takes the place of all that the text says.
        let parts = match known.game {
            Some(game) => known.parts.or(game.rules.into()),
            None => known.parts.or(by_numbers).or(by_text.map(Parts::from).unwrap_or_default()),
        };
        let decks = parts.decks.unwrap_or(Rules::FREECELL.decks);
        let foundations = self.foundations_of(decks);
        let is_deal = self.cards_in_columns == CARDS * decks;
        let columns = std::mem::take(&mut self.columns).columns(parts.columns, is_deal);
        let columns = columns.map_err(|fault| self.faults.add(fault)).unwrap_or_default();
        self.sightings.check(decks, &mut self.faults);
        let freecells = self.number_of_freecells(parts.freecells);
        self.check_cells(freecells);
        let Reader { mut cells, faults, .. } = self;
        faults.or(|| {
            cells.resize(freecells, None);
            let rules = Rules { freecells, columns: columns.len(), ..parts.over(Rules::FREECELL) };
            Position::of_decks(rules, columns, cells, foundations)
        })
    }

    fn number_of_freecells(&mut self, told: Option<usize>) -> usize {
        let written = self.cells.len();
        let by_line = if self.has_placeholder { written } else { written.max(FREECELLS_DEFAULT) };
        if let (None, Some(drawn)) = (told, self.cells_drawn.filter(|&drawn| drawn != by_line)) {
            self.faults.add(BoardFault::BlankCells { drawn, by_line });
        }
        told.unwrap_or(by_line)
    }

    fn check_cells(&mut self, freecells: usize) {
        let cards = self.cells.iter().flatten().count();
        if freecells > FREECELLS_MAX {
            self.faults.add(BoardFault::TooManyFreecells(freecells));
        } else if cards > freecells {
            self.faults.add(BoardFault::TooManyInCells { cards, freecells });
        } else if let Some(card) = self.cells.iter().skip(freecells).flatten().next() {
            self.faults.add(BoardFault::BeyondLastCell { card: *card, freecells });
        }
    }
}

fn rest_of_line(text: &str) -> &str {
    text.trim_end_matches(['\r', '\n'])
}

/// How many cells a line draws as fc-solve does: four characters for each, the card at their end, and
/// four blanks for an empty one, of which there has to be one.
fn drawn_cells(text: &str) -> Option<usize> {
    let symbols: Vec<char> = text.chars().collect();
    if symbols.is_empty() || !symbols.len().is_multiple_of(4) {
        return None;
    }
    let mut has_blank = false;
    for cell in symbols.chunks(4) {
        let word = cell.iter().collect::<String>();
        let word = word.trim_start_matches(' ');
        has_blank |= word.is_empty();
        if !word.is_empty() && Card::read(word).is_none() {
            return None;
        }
    }
    has_blank.then_some(symbols.len() / 4)
}

/// The rest of `text` after one of `labels`, which are lower case, in any case.
pub(crate) fn after_label<'a>(text: &'a str, labels: &[&str]) -> Option<&'a str> {
    labels.iter().find_map(|label| {
        let (head, rest) = text.split_at_checked(label.len())?;
        head.eq_ignore_ascii_case(label).then_some(rest)
    })
}

/// Reads `H-0`, `c-a`, `♦-10`; a rank left out (`S-`) is an empty foundation.
fn read_foundation(token: &str) -> Option<(Suit, u8)> {
    let (suit, rank) = token.split_once('-')?;
    let mut symbols = suit.chars();
    let suit = Suit::read(symbols.next()?)?;
    if symbols.next().is_some() {
        return None;
    }
    let rank = if matches!(rank, "" | "0") { 0 } else { read_rank(rank)? };
    Some((suit, rank))
}

#[cfg(test)]
#[path = "board_tests.rs"]
mod tests;
