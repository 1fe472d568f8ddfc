//! What several test files of `fcc` need.
#![allow(dead_code)] // each file uses a part of it

use fcc::board::{Board, Rules};
use fcc::card::Card;
use fcc::census::{CensusOptions, CensusReport, Scope, explore_in_memory};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::rules::Prune;

/// A reproducible stream of choices.
pub struct Choices(pub u64);

impl Choices {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// The cards of this rank and above, shuffled.
pub fn shuffled_cards(choices: &mut Choices, lowest: u8) -> Vec<Card> {
    let mut cards: Vec<Card> = Card::all().filter(|card| card.rank() >= lowest).collect();
    for index in (1..cards.len()).rev() {
        cards.swap(index, choices.below(index + 1));
    }
    cards
}

/// A random board with the ranks up to `up` in the foundations and a few cards in cells.
pub fn late_board(choices: &mut Choices, rules: Rules, up: u8) -> Board {
    let mut columns = vec![Vec::new(); rules.columns.into()];
    let mut cells = vec![None; rules.freecells.into()];
    let mut cards = shuffled_cards(choices, up + 1);
    for cell in &mut cells {
        if choices.below(4) == 0 {
            *cell = cards.pop();
        }
    }
    for card in cards {
        columns[choices.below(rules.columns.into())].push(card);
    }
    Board::from_parts(rules, columns, cells, [up; 4])
}

/// Runs a census in memory on a pool of its own.
pub fn run(
    board: Board,
    prune: Prune,
    options: CensusOptions,
    threads: usize,
    control: &Control,
) -> CensusReport {
    run_in(usize::MAX / 4, board, prune, options, threads, control)
}

/// [`run`] with so many bytes for the floods.
pub fn run_in(
    flood_bytes: usize,
    board: Board,
    prune: Prune,
    options: CensusOptions,
    threads: usize,
    control: &Control,
) -> CensusReport {
    let game = Game::new(board, prune);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let budget = Budget::new(flood_bytes, threads);
    let explore = || explore_in_memory(&game, options, Scope::default(), &budget, control);
    pool.install(|| explore().expect("memory does not fail"))
}

/// The report with the number of classes forgotten: what both walks must agree on.
pub fn without_classes(report: &CensusReport) -> CensusReport {
    let mut report = report.clone();
    report.total.classes = 0;
    report.layers.iter_mut().for_each(|layer| layer.tally.classes = 0);
    report
}
