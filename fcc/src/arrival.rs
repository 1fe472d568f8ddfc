//! Exits: making a move that leaves a group, and carrying the result through its safe moves.
//!
//! The order of safe moves does not matter: a safe card stays safe while foundations grow, and
//! stays in reach while nothing but safe cards moves. So the end is one state, which is live, and
//! the states on the way are never stored.

use crate::fingerprint::Fingerprint;
use crate::game::{Frame, Game};
use crate::moves::Moves;
use crate::planes::Place;
use crate::state::State;

/// A state on its way into a group, with the frame of its stuck cards kept along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The position itself; live once it was carried.
    pub state: State,
    /// Tops and movable cards of its fingerprint, kept in step by every method.
    pub frame: Frame,
}

impl Arrival {
    /// The deal itself, carried through its safe moves.
    pub fn of_deal(game: &Game) -> Arrival {
        Arrival::of_state(game, game.start()).carried(game)
    }

    /// A state with its frame worked out from nothing.
    pub fn of_state(game: &Game, state: State) -> Arrival {
        Arrival { state, frame: game.frame(state.fingerprint) }
    }

    /// After a stuck card in reach has moved to `place`.
    #[inline(always)]
    pub fn after_unsticking(mut self, game: &Game, card: u64, place: Place) -> Arrival {
        self.frame = game.unstick(self.frame, card);
        self.frame.movable |= card;
        self.state.fingerprint.stuck &= !card;
        self.state.put(card, place);
        self
    }

    /// After a card in reach, stuck or loose, has gone to a place other than its foundation.
    #[inline(always)]
    pub fn after_placing(mut self, game: &Game, card: u64, place: Place) -> Arrival {
        if self.frame.tops & card != 0 {
            return self.after_unsticking(game, card, place);
        }
        self.state.put(card, place);
        self
    }

    /// After a card in reach, stuck or loose, has gone to its foundation.
    #[inline(always)]
    pub fn after_up(mut self, game: &Game, card: u64) -> Arrival {
        if self.frame.tops & card != 0 {
            self.frame = game.unstick(self.frame, card);
        }
        self.frame.movable &= !card;
        let Fingerprint { stuck, founded } = self.state.fingerprint;
        self.state.fingerprint = Fingerprint { stuck: stuck & !card, founded: founded | card };
        self.state.planes.a &= !card;
        self.state.planes.b &= !card;
        self
    }

    /// Calls `visit` with each irreversible move of a live state, which has these moves: the card, its place
    /// or none for the foundation, and where it leads, before safe moves.
    #[inline(always)]
    pub fn leave(
        self,
        game: &Game,
        moves: &Moves,
        mut visit: impl FnMut(u64, Option<Place>, Arrival),
    ) {
        let [cell, bottom, low, high] = moves.unsticking.cards;
        let [to_cell, to_bottom, to_low, to_high] = Place::ALL.map(Some);
        let kinds = [
            (to_cell, cell),
            (to_bottom, bottom),
            (to_low, low),
            (to_high, high),
            (None, moves.up),
        ];
        for (place, mut cards) in kinds {
            while cards != 0 {
                let card = cards & cards.wrapping_neg();
                cards ^= card;
                // One call, so that what is done with an exit is compiled into the loop.
                let there = match place {
                    Some(place) => self.after_unsticking(game, card, place),
                    None => self.after_up(game, card),
                };
                visit(card, place, there);
            }
        }
    }

    /// The safe cards that no stuck card covers. Without any the state is live.
    #[inline(always)]
    pub fn safe(&self, game: &Game) -> u64 {
        let safe = game.rules().safe_up(self.state.fingerprint.founded, game.prune());
        (self.frame.movable | self.frame.tops) & safe
    }

    /// A safe card in reach, if there is one.
    #[inline(always)]
    pub fn safe_card(&self, game: &Game) -> Option<u64> {
        let safe = self.safe(game);
        if safe == 0 {
            return None;
        }
        // Whatever lies on a safe card is safe too (see `moves`), so one of them is in reach.
        let in_reach = safe & !self.state.covered(game.rules());
        Some(in_reach & in_reach.wrapping_neg())
    }

    /// After all safe moves, until none is left.
    #[inline(always)]
    pub fn carried(mut self, game: &Game) -> Arrival {
        while let Some(card) = self.safe_card(game) {
            self = self.after_up(game, card);
        }
        debug_assert_eq!(game.check(self.state), Ok(()));
        debug_assert_eq!(self.frame, game.frame(self.state.fingerprint));
        self
    }
}
