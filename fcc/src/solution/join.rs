//! Sequences joined again.
//!
//! A list of single moves does not say which of them belong together. [`join`] finds out, from the
//! list and the board alone: a run of steps is one move when it moves nothing but the last *k*
//! cards of a column, *k* two or more and a legal sequence; when in the end these lie in the same
//! order on another column that was ready for them; and when *k* cards could have been moved at once
//! with the cells and columns that were free when the run began. Where such runs overlap, those are taken
//! that leave the fewest moves. A move of several cards in the list (where sequences move as one) is no part
//! of a run: it is one move already.
//!
//! With two decks a card has a twin. A step belongs to a run only if it takes the card from where the run has left
//! it: the move of a twin is one of a foreign card.

use crate::board::Board;
use crate::card::Card;
use crate::notation::{Move, Spot};

/// Legal moves with those of single cards that move a sequence joined into one, each with how many of
/// the single moves it stands for.
pub fn join(board: &Board, singles: &[Move]) -> Vec<(Move, usize)> {
    let mut board = board.clone();
    // The runs that are moves of sequences, for each step that they may begin with.
    let mut runs: Vec<Vec<(Move, usize)>> = Vec::with_capacity(singles.len());
    for (at, single) in singles.iter().enumerate() {
        runs.push(sequences_at(&board, &singles[at..]));
        board.make(single);
    }
    // From the end: the fewest moves that the steps from each one on can be read as.
    let mut fewest = vec![0; singles.len() + 1];
    let mut best: Vec<(Move, usize)> = Vec::with_capacity(singles.len());
    for (at, runs) in runs.into_iter().enumerate().rev() {
        let of_one = (singles[at].clone(), 1);
        let shortest_last = [of_one].into_iter().chain(runs.into_iter().rev());
        let chosen = shortest_last.min_by_key(|(_, steps)| fewest[at + steps]);
        let chosen = chosen.expect("the single move is there");
        fewest[at] = 1 + fewest[at + chosen.1];
        best.push(chosen);
    }
    best.reverse();
    let mut next = 0;
    let is_begun = |(at, (_, steps)): &(usize, (Move, usize))| {
        let begins = *at == next;
        next += if begins { *steps } else { 0 };
        begins
    };
    best.into_iter().enumerate().filter(is_begun).map(|(_, joined)| joined).collect()
}

/// The runs at the beginning of the list that are the move of one sequence, shortest first, each with its
/// number of steps.
fn sequences_at(board: &Board, singles: &[Move]) -> Vec<(Move, usize)> {
    let mut found = Vec::new();
    let Spot::Column(source) = singles[0].from else { return found };
    let column = &board.columns()[source];
    let mut run = Run { moved: 0, places: [Spot::Foundation; 13] };
    for (index, single) in singles.iter().enumerate() {
        if single.to == Spot::Foundation || single.cards.len() > 1 {
            break;
        }
        let Some(height) = height_in(board, column, single.card(), run.moved + 1) else { break };
        if single.from != run.place(height, source) {
            break;
        }
        run.moved = run.moved.max(height);
        run.places[height - 1] = single.to;
        if run.moved < 2 || height != 1 {
            continue;
        }
        let Some(target) = run.target() else { continue };
        // Once its last card has left, the source can serve as an empty column itself.
        if target != source && run.moved <= board.room(target) {
            let cards = column[column.len() - run.moved..].to_vec();
            let (from, to) = (Spot::Column(source), Spot::Column(target));
            found.push((Move { cards, from, to }, index + 1));
        }
    }
    found
}

/// How many cards from the end of the column a card is, counted from 1, if no more than
/// `height_max` and if the cards from there on are a sequence.
fn height_in(board: &Board, column: &[Card], card: Card, height_max: usize) -> Option<usize> {
    let mut height = 1;
    loop {
        let here = column[column.len() - height];
        if here == card {
            return Some(height);
        }
        let fits = height < height_max
            && height < column.len()
            && board.rules().moves_with(here, column[column.len() - height - 1]);
        if !fits {
            return None;
        }
        height += 1;
    }
}

/// Where the cards of a run are: the last card of the source column first.
struct Run {
    moved: usize,
    places: [Spot; 13],
}

impl Run {
    /// Where the card of this height lies.
    fn place(&self, height: usize, source: usize) -> Spot {
        if height > self.moved { Spot::Column(source) } else { self.places[height - 1] }
    }

    /// The column that they all lie in. In order, then: a card can only be put on its parent.
    fn target(&self) -> Option<usize> {
        let Spot::Column(column) = self.places[0] else { return None };
        let together = self.places[..self.moved].iter().all(|&place| place == self.places[0]);
        together.then_some(column)
    }
}

#[cfg(test)]
mod tests {
    use crate::solution::tests::{board, steps};
    use crate::solution::{Counts, Solution};

    const BOARD: &str = "Foundations: H-9 C-J D-T S-T\nFreecells: -- --\n\
                         : KS\n: KH QC JH TH\n: KD QS JD\n: KC QH JS\n: QD\n:\n";

    fn lengths(moves: &str) -> Vec<usize> {
        let way = Solution::of_way(&board(BOARD), &steps(moves));
        way.moves().iter().map(|one| one.cards.len()).collect()
    }

    #[test]
    fn a_run_that_moves_a_sequence_is_one_move() {
        // QH and JS from KC onto KS.
        assert_eq!(lengths("JS cell, QH high, JS high"), [2]);
        assert_eq!(lengths("JS cell, QH high"), [1, 1]);
        // By way of the empty column.
        assert_eq!(lengths("JS bottom, QH high, JS high"), [2]);
        // To the empty column.
        assert_eq!(lengths("JS cell, QH bottom, JS high"), [2]);
    }

    #[test]
    fn a_run_with_a_foreign_card_in_it_is_not() {
        assert_eq!(lengths("JS cell, QD cell, QH high, JS high"), [1, 1, 1, 1]);
        // JS ends on QD: another parent than the card it lay on.
        assert_eq!(lengths("JS cell, QH high, JS low"), [1, 1, 1]);
    }

    #[test]
    fn the_twin_of_a_card_is_a_foreign_card() {
        // JS comes off column 1, and QH of column 2, not the one under JS, goes to column 3.
        let text = "# rules: freecells 2, columns 4, decks 2\n\
                    Foundations: H-J C-K D-K S-T H-J C-K D-K S-T\nFreecells: -- --\n\
                    : KS QH JS\n: KH KH JS QH\n: QS QS KS\n:\n";
        let lengths = |names: &str| {
            let names: Vec<&str> = names.split(' ').collect();
            let way = Solution::of_names(&board(text), &names).expect("legal moves");
            way.moves().iter().map(|one| one.cards.len()).collect::<Vec<_>>()
        };
        assert_eq!(lengths("1a 23 a3"), [1, 1, 1]);
        assert_eq!(lengths("1a 13 a3"), [2]);
    }

    #[test]
    fn foundation_moves_count_one_each_and_safe_ones_can_be_left_out() {
        let way = Solution::of_way(&board(BOARD), &steps("TH up, JH up, JD up, JS up"));
        assert_eq!(way.counts(), Counts { cards: 4, sequences: 4, without_automatic: 0 });
    }
}
