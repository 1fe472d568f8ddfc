//! `strata hint`: the next move.

use super::solve::{because, exit_of};
use crate::board_arg::BoardArgs;
use crate::exit::{Exit, Failure};
use crate::format::{CountsJson, HintedJson};
use crate::format_arg::FormatArg;
use crate::print;
use crate::solver::{Solver, Verdict};
use crate::solver_args::{SolverArgs, cancel_flag};
use crate::stage_line::StageLine;
use fcc::verdict::VerdictWord;
use serde::Serialize;

/// Show the next move of a solution
///
/// Or that the position is lost, which is proved then, or that neither was found out within the limits.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata hint position.txt
  strata hint 617 --json
  strata hint 617 --format standard      (the whole solution that the move begins)

A sequence that moves together is one move. Exit codes: 0 there is a move (or the game is won), 1 the
position is lost, 2 bad input or usage, 3 undecided, 4 failure.")]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    format: FormatArg,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct HintJson {
    verdict: VerdictWord,
    won: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
    hint: Option<HintedJson>,
    /// Of the solution that it begins.
    counts: Option<CountsJson>,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let named = args.board.read()?;
    let board = &named.board;
    let cancel = cancel_flag(Exit::Undecided)?;
    let mut solver = Solver::new(args.solver.options(board.rules())?).cancelled_by(cancel);
    let line = StageLine::new(false);
    line.listen(&mut solver);
    let answer = solver.solve(board);
    line.clear();
    let won = board.is_won();
    let solution = answer.verdict.solution();
    let hint = solution.and_then(|solution| solution.moves().first()).map(HintedJson::from);
    let because = because(&answer.verdict);
    if args.json {
        print::json(&HintJson {
            verdict: answer.verdict.word(),
            won,
            because,
            hint,
            counts: solution.map(|solution| CountsJson::from(solution.counts())),
        })?;
    } else {
        let text = match (&answer.verdict, hint, args.format.format) {
            (Verdict::Solvable(solution), Some(_), Some(form)) => form.text(solution),
            (Verdict::Solvable(solution), Some(hint), None) => {
                let left = print::count(solution.moves().len() as u128 - 1, "move");
                format!("{}: {}; {left} after it\n", hint.standard, hint.words)
            }
            (Verdict::Solvable(_), ..) => "the game is won\n".into(),
            (Verdict::Impossible(_), ..) => format!("lost: {}\n", because.unwrap_or_default()),
            _ => format!("undecided: {}\n", because.unwrap_or_default()),
        };
        print::text(&text)?;
    }
    Ok(exit_of(&answer.verdict))
}
