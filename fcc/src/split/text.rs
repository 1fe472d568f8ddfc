//! States and moves as single words of text, one text for each, read as strictly as they are written.
//!
//! **A state inside its group** is its key (ENCODING.md) as a number of 13 bytes, the highest first, in the
//! same Base64 as the fingerprint: 18 letters, the last four bits zero.
//!
//! **A move** is three letters: the card, and where it goes: `c` to a cell, `e` to an empty column, `f` to
//! its foundation, or the suit of the card that it is put on. `7HS` is the seven of hearts on the
//! eight of spades; where columns are built by suit, `7HH` is the only move of the seven onto a card.
//! What lies on the card goes along where sequences move as one. Columns and cells have no names, as in
//! a state; [`crate::replay`] gives them some. The moves of a way stand one after the other without a
//! gap; `-` is the way without a move.

use crate::base64;
use crate::card::{Card, KING, Suit};
use crate::group::Group;
use crate::planes::Place;
use crate::rules::Rules;
use crate::state::State;
use crate::trace::{Step, To};
use std::fmt;

/// Letters of a state.
pub const STATE_CHARS: usize = 18;
/// Letters of a move.
pub const STEP_CHARS: usize = 3;
/// The way without a move.
pub const NO_STEPS: &str = "-";
const SPARE_BITS: u32 = 4;

/// A word that is no state or no way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    word: String,
    reason: String,
}

impl TextError {
    pub(super) fn new(word: &str, reason: impl fmt::Display) -> TextError {
        TextError { word: word.chars().take(24).collect(), reason: reason.to_string() }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is {}", self.word, self.reason)
    }
}

impl std::error::Error for TextError {}

/// The text of a key.
pub fn state_text(key: u128) -> [u8; STATE_CHARS] {
    base64::letters(key << SPARE_BITS)
}

/// The text of a state's key inside its group.
pub fn text_of_state(group: &Group, state: State) -> [u8; STATE_CHARS] {
    state_text(group.key(state.planes))
}

/// The state of a text in this group.
pub fn state_of_text(group: &Group, text: &str) -> Result<State, TextError> {
    let error = |reason: &str| TextError::new(text, format!("no state: {reason}"));
    if text.len() != STATE_CHARS {
        return Err(error("it has 18 letters"));
    }
    let word =
        base64::word(text.as_bytes()).ok_or_else(|| error("only A-Z a-z 0-9 + _ stand in it"))?;
    let key = word >> SPARE_BITS;
    if key << SPARE_BITS != word || key >> (2 * group.cards()) != 0 {
        return Err(error("it has bits that no state of its group uses"));
    }
    let state = group.state(key);
    group.game().check(state).map_err(|clause| error(&clause.to_string()))?;
    Ok(state)
}

/// The text of a move by these rules.
///
/// # Panics
/// When the card has no such parent.
pub fn step_text(rules: Rules, Step { card, to }: Step) -> [u8; STEP_CHARS] {
    let parent = |high: bool| {
        let parent = rules.parent(card, high).expect("a card is put on its parents");
        parent.suit().letter()
    };
    let to = match to {
        To::Up => 'f',
        To::Place(Place::Cell) => 'c',
        To::Place(Place::Bottom) => 'e',
        To::Place(Place::LowParent) => parent(false),
        To::Place(Place::HighParent) => parent(true),
    };
    let rank = RANKS[usize::from(card.rank()) - 1];
    [rank, card.suit().letter() as u8, to as u8]
}

const RANKS: &[u8; 13] = b"A23456789TJQK";

/// The text of a way by these rules.
pub fn text_by(rules: Rules, steps: &[Step]) -> String {
    if steps.is_empty() {
        return NO_STEPS.into();
    }
    steps.iter().flat_map(|&step| step_text(rules, step)).map(char::from).collect()
}

/// The text of a way in a game that is built by alternate colours.
pub fn text_of_steps(steps: &[Step]) -> String {
    text_by(Rules::USUAL, steps)
}

/// The moves of a text by these rules.
pub fn steps_by(rules: Rules, text: &str) -> Result<Vec<Step>, TextError> {
    if text == NO_STEPS {
        return Ok(Vec::new());
    }
    if text.is_empty() || !text.len().is_multiple_of(STEP_CHARS) {
        return Err(TextError::new(text, "no list of moves: each has three letters"));
    }
    let step = |letters: &[u8]| {
        step_of(rules, letters).ok_or_else(|| {
            TextError::new(
                &String::from_utf8_lossy(letters),
                "no move: a card, and one of c e f C D H S",
            )
        })
    };
    text.as_bytes().chunks(STEP_CHARS).map(step).collect()
}

/// The moves of a text in a game that is built by alternate colours.
pub fn steps_of_text(text: &str) -> Result<Vec<Step>, TextError> {
    steps_by(Rules::USUAL, text)
}

fn step_of(rules: Rules, letters: &[u8]) -> Option<Step> {
    let rank = match letters[0] {
        b'A' => 1,
        digit @ b'2'..=b'9' => digit - b'0',
        b'T' => 10,
        b'J' => 11,
        b'Q' => 12,
        b'K' => KING,
        _ => return None,
    };
    let card = Card::new(rank, suit_of(letters[1])?);
    let to = match letters[2] {
        b'f' => To::Up,
        b'c' => To::Place(Place::Cell),
        b'e' => To::Place(Place::Bottom),
        letter => {
            let suit = suit_of(letter)?;
            let parent = rules.parent(card, suit.is_high()).filter(|one| one.suit() == suit)?;
            To::Place(Place::on(parent))
        }
    };
    Some(Step { card, to })
}

fn suit_of(letter: u8) -> Option<Suit> {
    match letter {
        b'C' => Some(Suit::Clubs),
        b'D' => Some(Suit::Diamonds),
        b'H' => Some(Suit::Hearts),
        b'S' => Some(Suit::Spades),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrival::Arrival;
    use crate::board::Board;
    use crate::game::Game;
    use crate::rules::{Build, Prune};
    use proptest::prelude::*;

    #[test]
    fn every_move_has_one_text() {
        let by_suit = Rules { build: Build::Suit, ..Rules::USUAL };
        for (rules, moves) in [(Rules::USUAL, 52 * 5 - 8), (by_suit, 52 * 4 - 4)] {
            let mut texts = std::collections::BTreeSet::new();
            for card in Card::all() {
                let to_parents = [(Place::LowParent, false), (Place::HighParent, true)];
                let has = |&(_, high): &(Place, bool)| rules.parent(card, high).is_some();
                let parents = to_parents.into_iter().filter(has).map(|(place, _)| place);
                let places = [Place::Cell, Place::Bottom].into_iter().chain(parents);
                for to in places.map(To::Place).chain([To::Up]) {
                    let step = Step { card, to };
                    let text = text_by(rules, &[step, step]);
                    assert_eq!(steps_by(rules, &text), Ok(vec![step, step]), "{text}");
                    assert!(texts.insert(text));
                }
            }
            assert_eq!(texts.len(), moves);
            assert_eq!(steps_by(rules, NO_STEPS), Ok(Vec::new()));
        }
        let seven = Card::new(7, Suit::Hearts);
        let step = Step { card: seven, to: To::Place(Place::HighParent) };
        assert_eq!(
            (text_of_steps(&[step]), text_by(by_suit, &[step])),
            ("7HS".into(), "7HH".into())
        );
        for bad in ["", "7H", "7HSx", "7HD", "7HH", "KHS", "1HS", "7hS", "--", "7H7"] {
            assert!(steps_of_text(bad).is_err(), "{bad}");
        }
        assert!(["7HS", "7HD", "KHH"].iter().all(|bad| steps_by(by_suit, bad).is_err()));
    }

    #[test]
    fn a_state_of_another_group_is_refused() {
        let game = Game::new(Board::deal(11982, 4).expect("in range"), Prune::Safe);
        let state = Arrival::of_deal(&game).state;
        let group = Group::new(&game, state.fingerprint);
        let text = text_of_state(&group, state);
        let text = base64::as_text(&text);
        assert_eq!(state_of_text(&group, text), Ok(state));
        for bad in ["", "A", "AAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAB", "B_________________"] {
            assert!(state_of_text(&group, bad).is_err(), "{bad}");
        }
        let error = state_of_text(&group, "AAAAAAAAAAAAAAAA/A").expect_err("a strange letter");
        assert!(error.to_string().contains("`AAAAAAAAAAAAAAAA/A` is no state"), "{error}");
    }

    proptest! {
        #[test]
        fn what_is_read_is_written_the_same(text in "[A-Za-z0-9+_]{18}") {
            let game = Game::new(Board::deal(11982, 4).expect("in range"), Prune::Safe);
            let group = Group::new(&game, Arrival::of_deal(&game).state.fingerprint);
            if let Ok(state) = state_of_text(&group, &text) {
                let written = text_of_state(&group, state);
                prop_assert_eq!(base64::as_text(&written), text);
            }
        }

        #[test]
        fn ways_that_are_read_are_written_the_same(text in "([A2TKQ7][CDHS][cefCDHS]){1,4}") {
            if let Ok(steps) = steps_of_text(&text) {
                prop_assert_eq!(text_of_steps(&steps), text);
            }
        }
    }
}
