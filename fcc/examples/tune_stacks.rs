//! Hill climbing over the weights of a scan of `fcc::stacks`:
//! `tune_stacks GAMES FROM TO ITERATIONS_MAX SECONDS SEED WEIGHTS [WEIGHTS...]`,
//! games by their names with commas between, weights as `play=8,depth=3`.
//!
//! One to three of the first weights are changed by chance, the deals are solved again, and the change stays if the
//! cost went down: the mean of the logarithm of the iterations, one more for a deal that is left open, and a
//! sixtieth of the mean number of moves. Counts and not seconds, so that other work on the machine does not
//! mislead it. Where more weights follow, they belong to scans that take turns with the first, and only those deals
//! count that they leave open by themselves after 3,000 iterations.

use fcc::board::{Board, DealName};
use fcc::rules::NamedGame;
use fcc::solution::Solution;
use fcc::stacks::plan::{Plan, Turn};
use fcc::stacks::scan::Order;
use fcc::stacks::weights::Weights;
use fcc::stacks::{Engine, Limits, Outcome};
use std::time::Instant;

/// Iterations of a deal that others leave open.
const HARD: u64 = 3_000;
const LIMITS: Limits = Limits { bytes_max: 1 << 30, states_max: usize::MAX };

fn weights_of(text: &str) -> Weights {
    let mut weights = Weights::default();
    for part in text.split(',') {
        let (name, value) = part.split_once('=').expect("NAME=NUMBER");
        let named = Weights::NAMES.iter().find(|named| named.0 == name);
        *named.expect("the name of a weight").1(&mut weights) = value.parse().expect("a number");
    }
    weights
}

fn text_of(mut weights: Weights) -> String {
    let part = |(name, of): &(&str, fcc::stacks::weights::WeightOf)| {
        format!("{name}={}", of(&mut weights))
    };
    Weights::NAMES.iter().map(part).collect::<Vec<_>>().join(",")
}

fn plan_of(scans: &[Weights]) -> Plan {
    let turn = |&weights: &Weights| Turn { order: Order::Best(weights), iterations: 500 };
    Plan { turns: scans.iter().map(turn).collect() }
}

/// The cost of these scans, and how it came about.
fn cost(boards: &[Board], scans: &[Weights], iterations_max: u64) -> (f64, String) {
    let plan = plan_of(scans);
    let mut engine = Engine::new(&boards[0], plan.clone(), LIMITS);
    let (mut cost, mut iterations, mut open, mut moves, mut solved) = (0.0, 0, 0, 0, 0);
    for board in boards {
        engine.start(board, plan.clone());
        let outcome = engine.run(iterations_max, &|| false);
        iterations += engine.counters().iterations;
        cost += ((engine.counters().iterations + 60) as f64).ln();
        match outcome {
            Outcome::Solved(found) => {
                moves += Solution::of_moves(board, found).counts().sequences;
                solved += 1;
            }
            Outcome::Exhausted(_) => {}
            Outcome::Undecided { .. } => open += 1,
        }
    }
    let moves = moves as f64 / f64::from(solved.max(1));
    let cost = (cost + f64::from(open)) / boards.len() as f64 + moves / 60.0;
    (cost, format!("cost {cost:.3} iterations {iterations} open {open} moves {moves:.1}"))
}

fn boards_of(games: &str, numbers: std::ops::RangeInclusive<u64>) -> Vec<Board> {
    let deals = games.split(',').flat_map(|name| {
        let game = NamedGame::named(name).expect("the name of a game");
        numbers.clone().map(move |number| DealName { game, ..DealName::freecell(number) })
    });
    deals.map(|deal| deal.board(deal.game.rules).expect("a deal")).collect()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [games, from, to, iterations_max, seconds, seed, scans @ ..] = &args[..] else {
        panic!("GAMES FROM TO ITERATIONS_MAX SECONDS SEED WEIGHTS [WEIGHTS...]");
    };
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let mut scans: Vec<Weights> = scans.iter().map(|text| weights_of(text)).collect();
    let mut boards = boards_of(games, number(from)..=number(to));
    if let [_, others @ ..] = &scans[..]
        && !others.is_empty()
    {
        boards.retain(|board| {
            let mut engine = Engine::new(board, plan_of(others), LIMITS);
            matches!(engine.run(HARD, &|| false), Outcome::Undecided { .. })
        });
    }
    let mut seed = number(seed);
    let mut below = |limit: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % limit
    };
    let started = Instant::now();
    let mut best = cost(&boards, &scans, number(iterations_max));
    println!("{} boards, {}", boards.len(), best.1);
    while started.elapsed().as_secs() < number(seconds) {
        let before = scans[0];
        for _ in 0..=below(3) {
            let weight = Weights::NAMES[below(Weights::NAMES.len())].1(&mut scans[0]);
            *weight += [-8, -4, -3, -2, -1, 1, 2, 3, 4, 8][below(10)];
        }
        let found = cost(&boards, &scans, number(iterations_max));
        if scans[0].depth < 0 || found.0 >= best.0 {
            scans[0] = before;
            continue;
        }
        best = found;
        println!("{} {}", best.1, text_of(scans[0]));
    }
}
