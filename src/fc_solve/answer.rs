//! Solving within the limits of the caller, and the lines that it reads.

use super::settings::Settings;
use crate::format::fc_solve::{self, Naming};
use crate::solver::{Answer, Iteration, Verdict, Why};
use crate::{Board, Solution, Solver, SolverOptions};
use fcc::notation::Move;
use fcc::solve::short::{ShortOptions, short};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The widest beam for the presets that look for short solutions: less than a tenth of a second.
const BEAM_WIDTH_MAX: usize = 1 << 10;

type Out = Arc<Mutex<Box<dyn Write + Send>>>;

/// Solves a board and writes what came of it.
pub fn answer(board: &Board, settings: &Settings, out: Box<dyn Write + Send>) -> io::Result<()> {
    let out: Out = Arc::new(Mutex::new(out));
    let mut solver = Solver::new(options(settings));
    if let Some(step) = settings.iteration_step {
        let (out, settings) = (Arc::clone(&out), settings.clone());
        // A reader that has gone away is met again at the end.
        solver.on_iteration(step, move |told| drop(write(&out, &line(told, &settings))));
    }
    let answer = match settings.iterations_max.or(settings.states_max) {
        None => solver.solve(board),
        Some(_) => solver.solve_within(board),
    };
    let text = told(board, &answer, &mut solver, settings)?;
    // The board itself was looked at, if nothing else was.
    let checked = (answer.iterations + answer.classes).max(1);
    write(&out, &(text + &fc_solve::statistics(checked, answer.stored + answer.classes)))
}

/// What a solver may use.
pub fn options(settings: &Settings) -> SolverOptions {
    SolverOptions {
        plan: settings.scans.plan(),
        stacks_first: settings.scans.stacks_turns(),
        iterations_max: settings.iterations_max.unwrap_or(u64::MAX),
        states_max: settings
            .states_max
            .map_or(usize::MAX, |states| states.try_into().unwrap_or(usize::MAX)),
        ..SolverOptions::default()
    }
}

fn write(out: &Out, text: &str) -> io::Result<()> {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The verdict, with the moves that there are.
fn told(
    board: &Board,
    answer: &Answer,
    solver: &mut Solver,
    settings: &Settings,
) -> io::Result<String> {
    match &answer.verdict {
        Verdict::Solvable(solution) => {
            let shorter = shorter(board, solution, settings);
            let moves = named_moves(shorter.as_ref().unwrap_or(solution), settings.form.naming);
            Ok(fc_solve::text(board, &moves, settings.form))
        }
        Verdict::Impossible(_) => Ok("I could not solve this game.\n".to_owned()),
        Verdict::Undecided(Why::Failed(why)) => Err(io::Error::other(why.clone())),
        Verdict::Undecided(Why::Stopped(_)) => {
            let best = if settings.hints { solver.way_to_best() } else { None };
            let hint = best.map(|way| {
                fc_solve::way(board, &named_moves(&way, settings.form.naming), settings.form)
            });
            Ok(hint.unwrap_or_default() + "Iterations count exceeded.\n")
        }
    }
}

/// A shorter solution, where a preset asks for one.
pub fn shorter(board: &Board, solution: &Solution, settings: &Settings) -> Option<Solution> {
    if !settings.scans.wants_short() || !board.is_on_planes() {
        return None;
    }
    let options = ShortOptions { width_max: BEAM_WIDTH_MAX, ..ShortOptions::default() };
    let best = short(board, &options, &|| false, &mut |_| ())?;
    (best.moves < solution.counts().sequences).then(|| Solution::of(board, &best.steps))
}

/// Its moves; in standard notation, which does not tell how many cards move, such that a reader takes them right.
pub fn named_moves(solution: &Solution, naming: Naming) -> Vec<Move> {
    match naming {
        Naming::Standard => solution.spelled().into_iter().map(|word| word.one).collect(),
        Naming::Words | Naming::Extended => solution.moves().to_vec(),
    }
}

/// What is printed at an iteration.
fn line(told: &Iteration, settings: &Settings) -> String {
    let depth = told.way.moves().len();
    let (number, stored) = (told.number, told.stored);
    let mut text =
        format!("Iteration: {number}\nDepth: {depth}\nStored-States: {stored}\nScan: \n\n");
    if settings.iteration_positions {
        text += &(fc_solve::position(told.way.end(), settings.form) + "\n---------------\n\n\n");
    }
    text
}
