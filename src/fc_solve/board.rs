//! Boards as callers of fc-solve write them.
//!
//! The rules say how many columns there are, so lines are counted: named lines anywhere among them, every other line a
//! column, a blank one an empty column, and what comes after the last column is not looked at. `fcc::board` reads
//! strictly and guesses nothing; this reads what twenty years of callers have written: `1H` and `0H`, cards in `<>`,
//! `*` for an empty cell, a suit of `Founds:` left out, named lines twice. What is no card is a fault all the same.

use crate::format::fc_solve::{Form, card_name};
use fcc::board::Board;
use fcc::card::{Card, KING, Suit};
use fcc::rules::Rules;

/// In which order cards are looked for: the first that is not there as often as it should be is named.
const SUITS: [Suit; 4] = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades];

/// A board by these rules, or one sentence about what is wrong with it.
pub fn read(text: &str, rules: Rules, form: Form) -> Result<Board, String> {
    let mut read = Lines::default();
    let mut lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
    while read.columns.len() < usize::from(rules.columns) {
        let Some(line) = lines.next() else {
            let (found, expected) = (read.columns.len(), rules.columns);
            return Err(format!("Not enough input. ({found} of {expected} stacks are there.)"));
        };
        read.line(line)?;
    }
    let rules = Rules { decks: read.decks.unwrap_or(rules.decks), ..rules };
    let cells = fitted(read.cells, rules.freecells)?;
    let foundations = read.foundations;
    check(&read.columns, &cells, foundations, rules.decks, form)?;
    Ok(Board::from_decks(rules, read.columns, cells, foundations))
}

#[derive(Default)]
struct Lines {
    columns: Vec<Vec<Card>>,
    cells: Vec<Option<Card>>,
    foundations: [[u8; 4]; 2],
    decks: Option<u8>,
}

impl Lines {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let line = line.trim();
        let (name, rest) = line.split_once(':').unwrap_or(("", line));
        match name.to_ascii_lowercase().as_str() {
            "" => {
                let stack = self.columns.len();
                let card = |word: &str| {
                    card_of(word).ok_or_else(|| format!("\"{word}\" in stack {stack} is no card."))
                };
                self.columns.push(rest.split_whitespace().map(card).collect::<Result<_, _>>()?);
            }
            "founds" | "foundations" => self.foundations = foundations_of(rest)?,
            "fc" | "freecells" => self.cells = cells_of(rest)?,
            "decks" => {
                let decks = rest.trim().parse().ok().filter(|decks| (1..=2).contains(decks));
                self.decks = Some(decks.ok_or_else(|| format!("There are 1 or 2 decks: {line}"))?);
            }
            _ => return Err(format!("A line of a board is not called \"{name}:\".")),
        }
        Ok(())
    }
}

fn foundations_of(rest: &str) -> Result<[[u8; 4]; 2], String> {
    let mut foundations = [[0; 4]; 2];
    let mut given = [0; 4];
    for word in rest.split_whitespace() {
        let no_foundation = || format!("\"{word}\" in the foundations is no suit with a rank.");
        let (suit, rank) = word.split_at_checked(1).ok_or_else(no_foundation)?;
        let rank = rank.trim_start_matches('-');
        let rank = if rank == "0" { Some(0) } else { rank_of(rank) };
        let (Some(suit), Some(rank)) = (suit_of(suit), rank) else { return Err(no_foundation()) };
        let deck = &mut given[suit.index()];
        if *deck == foundations.len() {
            return Err(format!("There are more than two foundations of {}.", suit.letter()));
        }
        foundations[*deck][suit.index()] = rank;
        *deck += 1;
    }
    Ok(foundations)
}

fn cells_of(rest: &str) -> Result<Vec<Option<Card>>, String> {
    let slot = |word: &str| match word {
        "-" | "--" | "*" => Ok(None),
        _ => card_of(word).map(Some).ok_or_else(|| format!("\"{word}\" in a freecell is no card.")),
    };
    rest.split_whitespace().map(slot).collect()
}

/// As many cells as there are: empty ones at the end are neither here nor there.
fn fitted(mut cells: Vec<Option<Card>>, freecells: u8) -> Result<Vec<Option<Card>>, String> {
    while cells.len() > usize::from(freecells) && cells.last() == Some(&None) {
        cells.pop();
    }
    if cells.len() > usize::from(freecells) {
        return Err(format!("The freecells line has more slots than {freecells}."));
    }
    cells.resize(freecells.into(), None);
    Ok(cells)
}

fn check(
    columns: &[Vec<Card>],
    cells: &[Option<Card>],
    foundations: [[u8; 4]; 2],
    decks: u8,
    form: Form,
) -> Result<(), String> {
    let placed = || columns.iter().flatten().chain(cells.iter().flatten());
    for suit in SUITS {
        for rank in 1..=KING {
            let card = Card::new(rank, suit);
            let up = foundations.iter().filter(|ranks| ranks[suit.index()] >= rank).count();
            let times = up + placed().filter(|&&placed| placed == card).count();
            let name = card_name(card, form);
            match times.cmp(&decks.into()) {
                std::cmp::Ordering::Less => return Err(format!("There's a missing card: {name}.")),
                std::cmp::Ordering::Greater => {
                    return Err(format!("There's an extra card: {name}."));
                }
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    Ok(())
}

/// The card of a word; one that lies face down is in `<>`.
fn card_of(word: &str) -> Option<Card> {
    let word = word.strip_prefix('<').and_then(|word| word.strip_suffix('>')).unwrap_or(word);
    let (at, _) = word.char_indices().next_back()?;
    let (rank, suit) = word.split_at(at);
    Some(Card::new(rank_of(rank)?, suit_of(suit)?))
}

fn rank_of(word: &str) -> Option<u8> {
    match word.to_ascii_uppercase().as_str() {
        "A" | "1" => Some(1),
        "T" | "10" | "0" => Some(10),
        "J" => Some(11),
        "Q" => Some(12),
        "K" => Some(13),
        other => other.parse().ok().filter(|rank| other.len() == 1 && (2..=9).contains(rank)),
    }
}

fn suit_of(word: &str) -> Option<Suit> {
    let letter = word.to_ascii_uppercase();
    Suit::ALL.into_iter().find(|suit| letter == suit.letter().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::fc_solve::Naming;

    fn board(text: &str) -> Result<Board, String> {
        read(text, Rules::USUAL, Form::whole(Naming::Words))
    }

    #[test]
    fn lines_are_counted_and_the_rest_is_not_looked_at() {
        let text =
            "Founds: H-K C-K DK S-9\n\nFC: * qs\n\n\n\n\n\n<JS>\n: KS 0S\nwhatever: this is\n";
        let read = board(text).expect("a board");
        let lengths: Vec<usize> = read.columns().iter().map(Vec::len).collect();
        assert_eq!(lengths, [0, 0, 0, 0, 0, 0, 1, 2]);
        assert_eq!(read.cells()[1].map(|card| card.to_string()).as_deref(), Some("QS"));
        assert!(
            board("Founds: H-K\n\n\n").is_err_and(|error| error.starts_with("Not enough input."))
        );
    }

    #[test]
    fn an_ace_is_one_and_the_last_of_two_named_lines_counts() {
        let text = "FC: 2H\nFounds: C-K D-K S-K\nFC: -\n\n\n\n\n\n\n1H\n2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH\n";
        assert!(board(text).is_ok());
    }

    #[test]
    fn the_card_that_is_wrong_is_named() {
        let with =
            |column: &str| board(&format!("Founds: H-K C-K D-K S-9\n\n\n\n\n\n\n\n{column}\n"));
        assert!(with("KS QS JS TS").is_ok());
        assert_eq!(with("KS JS TS").unwrap_err(), "There's a missing card: QS.");
        assert_eq!(with("KS QS JS TS 9S").unwrap_err(), "There's an extra card: 9S.");
        assert_eq!(with("KS QS JS XX").unwrap_err(), "\"XX\" in stack 7 is no card.");
        assert_eq!(with("KS QS JS é").unwrap_err(), "\"é\" in stack 7 is no card.");
    }

    #[test]
    fn two_decks_have_two_foundations_of_each_suit() {
        let text = "Decks: 2\nFounds: H-K C-K D-K S-J H-K C-K D-K S-K\nFC: QS\n\n\n\n\n\n\n\nKS\n";
        let read = board(text).expect("a board");
        assert_eq!((read.rules().decks, read.second_foundations()[3]), (2, 11));
    }
}
