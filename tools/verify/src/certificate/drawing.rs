//! Drawing a state of a component, each as likely as any other.

use super::flood::Flood;
use super::gf2::{Piece, Vector, union_size};
use super::group::Key;
use super::random::Random;

/// The class and a vector for a number below the component's number of states. Each state has as
/// many names as its class's stabiliser has vectors, so an even draw of names is one of states.
pub fn draw_state(
    flood: &Flood,
    suits: &[Piece],
    mut ticket: u128,
    random: &mut Random,
) -> (Key, Vector) {
    let vectors = union_size(suits);
    for class in &flood.classes {
        let states = vectors >> class.stabiliser;
        if ticket < states {
            return (class.key, draw_vector(suits, random) ^ class.phi);
        }
        ticket -= states;
    }
    unreachable!("a ticket is below the number of states");
}

/// A vector of a union of pieces. One that an earlier piece has too is drawn again, else it would
/// be likelier than others.
fn draw_vector(suits: &[Piece], random: &mut Random) -> Vector {
    let names: u128 = suits.iter().map(Piece::size).sum();
    loop {
        let mut name = random.below_wide(names);
        for (at, piece) in suits.iter().enumerate() {
            if name < piece.size() {
                let basis = piece.space.basis().iter().enumerate();
                let chosen = basis.filter(|(bit, _)| name >> bit & 1 == 1);
                let vector = chosen.fold(piece.offset, |sum, (_, &base)| sum ^ base);
                if !suits[..at].iter().any(|earlier| earlier.has(vector)) {
                    return vector;
                }
                break;
            }
            name -= piece.size();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::gf2::Space;

    #[test]
    fn vectors_of_overlapping_pieces_are_equally_likely() {
        let space = |basis: &[Vector]| Space::from_reduced(basis.to_vec()).expect("a basis");
        let pieces = [
            Piece { offset: 0, space: space(&[2, 1]) },
            Piece { offset: 0, space: space(&[4, 1]) },
        ];
        let mut random = Random::new(8);
        let mut times = [0_u32; 8];
        (0..6000).for_each(|_| times[draw_vector(&pieces, &mut random) as usize] += 1);
        assert_eq!((times[6], times[7]), (0, 0));
        assert!(times[..6].iter().all(|&times| (850..1150).contains(&times)), "{times:?}");
    }
}
