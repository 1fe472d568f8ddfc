//! Automatic moves to the foundations by Microsoft's rule.
//!
//! Microsoft's game puts a card up by itself when nothing could still want to lie on it: aces and
//! twos, and any card whose two possible passengers (the other colour, one rank lower) are up
//! already. Programs that follow that game leave these moves out of their solutions; `--autoplay`
//! puts them back in. The order in which cards go up makes no difference, as a card that may go up
//! still may after another went.
//!
//! The rule knows which cards could lie on a card, so it is one for columns built by alternate
//! colours, with one deck and foundations that take single cards; by other rules no card goes up by
//! itself. What may be put into an empty column makes no difference to it.

use crate::card::{Card, Suit};
use crate::moves::Place;
use crate::position::Position;
use crate::rules::{put, take};

/// Whether cards go up by themselves after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoplay {
    /// Only the moves that are written are made.
    Off,
    /// Cards go up as in Microsoft's game.
    MicrosoftRule,
}

/// Puts up every card that the rule allows, until there is none.
pub fn put_up(position: &mut Position) {
    while position.rules.has_microsoft_rule() {
        let next = movable_cards(position).find(|&(_, card)| goes_up(position, card));
        let Some((place, card)) = next else { break };
        take(position, place);
        put(position, card, Place::Foundations);
    }
}

fn movable_cards(position: &Position) -> impl Iterator<Item = (Place, Card)> {
    let columns = position.columns.iter().enumerate();
    let tops =
        columns.filter_map(|(at, column)| column.last().map(|&card| (Place::Column(at), card)));
    let cells = position.cells.iter().enumerate();
    tops.chain(cells.filter_map(|(at, cell)| cell.map(|card| (Place::Cell(at), card))))
}

fn goes_up(position: &Position, card: Card) -> bool {
    let is_next = position.foundation(card.suit()) + 1 == card.rank();
    let mut other_colour =
        Suit::ALL.into_iter().filter(|suit| suit.is_red() != card.suit().is_red());
    is_next
        && (card.rank() <= 2
            || other_colour.all(|suit| position.foundation(suit) + 1 >= card.rank()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::read_board;

    fn foundations_after(board: &str) -> [u8; 4] {
        let mut position = read_board(board, None).expect("a board of the test");
        put_up(&mut position);
        assert_eq!(position.broken_invariant(), None);
        position.foundations
    }

    #[test]
    fn aces_and_twos_always_go_up() {
        let clubs = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC";
        let diamonds = "KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD";
        let hearts = "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H";
        let spades = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AS 2S";
        // AS lies under 2S, so the red threes wait. 3C does not: both red twos are up.
        let board = format!("FC: AH\n{clubs}\n{diamonds}\n{hearts}\n{spades}");
        assert_eq!(foundations_after(&board), [3, 2, 2, 0]);
    }

    #[test]
    fn higher_cards_wait_for_both_cards_that_could_lie_on_them() {
        let rest =
            "KC QC JC TC 9C 8C 7C 6C\nKH QH JH TH 9H 8H 7H 6H 5H\nKD QD JD TD 9D 8D 7D 6D 5D 4D";
        let spades = "KS QS JS TS 9S 8S 7S 6S 5S 4S";
        // 4D goes up at once, 5D and 5H wait for 4S, and 6C waits for both of them.
        assert_eq!(
            foundations_after(&format!("Founds: C-5 D-3 H-4 S-3\n{rest}\n{spades}")),
            [13, 13, 13, 13]
        );
        let buried = "4S KS QS JS TS 9S 8S 7S 6S 5S";
        assert_eq!(
            foundations_after(&format!("Founds: C-5 D-3 H-4 S-3\n{rest}\n{buried}")),
            [5, 4, 4, 3]
        );
    }
}
