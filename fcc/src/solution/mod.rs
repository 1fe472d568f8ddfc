//! A solution: moves from a board, checked by playing them, and all that is printed of them.
//!
//! A search ends in a list of steps. [`Solution::of`] plays it on the board, joins what belongs together
//! into moves of sequences (`join`), counts, and refuses what does not win. There is no other way to
//! make one, so nobody can show what was not played. [`Solution::spelled`] is its standard notation.
//!
//! Where sequences move as one ([`crate::rules::Sequences`]), what a search moved together is one move in every
//! list: it can't always be written as moves of single cards, and needs no cell on the way.
//!
//! Moves are counted in the three ways that people use:
//!
//! 1. *Single cards*: every card that is moved; a sequence that moves as one counts its cards.
//! 2. *Sequences as one*: cards that go together from one column to another are one move; every
//!    card that goes to the foundation is one.
//! 3. *Without automatic foundation moves*: as before, less the cards that were safe to go up when
//!    they went ([`crate::rules`]), which any program for players sends up by itself.

mod join;
mod json;
mod spelled;

pub use json::MoveJson;
pub use spelled::Spelled;

use crate::board::Board;
use crate::convert::founded_of;
use crate::notation::{Move, Spot};
use crate::replay::{IllegalStep, replay, replay_named, replay_names};
use crate::rules::Prune;
use crate::trace::{Stage, Step};

/// The number of moves of a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Single cards that move, those to the foundations included.
    pub cards: usize,
    /// Moves, where a sequence that goes as one counts once.
    pub sequences: usize,
    /// Those of them that are no safe foundation moves.
    pub without_automatic: usize,
}

/// Moves that were played on a board, one card at a time and with sequences as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    board: Board,
    end: Board,
    singles: Vec<Move>,
    moves: Vec<Move>,
    /// How many single moves each move stands for.
    lengths: Vec<usize>,
    counts: Counts,
    stages: Vec<Stage>,
}

impl Solution {
    /// Plays the steps of a search that win.
    ///
    /// # Panics
    /// When a move is illegal or the game is not won at the end: a bug, and nothing may be printed.
    pub fn of(board: &Board, steps: &[Step]) -> Solution {
        let solution = Solution::of_way(board, steps);
        assert!(solution.end.is_won(), "the solution does not win:\n{}", solution.end);
        solution
    }

    /// Plays the steps of a search, wherever they lead.
    ///
    /// # Panics
    /// When a move is illegal.
    pub fn of_way(board: &Board, steps: &[Step]) -> Solution {
        let played = replay(board, steps)
            .unwrap_or_else(|illegal| panic!("the solution is wrong: {illegal}"));
        Solution::of_played(board, played)
    }

    /// Plays moves of single cards by their names, wherever they lead.
    pub fn of_names(board: &Board, names: &[&str]) -> Result<Solution, IllegalStep> {
        replay_names(board, names).map(|played| Solution::of_played(board, played))
    }

    /// Plays moves by their deepest cards and their names, wherever they lead: those of single cards, and
    /// those of sequences where they move as one.
    pub fn of_named(board: &Board, moves: &[(&str, &str)]) -> Result<Solution, IllegalStep> {
        replay_named(board, moves).map(|played| Solution::of_played(board, played))
    }

    /// Plays moves that win.
    ///
    /// # Panics
    /// When a move is illegal or the game is not won at the end: a bug, and nothing may be printed.
    pub fn of_moves(board: &Board, moves: Vec<Move>) -> Solution {
        let solution = Solution::of_moves_so_far(board, moves);
        assert!(solution.end.is_won(), "the solution does not win:\n{}", solution.end);
        solution
    }

    /// Plays moves, wherever they lead.
    ///
    /// # Panics
    /// When a move is illegal.
    pub fn of_moves_so_far(board: &Board, moves: Vec<Move>) -> Solution {
        let mut end = board.clone();
        moves.iter().for_each(|one| end.make(one));
        Solution::of_played(board, (moves, end))
    }

    fn of_played(board: &Board, (singles, end): (Vec<Move>, Board)) -> Solution {
        let (moves, lengths): (Vec<Move>, Vec<usize>) =
            join::join(board, &singles).into_iter().unzip();
        let automatic = automatic_moves(board, &singles);
        let cards = singles.iter().map(|one| one.cards.len()).sum();
        let sequences = moves.len();
        let counts = Counts { cards, sequences, without_automatic: sequences - automatic };
        Solution { board: board.clone(), end, singles, moves, lengths, counts, stages: Vec::new() }
    }

    /// The same with the FCCs that it leads through.
    pub fn through(self, stages: Vec<Stage>) -> Solution {
        Solution { stages, ..self }
    }

    /// The board it begins with.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board it leads to.
    pub fn end(&self) -> &Board {
        &self.end
    }

    /// The moves of single cards; where sequences move as one, as they were moved.
    pub fn singles(&self) -> &[Move] {
        &self.singles
    }

    /// The same with sequences as one.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves it has, counted in three ways.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The FCCs that it leads through, that of the deal first, where they are known.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The moves with sequences as one, in such a way that their names are read as what they are.
    pub fn spelled(&self) -> Vec<Spelled> {
        spelled::spelled(self)
    }
}

/// How many of the moves bring up a card that was safe to go.
fn automatic_moves(board: &Board, singles: &[Move]) -> usize {
    let rules = board.rules();
    if !rules.is_on_planes() {
        let before = std::iter::once(board.clone()).chain(board.after_each(singles));
        let is_safe = |(one, board): &(&Move, Board)| {
            let foundations = [board.foundations(), board.second_foundations()];
            one.to == Spot::Foundation && rules.is_safe_up(one.card(), foundations)
        };
        return singles.iter().zip(before).filter(is_safe).count();
    }
    let mut founded = founded_of(board);
    let mut automatic = 0;
    for one in singles.iter().filter(|one| one.to == Spot::Foundation) {
        let card = one.card().bit();
        automatic += usize::from(rules.safe_up(founded, Prune::Safe) & card != 0);
        founded |= card;
    }
    automatic
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::board::ReadOptions;
    use crate::card::Card;
    use crate::planes::Place;
    use crate::rules::Sequences;
    use crate::trace::To;

    /// Reads a board of a test.
    pub(crate) fn board(text: &str) -> Board {
        Board::read(text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Steps such as `JS cell, QH bottom, JS high, JS up`.
    pub(crate) fn steps(text: &str) -> Vec<Step> {
        let step = |words: &str| {
            let (name, to) = words.trim().split_once(' ').expect("a card and a place");
            let card = Card::all().find(|card| card.to_string() == name).expect("a card");
            let to = match to {
                "cell" => To::Place(Place::Cell),
                "bottom" => To::Place(Place::Bottom),
                "low" => To::Place(Place::LowParent),
                "high" => To::Place(Place::HighParent),
                "up" => To::Up,
                other => panic!("{other} is no place"),
            };
            Step { card, to }
        };
        text.split(',').map(step).collect()
    }

    const BOARD: &str =
        "Foundations: H-J C-K D-K S-T\nFreecells: -- --\n: KS\n: KH QS\n: QH JS\n:\n";

    #[test]
    fn a_solution_is_played_joined_and_counted() {
        let moves = "JS cell, QH bottom, JS high, JS up, QS up, QH up, KS up, KH up";
        let solution = Solution::of(&board(BOARD), &steps(moves));
        assert_eq!((solution.singles.len(), solution.moves.len()), (8, 6));
        assert_eq!(solution.lengths[0], 3);
        assert_eq!(solution.counts, Counts { cards: 8, sequences: 6, without_automatic: 1 });
        let names: Vec<String> = solution.singles.iter().map(ToString::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(Solution::of_names(&board(BOARD), &names), Ok(solution));
    }

    #[test]
    fn a_sequence_that_moves_as_one_is_one_move_and_its_cards_count() {
        let mut board = board(&BOARD.replace("-- --", "QH --").replace(": QH JS", ": JS"));
        board.rules.sequences = Sequences::Unlimited;
        let moves = "JS cell, QH bottom, JS high, QH high, JS up, QS up, QH up, KS up, KH up";
        let solution = Solution::of(&board, &steps(moves));
        let lengths: Vec<usize> = solution.singles.iter().map(|one| one.cards.len()).collect();
        assert_eq!(lengths, [1, 1, 1, 2, 1, 1, 1, 1, 1]);
        assert_eq!(solution.counts, Counts { cards: 10, sequences: 9, without_automatic: 4 });
        let card = |one: &Move| (one.card().to_string(), one.to_string());
        let named: Vec<(String, String)> = solution.singles.iter().map(card).collect();
        let named: Vec<_> = named.iter().map(|(card, name)| (&card[..], &name[..])).collect();
        assert_eq!(Solution::of_named(&board, &named), Ok(solution));
    }

    #[test]
    #[should_panic(expected = "the solution does not win")]
    fn moves_that_do_not_win_are_refused() {
        Solution::of(&board(BOARD), &steps("JS up, QS up, KS up"));
    }

    #[test]
    #[should_panic(expected = "the solution is wrong: move 2, of KS")]
    fn illegal_moves_are_refused() {
        Solution::of(&board(BOARD), &steps("JS up, KS up"));
    }
}
