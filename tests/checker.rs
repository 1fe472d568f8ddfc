//! The checker has its own dealing and reading. What it shares with the program is nothing, so that
//! both saying the same means something.

mod games;

use crate::support::strata;
use fcc::board::{Board, DEAL_MAX, ReadOptions, Rules};
use fcc::card::Card;

/// A reproducible stream of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 20) % limit
    }
}

#[test]
fn both_deal_the_same_boards() {
    let mut choices = Choices(20261116);
    let edges = [1, 617, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, DEAL_MAX];
    let random = (0..3000).map(|_| 1 + choices.below(DEAL_MAX)).collect::<Vec<_>>();
    for number in edges.into_iter().chain(random) {
        let ours = Board::deal(number, 4).expect("in range");
        let theirs = strata_verify::deal::deal(number, 4).expect("in range");
        let read = strata_verify::board::read_board(&ours.to_text(), None).expect("readable");
        assert_eq!(read, theirs, "deal {number}");
    }
}

#[test]
fn both_read_what_either_writes() {
    let mut choices = Choices(7);
    for _ in 0..3000 {
        let board = random_board(&mut choices);
        let text = board.to_text();
        let theirs = strata_verify::board::read_board(&text, None)
            .unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        let back = Board::read(&theirs.to_string(), &ReadOptions::default())
            .unwrap_or_else(|faults| panic!("{faults}\n{theirs}"));
        assert_eq!(back, board, "{text}");
    }
}

fn random_board(choices: &mut Choices) -> Board {
    let rules = Rules::freecell(choices.below(13) as u8, 1 + choices.below(13) as u8);
    let foundations: [u8; 4] = std::array::from_fn(|_| choices.below(14) as u8);
    let mut columns = vec![Vec::new(); rules.columns.into()];
    let mut cells = vec![None; rules.freecells.into()];
    for card in Card::all().filter(|card| card.rank() > foundations[card.suit().index()]) {
        let cell = choices.below(30) as usize;
        if cell < cells.len() && cells[cell].is_none() {
            cells[cell] = Some(card);
        } else {
            let column = &mut columns[choices.below(rules.columns.into()) as usize];
            column.insert(choices.below(column.len() as u64 + 1) as usize, card);
        }
    }
    Board::from_parts(rules, columns, cells, foundations)
}

#[test]
fn the_program_prints_what_the_checker_deals() {
    let text = strata("deal 3000000000").out;
    let read = strata_verify::board::read_board(&text, None).expect("readable");
    assert_eq!(
        Ok(read),
        strata_verify::deal::deal(3_000_000_000, 4).map_err(|error| error.to_string())
    );
}
