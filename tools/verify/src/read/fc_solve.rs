//! What `fc-solve` prints: moves in sentences or by name, positions, or both.
//!
//! The output of every mixture of `-p`, `-t`, `-m`, `-sam`, `-sn` and `-snx` is read line by line: rules and
//! statistics are skipped, a move is a move, and a position that is shown becomes a step of its own,
//! so that the replay holds it against the moves or finds the move from it. The trace of a search
//! (`-s -i`), which ends where the solution's first rule stands, is skipped. When the program says
//! that it found nothing, there is nothing to check, and that is a fault.

use std::iter::Peekable;

use crate::card::RANK_MAX;
use crate::faults::{Faults, quoted};
use crate::moves::{Cards, MOVES_MAX, Move, Place, Step};
use crate::read::drawn::{is_first_of_drawing, read_drawn, take_drawing};
use crate::read::fc_name::{FIRST_SUIT_UP, read_name, read_suit_up};
use crate::read::shown::{read_shown, take_shown};
use crate::read::words::read_sentence;
use crate::solution::SolutionFault;

const FIRST_RULE: &str = "-=-=-";
const NO_SOLUTION: [&str; 2] = ["I could not solve this game", "Iterations count exceeded"];
/// How lines start that say nothing about moves; the last four come from its standard error.
const SKIPPED: [&str; 7] = [
    "This game is solveable.",
    "Total number of states checked is ",
    "This scan generated ",
    "Reading the board from ",
    "Please refer to the documentation for ",
    "http://fc-solve.shlomifish.org/",
    "To cancel this message set ",
];

/// Whether only this program prints such a line.
pub fn is_of_fc_solve(line: &str) -> bool {
    let starts = [FIRST_RULE, "==========", "Move ", "Move:", "Iteration:"];
    let starts = starts.iter().chain(&NO_SOLUTION).chain(&SKIPPED);
    starts.into_iter().any(|start| line.starts_with(start)) || is_first_of_drawing(line)
}

/// Reads the output.
pub fn read_fc_solve(text: &str) -> Result<Vec<Step>, Faults<SolutionFault>> {
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line)).peekable();
    let mut reader = Reader { counts_from_0: has_first_suit_up(text), ..Reader::default() };
    while let Some(first) = lines.next() {
        reader.read_some(first, &mut lines);
        if reader.steps.len() > MOVES_MAX {
            return Err(SolutionFault::TooManyMoves.into());
        }
    }
    reader.refuse_two_moves();
    reader.mark_unmarked();
    let Reader { steps, faults, .. } = reader;
    faults.or(|| steps)
}

#[derive(Default)]
struct Reader {
    steps: Vec<Step>,
    faults: Faults<SolutionFault>,
    /// Within the trace of a search.
    in_trace: bool,
    /// Names of whole suits that go up are counted from 0, and there are some.
    counts_from_0: bool,
    /// The last step is a name with two readings.
    two_moves: Option<TwoMoves>,
}

/// A name that means one of two moves.
struct TwoMoves {
    line: usize,
    token: String,
    readings: Vec<(Place, Place)>,
}

impl Reader {
    /// Reads a line, and those after it that belong to the same position.
    fn read_some<'a>(
        &mut self,
        first: (usize, &'a str),
        lines: &mut Peekable<impl Iterator<Item = (usize, &'a str)>>,
    ) {
        let (line, whole) = first;
        let text = whole.trim();
        if NO_SOLUTION.iter().any(|start| text.starts_with(start)) {
            self.faults.add(SolutionFault::NoSolution { line, found: quoted(text) });
        } else if text.starts_with("Iteration:") {
            self.in_trace = true;
        } else if text.starts_with(FIRST_RULE) {
            self.in_trace = false;
        } else if self.in_trace || is_skipped(text) {
            // Nothing about moves.
        } else if let Some(name) = text.strip_prefix("Move:") {
            self.read_names(line, name);
        } else if text.starts_with("Move ") {
            match read_sentence(line, text) {
                Ok(mv) => self.push_move(mv),
                Err(fault) => self.faults.add(fault),
            }
        } else if text.starts_with("Foundations:") {
            let taken = take_shown(first, lines);
            let step = read_shown(&taken, &mut self.faults);
            self.push_shown(step);
        } else if is_first_of_drawing(whole) {
            let taken = take_drawing(first, lines);
            let step = read_drawn(&taken, &mut self.faults);
            self.push_shown(step);
        } else {
            self.read_names(line, text);
        }
    }

    fn read_names(&mut self, line: usize, text: &str) {
        for token in text.split_whitespace() {
            if let Some(from) = read_suit_up(token).filter(|_| self.counts_from_0) {
                let (to, cards) = (Place::Foundations, Cards::Count(RANK_MAX.into()));
                self.push_move(Move { written: token.into(), from, to, cards });
                continue;
            }
            let (readings, cards) = read_name(token);
            let Some(&(from, to)) = readings.first() else {
                self.faults.add(SolutionFault::NotAMove { line, token: quoted(token) });
                continue;
            };
            self.push_move(Move { written: token.into(), from, to, cards });
            if readings.len() > 1 {
                self.two_moves = Some(TwoMoves { line, token: quoted(token), readings });
            }
        }
    }

    fn push_move(&mut self, mv: Move) {
        self.refuse_two_moves();
        self.steps.push(Step::Move(mv));
    }

    fn refuse_two_moves(&mut self) {
        if let Some(TwoMoves { line, token, .. }) = self.two_moves.take() {
            self.faults.add(SolutionFault::TwoMoves { line, token });
        }
    }

    fn push_shown(&mut self, step: Option<Step>) {
        let Some(step) = step else { return };
        let two_moves = self.two_moves.as_ref();
        if two_moves.is_some_and(|two| settle(&mut self.steps, &step, &two.readings)) {
            self.two_moves = None;
        }
        self.refuse_two_moves();
        self.steps.push(step);
    }

    /// Where one move is marked with its number of cards, one without a mark is of one card.
    fn mark_unmarked(&mut self) {
        let is_marked = |step: &Step| matches!(step, Step::Move(mv) if is_name_with_count(mv));
        if !self.steps.iter().any(is_marked) {
            return;
        }
        for step in &mut self.steps {
            if let Step::Move(mv) = step
                && mv.cards == Cards::Any
            {
                mv.cards = Cards::OneOntoEmpty;
            }
        }
    }
}

/// Whether some name is that of a whole suit from the first column.
fn has_first_suit_up(text: &str) -> bool {
    let names = text.lines().flat_map(|line| line.trim_start_matches("Move:").split_whitespace());
    names.into_iter().any(|name| name == FIRST_SUIT_UP)
}

fn is_name_with_count(mv: &Move) -> bool {
    mv.written.contains('v') && !mv.written.starts_with("Move")
}

/// Takes the reading of the last move whose source lost cards between the positions around it.
/// Fails if there is no position before it.
fn settle(steps: &mut [Step], after: &Step, readings: &[(Place, Place)]) -> bool {
    let [.., Step::Shown(before), Step::Move(mv)] = steps else { return false };
    let Step::Shown(after) = after else { return false };
    let loses_cards = |place: Place| match place {
        Place::Column(column) => {
            let length = |columns: &[Vec<_>]| columns.get(column).map(Vec::len);
            length(&before.position.columns) > length(&after.position.columns)
        }
        _ => false,
    };
    if let Some(&(from, to)) = readings.iter().find(|(from, _)| loses_cards(*from)) {
        (mv.from, mv.to) = (from, to);
    }
    true
}

fn is_skipped(text: &str) -> bool {
    let is_rule = text.len() >= 10 && text.bytes().all(|byte| byte == b'=' || byte == b'-');
    text.is_empty() || is_rule || SKIPPED.iter().any(|start| text.starts_with(start))
}
