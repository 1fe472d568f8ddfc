//! A solution: traced moves, played on the board and found to win.

use fcc::board::Board;
use fcc::card::Card;
use fcc::fingerprint::Fingerprint;
use fcc::game::Game;
use fcc::numbers::count;
use fcc::planes::Place;
use fcc::replay::{Played, is_won, replay};
use fcc::solve::windows::shorten_solution;
use fcc::state::State;
use fcc::trace::{Path, Stage, Step, To, TraceError, Tracer};
use serde::Serialize;
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};
use storage::solution::{Solution, StoredStage};

/// Moves on a line.
const MOVES_A_LINE: usize = 15;

/// A path from the deal with its moves named.
pub struct Solved {
    pub moves: Vec<Played>,
    pub stages: Vec<Stage>,
    /// The position at the end.
    pub end: Board,
}

/// One move, as `strata-verify` reads it.
#[derive(Serialize)]
pub struct MoveJson {
    card: String,
    from: String,
    to: String,
}

impl MoveJson {
    pub fn of(step: &Played) -> MoveJson {
        MoveJson {
            card: step.card.to_string(),
            from: step.from.to_string(),
            to: step.to.to_string(),
        }
    }
}

/// An FCC on the way.
#[derive(Serialize)]
pub struct StageJson {
    depth: u32,
    fingerprint: String,
    smallest_key: String,
    moves: usize,
}

impl Solved {
    /// Plays a path that leads to a win.
    ///
    /// # Panics
    /// When a move is illegal or the game is not won at the end: a bug, and nothing may be printed.
    pub fn of(game: &Game, path: Path) -> Solved {
        let solved = Solved::of_way(game, path);
        assert!(is_won(&solved.end), "the traced path does not win:\n{}", solved.end);
        solved
    }

    /// Plays a path that leads somewhere.
    ///
    /// # Panics
    /// When a move is illegal.
    pub fn of_way(game: &Game, path: Path) -> Solved {
        let Path { steps, stages } = path;
        let (moves, end) = replay(game.deal(), &steps)
            .unwrap_or_else(|illegal| panic!("the traced path is wrong: {illegal}"));
        Solved { moves, stages, end }
    }

    pub fn moves_json(&self) -> Vec<MoveJson> {
        self.moves.iter().map(MoveJson::of).collect()
    }

    pub fn stages_json(&self) -> Vec<StageJson> {
        let json = |stage: &Stage| StageJson {
            depth: stage.depth,
            fingerprint: stage.fingerprint.to_string(),
            smallest_key: format!("{:x}", stage.smallest),
            moves: stage.moves,
        };
        self.stages.iter().map(json).collect()
    }

    /// The moves in standard notation, each of a single card, some to a line.
    pub fn moves_text(&self) -> String {
        let mut text = String::new();
        for line in self.moves.chunks(MOVES_A_LINE) {
            let names: Vec<String> = line.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{}", names.join(" "));
        }
        text
    }

    /// How long it is.
    pub fn size_text(&self) -> String {
        let moves = format!("{} of single cards", count(self.moves.len() as u128, "move"));
        match self.stages.len() {
            0 => moves,
            fccs => format!("{moves} through {}", count(fccs as u128, "FCC")),
        }
    }

    /// What a directory keeps of it.
    pub fn to_stored(&self) -> Solution {
        let stage = |stage: &Stage| StoredStage {
            depth: stage.depth,
            fingerprint: stage.fingerprint.to_string(),
            smallest: stage.smallest,
            entry: [stage.entry.a, stage.entry.b],
            moves: stage.moves as u64,
        };
        Solution {
            moves: self
                .moves
                .iter()
                .map(|step| (step.card.to_string(), step.to_string()))
                .collect(),
            stages: self.stages.iter().map(stage).collect(),
        }
    }
}

/// Shortening takes as long as the search took more than the tracing, but no less and no more than this.
const SHORTEN_TIME: RangeInclusive<Duration> = Duration::from_millis(20)..=Duration::from_secs(1);

/// The moves to the first win in the records of these depths, traced and shortened, after a search that
/// took so long.
pub fn short_solution(
    tracer: &Tracer,
    game: &Game,
    won: &[u32],
    searched: Duration,
) -> Result<Path, TraceError> {
    let started = Instant::now();
    let Path { steps, .. } = tracer.solution(won)?;
    let steps = shortened(game.deal(), steps, searched.saturating_sub(started.elapsed()));
    let stages = tracer.stages_of(&steps)?;
    Ok(Path { steps, stages })
}

/// A solution made shorter, in about this time.
pub fn shortened(board: &Board, steps: Vec<Step>, time: Duration) -> Vec<Step> {
    let end = Instant::now() + time.clamp(*SHORTEN_TIME.start(), *SHORTEN_TIME.end());
    shorten_solution(board, steps, &|| Instant::now() >= end)
}

/// The way that was kept, as it was before it was written.
pub fn stored_way(game: &Game, solution: &Solution) -> Result<Path, String> {
    let mut board = game.deal().clone();
    let mut steps = Vec::with_capacity(solution.moves.len());
    for (card, name) in &solution.moves {
        let foreign = || format!("{name} of {card} is no move here");
        let step = step_of(&board, card, name).ok_or_else(foreign)?;
        let (played, next) = replay(&board, &[step]).map_err(|illegal| illegal.to_string())?;
        if played[0].to_string() != *name {
            return Err(foreign());
        }
        board = next;
        steps.push(step);
    }
    let stage = |stage: &StoredStage| {
        let fingerprint: Fingerprint = stage.fingerprint.parse().ok()?;
        let entry = State { fingerprint, a: stage.entry[0], b: stage.entry[1] };
        let (depth, smallest) = (stage.depth, stage.smallest);
        Some(Stage { depth, fingerprint, smallest, entry, moves: stage.moves.try_into().ok()? })
    };
    let stages: Option<Vec<Stage>> = solution.stages.iter().map(stage).collect();
    Ok(Path { steps, stages: stages.ok_or("an FCC of the solution can't be read")? })
}

/// The move of this card with this name: `26`, `a5`, `3h`, `10-a`.
fn step_of(board: &Board, card: &str, name: &str) -> Option<Step> {
    let card = Card::all().find(|one| one.to_string() == card)?;
    let to = match name.rsplit_once('-') {
        Some((_, to)) => to,
        None => name.get(name.len().checked_sub(1)?..)?,
    };
    let to = match to.parse::<usize>() {
        Ok(column) => {
            let column = board.columns().get(column.checked_sub(1)?)?;
            To::Place(column.last().map_or(Place::Bottom, |&parent| Place::on(parent)))
        }
        Err(_) if to == "h" => To::Up,
        Err(_) => To::Place(Place::Cell),
    };
    Some(Step { card, to })
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
        let named = |names: &[(&str, &str)]| Solution {
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
        let way = stored_way(&game, &named(&moves)).expect("legal moves");
        assert_eq!(Solved::of(&game, way).to_stored(), named(&moves));
        for wrong in [("QS", "1a"), ("QS", "29"), ("QS", ""), ("1X", "2a"), ("QS", "2h")] {
            let refused = stored_way(&game, &named(&[wrong]));
            assert_eq!(refused.is_err(), wrong != ("QS", "2h"), "{wrong:?}");
        }
    }
}
