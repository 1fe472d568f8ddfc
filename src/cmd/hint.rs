//! `strata hint`: the next move.

use super::solve::{because, exit_of};
use crate::board_arg::BoardArgs;
use crate::exit::{Exit, Failure};
use crate::format::table::Table;
use crate::format::{CountsJson, Solution, numbered, standard};
use crate::print;
use crate::solver::{Solver, Verdict};
use crate::solver_args::{SolverArgs, cancel_flag};
use crate::stage_line::StageLine;
use fcc::replay::is_won;
use fcc::verdict::VerdictWord;
use serde::Serialize;

/// Show the next move of a solution
///
/// Or that the position is lost, which is proved then, or that neither was found out within the limits.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata hint position.txt
  strata hint 617 --json

A sequence that moves together is one move. Exit codes: 0 there is a move (or the game is won), 1 the
position is lost, 2 bad input or usage, 3 undecided, 4 failure.")]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    solver: SolverArgs,
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
    hint: Option<MoveOfHint>,
    /// Of the solution that it begins.
    counts: Option<CountsJson>,
}

#[derive(Serialize)]
struct MoveOfHint {
    standard: String,
    words: String,
    cards: Vec<String>,
    from: String,
    to: String,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let named = args.board.read()?;
    let board = &named.board;
    let cancel = cancel_flag(Exit::Undecided)?;
    let mut solver = Solver::new(args.solver.options()?).cancelled_by(cancel);
    let line = StageLine::new(false);
    line.listen(&mut solver);
    let answer = solver.solve(board);
    line.clear();
    let won = is_won(board);
    let solution = match &answer.verdict {
        Verdict::Solvable(steps) => Some(Solution::of(board.clone(), steps)),
        _ => None,
    };
    let hint = solution.as_ref().and_then(|solution| {
        solution.moves.first().map(|first| {
            let table = Table::of(board);
            let cards = table.cards(first.from, first.cards);
            MoveOfHint {
                standard: standard::name(first),
                words: numbered::words(&table, first),
                cards: cards.iter().map(ToString::to_string).collect(),
                from: first.from.to_string(),
                to: first.to.to_string(),
            }
        })
    });
    let because = because(&answer.verdict);
    if args.json {
        print::json(&HintJson {
            verdict: answer.verdict.word(),
            won,
            because,
            hint,
            counts: solution.as_ref().map(|solution| CountsJson::from(solution.counts)),
        })?;
    } else {
        let text = match (&answer.verdict, hint, &solution) {
            (_, Some(hint), Some(solution)) => {
                let left = solution.moves.len() - 1;
                let left = print::count(left as u128, "move");
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
