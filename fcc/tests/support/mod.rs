//! What several test files of `fcc` need.
#![allow(dead_code)] // each file uses a part of it

use fcc::board::{Board, Rules};
use fcc::card::{Card, KING};
use fcc::census::{CensusOptions, CensusReport, Scope, explore_in_memory};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::reference::Model;
use fcc::replay::replay;
use fcc::rules::{Build, Fill, Prune, Sequences};
use fcc::trace::Step;

/// A reproducible stream of choices.
pub struct Choices(pub u64);

impl Choices {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// Every way to build columns, to fill them and to move sequences, FreeCell's first.
pub fn mixes() -> Vec<Rules> {
    let mut mixes = Vec::new();
    for build in [Build::Alternate, Build::Suit] {
        for fill in [Fill::Any, Fill::Kings, Fill::Nothing] {
            for sequences in [Sequences::Limited, Sequences::Unlimited] {
                mixes.push(Rules { build, fill, sequences, ..Rules::USUAL });
            }
        }
    }
    mixes
}

/// One of them, with so many freecells and columns.
pub fn any_mix(choices: &mut Choices, freecells: u8, columns: u8) -> Rules {
    let mixes = mixes();
    Rules { freecells, columns, ..mixes[choices.below(mixes.len())] }
}

fn shuffle<T>(choices: &mut Choices, list: &mut [T]) {
    for index in (1..list.len()).rev() {
        list.swap(index, choices.below(index + 1));
    }
}

/// The cards of this rank and above, shuffled.
pub fn shuffled_cards(choices: &mut Choices, lowest: u8) -> Vec<Card> {
    let mut cards: Vec<Card> = Card::all().filter(|card| card.rank() >= lowest).collect();
    shuffle(choices, &mut cards);
    cards
}

/// A random board with the ranks up to `up` in the foundations and a few cards in cells.
pub fn late_board(choices: &mut Choices, rules: Rules, up: u8) -> Board {
    board_above(choices, rules, [up; 4])
}

/// The same with foundations up to three ranks higher.
pub fn uneven_board(choices: &mut Choices, rules: Rules, up: u8) -> Board {
    let foundations = std::array::from_fn(|_| (up + choices.below(4) as u8).min(KING));
    board_above(choices, rules, foundations)
}

fn board_above(choices: &mut Choices, rules: Rules, foundations: [u8; 4]) -> Board {
    let mut columns = vec![Vec::new(); rules.columns.into()];
    let mut cells = vec![None; rules.freecells.into()];
    let is_up = |card: &Card| card.rank() <= foundations[card.suit().index()];
    let mut cards: Vec<Card> = Card::all().filter(|card| !is_up(card)).collect();
    shuffle(choices, &mut cards);
    for cell in &mut cells {
        if choices.below(4) == 0 {
            *cell = cards.pop();
        }
    }
    for card in cards {
        columns[choices.below(rules.columns.into())].push(card);
    }
    Board::from_parts(rules, columns, cells, foundations)
}

/// All cards in rows on the columns, the last few of them in cells, shuffled.
pub fn random_deal(choices: &mut Choices, rules: Rules) -> Board {
    let mut cards = shuffled_cards(choices, 1);
    let mut columns = vec![Vec::new(); rules.columns.into()];
    let mut cells = vec![None; rules.freecells.into()];
    let in_cells = choices.below(cells.len() + 1);
    cells.iter_mut().take(in_cells).for_each(|cell| *cell = cards.pop());
    for (place, card) in cards.into_iter().enumerate() {
        columns[place % usize::from(rules.columns)].push(card);
    }
    Board::from_parts(rules, columns, cells, [0; 4])
}

/// The board after some steps, by the rule book of the reference model, which is that of
/// [`fcc::replay`], too, but for the order of columns and cells.
///
/// # Panics
/// When one is not legal.
pub fn played(board: &Board, steps: &[Step]) -> Board {
    let model = steps.iter().fold(Model::from_board(board), |model, &step| {
        model
            .after(step)
            .unwrap_or_else(|| panic!("{step:?} is not legal in\n{}", model.to_board()))
    });
    let (_, replayed) = replay(board, steps).expect("legal moves");
    assert_eq!(Model::from_board(&replayed).canonical(), model.canonical());
    replayed
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
