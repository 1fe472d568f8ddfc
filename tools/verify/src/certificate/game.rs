//! What holds for the whole file: the board, the rules, and how each card was dealt.

use super::cards::{all, bit, card, has, names, number};
use super::fingerprint::Fingerprint;
use super::group::Group;
use super::places::{BOTTOM, CELL, ELSEWHERE, ON_LOW, Places};
use crate::card::{CARDS, Card, Suit};
use crate::position::Position;
use crate::rules::Rules;

/// Whether safe cards go up at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prune {
    /// They do, and a group that has one is not listed.
    Safe,
    /// Every move up is a choice.
    None,
}

/// The game that a certificate is about.
#[derive(Clone, Debug)]
pub struct Game {
    /// The deal, before any safe move.
    pub board: Position,
    /// Whether safe moves are made at once, as the head says.
    pub prune: Prune,
    /// Whether classes of states are listed, or single states.
    pub symmetry: bool,
    /// The board's fingerprint.
    pub dealt: Fingerprint,
    /// Each column of the board by card numbers, the bottom card first.
    pub columns: Vec<Vec<u8>>,
    /// The place of every loose card of the board, also of those under stuck cards.
    pub places: Places,
    /// The cards that may open a column.
    pub openers: u64,
}

impl Game {
    /// The game of a board.
    pub fn new(board: Position, prune: Prune, symmetry: bool) -> Game {
        let (dealt, places) = read(&board);
        let columns = board
            .columns
            .iter()
            .map(|column| column.iter().map(|&card| number(card)).collect())
            .collect();
        let rules = board.rules;
        let openers = all().filter(|&one| rules.opens_column(card(one)));
        let openers = openers.fold(0, |plane, one| plane | bit(one));
        Game { board, prune, symmetry, dealt, columns, places, openers }
    }

    /// The rules of the board.
    pub fn rules(&self) -> Rules {
        self.board.rules
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.board.cells.len()
    }

    /// The steps that a fingerprint is deeper than the board's.
    pub fn depth(&self, fingerprint: Fingerprint) -> i64 {
        fingerprint.height() - self.dealt.height()
    }

    /// The group of a position of this game and the places of its movable cards.
    pub fn group_of(&self, position: &Position) -> Result<(Group, Places), String> {
        let (fingerprint, mut places) = read(position);
        let group = Group::new(self, fingerprint)?;
        for card in all() {
            if !group.is_movable(card) {
                places[usize::from(card)] = ELSEWHERE;
            }
        }
        Ok((group, places))
    }

    /// Why a fingerprint can't be one of this game.
    pub fn fault(&self, fingerprint: Fingerprint) -> Option<String> {
        let Fingerprint { stuck, founded } = fingerprint;
        if (stuck | founded) >> CARDS != 0 {
            return Some("a plane has bits that are no card".to_owned());
        }
        if stuck & founded != 0 {
            return Some(format!("{} is both stuck and founded", names(stuck & founded)));
        }
        if stuck & !self.dealt.stuck != 0 {
            return Some(format!("{} was not dealt stuck", names(stuck & !self.dealt.stuck)));
        }
        if self.dealt.founded & !founded != 0 {
            let gone = names(self.dealt.founded & !founded);
            return Some(format!("{gone} is in the foundations of the board and not here"));
        }
        for suit in Suit::ALL {
            let up = |rank| has(founded, number(Card::new(rank, suit)));
            if let Some(rank) = (2..=13).find(|&rank| up(rank) && !up(rank - 1)) {
                let gap = Card::new(rank - 1, suit);
                return Some(format!("{} is founded without {gap}", Card::new(rank, suit)));
            }
        }
        for column in &self.columns {
            let Some(top) = column.iter().rposition(|&card| has(stuck, card)) else { continue };
            let under = column[..top].iter().fold(0, |plane, &card| plane | bit(card));
            if under & founded != 0 {
                return Some(format!("{} is founded under a stuck card", names(under & founded)));
            }
            let loose = under & self.dealt.stuck & !stuck;
            if loose != 0 {
                return Some(format!("{} was unstuck under a stuck card", names(loose)));
            }
        }
        None
    }
}

/// The fingerprint of a position and the places of its loose cards. A card that lies on one it
/// does not go on can't have been put there: it is stuck. So is one at the bottom of a column that
/// it could not open.
fn read(position: &Position) -> (Fingerprint, Places) {
    let rules = position.rules;
    let mut fingerprint = Fingerprint { stuck: 0, founded: 0 };
    let mut places = [ELSEWHERE; CARDS];
    for &card in position.cells.iter().flatten() {
        places[usize::from(number(card))] = CELL;
    }
    for column in &position.columns {
        if let Some(&card) = column.first() {
            if rules.opens_column(card) {
                places[usize::from(number(card))] = BOTTOM;
            } else {
                fingerprint.stuck |= bit(number(card));
            }
        }
        for two in column.windows(2) {
            let (below, card) = (number(two[0]), number(two[1]));
            if rules.goes_on(two[1], two[0]) {
                places[usize::from(card)] = ON_LOW + below % 2;
            } else {
                fingerprint.stuck |= bit(card);
            }
        }
    }
    for suit in Suit::ALL {
        for rank in 1..=position.foundation(suit) {
            fingerprint.founded |= bit(number(Card::new(rank, suit)));
        }
    }
    (fingerprint, places)
}
