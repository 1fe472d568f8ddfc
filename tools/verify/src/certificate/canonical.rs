//! The canonical member of a class, after section 4 of `docs/symmetry.md`, by plain loops.
//!
//! From the kings down, the low card of each pair gets the smaller place, parents being settled
//! already. Two bottoms look the same by themselves; what lies on them tells them apart, so their
//! two columns are followed upwards as long as they go on alike.

use super::cards::low_of_pair;
use super::gf2::Vector;
use super::places;
use super::places::{BOTTOM, CELL, ON_LOW, Pairs, Places};
use crate::rules::Build;

/// The vector x(s): the exchange that takes the state to its class's canonical member. Exchanges
/// that leave the state as it is are added to `stabiliser`; they are independent.
pub fn canonical(places: &Places, pairs: &Pairs, stabiliser: &mut Vec<Vector>) -> Vector {
    let mut x: Vector = 0;
    for (at, &low) in pairs.low_cards().iter().enumerate().rev() {
        let (of_low, of_high) = (places[usize::from(low)], places[usize::from(low) + 1]);
        let exchanged = match (of_low, of_high) {
            (CELL, CELL) => {
                stabiliser.push(1 << at);
                false
            }
            (BOTTOM, BOTTOM) => {
                let columns = two_columns(places, pairs, low);
                if columns.look_equal {
                    stabiliser.push(columns.pairs);
                }
                columns.exchanged
            }
            _ => {
                let both_on_parents = of_low >= ON_LOW && of_high >= ON_LOW;
                let followed = if both_on_parents { pairs.of(low + 4) } else { None };
                let parents_exchanged = followed.is_some_and(|pair| x >> pair & 1 == 1);
                (of_low > of_high) != parents_exchanged
            }
        };
        if exchanged {
            x |= 1 << at;
        }
    }
    x
}

/// What is found by following the columns of a pair of bottoms upwards.
struct TwoColumns {
    /// The pair of bottoms and all pairs that lie on it, one from each column at every step.
    pairs: Vector,
    /// Both end after these pairs, so exchanging all of them only swaps the columns.
    look_equal: bool,
    /// Whether the bottoms are to be exchanged.
    exchanged: bool,
}

/// What lies on a card; where there are pairs, columns are built by alternate colours.
fn child_of(places: &Places, card: u8) -> Option<u8> {
    places::child_of(Build::Alternate, places, card)
}

fn two_columns(places: &Places, pairs: &Pairs, bottoms: u8) -> TwoColumns {
    let mut low = bottoms;
    let mut columns = TwoColumns { pairs: 0, look_equal: false, exchanged: false };
    loop {
        if let Some(pair) = pairs.of(low) {
            columns.pairs |= 1 << pair;
        }
        let child = match (child_of(places, low), child_of(places, low + 1)) {
            (None, None) => {
                columns.look_equal = true;
                return columns;
            }
            // A single card belongs on the low one.
            (Some(child), None) | (None, Some(child)) => {
                columns.exchanged ^= places[usize::from(child)] != ON_LOW;
                return columns;
            }
            (Some(child), Some(_)) => low_of_pair(child),
        };
        // Low belongs on low, which the bottoms have to make up for.
        columns.exchanged ^= places[usize::from(child)] != ON_LOW;
        low = child;
    }
}

#[cfg(test)]
#[path = "canonical_tests.rs"]
mod tests;
