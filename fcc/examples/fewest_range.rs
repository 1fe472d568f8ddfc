//! Searches a range of deals with the fewest stuck cards first, and by layers beside it:
//! `fewest_range FROM TO FREECELLS MAX_CLASSES [fewest|prove|both]`, deals by their numbers, each search
//! with so many classes at most.
//!
//! Says how many each of them settles, in what time, and how many classes they walk for the deals that
//! both prove impossible. Verdicts are compared with the published least numbers of freecells where
//! there are some, and every solution is replayed and made shorter, for as long as its search took at
//! most. Time is that of the thread.

use fcc::board::Board;
use fcc::census::{CensusOptions, Scope, Verdict, explore_in_memory, fewest_stuck_first};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::rules::Prune;
use fcc::solution::Solution;
use fcc::solve::windows::shorten_solution;

const MINIMAL: &str = include_str!("../../tests/data/minimal_freecells_1_to_4000.txt");
const BYTES_MAX: u64 = 1 << 30;

#[derive(Default)]
struct Sums {
    solvable: u64,
    impossible: u64,
    undecided: Vec<u64>,
    classes: u64,
    seconds: f64,
    seconds_settled: f64,
}

impl Sums {
    fn add(&mut self, deal: u64, verdict: Verdict, classes: u64, seconds: f64) {
        match verdict {
            Verdict::Solvable => self.solvable += 1,
            Verdict::Impossible => self.impossible += 1,
            Verdict::Undecided(_) => self.undecided.push(deal),
        }
        if !matches!(verdict, Verdict::Undecided(_)) {
            self.seconds_settled += seconds;
        }
        self.classes += classes;
        self.seconds += seconds;
    }

    fn print(&self, name: &str) {
        println!(
            "{name}: {} solvable, {} impossible, {} undecided; {} classes, {:.2} s, {:.2} s of them for \
             those that were settled",
            self.solvable,
            self.impossible,
            self.undecided.len(),
            self.classes,
            self.seconds,
            self.seconds_settled
        );
        println!("undecided: {:?}", self.undecided);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |index: usize| args[index].parse::<u64>().expect("a number");
    let (from, to, freecells, classes_max) = (number(1), number(2), number(3) as u8, number(4));
    let which = args.get(5).map_or("both", String::as_str);
    let options = CensusOptions { digest: false, ..CensusOptions::default() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    pool.expect("a pool").install(|| {
        let (mut fewest, mut proofs, mut ratio) = (Sums::default(), Sums::default(), [0, 0]);
        let (mut traced, mut shortened, mut moves) = (0.0, 0.0, [0, 0]);
        for deal in from..=to {
            let game = Game::new(Board::deal(deal, freecells).expect("a deal"), Prune::Safe);
            let budget = Budget::new(256 << 20, 1);
            let mut found = None;
            if which != "prove" {
                let control = Control::new(Some(classes_max));
                let begin = seconds();
                let search = fewest_stuck_first(&game, options.way, &budget, BYTES_MAX, &control)
                    .expect("memory does not fail");
                let took = seconds() - begin;
                check(deal, freecells, search.verdict);
                fewest.add(deal, search.verdict, search.classes_walked, took);
                if search.won_depth.is_some() {
                    let begin = seconds();
                    let path =
                        search.solution(&game, BYTES_MAX, &Control::new(None)).expect("a solution");
                    let begin_shortening = seconds();
                    traced += begin_shortening - begin;
                    let length = |steps: &[_]| Solution::of(game.deal(), steps).counts().sequences;
                    moves[0] += length(&path.steps);
                    let is_over = || seconds() - begin_shortening > took;
                    moves[1] += length(&shorten_solution(game.deal(), path.steps, &is_over));
                    shortened += seconds() - begin_shortening;
                }
                found = Some(search);
            }
            if which != "fewest" {
                let begin = seconds();
                let control = Control::new(Some(classes_max));
                let scope = Scope { until_won: true, ..Scope::default() };
                let report = explore_in_memory(&game, options, scope, &budget, &control);
                let report = report.expect("memory does not fail");
                let walked = control.progress.states.load(std::sync::atomic::Ordering::Relaxed);
                let took = seconds() - begin;
                check(deal, freecells, report.proof());
                proofs.add(deal, report.proof(), walked, took);
                if report.verdict() == Verdict::Impossible
                    && let Some(search) = found.filter(|one| one.verdict == Verdict::Impossible)
                {
                    ratio[0] += search.classes_walked;
                    ratio[1] += report.total.classes as u64;
                }
            }
        }
        fewest.print("fewest stuck cards first");
        println!(
            "tracing and replaying: {traced:.2} s; shortening from {} to {} moves: {shortened:.2} s",
            moves[0], moves[1]
        );
        proofs.print("layers");
        println!("classes of impossible deals: {} against {} by layers", ratio[0], ratio[1]);
    });
}

/// A verdict is the published one.
fn check(deal: u64, freecells: u8, verdict: Verdict) {
    let line = MINIMAL.lines().find_map(|line| line.strip_prefix(&format!("{deal} ")));
    let Some(minimal) = line.map(|minimal| minimal.parse().unwrap_or(5)) else { return };
    match verdict {
        Verdict::Solvable => assert!(freecells >= minimal, "deal {deal} is no win"),
        Verdict::Impossible => assert!(freecells < minimal, "deal {deal} is possible"),
        Verdict::Undecided(_) => {}
    }
}

fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    let nanoseconds: u64 =
        text.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
    nanoseconds as f64 / 1e9
}
