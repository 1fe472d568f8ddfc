//! Moves of several cards are short for moves of single cards; here they are spelt out.
//!
//! For every number of free cells and empty columns, a run of each length is moved in one go and
//! then card by card. What the rules allow must be possible card by card and end in the same
//! position; one card more than the limit must be refused. Where runs of one suit move as one, the same
//! is done with runs.

use strata_verify::board::read_board;
use strata_verify::card::{Card, Suit};
use strata_verify::moves::{Cards, Move, Place};
use strata_verify::position::Position;
use strata_verify::rules::{Build, Rules, Sequences, play};

const SOURCE: usize = 0;
const TARGET: usize = 1;
const RUN: usize = 13;

/// The run K♠ Q♥ ... A♠ in the first column, all else in the second with `last` on top, then empty
/// columns.
fn board(last: Card, free_cells: usize, empty_columns: usize) -> Position {
    let in_run = |card: &Card| card.suit() == run_card(card.rank()).suit();
    let run: String = (1..=13).rev().map(|rank| format!(" {}", run_card(rank))).collect();
    let rest: String = Card::deck()
        .filter(|card| !in_run(card) && *card != last)
        .map(|c| format!(" {c}"))
        .collect();
    let text = format!(":{run}\n:{rest} {last}\n{}", ":\n".repeat(empty_columns));
    read_board(&text, Some(free_cells)).expect("a board of the test")
}

fn run_card(rank: u8) -> Card {
    Card::new(rank, if rank % 2 == 1 { Suit::Spades } else { Suit::Hearts })
}

/// A card outside the run that its card of `rank` goes on.
fn card_under(rank: u8) -> Card {
    Card::new(rank + 1, if rank % 2 == 1 { Suit::Diamonds } else { Suit::Clubs })
}

fn notation(from: usize, to: usize) -> Move {
    Move {
        written: "".into(),
        from: Place::Column(from),
        to: Place::Column(to),
        cards: Cards::Longest,
    }
}

fn play_single(position: &mut Position, from: Place, to: Place) {
    let card = match from {
        Place::Column(column) => position.columns[column].last().copied(),
        Place::Cell(cell) => position.cells[cell],
        Place::Foundations => None,
    };
    assert!(card.is_some(), "the moves card by card always have a card");
    let cards = Cards::Count(1);
    play(position, &Move { written: "".into(), from, to, cards }).expect("legal card by card");
}

/// Moves `cards` cards one by one, through the cells and, when these are too few, by way of the
/// first spare column, with the others as further room.
fn move_singly(p: &mut Position, from: usize, to: usize, cards: usize, spare: &[usize]) {
    let free: Vec<usize> = (0..p.cells.len()).filter(|&cell| p.cells[cell].is_none()).collect();
    if cards <= free.len() + 1 {
        let used = &free[..cards - 1];
        used.iter().for_each(|&cell| play_single(p, Place::Column(from), Place::Cell(cell)));
        play_single(p, Place::Column(from), Place::Column(to));
        used.iter().rev().for_each(|&cell| play_single(p, Place::Cell(cell), Place::Column(to)));
        return;
    }
    let (&by_way, others) = spare.split_first().expect("a spare column is left");
    let first = ((free.len() + 1) << others.len()).min(cards - 1);
    move_singly(p, from, by_way, first, others);
    move_singly(p, from, to, cards - first, others);
    move_singly(p, by_way, to, first, others);
}

#[test]
fn onto_a_card_the_limit_is_what_single_moves_can_do() {
    for (free_cells, empty_columns) in (0..=5).flat_map(|cells| (0..=3).map(move |e| (cells, e))) {
        let limit = (free_cells + 1) << empty_columns;
        for rank in 1..=12 {
            let cards = usize::from(rank);
            let start = board(card_under(rank), free_cells, empty_columns);
            let mut at_once = start.clone();
            let played = play(&mut at_once, &notation(SOURCE, TARGET));
            assert_eq!(played.is_ok(), cards <= limit, "{cards} cards, {free_cells} free cells");
            if played.is_ok() {
                let spare: Vec<usize> = (2..2 + empty_columns).collect();
                let mut singly = start;
                move_singly(&mut singly, SOURCE, TARGET, cards, &spare);
                assert_eq!(singly, at_once);
            }
        }
    }
}

#[test]
fn onto_an_empty_column_as_many_cards_move_as_single_moves_can_do() {
    for (free_cells, empty_columns) in (0..=5).flat_map(|cells| (1..=4).map(move |e| (cells, e))) {
        let start = board(card_under(1), free_cells, empty_columns);
        let mut at_once = start.clone();
        play(&mut at_once, &notation(SOURCE, 2)).expect("an empty column takes any run");
        let cards = at_once.columns[2].len();
        assert_eq!(cards, RUN.min((free_cells + 1) << (empty_columns - 1)));
        let spare: Vec<usize> = (3..2 + empty_columns).collect();
        let mut singly = start;
        move_singly(&mut singly, SOURCE, 2, cards, &spare);
        assert_eq!(singly, at_once);
    }
}

/// Every card of this sequence is a run of its own: the suits take turns.
#[test]
fn runs_go_by_way_of_as_many_empty_columns_as_run_by_run() {
    for (rank, empty_columns) in (1..=12).flat_map(|rank| (0..=4).map(move |e| (rank, e))) {
        let cards = usize::from(rank);
        let mut start = board(card_under(rank), 0, empty_columns);
        let rules = start.rules;
        start.rules = Rules { build: Build::Rank, sequences: Sequences::Runs, ..rules };
        let mut at_once = start.clone();
        let played = play(&mut at_once, &notation(SOURCE, TARGET));
        assert_eq!(played.is_ok(), cards <= 1 << empty_columns, "{cards} runs, {empty_columns}");
        if played.is_ok() {
            let spare: Vec<usize> = (2..2 + empty_columns).collect();
            let mut singly = start;
            move_singly(&mut singly, SOURCE, TARGET, cards, &spare);
            assert_eq!(singly, at_once);
        }
    }
}
