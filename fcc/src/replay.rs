//! Playing moves on a board, by the rules of the game and nothing else.
//!
//! A path that was traced is a list of cards and kinds of places. Here it is played on lists of cards,
//! where every column and cell has a name, and every move is checked against the sentence of the rule
//! book ([`Board::play`]): the last thing before it is printed.

use crate::board::Board;
use crate::notation::Move;
use crate::trace::Step;
use std::fmt;

/// A move that the rules do not allow: the path is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalStep {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its card or its name.
    pub what: String,
    /// Why the rules do not allow it, as the end of a sentence.
    pub reason: &'static str,
}

impl fmt::Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}, {}: {}", self.number, self.what, self.reason)
    }
}

impl std::error::Error for IllegalStep {}

/// Plays all steps from a board. Returns the moves with their places and the board they lead to.
pub fn replay(board: &Board, steps: &[Step]) -> Result<(Vec<Move>, Board), IllegalStep> {
    let named = |board: &Board, &step: &Step| board.named(step);
    play_all(board, steps, named, |step| format!("of {}", step.card))
}

/// The same for moves of single cards by their names in standard notation.
pub fn replay_names(board: &Board, names: &[&str]) -> Result<(Vec<Move>, Board), IllegalStep> {
    let named = |board: &Board, name: &&str| {
        let (from, to) = crate::notation::places_of(name).ok_or("it is the name of no move")?;
        board.single(from, to).ok_or("no card is there")
    };
    play_all(board, names, named, |name| (*name).to_owned())
}

fn play_all<T>(
    board: &Board,
    list: &[T],
    named: impl Fn(&Board, &T) -> Result<Move, &'static str>,
    what: impl Fn(&T) -> String,
) -> Result<(Vec<Move>, Board), IllegalStep> {
    let mut board = board.clone();
    let mut moves = Vec::with_capacity(list.len());
    for (index, item) in list.iter().enumerate() {
        let illegal = |reason| IllegalStep { number: index + 1, what: what(item), reason };
        let one = named(&board, item).map_err(illegal)?;
        board.play(&one).map_err(illegal)?;
        moves.push(one);
    }
    Ok((moves, board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ReadOptions;
    use crate::card::Card;
    use crate::planes::Place;
    use crate::trace::To;

    fn board() -> Board {
        let text = "Foundations: H-Q C-K D-Q S-J\nFreecells: --\n: KS\n: KD QS\n: KH\n:\n";
        Board::read(text, &ReadOptions::default()).expect("a board")
    }

    fn step(name: &str, to: To) -> Step {
        let card = Card::all().find(|card| card.to_string() == name).expect("a card");
        Step { card, to }
    }

    #[test]
    fn moves_get_the_names_of_their_places() {
        let steps = [
            step("QS", To::Place(Place::Cell)),
            step("QS", To::Place(Place::HighParent)),
            step("QS", To::Place(Place::Bottom)),
            step("QS", To::Up),
            step("KD", To::Up),
            step("KS", To::Up),
            step("KH", To::Up),
        ];
        let (moves, end) = replay(&board(), &steps).expect("legal moves");
        let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["2a", "a3", "34", "4h", "2h", "1h", "3h"]);
        assert!(end.is_won() && !board().is_won());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(replay_names(&board(), &names), Ok((moves, end)));
    }

    #[test]
    fn every_rule_is_checked() {
        let refused = |steps: &[Step]| replay(&board(), steps).expect_err("illegal").to_string();
        assert!(refused(&[step("KD", To::Up)]).contains("not free to move"));
        assert!(refused(&[step("KS", To::Up)]).contains("not waiting"));
        assert!(refused(&[step("QS", To::Place(Place::LowParent))]).contains("no card it goes on"));
        let cell = To::Place(Place::Cell);
        assert!(refused(&[step("KH", cell), step("QS", cell)]).contains("move 2, of QS: no cell"));
        let bottom = To::Place(Place::Bottom);
        assert!(refused(&[step("QS", bottom), step("QS", bottom)]).contains("no column is empty"));
        assert!(refused(&[step("KH", cell), step("KH", cell)]).contains("no cell"));
        for wrong in ["29", "", "2", "4a", "22", "2n", "2é", "b1", "hh", "13"] {
            assert!(replay_names(&board(), &[wrong]).is_err(), "{wrong}");
        }
    }
}
