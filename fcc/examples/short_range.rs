//! Looks for short solutions of a range of deals: `short_range FROM TO FREECELLS MILLISECONDS [PLAN]`.
//!
//! A plan file with one scan gives its moves and weights; its quota is the first width.

use fcc::board::Board;
use fcc::solution::Solution;
use fcc::solve::plan::Plan;
use fcc::solve::short::{ShortOptions, short};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |index: usize| args[index].parse::<u64>().expect("a number");
    let (from, to, freecells, budget) = (number(1), number(2), number(3) as u8, number(4));
    let mut options = ShortOptions::default();
    if let Some(path) = args.get(5) {
        let text = std::fs::read_to_string(path).expect("a file");
        let plan: Plan = text.parse().expect("a plan");
        let turn = &plan.turns[0];
        (options.set, options.weights) = (turn.set.clone(), turn.weights);
        options.width_first = turn.quota as usize;
    }
    let (mut sum, mut solved, mut width, mut last) = (0, 0, 0, 0.0);
    for deal in from..=to {
        let board = Board::deal(deal, freecells).expect("a deal");
        let begin = thread_nanoseconds();
        let spent = || (thread_nanoseconds() - begin) / 1_000_000;
        let mut when = 0;
        let best = short(&board, &options, &|| spent() >= budget, &mut |_| when = spent());
        let Some(best) = best else { continue };
        let counts = Solution::of(&board, &best.steps).counts();
        assert_eq!(counts.sequences, best.moves, "deal {deal}");
        sum += best.moves;
        solved += 1;
        width += best.width;
        last += when as f64;
    }
    let mean = |sum: f64| sum / f64::from(solved);
    println!(
        "solved {solved}, mean {:.2} moves, last found after {:.0} ms with width {:.0}",
        mean(sum as f64),
        mean(last),
        mean(width as f64)
    );
}

fn thread_nanoseconds() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    text.split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
}
