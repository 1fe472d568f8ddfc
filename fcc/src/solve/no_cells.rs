//! Built by suit, without cells, and with columns that not every card may open: what loses nothing there, and
//! what is lost.
//!
//! By such rules ([`Rules::keeps_seats`](crate::rules::Rules::keeps_seats)) a card has one parent, and once it
//! lies there it stays until it goes up: no cell takes it, no column, and no sequence carries it along. That
//! makes two things plain to see.
//!
//! **Seats that lose nothing.** Say *p* is the last card of a column and has nowhere to go but up: it lies on
//! its own parent, or it is a king at the bottom. Its child *c* is the last card of another column and may go
//! there at once, all other moves left out. *c* has no other place to go, *p* goes up after *c* only, and
//! nobody else wants to lie on *p*; what *c* lay on comes to light, which forbids no move. So whatever wins
//! without the move wins after it, with the same moves less this one. The same holds if *p* lies at the bottom
//! of a column that nobody wants to open: *p* could go onto its parent, but leaving it where it is costs nothing,
//! since its parent has then nothing on it and the column is of no use. (The way to win is no longer after the
//! move and a card more lies where it stays, so this can be said again and again.)
//!
//! **Lost positions.** A card leaves the place it was dealt at when it goes up, when its parent has come to
//! light, or as a king for an empty column; and only up with a child on it. Play on as if that were all that is
//! asked: whatever has ever come to light takes its child, and columns are always there for kings. Moves only
//! add to what can be done, so the order does not matter, and the end is found in a few steps. If a card is not
//! up in the end, no play can bring it up.
//!
//! Measured on deals 1001 to 1040 of Fan with the scans of FreeCell: 865 states in the mean where all moves take
//! 257,382, and 0.02 s in all where they take 11 s.

use super::position::{Position, View};
use crate::card::ALL_CARDS;
use crate::game::Game;
use crate::rules::next_up;

/// The last cards of columns that go onto last cards of others without losing a way to win.
#[inline(always)]
pub fn seated_without_loss(game: &Game, position: &Position, view: &View) -> u64 {
    if !view.rules.keeps_seats() {
        return 0;
    }
    let state = position.state;
    let stuck = state.fingerprint.stuck;
    let is_column_wanted = view.rules.openers() & !view.bottoms & !state.fingerprint.founded != 0;
    let lasting = if is_column_wanted { 0 } else { game.dealt_bottoms() & stuck };
    let parents = view.exposed & (state.planes.a | view.bottoms | lasting);
    view.exposed & view.rules.children_of(parents)
}

/// Whether a position can't be won by any play.
#[inline(always)]
pub fn is_lost(game: &Game, position: &Position) -> bool {
    let rules = game.rules();
    let mut up = position.state.fingerprint.founded;
    let mut frame = position.frame;
    let held = position.state.covered(rules);
    loop {
        let seen = frame.movable | frame.tops;
        let next = next_up(up) & seen;
        up |= next;
        let mut leaving = frame.tops & (up | (rules.children_of(seen) | rules.openers()) & !held);
        if next | leaving == 0 {
            return up != ALL_CARDS;
        }
        while leaving != 0 {
            let card = leaving & leaving.wrapping_neg();
            leaving ^= card;
            frame = game.unstick(frame, card);
            // It can be seen wherever it has gone.
            frame.movable |= card;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrival::Arrival;
    use crate::board::{Board, ReadOptions};
    use crate::rules::Prune;

    fn position(columns: &str) -> (Game, Position) {
        let text = format!(
            "# rules: freecells 0, columns 4, build suit, fill kings\nFoundations: H-9 C-K D-K S-9\n{columns}"
        );
        let board = Board::read(&text, &ReadOptions::default());
        let board = board.unwrap_or_else(|error| panic!("{error}"));
        let game = Game::new(board, Prune::Safe);
        let position = Arrival::of_deal(&game);
        (game, position)
    }

    fn lost(columns: &str) -> bool {
        let (game, position) = position(columns);
        is_lost(&game, &position)
    }

    #[test]
    fn a_card_between_its_parent_and_a_lower_one_is_lost() {
        // JH can go onto QH, under it, or up after TH, under it.
        assert!(lost(": QH TH JH KH\n: KS QS JS TS\n:\n:\n"));
        assert!(!lost(": TH JH QH KH\n: KS QS JS TS\n:\n:\n"));
        // On its parent JH stays.
        assert!(lost(": TH QH JH KH\n: KS QS JS TS\n:\n:\n"));
        // Both wait for a card under the other.
        assert!(lost(": TH QS JS\n: TS QH JH\n: KS KH\n:\n"));
        assert!(!lost(": TH QS\n: TS QH JH\n: KS KH\n: JS\n"));
    }

    fn seated(columns: &str) -> Vec<String> {
        let (game, position) = position(columns);
        let view = View::of(&game, &position);
        let cards = seated_without_loss(&game, &position, &view);
        crate::card::Card::in_plane(cards).map(|card| card.to_string()).collect()
    }

    #[test]
    fn a_card_goes_where_nothing_is_lost() {
        // Onto a king at the bottom; JS onto QS might cover TH too early.
        assert_eq!(seated(": KH\n: TS QH\n: TH QS\n: KS JH JS\n"), ["QH"]);
        // Onto the bottom of a column only if no king waits for it.
        assert_eq!(seated(": QH\n: TS JH\n: KH TH KS\n: QS JS\n"), [""; 0]);
        assert_eq!(seated(": QH\n: TS JH\n: KH TH JS\n: KS QS\n"), ["JS", "JH"]);
    }
}
