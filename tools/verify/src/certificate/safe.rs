//! The rule by which cards go up at once, and the set of cards that it takes up.
//!
//! Built by alternate colours, a card that is next is safe when both foundations of the other colour
//! are at most two ranks below it and the other one of its own colour at most three: no card that
//! stays in play can need it. Built by suit every card that is next is safe: the only card that goes
//! on it is up. Corollary 2 of `docs/symmetry.md`: which cards go up depends on the group alone.

use super::cards::bit;
use super::fingerprint::Fingerprint;
use super::game::{Game, Prune};
use super::group::Group;
use crate::card::{Card, Suit};
use crate::moves::Place;
use crate::position::Position;
use crate::rules::{Build, put, take};

/// Whether a card is safe with these foundations, which are in the order of suits.
pub fn is_safe(build: Build, card: Card, heights: &[u8; 4]) -> bool {
    let is_next = heights[card.suit().index()] + 1 == card.rank();
    is_next && (build == Build::Suit || nothing_needs(card, heights))
}

/// Whether no card can need this one, which is next, where columns are built by alternate colours.
fn nothing_needs(card: Card, heights: &[u8; 4]) -> bool {
    let needs = |suit: Suit| {
        if suit == card.suit() {
            card.rank() - 1
        } else if suit.is_red() == card.suit().is_red() {
            card.rank().saturating_sub(3)
        } else {
            card.rank().saturating_sub(2)
        }
    };
    Suit::ALL.into_iter().all(|suit| heights[suit.index()] >= needs(suit))
}

/// The group where the safe moves end, and the plane of the cards that go up on the way.
pub fn carried(game: &Game, fingerprint: Fingerprint) -> Result<(Group, u64), String> {
    let mut group = Group::new(game, fingerprint)?;
    let mut up = 0;
    while game.prune == Prune::Safe
        && let Some(card) = group.safe_card()
    {
        up |= bit(card);
        let Fingerprint { stuck, founded } = group.fingerprint;
        let next = Fingerprint { stuck: stuck & !bit(card), founded: founded | bit(card) };
        group = Group::new(game, next)?;
    }
    Ok((group, up))
}

/// Makes the safe moves of a position until none is left, by the plain rule.
pub fn put_up(position: &mut Position) {
    loop {
        let columns = position.columns.iter().enumerate();
        let ends = columns.filter_map(|(at, column)| Some((Place::Column(at), *column.last()?)));
        let cells = position.cells.iter().enumerate();
        let held = cells.filter_map(|(at, cell)| Some((Place::Cell(at), (*cell)?)));
        let mut reachable = ends.chain(held);
        let build = position.rules.build;
        let is_safe = |card| is_safe(build, card, &position.foundations);
        let Some((from, card)) = reachable.find(|&(_, card)| is_safe(card)) else { return };
        take(position, from);
        put(position, card, Place::Foundations);
    }
}
