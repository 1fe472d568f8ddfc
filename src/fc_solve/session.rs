//! One solver as callers of the library hold it: settings, a board, a search that can be stopped and gone on with, and
//! the moves that came of it, taken one by one.
//!
//! Limits are of expansions for a board in all. With a limit the search is [`Solver::resume_within`]; without one all
//! stages of a solver settle the board. What a limit has ended is suspended, and the moves so far lead to the most
//! promising position; *impossible* is always proved.

use super::answer::{named_moves, options, shorter};
use super::arguments::Change;
use super::board;
use super::settings::Settings;
use crate::format::fc_solve::{Told, position, told};
use crate::solver::{Answer, Iteration, Verdict, Why};
use crate::{Board, Solver};
use fcc::notation::{Move, Spot};
use fcc::rules::Rules;

pub use crate::format::fc_solve::{Form, Naming, name, sentence};

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// No board was given.
    NotBegun,
    /// There are moves that win.
    Solved,
    /// There is no solution: proved.
    Impossible,
    /// The limit of expansions has come.
    Suspended,
    /// The soft limit has come first.
    SoftlySuspended,
    /// The board is none.
    InvalidBoard,
}

type Handler = Box<dyn FnMut(&Iteration) + Send>;

/// A solver, its settings, and what came of the last board.
pub struct Session {
    settings: Settings,
    soft_limit: Option<u64>,
    solver: Option<Solver>,
    make_handler: Option<Box<dyn Fn() -> Handler>>,
    state: State,
    board: Option<Board>,
    /// After the moves that were taken.
    current: Option<Board>,
    /// Those to the best position after a limit are found when they are asked for.
    moves: Option<Vec<Move>>,
    taken: usize,
    checked: u64,
    stored: u64,
    error: Option<String>,
}

impl Default for Session {
    fn default() -> Session {
        Session {
            settings: Settings::default(),
            soft_limit: None,
            solver: None,
            make_handler: None,
            state: State::NotBegun,
            board: None,
            current: None,
            moves: None,
            taken: 0,
            checked: 0,
            stored: 0,
            error: None,
        }
    }
}

impl Session {
    /// Forgets the board; settings and memory stay.
    pub fn recycle(&mut self) {
        (self.state, self.board, self.current) = (State::NotBegun, None, None);
        (self.moves, self.taken, self.checked, self.stored) = (None, 0, 0, 0);
        self.error = None;
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        *self = Session::default();
    }

    /// Makes a change of the settings; what is wrong with it is kept.
    pub fn change(&mut self, change: Change<'_>) -> Result<(), String> {
        if let Change::Reset = change {
            self.reset();
            return Ok(());
        }
        let made = self.settings.make(change);
        if let Err(why) = &made {
            self.error = Some(why.clone());
        }
        made
    }

    /// Sets one option of the command line.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        self.change(Change::Option(option, value))
    }

    /// Whether solutions are made shorter.
    pub fn optimise(&mut self, optimises: bool) {
        self.settings.scans.optimises = optimises;
    }

    /// Scans that were asked for, at least one.
    pub fn scans(&self) -> usize {
        self.settings.scans.number()
    }

    /// Goes back to the rules of FreeCell.
    pub fn set_usual_rules(&mut self) {
        self.settings.rules = Rules::USUAL;
    }

    /// Limits expansions; nothing is no limit.
    pub fn limit(&mut self, iterations_max: Option<u64>) {
        self.settings.iterations_max = iterations_max;
    }

    /// The limit of expansions.
    pub fn limited_to(&self) -> Option<u64> {
        self.settings.iterations_max
    }

    /// The limit that suspends a search softly.
    pub fn limit_softly(&mut self, iterations_max: Option<u64>) {
        self.soft_limit = iterations_max;
    }

    /// Limits states that are stored.
    pub fn limit_states(&mut self, states_max: Option<u64>) {
        self.settings.states_max = states_max;
    }

    /// Who hears of every iteration: a function that makes the one that is called.
    pub fn on_iteration(&mut self, make_handler: Option<Box<dyn Fn() -> Handler>>) {
        self.make_handler = make_handler;
    }

    /// Reads a board and searches it.
    pub fn solve(&mut self, text: &str) -> State {
        self.recycle();
        match board::read(text, self.settings.rules, self.settings.form) {
            Err(error) => {
                self.error = Some(error);
                self.state = State::InvalidBoard;
                return self.state;
            }
            Ok(board) => self.board = Some(board),
        }
        let options = options(&self.settings);
        let kept = self.solver.take().filter(|kept| kept.options().plan == options.plan);
        let mut solver = kept.unwrap_or_else(|| Solver::new(options.clone()));
        solver.set_options(options);
        match &self.make_handler {
            Some(make) => solver.on_iteration(1, make()),
            None => solver.on_no_iteration(),
        }
        self.solver = Some(solver);
        self.search(true)
    }

    /// Goes on with the board within the limits of now. A search that has ended stays as it is.
    pub fn resume(&mut self) -> State {
        match self.state {
            State::Suspended | State::SoftlySuspended => self.search(false),
            ended => ended,
        }
    }

    fn search(&mut self, begins: bool) -> State {
        let (Some(solver), Some(board)) = (&mut self.solver, &self.board) else {
            return self.state;
        };
        let limits = [self.settings.iterations_max, self.soft_limit];
        let answer = match limits.into_iter().flatten().min() {
            Some(limit) => {
                if begins {
                    solver.begin(board);
                }
                let answer = solver.resume_within(limit);
                self.checked = solver.spent();
                answer
            }
            None => {
                let answer = solver.solve(board);
                self.checked = answer.iterations + answer.classes;
                answer
            }
        };
        self.stored = answer.stored + answer.classes;
        (self.current, self.taken, self.moves) = (Some(board.clone()), 0, None);
        self.state = self.ended(answer);
        self.state
    }

    fn ended(&mut self, answer: Answer) -> State {
        match answer.verdict {
            Verdict::Solvable(solution) => {
                let shorter =
                    self.board.as_ref().and_then(|board| shorter(board, &solution, &self.settings));
                let solution = shorter.as_ref().unwrap_or(&solution);
                self.moves = Some(named_moves(solution, self.settings.form.naming));
                State::Solved
            }
            Verdict::Impossible(_) => State::Impossible,
            Verdict::Undecided(why) => {
                if let Why::Failed(why) = why {
                    self.error = Some(why);
                }
                let is_soft = match (self.soft_limit, self.settings.iterations_max) {
                    (Some(soft), Some(hard)) => soft < hard,
                    (soft, _) => soft.is_some(),
                };
                if is_soft { State::SoftlySuspended } else { State::Suspended }
            }
        }
    }

    /// How the search stands.
    pub fn state(&self) -> State {
        self.state
    }

    /// What was wrong last.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Expansions used for the board.
    pub fn checked(&self) -> u64 {
        self.checked
    }

    /// States stored for the board.
    pub fn stored(&self) -> u64 {
        self.stored
    }

    /// The moves of the solution, or those so far after a limit.
    pub fn moves(&mut self) -> &[Move] {
        let is_suspended = matches!(self.state, State::Suspended | State::SoftlySuspended);
        if self.moves.is_none() && is_suspended {
            let best = self.solver.as_mut().and_then(Solver::way_to_best);
            self.moves = best.map(|way| named_moves(&way, self.settings.form.naming));
        }
        self.moves.as_deref().unwrap_or_default()
    }

    /// Moves that were not taken yet.
    pub fn moves_left(&mut self) -> usize {
        let taken = self.taken;
        self.moves().len() - taken
    }

    /// Takes the next move: what is told of it, and the foundation that it leads to.
    pub fn next_move(&mut self) -> Option<(Told, Option<usize>)> {
        let taken = self.taken;
        let one = self.moves().get(taken)?.clone();
        let current = self.current.as_mut()?;
        let told = told(&one, current);
        let foundation = (one.to == Spot::Foundation).then(|| foundation_of(&one, current));
        current.make(&one);
        self.taken += 1;
        Some((told, foundation))
    }

    /// The position after the moves that were taken.
    pub fn current(&self) -> Option<&Board> {
        self.current.as_ref()
    }

    /// That position as text.
    pub fn position(&self, form: Form) -> Option<String> {
        Some(position(self.current.as_ref()?, form))
    }
}

/// The foundation that a card goes to, as callers count them: hearts, clubs, diamonds, spades, then those of the second
/// deck.
fn foundation_of(one: &Move, before: &Board) -> usize {
    let suit = one.card().suit();
    let place = "HCDS".find(suit.letter()).unwrap_or_default();
    let lowest = one.cards.iter().map(|card| card.rank()).min().unwrap_or_default();
    let is_second = before.foundations()[suit.index()] + 1 != lowest;
    place + if is_second { 4 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::arguments::{self, Ended, Files};
    use super::*;

    fn session(line: &str) -> Session {
        let mut session = Session::default();
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let mut nobody = |_: &[String], _: usize, _: u32| arguments::Heard::Other;
        let mut changer = |change: Change<'_>| session.change(change);
        let read = arguments::read(&words, 0, &Files::default(), &mut nobody, &mut changer);
        assert_eq!(read, (words.len(), Ended::Done));
        session
    }

    fn text(number: u64) -> String {
        Board::deal(number, 4).expect("a deal").to_string()
    }

    fn play(session: &mut Session) -> usize {
        let moves = session.moves_left();
        assert_eq!(std::iter::from_fn(|| session.next_move()).count(), moves);
        assert_eq!(session.moves_left(), 0);
        moves
    }

    #[test]
    fn a_search_in_steps_ends_as_one_without() {
        for number in [1, 31_465, 11_982] {
            let mut whole = session("-mi 200000");
            let verdict = whole.solve(&text(number));
            let mut stepped = session("-l slick-rock");
            stepped.settings = whole.settings.clone();
            let mut limit = 0;
            stepped.limit(Some(limit));
            let mut state = stepped.solve(&text(number));
            while state == State::Suspended {
                assert_eq!(stepped.checked(), limit, "{number}");
                limit += 97;
                stepped.limit(Some(limit));
                state = stepped.resume();
            }
            assert_eq!((state, limit <= 200_000), (verdict, true), "{number}");
            assert_eq!(stepped.moves(), whole.moves(), "{number}");
        }
    }

    #[test]
    fn moves_are_taken_one_by_one_and_lead_to_the_win() {
        let mut session = session("-mi 100000");
        assert_eq!(session.solve(&text(617)), State::Solved);
        assert!(play(&mut session) > 60);
        assert!(session.current().is_some_and(Board::is_won));
        assert_eq!(session.resume(), State::Solved);
        session.recycle();
        assert_eq!((session.state(), session.moves_left()), (State::NotBegun, 0));
    }

    #[test]
    fn the_lower_of_two_limits_suspends() {
        let mut session = session("-mi 300");
        session.limit_softly(Some(100));
        assert_eq!(session.solve(&text(11_982)), State::SoftlySuspended);
        assert_eq!(session.checked(), 100);
        assert!(play(&mut session) > 0);
        session.limit_softly(Some(400));
        assert_eq!((session.resume(), session.checked()), (State::Suspended, 300));
    }

    #[test]
    fn a_board_that_is_none_is_told() {
        let mut session = session("");
        assert_eq!(session.solve("FC: 2H\n"), State::InvalidBoard);
        assert!(session.error().is_some_and(|error| error.starts_with("Not enough input")));
        assert_eq!((session.resume(), session.moves_left()), (State::InvalidBoard, 0));
    }

    #[test]
    fn iterations_are_heard() {
        use std::sync::{Arc, Mutex};
        let mut session = session("-mi 25");
        let heard = Arc::new(Mutex::new(Vec::new()));
        let to = Arc::clone(&heard);
        session.on_iteration(Some(Box::new(move || {
            let to = Arc::clone(&to);
            Box::new(move |told| to.lock().expect("no panic").push(told.number))
        })));
        session.solve(&text(11_982));
        session.limit(Some(40));
        session.resume();
        assert_eq!(*heard.lock().expect("no panic"), (0..40).collect::<Vec<u64>>());
    }
}
