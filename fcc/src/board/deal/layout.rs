//! Where a game lays its cards, in the order in which they are dealt.

use crate::board::{Board, Rules};
use crate::card::{Card, KING};
use crate::rules::{FirstUp, Layout, Shape};

/// Puts the cards where the layout has them. There are cells and columns enough.
pub(super) fn lay_out(mut cards: Vec<Card>, rules: Rules, layout: Layout) -> Board {
    if layout.kings_down {
        cards.reverse();
        bring_kings_down(&mut cards, usize::from(rules.columns));
    }
    let mut foundations = [[0; 4]; 2];
    take_aces(&mut cards, &mut foundations, rules, layout.up);
    let mut cells = vec![None; usize::from(rules.freecells)];
    let to_cells = cards.split_off(cards.len() - layout.to_cells.len());
    let named = |&slot: &u8| usize::from(slot);
    let is_there = layout.to_cells.iter().all(|&slot| slot < rules.freecells);
    for (index, (card, slot)) in to_cells.into_iter().zip(layout.to_cells).enumerate() {
        cells[if is_there { named(slot) } else { index }] = Some(card);
    }
    let columns = match layout.shape {
        Shape::Rows => rows(cards, rules, layout, &mut foundations),
        Shape::Stairs => stairs(cards, rules),
        Shape::ByKings => by_kings(cards, rules),
    };
    Board::from_decks(rules, columns, cells, foundations)
}

/// Exchanges each king with a card of a lower row in its column.
fn bring_kings_down(cards: &mut [Card], columns: usize) {
    for at in 0..cards.len() {
        let lower = (at % columns..at).step_by(columns).find(|&to| cards[to].rank() < KING);
        if let Some(to) = lower.filter(|_| cards[at].rank() == KING) {
            cards.swap(at, to);
        }
    }
}

/// Takes the aces that begin in the foundations out of the cards.
fn take_aces(cards: &mut Vec<Card>, foundations: &mut [[u8; 4]; 2], rules: Rules, up: FirstUp) {
    let aces: Vec<usize> = (0..cards.len()).filter(|&at| cards[at].rank() == 1).collect();
    match up {
        FirstUp::Nothing => {}
        FirstUp::Aces | FirstUp::WhatFits => {
            cards.retain(|card| card.rank() > 1);
            foundations[..usize::from(rules.decks)].fill([1; 4]);
        }
        FirstUp::LastTwoAces => {
            for &at in aces.iter().rev().take(2) {
                let suit = cards.remove(at).suit().index();
                // With two decks both may be of one suit.
                let empty = foundations.iter_mut().find(|ranks| ranks[suit] == 0);
                empty.expect("a foundation for each ace")[suit] = 1;
            }
        }
    }
}

/// Row by row; cards that go up at once leave their places empty.
fn rows(
    mut cards: Vec<Card>,
    rules: Rules,
    layout: Layout,
    foundations: &mut [[u8; 4]; 2],
) -> Vec<Vec<Card>> {
    let mut columns = vec![Vec::new(); usize::from(rules.columns)];
    let single = usize::from(layout.single_columns).min(columns.len() - 1);
    let in_rows = columns.len() - single;
    let alone = cards.split_off(cards.len() - single);
    for (index, card) in cards.into_iter().enumerate() {
        let waiting = foundations[..usize::from(rules.decks)]
            .iter_mut()
            .map(|ranks| &mut ranks[card.suit().index()])
            .find(|rank| **rank + 1 == card.rank());
        match waiting.filter(|_| layout.up == FirstUp::WhatFits) {
            Some(rank) => *rank += 1,
            None => columns[index % in_rows].push(card),
        }
    }
    for (column, card) in columns[in_rows..].iter_mut().zip(alone) {
        column.push(card);
    }
    columns
}

/// Rows that are one card shorter each, down to three, and at last a full one.
fn stairs(cards: Vec<Card>, rules: Rules) -> Vec<Vec<Card>> {
    let columns_max = usize::from(rules.columns);
    let mut columns = vec![Vec::new(); columns_max];
    let lengths = (3..columns_max).rev().chain([columns_max]);
    let places = lengths.flat_map(|length| 0..length);
    let cards = cards.into_iter();
    places.zip(cards).for_each(|(column, card)| columns[column].push(card));
    columns
}

/// One column after the other; a king begins the next.
fn by_kings(cards: Vec<Card>, rules: Rules) -> Vec<Vec<Card>> {
    let mut columns = vec![Vec::new(); usize::from(rules.columns)];
    let mut at = 0;
    for card in cards {
        at += usize::from(card.rank() == KING);
        columns[at].push(card);
    }
    columns
}
