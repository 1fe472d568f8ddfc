//! Any solution made shorter: quicker ways are sought through windows of its path.
//!
//! The complete search goes from component to component, and what is traced from its records wanders:
//! two to four times as many moves as are needed, and every one of them in the way of leaving others out.
//! But its positions are good landmarks. Between two of them that are a few moves apart a search knows
//! exactly where it is to come out ([`super::between`]), and mostly settles within some hundred
//! positions whether there is a quicker way.
//!
//! So a window slides along the path, half its length at a time; where a quicker way is found it takes
//! the place of the old one and the window is tried again. Narrow windows with little effort come first,
//! wider ones and more effort later (`ROUNDS`); after each pass moves are left out and shortcuts
//! taken as [`super::shorten`] does. When a round of rounds gains nothing, it is done. It can be stopped at
//! any time, and what has been gained by then is given. Most of it is gained in the first hundredth of a
//! second: of 210 moves in the mean 103.5 are left after 0.02 s and 102.0 after 0.1 s. Beginning with
//! wider windows is no quicker and ends in longer ways: 107 to 110.

use super::between::{Between, Effort, Goal};
use super::position::{Atom, Position, after};
use super::shorten::{is_legal, shortcuts, shorten};
use super::walk::Walk;
use crate::arrival::Arrival;
use crate::board::Board;
use crate::game::Game;
use crate::rules::Prune;
use crate::solution::Solution;
use crate::trace::{Step, To};

/// Windows of so many moves, each searched with so many positions.
struct Round {
    moves: usize,
    positions_max: usize,
}

const fn round(moves: usize, positions_max: usize) -> Round {
    Round { moves, positions_max }
}

const ROUNDS: [Round; 10] = [
    round(8, 1_000),
    round(16, 1_000),
    round(32, 1_000),
    round(64, 1_000),
    round(16, 8_000),
    round(32, 8_000),
    round(64, 8_000),
    round(128, 8_000),
    round(64, 64_000),
    round(512, 64_000),
];
/// A round goes along the path once more if that has gained a move and one in so many.
const AGAIN_ONE_IN: usize = 20;
/// Atoms of a path from which moves are left out one by one: the time goes with their square.
const LEAVE_OUT_MAX: usize = 2_000;
/// Atoms of a path that is searched for shortcuts, which counts moves in 16 bits.
const SHORTCUTS_MAX: usize = 60_000;

/// A solution with no more moves than this one, sequences counted as one, and no more single cards
/// if the moves are as many. `is_over` is asked every few dozen positions. Memory: 64 MiB for the
/// positions of a search, beside the path.
///
/// # Panics
/// When the steps are illegal or do not win.
pub fn shorten_solution(board: &Board, steps: Vec<Step>, is_over: &dyn Fn() -> bool) -> Vec<Step> {
    let moves = moves_of_win(board, &steps);
    let game = Game::new(board.clone(), Prune::Safe);
    let Some(mut atoms) = atoms_of(&game, &steps) else { return steps };
    let mut windows = Windows { game: &game, is_over, between: Between::new(&game) };
    windows.tidy(&mut atoms);
    windows.run(&mut atoms);
    let mut walk = Walk::new(&game);
    atoms.iter().for_each(|&atom| walk.make(atom));
    walk.play_out();
    if moves_of_win(board, &walk.steps) < moves { walk.steps } else { steps }
}

/// The moves of a solution, and the single cards.
fn moves_of_win(board: &Board, steps: &[Step]) -> (usize, usize) {
    let counts = Solution::of(board, steps).counts();
    (counts.sequences, counts.cards)
}

/// The steps as atoms of one card each, up to where no card is stuck. Safe moves are made at once here,
/// however late they come in the list. That takes no move away, since what could lie on a safe card is
/// safe itself; steps that then change nothing are left out.
fn atoms_of(game: &Game, steps: &[Step]) -> Option<Vec<Atom>> {
    let mut position = Arrival::of_deal(game);
    let mut atoms = Vec::with_capacity(steps.len());
    for &Step { card, to } in steps {
        let state = position.state;
        if state.fingerprint.is_won() {
            break;
        }
        let is_loose = state.fingerprint.loose() & card.bit() != 0;
        let is_up = state.fingerprint.founded & card.bit() != 0;
        if is_up || is_loose && to == To::Place(state.place(card)) {
            continue;
        }
        let atom = Atom { card: card.bit(), to };
        if !is_legal(game, &position, atom) {
            return None;
        }
        atoms.push(atom);
        position = after(game, position, atom);
    }
    (position.state.fingerprint.is_won()).then_some(atoms)
}

/// Moves of a path that are not to the foundation.
fn moves_of(atoms: &[Atom]) -> usize {
    atoms.iter().filter(|atom| atom.to != To::Up).count()
}

struct Windows<'a> {
    game: &'a Game,
    is_over: &'a dyn Fn() -> bool,
    between: Between<'a>,
}

/// A place on a path: the atoms before it, and the position that they lead to.
#[derive(Clone, Copy)]
struct Waypoint {
    atoms: usize,
    position: Position,
}

/// A part of a path: the atoms from one number to another.
struct Window {
    end: Waypoint,
    moves: usize,
    /// Where the next window begins.
    next: Waypoint,
}

impl Windows<'_> {
    /// All rounds, again and again until they gain nothing or it is over.
    fn run(&mut self, atoms: &mut Vec<Atom>) {
        loop {
            let before = moves_of(atoms);
            ROUNDS.iter().for_each(|round| self.round(atoms, round));
            if (self.is_over)() || moves_of(atoms) == before {
                return;
            }
        }
    }

    fn round(&mut self, atoms: &mut Vec<Atom>, round: &Round) {
        while !(self.is_over)() {
            let before = moves_of(atoms);
            self.pass(atoms, round);
            self.tidy(atoms);
            if before - moves_of(atoms) <= before / AGAIN_ONE_IN {
                return;
            }
        }
    }

    /// Leaves moves out and takes shortcuts, where that makes the path shorter.
    fn tidy(&self, atoms: &mut Vec<Atom>) {
        let mut tidied = atoms.clone();
        if tidied.len() <= SHORTCUTS_MAX {
            shortcuts(self.game, &mut tidied);
        }
        if tidied.len() <= LEAVE_OUT_MAX {
            shorten(self.game, &mut tidied);
        }
        if moves_of(&tidied) < moves_of(atoms) {
            *atoms = tidied;
        }
    }

    /// Slides a window along the path.
    fn pass(&mut self, atoms: &mut Vec<Atom>, round: &Round) {
        let effort = Effort { positions_max: round.positions_max, is_over: self.is_over };
        let mut start = Waypoint { atoms: 0, position: Arrival::of_deal(self.game) };
        while start.atoms < atoms.len() && !(self.is_over)() {
            let Window { end, moves, next } = self.window(atoms, start, round.moves);
            let is_last = end.atoms == atoms.len();
            let goal = if is_last { Goal::Won } else { Goal::At(end.position) };
            match self.between.quicker(start.position, &goal, moves, effort) {
                Some(quicker) => drop(atoms.splice(start.atoms..end.atoms, quicker)),
                None if is_last => return,
                None => start = next,
            }
        }
    }

    /// The window of so many moves, or fewer at the end of the path, that begins here.
    fn window(&self, atoms: &[Atom], start: Waypoint, moves_max: usize) -> Window {
        let (mut end, mut moves, mut next) = (start, 0, None);
        while end.atoms < atoms.len() && moves < moves_max {
            let atom = atoms[end.atoms];
            moves += usize::from(atom.to != To::Up);
            end = Waypoint { atoms: end.atoms + 1, position: after(self.game, end.position, atom) };
            if moves * 2 <= moves_max || next.is_none() {
                next = Some(end);
            }
        }
        let next = next.expect("the path goes on, and a window has a move");
        Window { end, moves, next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::replay;

    /// Sends each card up as late as the rules allow it.
    fn with_late_foundation_moves(board: &Board, steps: &[Step]) -> Vec<Step> {
        let mut late = steps.to_vec();
        for from in (0..late.len()).rev().filter(|&at| steps[at].to == To::Up) {
            let mut to = from;
            while to + 1 < late.len() {
                late.swap(to, to + 1);
                if replay(board, &late).is_err() {
                    late.swap(to, to + 1);
                    break;
                }
                to += 1;
            }
        }
        late
    }

    fn solved(board: &Board) -> Option<Vec<Step>> {
        use super::super::{engine, outcome::Outcome, presets};
        let mut engine = engine::Engine::new(presets::quick(), engine::Limits::default());
        engine.start(board);
        match engine.run(2_000, &|| false) {
            Outcome::Solved(steps) => Some(steps),
            _ => None,
        }
    }

    #[test]
    fn steps_become_atoms_however_late_cards_go_up() {
        let mut compared = 0;
        for deal in 1..40 {
            let board = Board::deal(deal, 4).expect("a deal");
            let Some(steps) = solved(&board) else { continue };
            let late = with_late_foundation_moves(&board, &steps);
            assert!(replay(&board, &late).expect("legal moves").1.is_won(), "deal {deal}");
            let game = Game::new(board, Prune::Safe);
            for list in [&steps, &late] {
                let atoms = atoms_of(&game, list).unwrap_or_else(|| panic!("deal {deal}"));
                assert!(moves_of(&atoms) <= list.iter().filter(|step| step.to != To::Up).count());
            }
            compared += usize::from(late != steps);
        }
        assert!(compared > 20, "only {compared} lists with late foundation moves");
    }

    #[test]
    #[should_panic(expected = "the solution does not win")]
    fn a_list_that_does_not_win_is_refused() {
        let board = Board::deal(1, 4).expect("a deal");
        let steps = solved(&board).expect("it is easy");
        shorten_solution(&board, steps[..steps.len() - 1].to_vec(), &|| true);
    }
}
