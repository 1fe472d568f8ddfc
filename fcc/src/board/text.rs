//! The words of a board's text, and the questions that reader and writer must answer alike.
//!
//! A board is written as other programs of this field write it: a line for each column, and when
//! the game has begun a `Foundations:` and a `Freecells:` line. `BOARDS.md` tells the whole format
//! to the user; this file has the words (cards, slots, foundations), `read` the lines, `write` the
//! way back, and `fault` what can be wrong.
//!
//! The words are strict where a guess could change the board: `1H` is no ace, `H0` no foundation.
//! They are loose where only the looks differ: case, `10` for `T`, suit symbols.

use crate::card::{Card, Suit};

use super::Rules;
pub use super::fault::{BoardError, Fault, LineName, SeenAt, Spot, TEXT_BYTES_MAX};
use crate::rules::{Build, Fill, NamedGame, Sequences};

/// What separates words. Other white space is a fault: nobody sees what was meant by it.
pub(super) const BLANKS: [char; 2] = [' ', '\t'];

/// What a reader of a text may decide instead of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The rules, of a game most often, whatever the text says; what follows changes single parts.
    pub rules: Option<Rules>,
    /// How columns are built.
    pub build: Option<Build>,
    /// What may open an empty column.
    pub fill: Option<Fill>,
    /// How a sequence moves.
    pub sequences: Option<Sequences>,
    /// The number of decks, whatever the text says.
    pub decks: Option<u8>,
    /// The number of freecells, whatever the text says.
    pub freecells: Option<u8>,
    /// The number of columns, whatever the text says: as many lines follow the named lines, a blank one
    /// being an empty column.
    pub columns: Option<u8>,
}

/// The card of a word such as `TH`, `10h` or `T♥`.
pub(super) fn card_of(word: &str) -> Option<Card> {
    let rank_bytes = if word.starts_with("10") { 2 } else { 1 };
    let (rank, suit) = word.split_at_checked(rank_bytes)?;
    Some(Card::new(rank_of(rank)?, suit_of(suit)?))
}

/// What a word of the freecells line puts into a cell: a card or, for `--` and `-`, nothing.
pub(super) fn slot_of(word: &str) -> Option<Option<Card>> {
    match word {
        "-" | "--" => Some(None),
        _ => card_of(word).map(Some),
    }
}

/// Suit and highest rank of a word such as `H-0` or `C-A`.
pub(super) fn foundation_of(word: &str) -> Option<(Suit, u8)> {
    let (suit, rank) = word.split_once('-')?;
    let rank = if rank == "0" { 0 } else { rank_of(rank)? };
    Some((suit_of(suit)?, rank))
}

/// What a comment can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Freecells,
    Columns,
    Game,
    Rules,
}

/// The comments that mean something: `# freecells: N`, `# columns: N`, `# game: NAME` and `# rules: TEXT`, with what
/// stands after the colon. Only a number may stand after the first two, so that a `Freecells:` line that was
/// commented out stays a comment.
pub(super) fn told_by_comment(line: &str) -> Option<(Told, &str)> {
    let comment = line.trim_matches(BLANKS).strip_prefix('#')?;
    let (name, value) = comment.split_once(':')?;
    let number = value.trim_matches(BLANKS);
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    match name.trim_start_matches(BLANKS).to_ascii_lowercase().as_str() {
        "freecells" if is_number => Some((Told::Freecells, number)),
        "columns" if is_number => Some((Told::Columns, number)),
        "game" => Some((Told::Game, number)),
        "rules" => Some((Told::Rules, number)),
        _ => None,
    }
}

/// The game that a text names: it tells games apart that have the same rules.
pub fn game_told(text: &str) -> Option<&'static NamedGame> {
    let named = |line: &str| match told_by_comment(line) {
        Some((Told::Game, name)) => NamedGame::named(&name.to_ascii_lowercase()),
        _ => None,
    };
    text.lines().find_map(named)
}

/// The number of freecells that a line with these slots stands for when nothing else tells it. An
/// empty slot shows that every slot is written; without one, other programs list only the cards.
pub(super) fn freecells_implied(slots: &[Option<Card>]) -> usize {
    if slots.contains(&None) {
        slots.len()
    } else {
        slots.len().max(usize::from(Rules::USUAL.freecells))
    }
}

/// The cells that a line without a dash has room for, when it is set as fc-solve sets it: four characters
/// for each, the card to the right, and blanks for an empty one. At least one has to be empty.
pub(super) fn slots_by_width(rest: &str) -> Option<usize> {
    let characters: Vec<char> = rest.chars().collect();
    let slots = characters.chunks(4);
    let is_slot = |slot: &[char]| {
        let word: String = slot.iter().collect::<String>().trim_start_matches(' ').to_owned();
        slot.len() == 4 && (word.is_empty() || card_of(&word).is_some())
    };
    let has_empty = slots.clone().any(|slot| slot.iter().all(|&one| one == ' '));
    (has_empty && slots.clone().all(is_slot)).then_some(slots.len())
}

fn rank_of(word: &str) -> Option<u8> {
    match word {
        "A" | "a" => Some(1),
        "T" | "t" | "10" => Some(10),
        "J" | "j" => Some(11),
        "Q" | "q" => Some(12),
        "K" | "k" => Some(13),
        _ => match word.as_bytes() {
            [digit @ b'2'..=b'9'] => Some(digit - b'0'),
            _ => None,
        },
    }
}

/// Letters stand alone; a symbol may carry the selector that shows it as text or as a picture.
fn suit_of(word: &str) -> Option<Suit> {
    match word {
        "C" | "c" => return Some(Suit::Clubs),
        "D" | "d" => return Some(Suit::Diamonds),
        "H" | "h" => return Some(Suit::Hearts),
        "S" | "s" => return Some(Suit::Spades),
        _ => {}
    }
    match word.strip_suffix(['\u{fe0e}', '\u{fe0f}']).unwrap_or(word) {
        "♣" | "♧" => Some(Suit::Clubs),
        "♦" | "♢" => Some(Suit::Diamonds),
        "♥" | "♡" => Some(Suit::Hearts),
        "♠" | "♤" => Some(Suit::Spades),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_in_each_of_its_spellings() {
        let symbols = [["♣", "♧"], ["♦", "♢"], ["♥", "♡"], ["♠", "♤"]];
        for card in Card::all() {
            let name = card.to_string();
            let (rank, _) = name.split_at(1);
            let mut words = vec![name.clone(), name.to_lowercase(), name.replace('T', "10")];
            for symbol in symbols[card.suit().index()] {
                words.push(format!("{rank}{symbol}"));
                words.push(format!("{rank}{symbol}\u{fe0f}"));
                words.push(format!("{rank}{symbol}\u{fe0e}"));
            }
            for word in words {
                assert_eq!(card_of(&word), Some(card), "{word}");
                assert_eq!(slot_of(&word), Some(Some(card)), "{word}");
            }
        }
    }

    #[test]
    fn what_only_resembles_a_card_is_none() {
        for word in [
            "",
            "1H",
            "0H",
            "11H",
            "13S",
            "H",
            "10",
            "T",
            "HT",
            "3H4D",
            "3X",
            "TH\u{fe0f}",
            "♥",
            "3♥\u{fe0f}\u{fe0f}",
            "é",
            "3é",
            "１H",
            "..",
            "--",
            "10\u{fe0f}",
            "ßH",
        ] {
            assert_eq!(card_of(word), None, "{word:?}");
        }
        assert_eq!(slot_of(".."), None);
        assert_eq!(slot_of("---"), None);
        assert_eq!((slot_of("-"), slot_of("--")), (Some(None), Some(None)));
    }

    #[test]
    fn foundations_have_a_suit_a_dash_and_a_rank() {
        for (word, expected) in [
            ("H-0", (Suit::Hearts, 0)),
            ("c-a", (Suit::Clubs, 1)),
            ("D-2", (Suit::Diamonds, 2)),
            ("S-10", (Suit::Spades, 10)),
            ("S-t", (Suit::Spades, 10)),
            ("♠-K", (Suit::Spades, 13)),
        ] {
            assert_eq!(foundation_of(word), Some(expected), "{word}");
        }
        for word in ["", "H", "H0", "H-", "-0", "H-1", "H-11", "H-00", "X-0", "H--0", "0-H"] {
            assert_eq!(foundation_of(word), None, "{word}");
        }
    }

    #[test]
    fn blanks_of_four_characters_are_empty_cells() {
        for (rest, slots) in [
            ("          4H  6C  8H  JS", Some(6)),
            ("  4H    ", Some(2)),
            (" 10H    ", Some(2)),
            ("        ", Some(2)),
            ("  4H  6C", None),
            (" 4H 6C", None),
            (" 4H     ", None),
            ("  4H   ", None),
            ("", None),
            ("  --    ", None),
        ] {
            assert_eq!(slots_by_width(rest), slots, "{rest:?}");
        }
    }

    #[test]
    fn only_a_bare_number_makes_a_comment_mean_something() {
        for line in ["# freecells: 3", "\t#FREECELLS:3 ", "#\tFreecells:\t3"] {
            assert_eq!(told_by_comment(line), Some((Told::Freecells, "3")), "{line:?}");
            let line = line.to_lowercase().replace("freecells", "Columns");
            assert_eq!(told_by_comment(&line), Some((Told::Columns, "3")), "{line:?}");
        }
        for line in [
            "freecells: 3",
            "# freecells 3",
            "# freecells: 3H",
            "# freecells:",
            "# freecells: 3 4",
            "# freecells : 3",
            "# freecells: -1",
            "# freecells: +3",
            "## freecells: 3",
            "# fc: 3",
        ] {
            assert_eq!(told_by_comment(line), None, "{line:?}");
        }
    }
}
