//! How long a solution is, in the three ways in which people count, and sequences joined again.
//!
//! 1. *Single cards*: every card that is moved.
//! 2. *Sequences as one*: cards that go together from one column to another are one move; every
//!    card that goes to the foundation is one.
//! 3. *Without automatic foundation moves*: as before, less the cards that were safe to go up when
//!    they went ([`crate::rules`]), which any program for players sends up by itself.
//!
//! A list of single moves does not say which of them belong together. [`join`] finds out, from the
//! list and the board alone: a run of steps is one move when it moves nothing but the last *k*
//! cards of a column, *k* two or more and a legal sequence; when in the end these lie in the same
//! order on another column that was ready for them; and when *k* cards could have been moved at once
//! with the cells and columns that were free when the run began. Where such runs overlap, those are taken
//! that leave the fewest moves.

use crate::board::Board;
use crate::card::Card;
use crate::notation::Spot;
use crate::replay::{IllegalStep, Played, replay};
use crate::rules::{Prune, Rules};
use crate::trace::Step;

/// The number of moves of a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub cards: usize,
    pub sequences: usize,
    pub without_automatic: usize,
}

/// A move of one card or of a sequence between two named places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// How many cards.
    pub cards: usize,
    /// The deepest of them.
    pub base: Card,
    pub from: Spot,
    pub to: Spot,
    /// Whether it is a safe foundation move.
    pub automatic: bool,
    /// How many single moves of the list it stands for.
    pub steps: usize,
}

/// Counts the moves of a solution in the three ways.
pub fn counts(board: &Board, steps: &[Step]) -> Result<Counts, IllegalStep> {
    let moves = join(board, steps)?;
    let automatic = moves.iter().filter(|one| one.automatic).count();
    Ok(Counts {
        cards: steps.len(),
        sequences: moves.len(),
        without_automatic: moves.len() - automatic,
    })
}

/// The steps with those that move a sequence joined into one move.
pub fn join(board: &Board, steps: &[Step]) -> Result<Vec<Move>, IllegalStep> {
    let (played, _) = replay(board, steps)?;
    Ok(join_played(board, &played))
}

/// [`join`] for moves that have been played already.
pub fn join_played(board: &Board, played: &[Played]) -> Vec<Move> {
    let mut table = Tableau::of(board);
    let mut singles = Vec::with_capacity(played.len());
    // The runs that are moves of sequences: first step, the step behind the last, the move.
    let mut runs: Vec<(usize, usize, Move)> = Vec::new();
    for (at, step) in played.iter().enumerate() {
        singles.push(table.single(step));
        table.sequences_at(&played[at..], |steps, joined| runs.push((at, at + steps, joined)));
        table.make(step);
    }
    // From the end: the fewest moves that the steps from each one on can be read as.
    let mut fewest: Vec<(usize, usize, Move)> = Vec::with_capacity(played.len() + 1);
    for (at, &single) in singles.iter().enumerate().rev() {
        let moves_from = |end: usize| {
            let behind = played.len().checked_sub(end + 1);
            behind.map_or(0, |index| fewest[index].0)
        };
        let mut best = (1 + moves_from(at + 1), at + 1, single);
        while let Some(&(begin, end, joined)) = runs.last() {
            if begin != at {
                break;
            }
            if 1 + moves_from(end) < best.0 {
                best = (1 + moves_from(end), end, joined);
            }
            runs.pop();
        }
        fewest.push(best);
    }
    let mut moves = Vec::with_capacity(played.len());
    let mut at = 0;
    while at < played.len() {
        let (_, end, one) = fewest[played.len() - 1 - at];
        moves.push(one);
        at = end;
    }
    moves
}

/// The board while its moves are made.
struct Tableau {
    columns: Vec<Vec<Card>>,
    cells_free: usize,
    columns_empty: usize,
    founded: u64,
    rules: Rules,
}

impl Tableau {
    fn of(board: &Board) -> Tableau {
        let founded = crate::convert::founded_of(board);
        let columns = board.columns().to_vec();
        let cells_free = board.cells().iter().filter(|cell| cell.is_none()).count();
        let columns_empty = columns.iter().filter(|column| column.is_empty()).count();
        Tableau { columns, cells_free, columns_empty, founded, rules: board.rules() }
    }

    fn single(&self, step: &Played) -> Move {
        let up = step.to == Spot::Foundation;
        let automatic = up && self.rules.safe_up(self.founded, Prune::Safe) & step.card.bit() != 0;
        Move { cards: 1, base: step.card, from: step.from, to: step.to, automatic, steps: 1 }
    }

    fn make(&mut self, step: &Played) {
        match step.from {
            Spot::Column(column) => {
                self.columns[column].pop();
                self.columns_empty += usize::from(self.columns[column].is_empty());
            }
            Spot::Cell(_) => self.cells_free += 1,
            Spot::Foundation => unreachable!("cards do not come back"),
        }
        match step.to {
            Spot::Column(column) => {
                self.columns_empty -= usize::from(self.columns[column].is_empty());
                self.columns[column].push(step.card);
            }
            Spot::Cell(_) => self.cells_free -= 1,
            Spot::Foundation => self.founded |= step.card.bit(),
        }
    }

    /// Calls `visit` with each run at the beginning of the list that is the move of one sequence: its
    /// number of steps, shortest first, and the move.
    fn sequences_at(&self, played: &[Played], mut visit: impl FnMut(usize, Move)) {
        let Spot::Column(source) = played[0].from else { return };
        let column = &self.columns[source];
        let mut run = Run { moved: 0, places: [Spot::Foundation; 13] };
        for (index, step) in played.iter().enumerate() {
            if step.to == Spot::Foundation {
                break;
            }
            let Some(height) = self.height_in(column, step.card, run.moved + 1) else { break };
            run.moved = run.moved.max(height);
            run.places[height - 1] = step.to;
            if run.moved < 2 || height != 1 {
                continue;
            }
            let Some(target) = run.target() else { continue };
            // Once its last card has left, the source can serve as an empty column itself.
            if target != source && run.moved <= self.most(target) {
                let base = column[column.len() - run.moved];
                let (from, to) = (Spot::Column(source), Spot::Column(target));
                let (cards, steps) = (run.moved, index + 1);
                visit(steps, Move { cards, base, from, to, automatic: false, steps });
            }
        }
    }

    /// How many cards from the end of the column a card is, counted from 1, if no more than
    /// `height_max` and if the cards from there on are a sequence.
    fn height_in(&self, column: &[Card], card: Card, height_max: usize) -> Option<usize> {
        let mut height = 1;
        loop {
            let here = column[column.len() - height];
            if here == card {
                return Some(height);
            }
            let fits = height < height_max
                && height < column.len()
                && self.rules.goes_on(here, column[column.len() - height - 1]);
            if !fits {
                return None;
            }
            height += 1;
        }
    }

    /// How many cards can go to this column in one move.
    fn most(&self, target: usize) -> usize {
        let empty = self.columns_empty - usize::from(self.columns[target].is_empty());
        self.rules.sequence_max(self.cells_free as u32, empty as u32) as usize
    }
}

/// Where the cards of a run are: the last card of the source column first.
struct Run {
    moved: usize,
    places: [Spot; 13],
}

impl Run {
    /// The column that they all lie in. In order, then: a card can only be put on its parent.
    fn target(&self) -> Option<usize> {
        let Spot::Column(column) = self.places[0] else { return None };
        let together = self.places[..self.moved].iter().all(|&place| place == self.places[0]);
        together.then_some(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ReadOptions;
    use crate::planes::Place;
    use crate::trace::To;

    fn board() -> Board {
        let text = "Foundations: H-9 C-J D-T S-T\nFreecells: -- --\n\
                    : KS\n: KH QC JH TH\n: KD QS JD\n: KC QH JS\n: QD\n:\n";
        let read = Board::read(text, &ReadOptions::default());
        read.unwrap_or_else(|error| panic!("{error}"))
    }

    fn step(name: &str, to: To) -> Step {
        let card = Card::all().find(|card| card.to_string() == name).expect("a card");
        Step { card, to }
    }

    const CELL: To = To::Place(Place::Cell);
    const BOTTOM: To = To::Place(Place::Bottom);
    const LOW: To = To::Place(Place::LowParent);
    const HIGH: To = To::Place(Place::HighParent);

    fn lengths(steps: &[Step]) -> Vec<usize> {
        join(&board(), steps).expect("legal moves").iter().map(|one| one.cards).collect()
    }

    #[test]
    fn a_run_that_moves_a_sequence_is_one_move() {
        // QH and JS from KC onto KS.
        let run = [step("JS", CELL), step("QH", HIGH), step("JS", HIGH)];
        assert_eq!(lengths(&run), [2]);
        assert_eq!(lengths(&run[..2]), [1, 1]);
        // By way of the empty column.
        let run = [step("JS", BOTTOM), step("QH", HIGH), step("JS", HIGH)];
        assert_eq!(lengths(&run), [2]);
        // To the empty column.
        let run = [step("JS", CELL), step("QH", BOTTOM), step("JS", HIGH)];
        assert_eq!(lengths(&run), [2]);
    }

    #[test]
    fn a_run_with_a_foreign_card_in_it_is_not() {
        let run = [step("JS", CELL), step("QD", CELL), step("QH", HIGH), step("JS", HIGH)];
        assert_eq!(lengths(&run), [1, 1, 1, 1]);
        // JS ends on QD: another parent than the card it lay on.
        let run = [step("JS", CELL), step("QH", HIGH), step("JS", LOW)];
        assert_eq!(lengths(&run), [1, 1, 1]);
    }

    #[test]
    fn foundation_moves_count_one_each_and_safe_ones_can_be_left_out() {
        let run = [step("TH", To::Up), step("JH", To::Up), step("JD", To::Up), step("JS", To::Up)];
        let counts = counts(&board(), &run).expect("legal moves");
        assert_eq!((counts.cards, counts.sequences), (4, 4));
        assert_eq!(counts.without_automatic, 0);
    }
}
