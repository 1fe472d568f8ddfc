//! The digest of `fcc/ENCODING.md`: a sum over all states of a hash of the class of each.

use super::cards::{all, bit, has};
use super::game::Game;
use super::group::Group;
use super::places::{ELSEWHERE, Places};

const LANES: [u64; 2] = [0x2545_f491_4f6c_dd1d, 0xd6e8_feb8_6659_fd93];

/// The two planes of a state, with the cards under stuck ones in the places they were dealt in.
pub fn planes(game: &Game, group: &Group, places: &Places) -> [u64; 2] {
    let fingerprint = group.fingerprint;
    let mut planes = [0; 2];
    for card in all() {
        let place = if group.is_movable(card) {
            places[usize::from(card)]
        } else if has(fingerprint.stuck | fingerprint.founded, card) {
            continue;
        } else {
            game.places[usize::from(card)]
        };
        assert!(place < ELSEWHERE, "a loose card has a place");
        if place >= 2 {
            planes[0] |= bit(card);
        }
        if place % 2 == 1 {
            planes[1] |= bit(card);
        }
    }
    planes
}

/// The hash of a state.
pub fn hash(stuck: u64, founded: u64, [a, b]: [u64; 2]) -> u128 {
    let [high, low] = LANES.map(|lane| {
        let group = mix(mix(stuck ^ lane).wrapping_add(founded));
        u128::from(mix(mix(a ^ group).wrapping_add(b)))
    });
    high << 64 | low
}

fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::game::Prune;
    use crate::deal::deal;
    use crate::rules::Build;

    #[test]
    fn golden_hash() {
        assert_eq!(hash(0, 0, [0, 0]), 0x1f81_0ad2_7e92_09df_8fd2_a664_be14_58c9);
    }

    #[test]
    fn golden_planes_of_deal_1() {
        let board = deal(1, 4).expect("a deal");
        let game = Game::new(board.clone(), Prune::None, true);
        let (group, places) = game.group_of(&board).expect("the board's group");
        assert_eq!(group.fingerprint.stuck, 0xf_faf7_f6f3_ffef);
        assert_eq!(planes(&game, &group, &places), [0, 0x508_090c_0010]);
    }

    #[test]
    fn golden_key_of_four_sequences() {
        let board = four_sequences();
        let game = Game::new(board.clone(), Prune::None, true);
        let (group, places) = game.group_of(&board).expect("the board's group");
        assert_eq!(planes(&game, &group, &places), [0xffff_ffff_ffff, 0xf_aaaa_aaaa_aaaa]);
        assert_eq!(group.key(&places), 0xfaaaaaaaaaaaa0ffffffffffff);
    }

    /// Low on low and high on high, from the kings down.
    fn four_sequences() -> crate::position::Position {
        use super::super::cards::{card, parent};
        let mut columns = vec![Vec::new(); 8];
        for (column, king) in [48_u8, 49, 50, 51].into_iter().enumerate() {
            let mut last = king;
            loop {
                columns[column].push(card(last));
                let goes = |child| parent(Build::Alternate, child, last % 2) == Some(last);
                let child = (0..52).find(|&child| child % 2 == last % 2 && goes(child));
                let Some(child) = child else { break };
                last = child;
            }
        }
        crate::position::Position::new(columns, vec![None; 4], [0; 4])
    }
}
