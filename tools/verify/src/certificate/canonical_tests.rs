//! Exchange and canonical form against brute force over all exchange vectors.

use std::collections::HashSet;

use super::*;
use crate::board::read_board;
use crate::card::CARDS;
use crate::certificate::game::{Game, Prune};
use crate::certificate::group::Group;
use crate::certificate::places::ELSEWHERE;
use crate::certificate::random::Random;

/// Kings to tens in play but for the tens of two suits, some of them stuck.
const BOARD: &str = "Foundations: H-9 C-9 D-T S-T\nFreecells: -- -- --\n: JC KC KS TH QC\n: KH QS JD\n: KD JH TC\n: QD\n: QH JS\n:\n";

/// A random state of the group: cards are placed from the kings down wherever they may go.
fn random_state(group: &Group, random: &mut Random) -> Option<Places> {
    let mut places = [ELSEWHERE; CARDS];
    for &card in group.movable.iter().rev() {
        let mut choices: Vec<u8> = group.targets(&places, group.room(&places), card).collect();
        // Columns first, so that they grow and look alike often.
        if random.below(4) > 0 && choices.len() > 1 {
            choices.retain(|&place| place != CELL);
        }
        if choices.is_empty() {
            return None;
        }
        places[usize::from(card)] = choices[random.below(choices.len() as u64) as usize];
    }
    Some(places)
}

/// Whether a state is the canonical member, by the words of the definition.
fn looks_canonical(places: &Places, pairs: &Pairs) -> bool {
    pairs.low_cards().iter().all(|&low| {
        let (of_low, of_high) = (places[usize::from(low)], places[usize::from(low) + 1]);
        if (of_low, of_high) != (BOTTOM, BOTTOM) {
            return of_low <= of_high;
        }
        let mut low = low;
        loop {
            match (child_of(places, low), child_of(places, low + 1)) {
                (Some(on_low), Some(_)) if on_low % 2 == 0 => low = on_low,
                (Some(_), Some(_)) => return false,
                (_, None) => return true,
                (None, Some(_)) => return false,
            }
        }
    })
}

#[test]
fn the_canonical_member_is_one_for_the_class_and_the_stabiliser_is_all_of_it() {
    let board = read_board(BOARD, None).expect("a board");
    let mut random = Random::new(4);
    let (mut states, mut with_stabiliser, mut with_equal_columns) = (0, 0, 0);
    let game = Game::new(board.clone(), Prune::None, true);
    let (dealt, _) = game.group_of(&board).expect("its group");
    let mut freed = dealt.fingerprint;
    freed.stuck = 0;
    let groups = [dealt, Group::new(&game, freed).expect("a group with nothing stuck")];
    for case in 0..4000 {
        let group = &groups[case % 2];
        let pairs = &group.pairs;
        let Some(state) = random_state(group, &mut random) else { continue };
        assert_eq!(group.fault(&state), None);
        assert_eq!(group.places(group.key(&state)), state);
        states += 1;
        let mut stabiliser = Vec::new();
        let x = canonical(&state, pairs, &mut stabiliser);
        let mut member = state;
        pairs.exchange(&mut member, x);
        assert!(looks_canonical(&member, pairs));
        assert_eq!(canonical(&member, pairs, &mut Vec::new()), 0);
        let mut orbit = HashSet::new();
        let mut fixed = 0_u32;
        for vector in 0..1 << pairs.count() {
            let mut image = state;
            pairs.exchange(&mut image, vector);
            assert_eq!(group.fault(&image), None);
            let of_image = canonical(&image, pairs, &mut Vec::new());
            orbit.insert(group.key(&image));
            fixed += u32::from(image == state);
            pairs.exchange(&mut image, of_image);
            assert_eq!(image, member);
        }
        assert_eq!(fixed, 1 << stabiliser.len());
        assert_eq!(orbit.len() << stabiliser.len(), 1 << pairs.count());
        for &vector in &stabiliser {
            let mut image = state;
            pairs.exchange(&mut image, vector);
            assert_eq!(image, state);
        }
        with_stabiliser += usize::from(!stabiliser.is_empty());
        with_equal_columns += usize::from(stabiliser.iter().any(|v| v.count_ones() > 1));
    }
    assert!(
        states > 1000 && with_stabiliser > 100 && with_equal_columns > 20,
        "{states} {with_stabiliser} {with_equal_columns}"
    );
}
