//! Hill climbing over the weights and quotas of a plan:
//! `tune FROM TO GAME PLAN_FILE OUT_FILE ITERATIONS_MAX ROUNDS SEED [MOVE_COST]`,
//! the game by its name or as the number of freecells of FreeCell.
//!
//! One or two numbers of the plan are changed by chance, the deals are solved again, and the change
//! stays if the cost went down: states stored, four times the states expanded, and the moves of the
//! solution at `MOVE_COST` each; a deal that is neither solved nor proved impossible costs three times its
//! states. Counts and
//! not seconds, so that other work on the machine does not mislead it.

use fcc::board::{Board, DealName, Numbering};
use fcc::rules::NamedGame;
use fcc::solution::Solution;
use fcc::solve::engine::{Engine, Limits};
use fcc::solve::outcome::Outcome;
use fcc::solve::plan::Plan;
use fcc::solve::weights::FEATURE_COUNT;

struct Choices(u64);

impl Choices {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as u32) % limit
    }
}

struct Task {
    boards: Vec<Board>,
    iterations_max: u64,
    move_cost: f64,
}

impl Task {
    /// The mean cost of a deal, its parts, and how many deals were not solved.
    fn cost(&self, plan: &Plan) -> (f64, String) {
        let limits = Limits { states_max: 1 << 24, bytes_max: 1 << 30 };
        let mut engine = Engine::new(plan.clone(), limits);
        let (mut cost, mut iterations, mut states, mut moves, mut unsolved) = (0.0, 0, 0, 0, 0);
        for board in &self.boards {
            engine.start(board);
            let outcome = engine.run(self.iterations_max, &|| false);
            let counters = engine.counters();
            let work = counters.states as f64 + 4.0 * counters.iterations as f64;
            iterations += counters.iterations;
            states += counters.states;
            if let Outcome::Solved(steps) = outcome {
                let length = Solution::of(board, &steps).counts().sequences;
                moves += length;
                cost += work + self.move_cost * length as f64;
            } else {
                unsolved += 1;
                cost += if matches!(outcome, Outcome::Exhausted(_)) { work } else { 3.0 * work };
            }
        }
        let deals = self.boards.len() as f64;
        let text = format!(
            "cost {:.1} iterations {:.1} states {:.1} unsolved {unsolved} moves {:.2}",
            cost / deals,
            iterations as f64 / deals,
            states as f64 / deals,
            moves as f64 / (deals - f64::from(unsolved)).max(1.0)
        );
        (cost / deals, text)
    }
}

/// Changes a weight or a quota.
fn change(plan: &mut Plan, choices: &mut Choices) {
    let turns = plan.turns.len() as u32;
    let turn = &mut plan.turns[choices.below(turns) as usize];
    let feature = choices.below(FEATURE_COUNT as u32 + 1) as usize;
    if feature == FEATURE_COUNT {
        turn.quota = (turn.quota * u64::from(60 + choices.below(100)) / 100).max(10);
        return;
    }
    let value = &mut turn.weights.values[feature];
    let size = (value.unsigned_abs() / 3).max(5);
    *value += choices.below(2 * size + 1) as i32 - size as i32;
    if choices.below(12) == 0 {
        *value = 0;
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |index: usize| args[index].parse::<u64>().expect("a number");
    let deal = |number| match args[3].parse() {
        Ok(freecells) => Board::deal(number, freecells).expect("a deal"),
        Err(_) => {
            let game = NamedGame::named(&args[3]).expect("a game");
            let deal = DealName { game, numbering: Numbering::Microsoft, number };
            deal.board(game.rules).expect("a deal")
        }
    };
    let task = Task {
        boards: (number(1)..=number(2)).map(deal).collect(),
        iterations_max: number(6),
        move_cost: args.get(9).map_or(1.0, |text| text.parse().expect("a number")),
    };
    let mut choices = Choices(number(8));
    let text = std::fs::read_to_string(&args[4]).expect("a file");
    let mut plan: Plan = text.parse().expect("a plan");
    let (mut cost, text) = task.cost(&plan);
    println!("{text}");
    for round in 0..number(7) {
        let mut tried = plan.clone();
        for _ in 0..1 + choices.below(2) {
            change(&mut tried, &mut choices);
        }
        let (tried_cost, text) = task.cost(&tried);
        if tried_cost < cost {
            (cost, plan) = (tried_cost, tried);
            println!("{round}: {text}");
            std::fs::write(&args[5], plan.to_string()).expect("a file that can be written");
        }
    }
}
