//! Which cards a board text has, and on which lines: each once, or twice with two decks.

use crate::board_fault::BoardFault;
use crate::card::{CARDS, Card};
use crate::faults::Faults;
use crate::position::DECKS_MAX;

/// Lines that are kept of a card: one more than a card may be on.
const LINES_KEPT: usize = DECKS_MAX + 1;

/// How often each card was seen, and the first lines of the text that have it.
pub(super) struct Sightings([OfCard; CARDS]);

#[derive(Clone, Copy)]
struct OfCard {
    times: usize,
    /// In the order of the text, which is not that in which they are noted.
    lines: [usize; LINES_KEPT],
}

impl Default for Sightings {
    fn default() -> Self {
        Sightings([OfCard { times: 0, lines: [usize::MAX; LINES_KEPT] }; CARDS])
    }
}

impl Sightings {
    /// Notes a card on a line.
    pub(super) fn see(&mut self, line: usize, card: Card) {
        let OfCard { times, lines } = &mut self.0[card.index()];
        let last = &mut lines[LINES_KEPT - 1];
        *last = line.min(*last);
        lines.sort_unstable();
        *times += 1;
    }

    /// Adds the faults of a text that is to have so many decks.
    pub(super) fn check(&self, decks: usize, faults: &mut Faults<BoardFault>) {
        if decks == 1 && self.0.iter().all(|of_card| of_card.times == 2) {
            return faults.add(BoardFault::TwoDecks);
        }
        let mut missing = Vec::new();
        for card in Card::deck() {
            let OfCard { times, lines } = self.0[card.index()];
            if times > decks {
                let lines = lines[..=decks].to_vec();
                faults.add(BoardFault::Duplicate { card, times, lines });
            }
            missing.extend((times..decks).map(|_| card));
        }
        if !missing.is_empty() {
            faults.add(BoardFault::Missing { cards: missing, decks });
        }
    }
}
