//! The names of moves that `fc-solve -sn` and `-snx` print.
//!
//! They are those of the standard notation but for four habits: ten is written without a dash, so
//! that `310` is a move from column 3 to column 10; the cell after `g` is `k`; and with `-snx` a move of
//! several cards to an empty column is followed by `v` and their number in hexadecimal. And the column
//! of a whole suit that goes up is counted from 0: `0h` ([`read_suit_up`]), which is seen for sure where
//! it is the first column only. With eleven
//! columns and more (which that program does not know, but others write in its form) a few names have
//! two readings.

use crate::moves::{Cards, Place};
use crate::position::COLUMNS_MAX;

const CELL_LETTERS: &[u8; 12] = b"abcdefgklmno";

/// The places that a name may mean, and what it says of the cards. No readings: it is no name.
pub fn read_name(token: &str) -> (Vec<(Place, Place)>, Cards) {
    let (places, cards) = match token.split_once('v') {
        None => (token, Some(Cards::Any)),
        Some((places, number)) => {
            let is_hex = number.bytes().all(|byte| byte.is_ascii_hexdigit());
            let number = usize::from_str_radix(number, 16).ok().filter(|_| is_hex);
            (places, number.map(Cards::Count))
        }
    };
    let Some(cards) = cards else { return (Vec::new(), Cards::Any) };
    let splits = (1..places.len().min(5)).filter_map(|at| places.split_at_checked(at));
    let dashes = places.split_once('-').into_iter();
    let both = splits.chain(dashes).filter_map(|(from, to)| Some((place(from)?, place(to)?)));
    (both.collect(), cards)
}

/// The column, counted from 0, of a name such as `0h` if that is what counts in this text.
pub fn read_suit_up(token: &str) -> Option<Place> {
    let number = token.strip_suffix('h')?;
    let column = number.parse::<usize>().ok().filter(|column| column.to_string() == number)?;
    (column < COLUMNS_MAX).then_some(Place::Column(column))
}

/// The name that no move has but that of a whole suit from the first column.
pub const FIRST_SUIT_UP: &str = "0h";

fn place(name: &str) -> Option<Place> {
    match name.as_bytes() {
        b"h" => Some(Place::Foundations),
        [letter @ b'a'..=b'z'] => {
            CELL_LETTERS.iter().position(|known| known == letter).map(Place::Cell)
        }
        [b'1'..=b'9', rest @ ..] if rest.iter().all(u8::is_ascii_digit) => {
            let number = name.parse::<usize>().ok()?;
            (number <= COLUMNS_MAX).then(|| Place::Column(number - 1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Place::{Cell, Column, Foundations};

    #[test]
    fn places_stand_side_by_side() {
        for (token, from, to) in [
            ("26", Column(1), Column(5)),
            ("a5", Cell(0), Column(4)),
            ("kh", Cell(7), Foundations),
            ("310", Column(2), Column(9)),
            ("103", Column(9), Column(2)),
            ("10h", Column(9), Foundations),
            ("1112", Column(10), Column(11)),
            ("11-1", Column(10), Column(0)),
        ] {
            assert_eq!(read_name(token), (vec![(from, to)], Cards::Any), "{token}");
        }
    }

    #[test]
    fn a_number_of_cards_is_hexadecimal() {
        assert_eq!(read_name("82vc"), (vec![(Column(7), Column(1))], Cards::Count(12)));
        for token in ["82v", "82v+1", "82vg", "82v2v2", "v2", "82vfffffffffffffffffffff"] {
            assert_eq!(read_name(token).0, [], "{token}");
        }
    }

    #[test]
    fn a_few_names_have_two_readings() {
        let readings = vec![(Column(0), Column(10)), (Column(10), Column(0))];
        assert_eq!(read_name("111").0, readings);
        assert_eq!(read_suit_up("0h"), Some(Column(0)));
        assert_eq!(read_suit_up("9h"), Some(Column(9)));
        for token in ["ah", "18h", "01h", "+1h", "h", "9"] {
            assert_eq!(read_suit_up(token), None, "{token}");
        }
        for token in ["", "2", "i5", "0h", "19h", "2é", "26,", "Move"] {
            assert_eq!(read_name(token).0, [], "{token}");
        }
    }
}
