//! Solves a range of deals with a plan and says how it went:
//! `quick_range FROM TO GAME PLAN [ITERATIONS_MAX]`, the game by its name or as the number of freecells of
//! FreeCell, the plan by its name or as a file.
//!
//! Time is that of the thread, so that other work on the machine does little harm; making the deal,
//! replaying the solution and counting its moves are in it.

use fcc::board::{Board, DealName, Numbering};
use fcc::rules::NamedGame;
use fcc::solution::Solution;
use fcc::solve::engine::{Engine, Limits};
use fcc::solve::outcome::Outcome;
use fcc::solve::presets;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |index: usize| args[index].parse::<u64>().expect("a number");
    let (from, to) = (number(1), number(2));
    let deal = |number| match args[3].parse() {
        Ok(freecells) => Board::deal(number, freecells).expect("a deal"),
        Err(_) => {
            let game = NamedGame::named(&args[3]).expect("a game");
            let deal = DealName { game, numbering: Numbering::Microsoft, number };
            deal.board(game.rules).expect("a deal")
        }
    };
    let plan = match presets::named(&args[4]) {
        Some(plan) => plan,
        None => std::fs::read_to_string(&args[4]).expect("a file").parse().expect("a plan"),
    };
    let iterations_max = args.get(5).map_or(200_000, |text| text.parse().expect("a number"));
    let mut engine = Engine::new(plan, Limits { states_max: 4_000_000, bytes_max: 1 << 30 });
    let begin = thread_nanoseconds();
    let mut unsolved = Vec::new();
    let mut iterations = Vec::new();
    let mut sums = [0usize; 3];
    for number in from..=to {
        let board = deal(number);
        engine.start(&board);
        match engine.run(iterations_max, &|| false) {
            Outcome::Solved(steps) => {
                let counts = Solution::of(&board, &steps).counts();
                sums[0] += counts.cards;
                sums[1] += counts.sequences;
                sums[2] += counts.without_automatic;
            }
            other => unsolved.push((number, other)),
        }
        iterations.push(engine.counters().iterations);
    }
    let seconds = (thread_nanoseconds() - begin) as f64 / 1e9;
    let deals = iterations.len() as f64;
    let total: u64 = iterations.iter().sum();
    iterations.sort_unstable();
    let solved = deals - unsolved.len() as f64;
    println!("solved {solved} of {deals}");
    println!(
        "iterations: mean {:.1} median {}",
        total as f64 / deals,
        iterations[iterations.len() / 2]
    );
    println!(
        "{seconds:.3} s, {:.1} us a deal, {:.0} iterations a second",
        seconds / deals * 1e6,
        total as f64 / seconds
    );
    let mean = |sum: usize| sum as f64 / solved;
    println!(
        "moves: {:.2} cards, {:.2} sequences, {:.2} without automatic",
        mean(sums[0]),
        mean(sums[1]),
        mean(sums[2])
    );
    let proved = |outcome: &Outcome| matches!(outcome, Outcome::Exhausted(_));
    println!("{} proved impossible", unsolved.iter().filter(|(_, one)| proved(one)).count());
    for (deal, outcome) in unsolved.iter().filter(|(_, one)| !proved(one)) {
        println!("{deal}: {outcome:?}");
    }
}

fn thread_nanoseconds() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    text.split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
}
