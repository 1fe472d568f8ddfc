//! The fewest moves of a board that has a solution, within the limits of a solver.

use crate::exit::Failure;
use crate::solver::{Answer, Verdict};
use fcc::board::Board;
use fcc::optimal::{Bounds, Metric, Optimum, Watch, optimal};
use fcc::solution::Solution;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The metric of `--optimal`.
pub fn parse_metric(word: &str) -> Result<Metric, String> {
    let known = Metric::ALL.into_iter().find(|metric| metric.word() == word);
    known.ok_or_else(|| "cards or sequences is wanted".to_owned())
}

/// What a search for the fewest moves may take.
pub struct Prover<'a> {
    /// What counts as one move.
    pub metric: Metric,
    /// For the deal, what solving it took included.
    pub time_max: Option<Duration>,
    pub memory_bytes: u64,
    pub cancel: &'a AtomicBool,
}

impl Prover<'_> {
    /// Looks for the fewest moves of a board that was solved. The answer has the best solution that was found.
    pub fn prove(
        &self,
        board: &Board,
        answer: Answer,
        mut told: impl FnMut(Bounds),
    ) -> Result<(Answer, Option<Optimum>), Failure> {
        let Verdict::Solvable(known) = &answer.verdict else { return Ok((answer, None)) };
        let started = Instant::now();
        let left = self.time_max.map(|time| time.saturating_sub(answer.time));
        let is_over =
            || self.cancel.load(Relaxed) || left.is_some_and(|left| started.elapsed() >= left);
        // The rest is for what is not counted to the byte.
        let bytes_max = self.memory_bytes / 8 * 7;
        let mut watch = Watch {
            bytes_max: usize::try_from(bytes_max).unwrap_or(usize::MAX),
            is_over: &is_over,
            told: &mut told,
        };
        let upper = moves_of(known, self.metric);
        let optimum =
            optimal(board, self.metric, Some(upper), &mut watch).map_err(Failure::bad_input)?;
        let verdict = match &optimum.steps {
            Some(steps) => Verdict::Solvable(Solution::of(board, steps).into()),
            None => answer.verdict,
        };
        let time = answer.time + started.elapsed();
        Ok((Answer { verdict, time, ..answer }, Some(optimum)))
    }
}

/// The moves of a solution.
fn moves_of(solution: &Solution, metric: Metric) -> u32 {
    let counts = solution.counts();
    let moves = match metric {
        Metric::Cards => counts.cards,
        Metric::Sequences => counts.sequences,
    };
    moves as u32
}

/// What is said of bounds: the optimum, or between which numbers it lies.
pub fn bounds_text(metric: Metric, bounds: Bounds) -> String {
    let of = match metric {
        Metric::Cards => "moves of single cards",
        Metric::Sequences => "moves with sequences as one",
    };
    match bounds {
        Bounds { lower, upper: Some(upper) } if lower == upper => {
            format!("the fewest {of}: {lower}, proven")
        }
        Bounds { lower, upper: Some(upper) } => {
            format!("the fewest {of}: at least {lower}, found {upper}")
        }
        Bounds { lower, upper: None } => format!("the fewest {of}: at least {lower}"),
    }
}
