//! The way of a solution from the records of a run to its directory, and back from there.

use fcc::board::Board;
use fcc::fingerprint::Fingerprint;
use fcc::game::Game;
use fcc::planes::Planes;
use fcc::solution::Solution;
use fcc::solve::windows::shorten_solution;
use fcc::state::State;
use fcc::trace::{Path, Stage, Step, TraceError, Tracer};
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};
use storage::solution::{Solution as Stored, StoredStage};

/// Shortening takes as long as the search took more than the tracing, but no less and no more than this.
const SHORTEN_TIME: RangeInclusive<Duration> = Duration::from_millis(20)..=Duration::from_secs(1);

/// The moves to the first win in the records of these depths, traced and shortened, after a search that
/// took so long.
pub fn short_solution(
    tracer: &Tracer,
    game: &Game,
    won: &[u32],
    searched: Duration,
) -> Result<Solution, TraceError> {
    let started = Instant::now();
    let Path { steps, .. } = tracer.solution(won)?;
    let steps = shortened(game.deal(), steps, searched.saturating_sub(started.elapsed()));
    Ok(Solution::of(game.deal(), &steps).through(tracer.stages_of(&steps)?))
}

/// A solution made shorter, in about this time.
pub fn shortened(board: &Board, steps: Vec<Step>, time: Duration) -> Vec<Step> {
    let end = Instant::now() + time.clamp(*SHORTEN_TIME.start(), *SHORTEN_TIME.end());
    shorten_solution(board, steps, &|| Instant::now() >= end)
}

/// What a directory keeps of a solution.
pub fn to_stored(solution: &Solution) -> Stored {
    let stage = |stage: &Stage| StoredStage {
        depth: stage.depth,
        fingerprint: stage.fingerprint.to_string(),
        smallest: stage.smallest,
        entry: [stage.entry.planes.a, stage.entry.planes.b],
        moves: stage.moves as u64,
    };
    let moves = solution.singles().iter().map(|one| (one.card().to_string(), one.to_string()));
    Stored { moves: moves.collect(), stages: solution.stages().iter().map(stage).collect() }
}

/// A solution that was kept, as it was before it was written.
pub fn of_stored(game: &Game, stored: &Stored) -> Result<Solution, String> {
    let moves = stored.moves.iter().map(|(card, name)| (card.as_str(), name.as_str()));
    let moves: Vec<(&str, &str)> = moves.collect();
    let solution =
        Solution::of_named(game.deal(), &moves).map_err(|illegal| illegal.to_string())?;
    if !solution.end().is_won() {
        return Err(format!("the solution does not win:\n{}", solution.end()));
    }
    let stage = |stage: &StoredStage| {
        let fingerprint: Fingerprint = stage.fingerprint.parse().ok()?;
        let [a, b] = stage.entry;
        let entry = State { fingerprint, planes: Planes { a, b } };
        let (depth, smallest) = (stage.depth, stage.smallest);
        Some(Stage { depth, fingerprint, smallest, entry, moves: stage.moves.try_into().ok()? })
    };
    let stages: Option<Vec<Stage>> = stored.stages.iter().map(stage).collect();
    Ok(solution.through(stages.ok_or("an FCC of the solution can't be read")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::board::ReadOptions;
    use fcc::rules::Prune;

    #[test]
    fn names_of_moves_are_understood() {
        let text = "Foundations: H-Q C-K D-Q S-J\nFreecells: --\n: KS\n: KD QS\n: KH\n:\n";
        let board = Board::read(text, &ReadOptions::default()).expect("a board");
        let game = Game::new(board, Prune::None);
        let named = |names: &[(&str, &str)]| Stored {
            moves: names.iter().map(|&(card, name)| (card.into(), name.into())).collect(),
            stages: Vec::new(),
        };
        let moves = [
            ("QS", "2a"),
            ("QS", "a3"),
            ("QS", "34"),
            ("QS", "4h"),
            ("KD", "2h"),
            ("KS", "1h"),
            ("KH", "3h"),
        ];
        let solution = of_stored(&game, &named(&moves)).expect("a solution");
        assert_eq!(to_stored(&solution), named(&moves));
        let refused = |names: &[(&str, &str)]| of_stored(&game, &named(names)).expect_err("wrong");
        for wrong in [("QS", "1a"), ("QS", "29"), ("QS", ""), ("1X", "2a")] {
            assert!(!refused(&[wrong]).contains("does not win"), "{wrong:?}");
        }
        assert!(refused(&moves[..6]).contains("does not win"));
    }
}
