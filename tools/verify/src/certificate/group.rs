//! A group: what its fingerprint says about every card, and its states as keys.
//!
//! A column with stuck cards is as it was dealt up to its highest stuck card, the *top*. All other
//! cards in play are movable, and a state says where they are. A key is a state of the group as a
//! number: the first bits of the places of all movable cards, and above them the second bits.
//!
//! What lies on a movable card or on a top was put there and lies in sequence. Where sequences move
//! as one, the card moves with all of it, and in the places only its own changes.

use super::cards::{bit, card as named, has, parent, rank, suit};
use super::fingerprint::Fingerprint;
use super::game::Game;
use super::places::{BOTTOM, CELL, ELSEWHERE, ON_LOW, Pairs, Places, child_of, parent_in};
use super::safe;
use crate::card::CARDS;
use crate::rules::{Build, Fill, Rules, Sequences};

/// A state of a group as a number.
pub type Key = u128;

/// The facts of a group that all its states share.
#[derive(Clone, Debug)]
pub struct Group {
    /// Which of its cards are stuck, loose and founded.
    pub fingerprint: Fingerprint,
    /// The movable cards, ascending.
    pub movable: Vec<u8>,
    movable_plane: u64,
    /// The highest stuck card of each column that has one.
    pub tops: Vec<u8>,
    tops_plane: u64,
    rules: Rules,
    /// The cards that may open a column.
    openers_plane: u64,
    bottoms_max: usize,
    /// The foundations, by suit.
    pub heights: [u8; 4],
    /// The pairs whose exchange makes classes: all, or none without symmetry.
    pub pairs: Pairs,
    /// All pairs. The digest is one of classes, also when states are listed.
    pub all_pairs: Pairs,
}

/// How many cells and columns are taken by movable cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Room {
    /// Movable cards in cells.
    pub in_cells: usize,
    /// Movable cards at the bottoms of columns.
    pub bottoms: usize,
}

impl Group {
    /// The group of a fingerprint, or why there is none in this game.
    pub fn new(game: &Game, fingerprint: Fingerprint) -> Result<Group, String> {
        if let Some(fault) = game.fault(fingerprint) {
            return Err(fault);
        }
        let mut tops_plane = 0;
        let mut fixed = fingerprint.founded;
        for column in &game.columns {
            if let Some(top) = column.iter().rposition(|&card| has(fingerprint.stuck, card)) {
                tops_plane |= bit(column[top]);
                column[..=top].iter().for_each(|&card| fixed |= bit(card));
            }
        }
        let movable_plane = ((1 << CARDS) - 1) & !fixed;
        let cards_of = |plane| super::cards::all().filter(move |&card| has(plane, card));
        let mut heights = [0; 4];
        cards_of(fingerprint.founded).for_each(|card| heights[suit(card).index()] += 1);
        let rules = game.rules();
        let pair_lows = |&low: &u8| {
            rules.build == Build::Alternate && low % 2 == 0 && has(movable_plane, low + 1)
        };
        let all_pairs = Pairs::new(cards_of(movable_plane).filter(pair_lows).collect());
        let tops: Vec<u8> = cards_of(tops_plane).collect();
        Ok(Group {
            fingerprint,
            movable: cards_of(movable_plane).collect(),
            movable_plane,
            rules,
            openers_plane: game.openers,
            bottoms_max: if rules.fill == Fill::Nothing { 0 } else { rules.columns - tops.len() },
            tops,
            tops_plane,
            heights,
            pairs: if game.symmetry { all_pairs.clone() } else { Pairs::new(Vec::new()) },
            all_pairs,
        })
    }

    /// Whether the card is movable.
    pub fn is_movable(&self, card: u8) -> bool {
        has(self.movable_plane, card)
    }

    /// No stuck card is left, so the game is won.
    pub fn is_won(&self) -> bool {
        self.fingerprint.stuck == 0
    }

    /// Whether the card is the next of its foundation.
    pub fn is_next(&self, card: u8) -> bool {
        self.heights[suit(card).index()] + 1 == rank(card)
    }

    /// A movable card or top that is safe.
    pub fn safe_card(&self) -> Option<u8> {
        let mut cards = self.movable.iter().chain(&self.tops).copied();
        cards.find(|&card| safe::is_safe(self.rules.build, named(card), &self.heights))
    }

    /// The key of a state.
    pub fn key(&self, places: &Places) -> Key {
        let (mut first, mut second) = (0_u64, 0_u64);
        for (at, &card) in self.movable.iter().enumerate() {
            let place = u64::from(places[usize::from(card)]);
            first |= (place >> 1) << at;
            second |= (place & 1) << at;
        }
        Key::from(first) | Key::from(second) << self.movable.len()
    }

    /// The places that a key says, whether they are a state or not.
    pub fn places(&self, key: Key) -> Places {
        let mut places = [ELSEWHERE; CARDS];
        let (first, second) = (key as u64, (key >> self.movable.len()) as u64);
        for (at, &card) in self.movable.iter().enumerate() {
            places[usize::from(card)] = ((first >> at & 1) << 1 | second >> at & 1) as u8;
        }
        places
    }

    /// Whether the key has no more bits than the group's keys have.
    pub fn has_bits_of(&self, key: Key) -> bool {
        key >> (2 * self.movable.len()) == 0
    }

    /// Why these places are no state of the group.
    pub fn fault(&self, places: &Places) -> Option<String> {
        let room = self.room(places);
        let cells = self.rules.freecells;
        if room.in_cells > cells {
            return Some(format!("{} cards in {cells} cells", room.in_cells));
        }
        if room.bottoms > self.bottoms_max {
            return Some(format!("{} bottoms in {} columns", room.bottoms, self.bottoms_max));
        }
        let mut covered = 0;
        for &card in &self.movable {
            let place = places[usize::from(card)];
            if place == BOTTOM && !has(self.openers_plane, card) {
                return Some(format!("{} opened a column, which it may not", named(card)));
            }
            if place < ON_LOW {
                continue;
            }
            let Some(parent) = parent_in(self.rules.build, card, place) else {
                return Some(format!("{} lies on a card that there is none of", named(card)));
            };
            if !self.is_in_column(places, parent) {
                let (card, parent) = (named(card), named(parent));
                return Some(format!("{card} lies on {parent}, where it can't be"));
            }
            if has(covered, parent) {
                return Some(format!("two cards lie on {}", named(parent)));
            }
            covered |= bit(parent);
        }
        None
    }

    /// Whether no movable card lies on the card.
    pub fn is_bare(&self, places: &Places, card: u8) -> bool {
        child_of(self.rules.build, places, card).is_none()
    }

    /// A movable card in a column, or a top.
    fn is_in_column(&self, places: &Places, card: u8) -> bool {
        has(self.tops_plane, card) || self.is_movable(card) && places[usize::from(card)] != CELL
    }

    /// The cells and columns that the movable cards take.
    pub fn room(&self, places: &Places) -> Room {
        let mut room = Room::default();
        for &card in &self.movable {
            match places[usize::from(card)] {
                CELL => room.in_cells += 1,
                BOTTOM => room.bottoms += 1,
                _ => {}
            }
        }
        room
    }

    /// The places that a movable card or a top can be moved to, in a state with this room. A card
    /// that others lie on moves with them, where sequences move as one, and not to a cell. The place
    /// where it is now is none of them.
    pub fn targets(&self, places: &Places, room: Room, card: u8) -> impl Iterator<Item = u8> {
        let rules = self.rules;
        let here = places[usize::from(card)];
        let is_bare = self.is_bare(places, card);
        let moves = is_bare || rules.sequences == Sequences::Unlimited;
        let is_free = move |place: u8| match place {
            CELL => is_bare && room.in_cells < rules.freecells,
            BOTTOM => room.bottoms < self.bottoms_max && has(self.openers_plane, card),
            _ => parent(rules.build, card, place - ON_LOW).is_some_and(|parent| {
                self.is_in_column(places, parent) && self.is_bare(places, parent)
            }),
        };
        (CELL..ELSEWHERE).filter(move |&place| moves && place != here && is_free(place))
    }
}
