//! Moves in words: numbered ones as Strata prints them, and the sentences of `fc-solve`.
//!
//! - `12  36  5H 4S from column 3 to column 6` names every card. The places stand there twice, and
//!   must agree.
//! - `Move 3 cards from stack 2 to stack 5` tells the number of cards, and counts from 0. So does `Move
//!   the sequence on top of Stack 2 to the foundations`, which is a whole suit.

use crate::card::{Card, RANK_MAX};
use crate::faults::quoted;
use crate::moves::{Cards, Move, Place};
use crate::position::{COLUMNS_MAX, FREECELLS_MAX};
use crate::read::listing::read_places;
use crate::solution::SolutionFault;

const NUMBERED: &str = "a number, a name, cards and places, \
    such as `12  36  5H 4S from column 3 to column 6`";
const SENTENCE: &str = "a sentence such as `Move 3 cards from stack 2 to stack 5`, \
    `Move a card from stack 0 to freecell 1`, `Move a card from freecell 3 to the foundations` or \
    `Move the sequence on top of Stack 2 to the foundations`";
const WHOLE_SUIT: [&str; 2] = ["Move the sequence on top of Stack ", " to the foundations"];

/// Reads a numbered move in words.
pub fn read_numbered(line: usize, text: &str) -> Result<Move, SolutionFault> {
    let fault = || SolutionFault::NotASentence { line, found: quoted(text), needed: NUMBERED };
    let (head, from, to) = parted(text).ok_or_else(fault)?;
    let mut words = head.split_whitespace();
    let number = words.next().filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let name = number.and_then(|_| words.next()).ok_or_else(fault)?;
    let named = read_places(name).ok_or_else(fault)?;
    let cards: Option<Vec<Card>> = words.map(Card::read).collect();
    let cards = cards.filter(|cards| !cards.is_empty()).ok_or_else(fault)?;
    let from = our_place(from).ok_or_else(fault)?;
    let to = our_place(to).ok_or_else(fault)?;
    if named != (from, to) {
        let words = format!("{} to {}", from.words(), to.words());
        return Err(SolutionFault::Contradiction { line, name: quoted(name), words });
    }
    Ok(Move { written: name.into(), from, to, cards: Cards::Named(cards) })
}

/// Reads a sentence of `fc-solve`.
pub fn read_sentence(line: usize, text: &str) -> Result<Move, SolutionFault> {
    let fault = || SolutionFault::NotASentence { line, found: quoted(text), needed: SENTENCE };
    if let Some(rest) = text.strip_prefix(WHOLE_SUIT[0]) {
        let number = rest.strip_suffix(WHOLE_SUIT[1]).and_then(whole_number);
        let from = number.filter(|&number| number < COLUMNS_MAX).map(Place::Column);
        let (from, cards) = (from.ok_or_else(fault)?, Cards::Count(RANK_MAX.into()));
        return Ok(Move { written: text.into(), from, to: Place::Foundations, cards });
    }
    let (head, from, to) = parted(text).ok_or_else(fault)?;
    let words: Vec<&str> = head.split_whitespace().collect();
    let cards = match words.as_slice() {
        ["Move", "a", "card"] => Some(1),
        ["Move", number, "cards" | "card"] => whole_number(number),
        _ => None,
    };
    let cards = cards.ok_or_else(fault)?;
    let from = their_place(from).ok_or_else(fault)?;
    let to = their_place(to).ok_or_else(fault)?;
    Ok(Move { written: text.into(), from, to, cards: Cards::Count(cards) })
}

/// What stands before ` from `, and the two places after it.
fn parted(text: &str) -> Option<(&str, &str, &str)> {
    let (head, places) = text.split_once(" from ")?;
    let (from, to) = places.split_once(" to ")?;
    Some((head, from.trim(), to.trim()))
}

fn our_place(words: &str) -> Option<Place> {
    let place = match words.split_once(' ')? {
        ("the", "foundations") => Some(Place::Foundations),
        ("column" | "cell", name) => Place::read(name),
        _ => None,
    };
    place.filter(|place| place.words() == words)
}

fn their_place(words: &str) -> Option<Place> {
    match words.split_once(' ')? {
        ("the", "foundations") => Some(Place::Foundations),
        ("stack", number) => {
            whole_number(number).filter(|&number| number < COLUMNS_MAX).map(Place::Column)
        }
        ("freecell", number) => {
            whole_number(number).filter(|&number| number < FREECELLS_MAX).map(Place::Cell)
        }
        _ => None,
    }
}

fn whole_number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numbered_move_names_its_cards() {
        let mv = read_numbered(1, " 7  36     5H 4S from column 3 to column 6").expect("a move");
        let cards = ["5H", "4S"].map(|name| Card::read(name).expect("a card")).to_vec();
        assert_eq!((mv.from, mv.to), (Place::Column(2), Place::Column(5)));
        assert_eq!((&*mv.written, mv.cards), ("36", Cards::Named(cards)));
        let mv = read_numbered(1, "8  ah  5H from cell a to the foundations").expect("a move");
        assert_eq!((mv.from, mv.to), (Place::Cell(0), Place::Foundations));
        assert!(read_numbered(1, "100  10-18  5H from column 10 to column 18").is_ok());
    }

    #[test]
    fn other_words_are_faults() {
        for text in [
            "7  36  from column 3 to column 6",
            "7  36  5X from column 3 to column 6",
            "36  5H from column 3 to column 6",
            "7  36  5H from column 3",
            "7  36  5H from stack 3 to column 6",
            "7  36  5H from column c to column 6",
        ] {
            let fault = read_numbered(4, text).expect_err("no move").to_string();
            assert!(fault.starts_with("line 4: `") && fault.contains("needs a number"), "{fault}");
        }
        let fault = read_numbered(4, "7  36  5H from column 3 to column 5").expect_err("differ");
        assert_eq!(
            fault.to_string(),
            "line 4: `36` and the words beside it, column 3 to column 5, differ"
        );
    }

    #[test]
    fn a_sentence_tells_the_number_and_counts_from_0() {
        let mv = read_sentence(1, "Move 3 cards from stack 2 to stack 5").expect("a move");
        assert_eq!((mv.from, mv.to), (Place::Column(2), Place::Column(5)));
        assert_eq!(mv.cards, Cards::Count(3));
        let mv = read_sentence(1, "Move a card from freecell 3 to the foundations").expect("ok");
        assert_eq!(
            (mv.from, mv.to, mv.cards),
            (Place::Cell(3), Place::Foundations, Cards::Count(1))
        );
        let mv =
            read_sentence(1, "Move the sequence on top of Stack 9 to the foundations").expect("ok");
        assert_eq!(
            (mv.from, mv.to, mv.cards),
            (Place::Column(9), Place::Foundations, Cards::Count(13))
        );
        for text in [
            "Move cards from stack 2 to stack 5",
            "Move -1 cards from stack 2 to stack 5",
            "Move 1 cards from stack 18 to stack 5",
            "Move a card from freecell 12 to stack 5",
            "Move a card from stack 2",
            "Move the sequence on top of Stack 18 to the foundations",
            "Move the sequence on top of Stack 2 to stack 3",
        ] {
            let fault = read_sentence(9, text).expect_err("no move").to_string();
            assert!(fault.starts_with("line 9: `Move "), "{fault}");
        }
    }
}
